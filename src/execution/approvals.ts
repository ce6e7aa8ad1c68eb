import { encodeApprove } from '../chains/evm/erc20.ts'
import type { Token } from '../core/token.ts'
import type { EvmCall } from '../wallet/types.ts'
import type { PlannedApproval } from './reviewTypes.ts'

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
