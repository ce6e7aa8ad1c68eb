import type { ClaimTerms } from '../../core/claim.ts'

/** What a withdrawal runs on ETH. */
export const withdrawEther =
  'function finalizeWithdrawETH(address from, address to, uint256 amount, bytes data) payable'
export const withdrawToken =
  'function finalizeWithdrawERC20(address l1Token, address l2Token, address from, address to, uint256 amount, bytes data) payable'

/** A message that moves coins or tokens, and what it pays out. */
export type ScrollMessage = {
  dst: 'ETH' | 'SCROLL'
  /** Of the transaction that sent it. */
  sentBy: string
  from: string
  to: string
  value: bigint
  nonce: bigint
  message: string
  hash: string
} & ClaimTerms
