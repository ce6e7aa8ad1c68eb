import { formatAmount } from '../../../core/amounts.ts'
import type { OrderFacts } from '../../../core/order.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'
import { type Coin, isContractOf } from './coins.ts'
import type { ProviderName } from '../errors.ts'
import { toFacts } from './foreign.ts'
import { type AmountForm, canonicalDecimal, readAmount, type WireAmount } from './money.ts'
import { type OrderField, type OrderTerms, unsafeDeposit } from './orderTerms.ts'
import { toOrderToken } from './state.ts'
import {
  type KnownOrder,
  type OrderState,
  orderStateOf,
  type Reading,
  type StatusMap,
} from './reading.ts'

// An order as its exchange describes it: the one record behind the terms compared before an address
// is shown, the facts a claim is checked against, and the status.

/** A field of an answer; the kit, not the adapter, interprets null and undefined. */
type Text = string | null | undefined
type Amount = WireAmount | null | undefined

/** A coin of an order; its contract is compared where given (D6). */
export type SnapshotCoin = Coin & { contract?: Text; decimals?: number | null | undefined }

/** Amounts in the exchange's form, times in Unix milliseconds. */
export type OrderSnapshot = {
  orderId: string
  src?: SnapshotCoin | null
  dst?: SnapshotCoin | null
  amountToSend?: Amount
  dstAmount?: Amount
  /** Minimum payout, if the exchange has one. */
  dstMinAmount?: Amount
  depositAddress?: Text
  depositMemo?: Text
  /** The exchange's name for the memo. */
  memoName?: Text
  /** What a refund of it costs at most, base units of the source coin. */
  refundFee?: bigint | null | undefined
  /** The payment carries the memo in an extra output, where the chain has no field for one. */
  memoAsOutput?: boolean
  receiver?: Text
  receiverMemo?: Text
  refundAddress?: Text
  refundMemo?: Text
  /** The exchange's name for `float` or `fixed`. */
  rateType?: Text
  expiresAtMs?: number | null
  createdAtMs?: number | null | undefined
  /** Absent: the order is open. */
  opening?: 'pending' | 'failed' | null
  /** Replaces the terms above in comparisons. */
  terms?: OrderTerms
  /** Terms from a second source; where both have a field, they must agree. */
  secondTerms?: OrderTerms
  /** Further data stored for a dispute. */
  own?: Record<string, string>
}

export type OrderProgress = {
  /** The exchange's status; read from the adapter's `statusMap`. */
  status: string
  /** Overrides `statusMap` where another field is more specific. */
  statusOverride?: OrderState | null
  paymentHash: Text
  /** Likeliest first. */
  payoutHashes: readonly Text[]
  /** The payment's own record is also the payout (a chain with its own swaps). */
  paysByItself?: boolean
  /** Absent: the exchange lists refunds among the payouts. */
  refundHashes?: readonly Text[]
  /** Amount the exchange counts as paid out. */
  paidAmount?: Amount
  /** Amounts arrived so far, where the exchange may continue with less than agreed. */
  arrivedAmounts?: readonly Amount[]
  payoutAmount: Amount
  note?: Text | ((known: KnownOrder) => string | null)
}

export type TrackedOrder = OrderSnapshot & { progress: OrderProgress }

/** Unix milliseconds of an ISO time; null if absent. */
export function timeOf(iso: Text): number | null {
  const ms = iso == null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(ms) ? null : ms
}

/** Comparable key of a coin. */
export function coinKey({ code, network }: Coin): string {
  return `${code} ${network}`
}

/**
 * The order as comparable texts. A missing memo or refund address counts as absent, unless the
 * exchange is known to omit that field.
 */
export function toTerms(order: OrderSnapshot, mayOmit: readonly OrderField[]): OrderTerms {
  const orNone = (field: 'depositMemo' | 'receiverMemo' | 'refundAddress' | 'refundMemo'): Text =>
    order[field] === undefined && !mayOmit.includes(field) ? null : order[field]
  return {
    orderId: order.orderId,
    srcCoin: order.src == null ? undefined : coinKey(order.src),
    dstCoin: order.dst == null ? undefined : coinKey(order.dst),
    amountToSend: order.amountToSend == null ? undefined : canonicalDecimal(order.amountToSend),
    depositAddress: order.depositAddress ?? undefined,
    depositMemo: orNone('depositMemo'),
    receiver: order.receiver ?? undefined,
    receiverMemo: orNone('receiverMemo'),
    refundAddress: orNone('refundAddress'),
    refundMemo: orNone('refundMemo'),
    rateType: order.rateType ?? undefined,
    dstAmount: order.dstAmount == null ? undefined : canonicalDecimal(order.dstAmount),
    expiresAt: order.expiresAtMs == null ? undefined : String(order.expiresAtMs),
    ...order.terms,
  }
}

/** Whether the exchange names a contract that is not the token's. */
export function isOtherContract(token: Token, contract: Text): boolean {
  if (token.native || contract == null || contract === '') return false
  return !isContractOf(token, contract)
}

