import type { BlockchainId } from './blockchainIds.ts'
import type { Token } from './token.ts'

/** What a claim pays out, decoded by our own code; the zero address is the native coin. */
export type ClaimTerms = { token: string; amount: bigint; recipient: string }

/** The call that claims a transfer, and the claimable amount according to the transfer's source. */
export type ClaimPlan = {
  blockchain: BlockchainId
  to: string
  data: string
  token: Token
  /** Base units. */
  amount: bigint
  receiver: string
  source: { blockchain: BlockchainId; hash: string }
}
