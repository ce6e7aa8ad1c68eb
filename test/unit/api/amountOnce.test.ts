/** The amount of a swap from the command line to the provider and back: read once, written once. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Amounts from '../../../src/core/amounts.ts'
import type * as DepositCli from '../../support/depositCli.ts'
import { documentOf } from '../../support/runMain.ts'

const amountsPath = '../../../src/core/amounts.ts'
const parsed: string[] = []
const printed: bigint[] = []
let createDepositWorld: typeof DepositCli.createDepositWorld

// Test files share their modules: the program is loaded anew, over functions that count.
beforeAll(async () => {
  vi.resetModules()
  vi.doMock(amountsPath, async (original) => {
    const actual = await original<typeof Amounts>()
    const parseAmount: typeof actual.parseAmount = (text, decimals) => {
      parsed.push(text)
      return actual.parseAmount(text, decimals)
    }
    const formatAmount: typeof actual.formatAmount = (amount, decimals) => {
      printed.push(amount)
      return actual.formatAmount(amount, decimals)
    }
    return { ...actual, parseAmount, formatAmount }
  })
  ;({ createDepositWorld } = await import('../../support/depositCli.ts'))
})

afterAll(() => {
  vi.doUnmock(amountsPath)
  vi.resetModules()
})

const receiver = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const amount = 1_234_000n
/** Zeros at the end, which only the echo of the request repeats. */
const sentence = `0.0123400 btc:BTC to eth:USDC --receiver ${receiver}`

const ofTheAmount = () => printed.filter((one) => one === amount).length

beforeEach(forget)

test('of a swap that is run dry', async () => {
  const run = await createDepositWorld().cli(`swap ${sentence} --dry-run --json`)
  expect(parsed).toEqual(['0.0123400'])
  // The row on its way, the document of the route, the card of the review.
  expect(ofTheAmount()).toBe(3)
  expect(documentOf(run)).toMatchObject({
    data: {
      route: { tokens: { from: { amount: '0.01234' } }, quote: { srcTokenAmount: '0.0123400' } },
      review: { send: { amount: '1234000' } },
    },
  })
})

test('of a quote, and of a dry run of its route by the id', async () => {
  const world = createDepositWorld()
  const quoted = documentOf(await world.cli(`quote ${sentence} --json`))
  expect(parsed).toEqual(['0.0123400'])
  expect(ofTheAmount()).toBe(2)

  const [, id] = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(quoted)) ?? []
  forget()
  const run = await world.cli(`swap --id ${id} --dry-run --json`)
  expect(documentOf(run)).toMatchObject({ ok: true, data: { id } })
  expect(parsed).toEqual([])
  expect(ofTheAmount()).toBe(1)
})

function forget(): void {
  parsed.length = 0
  printed.length = 0
}
