import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import { acrossBaseUrl, createAcrossProvider } from './across/across.ts'
import { changenowBaseUrl, createChangenowProvider } from './changenow/changenow.ts'
import { chainflipBaseUrl, createChainflipProvider } from './chainflip/chainflip.ts'
import { coffeeBaseUrl, createCoffeeProvider } from './coffee_swap/coffee_swap.ts'
import { createDedustProvider, dedustBaseUrl } from './dedust/dedust.ts'
import { createExolixProvider, exolixBaseUrl } from './exolix/exolix.ts'
import { catalogState } from './catalog.ts'
import { createOnchainProvider } from './families/onchain.ts'
import type { ProbeCache } from './families/probe.ts'
import { createNearIntentsProvider, nearIntentsBaseUrl } from './near_intents/near_intents.ts'
import { createQuickexProvider, quickexBaseUrl } from './quickex/quickex.ts'
import { createRelayProvider, relayBaseUrl } from './relay/relay.ts'
import { midgardBaseUrl } from './thorchain/midgard.ts'
import { createThorchainProvider, thorchainBaseUrl } from './thorchain/thorchain.ts'
import { createStonfiProvider, stonfiBaseUrl } from './stonfi/stonfi.ts'
import { createToncoProvider, toncoBaseUrl } from './tonco_dex/tonco_dex.ts'
import type { Provider, ProviderState } from './types.ts'

/** Public base addresses by provider; the HTTP client must know the ones in force as bases. */
export const providerUrls = {
  across: acrossBaseUrl,
  chainflip: chainflipBaseUrl,
  changenow: changenowBaseUrl,
  exolix: exolixBaseUrl,
  /** The index that belongs to THORChain. */
  midgard: midgardBaseUrl,
  near_intents: nearIntentsBaseUrl,
  quickex: quickexBaseUrl,
  relay: relayBaseUrl,
  STONFI: stonfiBaseUrl,
  DEDUST: dedustBaseUrl,
  COFFEE_SWAP: coffeeBaseUrl,
  TONCO_DEX: toncoBaseUrl,
  thorchain: thorchainBaseUrl,
} as const

export type ProvidersOptions = {
  /** Base addresses in force; a provider without one is not asked (the sandbox has only some). */
  urls: Readonly<Record<string, string>>
  /** API keys by upper-case provider name. */
  keys: Readonly<Record<string, string | undefined>>
  probeCache?: ProbeCache
}

export type ProviderList = {
  providers: readonly Provider[]
  /** State of every identifier of the contract. */
  stateOf(id: ProviderId): ProviderState
  /** The adapter of an identifier. Throws QUOTE_EXPIRED where there is none any more. */
  byId(id: ProviderId): Provider
}

/** Every provider that is built: a new one is its folder and one line here. */
export function createProviders({ urls, keys, probeCache }: ProvidersOptions): ProviderList {
  const onchain = createOnchainProvider(probeCache === undefined ? {} : { probeCache })
  const http = {
    across: (baseUrl: string) => createAcrossProvider({ baseUrl, apiKey: keys['ACROSS'] ?? null }),
    chainflip: (baseUrl: string) => createChainflipProvider({ baseUrl }),
    // Nobody is answered without a key: then it is not asked, and its state says which one.
    changenow: (baseUrl: string) => {
      const apiKey = keys['CHANGENOW']
      return apiKey === undefined ? null : createChangenowProvider({ baseUrl, apiKey })
    },
    exolix: (baseUrl: string) => createExolixProvider({ baseUrl, apiKey: keys['EXOLIX'] ?? null }),
    near_intents: (baseUrl: string) =>
      createNearIntentsProvider({ baseUrl, apiKey: keys['NEAR_INTENTS'] ?? null }),
    quickex: (baseUrl: string) =>
      createQuickexProvider({ baseUrl, apiKey: keys['QUICKEX'] ?? null }),
    relay: (baseUrl: string) => createRelayProvider({ baseUrl, apiKey: keys['RELAY'] ?? null }),
    STONFI: (baseUrl: string) => createStonfiProvider({ baseUrl }),
    DEDUST: (baseUrl: string) => createDedustProvider({ baseUrl }),
    COFFEE_SWAP: (baseUrl: string) =>
      createCoffeeProvider({ baseUrl, apiKey: keys['COFFEE_SWAP'] ?? null }),
    TONCO_DEX: (baseUrl: string) => createToncoProvider({ baseUrl }),
    thorchain: (baseUrl: string) =>
      createThorchainProvider({
        baseUrl,
        midgardUrl: urls['midgard'] ?? null,
        apiKey: keys['THORCHAIN'] ?? null,
      }),
  } satisfies Record<
    Exclude<keyof typeof providerUrls, 'midgard'>,
    (baseUrl: string) => Provider | null
  >
  const providers = [
    onchain,
    ...Object.entries(http).flatMap(([id, create]) => {
      const url = urls[id]
      return (url === undefined ? null : create(url)) ?? []
    }),
  ]
  const states = onchain.providerStates()
  return {
    providers,
    stateOf: (id) => {
      const isBuilt = providers.some((provider) => provider.ids.includes(id))
      const hasKey = keys[id.toUpperCase()] !== undefined
      return states.get(id) ?? catalogState(id, { isBuilt, hasKey })
    },
    byId: (id) => {
      const found = providers.find((provider) => provider.ids.includes(id))
      if (found !== undefined) return found
      throw new SwaprouteError('QUOTE_EXPIRED', `${id} is not built in.`, {
        hint: 'Quote again.',
      })
    },
  }
}
