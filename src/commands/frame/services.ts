import type { RouteRequest, ShownRoutes } from '../../core/routeRequest.ts'
import type { Api, QuotedRoute, TokenReader } from '../../api/api.ts'
import type { Route } from '../../api/route.ts'
import type { CheckRow } from '../../format/checks.ts'
import type { CheckedAddress } from '../../chains/addresses.ts'
import type { WalletRequest } from '../../chains/paymentUris.ts'
import type { ParsedAsset } from '../../chains/assets.ts'
import type { Chain } from '../../chains/chains.ts'
import type { RunningServer } from '../../server/server.ts'
import type { QuoteAllBody, StatusAnswer } from '../../api/schemas.ts'
import type {
  Confirmation,
  GivenName,
  OrderCard,
  PartyName,
  ReviewCard,
} from '../../core/review.ts'
import type { ClaimOrder } from '../../execution/claim/plan.ts'
import type { ExecutionContext, WaitOptions } from '../../execution/context.ts'
import type { PlannedForeign } from '../../execution/foreign/plan.ts'
import type { DepositOrder, PlannedSwap, SwapOrder } from '../../execution/planned.ts'
import type { SwapOutcome } from '../../execution/outcome.ts'
import type { SwapReceipt, SwapSummary } from '../../execution/receipts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { LiveQuestions, LiveRow } from '../../core/live.ts'
import type { PlayedPayment, PlayRequest, Sandbox } from '../../core/sandboxPackage.ts'
import type { Token } from '../../core/token.ts'
import type { PriceBook } from '../../core/usd.ts'
import type { TonHashKind } from '../../core/tonHash.ts'
import type { Account, AccountChoice, KeyChoice } from '../../wallet/types.ts'
import type { Warning } from './shapes.ts'

/** A route of an earlier quote, with the names its parties were given by. */
export type EarlierQuote = QuotedRoute & { names?: readonly GivenName[] }

/**
 * Services that `src/app.ts` provides to commands. Every function loads what it needs on its first
 * call, so that a command pays only for what it uses.
 */
