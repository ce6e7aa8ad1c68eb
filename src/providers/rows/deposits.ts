import { type BuiltRow, type CatalogRow, chainList } from '../row.ts'
import type { ProviderId } from '../../core/providerIds.ts'

/** Exchanges that are paid through a deposit address. */
export const depositRows: Readonly<Partial<Record<ProviderId, CatalogRow | BuiltRow>>> = {
  CLEARSWAP: {
    kind: 'deposit',
    closed:
      'its interface is not published: searched on 2026-11-23, known from a web source of 2026-07',
  },
  baltex: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://baltex.io',
    note: 'broker of exchanges by deposit address',
    urls: { api: 'https://api.baltex.io' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BITCOIN BITCOIN_CASH BSC CARDANO CELO COSMOS DASH DOGECOIN ETH LINEA LITECOIN MONERO OPTIMISM POLYGON RIPPLE SEI SOLANA STELLAR SUI TON TRON UNICHAIN ZCASH',
    ),
    load: async ({ url, apiKey }) => {
      const { createBaltexProvider } = await import('../baltex.ts')
      return createBaltexProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' })
    },
  },
  change_hero: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://changehero.io',
    note: 'exchange by deposit address, only coins whose code names one chain',
    urls: { api: 'https://api.changehero.io/v2' },
    chains: chainList(
      'ALGORAND ARBITRUM AVALANCHE BASE BITCOIN BITCOIN_CASH BSC BSV CARDANO COSMOS DASH DIGI_BYTE DOGECOIN ETH ETHEREUM_CLASSIC E_CASH FANTOM HEDERA HYPER_EVM LITECOIN MONAD MONERO OPTIMISM POLKADOT POLYGON QTUM RIPPLE SOLANA STELLAR SUI TEZOS TON TRON ZCASH',
    ),
    load: async ({ url, apiKey }) => {
      const { createChangeHeroProvider } = await import('../change_hero.ts')
      return createChangeHeroProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' })
    },
  },
  changelly: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://changelly.com',
    note: 'exchange by deposit address; the secret is an RSA private key that signs requests',
    urls: { api: 'https://api.changelly.com/v2' },
    chains: chainList(
      'ALGORAND APTOS ARBITRUM AVALANCHE BASE BITCOIN BITCOIN_CASH BITCOIN_GOLD BSC BSV CARDANO CELO COSMOS DASH DIGI_BYTE DOGECOIN EOS ETH ETHEREUM_CLASSIC FILECOIN FIO_PROTOCOL FIRO HEDERA LITECOIN MANTA_PACIFIC MONERO OPTIMISM OSMOSIS PIVX POLKADOT POLYGON QTUM RAVENCOIN RIPPLE ROOTSTOCK SOLANA STELLAR SUI TEZOS THOR_CHAIN TON TRON ZCASH ZK_LINK ZK_SYNC',
    ),
    load: async ({ url, apiKey, settings: { apiSecret } }) => {
      const { createChangellyProvider } = await import('../changelly.ts')
      return createChangellyProvider({ baseUrl: url('api'), apiKey: apiKey ?? '', apiSecret })
    },
  },
  changenow: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://changenow.io/affiliate',
    note: 'exchange by deposit address',
    urls: { api: 'https://api.changenow.io/v2' },
    chains: chainList(
      'AION ALGORAND APTOS ARBITRUM ARDOR ARK ASTAR AVALANCHE BAND_PROTOCOL BASE BITCOIN BITCOIN_CASH BITCOIN_DIAMOND BITCOIN_GOLD BITGERT BSC BSV CARDANO CASPER CELO COSMOS DASH DECRED DIGI_BYTE DIVI DOGECOIN DX_CHAIN EOS ETH ETHEREUM_CLASSIC E_CASH FANTOM FILECOIN FIO_PROTOCOL FIRO FLARE FLOW HEDERA HELIUM HORIZEN ICON ICP IOST IOTA IOTEX KADENA KAVA_COSMOS KLAYTN KOMODO KUSAMA LISK LITECOIN MINA_PROTOCOL MONERO MULTIVERS_X NANO NEAR NEM NEO OASIS ONTOLOGY OPTIMISM OSMOSIS PIVX POLKADOT POLYGON POLYX PULSECHAIN QTUM RAVENCOIN RIPPLE SECRET SIA SOLANA SOLAR STACKS STEEM STELLAR STRATIS SUI SYMBOL SYSCOIN TERRA TERRA_CLASSIC TEZOS THETA THOR_CHAIN TON TRON VERGE VE_CHAIN WAVES WAX XDC ZCASH ZILLIQA ZK_SYNC',
    ),
    load: async ({ url, apiKey }) => {
      const { createChangenowProvider } = await import('../changenow.ts')
      return createChangenowProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' })
    },
  },
  chainflip: {
    kind: 'deposit',
    note: 'decentralised exchange by deposit channel; an extension of the list',
    urls: { api: 'https://chainflip-swap.chainflip.io' },
    // 100 quotes a minute, then no quotes for five (chainflip-io/chainflip-sdk-monorepo, read 2026-11).
    rate: { perSecond: 1.5, burst: 10 },
    chains: chainList('ARBITRUM BITCOIN BSC ETH POLKADOT SOLANA TRON'),
    load: async ({ url }) =>
      (await import('../chainflip/chainflip.ts')).createChainflipProvider({ baseUrl: url('api') }),
  },
  exolix: {
    kind: 'deposit',
    key: 'optional',
    keyAt: 'https://exolix.com',
    note: 'exchange by deposit address, without a key for quotes',
    urls: { api: 'https://exolix.com/api/v2' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BITCOIN BITCOIN_CASH BSC CARDANO CELO COSMOS DOGECOIN ETH FANTOM LITECOIN MONERO NANO OPTIMISM POLYGON RIPPLE SOLANA STELLAR SUI TON TRON ZK_SYNC',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../exolix.ts')).createExolixProvider({ baseUrl: url('api'), apiKey }),
  },
  houdini: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://houdiniswap.com',
    note: 'broker of exchanges by deposit address in two steps; free quota of 50 quotes a day',
    urls: { api: 'https://api-partner.houdiniswap.com/v2' },
    // Five quotes and one order a minute of the free plan, of the other calls more than these (the
    // vendor's page of limits and tiers, read 2026-11).
    rate: { perSecond: 0.08, burst: 5 },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BITCOIN BSC CELO ETH GNOSIS LINEA OPTIMISM POLYGON SCROLL SOLANA TRON ZK_SYNC',
    ),
    load: async ({ url, apiKey, settings: { apiSecret } }) => {
      const { createHoudiniProvider } = await import('../houdini.ts')
      return createHoudiniProvider({ baseUrl: url('api'), apiKey: apiKey ?? '', apiSecret })
    },
  },
  instaswap: {
    kind: 'deposit',
    closed:
      'its interface is not published: searched on 2026-11-23, pages of 2019 are of another service',
  },
  near_intents: {
    kind: 'deposit',
    key: 'optional',
    keyAt: 'https://partners.near-intents.org',
    note: 'solvers by deposit address; a surcharge of 0.2% without a key',
    urls: { api: 'https://1click.chaindefuser.com' },
    chains: chainList(
      'APTOS ARBITRUM AVALANCHE BASE BERACHAIN BITCOIN BITCOIN_CASH BSC CARDANO DASH DOGECOIN ETH GNOSIS LITECOIN MONAD NEAR OPTIMISM PLASMA POLYGON RIPPLE SCROLL SOLANA STARKNET STELLAR SUI TON TRON XLAYER ZCASH',
    ),
    load: async ({ url, apiKey }) => {
      const { createNearIntentsProvider } = await import('../near_intents.ts')
      return createNearIntentsProvider({ baseUrl: url('api'), apiKey })
    },
  },
  quickex: {
    kind: 'deposit',
    key: 'optional',
    keyAt: 'https://quickex.io',
    note: "exchange by deposit address; a key credits or signs a partner's orders",
    urls: { api: 'https://quickex.io/api' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BITCOIN BITCOIN_CASH BSC CARDANO COSMOS DASH DOGECOIN ETH LITECOIN MONERO NEAR OPTIMISM POLKADOT POLYGON RIPPLE SOLANA STELLAR SUI TON TRON ZCASH',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../quickex.ts')).createQuickexProvider({
        baseUrl: url('api'),
        apiKey,
      }),
  },
  simple_swap: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://simpleswap.io',
    note: 'exchange by deposit address',
    urls: { api: 'https://api.simpleswap.io/v3' },
    chains: chainList(
      'ALGORAND APTOS ARBITRUM ASTAR AVALANCHE BASE BITCOIN BITCOIN_CASH BLAST BSC CARDANO CELO CORE COSMOS CRONOS DASH DOGECOIN EOS ETH FANTOM FILECOIN FLARE FLOW HARMONY ICP IOTA IOTEX KAVA KAVA_COSMOS KLAYTN KUSAMA LINEA LITECOIN MANTA_PACIFIC MANTLE MERLIN METIS MINA_PROTOCOL MODE MONERO MOONBEAM MOONRIVER NEAR NEO OASIS ONTOLOGY OPTIMISM OSMOSIS POLKADOT POLYGON PULSECHAIN RIPPLE SCROLL SECRET SEI SIA SOLANA STARKNET STELLAR SYSCOIN TAIKO TELOS TEZOS THETA TON TRON VELAS WAVES WAX XDC ZETACHAIN ZILLIQA ZK_LINK ZK_SYNC',
    ),
    load: async ({ url, apiKey }) => {
      const { createSimpleSwapProvider } = await import('../simple_swap.ts')
      return createSimpleSwapProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' })
    },
  },
  stealthex: {
    kind: 'deposit',
    key: 'required',
    keyAt: 'https://stealthex.io',
    note: 'exchange by deposit address',
    urls: { api: 'https://api.stealthex.io/v4' },
    chains: chainList(
      'ALGORAND ARBITRUM AVALANCHE BASE BITCOIN BITCOIN_CASH BSC BSV CARDANO CELO COSMOS DASH DIGI_BYTE DOGECOIN EOS ETH ETHEREUM_CLASSIC E_CASH FILECOIN FIO_PROTOCOL FIRO HEDERA HYPER_EVM LITECOIN MONERO OPTIMISM OSMOSIS PIVX POLKADOT POLYGON PULSECHAIN QTUM RIPPLE SOLANA STELLAR SUI TEZOS THOR_CHAIN TON TRON WAX ZCASH ZK_SYNC',
    ),
    load: async ({ url, apiKey }) => {
      const { createStealthexProvider } = await import('../stealthex.ts')
      return createStealthexProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' })
    },
  },
  thorchain: {
    kind: 'deposit',
    key: 'optional',
    keyAt: 'https://gateway.liquify.com',
    note: 'decentralised exchange by vault and memo; an extension of the list',
    urls: {
      api: 'https://gateway.liquify.com/chain/thorchain_api',
      midgard: 'https://midgard.thorchain.info',
    },
    chains: chainList(
      'AVALANCHE BASE BITCOIN BITCOIN_CASH BSC COSMOS DOGECOIN ETH LITECOIN RIPPLE SOLANA THOR_CHAIN TRON',
    ),
    crossChainOnly: true,
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
