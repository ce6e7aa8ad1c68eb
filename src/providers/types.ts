import type { BlockchainId } from '../core/blockchainIds.ts'
import type { SwaprouteError } from '../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../core/order.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote, QuoteFees, QuoteRequest, SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import type {
  DecodedCall,
  DecodedTonMessage,
  RouteTransaction,
  TonMessage,
} from '../core/transaction.ts'
import type { Token } from '../core/token.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { HttpClient, RpcClient } from '../http/types.ts'

/** What an adapter may touch of the outside world; tests hand in fakes. */
export type ProviderContext = {
  http: HttpClient
  rpc: RpcClient
  ton: TonCenter
  /** EIP-155 id in force, the sandbox's own in a sandbox; null for chains that have none. */
  chainId(blockchain: BlockchainId): number | null
  /** Unix milliseconds. */
  now: () => number
  /** Ends with the provider's deadline or the user's interrupt. */
  signal: AbortSignal
}

/** Offers and, for a reader of many exchanges, why the others have none. */
export type QuoteOutcome = {
  quotes: Quote[]
  failed: { provider: ProviderId; error: SwaprouteError }[]
}

/** The unsigned transaction or deposit order of a quote, and what changed since the quote. */
export type BuiltSwap = {
  transaction: RouteTransaction
  dstAmount: bigint
  dstMinAmount: bigint
  fees: QuoteFees
  /** Order number at the provider; null where the hash alone identifies the swap. */
  orderId: string | null
  /** Names of the contract's `uniqueInfo` (acrossId, relayId, …). */
  uniqueInfo: Record<string, string>
  /** Replaces the quote's for `status`. */
  providerState: Quote['providerState']
}

/** Contracts a provider is paid through; what is signed is held against them (E2, E3, T2). */
export type PinnedContracts = {
  targets: readonly string[]
  spenders: readonly string[]
  /** Most native coins it takes as a fixed fee on top of the amount, base units; absent: none (E5). */
  mostFixedFee?: bigint
}

/** Ready, or why not; every identifier of the contract has one of these. */
export type ProviderState =
  | { state: 'ready' }
  | { state: 'needs_key'; variable: string }
  | { state: 'not_built' }
  /** By the user's own list. */
  | { state: 'disabled' }
  | { state: 'closed'; reason: string }

/** One upstream that can quote, build and follow a swap. */
export type Provider = {
  /** The contract's spelling, stable: shown in tables, accepted by `--provider`, stored. */
  ids: readonly ProviderId[]
  capabilities: {
    /** Takes a receiver other than the payer. */
    recipient: boolean
    /** Takes its own fee in the route; left out under `skipFeeProviders`. */
    chargesFee: boolean
    deposit: boolean
    /** Follows swaps between chains by their source hash. */
    crossChain: boolean
  }
  /** Chains on either side, for `info/providers` and `info/chains`. */
  blockchains(id: ProviderId): readonly BlockchainId[]
  /** Pure and offline: which of its ids could serve the request; empty keeps the router away. */
  supports(request: QuoteRequest): readonly ProviderId[]
  /**
   * Every offer of the `wanted` ids: one for an HTTP API, one per exchange for the reader that
   * asks all of a chain at once. A single provider's failure is thrown (SwaprouteError with the
   * contract's number); a reader of many returns them in `failed`.
   */
  quote(
    request: QuoteRequest,
    wanted: ReadonlySet<ProviderId>,
    context: ProviderContext,
  ): Promise<QuoteOutcome>
  pinned(id: ProviderId, blockchain: BlockchainId): PinnedContracts
  /**
   * Its own call data in plain facts, read by code that shares nothing with `build`, so that what
   * is signed is checked even when a foreign backend made it (E8, E9). Null for a call it does not
   * know.
   */
  decodeCall(blockchain: BlockchainId, to: string, data: string): DecodedCall | null
  /**
   * The same for a message on TON, where the chain itself may have to be asked whose a contract is
   * (T2, T3, T7). Absent where a provider makes none; null for an instruction it does not know.
   * The jetton transfer around an instruction is checked besides by the execution.
   */
  decodeTonMessage?: (
    message: TonMessage,
    swap: { srcToken: Token; dstToken: Token; fromAddress: string },
    context: ProviderContext,
  ) => Promise<DecodedTonMessage | null>
  /** Approvals are never part of it, only the spender is named (E6). */
  build(quote: Quote, context: ProviderContext): Promise<BuiltSwap>
  /**
   * An order that somebody else has opened, asked for at the provider's own address, so that what
   * a foreign backend says of it can be held against that (D3). It stands on nothing but the claim.
   * Null while the provider does not list it. Absent where there are no orders.
   */
  readOrder?: (claim: OrderClaim, context: ProviderContext) => Promise<OrderFacts | null>
  /**
   * NOT_FOUND when the provider does not know the swap. SUCCESS and REVERTED only with own
   * evidence from the chain (S2, S5); an unknown word is PENDING (S1).
   */
  status(id: ProviderId, ref: SwapRef, context: ProviderContext): Promise<SwapStatus>
}