export type Services = {
  api(): Promise<Api>
  /** The lists of `api`; those of the embedded service are made without it. */
  lists(): Promise<Pick<Api, 'chains' | 'providers'>>
  assets(): Promise<Assets>
  /** Reads unlisted tokens from their chain. */
  readTokens: TokenReader
  /** The address of an ENS name on an EVM chain. Throws INVALID_ADDRESS. */
  addressOfName(
    name: string,
    blockchain: BlockchainId,
  ): Promise<{ address: string; oneNode: boolean }>
  /** Records the name by which an address was given, for the review (A8). */
  nameParty(address: string, name: PartyName): void
  /** Own accounts and the parties of earlier swaps, to detect near-copies (A6). */
  knownAddresses(): Promise<readonly string[]>
  /** A swap of this machine by hash, order id or receipt id; null if absent. */
  findSwap(text: string): Promise<OwnSwap | null>
  /**
   * Checks a swap of this machine once and records the result. Null if another process works on it
   * or the journal cannot be written.
   */
  checkOwnSwap(receiptId: string): Promise<OwnCheck | null>
  /** The verified part of a status answer; unchanged for the embedded backend. */
  verifiedStatus(receiptId: string, answer: StatusAnswer): Promise<StatusAnswer>
  /**
   * A route of an earlier quote of this machine, by its id or the beginning of it; null if unknown.
   * `names`: the names its parties were given by, if any. Throws INVALID_ARGUMENT for an ambiguous
   * beginning.
   */
  findQuote(id: string): Promise<EarlierQuote | null>
  /** Stores routes of a remote service for `swap --id` in another process. */
  rememberQuote(request: RouteRequest, routes: readonly Route[]): Promise<void>
  /** Stores the rows of the routes on the screen for `--route` in the same shell. */
  rememberShown(routes: ShownRoutes): Promise<void>
  /** The last routes shown in this shell; null if absent. */
  shownRoutes(): Promise<(ShownRoutes & { shownAtMs: number }) | null>
  /** A stored request, with tokens of our own lists or of their chains. */
  readRequest(body: QuoteAllBody): Promise<RouteRequest>
  /** The account that pays, by flags, environment and configuration; opens no key. */
  payer(request: KeyRequest): Promise<PayingAccount>
  /** Whether the environment contained a key, which has been removed from it. */
  hasEnvironmentKey(): boolean
  /** Needs no key and no journal; `payer` need not have been called. */
  planning(hooks: Pick<ExecutionHooks, 'onEvent' | 'acceptContract'>): Promise<PlanningTools>
  /** For `swap` and `resume`; signs with the payer's key, or that of the journal's account. */
  execution(hooks: ExecutionHooks): Promise<ExecutionTools>
  journal(): Promise<JournalTools>
  wallet(): Promise<WalletTools>
  keystores(): Promise<KeystoreTools>
  /** The maximum an account can pay of a token, base units, and the reserve for gas. */
  spendable(token: Token, owner: string): Promise<{ amount: bigint; reserve: bigint }>
  sandbox(): Promise<SandboxTools>
  /** The contract over HTTP from this run's backend, with the settings of the configuration. */
  serve(): Promise<RunningServer>
  /** What can be known about serving without doing it; a row for each thing. */
  checkServe(): Promise<CheckRow[]>
  /** Creates or upgrades the tables of the configured store. */
  migrateStore(): Promise<MigratedStore>
  /** Sends one cheap request to each named node and service; `onRow` gets each answer at once. */
  live(questions: LiveQuestions, onRow: (row: LiveRow) => void): Promise<LiveRow[]>
  /** Deletes the caches about nodes and contracts; returns their names. */
  repair(): Promise<string[]>
  /** One call to a chain's node, for `doctor`. */
  probe(blockchain: BlockchainId): Promise<NodeProbe>
  /**
   * Opens the explorer's page of a transaction with the system's opener. False without an opener,
   * and for a transaction without a page.
   */
  openPage(blockchain: BlockchainId, hash: string): Promise<boolean>
  /** Returns early when the run is interrupted; never throws. */
  sleep(ms: number): Promise<void>
  /** Removes secrets from everything that is printed (docs/safety.md K9). */
  redact(text: string): string
  /** Releases sockets, files and child processes, so that the process can exit. */
  close(): Promise<void>
}

/** Services for reading a request: tokens, amounts and parties. */
export type RequestServices =
  | 'assets'
  | 'addressOfName'
  | 'nameParty'
  | 'knownAddresses'
  | 'readTokens'
  | 'spendable'
  | 'payer'

/** Services for quoting, or for using an earlier quote. */
export type QuoteServices =
  | 'api'
  | 'findQuote'
  | 'rememberQuote'
  | 'rememberShown'
  | 'shownRoutes'
  | 'readRequest'

/** A node's identity. TON has no chain id; its clock decides how long a payment is valid. */
export type NodeProbe =
  | { kind: 'evm'; chainId: number; blockNumber: bigint }
  | { kind: 'ton'; chainSeconds: number }
  | { kind: 'other'; host: string; height: number }
  /** No node is configured, or its kind of chain has no probe. */
  | { kind: 'unasked'; why: string }

