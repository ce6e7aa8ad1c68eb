import { Address, beginCell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { ExecutionEvent } from '../../../../src/execution/context.ts'
import { executeSwap } from '../../../../src/execution/execute.ts'
import { planSwap } from '../../../../src/execution/plan.ts'
import { tonNetworkIds } from '../../../../src/wallet/realm.ts'
import { signTonPlan } from '../../../../src/wallet/signTonPlan.ts'
import type { TonPlan } from '../../../../src/wallet/types.ts'
import { createTonSwapWorld, nano, type TonSwapWorld } from '../../../support/tonExecution.ts'
import { thrownBy } from '../../wallet/support/errors.ts'
import { sampleTonPlan, tonSeed } from '../../wallet/support/tonPlans.ts'
import { eventsOf, killAt, resume, swap, transfers } from './support/runs.ts'

const startSeconds = 1_800_000_000

/** What happens once the chain's clock is there. */
function at(world: TonSwapWorld, seconds: number, work: () => void | Promise<void>): void {
  const before = world.onSleep
  let done = false
  world.onSleep = async () => {
    await before()
    if (done || world.chain.now() < startSeconds + seconds) return
    done = true
    await work()
  }
}

const idOf = async (world: TonSwapWorld): Promise<string> =>
  (await world.openJournal()).list({ limit: 1 })[0]?.swapId ?? ''

describe('a transfer that the chain does not accept', { timeout: 60_000 }, () => {
  test('is signed again after proof, and pays once', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    world.chain.behaviour.foresees = true
    at(world, 420, () => {
      expect(world.signed).toBe(1)
    })
    at(world, 430, () => {
      world.chain.behaviour.messages = 'take'
    })
    const outcome = await swap(world)
    expect(outcome).toMatchObject({
      status: { status: 'SUCCESS' },
      received: { amount: 15_000_000n },
    })
    expect(world.signed).toBe(2)
    expect(transfers(world)).toHaveLength(1)
    const events = await eventsOf(world, outcome.receiptId)
    const [first] = events.filter((event) => event.type === 'ton_signed')
    const [proof] = events.filter((event) => event.type === 'expired')
    expect(first?.validUntilSeconds).toBe(startSeconds + 360)
    expect(proof?.chainSeconds).toBeGreaterThan(startSeconds + 360 + 60)
    // New terms, because the quote was old by then (P5); no worse, so no second question.
    expect(world.calls.quoteAll).toBe(1)
    expect(world.reviews).toHaveLength(1)
  })

  test('is shown again when it can no longer be simulated', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    world.chain.behaviour.foresees = true
    at(world, 300, () => {
      world.chain.behaviour.foresees = false
    })
    world.review = ({ yesBlockedBy }) => {
      // As `--yes` does.
      if (yesBlockedBy !== null) throw new SwaprouteError('CONFIRMATION_REQUIRED', yesBlockedBy)
    }
    await expect(swap(world)).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(world.reviews.map(({ occasion }) => occasion)).toEqual(['swap', 'resume'])
    expect(world.signed).toBe(1)
    expect(transfers(world)).toHaveLength(0)
  })

  test('twice: it was not paid, and that is the end', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    const outcome = await swap(world)
    expect(outcome).toMatchObject({ status: { status: 'FAIL' }, funds: 'none_moved', spent: null })
    expect(outcome.status.note).toContain('was not paid')
    expect(world.signed).toBe(2)
    expect(transfers(world)).toEqual([])
    world.chain.behaviour.messages = 'take'
    await resume(world, outcome.receiptId)
    expect(world.signed).toBe(2)
    expect(transfers(world)).toEqual([])
  })

  test('is not abandoned before the proof: it was only late', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'keep'
    at(world, 350, () => world.chain.release())
    const outcome = await swap(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.signed).toBe(1)
    expect(transfers(world)).toHaveLength(1)
  })

  test('a node whose clock runs ahead proves nothing', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'keep'
    const { accountState } = world.chain.ton
    world.chain.ton.accountState = async (...given) => {
      const state = await accountState(...given)
      return { ...state, atSeconds: state.atSeconds + (world.signed > 0 ? 1_000 : 0) }
    }
    at(world, 200, () => world.chain.release())
    const outcome = await swap(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.signed).toBe(1)
    expect(transfers(world)).toHaveLength(1)
    const events = await eventsOf(world, outcome.receiptId)
    expect(events.some(({ type }) => type === 'expired')).toBe(false)
  })

  test('a node that was behind until the proof: what was taken is not paid again', async () => {
    const world = await createTonSwapWorld()
    const { wallet } = world
    const { ton } = world.chain
    const { accountState, rawTransactions } = ton
    const early = await accountState(wallet, { signal: new AbortController().signal })
    const isBehind = (): boolean =>
      world.signed > 0 && !JSON.stringify(world.events).includes('The payment expired')
    ton.accountState = async (...given) => {
      const state = await accountState(...given)
      return isBehind() && Address.parse(given[0]).toRawString() === wallet
        ? { ...early, atSeconds: state.atSeconds }
        : state
    }
    ton.rawTransactions = async (...given) => (isBehind() ? [] : await rawTransactions(...given))
    const outcome = await swap(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.signed).toBe(1)
    expect(transfers(world)).toHaveLength(1)
    const events = await eventsOf(world, outcome.receiptId)
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['expired', 'ton_confirmed']),
    )
  })

  test('shows how long it is valid, by our own clock', async () => {
    const world = await createTonSwapWorld()
    world.skewSeconds = 20
    world.chain.behaviour.messages = 'keep'
    at(world, 30, () => world.chain.release())
    await swap(world)
    const told = world.events.filter(isValidity)
    expect(told.length).toBeGreaterThan(2)
    const ends = new Set(told.map(({ validUntilMs }) => validUntilMs))
    expect([...ends]).toEqual([(startSeconds + 360 + 20) * 1000])
  })
})