/** @throws SwaprouteError UNSAFE_ROUTE where a coin of the order has a different contract (D6) */
export function checkCoinContracts(
  exchange: ProviderName,
  { src, dst }: OrderSnapshot,
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
): void {
  const sides = [
    [srcToken, src?.contract, 'srcCoin'],
    [dstToken, dst?.contract, 'dstCoin'],
  ] as const
  for (const [token, contract, field] of sides) {
    if (isOtherContract(token, contract)) {
      throw unsafeDeposit('D6', exchange, 'means a different token', field)
    }
  }
}

/**
 * A foreign order, from the exchange's description alone; null for an unlisted coin.
 * @param receiver used if the answer does not repeat it
 */
export function toKnownOrder(
  amounts: AmountForm,
  order: OrderSnapshot,
  [srcToken, dstToken]: readonly [Token | null, Token | null],
  receiver: string,
  startedAtMs: number | null,
): KnownOrder | null {
  const paid = order.receiver ?? receiver
  if (srcToken === null || dstToken === null || paid === '') return null
  return {
    orderId: order.orderId,
    depositAddress: order.depositAddress ?? '',
    depositMemo: order.depositMemo ?? null,
    receiver: paid,
    refundAddress: order.refundAddress ?? null,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: unitsOf(amounts, order.amountToSend, srcToken),
    dstAmount: unitsOf(amounts, order.dstAmount, dstToken),
    createdAtMs: order.createdAtMs ?? startedAtMs,
    expiresAtMs: order.expiresAtMs ?? null,
    own: {},
  }
}

/** The order as facts to check a claim against (D3). */
export function toOrderFacts(
  amounts: AmountForm,
  order: OrderSnapshot,
  known: KnownOrder | null,
  more: Partial<OrderFacts> = {},
): OrderFacts | null {
  return toFacts(known, {
    receiver: order.receiver ?? undefined,
    receiverMemo: order.receiverMemo ?? null,
    refundAddress: order.refundAddress,
    refundFee: order.refundFee,
    ...(order.dstMinAmount == null || known === null
      ? {}
      : { dstAmount: unitsOf(amounts, order.dstMinAmount, known.dstToken) }),
    ...more,
  })
}

/** The order with the arrived amount as the agreed one, where any payment is swapped. */
export function asPaid(
  amounts: AmountForm,
  { progress }: TrackedOrder,
  known: KnownOrder,
): KnownOrder {
  const { srcAmount, dstAmount, srcToken } = known
  const arrived = sumOf(amounts, progress.arrivedAmounts ?? [], srcToken)
  if (arrived === null || srcAmount === null || dstAmount === null || srcAmount === 0n) return known
  return { ...known, dstAmount: (dstAmount * arrived) / srcAmount }
}

/** The progress as input of the common status logic, which alone decides what counts. */
export function toReading(
  { name, rate: { amounts } }: ProviderName & { rate: { amounts: AmountForm } },
  { progress }: TrackedOrder,
  known: KnownOrder,
  statusMap: StatusMap,
): Reading {
  const { status } = progress
  const state = progress.statusOverride ?? orderStateOf(statusMap, status)
  const refunds = progress.refundHashes ?? (state === 'refunded' ? progress.payoutHashes : [])
  const own = typeof progress.note === 'function' ? progress.note(known) : progress.note
  const note = own ?? partialNote(name, amounts, progress, known, state)
  return {
    upstreamStatus: status,
    state,
    srcTxHash: progress.paymentHash ?? null,
    payoutHashes: progress.payoutHashes.filter((hash) => hash != null),
    paysByItself: progress.paysByItself ?? false,
    paidAmount: unitsOf(amounts, progress.paidAmount, known.srcToken),
    payoutAmount: unitsOf(amounts, progress.payoutAmount, known.dstToken),
    refundHashes: refunds.filter((hash) => hash != null),
    ...(note === null ? {} : { note }),
  }
}

/** A note on the arrived amount, if it differs from the agreed one. */
function partialNote(
  name: string,
  form: AmountForm,
  { arrivedAmounts = [] }: OrderProgress,
  { srcToken, srcAmount }: KnownOrder,
  state: OrderState,
): string | null {
  const isUnderWay = state === 'confirming' || state === 'exchanging' || state === 'on_hold'
  const arrived = sumOf(form, arrivedAmounts, srcToken)
  if (!isUnderWay || srcAmount === null || arrived === null || arrived === srcAmount) return null
  const [part, whole] = [arrived, srcAmount].map((sum) => formatAmount(sum, srcToken.decimals))
  return `${part} of ${whole} arrived; ${name} decides what happens to it.`
}

/** Null if empty or if one is unknown. */
function sumOf(
  form: AmountForm,
  texts: readonly Amount[],
  token: Pick<Token, 'decimals'>,
): bigint | null {
  const amounts = texts.flatMap((text) => unitsOf(form, text, token) ?? [])
  if (texts.length === 0 || amounts.length < texts.length) return null
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

function unitsOf(form: AmountForm, text: Amount, token: Pick<Token, 'decimals'>): bigint | null {
  return text == null ? null : readAmount(form, text, token, 'down')
}
