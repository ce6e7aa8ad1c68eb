import { describe, expect, test } from 'vitest'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import { createScriptedLedger } from '../../../../sandbox/src/deposit/scripted.ts'
import type { DepositProvider, NewOrder, Stage } from '../../../../sandbox/src/deposit/types.ts'
import { anOrder, coin, payInto, startExchange, startMs, type TestExchange } from './support.ts'

const stagesOf = (world: TestExchange, provider: DepositProvider = 'exolix', id = 'ex0001') =>
  world.exchange.find(provider, id)?.history.map(({ stage }) => stage)

describe('an order that is paid as asked', () => {
  test('goes through every step to a payout of exactly what was promised', async () => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await world.pass(3_000)
    expect(stagesOf(world)).toEqual([
      'waiting',
      'confirming',
      'confirmed',
      'exchanging',
      'sending',
      'finished',
    ])
    expect(order.payout).toMatchObject({ amount: 600_000_000n, to: order.receiver, done: true })
    expect(order.refund).toBeNull()
  })

  test('a step that a client polls lasts until the client saw it, at most 2.5 s', async () => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder())
    world.exchange.wasRead(order)
    await payInto(world, order)
    await world.pass(2_000)
    expect(order.stage).toBe('confirming')
    world.exchange.wasRead(order)
    await world.pass(100)
    expect(order.stage).toBe('confirmed')
    await world.pass(2_600)
    expect(order.stage).toBe('exchanging')
  })

  test('the same payment counts once, even if it is found twice', async () => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await payInto(world, order)
    expect(order.payments).toHaveLength(1)
  })

  test('another coin at the same address pays no order', async () => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder({ from: coin('TRON', 'USDT') }))
    const other = { ...order, from: coin('TRON', 'TRX') }
    expect(await payInto(world, other)).toBeNull()
    expect(order.stage).toBe('waiting')
  })

  test('a payment whose block was replaced is waited for again', async () => {
    let isThere = false
    const world = startExchange((blockchain: BlockchainId) => ({
      ...createScriptedLedger(blockchain),
      isThere: async () => isThere,
    }))
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await world.pass(1_000)
    expect(order).toMatchObject({ stage: 'waiting', payments: [] })
    isThere = true
    await payInto(world, order, { hash: 'bb'.repeat(32) })
    await world.pass(3_000)
    expect(order.stage).toBe('finished')
  })
})

type Case = [
  name: string,
  change: Partial<NewOrder>,
  paid: bigint,
  end: Stage,
  payout: bigint | null,
  refund: bigint | null,
]

const full = 1_000_000n
const half = 500_000n
const dust = 1_000n

describe('a payment of another amount', () => {
  test.each<Case>([
    ['exolix, floating: at the same price', {}, half, 'finished', 300_000_000n, null],
    ['exolix, floating: too small goes back', {}, dust, 'refunded', null, dust],
    ['exolix, fixed: goes back', { rateType: 'fixed' }, half, 'refunded', null, half],
    [
      'near_intents: goes back after a while',
      { provider: 'near_intents' },
      half,
      'refunded',
      null,
      half,
    ],
    [
      'near_intents: too much is returned',
      { provider: 'near_intents' },
      full + half,
      'finished',
      600_000_000n,
      half,
    ],
    [
      'relay, strict: goes back',
      { provider: 'relay', facts: { strict: true } },
      half,
      'refunded',
      null,
      half,
    ],
    [
      'relay, open: at the same price',
      { provider: 'relay', facts: { strict: false } },
      half,
      'finished',
      300_000_000n,
      null,
    ],
    [
      'changenow, floating: at the same price',
      { provider: 'changenow' },
      half,
      'finished',
      300_000_000n,
      null,
    ],
    [
      'changenow, fixed: is held until the user acts',
      { provider: 'changenow', rateType: 'fixed' },
      half,
      'failed',
      null,
      null,
    ],
    [
      'quickex, fixed: goes back',
      { provider: 'quickex', rateType: 'fixed' },
      half,
      'refunded',
      null,
      half,
    ],
    [
      'chainflip: at the same price',
      { provider: 'chainflip' },
      half,
      'finished',
      300_000_000n,
      null,
    ],
    ['chainflip: too small is ignored', { provider: 'chainflip' }, dust, 'failed', null, null],
    [
      'thorchain: below the limit goes back',
      { provider: 'thorchain', minOut: 590_000_000n },
      half,
      'refunded',
      null,
      half,
    ],
  ])('%s', async (_, change, paid, end, payout, refund) => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder(change))
    await payInto(world, order, { amount: paid })
    await world.pass(9_000)
    expect(order.stage).toBe(end)
    expect(order.payout?.amount ?? null).toBe(payout)
    expect(order.refund?.amount ?? null).toBe(refund)
  })

  test('near_intents: the rest in time makes it whole', async () => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder({ provider: 'near_intents' }))
    await payInto(world, order, { amount: half })
    await world.pass(1_500)
    expect(order.stage).toBe('incomplete')
    await payInto(world, order, { amount: half, hash: 'bb'.repeat(32) })
    await world.pass(3_000)
    expect(order).toMatchObject({ stage: 'finished', payout: { amount: 600_000_000n } })
  })
})

