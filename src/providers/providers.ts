import { setImmediate } from 'node:timers/promises'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { builtRows, catalogRow, hasAdapter, keyVariable } from './catalog.ts'
import type { BuiltRow, RequestRate } from './row.ts'
import type { OnchainOptions, OnchainProvider } from './onchain/onchain.ts'
import { blockchainsById, readProviderStates } from './onchain/registry.ts'
import { misconfiguredProvider } from './kits/misconfigured.ts'
import type { Provider, ProviderState } from './types.ts'

export type ProvidersOptions = {
  /**
   * Base addresses in this run; a provider without one is not asked (the sandbox has only some).
   */
  urls: Readonly<Record<string, string>>
  /** Providers without a service whose contracts are on the chains of this run; absent: all. */
  contracts?: ReadonlySet<string>
  /** API keys by upper-case provider name. */
  keys: Readonly<Record<string, string | undefined>>
  /** Further settings by upper-case provider name. */
  settings?: Readonly<Record<string, Readonly<Record<string, string | null | undefined>>>>
  onchain?: Pick<OnchainOptions, 'probeCache' | 'maxNodeAgeMs'>
}

/** Loads adapters: the code of each when a row fits, and once. */
export type ProviderSource = {
  /**
   * Those whose row fits the request; each resolves as soon as its own code is loaded.
   * @param named the provider that the user names; default none
   */
  fitting(
    request: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
    named?: ProviderId | null,
  ): readonly Promise<Provider>[]
  /** Those that are paid through their own contracts on a chain. */
  paidOn(blockchain: BlockchainId): Promise<readonly Provider[]>
  /** Null for an identifier without an adapter. */
  find(id: ProviderId): Promise<Provider | null>
  all(): Promise<readonly Provider[]>
  /** Those that the user has set something for: any other cannot be misconfigured. */
  configured(): Promise<readonly Provider[]>
  /** The chains of an identifier, without loading its code. */
  chainsOf(id: ProviderId): readonly BlockchainId[]
}

export type Providers = ProviderSource & {
  /** The pool reader, which serves many identifiers. */
  pools(): Promise<OnchainProvider>
  /** State of every identifier of the contract; `misconfigured` only once its code is loaded. */
  stateOf(id: ProviderId): ProviderState
  /**
   * As `find`.
   * @throws SwaprouteError QUOTE_EXPIRED if there is none
   */
  adapterOf(id: ProviderId): Promise<Provider>
}

/**
 * Public base addresses, `api` under the provider's identifier and any other under its own name;
 * the HTTP client needs those in use as bases.
 */
export const providerUrls: Readonly<Record<string, string>> = Object.fromEntries(
  builtRows().flatMap(([id, { urls = {} }]) =>
    Object.entries(urls).map(([name, url]) => [urlName(id, name), url]),
  ),
)

/**
 * Limits of the providers' hosts, by origin; `keys` by upper-case provider name. Those reached through
 * another provider use that provider's.
 */