/** Tables and grammar of chains, tokens and addresses; pure, no network. */
export type Assets = {
  /** `<chain>:<token>`; of the user's own list, unlisted. Throws UNKNOWN_CHAIN, UNKNOWN_TOKEN, AMBIGUOUS_TOKEN, TESTNET_DISABLED. */
  parse(text: string, options: { testnets: boolean }): ParsedAsset
  /** A paying or refund account. Throws INVALID_ADDRESS. */
  account(blockchain: BlockchainId, text: string): CheckedAddress
  /**
   * As `account`; also refuses addresses that must never be paid and near-copies of `known`
   * (docs/safety.md A4, A6).
   */
  receiver(blockchain: BlockchainId, text: string, known: readonly string[]): CheckedAddress
  /** With the chain id of this run. Throws UNKNOWN_CHAIN with the nearest ones. */
  chain(text: string): Chain
  chains(): readonly Chain[]
  /** Tokens of the lists, of one chain or all. */
  tokens(blockchain: BlockchainId | null): readonly Token[]
  nativeToken(blockchain: BlockchainId): Token
  /** Whether an address of one chain has the same form on the other. */
  sameAddressKind(a: BlockchainId, b: BlockchainId): boolean
  /** Whether two texts are one account of a chain, however each is written. */
  isSameAccount(blockchain: BlockchainId, a: string, b: string): boolean
  /** Our own explorer links (docs/safety.md X5); null in a sandbox or if unknown. */
  transactionLink(blockchain: BlockchainId, hash: string): string | null
  /** Parses an explorer link; else null. The link is never fetched. */
  explorerPage(text: string): {
    kind: 'transaction' | 'address'
    blockchain: BlockchainId | null
    value: string
  } | null
  /**
   * The text of a QR code for a payment; null if it cannot carry the required memo (docs/safety.md
   * D5).
   */
  paymentCode(payment: Payment): string | null
  /**
   * The link by which a wallet makes exactly this EVM transaction, for a QR code as well; null if
   * its calldata cannot be in a link.
   */
  walletLink(request: WalletRequest): string | null
  /** What the receiver may have to prepare for this token, for warnings. */
  receiverNotes(token: Token, receiver: string, memo?: string | null): readonly string[]
  /** A memo for a receiver there, checked. Throws INVALID_ARGUMENT. */
  receiverMemo(blockchain: BlockchainId, memo: string): string
  /** Splits a receiver from the memo written after its address or inside it. */
  splitReceiver(blockchain: BlockchainId, text: string): { address: string; memo: string | null }
}

/** A payment to make, in token units; `memo` null if it needs none. */
export type Payment = { token: Token; address: string; amount: string; memo: string | null }

/** A swap in the journal. */
export type OwnSwap = {
  id: string | null
  receiptId: string
  srcTxHash: string | null
  srcBlockchain: BlockchainId
  dstBlockchain: BlockchainId
  provider: string
  receiver: string
  /** Its deposit order, if any. */
  order: { number: string | null } | null
  /** TON: the wallet's transaction that executed the message `srcTxHash`. */
  srcTransactionHash?: string
  /** TON: kind of the hash by which the swap was found. */
  hashKind?: TonHashKind
}

/** A swap of this machine right after a check. */
export type OwnCheck = { receipt: SwapReceipt; warnings: readonly Warning[] }

/** The key flags of the line, the password file, and whether the key has to sign. */
export type KeyRequest = KeyChoice & { passwordFile: string | null; signs?: boolean }

/** `address` is null for a keystore without one; then only its password reveals it. */
export type PayingAccount = Pick<Account, 'name' | 'address' | 'kind' | 'watchOnly'>

export type ExecutionHooks = {
  review: ExecutionContext['review']
  onEvent: ExecutionContext['onEvent']
  confirmOrder: ExecutionContext['confirmOrder']
  present: ExecutionContext['present']
  acceptContract?: NonNullable<ExecutionContext['acceptContract']>
  reserve?: NonNullable<ExecutionContext['reserve']>
  mostGasCost?: bigint
}

/** The execution's functions over the context of this run. */
export type PlanningTools = OwnPlanning & {
  /** Plans a swap whose transaction is signed elsewhere. */
  planForeign(order: SwapOrder): Promise<PlannedForeign>
}

type OwnPlanning = {
  planSwap(order: SwapOrder): Promise<PlannedSwap>
  /** Plans the claim of a transfer; `executeSwap` carries it out. */
  planClaim(order: ClaimOrder): Promise<PlannedSwap>
  /** Plans the order of a deposit route without opening it. */
  planOrder(order: DepositOrder): Promise<OrderCard>
}

