import type { Call } from '../chains/evm/calls.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ClaimPlan, ClaimTerms } from '../core/claim.ts'
import type { SwaprouteError } from '../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../core/order.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote, QuoteFees, QuoteRequest, SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import type {
  DecodedCall,
  DecodedForeign,
  DecodedTonMessage,
  RouteTransaction,
  TonMessage,
} from '../core/transaction.ts'
import type { ForeignTransaction } from '../core/foreignTransaction.ts'
import type { Token } from '../core/token.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { HttpClient, RpcClient } from '../http/types.ts'

/** An adapter's access to the outside world; tests inject fakes. */
export type ProviderContext = {
  http: HttpClient
  rpc: RpcClient
  ton: TonCenter
  /** EIP-155 id in this run, the sandbox's own in a sandbox; null for chains without one. */
  chainId(blockchain: BlockchainId): number | null
  /** Addresses of a chain's nodes and public indexes in this run, best first. */
  nodes(blockchain: BlockchainId): readonly string[]
  /** Unix milliseconds. */
  now: () => number
  /** Aborts with the provider's deadline or the user's interrupt. */
  signal: AbortSignal
  /**
   * Takes what a reader of many exchanges knows before the rest, which its outcome then leaves out.
   * Absent: everything is in the outcome.
   */
  report?(outcome: QuoteOutcome): void
  /** Absent (a sandbox, a test): what is loaded is kept in this process alone. */
  lists?: ListFiles
}

/**
 * Lists of providers that earlier runs loaded, by name; any of them may be lost, or contain
 * anything, at any time.
 */
export type ListFiles = {
  /** Null for one that is missing or damaged. */
  read(name: string): unknown
  write(name: string, value: unknown): void
  /** Runs when the event loop is free next; no answer waits for it. Its failure changes nothing. */
  later(work: (signal: AbortSignal) => Promise<void>): void
}

/** The ways out of this process that every provider gets. */
export type ProviderClients = Omit<ProviderContext, 'signal' | 'report'>

/** @param signal ends with the provider's deadline or the user's interrupt */
export function providerContext(clients: ProviderClients, signal: AbortSignal): ProviderContext {
  const { http, rpc, ton, chainId, nodes, now, lists } = clients
  return { http, rpc, ton, chainId, nodes, now, signal, ...(lists === undefined ? {} : { lists }) }
}

/** Offers and, for a reader of many exchanges, the failures of the others. */
export type QuoteOutcome = {
  quotes: Quote[]
  failed: { provider: ProviderId; error: SwaprouteError }[]
}

