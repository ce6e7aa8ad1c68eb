import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import type { Provider } from './types.ts'

/** How a provider moves money: between chains, on one chain, or through a deposit address. */
export type ProviderKind = 'bridge' | 'exchange' | 'deposit'

/** The inputs of an adapter's factory. */
export type AdapterInputs = {
  /** Base address in this run, by its name in the row. */
  url(name: string): string
  /** An optional base address. */
  secondUrl(name: string): string | null
  apiKey: string | null
  /** Further settings of the provider, by name. */
  settings: Readonly<Record<string, string | null | undefined>>
}

/** A published limit, or one that stays clear of its 429. */
export type RequestRate = { perSecond: number; burst: number }
/** `keyed` where a key raises it. */
export type RequestRates = RequestRate & { keyed?: RequestRate }

/** Data about a provider without loading its code. Only rows with `load` have an adapter. */
export type CatalogRow = {
  kind: ProviderKind
  /** `required`: no answers without a key. `optional`: a key only raises limits. */
  key?: 'optional' | 'required'
  /** Where to get a key. */
  keyAt?: string
  /** Why it is not asked: the reason, its date and its source. */
  closed?: string
  /** One line for lists. */
  note?: string
}

/** A row whose adapter is loaded where the chains of a request fit. */
export type BuiltRow = CatalogRow & {
  /**
   * Public base addresses; `api` is the one that a setting under the provider's name replaces.
   * Absent: it has no service, and its contracts are asked; in a sandbox only where it has them.
   */
  urls?: Readonly<{ api: string } & Record<string, string>>
  /** On either side. */
  chains: readonly BlockchainId[]
  /** Of a deposit provider that only swaps between chains; absent: on one chain as well. */
  crossChainOnly?: true
  /**
   * Asked only where the user names it: it is reached through another provider, which finds its
   * offers as well, and spends that provider's requests.
   */
  onlyNamed?: true
  /** Requests per second, and how many may leave at once; absent: the usual rate of hosts. */
  rate?: RequestRates
  load(given: AdapterInputs): Promise<Provider>
}

/** Chains on either side, on one line of a row; a test compares them with the adapter. */
export function chainList(text: string): readonly BlockchainId[] {
  return text.split(' ').filter(isBlockchainId)
}