describe('the node', { timeout: 60_000 }, () => {
  test.each([
    ['loses its answer', new SwaprouteError('TIMED_OUT', 'No answer in time.')],
    ['refuses what it took', new SwaprouteError('UPSTREAM_REFUSED', 'duplicate message')],
  ])('%s: the chain decides', async (_, error) => {
    const world = await createTonSwapWorld()
    const honest = world.chain.ton.sendBoc
    world.chain.ton.sendBoc = async (...given) => {
      await honest(...given)
      throw error
    }
    const outcome = await swap(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(transfers(world)).toHaveLength(1)
    expect(world.events).toContainEqual(expect.objectContaining({ code: 'BROADCAST_REFUSED' }))
  })

  test('goes down after the payment: not known yet, then found', async () => {
    const world = await createTonSwapWorld()
    const honest = world.chain.ton.sendBoc
    world.chain.ton.sendBoc = async (...given) => {
      const answer = await honest(...given)
      world.chain.behaviour.down = true
      return answer
    }
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    const outcome = await executeSwap(planned, context, { wait: true, maxWaitMs: 60_000 })
    expect(outcome).toMatchObject({ status: { status: 'PENDING' }, funds: 'sent' })
    world.chain.behaviour.down = false
    expect((await resume(world, outcome.receiptId)).status.status).toBe('SUCCESS')
    expect(transfers(world)).toHaveLength(1)
    expect(world.signed).toBe(1)
  })

  test('is down over the whole validity: nothing is signed again without proof', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    at(world, 5, () => {
      world.chain.behaviour.down = true
    })
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    const outcome = await executeSwap(planned, context, { wait: true, maxWaitMs: 600_000 })
    expect(outcome.status.status).toBe('PENDING')
    expect(world.signed).toBe(1)
  })
})

describe('the wallet', { timeout: 60_000 }, () => {
  test('cannot pay what it took: never reported as paid', async () => {
    const world = await createTonSwapWorld()
    const honest = world.chain.ton.accountState
    // A node that reports more than there is.
    world.chain.ton.accountState = async (...given) => {
      const state = await honest(...given)
      return { ...state, balance: state.balance * 10n }
    }
    const change = { srcAmount: 50n * nano }
    const outcome = await swap(world, change)
    expect(outcome).toMatchObject({
      status: { status: 'FAIL', destinationTxHash: null },
      funds: 'none_moved',
      received: null,
      spent: null,
    })
    expect(outcome.status.note).toContain('1 of 1 messages could not be sent')
    expect(outcome.status.note).toContain('stayed in the wallet')
    const [taken] = transfers(world)
    expect(taken).toMatchObject({ compute: { success: true }, outMessages: [] })
    expect(outcome.hashes.sourceTransaction).toBe(taken?.hash)
    expect(outcome.gasSpent.amount).toBe(taken?.totalFees)
    await resume(world, outcome.receiptId)
    expect(world.signed).toBe(1)
  })

  test('took another transfer under the same number: replaced, not paid', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    at(world, 10, () => otherTransfer(world))
    const outcome = await swap(world)
    expect(outcome).toMatchObject({ status: { status: 'FAIL' }, funds: 'none_moved' })
    expect(outcome.status.note).toContain('Another transaction used the nonce')
    expect(world.signed).toBe(1)
    expect(transfers(world)).toHaveLength(1)
    const passed = (await eventsOf(world, outcome.receiptId)).filter(
      ({ type }) => type === 'seqno_passed' || type === 'replaced',
    )
    expect(passed.map(({ type }) => type)).toEqual(['seqno_passed', 'replaced'])
  })

  test('of a version that is not signed for here: planned for others, never signed', async () => {
    const world = await createTonSwapWorld()
    const honest = world.chain.ton.accountState
    const code = beginCell().storeUint(1, 8).endCell().toBoc().toString('base64')
    world.chain.ton.accountState = async (...given) => {
      const state = await honest(...given)
      return { ...state, status: 'active', code, data: code }
    }
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    expect(planned.unsigned).toHaveLength(1)
    const error = await thrownBy(() => executeSwap(planned, context, { wait: true }))
    expect(error.code).toBe('KEY_UNAVAILABLE')
    expect(error.message).toContain('V4R2 or V5R1')
    expect(world.signed + world.reviews.length).toBe(0)
  })
})

