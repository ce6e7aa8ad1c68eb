import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'
import type { Token } from './token.ts'
import type { ForeignKind } from './foreignTransaction.ts'

/** Any value that survives a round trip through JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A parsed quote request: tokens resolved, defaults applied, amounts in base units. */
export type QuoteRequest = {
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  /** Recipient on the destination chain, checked for that chain; null if the request has none. */
  receiver: string | null
  /** Memo, tag or comment for the payment to the receiver, if any. */
  receiverMemo?: string
  fromAddress: string | null
  refundAddress: string | null
  /** Null: each provider's own default. Basis points otherwise, at most 5000. */
  slippageBps: number | null
  referrer: string
  integratorAddress: string | null
  /** Fee share registered for the integrator, basis points; 0 without one. */
  integratorFeeBps: number
  /** Exchanges inside `lifi`, `rango`, `zerox` and `dflow` that must not be used. */
  foreignExclusions: { lifi: string[]; rango: string[]; zerox: string[]; dflow: string[] }
  /** Check balance and allowance of `fromAddress` while quoting. */
  enableChecks: boolean
}

export type SwapType = 'on-chain' | 'cross-chain'

/**
 * How a route is paid: by a signed EVM transaction, TON messages, a deposit by hand, or a
 * transaction of a chain that is signed elsewhere.
 */
export type ExecutionKind = 'evm' | 'ton' | 'deposit' | ForeignKind

/**
 * Network cost of a transaction: units of gas, wei per unit, and a rollup's charges for data and
 * operator, native base units (evm/dataFees.ts), if any.
 */
export type SourceGas = { limit: bigint; price: bigint; dataFee?: bigint }

/** Native base units. */
export function gasCostOf({ limit, price, dataFee = 0n }: SourceGas): bigint {
  return limit * price + dataFee
}

/** Fixed fees in the native coin of the source chain, base units. */
export type QuoteFees = {
  /** Of the source transaction; null if unknown. */
  gas: SourceGas | null
  /** The router's own fixed fee, paid on top as part of `value`. */
  protocolFixed: bigint
  /** The provider's fixed fee, paid on top as part of `value`. */
  providerFixed: bigint
  /** Share already deducted from the amounts shown, in percent (0.4 = 0.4%), and its token. */
  percent: { percent: number; token: Token } | null
}

/** One hop of a route's path. */
export type RouteStep = {
  type: SwapType
  provider: string
  /** Exchanges and bridges inside, as the provider names them, if it does. */
  via?: readonly string[]
  /** Null amount: the provider does not report the yield of the previous hop. */
  from: { token: Token; amount: bigint | null }
  /** Null amount: the provider does not report the yield of this hop. */
  to: { token: Token; amount: bigint | null }
}

/** One priced offer of one provider. Immutable; amounts in base units. */
export type Quote = {
  provider: ProviderId
  swapType: SwapType
  executionKind: ExecutionKind
  request: QuoteRequest
  /** Expected at the receiver, after all fees that are deducted from the amount. */
  dstAmount: bigint
  /**
   * The minimum that the transaction itself enforces; for floating outputs, the least that counts
   * as agreed.
   */
  dstMinAmount: bigint
  slippageBps: number
  durationSeconds: number
  /** Percent lost against the pool's or the provider's own mid price; null if not reported. */
  priceImpactPercent: number | null
  fees: QuoteFees
  /** Gas units the provider expects its call to use, if `fees.gas` has no price. */
  gasLimit?: bigint
  /** Contract that needs an allowance for the source token; null for native coins and deposits. */
  spender: string | null
  steps: RouteStep[]
  /** What one path brings, where a trade in parts or through pools of two kinds brings more. */
  singlePath?: SinglePath
  /**
   * Smallest and largest amount the provider accepts for this pair, source base units; null if
   * there is no limit.
   */
  limits?: { min: bigint | null; max: bigint | null }
  /**
   * Whether the output is fixed or follows the market; absent if there is no such choice. For a
   * signed call, `float` means that it guarantees no minimum.
   */
  rateType?: 'fixed' | 'float'
  /** The provider's own limit; the service's limit of 60s applies as well. Unix milliseconds. */
  expiresAtMs: number | null
  /** Problems that do not rule out the route, with the contract's error numbers. */
  warnings: QuoteWarning[]
  /** Data that `build` and `status` of the same provider need again; opaque to all other code. */
  providerState: Json
  /** Common to the quotes that several callers got from one answer: one of them may open its order. */
  offer?: string
}

/** Destination base units at the receiver; gas in units. */
export type SinglePath = { dstAmount: bigint; gasLimit: bigint }

export type QuoteWarning = { code: number; reason: string; data?: { [key: string]: Json } }

/** The warning of a contract that only measures how much a balance grew (E15). */
export const growthMeasured = 7014
/** The warning of a token that takes a part of every transfer. */
export const taxWarning = 7012

/**
 * The note of the cost of a refund or of the payout itself, if an order states it: no danger.
 * `data` has the fee of a refund as `refundFee`, base units of the source token.
 */
export const orderFeeNote = 7101
/** The note of an order that cannot be opened without an address for refunds: no danger. */
export const refundNeededNote = 7103
/** The note of unknown names in `nativeBlacklist`: no danger. */
export const unknownExclusionNote = 7102

type Note = { code: number; data?: Readonly<Record<string, unknown>> | null | undefined }

/** Whether a note has the fee of a refund, which a review shows among its figures. */
export function isRefundNote({ code, data }: Note): boolean {
  return code === orderFeeNote && data?.['refundFee'] !== undefined
}

/** Maximum cost of a refund, base units of the source token; null if no note has it. */
export function refundFeeIn(notes: readonly Note[]): bigint | null {
  const fee = notes.find(isRefundNote)?.data?.['refundFee']
  return typeof fee === 'string' && /^[1-9]\d{0,77}$/.test(fee) ? BigInt(fee) : null
}

/** A refund fee of this part of the payment or more must not grow after acceptance (E16, P7). */
const mostRefundPart = 33n

/** Whether a refund now costs significantly more than in the notes. Amounts in base units. */
export function isDearerRefund(
  fee: bigint | null | undefined,
  srcAmount: bigint,
  notes: readonly Note[],
): fee is bigint {
  return fee != null && fee > (refundFeeIn(notes) ?? 0n) && fee * mostRefundPart >= srcAmount
}

/** What identifies a swap for its provider once it exists. */
export type SwapRef = {
  srcBlockchain: BlockchainId
  /** Null for deposits that have not been detected yet. */
  srcTxHash: string | null
  dstBlockchain: BlockchainId | null
  /** Order number at the provider, if it has one. */
  orderId: string | null
  fromAddress: string | null
  receiver: string | null
  /** Estimate of the quote, for LONG_PENDING; null for swaps this service did not quote. */
  durationSeconds: number | null
  /** Time of the source transaction, if known. Unix milliseconds. */
  startedAtMs: number | null
  /** Time of the payment on its chain, of a swap found by its hash; unknown otherwise. */
  seenAtMs?: number | null
  providerState: Json
}
