import type { Api } from '../api/api.ts'
import type { StatusAnswer, SwapAnswer } from '../api/schemas.ts'
import type { TonWalletVersion } from '../chains/ton/wallets.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ClaimPlan, ClaimTerms } from '../core/claim.ts'
import type { OrderClaim, OrderFacts } from '../core/order.ts'
import type { OrderCard, PartyName, ReviewCard, UnpinnedContract } from '../core/review.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { Token } from '../core/token.ts'
import type {
  DecodedCall,
  DecodedForeign,
  DecodedTonMessage,
  TonMessage,
} from '../core/transaction.ts'
import type { ForeignTransaction } from '../core/foreignTransaction.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { Journal } from '../store/journal.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmAccess, EvmSigner, TonAccess, TonSigner } from '../wallet/types.ts'
import type { Checkpoint } from './checkpoints.ts'
import type { DepositState, Instruction, OpenedOrder } from './state.ts'

/** The execution's access to the outside world; `main` passes real services, tests fakes. */
export type ExecutionContext = {
  api: Api
  evm: EvmAccess
  /** Whether `evm` can reach a chain; if not, only the backend's claims exist. */
  hasChain(blockchain: BlockchainId): boolean
  /**
   * The signer of an EVM address, asked only right before the first signature. Throws
   * KEY_UNAVAILABLE when no key of this run belongs to the address.
   */
  openSigner(address: string): Promise<EvmSigner>
  journal: Journal
  /**
   * A provider's contracts (E2, E3) and maximum fixed fee (E5), from the local table, whatever the
   * backend.
   */
  pinned(
    provider: ProviderId,
    blockchain: BlockchainId,
  ): Promise<{ targets: readonly string[]; spenders: readonly string[]; mostFixedFee?: bigint }>
  /**
   * Decodes a provider's call; null for a provider with opaque calls.
   * @throws SwaprouteError UNSAFE_ROUTE (E8) for a call that is not declared
   */
  decodeCall(
    provider: ProviderId,
    blockchain: BlockchainId,
    to: string,
    data: string,
  ): Promise<DecodedCall | null>
  /**
   * Reads a transaction that is signed elsewhere, by the provider's reader on this machine. Absent:
   * no transaction is planned.
   * @throws SwaprouteError UNSAFE_ROUTE (E8)
   */
  decodeForeign?: (
    provider: ProviderId,
    transaction: ForeignTransaction,
    swap: { srcToken: Token; dstToken: Token; fromAddress: string; receiver: string },
  ) => Promise<DecodedForeign>
  /** Absent where TON cannot be reached. */
  ton?: TonTools
  /** The signer of a TON wallet; as `openSigner`. */
  openTonSigner?: (address: string) => Promise<TonSigner>
  /**
   * Deposit address of a provider's order, read back from the provider itself (E2, D3). Absent or
   * null: the order does not exist, and no plain transfer is signed.
   */
  confirmDeposit?: (provider: ProviderId, routeId: string) => Promise<string | null>
  /**
   * Asks the user about an unknown contract (E2, E3); true only if its full address was typed.
   * Absent: refused.
   */
  acceptContract?: (contract: UnpinnedContract) => Promise<boolean>
  /**
   * Reads orders at the providers from this machine (D3). Absent with the embedded backend, which
   * has read them itself.
   */
  ownReading?: {
    /** Why a provider cannot be asked, with a hint; null: it can. */
    obstacle(provider: ProviderId): Promise<{ reason: string; hint: string } | null>
    /** Null while the provider does not list the order. */
    read(provider: ProviderId, claim: OrderClaim): Promise<OrderFacts | null>
    /**
     * What a provider's pools give for a request, base units (V9); null for a provider that is no
     * reader of pools, and where they cannot be read now.
     */
    poolAmount(provider: ProviderId, request: RouteRequest): Promise<bigint | null>
    /** Where an order is, as its provider reports it. */
    status(order: FollowedOrder): Promise<StatusAnswer>
  }
  /** Claims of transfers, by this machine's own adapters and nodes, whatever the backend. */
  claims?: {
    plan(provider: ProviderId, source: ClaimPlan['source']): Promise<ClaimPlan>
    /** Contracts that pay claims out (E2). */
    contracts(provider: ProviderId, blockchain: BlockchainId): Promise<readonly string[]>
    /**
     * What a call pays out (E8).
     * @throws SwaprouteError UNSAFE_ROUTE for any other call
     */
    read(
      provider: ProviderId,
      call: Pick<ClaimPlan, 'blockchain' | 'to' | 'data'>,
    ): Promise<ClaimTerms>
  }
  /** Providers and contracts disabled by the user (S6). */
  disabled?: {
    isProvider(provider: ProviderId): boolean
    isContract(blockchain: BlockchainId, address: string): boolean
  }
  /** EIP-155 id in force, the sandbox's own in a sandbox; null for chains without one. */
  chainId(blockchain: BlockchainId): number | null
  nativeToken(blockchain: BlockchainId): Token
  /** Contract of the wrapped native coin; null if unknown. */
  wrappedNative(blockchain: BlockchainId): string | null
  /** USD price from independent sources; null for a token without a price. */
  priceOf(token: Token): Promise<UsdPrice | null>
  facts: PartyFacts
  /**
   * Shows the card and asks; returning means yes. Throws DECLINED or CONFIRMATION_REQUIRED.
   * `confirmationFor(card)` gives the required answer.
   */
  review(card: ReviewCard): Promise<void>
  /** The same before an order is opened; nothing was ordered when it throws. */
  confirmOrder(card: OrderCard): Promise<void>
  /**
   * Called in the commit that records a swap, before it does: what it finds in the journal then
   * holds for all processes. Throws to refuse the swap (docs/safety.md K14).
   */
  reserve?(card: ReviewCard): void
  /**
   * Shows where to pay, the memo first. Throws DECLINED when the memo is not confirmed, before the
   * address is shown.
   */
  present(card: DepositCard): Promise<void>
  /** On local chains, well-known developer accounts may be paid. */
  sandbox: boolean
  onEvent(event: ExecutionEvent): void
  /** Unix milliseconds. */
  now(): number
  /** Returns early when `signal` ends; never throws. */
  sleep(ms: number): Promise<void>
  /** The user's interrupt. */
  signal: AbortSignal
  /** Does nothing in production; the sandbox kills the process here. */
  checkpoint(name: Checkpoint): void | Promise<void>
}

