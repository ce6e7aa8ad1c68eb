import type { BlockchainId } from './blockchainIds.ts'
import type { Token } from './token.ts'

/**
 * An order as described by a source other than its provider, with enough to ask the provider for
 * it.
 */
export type OrderClaim = {
  orderId: string
  depositAddress: string
  depositMemo: string | null
  srcToken: Token
  dstToken: Token
  /** Base units. */
  srcAmount: bigint
  fromAddress: string | null
  receiver: string
}

/** A coin as its provider identifies it. */
type OrderedCoin = { blockchain: BlockchainId; address: string; native: boolean }

/**
 * The same order as its provider describes it. Undefined: not reported by the provider; null:
 * absent, or not known to this program. Amounts in base units, times in Unix milliseconds.
 */
export type OrderFacts = {
  orderId: string | undefined
  srcToken: OrderedCoin | null | undefined
  dstToken: OrderedCoin | null | undefined
  srcAmount: bigint | null | undefined
  depositAddress: string | undefined
  depositMemo: string | null | undefined
  /** Address alone; a memo or tag is a separate field. */
  receiver: string | undefined
  receiverMemo: string | null | undefined
  refundAddress: string | null | undefined
  /** The minimum payout if the provider enforces one; else the expected amount. */
  dstAmount: bigint | null | undefined
  /** Maximum cost of a refund, base units of the source token. */
  refundFee?: bigint | null | undefined
  expiresAtMs: number | null | undefined
}