describe('a late payment', () => {
  test.each<[string, Partial<NewOrder>, Stage, bigint | null]>([
    ['exolix, floating: at a worse price', {}, 'finished', 597_000_000n],
    ['exolix, fixed: goes back', { rateType: 'fixed' }, 'refunded', null],
    ['near_intents: goes back', { provider: 'near_intents' }, 'refunded', null],
    ['relay: goes back', { provider: 'relay' }, 'refunded', null],
    [
      'changenow, fixed: is held until the user acts',
      { provider: 'changenow', rateType: 'fixed' },
      'expired',
      null,
    ],
    ['quickex: goes back', { provider: 'quickex' }, 'refunded', null],
    ['chainflip: is ignored', { provider: 'chainflip' }, 'expired', null],
  ])('%s', async (_, change, end, payout) => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder(change))
    world.exchange.expectLate(order)
    await world.pass(500)
    expect(order.stage).toBe('waiting') // a client that polls is not shown the end before the end
    await payInto(world, order)
    await world.pass(5_000)
    expect(order.stage).toBe(end)
    expect(order.payout?.amount ?? null).toBe(payout)
  })

  test('an order ends by itself at its time', async () => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder({ expiresAtMs: startMs + 500 }))
    await world.pass(700)
    expect(order).toMatchObject({ stage: 'expired', payments: [] })
  })
})

describe('a memo', () => {
  const onXrp = { from: coin('RIPPLE', 'XRP'), amountIn: 300_000_000n, memo: 'tag' } as const

  test('distinguishes two orders at one address', async () => {
    const world = startExchange()
    const first = await world.exchange.open(anOrder({ ...onXrp, id: 'a' }))
    const second = await world.exchange.open(anOrder({ ...onXrp, id: 'b' }))
    expect(first.depositAddress).toBe(second.depositAddress)
    expect(first.depositMemo).not.toBe(second.depositMemo)
    expect(await payInto(world, second)).toBe(second)
    expect(first.stage).toBe('waiting')
  })

  test.each([['77'], [null]])('%s belongs to no order', async (memo) => {
    const world = startExchange()
    const order = await world.exchange.open(anOrder(onXrp))
    expect(await payInto(world, order, { memo })).toBeNull()
    await world.pass(1_000)
    expect(order).toMatchObject({ stage: 'waiting', payments: [] })
  })

  test('that no quote named is read by THORChain itself', async () => {
    const world = startExchange()
    const quote = await world.exchange.open(
      anOrder({ provider: 'thorchain', memo: { text: '=:e:0x1' }, stage: 'quoted' }),
    )
    const memo = '=:ETH.USDC-B48:0x8ba1f109551bD432803012645Ac136ddd64DBA72:5e10/1/0'
    const swap = await payInto(world, quote, { memo })
    await world.pass(3_000)
    expect(swap).toMatchObject({
      stage: 'finished',
      to: { symbol: 'USDC', blockchain: 'ETH' },
      receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      minOut: 500_000_000n,
    })
  })

  test('of no quote: THORChain returns the money to its payer', async () => {
    const world = startExchange()
    const quoted = {
      provider: 'thorchain',
      memo: { text: '=:ETH.ETH:0x1' },
      stage: 'quoted',
    } as const
    const quote = await world.exchange.open(anOrder(quoted))
    const stray = await payInto(world, quote, { memo: '=:nonsense', from: 'bc1payer' })
    await world.pass(3_000)
    expect(stray).toMatchObject({
      stage: 'refunded',
      reason: 'memo',
      payout: null,
      refund: { to: 'bc1payer', amount: full },
    })
    expect(quote.stage).toBe('quoted')
  })
})

