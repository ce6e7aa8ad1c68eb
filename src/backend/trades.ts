import type { QuoteAllBody, RouteItem, SwapAnswer } from '../api/schemas.ts'
import type { SwaprouteError } from '../core/errors.ts'
import type { Quote } from '../core/quote.ts'
import type { OrderClaim } from '../store/orderClaims.ts'

/** A quoted route as it is remembered until it expires, or for good once it was swapped. */
export type Trade = {
  id: string
  createdAtMs: number
  /** The request as interpreted; what `swap` resends is compared with it. */
  body: QuoteAllBody
  quote: Quote
  route: RouteItem
  /** The answer of `swap`, given again when the call is repeated. */
  swap: { answer: SwapAnswer; body: QuoteAllBody; orderId: string | null; builtAtMs: number } | null
  srcTxHash: string | null
}

/** Where trades are kept; shared by all processes of a user, so that an id works in each. */
export type TradeStore = {
  save(trades: readonly Trade[]): Promise<void>
  find(id: string): Promise<Trade | null>
  findByHash(srcTxHash: string): Promise<Trade | null>
  /** By the number of its order at the provider, or its deposit address. */
  findByOrder(text: string): Promise<Trade | null>
  /** To be called before an order is opened: exactly one caller of all processes may do it. */
  claimOrder(id: string): Promise<OrderClaim>
  /** No order was opened for certain: the next caller may try. */
  releaseOrder(id: string): Promise<void>
  /** The provider may hold an order we cannot show, so another attempt gets `refusal`. */
  loseOrder(id: string, refusal: SwaprouteError | null): Promise<void>
  /** Why the order of this id was refused; null where its answer never came. */
  findLoss(id: string): Promise<SwaprouteError | null>
  /** Records the built swap; the first one stays, a second call returns it. */
  saveSwap(id: string, quote: Quote, swap: NonNullable<Trade['swap']>): Promise<Trade>
  /** Replaces an earlier one: it is the caller who has proved it (S9). Null takes it back. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
}