export function providerRates(
  keys: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, RequestRate>> {
  return Object.fromEntries(
    builtRows().flatMap(([id, { rate, urls = {}, onlyNamed }]) => {
      if (rate === undefined || onlyNamed === true) return []
      const { keyed, perSecond, burst } = rate
      const given = keys[id.toUpperCase()] === undefined ? undefined : keyed
      return Object.values(urls).map((url) => [new URL(url).origin, given ?? { perSecond, burst }])
    }),
  )
}

function urlName(id: ProviderId, name: string): string {
  return name === 'api' ? id : name
}

export function createProviders(options: ProvidersOptions): Providers {
  const { urls, keys, settings = {} } = options
  let reader: Promise<OnchainProvider> | null = null
  let states: ReturnType<typeof readProviderStates> | null = null
  const pools = (): Promise<OnchainProvider> => {
    reader ??= import('./onchain/onchain.ts').then(({ createOnchainProvider }) =>
      createOnchainProvider(options.onchain),
    )
    return reader
  }
  const keyOf = (id: ProviderId): string | null => keys[id.toUpperCase()] ?? null
  const isServed = (id: ProviderId, row: BuiltRow): boolean =>
    row.urls === undefined ? (options.contracts?.has(id) ?? true) : urls[id] !== undefined
  const isReady = (id: ProviderId, row: BuiltRow): boolean =>
    row.closed === undefined && isServed(id, row) && (row.key !== 'required' || keyOf(id) !== null)
  const ready = builtRows().filter(([id, row]) => isReady(id, row))

  const loaded = new Map<ProviderId, Promise<Provider>>()
  const misconfigured = new Map<ProviderId, SwaprouteError>()
  // Code loads in a turn of the event loop of its own: requests of earlier ones leave in between.
  let turn = Promise.resolve()
  const load = (id: ProviderId, row: BuiltRow): Promise<Provider> => {
    const known = loaded.get(id)
    if (known !== undefined) return known
    const secondUrl = (name: string): string | null => urls[urlName(id, name)] ?? null
    turn = turn.then(() => setImmediate())
    const made = turn.then(() =>
      row.load({
        url: (name) => secondUrl(name) ?? row.urls?.[name] ?? '',
        secondUrl,
        apiKey: keyOf(id),
        settings: settings[id.toUpperCase()] ?? {},
      }),
    )
    const adapter = made.catch((thrown: unknown) => {
      if (!(thrown instanceof SwaprouteError) || thrown.code !== 'CONFIG_INVALID') throw thrown
      misconfigured.set(id, thrown)
      return misconfiguredProvider(id, row, thrown)
    })
    loaded.set(id, adapter)
    return adapter
  }
  const loadAll = (wanted: (row: BuiltRow, id: ProviderId) => boolean): Promise<Provider>[] =>
    ready.flatMap(([id, row]) => (wanted(row, id) ? [load(id, row)] : []))

  const find = async (id: ProviderId): Promise<Provider | null> => {
    if (blockchainsById().has(id)) return await pools()
    const row = ready.find(([each]) => each === id)?.[1]
    return row === undefined ? null : await load(id, row)
  }
  return {
    pools,
    fitting: (request, named = null) => [
      ...(isOneChain(request) ? [pools()] : []),
      ...loadAll((row, id) => fits(row, request) && (row.onlyNamed !== true || id === named)),
    ],
    paidOn: (blockchain) =>
      Promise.all([
        pools(),
        ...loadAll(({ kind, chains }) => kind !== 'deposit' && chains.includes(blockchain)),
      ]),
    find,
    all: () => Promise.all([pools(), ...loadAll(() => true)]),
    configured: () =>
      Promise.all(
        loadAll((_, id) => keyOf(id) !== null || settings[id.toUpperCase()] !== undefined),
      ),
    chainsOf,
    adapterOf: async (id) => {
      const found = await find(id)
      if (found !== null) return found
      throw new SwaprouteError('QUOTE_EXPIRED', `This version of swaproute does not serve ${id}.`, {
        hint: 'Get a new quote.',
      })
    },
    stateOf: (id) => {
      // No quote asks for them: their reasons are gathered from every deployment.
      states ??= readProviderStates()
      const known = states.get(id)
      if (known !== undefined) return known
      const row = catalogRow(id)
      if (row?.closed !== undefined) return { state: 'closed', reason: row.closed }
      if (row === null || !hasAdapter(row) || !isServed(id, row)) return { state: 'not_in_sandbox' }
      const fault = misconfigured.get(id)
      if (fault !== undefined) return { state: 'misconfigured', reason: fault.message }
      return isReady(id, row)
        ? { state: 'ready' }
        : { state: 'needs_key', variable: keyVariable(id) }
    },
  }
}

/** The chains of an identifier, ready or not. */
export function chainsOf(id: ProviderId): readonly BlockchainId[] {
  const row = catalogRow(id)
  if (row === null) return blockchainsById().get(id) ?? []
  return hasAdapter(row) ? row.chains : []
}

function isOneChain({ srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>): boolean {
  return srcToken.blockchain === dstToken.blockchain
}

function fits(row: BuiltRow, request: Pick<QuoteRequest, 'srcToken' | 'dstToken'>): boolean {
  const { srcToken, dstToken } = request
  if (![srcToken, dstToken].every(({ blockchain }) => row.chains.includes(blockchain))) return false
  if (row.kind === 'deposit' && row.crossChainOnly !== true) return true
  return isOneChain(request) === (row.kind === 'exchange')
}
