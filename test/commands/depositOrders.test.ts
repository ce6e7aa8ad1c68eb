/** One order per wish, opened once, and shown only as it was read back. */
import { describe, expect, test } from 'vitest'
import type { Api } from '../../src/api/api.ts'
import { readSwapAnswer } from '../../src/api/builtRoute.ts'
import type { SwapAnswer } from '../../src/api/schemas.ts'
import { SwaprouteError, toSwaprouteError } from '../../src/core/errors.ts'
import type { OrderClaim } from '../../src/core/order.ts'
import { openSwaps } from '../../src/execution/receipts.ts'
import { resumeSwap } from '../../src/execution/resume.ts'
import { orderCheckpoints } from '../../src/execution/checkpoints.ts'
import { btc, evm, plainHash } from '../providers/depositSupport.ts'
import { createDepositWorld, type DepositWorld, receiver } from '../support/depositCli.ts'
import { Killed } from '../support/mortal.ts'
import { type CliRun, documentOf } from '../support/runMain.ts'

const refund = btc('refund')
const order = `deposit 0.01 btc:BTC to eth:USDC --receiver ${receiver} --refund-to ${refund} --best --yes`
const address = (world: DepositWorld, index = 0): string =>
  world.exchange.orders[index]?.transaction.depositAddress ?? 'none'
const secretsOf = (world: DepositWorld): string[] =>
  world.exchange.orders.map(({ transaction }) => transaction.depositAddress)
const codeOf = (run: CliRun): unknown => documentOf(run)['error']

describe('a repeat', () => {
  test('with the same pair, amount and receiver offers the open order', async () => {
    const world = createDepositWorld()
    const { data } = documentOf(await world.cli(`${order} --json`))
    const { receiptId } = data as { receiptId: string }
    const again = await world.cli(`${order} --json`)
    expect(again.exit).toBe(9)
    expect(documentOf(again)).toMatchObject({
      error: {
        code: 'DUPLICATE',
        hint: expect.stringContaining(`swaproute resume ${receiptId}`),
        details: { receiptId, exchangeId: 'ex0000000001' },
      },
      funds: 'none_moved',
    })
    expect(again.stdout).not.toContain(address(world))
    expect(world.exchange.orders).toHaveLength(1)
  })

  test.each([
    ['--force', `${order} --force`],
    ['another amount', order.replace('0.01', '0.02')],
    ['another receiver', order.replace(receiver, evm('another'))],
    ['another token', order.replace('eth:USDC', 'eth:ETH')],
  ])('%s opens another one', async (_, argv) => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    expect((await world.cli(`${argv} --json`)).exit).toBe(0)
    expect(world.exchange.orders).toHaveLength(2)
  })

  test.each<[string, (world: DepositWorld) => void]>([
    ['once its time is over', (world) => (world.clock.now += 61 * 60_000)],
    ['once it was paid', (world) => world.exchange.say({ subStatus: 'CONFIRMING' })],
    ['once it has ended', (world) => world.exchange.say({ status: 'FAIL' })],
  ])('%s opens another one', async (_, change) => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    change(world)
    await world.cli('resume --no-wait --json')
    expect((await world.cli(`${order} --json`)).exit).toBe(0)
    expect(world.exchange.orders).toHaveLength(2)
  })

  test('with the same idempotency key is refused, however else the line differs', async () => {
    const world = createDepositWorld()
    await world.cli(`${order} --json --idempotency-key k1`)
    const other = `${order.replace('0.01', '0.02')} --json --idempotency-key k1`
    expect((await world.cli(other)).exit).toBe(9)
    expect(world.exchange.orders).toHaveLength(1)
  })
})

describe('an answer that does not come', () => {
  test('of the exchange: nothing is shown, nothing is open, no second request', async () => {
    const world = createDepositWorld()
    world.exchange.fault = 'reply_lost'
    const run = await world.cli(`${order} --json`)
    expect(run.exit).toBe(8)
    expect(documentOf(run)).toMatchObject({
      error: { code: 'OUTCOME_UNKNOWN' },
      funds: 'none_moved',
    })
    expect(run.stdout + run.stderr).not.toContain(address(world))
    expect(world.exchange.orders).toHaveLength(1)
    world.exchange.fault = 'none'
    expect(documentOf(await world.cli('resume --json'))).toMatchObject({ data: null })
    expect(documentOf(await world.cli('history --json'))).toMatchObject({
      data: [{ state: 'abandoned', funds: 'none_moved', status: 'NOT_FOUND' }],
    })
    expect((await world.cli(`${order} --json`)).exit).toBe(0)
  })

  test('of the service: its order is found, and shown as it was read back', async () => {
    let lost = 1
    const world = createDepositWorld((api) => ({
      ...api,
      swapDepositTrade: async (body, options) => {
        const answer = await api.swapDepositTrade(body, options)
        if (lost > 0) {
          lost -= 1
          throw new Error('socket hang up')
        }
        return answer
      },
    }))
    const run = await world.cli(`${order} --json`)
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain(address(world))
    expect(world.exchange.orders).toHaveLength(1)
  })

  test.each([
    ['unreachable', 5],
    ['refused', 5],
    ['altered', 6],
  ] as const)('%s: exit %i, the swap is over, another try may succeed', async (fault, exit) => {
    const world = createDepositWorld()
    world.exchange.fault = fault
    const run = await world.cli(`${order} --json`)
    expect([run.exit, documentOf(run)['funds']]).toEqual([exit, 'none_moved'])
    for (const secret of secretsOf(world)) expect(run.stdout).not.toContain(secret)
    world.exchange.fault = 'none'
    expect((await world.cli(`${order} --json`)).exit).toBe(0)
  })
})

