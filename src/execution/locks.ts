import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Holder } from '../store/locks.ts'
import type { ExecutionContext } from './context.ts'
import { stopIfInterrupted } from './errors.ts'
import type { Session } from './session.ts'

const firstPauseMs = 250
const longestPauseMs = 2_000
/** Longer than the approval and payment of another swap take. */
const lockWaitMs = 15 * 60_000

/**
 * Runs `work` as the only owner of the account's next number (I6), from the first approval to the
 * mined payment. Waits for the other swaps of the account.
 * @throws SwaprouteError TIMED_OUT when they take too long, INTERRUPTED
 */
export async function withAccountLock<T>(session: Session, work: () => Promise<T>): Promise<T> {
  const { context, swapId, state } = session
  const { chainId, fromAddress } = state().plan
  const name = `account:${chainId}:${fromAddress.toLowerCase()}`
  const deadline = context.now() + lockWaitMs
  let pause = firstPauseMs
  let reported = false
  for (;;) {
    stopIfInterrupted(session)
    const answer = context.journal.tryLock(name, swapId)
    if (answer.taken) {
      try {
        await context.checkpoint('locked')
        return await work()
      } finally {
        answer.release()
      }
    }
    const { holder } = answer
    if (context.now() >= deadline) throw stillLocked(holder, fromAddress)
    if (!reported) {
      const text = holder.isAlive
        ? `Waiting for another swap of ${fromAddress}`
        : silentText(holder, `the account ${fromAddress}`)
      session.report('lock', 'waiting', text)
    }
    reported = true
    await context.sleep(pause)
    pause = Math.min(pause * 2, longestPauseMs)
  }
}

/** Retries while another process holds the swap: `status` releases it quickly. */
const tries = 12

/** Context for waiting for a swap's lock. */
type LockContext = Pick<ExecutionContext, 'journal' | 'onEvent' | 'sleep' | 'signal'>

/**
 * Runs `work` with the swap's lock. A working holder has three seconds to release it; a silent one
 * (killed elsewhere, or hanging) until its lease ends.
 * @param waits false: for callers that can answer without the lock
 * @throws SwaprouteError DUPLICATE while another process works on the swap, INTERRUPTED
 */
export async function withSwapLock<T>(
  context: LockContext,
  swapId: string,
  work: () => Promise<T>,
  waits = true,
): Promise<T> {
  const release = await takeSwap(context, swapId, waits)
  try {
    return await work()
  } finally {
    release()
  }
}

async function takeSwap(context: LockContext, swapId: string, waits: boolean): Promise<() => void> {
  let reported = false
  let left = waits ? tries : 0
  for (;;) {
    const answer = context.journal.tryLock(`swap:${swapId}`, swapId)
    if (answer.taken) return answer.release
    const { holder } = answer
    if (!waits || (holder.isAlive && left === 0)) throw atWork(holder, swapId)
    if (context.signal.aborted) throw stoppedWaiting(holder, swapId)
    if (holder.isAlive) {
      left -= 1
      await context.sleep(firstPauseMs)
      continue
    }
    if (!reported) tellSilent(context, holder, swapId)
    reported = true
    await context.sleep(longestPauseMs / 2)
  }
}

function tellSilent(context: LockContext, holder: Holder, swapId: string): void {
  const text = silentText(holder, `swap ${swapId}`)
  const blockchain = sourceOf(context, swapId)
  if (blockchain === null) return
  context.onEvent({ type: 'step', step: 'lock', state: 'waiting', text, blockchain, hash: null })
}

function silentText(holder: Holder, what: string): string {
  return `${placeOf(holder)} holds ${what} and is silent; it is taken over at ${timeOf(holder)} unless that process answers`
}

function sourceOf({ journal }: LockContext, swapId: string): BlockchainId | null {
  const [first] = journal.read(swapId)
  return first !== undefined && 'srcToken' in first.event ? first.event.srcToken.blockchain : null
}

function atWork(holder: Holder, swapId: string): SwaprouteError {
  const until =
    holder.untilMs === null
      ? ''
      : `; it holds the swap until ${timeOf(holder)} and renews that while it runs`
  const message = `Another swaproute (${placeOf(holder).replace(/^P/, 'p')}) is tracking swap ${swapId}${until}.`
  return new SwaprouteError('DUPLICATE', message, {
    hint: `Let it finish, or watch it with \`swaproute status ${swapId} --watch\`.`,
    context: { receiptId: swapId, ...factsOf(holder) },
    funds: 'unknown',
  })
}

function stoppedWaiting(holder: Holder, swapId: string): SwaprouteError {
  const message = `Interrupted while waiting for ${placeOf(holder)} to let go of swap ${swapId}.`
  return new SwaprouteError('INTERRUPTED', message, {
    hint: `Nothing was sent now. Continue with \`swaproute resume ${swapId}\`.`,
    context: { receiptId: swapId, ...factsOf(holder) },
    funds: 'unknown',
  })
}

function stillLocked(holder: Holder, account: string): SwaprouteError {
  const place = `process ${holder.pid} on ${holder.host}`
  const message = `Swap ${holder.swapId ?? '?'} in ${place} has locked the account ${account} for 15 minutes.`
  return new SwaprouteError('TIMED_OUT', message, {
    hint: 'Let it finish or end it, then try again.',
    context: { ...factsOf(holder), receiptId: holder.swapId },
  })
}

function placeOf({ pid, host }: Holder): string {
  return `Process ${pid} on ${host}`
}

function factsOf({ pid, host, untilMs }: Holder): Record<string, unknown> {
  return { pid, host, leaseEnds: untilMs === null ? null : new Date(untilMs).toISOString() }
}

/** Time of day, UTC, as in receipts. */
function timeOf({ untilMs }: Holder): string {
  return untilMs === null ? 'its end' : `${new Date(untilMs).toISOString().slice(11, 19)} UTC`
}
