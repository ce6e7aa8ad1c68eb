/** An order between its quote and its end: renewed quotes, interrupts, and what every command reports. */
import { describe, expect, test } from 'vitest'
import { nativeToken } from '../../src/chains/tokens.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { executeDeposit } from '../../src/execution/executeDeposit.ts'
import type { DepositOrder } from '../../src/execution/planned.ts'
import { createDepositWorld, type DepositWorld, receiver, usdc } from '../support/depositCli.ts'
import {
  delivered,
  depositAddress,
  order,
  payment,
  playing,
  receiptIdOf,
  refund,
  steps,
} from '../support/depositPlay.ts'
import { documentOf } from '../support/runMain.ts'
import { requestFor } from '../support/requests.ts'
import { readRouteItem } from '../../src/api/route.ts'

/** An order whose run is interrupted; its message on stderr, in one line. */
async function toldAfter(
  world: DepositWorld,
  arrange: (interrupt: () => void) => void,
): Promise<string> {
  let interrupt = (): void => {}
  arrange(() => interrupt())
  const run = await world.cli(order, {
    columns: 80,
    onReady: (call) => {
      interrupt = call
    },
  })
  expect(run.exit).toBe(130)
  return run.stderr.slice(run.stderr.indexOf('✗ INTERRUPTED')).replace(/\s+/g, ' ')
}

describe('an interrupt', () => {
  test('an interrupt names the open order and the command to continue', async () => {
    const world = createDepositWorld()
    const told = await toldAfter(world, (interrupt) => {
      world.onSleep = interrupt
    })
    expect(told).toContain('You have not paid, as far as is known: no payment has arrived yet.')
    expect(told).toContain('Order ex0000000001 at exolix is open until 2026-11-21 15:03:22 UTC.')
    expect(told).toContain(`Pay exactly 0.01 BTC on Bitcoin to ${depositAddress(world)}.`)
    expect(told).toContain('money The provider has not detected a payment yet.')
    expect(told).toMatch(/Continue with `swaproute resume [0-9a-f-]{36}`/)
  })

  test('an interrupt after the payment was seen reports it as paid and shows no address', async () => {
    const world = createDepositWorld()
    const told = await toldAfter(world, (interrupt) => {
      playing(world, ...steps.slice(0, 1), () => {
        interrupt()
        return {}
      })
    })
    expect(told).toContain('Order ex0000000001 at exolix is paid; it goes on without this program.')
    expect(told).toContain('money The payment was sent and has not arrived yet.')
    expect(told).not.toContain(depositAddress(world))
  })

  test('an interrupt after the deadline shows no address either', async () => {
    const world = createDepositWorld()
    const told = await toldAfter(world, (interrupt) => {
      world.onSleep = () => {
        world.clock.now += 61 * 60_000
        interrupt()
      }
    })
    expect(told).toContain('has passed: do not pay.')
    expect(told).not.toContain(depositAddress(world))
  })
})

describe('every command reports what one of them learned', () => {
  test('status of a delivered order ends it in history and receipt', async () => {
    const world = createDepositWorld()
    const receiptId = receiptIdOf(await world.cli(`${order} --json --no-wait`))
    world.exchange.say({ subStatus: 'CONFIRMING', sourceTxHash: payment })
    await world.cli(`status ${receiptId} --json`)
    expect(documentOf(await world.cli('history --json'))).toMatchObject({
      data: [{ status: 'PENDING', funds: 'sent', open: true }],
    })
    world.exchange.say(delivered(world)())
    expect(documentOf(await world.cli(`status ${receiptId} --json`))).toMatchObject({
      funds: 'delivered',
      data: { status: 'SUCCESS' },
    })
    expect(documentOf(await world.cli('history --json'))).toMatchObject({
      data: [{ status: 'SUCCESS', funds: 'delivered', open: false }],
    })
    expect(documentOf(await world.cli(`receipt ${receiptId} --json`))).toMatchObject({
      funds: 'delivered',
      data: { status: 'SUCCESS', received: { amount: '593' } },
    })
  })

  test('what cannot be asked leaves what the journal has', async () => {
    const world = createDepositWorld()
    const receiptId = receiptIdOf(await world.cli(`${order} --json --no-wait`))
    world.exchange.say({ subStatus: 'CONFIRMING', sourceTxHash: payment })
    await world.cli(`status ${receiptId} --json`)
    world.exchange.fault = 'silent'
    const run = await world.cli(`status ${receiptId} --json --exit-status`)
    expect([run.exit, documentOf(run)]).toMatchObject([
      8,
      { ok: true, funds: 'sent', data: { status: 'PENDING', subStatus: 'CONFIRMING' } },
    ])
  })
})

