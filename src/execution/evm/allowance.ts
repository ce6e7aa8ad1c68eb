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
 * The approvals a payment needs: exactly its amount, never more (E6). A different left-over
 * allowance goes to zero first: tokens like USDT refuse to change a non-zero one.
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

/** The call that sets an allowance; 0 revokes it (E7). */
export function approvalCall(
  from: string,
  { token, spender, amount }: Pick<PlannedApproval, 'token' | 'spender' | 'amount'>,
): EvmCall {
  return { from, to: token.address, data: encodeApprove(spender, amount), value: 0n }
}

/**
 * Whether the allowance is no longer needed: the payment is mined or can never be, or the swap
 * ended without one.
 */
export function isAllowanceIdle({ state }: Pick<Session, 'state'>): boolean {
  return state().end !== null || isPaymentOver(state())
}

/** Whether an allowance of this swap is, or may be, still in force. */
export function hasAllowance({ state }: Pick<Session, 'state'>): boolean {
  return approvedSpenders(state()).length > 0 && state().allowance !== 0n
}

/**
 * Revokes the left-over allowances of this swap (E7). Call under the account's lock once the
 * payment no longer needs them. An unused approval is always revoked, whatever a node reports: the
 * revocation has the approval's nonce or a later one, so an approval dropped in a reorg cannot come
 * back and stay.
 */
async function clearAllowance(session: Session): Promise<void> {
  if (!hasAllowance(session)) return
  if (session.state().end === null) {
    // After a reorg the payment needs its allowance and nonce again.
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

/** Reads the left-over allowance without signing; records 0 only if it is final. */
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

/** Whether an allowance of 0 stays 0, whichever of our transactions are mined again. */
async function isGoneForGood(session: Session): Promise<boolean> {
  const { state } = session
  if (approvedSpenders(state()).some((spender) => isGranted(state(), spender))) return false
  const revoke = attemptOf(state(), 'revoke')
  if (revoke?.stage !== 'confirmed') return revoke === null || !isOpenAttempt(revoke)
  return (await recheckTransaction(session, 'revoke')) !== null
}

/**
 * `clearAllowance` whose failure does not hide the swap's outcome: a missing key or node only
 * warns, and `resume` revokes later.
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

/** Safety rules, a missing key or coin, and outages; never journal errors. */
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
 * Addresses that may have an allowance from this swap: those it approved, and the payment's spender
 * even if approved earlier.
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
 * Whether an approval of this swap is in force by the journal: nothing has used or revoked it
 * since, and nothing pending will. A node's reading does not count: it may be behind, or the
 * approval's block was just reorganized and the approval will be mined again.
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

/** Spender whose allowance a transaction sets, lower case; null for payments and without bytes. */
function spenderIn({ leg, signed }: Attempt): string | null {
  if (leg === 'pay' || signed?.type !== 'signed') return null
  return `0x${signed.data.slice(34, 74)}`.toLowerCase()
}
