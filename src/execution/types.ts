import type { Api } from '../api/api.ts'
import type {
  QuoteAllBody,
  RouteItem,
  StatusAnswer,
  SwapAnswer,
  WireTransaction,
} from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ErrorCode, FundsState } from '../core/errors.ts'
import type { OrderClaim, OrderFacts } from '../core/order.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { StatusWord } from '../core/status.ts'
import type { Token } from '../core/token.ts'
import type { DecodedCall, EvmTransaction, TonTransaction } from '../core/transaction.ts'
import type { UnpinnedContract } from '../core/unpinnedContract.ts'
import type { UsdPrice } from '../core/usd.ts'
import type { Journal } from '../store/journal.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmAccess, EvmFees, EvmSigner, TonSigner } from '../wallet/types.ts'
import type { Checkpoint } from './checkpoints.ts'
import type { PlannedApproval, ReviewCard } from './reviewTypes.ts'
import type { TonTools } from './ton/tools.ts'
import type { UnsignedEvmTransaction, UnsignedTonTransfer } from './unsigned.ts'

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
  /** USD price from independent sources; null for a token nobody prices. */
  priceOf(token: Token): Promise<UsdPrice | null>
  /**
   * Shows the card and gets the answer; returning means yes. Throws DECLINED or
   * CONFIRMATION_REQUIRED. Which answer is enough is said by `confirmationFor(card)`.
   */
  review(card: ReviewCard): Promise<void>
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

/** A route the user picked, with everything `swap` must be asked and held against. */
export type SwapOrder = {
  /** The body the route was quoted with; resent unchanged, as the contract wants it. */
  body: QuoteAllBody
  route: RouteItem
  /** When the route was quoted, our own clock. Unix milliseconds. */
  quotedAtMs: number
  srcToken: Token
  dstToken: Token
  /** Base units. */
  srcAmount: bigint
  /** The paying account. */
  fromAddress: string
  receiver: string
  refundAddress: string | null
  /** `--min-receive` in base units of the destination token; null: the route's own minimum. */
  minReceive: bigint | null
  /** `--max-fee-usd`, USD times 10^18. */
  maxFeeUsdE18: bigint | null
  /** Greatest accepted loss against independent prices; null: 5000 (50 %), never more. */
  maxLossBps: number | null
  idempotencyKey: string | null
  /** `--force`: swap again although the key was used. */
  force: boolean
}

/** The frozen plan: checked, simulated, not yet accepted; nothing is signed or recorded. */
export type PlannedSwap = PlannedEvmSwap | PlannedTonSwap

type PlannedCommon = {
  order: SwapOrder
  provider: ProviderId
  swapType: SwapType
  routeId: string
  answer: SwapAnswer
  /** EIP-155 id, or the global id of a TON network. */
  chainId: number
  dstAmount: bigint
  /** Nothing below this is signed. */
  dstMinAmount: bigint
  /** Confirmed price of the coin that pays the gas, for the caps of E11; null when unpriced. */
  nativePrice: UsdPrice | null
  card: ReviewCard
}

export type PlannedEvmSwap = PlannedCommon & {
  transaction: EvmTransaction
  approvals: PlannedApproval[]
  fees: EvmFees
  /** With headroom; the payment's is estimated again once its approval is in force. */
  gasLimits: Partial<Record<Leg, bigint>>
  unsigned: UnsignedEvmTransaction[]
  /** In no table, but typed in full by the user. */
  acceptedContracts: readonly string[]
}

export type PlannedTonSwap = PlannedCommon & {
  transaction: TonTransaction
  unsigned: UnsignedTonTransfer[]
  /** Why no key of this program could sign for the wallet; null when one can. */
  cannotSign: string | null
}