describe('a clock that is wrong', { timeout: 60_000 }, () => {
  test.each([31, -31])('by %i seconds: nothing is planned (T6)', async (skew) => {
    const world = await createTonSwapWorld()
    world.skewSeconds = skew
    const error = await thrownBy(() => swap(world))
    expect(error.context['check']).toBe('T6')
    expect(world.signed).toBe(0)
    world.skewSeconds = skew - Math.sign(skew)
    expect((await swap(world)).status.status).toBe('SUCCESS')
  })

  test('when it comes to signing: nothing is signed', async () => {
    const world = await createTonSwapWorld()
    world.review = () => {
      world.skewSeconds = 31
    }
    const error = await thrownBy(() => swap(world))
    expect(error.context['check']).toBe('T6')
    expect(world.signed).toBe(0)
  })
})

describe('two swaps of one wallet', { timeout: 60_000 }, () => {
  test('the second waits until the first can no longer be taken', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    const first = await killAt(world, 'pay_sent')
    at(world, 360, () => {
      expect(transfers(world)).toEqual([])
      expect(world.signed).toBe(1)
    })
    at(world, 421, () => {
      world.chain.behaviour.messages = 'take'
    })
    const second = await swap(world)
    expect(second.status.status).toBe('SUCCESS')
    expect(world.chain.now()).toBeGreaterThan(startSeconds + 420)
    // The number of the first is the second's now.
    expect(await resume(world, first)).toMatchObject({
      status: { status: 'FAIL' },
      funds: 'none_moved',
    })
    expect(transfers(world)).toHaveLength(1)
    expect(world.signed).toBe(2)
  })

  test('the first is helped on its way, and both are paid', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.messages = 'lose'
    const first = await killAt(world, 'pay_sent')
    world.chain.behaviour.messages = 'take'
    expect((await swap(world)).status.status).toBe('SUCCESS')
    expect((await resume(world, first)).status.status).toBe('SUCCESS')
    expect(transfers(world)).toHaveLength(2)
    expect(await world.jetton.balanceOf(world.wallet)).toBe(30_000_000n)
  })
})

describe('a signer that signs something else', { timeout: 60_000 }, () => {
  const other = `0:${'0d'.repeat(32)}`
  const comment = beginCell().storeUint(0, 32).endCell().toBoc().toString('base64')
  const changed = (change: object) => (plan: TonPlan) => ({
    ...plan,
    messages: plan.messages.map((message) => ({ ...message, ...change })),
  })
  test.each<[string, (plan: TonPlan) => TonPlan]>([
    ['another address', changed({ to: other })],
    ['another amount', changed({ value: 1n })],
    ['no bounce', changed({ bounce: false })],
    ['another body', changed({ payload: comment })],
    ['one message more', (plan) => ({ ...plan, messages: [...plan.messages, ...plan.messages] })],
    ['another number', (plan) => ({ ...plan, seqno: plan.seqno + 1, deploys: false })],
    ['a longer time', (plan) => ({ ...plan, validUntilSeconds: plan.validUntilSeconds + 1 })],
  ])('%s: refused, nothing is sent', async (_, alterPlan) => {
    const world = await createTonSwapWorld()
    world.alterPlan = alterPlan
    const error = await thrownBy(() => swap(world))
    expect(error.context['check']).toBe('E13')
    expect(world.chain.sent).toEqual([])
    const events = await eventsOf(world, await idOf(world))
    expect(events.map(({ type }) => type).slice(-3)).toEqual(['signing', 'freed', 'abandoned'])
  })
})

function isValidity(event: ExecutionEvent): event is Extract<ExecutionEvent, { type: 'validity' }> {
  return event.type === 'validity'
}

/** The owner pays from another program meanwhile. */
async function otherTransfer(world: TonSwapWorld): Promise<void> {
  const to = `0:${'2b'.repeat(32)}`
  const plan = sampleTonPlan('v5r1', {
    networkId: tonNetworkIds.sandbox,
    seqno: 0,
    deploys: true,
    validUntilSeconds: world.chain.now() + 60,
    messages: [{ to, value: nano, bounce: false, payload: null, stateInit: null }],
  })
  world.chain.behaviour.messages = 'take'
  await world.chain.ton.sendBoc(await signTonPlan({ ...plan, from: world.wallet }, tonSeed), {
    signal: new AbortController().signal,
  })
  world.chain.behaviour.messages = 'lose'
}