describe('a process that dies', () => {
  const atDeath = async (world: DepositWorld, at: DepositWorld['killAt']): Promise<CliRun> => {
    world.killAt = at
    const run = await world.cli(`${order} --json`)
    world.killAt = null
    return run
  }

  test.each(orderCheckpoints.filter((name) => name !== 'order_unknown' && name !== 'deposit_done'))(
    'at %s: resume opens at most one order, and shows it read back',
    async (at) => {
      const world = createDepositWorld()
      const dead = await atDeath(world, at)
      expect(dead.stdout).toContain(new Killed(at).message)
      for (const secret of secretsOf(world)) expect(dead.stdout).not.toContain(secret)
      const run = await world.cli('resume --no-wait --json')
      expect(world.exchange.orders.length).toBeLessThanOrEqual(1)
      if (at === 'ordering') {
        // No order is known, so no new one is opened.
        expect(codeOf(run)).toMatchObject({ code: 'QUOTE_EXPIRED' })
        expect(world.exchange.orders).toEqual([])
        return
      }
      expect(run.exit).toBe(0)
      expect(run.stdout).toContain(address(world))
    },
  )

  test.each(['has the order', 'has no call for it'])(
    'with a remote service that %s: given up, and no second one is opened',
    async (knows) => {
      let posted = 0
      const world = createDepositWorld((api) => ({
        ...api,
        swapDepositTrade: (...given) => ((posted += 1), api.swapDepositTrade(...given)),
        statusExtended: (...given) =>
          knows === 'has the order'
            ? api.statusExtended(...given)
            : Promise.reject(
                new SwaprouteError('UPSTREAM_FAILED', 'no such call', {
                  context: { missingCall: '/api/info/statusExtended' },
                }),
              ),
      }))
      await atDeath(world, 'order_answered')
      const journal = await world.openJournal()
      const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'))
      const ownReading = {
        obstacle: async () => null,
        read: notAsked,
        status: notAsked,
        poolAmount: notAsked,
      }
      const [open] = openSwaps(journal)
      const receiptId = open?.receiptId ?? ''
      const resumed = resumeSwap(receiptId, world.context(journal, { ownReading }), { wait: false })
      await expect(resumed).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        message: expect.stringContaining('asking again might open a second one'),
      })
      expect([posted, openSwaps(journal)]).toEqual([1, []])
    },
  )

  test.each([
    [30_303n, null],
    [30_304n, 'E16'],
  ])(
    'a remote service that leaves out a refund fee of %d satoshi: %s',
    async (refundFee, check) => {
      const world = createDepositWorld()
      await atDeath(world, 'order_planned')
      const journal = await world.openJournal()
      const ownReading = {
        obstacle: async () => null,
        poolAmount: async () => null,
        status: () => Promise.reject(new Error('not asked')),
        read: async (_provider: string, claim: OrderClaim) => ({
          ...claim,
          receiverMemo: null,
          refundAddress: refund,
          dstAmount: 10n ** 12n,
          refundFee,
          expiresAtMs: null,
        }),
      }
      const receiptId = openSwaps(journal)[0]?.receiptId ?? ''
      const resumed = resumeSwap(receiptId, world.context(journal, { ownReading }), { wait: false })
      const error = await resumed.then(() => null, toSwaprouteError)
      const cost = 'costs up to 0.00030304 BTC, which the service does not state.'
      const told = error === null ? null : [error.context['check'], error.message]
      expect(told).toEqual(check === null ? null : [check, expect.stringContaining(cost)])
    },
  )

  test('before it asked, and resumed when the quote is old: nothing is ordered', async () => {
    const world = createDepositWorld()
    await atDeath(world, 'order_planned')
    world.clock.now += 61_000
    expect(codeOf(await world.cli('resume --json'))).toMatchObject({ code: 'QUOTE_EXPIRED' })
    expect(world.exchange.orders).toEqual([])
  })

  test('after the provider did: the journal records that the order ended', async () => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    world.exchange.say({ status: 'FAIL' })
    world.killAt = 'deposit_done'
    await world.cli('resume --json')
    world.killAt = null
    expect(documentOf(await world.cli('history --json'))).toMatchObject({
      data: [{ state: 'failed', open: false }],
    })
  })
})

