import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import type { QuoteRequest } from '../core/quote.ts'
import lists from './data/chains.json' with { type: 'json' }
import type { Provider } from './types.ts'

/** How a provider moves money: between chains, on one chain, or through an address of its own. */
export type ProviderKind = 'bridge' | 'exchange' | 'deposit'

/** What an adapter is made with. */
export type Given = {
  /** Base address in force, by its name in the row. */
  url(name: string): string
  /** The same where the adapter can do without; null: there is none. */
  secondUrl(name: string): string | null
  apiKey: string | null
  /** Further settings of the provider, by name. */
  settings: Readonly<Record<string, string | null | undefined>>
}

/** What is known of a provider without its code. A row with `load` is built, any other is not. */
export type CatalogRow = {
  kind: ProviderKind
  /** `required`: nobody is answered without a key. `optional`: a key only raises limits. */
  key?: 'optional' | 'required'
  /** Why it is not asked. */
  closed?: string
  /** One line for lists. */
  note?: string
  /** The list of exclusions in a request that its routes are held against. */
  excludes?: keyof QuoteRequest['foreignExclusions']
}

/** A row whose adapter is loaded where the chains of a request fit. */
export type BuiltRow = CatalogRow & {
  /** Public base addresses; `api` is the one that is set by the provider's name. */
  urls: Readonly<{ api: string } & Record<string, string>>
  /** On either side. */
  chains: readonly BlockchainId[]
  pairs: 'one-chain' | 'cross-chain' | 'any'
  /** Paid through contracts that it pins, and not through addresses of orders. */
  contracts?: true
  load(given: Given): Promise<Provider>
}

/** On either side, by provider; a test holds each list against its adapter. */
export function chainsOf(id: keyof typeof lists): readonly BlockchainId[] {
  return lists[id].filter(isBlockchainId)
}