/** The unsigned transaction or deposit order of a quote, and its differences from the quote. */
export type BuiltSwap = {
  transaction: RouteTransaction
  /** The receiver as the answer with the call repeats it; absent: not repeated. */
  namedReceiver?: string
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

/** Contracts of a provider, against which signed transactions are checked (E2, E3, T2). */
export type PinnedContracts = {
  targets: readonly string[]
  spenders: readonly string[]
  /** Largest fixed fee in native coins on top of the amount, base units (E5). */
  mostFixedFee?: bigint
}

/** A called contract, and the mapping of its chain ids. */
export type CallSite = {
  blockchain: BlockchainId
  to: string
  /**
   * The chain of an EIP-155 id in this run, the sandbox's own in a sandbox; null for an unknown
   * one.
   */
  chainOf(chainId: bigint): BlockchainId | null
}

/** Whether a contract is the provider's, by the provider's registry on the chain itself. */
export type Vouching = (
  keeper: string,
  blockchain: BlockchainId,
  context: Pick<ProviderContext, 'rpc' | 'signal'>,
) => Promise<boolean>

/**
 * A call with the tokens of the pools that it goes through, as the chain returns them.
 * @throws SwaprouteError UNSAFE_ROUTE for a pool that is not the provider's
 */
export type Naming = (
  call: DecodedCall,
  at: Pick<CallSite, 'blockchain' | 'to'>,
  context: Pick<ProviderContext, 'rpc' | 'signal'>,
) => Promise<DecodedCall>

/**
 * What an entry of a provider's own contract means, by the chain itself: the tokens as its calls
 * name them, and the destination; null: the contract has no such entry, or it is of another kind.
 */
export type EntryReading = (
  entry: bigint,
  site: Pick<CallSite, 'blockchain' | 'to'>,
  context: Pick<ProviderContext, 'rpc' | 'signal'>,
) => Promise<Pick<DecodedCall, 'srcToken' | 'dstToken' | 'dst'> | null>

/**
 * How a transaction's promise is proved, by code that shares nothing with `build`, so that what is
 * signed is checked even when a foreign backend built it (docs/safety.md E8, E9, T2, T3, T7, D3).
 */
export type Proof =
  /**
   * All calls the provider may make to a contract, decoded completely; empty for other contracts.
   */
  | {
      kind: 'calls'
      calls(site: CallSite): readonly Call[]
      /** Asks the chain whether a call's `keeper` is the provider's own (E2); absent: no keeper is. */
      vouches?: Vouching
      /** Asks the chain for the tokens of pools that a call names (E8); absent: no call does. */
      names?: Naming
      /** Asks the chain what a call's `entry` means; absent: no call has one. */
      entryOf?: EntryReading
    }
  /** Calls that cannot be decoded: on one chain only, proved by a simulation that shows the arrival. */
  | { kind: 'opaque' }
  /**
   * An order read back at the provider's own address. Uses the claim alone. Null while the provider
   * does not list the order.
   */
  | {
      kind: 'order'
      read(claim: OrderClaim, context: ProviderContext): Promise<OrderFacts | null>
    }
  /**
   * A message on TON; the chain may be asked who owns a contract. Null for an unknown instruction.
   * The execution checks the jetton transfer around an instruction.
   */
  | {
      kind: 'ton'
      decode(
        message: TonMessage,
        swap: { srcToken: Token; dstToken: Token; fromAddress: string },
        context: ProviderContext,
      ): Promise<DecodedTonMessage | null>
    }
  /**
   * A transaction that is signed elsewhere, read to the last byte by a reader of its chain; the
   * chain's node may be asked for what it refers to. Refuses whatever is not one swap (E8).
   */
  | {
      kind: 'foreign'
      decode(
        transaction: ForeignTransaction,
        swap: ForeignSwap,
        context: ProviderContext,
      ): Promise<DecodedForeign>
    }

/** What a transaction of a chain that is signed elsewhere is read for. */
export type ForeignSwap = {
  srcToken: Token
  dstToken: Token
  fromAddress: string
  receiver: string
}

/** Ready, or why not; every identifier of the contract has one of these. */
export type ProviderState =
  | { state: 'ready' }
  | { state: 'needs_key'; variable: string }
  /** The sandbox has no service of it. */
  | { state: 'not_in_sandbox' }
  /** By the user's settings. */
  | { state: 'disabled' }
  | { state: 'closed'; reason: string }
  /** A setting of it, such as its key, cannot be read. */
  | { state: 'misconfigured'; reason: string }

/** One upstream that can quote, build and follow a swap. */
export type Provider = {
  /** The contract's spelling, stable: shown in tables, accepted by `--provider`, stored. */
  ids: readonly ProviderId[]
  capabilities: {
    /** Supports a receiver other than the payer. */
    recipient: boolean
    /**
     * Takes a fee of its own inside its rate, where no quote shows it: left out under
     * `skipFeeProviders`, like a quote that shows a fee.
     */
    chargesFee: boolean
    deposit: boolean
    /** Sends a memo to the receiver; absent: it cannot. */
    receiverMemo?: boolean
    /** Tracks swaps between chains by their source hash. */
    crossChain: boolean
  }
  /**
   * Where both exist: the same provider by deposits alone, and by signed calls alone, for requests
   * that want one of them.
   */
  forms?: Readonly<{ deposit: Provider; signed: Provider }>
  /** Chains on either side, for `info/providers` and `info/chains`. */
  blockchains(id: ProviderId): readonly BlockchainId[]
  /**
   * Pure and offline: which of its ids could serve the request; empty means the router skips it.
   */
  supports(request: QuoteRequest): readonly ProviderId[]
  /**
   * Every offer of the `wanted` ids: one for an HTTP API, one per exchange for the pool reader,
   * which reads a whole chain at once. A single provider's failure is thrown (SwaprouteError with
   * the contract's number); a reader of many returns failures in `failed`.
   */
  quote(
    request: QuoteRequest,
    wanted: ReadonlySet<ProviderId>,
    context: ProviderContext,
  ): Promise<QuoteOutcome>
  pinned(id: ProviderId, blockchain: BlockchainId): PinnedContracts
  /** How what it builds is proved before it is signed or shown (E8); one proof per form. */
  proofs: readonly Proof[]
  /** Never includes approvals; only the spender is stated (E6). */
  build(quote: Quote, context: ProviderContext): Promise<BuiltSwap>
  /**
   * NOT_FOUND when the provider does not know the swap. SUCCESS and REVERTED only with evidence
   * from the chain itself (S2, S5); an unknown status is PENDING (S1).
   */
  status(id: ProviderId, ref: SwapRef, context: ProviderContext): Promise<SwapStatus>
  /** Of a bridge whose transfers wait on the destination until they are claimed. */
  claims?: {
    /** @throws SwaprouteError where there is nothing to claim, or not yet */
    plan(id: ProviderId, ref: SwapRef, context: ProviderContext): Promise<ClaimPlan>
    /** Contracts that may be called for it (E2). */
    contracts(blockchain: BlockchainId): readonly string[]
    /** Every call allowed there, decoded completely (E8). */
    calls(site: CallSite): readonly Call<ClaimTerms>[]
  }
}

/** The proof of one form; null if the provider has none. */
export function proofOf<K extends Proof['kind']>(
  { proofs }: Pick<Provider, 'proofs'>,
  kind: K,
): Extract<Proof, { kind: K }> | null {
  const found = proofs.find((proof): proof is Extract<Proof, { kind: K }> => proof.kind === kind)
  return found ?? null
}