/** What a service, or a machine in between, may report of an order, one lie each. */
type Lie = (answer: SwapAnswer) => void
const other = btc('thief')
const lies: [field: string, lie: Lie][] = [
  ['depositAddress', ({ transaction }) => (transaction.depositAddress = other)],
  ['amountToSend', ({ transaction }) => (transaction.amountToSend = '0.02')],
  ['exchangeId', ({ transaction }) => (transaction.exchangeId = 'ex0000000099')],
  ['memo', ({ transaction }) => (transaction.extraFields = { name: 'memo', value: '1' })],
  ['expiresAt', ({ transaction }) => (transaction.expiresAt = '2026-11-22T00:00:00.000Z')],
]

/** Applies a lie to the given answer, counted from 1; 0 means to all of them. */
function lying(lie: Lie, which: number): (api: Api) => Api {
  let count = 0
  return (api) => ({
    ...api,
    swapDepositTrade: async (body, options) => {
      const { answer: honest } = await api.swapDepositTrade(body, options)
      const answer = structuredClone(honest)
      count += 1
      if (which === 0 || which === count) lie(answer)
      return readSwapAnswer(answer, body.srcToken, 'order')
    },
  })
}

describe('a service that lies about an order', () => {
  test.each(lies)('%s changes between two answers: never shown', async (field, lie) => {
    for (const which of [1, 2]) {
      for (const mode of ['--json', '--ndjson', '--plain', '--no-wait']) {
        const world = createDepositWorld(lying(lie, which))
        const run = await world.cli(`${order} ${mode}`)
        expect([which, mode, run.exit]).toEqual([which, mode, 6])
        expect(run.stdout + run.stderr).toContain(field === 'amountToSend' ? 'amount' : field)
        const { data } = documentOf(await world.cli('history --json'))
        const [{ receiptId } = { receiptId: '' }] = data as { receiptId: string }[]
        const later = ['history', `receipt ${receiptId}`, `status ${receiptId}`, 'resume']
        const runs = [run]
        for (const argv of later) runs.push(await world.cli(`${argv} --json`))
        const said = runs.map(({ stdout, stderr }) => stdout + stderr).join('\n')
        for (const secret of [other, ...secretsOf(world)]) expect(said).not.toContain(secret)
      }
    }
  })

  test('shows the unchanged order', async () => {
    const world = createDepositWorld(lying(() => {}, 0))
    expect((await world.cli(`${order} --json`)).stdout).toContain(address(world))
  })

  test.each<[string, string, Lie]>([
    ['another amount than the accepted one', 'D8', lies[1]?.[1] ?? (() => {})],
    ['an address of another chain', 'D4', (a) => (a.transaction.depositAddress = evm('thief'))],
    ['the refund address', 'D4', (a) => (a.transaction.depositAddress = refund)],
    [
      'a memo that nothing can carry',
      'D5',
      (a) => (a.transaction.extraFields = { value: 'a\u202eb' }),
    ],
    [
      'a deadline that is over',
      'D7',
      (a) => (a.transaction.expiresAt = '2026-11-21T14:00:00.000Z'),
    ],
    ['a deadline that is no time', 'D6', (a) => (a.transaction.expiresAt = 'soon')],
    ['a number that is no number', 'D3', (a) => (a.transaction.exchangeId = 'ex 1\u001b[2J')],
    [
      'another token',
      'D6',
      (a) => {
        if (a.quote !== undefined) a.quote.dstTokenAddress = evm('another')
      },
    ],
    [
      'less than the accepted minimum',
      'E9',
      (a) => Object.assign(a.estimate ?? {}, { destinationWeiMinAmount: '1' }),
    ],
  ])('%s, consistently: %s', async (_, check, lie) => {
    const world = createDepositWorld(lying(lie, 0))
    const run = await world.cli(`${order} --json`)
    expect(run.exit).toBe(6)
    expect(codeOf(run)).toMatchObject({ code: 'UNSAFE_ROUTE', details: { check } })
    for (const secret of secretsOf(world)) expect(run.stdout).not.toContain(secret)
  })
})

test('matches an order by its payment: of two open ones the right one ends', async () => {
  const world = createDepositWorld()
  await world.cli(`${order} --json`)
  await world.cli(`${order.replace('0.01', '0.02')} --json`)
  const [first] = world.exchange.orders
  world.exchange.say({ subStatus: 'CONFIRMING', sourceTxHash: plainHash('first') }, first)
  const status = documentOf(await world.cli('status ex0000000001 --json'))
  expect(status).toMatchObject({ data: { subStatus: 'CONFIRMING', srcTxHash: plainHash('first') } })
  const second = documentOf(await world.cli('status ex0000000002 --json'))
  expect(second).toMatchObject({ data: { subStatus: 'AWAITING_DEPOSIT' } })
})