export type ExecutionTools = OwnPlanning & {
  executeSwap(planned: PlannedSwap, options: WaitOptions): Promise<SwapOutcome>
  /** Opens an order, shows where to pay and follows it; signs nothing. */
  executeDeposit(order: DepositOrder, options: WaitOptions): Promise<SwapOutcome>
  /** Opens an order and pays it by a plain transfer of an own account. */
  payDeposit(order: SwapOrder, options: WaitOptions): Promise<SwapOutcome>
  resumeSwap(receiptId: string, options: WaitOptions): Promise<SwapOutcome>
  confirmationFor(card: ReviewCard): Confirmation
  /** Required confirmation before an order is opened. */
  orderConfirmation(card: OrderCard, payment: 'by_hand' | 'signed'): Confirmation
}

/** Reads of the journal; a damaged one throws STORE_DAMAGED if something would be missing. */
export type JournalTools = {
  history(limit: number): SwapSummary[]
  /** Newest first; at most 100 unless more are asked for. */
  openSwaps(limit?: number): SwapSummary[]
  /** How many have not ended. */
  countOpen(): number
  receipt(receiptId: string): SwapReceipt
  /** The swap of an id, its beginning, a route id or a hash; null if absent. */
  find(text: string): string | null
  /** Idempotency keys with this beginning, of swaps since a moment that were not abandoned. */
  keysSince(beginning: string, sinceMs: number): string[]
  /**
   * Description of lost journal records; null if none was found. `whole` reads the whole file first,
   * which a day's first opening does by itself.
   */
  damage(extent?: 'whole'): string | null
}

/** Accounts of this machine, or of the sandbox. Passwords are asked for, or read from a file. */
export type WalletTools = {
  list(): Promise<{ accounts: readonly Account[]; warnings: readonly Warning[] }>
  /** `reveal` gets the words of a new TON wallet, once it is safely on disk. */
  create(
    name: string,
    choice: AccountChoice,
    passwordFile: string | null,
    reveal: ((words: readonly string[]) => Promise<void>) | null,
  ): Promise<Account>
  /** `choice` applies to keys only: a keystore contains its kind. */
  import(
    name: string,
    source: KeyImport,
    choice: AccountChoice,
    passwordFile: string | null,
  ): Promise<Account>
  /** Base units of every listed token of a chain; one batched read, on TON one or two. */
  balances(blockchain: BlockchainId, owner: string): Promise<{ token: Token; amount: bigint }[]>
  /**
   * USD prices for display; absent with a remote service, since this machine then sends no requests
   * of its own.
   */
  prices?(tokens: readonly Token[]): Promise<PriceBook>
  /** Chains of a kind whose nodes can be asked for balances, in the order of the contract. */
  chains(kind: Account['kind']): readonly BlockchainId[]
  /** Folder of the keystores. */
  folder: string
}

/** Keystore files of this program; no key is opened. */
export type KeystoreTools = {
  /** Stores a checked address without a key. Throws INVALID_ARGUMENT. */
  watch(name: string, watched: { kind: Account['kind']; address: string }): Promise<Account>
  /** Moves the keystore aside; returns its path, null for an account that has none. */
  remove(name: string): Promise<string | null>
  rename(name: string, next: string): Promise<void>
  /** Writes the keystore, encrypted as it is, to a new file. */
  export(name: string, target: string): Promise<void>
}

/** Source of an existing key; never the command line. */
export type KeyImport = { kind: 'keystore'; path: string } | { kind: 'stdin' } | { kind: 'prompt' }

export type SandboxTools = Omit<Sandbox, 'payDeposit'> & {
  /** Throws SWAP_NOT_FOUND for an order unknown to all exchanges. */
  payDeposit(play: DepositPlay): Promise<PlayedPayment>
}

/** A simulated payment of an order, by its id, receipt id or deposit address. */
export type DepositPlay = Omit<PlayRequest, 'names' | 'instruction'> & { order: string }

/** Version of a store's tables, and the files that were applied to get there. */
export type MigratedStore = { schema: number; applied: readonly string[] }