describe('a quote that grows old while it is read', () => {
  test('is renewed, and goes on where it is not worse', async () => {
    const world = createDepositWorld()
    const journal = await world.openJournal()
    const asked: bigint[] = []
    const context = world.context(journal, {
      confirmOrder: async ({ receive }) => {
        asked.push(receive.atLeast)
        world.clock.now += 75_000
      },
    })
    const outcome = await executeDeposit(await wantedOrder(world), context, { wait: false })
    expect(asked).toHaveLength(1)
    expect(outcome.status).toMatchObject({ status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' })
    expect(world.exchange.orders).toHaveLength(1)
  })

  test.each([
    ['worse', 2n, true],
    ['no worse', 1n, false],
  ])('the card marks an offer as worse only where it is: %s', async (_, times, isWorse) => {
    const world = createDepositWorld()
    const reasons: string[] = []
    const context = world.context(await world.openJournal(), {
      confirmOrder: async ({ typedReasons }) => {
        reasons.push(...typedReasons.map(({ code }) => code))
        throw new SwaprouteError('DECLINED', 'Declined.')
      },
    })
    const wanted = await wantedOrder(world)
    const { item } = wanted.route
    const { estimate } = item
    const promised = String(times * BigInt(estimate.destinationWeiMinAmount))
    const route = readRouteItem({
      ...item,
      estimate: { ...estimate, destinationWeiMinAmount: promised },
    })
    world.clock.now += 75_000
    const deciding = executeDeposit({ ...wanted, route }, context, { wait: false })
    await expect(deciding).rejects.toMatchObject({ code: 'DECLINED', funds: 'none_moved' })
    expect(reasons.includes('worse')).toBe(isWorse)
    expect(world.exchange.orders).toHaveLength(0)
  })
})

test('a renewed quote still hides the offer that an enforced route hid', async () => {
  const world = createDepositWorld()
  const told: string[] = []
  const context = world.context(await world.openJournal(), {
    confirmOrder: async ({ warnings }) => {
      told.push(...warnings.map(({ code }) => code))
      throw new SwaprouteError('DECLINED', 'Declined.')
    },
  })
  const wanted = await wantedOrder(world)
  const warnings = [{ code: 7013, reason: 'exolix promises over 3% more' }]
  world.clock.now += 75_000
  const held = { ...wanted, route: { ...wanted.route, warnings } }
  await expect(executeDeposit(held, context, { wait: false })).rejects.toThrow('Declined.')
  expect(told).toEqual(['7013'])
})

/** An order of a route that was quoted now. */
async function wantedOrder(world: DepositWorld): Promise<DepositOrder> {
  const request = requestFor(
    { srcToken: nativeToken('BITCOIN'), dstToken: usdc, srcAmount: 1_000_000n },
    { receiver, refundAddress: refund, depositTradeParams: 'onlyDeposits' },
  )
  const quotedAtMs = world.clock.now
  const [route] = (await world.api.quoteAll(request)).routes
  if (route === undefined) throw new Error('the exchange always has a route')
  return {
    request,
    route,
    quotedAtMs,
    fromAddress: null,
    receiver,
    refundAddress: refund,
    minReceive: null,
    maxLossBps: null,
    idempotencyKey: null,
    force: false,
  }
}
