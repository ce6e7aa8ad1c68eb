import type { BlockchainId } from './blockchainIds.ts'
import type { Token } from './token.ts'

/** An order as somebody else than its provider describes it: what it takes to ask for it. */
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

/** A coin as a provider means it. */
type OrderedCoin = { blockchain: BlockchainId; address: string; native: boolean }

/**
 * The same order by its provider's own word. Undefined: the provider does not tell; null: there is
 * none, or it is one that nobody here knows. Amounts in base units, times in Unix milliseconds.
 */
export type OrderFacts = {
  orderId: string | undefined
  srcToken: OrderedCoin | null | undefined
  dstToken: OrderedCoin | null | undefined
  srcAmount: bigint | null | undefined
  depositAddress: string | undefined
  depositMemo: string | null | undefined
  /** Address alone; what goes along with it is told apart. */
  receiver: string | undefined
  receiverMemo: string | null | undefined
  refundAddress: string | null | undefined
  /** The least that is paid out, where the provider enforces one; else what it expects. */
  dstAmount: bigint | null | undefined
  expiresAtMs: number | null | undefined
}
