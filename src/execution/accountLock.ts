import { SwaprouteError } from '../core/errors.ts'
import { type Session, stopIfInterrupted } from './session.ts'

const firstPauseMs = 250
const longestPauseMs = 2_000
/** Longer than a chain needs for the approval and the payment of somebody else's swap. */
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
  let told = false
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
    if (context.now() >= deadline) throw stillLocked(answer.holder, fromAddress)
    if (!told) session.tell('lock', 'waiting', `Waiting for another swap of ${fromAddress}`)
    told = true
    await context.sleep(pause)
    pause = Math.min(pause * 2, longestPauseMs)
  }
}

/** @throws SwaprouteError DUPLICATE while another process works on the same swap */
export async function withSwapLock<T>(
  { journal }: Pick<Session['context'], 'journal'>,
  swapId: string,
  work: () => Promise<T>,
): Promise<T> {
  const answer = journal.tryLock(`swap:${swapId}`, swapId)
  if (!answer.taken) {
    const message = `Process ${answer.holder.pid} is working on swap ${swapId}.`
    throw new SwaprouteError('DUPLICATE', message, {
      hint: `Let it finish, or watch with \`swaproute receipt ${swapId}\`.`,
      context: { receiptId: swapId, pid: answer.holder.pid },
      funds: 'unknown',
    })
  }
  try {
    return await work()
  } finally {
    answer.release()
  }
}

function stillLocked(
  holder: { pid: number; swapId: string | null },
  account: string,
): SwaprouteError {
  const message = `Swap ${holder.swapId ?? '?'} in process ${holder.pid} has kept the account ${account} for 15 minutes.`
  return new SwaprouteError('TIMED_OUT', message, {
    hint: 'Let it finish or end it, then try again.',
    context: { pid: holder.pid, receiptId: holder.swapId },
  })
}
