/** Orders that a provider opens only with an address for refunds. */
import { describe, expect, test } from 'vitest'
import { btc, evm } from '../providers/depositSupport.ts'
import { answering } from '../support/answering.ts'
import { createDepositWorld, receiver } from '../support/depositCli.ts'
import { createExchange, type FakeExchange } from '../support/depositExchange.ts'
import { documentOf, fixedNowMs } from '../support/runMain.ts'

const line = `deposit 0.001 btc:BTC to eth:USDC --receiver ${receiver} --no-wait`
const asked = 'Your Bitcoin address for refunds:'

function worldOf(id: 'change_hero' | 'exolix'): {
  exchange: FakeExchange
  cli: ReturnType<typeof createDepositWorld>['cli']
} {
  const exchange = createExchange(id, () => fixedNowMs)
  const { cli } = createDepositWorld(undefined, { provider: exchange.provider })
  return { exchange, cli }
}
const refundsOf = ({ orders }: FakeExchange): unknown[] =>
  orders.map(({ quote }) => quote.request.refundAddress)

describe('at a terminal', () => {
  test('it is asked for once the route is chosen, and asked again while it is wrong', async () => {
    const { exchange, cli } = worldOf('change_hero')
    const terminal = answering(
      [asked, `${evm('me')}\r`],
      ['looks like an address of Ethereum', `\u0015${btc('mine')}\r`],
      ['at change_hero?', 'y\r'],
    )
    const run = await cli(`${line} --best`, terminal)
    expect(terminal.unanswered).toEqual([])
    expect(run.exit).toBe(0)
    expect(refundsOf(exchange)).toEqual([btc('mine')])
    expect(run.stderr).toContain(btc('mine'))
  })

  test('does not ask where the line has one or the provider needs none', async () => {
    const given = worldOf('change_hero')
    const yes = (id: string) => answering([`at ${id}?`, 'y\r'])
    const { stderr } = await given.cli(
      `${line} --best --refund-to ${btc('mine')}`,
      yes('change_hero'),
    )
    expect(stderr).not.toContain(asked)
    expect(refundsOf(given.exchange)).toEqual([btc('mine')])
    const unneeded = worldOf('exolix')
    await unneeded.cli(`${line} --best`, yes('exolix'))
    expect(refundsOf(unneeded.exchange)).toEqual([null])
  })
})

test('names what is missing to a script before anything is ordered', async () => {
  const { exchange, cli } = worldOf('change_hero')
  const run = await cli(`${line} --best --yes --json`)
  expect(run.exit).toBe(2)
  expect(documentOf(run)).toMatchObject({
    error: {
      code: 'MISSING_FIELD',
      message: 'change_hero needs a Bitcoin address for refunds.',
      details: { field: 'refundAddress' },
    },
    funds: 'none_moved',
  })
  expect(exchange.orders).toEqual([])
})