export function isTonPlan(planned: PlannedSwap): planned is PlannedTonSwap {
  return planned.transaction.kind === 'ton'
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

/** Where a swap stands; the same value for `swap`, `resume` and the tracking of both. */
export type SwapOutcome = {
  /** Trade id of the service, for `statusExtended`. */
  id: string
  /** Id in this machine's journal, for `resume` and `receipt`. */
  receiptId: string
  provider: ProviderId
  route: RouteItem
  transaction: WireTransaction
  /** Members are absent until the transaction exists. */
  hashes: {
    approveReset?: string
    approve?: string
    source?: string
    /** TON: the wallet's transaction; `source` is the message that it took. */
    sourceTransaction?: string
    destination?: string
    refund?: string
    revoke?: string
  }
  status: StatusAnswer
  funds: FundsState
  /** What reached the receiver (or came back); null until own evidence shows it. */
  received: { token: Token; amount: bigint } | null
  /** What left the account for the payment; null until it is confirmed. */
  spent: { token: Token; amount: bigint } | null
  /** Native coins paid along as the declared fee; null until the payment is confirmed. */
  feesPaid: { token: Token; amount: bigint } | null
  /** Gas of all own transactions so far, in the native coin. */
  gasSpent: { token: Token; amount: bigint }
  /** Allowance still in force at the spender; null when none was given or it was not read. */
  allowanceLeft: bigint | null
  warnings: { code: string; text: string }[]
  /** Why the swap was given up before its payment; null where it was not. */
  givenUp: { code: ErrorCode | null; reason: string } | null
  /** Of a deposit route: the order, once it was opened and read back. */
  deposit?: DepositFacts
}

/** The order of a deposit route. */
export type DepositFacts = {
  /** Number of the order at its provider; null where it is the address to be paid. */
  exchangeId: string | null
  /** Token units. */
  amountToSend: string
  expiresAtMs: number | null
  /** By the user from any wallet, or by an account of this machine. */
  payment: 'by_hand' | 'signed'
  /** Where one was told to pay, or where a transaction of ours paid; null before that. */
  record: { depositAddress: string; memo: { name: string; value: string } | null } | null
  /**
   * The instruction with the address, in the words of the service. Null unless this process has
   * just read it back and shown it (D7): what the journal remembers is a record and no instruction.
   */
  answer: SwapAnswer | null
}

/** A line of `history`; derived from the journal only. */
export type SwapSummary = {
  receiptId: string
  id: string
  provider: ProviderId
  createdAtMs: number
  updatedAtMs: number
  /** State of the journal (docs/safety.md section 3). */
  state: string
  open: boolean
  status: StatusWord
  funds: FundsState
  send: { token: Token; amount: bigint }
  receive: { token: Token; expected: bigint; atLeast: bigint }
  received: { token: Token; amount: bigint } | null
  hashes: SwapOutcome['hashes']
  givenUp: SwapOutcome['givenUp']
}

/** Everything the journal knows of a swap. */
export type SwapReceipt = SwapSummary & {
  /** Null for a deposit that is paid from a wallet nobody named. */
  fromAddress: string | null
  receiver: string
  refundAddress: string | null
  spender: string | null
  idempotencyKey: string | null
  statusAnswer: StatusAnswer
  spent: { token: Token; amount: bigint } | null
  feesPaid: { token: Token; amount: bigint } | null
  gasSpent: { token: Token; amount: bigint }
  allowanceLeft: bigint | null
  events: { sequence: number; atMs: number; text: string; hash: string | null }[]
  deposit?: DepositFacts
}

/** Planning touches neither key nor journal. */
export type PlanContext = Omit<
  ExecutionContext,
  'openSigner' | 'openTonSigner' | 'journal' | 'review' | 'checkpoint'
>

/** Following a swap signs nothing and asks nothing. */
export type TrackContext = Omit<ExecutionContext, 'openSigner' | 'openTonSigner' | 'review'>

/** Which answer to a review card is enough (docs/safety.md K12, cli contract section 5). */
export type Confirmation = {
  /** On a terminal: yes/no, or the amount typed out. */
  interactive: 'yes_no' | 'type_amount'
  /** In scripts: `--yes`, `--yes --confirm-amount N`, or nothing at all. */
  flags: 'yes' | 'confirm_amount' | 'impossible'
  /** What has to be typed or given to `--confirm-amount`: the amount in token units. */
  amountText: string
  /**
   * Gas at its most, token units of the native coin, where that has no confirmed price: then it is
   * typed besides, or given to `--confirm-gas`. Null: the amount's answer covers it.
   */
  gas: { text: string; token: Token } | null
  /** Why more than a yes is asked for, ready to print. */
  reasons: string[]
}
