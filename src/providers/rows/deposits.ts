import { type BuiltRow, type CatalogRow, chainsOf } from '../row.ts'
import type { ProviderId } from '../../core/providerIds.ts'

/** Exchanges that are paid through a deposit address. */
export const depositRows: Readonly<Partial<Record<ProviderId, CatalogRow | BuiltRow>>> = {
  CLEARSWAP: { kind: 'deposit', closed: 'private TRON exchange without a public interface' },
  baltex: { kind: 'deposit', key: 'required', note: 'exchange by deposit address' },
  change_hero: { kind: 'deposit', key: 'required', note: 'exchange by deposit address' },
  changelly: {
    kind: 'deposit',
    key: 'required',
    note: 'exchange by deposit address; requests are signed with RSA',
  },
  changenow: {
    kind: 'deposit',
    key: 'required',
    note: 'exchange by deposit address',
    urls: { api: 'https://api.changenow.io/v2' },
    chains: chainsOf('changenow'),
    pairs: 'any',
    load: async ({ url, apiKey }) => {
      const { createChangenowProvider } = await import('../changenow.ts')
      return createChangenowProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' })
    },
  },
  chainflip: {
    kind: 'deposit',
    note: 'decentralised exchange by deposit channel; an extension of the list',
    urls: { api: 'https://chainflip-swap.chainflip.io' },
    chains: chainsOf('chainflip'),
    pairs: 'any',
    load: async ({ url }) =>
      (await import('../chainflip/chainflip.ts')).createChainflipProvider({ baseUrl: url('api') }),
  },
  exolix: {
    kind: 'deposit',
    key: 'optional',
    note: 'exchange by deposit address, without a key for quotes',
    urls: { api: 'https://exolix.com/api/v2' },
    chains: chainsOf('exolix'),
    pairs: 'any',
    load: async ({ url, apiKey }) =>
      (await import('../exolix.ts')).createExolixProvider({ baseUrl: url('api'), apiKey }),
  },
  houdini: {
    kind: 'deposit',
    key: 'required',
    note: 'exchange by deposit address in two steps; free quota of 50 quotes a day',
  },
  instaswap: { kind: 'deposit', closed: 'no public description of its interface exists' },
  near_intents: {
    kind: 'deposit',
    key: 'optional',
    note: 'solvers by deposit address; a surcharge of 0.2% without a key',
    urls: { api: 'https://1click.chaindefuser.com' },
    chains: chainsOf('near_intents'),
    pairs: 'any',
    load: async ({ url, apiKey }) => {
      const { createNearIntentsProvider } = await import('../near_intents.ts')
      return createNearIntentsProvider({ baseUrl: url('api'), apiKey })
    },
  },
  quickex: {
    kind: 'deposit',
    key: 'optional',
    note: "exchange by deposit address; a key credits or signs a partner's orders",
    urls: { api: 'https://quickex.io/api' },
    chains: chainsOf('quickex'),
    pairs: 'any',
    load: async ({ url, apiKey }) =>
      (await import('../quickex.ts')).createQuickexProvider({
        baseUrl: url('api'),
        apiKey,
      }),
  },
  simple_swap: { kind: 'deposit', key: 'required', note: 'exchange by deposit address' },
  stealthex: { kind: 'deposit', key: 'required', note: 'exchange by deposit address' },
  thorchain: {
    kind: 'deposit',
    key: 'optional',
    note: 'decentralised exchange by vault and memo; an extension of the list',
    urls: {
      api: 'https://gateway.liquify.com/chain/thorchain_api',
      midgard: 'https://midgard.thorchain.info',
    },
    chains: chainsOf('thorchain'),
    pairs: 'cross-chain',
    load: async ({ url, secondUrl, apiKey }) => {
      const { createThorchainProvider } = await import('../thorchain/thorchain.ts')
      return createThorchainProvider({
        baseUrl: url('api'),
        midgardUrl: secondUrl('midgard'),
        apiKey,
      })
    },
  },
}
