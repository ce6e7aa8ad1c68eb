/** The amount of a swap from the command line to the provider and back is read once. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Amounts from '../../../src/core/amounts.ts'
import type * as Backend from '../../../src/backend/backend.ts'
import type * as FakeBackend from '../../support/backend.ts'
import type * as DepositCli from '../../support/depositCli.ts'
import { alice } from '../../support/bothWays.ts'
import { requestFor } from '../../support/requests.ts'
import type { Quote } from '../../../src/core/quote.ts'
import { ether, fakeProvider, quote, usdc } from '../../support/routing.ts'
import { documentOf } from '../../support/runMain.ts'

const amountsPath = '../../../src/core/amounts.ts'
const parsed: string[] = []
let createDepositWorld: typeof DepositCli.createDepositWorld
let createBackend: typeof Backend.createBackend
let fakeServices: typeof FakeBackend.fakeServices

// Test files share their modules: the program is loaded anew, over functions that count.
beforeAll(async () => {
  vi.resetModules()
  vi.doMock(amountsPath, async (original) => {
    const actual = await original<typeof Amounts>()
    const parseAmount: typeof actual.parseAmount = (text, decimals) => {
      parsed.push(text)
      return actual.parseAmount(text, decimals)
    }
    return { ...actual, parseAmount }
  })
  ;({ createDepositWorld } = await import('../../support/depositCli.ts'))
  ;({ createBackend } = await import('../../../src/backend/backend.ts'))
  ;({ fakeServices } = await import('../../support/backend.ts'))
})

afterAll(() => {
  vi.doUnmock(amountsPath)
  vi.resetModules()
})

const receiver = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const amount = 1_234_000n
/** Zeros at the end, which only the echo of the request repeats. */
const sentence = `0.0123400 btc:BTC to eth:USDC --receiver ${receiver}`

beforeEach(forget)

test('of a swap that is run dry', async () => {
  const run = await createDepositWorld().cli(`swap ${sentence} --dry-run --json`)
  expect(parsed).toEqual(['0.0123400'])
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

  const [, id] = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(quoted)) ?? []
  forget()
  const run = await world.cli(`swap --id ${id} --dry-run --json`)
  expect(documentOf(run)).toMatchObject({ ok: true, data: { id } })
  expect(parsed).toEqual([])
})

test.each([
  ['the best route', `best ${sentence}`, '"amount":"0.01234"'],
  ['the best route and why', `best ${sentence} --explain`, '"amount":"0.01234"'],
  ['the deposit routes', `deposit ${sentence}`, '"amount":"0.01234"'],
  ['an order that is run dry', `deposit ${sentence} --best --dry-run`, '"amount":"0.01234"'],
])('of %s', async (_, line, shown) => {
  const run = await createDepositWorld().cli(`${line} --json`)
  expect(run.exit).toBe(0)
  expect(JSON.stringify(documentOf(run))).toContain(shown)
  expect(parsed).toEqual(['0.0123400'])
})

test('of several routes whose paths repeat it, and of the transaction of one', async () => {
  const steps: Quote['steps'] = [
    {
      type: 'on-chain',
      provider: 'UNI_SWAP_V3',
      from: { token: ether, amount },
      to: { token: usdc, amount: 2990n },
    },
  ]
  const providers = (['UNI_SWAP_V3', 'UNISWAP_V2'] as const).map((id) =>
    fakeProvider(id, [quote(id, 2990n, { steps })]),
  )
  const api = createBackend(fakeServices(providers, { now: 1_000_000 }))
  const request = requestFor({ srcToken: ether, dstToken: usdc, srcAmount: amount })
  forget()
  const { routes } = await api.quoteAll({ ...request, showDangerousRoutes: true })
  const shown = '0.000000000001234'
  expect(
    routes.map(({ item }) => [item.tokens.from.amount, item.routing[0]?.path[0]?.amount]),
  ).toEqual([
    [shown, shown],
    [shown, shown],
  ])
  expect(parsed).toEqual([])

  forget()
  const built = await api.swap({ ...request, id: routes[0]?.id ?? '', fromAddress: alice })
  expect(built.answer.routing?.[0]?.path[0]?.amount).toBe(shown)
  expect(parsed).toEqual([])
})

function forget(): void {
  parsed.length = 0
}
