import { encodeApprove } from '../chains/evm/erc20.ts'
import type { EvmCall } from './types.ts'

export type ApprovalRequest = {
  token: string
  owner: string
  spender: string
  /** Allowance in force, base units. */
  current: bigint
  /** Allowance the payment takes, base units. */
  needed: bigint
}

/** One approval transaction, in the order of sending. */
export type ApprovalStep = { leg: 'approve_reset' | 'approve'; amount: bigint; call: EvmCall }

/**
 * The approvals a payment needs: the exact amount, never more (SAFETY.md E6). Any other allowance
 * that is left over goes to zero first: tokens of USDT's kind refuse to change one that is not
 * zero, and for all others it closes the gap in which both could be spent.
 * https://eips.ethereum.org/EIPS/eip-20#approve (read 2026-11)
 */
export function approvalSteps(request: ApprovalRequest): ApprovalStep[] {
  const { current, needed } = request
  if (current === needed) return []
  const steps: ApprovalStep[] = []
  if (current !== 0n) steps.push({ leg: 'approve_reset', amount: 0n, call: revokeCall(request) })
  if (needed !== 0n) steps.push({ leg: 'approve', amount: needed, call: approveCall(request) })
  return steps
}

/** Takes what is left of an allowance away (E7). */
export function revokeCall({
  token,
  owner,
  spender,
}: Pick<ApprovalRequest, 'token' | 'owner' | 'spender'>): EvmCall {
  return { from: owner, to: token, data: encodeApprove(spender, 0n), value: 0n }
}

function approveCall({ token, owner, spender, needed }: ApprovalRequest): EvmCall {
  return { from: owner, to: token, data: encodeApprove(spender, needed), value: 0n }
}
