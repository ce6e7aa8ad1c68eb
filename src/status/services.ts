import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { TonMessage } from '../core/transaction.ts'
import type { ProviderSource } from '../providers/providers.ts'
import type { ProviderClients, ProviderState } from '../providers/types.ts'

/** What the search for a swap works with. Tests inject fakes. */
export type StatusServices = ProviderClients & {
  providers: ProviderSource
  /** State of every identifier of the contract, served by an adapter or not. */
  stateOf: (id: ProviderId) => ProviderState
  /** All listed tokens of a chain, its native coin first. */
  tokensOf: (blockchain: BlockchainId) => readonly Token[]
  nativeToken: (blockchain: BlockchainId) => Token
  /** Symbol and decimals of tokens on no list, read from their chain in one batched request. */
  readTokens: (
    tokens: readonly Pick<Token, 'blockchain' | 'address'>[],
    signal: AbortSignal,
  ) => Promise<readonly Token[]>
  /** Waits, also for the work of another process; ends early with the signal, never rejects. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** On local chains the well-known developer accounts may be paid. */
  sandbox: boolean
  localSwaps: () => Promise<LocalSwaps>
}

/** The swaps that were built here, in the store. */
export type LocalSwaps = {
  /** By the id of its route. */
  find(id: string): Promise<LocalSwap | null>
  findByHash(srcTxHash: string): Promise<LocalSwap | null>
  /** By the number of its order at the provider, or its deposit address. */
  findByOrder(text: string): Promise<LocalSwap | null>
  /** The newest swaps that an account is to pay and whose payment is unknown. */
  findUnpaid(blockchain: BlockchainId, payer: string): Promise<readonly LocalSwap[]>
  /** Replaces an earlier hash, which the caller has proved (S9); null removes it. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
}

/** A swap that was quoted and built here. */
export type LocalSwap = {
  /** Of its route. */
  id: string
  /** With the parties and the provider's state of the swap. */
  quote: Quote
  payment: LocalPayment
  /** Its number at the provider. */
  orderId: string | null
  builtAtMs: number
  /** The payment that was proved; null while it is unknown. */
  srcTxHash: string | null
}

/** What pays a swap, as it was built. */
export type LocalPayment =
  | { kind: 'call'; call: LocalCall }
  /** Null: the stored messages cannot be read. */
  | { kind: 'ton'; messages: readonly TonMessage[] | null }
  /** `transfer` is what an EVM wallet signs for it; null for another chain, and with a memo. */
  | { kind: 'order'; depositAddress: string; hasMemo: boolean; transfer: LocalCall | null }
  /** Another wallet's transaction, which cannot be compared. */
  | { kind: 'foreign' }

/** A call of an EVM chain; `value` is null where the stored text is not an amount. */
export type LocalCall = { to: string; data: string; value: bigint | null }
