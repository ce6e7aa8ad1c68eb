import type { Api } from '../api/api.ts'
import type { StatusAnswer, SwapAnswer } from '../api/schemas.ts'
import type { TonWalletVersion } from '../chains/ton/wallets.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { OrderClaim, OrderFacts } from '../core/order.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { OrderCard, ReviewCard } from '../core/review.ts'
import type { Token } from '../core/token.ts'
import type { DecodedCall, DecodedTonMessage, TonMessage } from '../core/transaction.ts'
import type { UnpinnedContract } from '../core/unpinnedContract.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { Journal } from '../store/journal.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmAccess, EvmSigner, TonAccess, TonSigner } from '../wallet/types.ts'
import type { Checkpoint } from './checkpoints.ts'
import type { Instruction } from './state.ts'

/** What execution may touch of the outside world; `main` hands in the real things, tests fakes. */
export type ExecutionContext = {
  api: Api
  evm: EvmAccess
  /** Whether `evm` can reach a chain; without it the backend's word is all there is. */
  hasChain(blockchain: BlockchainId): boolean
  /**
   * The signer of an EVM address, asked only right before the first signature. Throws
   * KEY_UNAVAILABLE when no key of this run belongs to the address.
   */
  openSigner(address: string): Promise<EvmSigner>
  journal: Journal
  /**
   * Contracts a provider is paid through (E2, E3), and the most it takes as a fixed fee (E5); our own
   * table, whatever backend is used.
   */
  pinned(
    provider: ProviderId,
    blockchain: BlockchainId,
  ): Promise<{ targets: readonly string[]; spenders: readonly string[]; mostFixedFee?: bigint }>
  /**
   * Our own reading of a provider's call; null where the provider declares that its calls cannot be
   * read. @throws SwaprouteError UNSAFE_ROUTE (E8) for a call that is not declared
   */
  decodeCall(
    provider: ProviderId,
    blockchain: BlockchainId,
    to: string,
    data: string,
  ): Promise<DecodedCall | null>
  /** TON, where it can be reached. */
  ton?: TonTools
  /** The signer of a TON wallet; as `openSigner`. */
  openTonSigner?: (address: string) => Promise<TonSigner>
  /**
   * Deposit address of a provider's order, read back from the provider itself (E2, D3). Absent or
   * null: there is no such order, and no plain transfer is signed.
   */
  confirmDeposit?: (provider: ProviderId, routeId: string) => Promise<string | null>
  /**
   * Asks a person about a contract that is in no table of this release (E2, E3); true means that
   * its whole address was typed, and nothing less. Absent: it is refused.
   */
  acceptContract?: (contract: UnpinnedContract) => Promise<boolean>
  /**
   * What providers themselves say of their orders, asked from this machine (D3). Absent where the
   * service is this process: then it is who has asked them.
   */
  ownReading?: {
    /** Why a provider cannot be asked, and what to do about it; null: it can. */
    obstacle(provider: ProviderId): Promise<{ reason: string; hint: string } | null>
    /** Null while the provider does not list the order. */
    read(provider: ProviderId, claim: OrderClaim): Promise<OrderFacts | null>
  }
  /** The user's own list (S6): what is not paid, whatever the tables say. Absent: nothing is on it. */
  disabled?: {
    isProvider(provider: ProviderId): boolean
    isContract(blockchain: BlockchainId, address: string): boolean
  }
  /** EIP-155 id in force, the sandbox's own in a sandbox; null for chains that have none. */
  chainId(blockchain: BlockchainId): number | null
  nativeToken(blockchain: BlockchainId): Token
  /** Contract of the wrapped native coin; null where none is known. */
  wrappedNative(blockchain: BlockchainId): string | null
  /** USD price from independent sources; null for a token without a price. */
  priceOf(token: Token): Promise<UsdPrice | null>
  /**
   * Shows the card and gets the answer; returning means yes. Throws DECLINED or
   * CONFIRMATION_REQUIRED. Which answer is enough is said by `confirmationFor(card)`.
   */
  review(card: ReviewCard): Promise<void>
  /** The same before an order is opened; nothing was ordered when it throws. */
  confirmOrder(card: OrderCard): Promise<void>
  /**
   * Shows where to pay, the memo first. Throws DECLINED when the memo is not acknowledged; the
   * address was not shown then.
   */
  present(card: DepositCard): Promise<void>
  /** On local chains the accounts of developers may be paid. */
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

export type WaitOptions = {
  /** False (`--no-wait`): return once the bytes are with the node. */
  wait: boolean
  /** How long delivery is waited for before the answer is "not known yet". */
  maxWaitMs?: number
}

export type Step = 'plan' | 'lock' | 'order' | 'deposit' | Leg | 'deliver'

/** What happens while a swap runs, for progress lines and `--ndjson`. */
export type ExecutionEvent =
  /** From here on the journal knows the swap, and says where its money is. */
  | { type: 'recorded'; receiptId: string }
  | {
      type: 'step'
      step: Step
      /** `failed`: it is over, and did not end well. */
      state: 'started' | 'waiting' | 'sent' | 'done' | 'failed'
      text: string
      blockchain: BlockchainId
      hash: string | null
    }
  | { type: 'status'; status: StatusAnswer; elapsedMs: number }
  /** The payment is signed and good until then, by our own clock; for a countdown. */
  | {
      type: 'validity'
      step: Step
      validUntilMs: number
      blockchain: BlockchainId
      hash: string
    }
  | { type: 'warning'; code: string; text: string }

/** Planning touches neither key nor journal. */
export type PlanContext = Omit<
  ExecutionContext,
  | 'openSigner'
  | 'openTonSigner'
  | 'journal'
  | 'review'
  | 'confirmOrder'
  | 'present'
  | 'sandbox'
  | 'checkpoint'
>

/** Looking at a recorded swap opens no key, asks nothing and shows no address. */
export type LookContext = Omit<
  ExecutionContext,
  'openSigner' | 'openTonSigner' | 'review' | 'confirmOrder' | 'present'
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
  refundAddress: string | null
  /** What the service answered, for machines. */
  answer: SwapAnswer
}

/** From what a wallet's contract is made. */
export type TonOwner = {
  walletVersion: TonWalletVersion
  /** 64 hex digits. */
  publicKey: string
}

/** What execution needs of TON. */
export type TonTools = {
  access: TonAccess
  /** Global id of the network: -239, or the sandbox's own. */
  networkId: number
  /** The sandbox's clock is moved on by hand: it is not held against ours (T6). */
  hasOwnClock: boolean
  /**
   * What is known of the key of one of the user's wallets by its raw address, for its first
   * payment; null for a wallet that is not the user's, or whose keystore has no public key.
   */
  ownerOf(wallet: string): Promise<TonOwner | null>
  /** Our own reading of a provider's message; null for an instruction unknown to us (T3). */
  decodeMessage(
    provider: ProviderId,
    message: TonMessage,
    swap: { srcToken: Token; dstToken: Token; fromAddress: string },
  ): Promise<DecodedTonMessage | null>
}