/** Facts from the chains about the tokens and addresses of a swap, from two hosts each (N1). */
export type PartyFacts = {
  /** How an address was named on the line; null: it was typed, or is an own account. */
  nameOf(address: string): PartyName | null
  /** Whether an address has code that is not of a plain account (EIP-7702); EVM chains only. */
  isContract(
    blockchain: BlockchainId,
    address: string,
  ): Promise<{ isContract: boolean; oneNode: boolean }>
  /** Decimals of a token as its contract returns them; EVM chains only. */
  readDecimals(token: Token): Promise<{ decimals: number; oneNode: boolean }>
}
/** An open order, as far as its provider is asked about it. */
export type FollowedOrder = Pick<
  DepositState['plan'],
  'routeId' | 'provider' | 'srcToken' | 'dstToken' | 'fromAddress' | 'receiver' | 'refundAddress'
> &
  Pick<OpenedOrder, 'instruction' | 'dstAmount'> &
  Pick<DepositState, 'createdAtMs'> & { durationSeconds: number | null; srcTxHash: string | null }

export type WaitOptions = {
  /** False (`--no-wait`): return once the bytes are with the node. */
  wait: boolean
  /** How long to wait for the delivery before answering "not known yet". */
  maxWaitMs?: number
}

export type Step = 'plan' | 'lock' | 'order' | 'deposit' | Leg | 'deliver'

/** Progress events, for screens and `--ndjson`. */
export type ExecutionEvent =
  /** The swap is in the journal from here on. */
  | { type: 'recorded'; receiptId: string }
  | {
      type: 'step'
      step: Step
      /** `failed`: ended without success. */
      state: 'started' | 'waiting' | 'sent' | 'done' | 'failed'
      text: string
      blockchain: BlockchainId
      hash: string | null
    }
  | { type: 'status'; status: StatusAnswer; elapsedMs: number }
  /** The payment is signed and valid until then by our clock; for a countdown. */
  | {
      type: 'validity'
      step: Step
      validUntilMs: number
      blockchain: BlockchainId
      hash: string
    }
  | { type: 'warning'; code: string; text: string }

/** Planning uses neither key nor journal. */
export type PlanContext = Omit<
  ExecutionContext,
  | 'openSigner'
  | 'openTonSigner'
  | 'journal'
  | 'review'
  | 'reserve'
  | 'confirmOrder'
  | 'present'
  | 'sandbox'
  | 'checkpoint'
> & {
  /** What gas may cost of a plan that replaces an accepted one, native base units (P7). */
  mostGasCost?: bigint
}

/** Reading a recorded swap opens no key, asks no question and shows no address. */
export type CheckContext = Omit<
  ExecutionContext,
  'openSigner' | 'openTonSigner' | 'review' | 'reserve' | 'confirmOrder' | 'present'
>

/** Everything of the deposit card (cli contract, section 5). */
export type DepositCard = {
  occasion: 'order' | 'resume'
  receiptId: string
  routeId: string
  provider: ProviderId
  rateType: 'fixed' | 'float' | null
  send: { token: Token; amount: bigint }
  receive: { token: Token; expected: bigint; atLeast: bigint }
  instruction: Instruction
  receiver: string
  /** What the payment to the receiver carries; null: nothing. */
  receiverMemo: { name: string; value: string } | null
  refundAddress: string | null
  /** The service's answer, for machines. */
  answer: SwapAnswer
}

/** Data to deploy a wallet's contract. */
export type TonOwner = {
  walletVersion: TonWalletVersion
  /** 64 hex digits. */
  publicKey: string
}

/** TON services of the execution. */
export type TonTools = {
  access: TonAccess
  /** Global id of the network: -239, or the sandbox's own. */
  networkId: number
  /** The sandbox clock may be moved: it is not compared with ours (T6). */
  hasOwnClock: boolean
  /**
   * Key data of a user's wallet by raw address, for its first payment; null for a foreign wallet or
   * a keystore without a public key.
   */
  ownerOf(wallet: string): Promise<TonOwner | null>
  /** Decodes a provider's message; null for an unknown instruction (T3). */
  decodeMessage(
    provider: ProviderId,
    message: TonMessage,
    swap: { srcToken: Token; dstToken: Token; fromAddress: string },
  ): Promise<DecodedTonMessage | null>
}
