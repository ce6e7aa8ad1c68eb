import { encodeApprove } from '../../chains/evm/erc20.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { PlannedApproval } from '../../core/review.ts'
import type { Token } from '../../core/token.ts'
import type { EvmCall } from '../../wallet/types.ts'
import { type Attempt, attemptOf, isOpenAttempt, isPaymentOver } from '../attempts.ts'
import { isOutage } from '../outage.ts'
import type { Session } from '../session.ts'
import type { SwapState } from '../state.ts'
import { awaitTransaction, recheckTransaction, sendTransaction } from './transaction.ts'

/**
 * The approvals a payment needs: exactly its amount, never more (E6). Any other allowance that is
 * left over goes to zero first: tokens of USDT's kind refuse to change one that is not zero.
 * https://eips.ethereum.org/EIPS/eip-20#approve (read 2026-11)
 */
export function planApprovals(
  token: Token,
  spender: string | null,
  current: bigint,
  needed: bigint,
): PlannedApproval[] {
  if (spender === null || current === needed) return []
  const approve: PlannedApproval = { leg: 'approve', token, spender, amount: needed }
  if (current === 0n) return [approve]
  return [{ leg: 'approve_reset', token, spender, amount: 0n }, approve]
}

/** The call that sets an allowance; 0 takes it away (E7). */
export function approvalCall(
  from: string,
  { token, spender, amount }: Pick<PlannedApproval, 'token' | 'spender' | 'amount'>,
): EvmCall {
  return { from, to: token.address, data: encodeApprove(spender, amount), value: 0n }
}

/**
 * Whether the payment needs its allowance no more: it is mined or can never be, or the swap ended
 * without one.
 */
export function isAllowanceIdle({ state }: Pick<Session, 'state'>): boolean {
  return state().end !== null || isPaymentOver(state())
}

/** Whether an allowance of this swap is, or may be, still in force. */
export function hasAllowance({ state }: Pick<Session, 'state'>): boolean {
  return approvedSpenders(state()).length > 0 && state().allowance !== 0n
}

/**
 * Takes away what is left of the allowances this swap has given (E7). To be called under the
 * account's lock, once the payment needs them no more. An approval that was not paid with is
 * answered by a revocation whatever is read: that has the approval's number or one behind it, so
 * that none that left the chain with its block can come back later and stay.
 */
async function clearAllowance(session: Session): Promise<void> {
  if (!hasAllowance(session)) return
  if (session.state().end === null) {
    // Taken back with its block, the payment needs its allowance and its number again.
    await recheckTransaction(session, 'pay')
    if (!isAllowanceIdle(session)) return
  }
  const { srcToken, fromAddress } = session.state().plan
  await awaitTransaction(session, 'revoke')
  for (const spender of approvedSpenders(session.state())) {
    const isLeft = isGranted(session.state(), spender)
    if (!isLeft && (await readAllowance(session, spender)) === 0n) continue
    await sendTransaction(
      session,
      'revoke',
      approvalCall(fromAddress, { token: srcToken, spender, amount: 0n }),
    )
    await awaitTransaction(session, 'revoke')
  }
  await recordAllowance(session)
}

/** Reads what is left, without signing anything; that nothing is left has to be for good. */
export async function recordAllowance(session: Session): Promise<void> {
  if (!hasAllowance(session)) return
  let left = 0n
  for (const spender of approvedSpenders(session.state())) {
    left += await readAllowance(session, spender)
  }
  if (left === 0n && !(await isGoneForGood(session))) return
  if (left !== session.state().allowance) {
    session.append({ type: 'allowance', amount: String(left) })
    await session.context.checkpoint('allowance_read')
  }
}

/** Whether an allowance that reads 0 stays at 0, whatever of ours is mined again. */
async function isGoneForGood(session: Session): Promise<boolean> {
  const { state } = session
  if (approvedSpenders(state()).some((spender) => isGranted(state(), spender))) return false
  const revoke = attemptOf(state(), 'revoke')
  if (revoke?.stage !== 'confirmed') return revoke === null || !isOpenAttempt(revoke)
  return (await recheckTransaction(session, 'revoke')) !== null
}

/**
 * `clearAllowance` where its failure must not hide what became of the money: a missing key or a
 * silent node leaves a warning, and `resume` does it later.
 */
export async function tryClearAllowance(session: Session): Promise<void> {
  try {
    await clearAllowance(session)
  } catch (thrown) {
    if (!isForgivable(thrown)) throw thrown
    const text = `The allowance could not be revoked: ${thrown.message}`
    session.context.onEvent({ type: 'warning', code: 'ALLOWANCE_LEFT', text })
    try {
      await recordAllowance(session)
    } catch (again) {
      if (!isOutage(again)) throw again
    }
  }
}

/** Our own rules about sending, a missing key or coin, and outages; never the journal's faults. */
function isForgivable(thrown: unknown): thrown is SwaprouteError {
  if (!(thrown instanceof SwaprouteError)) return false
  const { code } = thrown
  return code !== 'STORE_DAMAGED' && code !== 'OUTCOME_UNKNOWN' && code !== 'INTERRUPTED'
}

async function readAllowance({ context, state }: Session, spender: string): Promise<bigint> {
  const { srcToken, fromAddress } = state().plan
  const { blockchain, address } = srcToken
  return await context.evm.readAllowance(blockchain, address, fromAddress, spender)
}

/**
 * Addresses that may have an allowance because of this swap: those it approved, and the one its
 * payment was to use, even if it was approved earlier.
 */
function approvedSpenders(state: SwapState): string[] {
  const { transaction } = state.terms
  if (transaction.kind === 'ton') return [] // nothing is ever approved there
  const spender = transaction.approvalAddress
  const spenders = state.attempts.flatMap((attempt) => {
    const approved = attempt.leg === 'approve' ? spenderIn(attempt) : null
    if (approved !== null) return [approved]
    const isPaid = attempt.leg === 'pay' && attempt.signed !== null
    return isPaid && spender !== null ? [spender.toLowerCase()] : []
  })
  return [...new Set(spenders)]
}

/**
 * Whether an approval of this swap is in force as far as the journal knows: nothing used it up or
 * took it away after it, nor is on its way to. What a node reads of it at that time decides nothing:
 * it may be behind, or the approval's block was just taken back, and the approval comes again.
 */
function isGranted({ attempts }: SwapState, spender: string): boolean {
  const granted = attempts.findLastIndex(
    (attempt) =>
      attempt.leg === 'approve' &&
      spenderIn(attempt) === spender &&
      (isOpenAttempt(attempt) || attempt.stage === 'confirmed'),
  )
  if (granted === -1) return false
  return !attempts.slice(granted + 1).some((attempt) => {
    const { leg, stage } = attempt
    if (leg === 'pay') return stage === 'confirmed'
    if (leg === 'approve' || spenderIn(attempt) !== spender) return false
    return stage === 'confirmed' || (leg === 'revoke' && isOpenAttempt(attempt))
  })
}

/** Whose allowance a transaction of ours sets, in lower case; null for payments and without bytes. */
function spenderIn({ leg, signed }: Attempt): string | null {
  if (leg === 'pay' || signed?.type !== 'signed') return null
  return `0x${signed.data.slice(34, 74)}`.toLowerCase()
}