describe('a fault', () => {
  test.each<[string, number | null, Stage]>([
    ['stall', null, 'exchanging'],
    ['hold', null, 'held'],
    ['slow', 60, 'confirming'],
    ['refund', null, 'refunded'],
    ['lie', null, 'finished'],
  ])('%s', async (fault, value, stage) => {
    const world = startExchange()
    world.faults.set('exolix', fault, value)
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await world.pass(4_000)
    expect(order.stage).toBe(stage)
  })

  test('hold, stall and slow end with the fault', async () => {
    const world = startExchange()
    for (const fault of ['hold', 'stall', 'slow']) world.faults.set('exolix', fault, 60)
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await world.pass(1_000)
    world.faults.clear()
    await world.pass(4_000)
    expect(order).toMatchObject({ stage: 'finished', payout: { amount: 600_000_000n } })
  })

  test('less pays less', async () => {
    const world = startExchange()
    world.faults.set('exolix', 'less', 500)
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await world.pass(4_000)
    expect(order.payout?.amount).toBe(570_000_000n)
  })

  test('a lie names a transaction that no ledger made', async () => {
    let sent = 0
    const world = startExchange((blockchain) => ({
      ...createScriptedLedger(blockchain),
      settle: async () => void (sent += 1),
    }))
    world.faults.set('exolix', 'lie', null)
    const order = await world.exchange.open(anOrder())
    await payInto(world, order)
    await world.pass(4_000)
    expect(order.payout?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(sent).toBe(0)
  })
})

describe('after a kill at any moment', () => {
  test.each([0, 400, 800, 1_100, 1_500])(
    '%d ms after the payment the order goes on',
    async (ms) => {
      const world = startExchange()
      const opened = await world.exchange.open(anOrder())
      await payInto(world, opened)
      await world.pass(ms)
      const order = world.restart().find('exolix', 'ex0001')
      expect(order).not.toBe(opened)
      await world.pass(4_000)
      expect(order).toMatchObject({
        stage: 'finished',
        amountIn: full,
        payout: { amount: 600_000_000n, done: true },
        payments: [{ amount: full }],
      })
    },
  )

  test('an order that cannot be read is left alone', async () => {
    const world = startExchange()
    await world.exchange.open(anOrder())
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${world.stateDir}/deposits/torn.json`, '{"format":1,"prov')
    expect(world.restart().orders()).toHaveLength(1)
  })

  test('a reset forgets everything', async () => {
    const world = startExchange()
    await world.exchange.open(anOrder())
    world.exchange.reset()
    expect(world.exchange.orders()).toEqual([])
    expect(world.restart().orders()).toEqual([])
  })
})

test('unpaid quotes are forgotten after a day', async () => {
  const world = startExchange()
  await world.exchange.open(anOrder({ expiresAtMs: startMs - 25 * 3_600_000 }))
  await world.exchange.open(anOrder({ id: 'ex0002' }))
  expect(
    world
      .restart()
      .orders()
      .map(({ id }) => id),
  ).toEqual(['ex0002'])
})
