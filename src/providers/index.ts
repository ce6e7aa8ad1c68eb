import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import { acrossBaseUrl, createAcrossProvider } from './across/across.ts'
import { catalogState } from './catalog.ts'
import { createOnchainProvider, type OnchainOptions } from './families/onchain.ts'
import type { Provider, ProviderState } from './types.ts'

export type ProvidersOptions = {
  /** Base addresses in force; a provider without one is not asked (the sandbox has only some). */
  urls: Readonly<Record<string, string>>
  /** API keys by upper-case provider name. */
  keys: Readonly<Record<string, string | undefined>>
  onchain?: Pick<OnchainOptions, 'probeCache' | 'maxNodeAgeMs'>
  acrossIntegratorId?: string | null
}

/** A provider with an HTTP service: its public base address, and its adapter. */
type Entry = {
  url: string
  /** Loads the code. Null where nobody is answered without a key, and there is none. */
  create: (baseUrl: string, options: ProvidersOptions) => Promise<Provider | null>
}

/**
 * Every provider that is built: a new one is its folder and one entry here. Their code is loaded
 * while the first two, which stand below, have been asked already.
 */
const entries = {
  chainflip: {
    url: 'https://chainflip-swap.chainflip.io',
    create: async (baseUrl) =>
      (await import('./chainflip/chainflip.ts')).createChainflipProvider({ baseUrl }),
  },
  changenow: {
    url: 'https://api.changenow.io/v2',
    create: async (baseUrl, { keys: { CHANGENOW: apiKey } }) =>
      apiKey === undefined
        ? null
        : (await import('./changenow.ts')).createChangenowProvider({ baseUrl, apiKey }),
  },
  exolix: {
    url: 'https://exolix.com/api/v2',
    create: async (baseUrl, { keys: { EXOLIX: apiKey = null } }) =>
      (await import('./exolix.ts')).createExolixProvider({ baseUrl, apiKey }),
  },
  near_intents: {
    url: 'https://1click.chaindefuser.com',
    create: async (baseUrl, { keys: { NEAR_INTENTS: apiKey = null } }) => {
      const { createNearIntentsProvider } = await import('./near_intents/near_intents.ts')
      return createNearIntentsProvider({ baseUrl, apiKey })
    },
  },
  quickex: {
    url: 'https://quickex.io/api',
    create: async (baseUrl, { keys: { QUICKEX: apiKey = null } }) =>
      (await import('./quickex.ts')).createQuickexProvider({ baseUrl, apiKey }),
  },
  relay: {
    url: 'https://api.relay.link',
    create: async (baseUrl, { keys: { RELAY: apiKey = null } }) =>
      (await import('./relay/relay.ts')).createRelayProvider({ baseUrl, apiKey }),
  },
  STONFI: {
    url: 'https://api.ston.fi',
    create: async (baseUrl) =>
      (await import('./stonfi/stonfi.ts')).createStonfiProvider({ baseUrl }),
  },
  DEDUST: {
    url: 'https://mainnet.api.dedust.io/v4/router',
    create: async (baseUrl) =>
      (await import('./dedust/dedust.ts')).createDedustProvider({ baseUrl }),
  },
  COFFEE_SWAP: {
    url: 'https://backend.swap.coffee',
    create: async (baseUrl, { keys: { COFFEE_SWAP: apiKey = null } }) =>
      (await import('./coffee_swap/coffee_swap.ts')).createCoffeeProvider({ baseUrl, apiKey }),
  },
  TONCO_DEX: {
    url: 'https://mainnet.api.dedust.io/v4/router',
    create: async (baseUrl) =>
      (await import('./tonco_dex/tonco_dex.ts')).createToncoProvider({ baseUrl }),
  },
  thorchain: {
    url: 'https://gateway.liquify.com/chain/thorchain_api',
    create: async (baseUrl, { urls: { midgard: midgardUrl = null }, keys }) => {
      const { createThorchainProvider } = await import('./thorchain/thorchain.ts')
      return createThorchainProvider({ baseUrl, midgardUrl, apiKey: keys['THORCHAIN'] ?? null })
    },
  },
} as const satisfies Partial<Record<ProviderId, Entry>>

/** Public base addresses by provider; the HTTP client must know the ones in force as bases. */
export const providerUrls: Readonly<Record<string, string>> = {
  across: acrossBaseUrl,
  ...Object.fromEntries(Object.entries(entries).map(([id, { url }]) => [id, url])),
  /** The index that belongs to THORChain. */
  midgard: 'https://midgard.thorchain.info',
}

export type ProviderList = {
  /** Ready at once: those that have most to say about swaps on one chain, and the bridge. */
  first: readonly Provider[]
  /** All others. */
  others(): Promise<readonly Provider[]>
  /** State of every identifier of the contract. */
  stateOf(id: ProviderId): ProviderState
  /** Gives the adapter of an identifier; that throws QUOTE_EXPIRED where there is none any more. */
  lookUp(): Promise<(id: ProviderId) => Provider>
}

export function createProviders(options: ProvidersOptions): ProviderList {
  const { urls, keys, acrossIntegratorId: integratorId = null } = options
  const onchain = createOnchainProvider(options.onchain)
  const acrossUrl = urls['across']
  const first =
    acrossUrl === undefined
      ? [onchain]
      : [
          onchain,
          createAcrossProvider({
            baseUrl: acrossUrl,
            apiKey: keys['ACROSS'] ?? null,
            integratorId,
          }),
        ]
  const load = async (): Promise<Provider[]> => {
    const made = Object.entries(entries).map(async ([id, { create }]: [string, Entry]) => {
      const url = urls[id]
      return url === undefined ? null : await create(url, options)
    })
    return (await Promise.all(made)).filter((provider) => provider !== null)
  }
  let loaded: Promise<readonly Provider[]> | null = null
  const others = (): Promise<readonly Provider[]> => (loaded ??= load())
  const states = onchain.providerStates()
  return {
    first,
    others,
    stateOf: (id) => {
      const isBuilt =
        first.some((provider) => provider.ids.includes(id)) ||
        (id in entries && urls[id] !== undefined)
      const hasKey = keys[id.toUpperCase()] !== undefined
      return states.get(id) ?? catalogState(id, { isBuilt, hasKey })
    },
    lookUp: async () => {
      const all = [...first, ...(await others())]
      return (id) => {
        const found = all.find((provider) => provider.ids.includes(id))
        if (found !== undefined) return found
        throw new SwaprouteError('QUOTE_EXPIRED', `${id} is not built in.`, {
          hint: 'Quote again.',
        })
      }
    },
  }
}
