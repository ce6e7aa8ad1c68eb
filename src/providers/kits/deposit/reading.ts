import type { SwapRef } from '../../../core/quote.ts'
import type { ProviderContext } from '../../types.ts'
import type { ProviderName } from '../errors.ts'
import type { StoredOrder } from './state.ts'

/**
 * State of an order. `on_hold`: until a check is passed. `delayed`: it continues on its own.
 * `refunding`: a refund is announced or under way. `stopped`: it does not continue, and its support has
 * to be asked where the money is. `unknown`: undocumented (S1). `unlisted`: orders are not listed and
 * no payment is known, so that time alone ends nothing.
 */
export type OrderState =
  | 'awaiting'
  | 'confirming'
  | 'exchanging'
  | 'sending'
  | 'on_hold'
  | 'delayed'
  | 'underpaid'
  | 'refunding'
  | 'needs_user'
  | 'done'
  | 'refunded'
  | 'failed'
  | 'expired'
  | 'stopped'
  | 'unknown'
  | 'unlisted'

/** Order states by upstream status. */
export type StatusMap = Readonly<Partial<Record<string, OrderState>>>

/** The upstream statuses that exchanges share. */
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
export function orderStateOf(map: StatusMap, upstreamStatus: string): OrderState {
  return (Object.hasOwn(map, upstreamStatus) ? map[upstreamStatus] : undefined) ?? 'unknown'
}

/** An order as its provider reports it. */
export type Reading = {
  /** The provider's own status text. */
  upstreamStatus: string
  state: OrderState
  /** The payment as the provider saw it. */
  srcTxHash: string | null
  /** Transactions that may have paid the receiver, likeliest first. */
  payoutHashes: readonly string[]
  /** The payment's own record is also the payout (a chain with its own swaps). */
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

/** What the status of an order is decided from. */
export type OrderReport = {
  provider: ProviderName
  reading: Reading
  order: KnownOrder
  ref: SwapRef
  context: ProviderContext
}
