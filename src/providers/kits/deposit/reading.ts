import type { SwapRef } from '../../../core/quote.ts'
import type { ProviderContext } from '../../types.ts'
import type { ProviderName } from '../errors.ts'
import type { StoredOrder } from './state.ts'

/**
 * Meaning of a provider's status. `held`: until a check is passed. `delayed`: it goes on by itself.
 * `refunding`: a refund is announced or under way. `stopped`: it goes on no more, and its support has
 * to be asked where the money is. `unknown`: undocumented (S1). `unlisted`: orders are not listed and
 * no payment is known, so that time alone ends nothing.
 */
export type Meaning =
  | 'awaiting'
  | 'confirming'
  | 'exchanging'
  | 'sending'
  | 'held'
  | 'delayed'
  | 'short'
  | 'refunding'
  | 'needs_user'
  | 'done'
  | 'refunded'
  | 'failed'
  | 'expired'
  | 'stopped'
  | 'unknown'
  | 'unlisted'

/** Meanings by the provider's status. */
export type StatusMap = Readonly<Partial<Record<string, Meaning>>>

/** The words that exchanges share. */
export const usualStatuses = {
  waiting: 'awaiting',
  confirming: 'confirming',
  exchanging: 'exchanging',
  sending: 'sending',
  finished: 'done',
  failed: 'failed',
  refunded: 'refunded',
  expired: 'expired',
} as const satisfies StatusMap

/** An unlisted status is unknown; own properties only, so that `constructor` finds nothing. */
export function meaningOf(map: StatusMap, word: string): Meaning {
  return (Object.hasOwn(map, word) ? map[word] : undefined) ?? 'unknown'
}

/** An order as its provider reports it. */
export type Reading = {
  /** The provider's own status. */
  word: string
  meaning: Meaning
  /** The payment as the provider saw it. */
  srcTxHash: string | null
  /** Transactions that may have paid the receiver, likeliest first. */
  payoutHashes: readonly string[]
  /** The payment's own record is also the payout (a chain that swaps by itself). */
  paysByItself?: boolean
  /** Reported base units of the source coin that arrived; absent or null: not reported. */
  paidAmount?: bigint | null
  /** Reported base units paid out; null: not reported. */
  payoutAmount: bigint | null
  /** Transactions that may have paid the money back, likeliest first. */
  refundHashes: readonly string[]
  /** One sentence for the user, for example what is missing. */
  note?: string
}

/** What is known of an order; a foreign one only from its provider. */
export type KnownOrder = Omit<StoredOrder, 'srcAmount' | 'dstAmount' | 'createdAtMs'> & {
  srcAmount: bigint | null
  dstAmount: bigint | null
  createdAtMs: number | null
}

/** What one look at an order has at hand. */
export type StatusLook = {
  provider: ProviderName
  reading: Reading
  order: KnownOrder
  ref: SwapRef
  context: ProviderContext
}
