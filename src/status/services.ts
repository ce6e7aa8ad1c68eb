import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { TonMessage } from '../core/transaction.ts'
import type { ProviderSource } from '../providers/providers.ts'
import type { ProviderClients, ProviderState } from '../providers/types.ts'

/** Dependencies of the search for a swap. */
export type StatusServices = ProviderClients & {
  providers: ProviderSource
  /** State of every identifier of the contract, with or without an adapter. */
  stateOf: (id: ProviderId) => ProviderState
  /** All listed tokens of a chain, its native coin first. */
  tokensOf: (blockchain: BlockchainId) => readonly Token[]
  nativeToken: (blockchain: BlockchainId) => Token
  /** Symbol and decimals of unlisted tokens, read from their chain in one batched request. */
  readTokens: (
    tokens: readonly Pick<Token, 'blockchain' | 'address'>[],
    signal: AbortSignal,
  ) => Promise<readonly Token[]>
  /** Waits; ends early with the signal, never rejects. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** On local chains the well-known developer accounts may be paid. */
  sandbox: boolean
  localSwaps: () => Promise<LocalSwaps>
}

/** The swaps that were built here, in the store. */
export type LocalSwaps = {
  /** Finds by route id. */
  find(id: string): Promise<LocalSwap | null>
  findByHash(srcTxHash: string): Promise<LocalSwap | null>
  /** Finds by the number of its order at the provider, or its deposit address. */
  findByOrder(text: string): Promise<LocalSwap | null>
  /** The newest swaps of a payer whose payment is unknown. */
  findUnpaid(blockchain: BlockchainId, payer: string): Promise<readonly LocalSwap[]>
  /** Replaces an earlier hash, which the caller has proved (S9); null removes it. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
}

/** A swap that was quoted and built here. */
export type LocalSwap = {
  /** Of its route. */
  id: string
  /** Includes the parties and the provider's state. */
  quote: Quote
  payment: LocalPayment
  /** Its number at the provider. */
  orderId: string | null
  builtAtMs: number
  /** The proved payment; null while unknown. */
  srcTxHash: string | null
}

/** The payment of a swap, as built. */
export type LocalPayment =
  | { kind: 'call'; call: LocalCall }
  /** Null: the stored messages cannot be read. */
  | { kind: 'ton'; messages: readonly TonMessage[] | null }
  /** `transfer` is the EVM transfer that pays it; null on other chains, and with a memo. */
  | { kind: 'order'; depositAddress: string; hasMemo: boolean; transfer: LocalCall | null }
  /** Another wallet's transaction, which cannot be compared. */
  | { kind: 'foreign' }

/** A call of an EVM chain; `value` is null if the stored text is not an amount. */
export type LocalCall = { to: string; data: string; value: bigint | null }
