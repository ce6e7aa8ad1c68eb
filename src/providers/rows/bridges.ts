import { type BuiltRow, type CatalogRow, chainList } from '../row.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import { debridgeKeys, debridgeRate, lifiKeys, lifiRate, rangoKeys } from './shared.ts'

/** Bridges. */
export const bridgeRows: Readonly<Partial<Record<ProviderId, CatalogRow | BuiltRow>>> = {
  across: {
    kind: 'bridge',
    key: 'optional',
    keyAt: 'https://docs.across.to/tools/integrator-id',
    note: 'intents between EVM chains, paid by relayers at once',
    urls: { api: 'https://app.across.to/api' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BLAST BOBA BSC ETH HYPER_EVM LINEA MEGAETH MODE MONAD OPTIMISM PLASMA POLYGON SCROLL SONEIUM UNICHAIN ZK_SYNC',
    ),
    load: async ({ url, apiKey, settings }) => {
      const { createAcrossProvider } = await import('../across/across.ts')
      const { integratorId = null } = settings
      return createAcrossProvider({ baseUrl: url('api'), apiKey, integratorId })
    },
  },
  arbitrum: {
    kind: 'bridge',
    note: 'canonical bridge of ARBITRUM, contracts only; withdrawals are claimed after a week',
    chains: chainList('ARBITRUM ETH'),
    load: async () => (await import('../arbitrum/arbitrum.ts')).createArbitrumProvider(),
  },
  archon_bridge: {
    kind: 'bridge',
    closed: 'HORIZEN_EON, its chain, was discontinued in 2025 (migration documents of Horizen)',
  },
  bridgers: {
    kind: 'bridge',
    note: 'custodial exchange paid by a call on EVM chains, also to SOLANA',
    urls: { api: 'https://api.bridgers.xyz/api' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BSC CELO ETH HYPER_EVM LINEA OPTIMISM POLYGON SOLANA',
    ),
    load: async ({ url }) =>
      (await import('../bridgers.ts')).createBridgersProvider('bridgers', { baseUrl: url('api') }),
  },
  celer_bridge: {
    kind: 'bridge',
    closed:
      'no payouts found since LI.FI dropped its contracts on 2026-08-11 (lifinance/contracts #2188; 2026-11-29)',
  },
  dln: {
    kind: 'bridge',
    key: 'optional',
    keyAt: debridgeKeys,
    note: 'deBridge orders from EVM chains, also to SOLANA',
    urls: {
      api: 'https://dln.debridge.finance/v1.0',
      dlnOrders: 'https://dln-api.debridge.finance',
    },
    rate: debridgeRate,
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BSC ETH GNOSIS HYPER_EVM LINEA MANTLE MONAD OPTIMISM PLASMA POLYGON SEI SOLANA',
    ),
    load: async ({ url, apiKey }) => {
      const { createDlnProvider } = await import('../dln.ts')
      return createDlnProvider({ baseUrl: url('api'), trackUrl: url('dlnOrders'), apiKey })
    },
  },
  eddy_bridge: {
    kind: 'bridge',
    closed:
      'its ZETACHAIN contracts were replaced in 2025, and no interface to the new ones was found (2026-11-29)',
  },
  layerzero: {
    kind: 'bridge',
    note: 'USDe and sUSDe from ETH by their adapters (OFT), read from the chain',
    urls: { api: 'https://scan.layerzero-api.com/v1' },
    chains: chainList('ARBITRUM BASE BLAST BSC ETH MANTLE MEGAETH OPTIMISM'),
    load: async ({ url }) =>
      (await import('../layerzero.ts')).createLayerzeroProvider({ scanUrl: url('api') }),
  },
  lifi: {
    kind: 'bridge',
    key: 'optional',
    note: 'aggregator of bridges; of its bridges, those whose calls can be read: Across and deBridge',
    urls: { api: 'https://li.quest/v1' },
    keyAt: lifiKeys,
    rate: lifiRate,
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BLAST BSC ETH GNOSIS HYPER_EVM LINEA MEGAETH MODE MONAD OPTIMISM PLASMA POLYGON SCROLL SONEIUM UNICHAIN ZK_SYNC',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../lifi/lifi.ts')).createLifiProvider({ baseUrl: url('api'), apiKey }),
  },
  mayan: {
    kind: 'bridge',
    key: 'optional',
    keyAt: 'https://mayan.finance',
    note: 'auctions between EVM chains, also to SOLANA',
    urls: {
      api: 'https://price-api.mayan.finance/v3',
      mayanExplorer: 'https://explorer-api.mayan.finance/v3',
    },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BSC ETH HYPER_EVM LINEA MONAD OPTIMISM POLYGON SOLANA UNICHAIN',
    ),
    load: async ({ url, apiKey }) => {
      const { createMayanProvider } = await import('../mayan/mayan.ts')
      const explorerUrl = url('mayanExplorer')
      return createMayanProvider({ baseUrl: url('api'), explorerUrl, apiKey })
    },
  },
  meson: {
    kind: 'bridge',
    note: 'USDC, USDT and ETH one for one, where it asks for no signed message; trusted with the whole amount',
    urls: { api: 'https://relayer.meson.fi/api/v1' },
    chains: chainList('ARBITRUM AVALANCHE BASE BSC ETH OPTIMISM POLYGON'),
    load: async ({ url }) =>
      (await import('../meson.ts')).createMesonProvider({ baseUrl: url('api') }),
  },
  multichain: { kind: 'bridge', closed: 'operations ended on 14 July 2023' },
  orbiter_bridge: {
    kind: 'bridge',
    closed:
      'no payouts by its makers since 2026-09-07; an idle one refunds nothing (address reference; 2026-11-29)',
  },
  orbiter_bridge_v2: {
    kind: 'bridge',
    closed:
      'no payouts by its makers since 2026-09-07; an idle one refunds nothing (address reference; 2026-11-29)',
  },
  owl_to_bridge: {
    kind: 'bridge',
    note: 'ETH by its maker, where it asks for a call of its Depositor; no minimum is guaranteed',
    urls: { api: 'https://owlto.finance/api/bridge_api/v1' },
    chains: chainList('ARBITRUM BASE ETH LINEA OPTIMISM SCROLL'),
    load: async ({ url }) =>
      (await import('../owl_to_bridge.ts')).createOwltoProvider({ baseUrl: url('api') }),
  },
  pact_swap: {
    kind: 'bridge',
    closed:
      'its answer names no receiver and no minimum, and its call pays a market maker (docs.pactswap.io, 2026-11-29)',
  },
  pulsechain_bridge: {
    kind: 'bridge',
    note: 'canonical bridge of PULSECHAIN, contracts only; withdrawals are claimed',
    chains: chainList('ETH PULSECHAIN'),
    load: async () =>
      (await import('../pulsechain_bridge/pulsechain_bridge.ts')).createPulsechainProvider(),
  },
  rango: {
    kind: 'bridge',
    key: 'required',
    keyAt: rangoKeys,
    note: 'aggregator of bridges; of its bridges, the one whose calls can be read: Across',
    urls: { api: 'https://api.rango.exchange/basic' },
    chains: chainList('ARBITRUM BASE BLAST BSC ETH LINEA OPTIMISM POLYGON SCROLL'),
    load: async ({ url, apiKey }) =>
      (await import('../rango/rango.ts')).createRangoProvider({ baseUrl: url('api'), apiKey }),
  },
  relay: {
    kind: 'bridge',
    key: 'optional',
    note: 'solver network: signed on EVM, by deposit also on SOLANA, BITCOIN, TRON, TON (read back with a key)',
    urls: { api: 'https://api.relay.link' },
    // 50 quotes a minute, with a key ten a second, and 200 of all others a minute:
    // https://docs.relay.link/references/api/api-keys (read 2026-11).
    rate: { perSecond: 0.7, burst: 8, keyed: { perSecond: 3, burst: 20 } },
    keyAt: 'https://docs.relay.link/references/api/api-keys',
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BITCOIN BLAST BOBA BSC CELO CRONOS ETH GNOSIS HYPER_EVM LINEA MANTA_PACIFIC MANTLE METIS MODE MONAD OPTIMISM PLASMA POLYGON SCROLL SEI SOLANA SONEIUM TAIKO TON TRON UNICHAIN ZK_SYNC',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../relay/provider.ts')).createRelay({ baseUrl: url('api'), apiKey }),
  },
  retro_bridge: {
    kind: 'bridge',
    closed: 'all its hosts have refused connections since 2026-09-29 (public address catalogue)',
  },
  router: {
    kind: 'bridge',
    closed:
      'resells another aggregator, at an unpublished host (vendor documentation, read 2026-11-22)',
  },
  scroll_bridge: {
    kind: 'bridge',
    note: 'canonical bridge of SCROLL; withdrawals are claimed after some hours',
    urls: { api: 'https://mainnet-api-bridge-v2.scroll.io/api' },
    chains: chainList('ETH SCROLL'),
    load: async ({ url }) =>
      (await import('../scroll_bridge/scroll_bridge.ts')).createScrollProvider({
        historyUrl: url('api'),
      }),
  },
  service_stellar_api: {
    kind: 'bridge',
    closed: 'an in-house part of the reference service, not a public provider',
  },
  squidrouter: {
    kind: 'bridge',
    key: 'required',
    note: 'swaps over Axelar, CCTP and market makers; trusted with the whole amount',
    urls: { api: 'https://v2.api.squidrouter.com/v2' },
    // Unpublished, by integrator id.
    rate: { perSecond: 1, burst: 3 },
    // A form; ids are granted after a review (docs.squidrouter.com, read 2026-10).
    keyAt: 'https://squidrouter.typeform.com/integrator-id',
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BLAST BSC CELO ETH FRAXTAL LINEA MANTLE OPTIMISM POLYGON SCROLL',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../squidrouter/squidrouter.ts')).createSquidProvider({
        baseUrl: url('api'),
        apiKey: apiKey ?? '',
      }),
  },
  stargate_v2: {
    kind: 'bridge',
    note: 'LayerZero pools of native and stable coins, read from the chain',
    urls: { api: 'https://scan.layerzero-api.com/v1' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BSC ETH LINEA MANTLE OPTIMISM POLYGON SCROLL SONEIUM UNICHAIN',
    ),
    load: async ({ url }) =>
      (await import('../stargate_v2.ts')).createStargateProvider({ scanUrl: url('api') }),
  },
  symbiosis: {
    kind: 'bridge',
    note: 'pools of synthetic tokens between EVM chains; trusted with the whole amount',
    urls: { api: 'https://api.symbiosis.finance/crosschain' },
    // As for SYMBIOSIS_SWAP, at the same host.
    rate: { perSecond: 1, burst: 3 },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BLAST BOBA BSC CORE CRONOS ETH FRAXTAL GNOSIS GRAVITY HYPER_EVM KAVA LINEA MANTA_PACIFIC MANTLE MERLIN MODE MONAD MORPH OPTIMISM PLASMA POLYGON ROOTSTOCK SCROLL SEI SONEIUM TAIKO TELOS UNICHAIN ZETACHAIN ZK_LINK ZK_SYNC',
    ),
    load: async ({ url }) =>
      (await import('../symbiosis/symbiosis.ts')).createSymbiosisProvider({ baseUrl: url('api') }),
  },
  taiko_bridge: {
    kind: 'bridge',
    note: 'canonical bridge of TAIKO, contracts only; relayers carry messages out for a fee',
    chains: chainList('ETH TAIKO'),
    load: async () => (await import('../taiko_bridge/taiko_bridge.ts')).createTaikoProvider(),
  },
  tele_swap: {
    kind: 'bridge',
    note: 'tokens of BSC and POLYGON to bitcoins, by lockers with collateral',
    urls: { api: 'https://api.teleportdao.xyz/api' },
    chains: chainList('BITCOIN BSC POLYGON'),
    load: async ({ url }) =>
      (await import('../tele_swap.ts')).createTeleSwapProvider({ baseUrl: url('api') }),
  },
  unizen: {
    kind: 'bridge',
    closed:
      'no sign of life in 2026 (public code and issues, searched on 2026-11-29; contracts of 2025-02)',
  },
  usdt_zero_bridge: {
    kind: 'bridge',
    note: 'USDT as LayerZero token (USDT0), read from the chain',
    urls: { api: 'https://scan.layerzero-api.com/v1' },
    chains: chainList(
      'ARBITRUM BERACHAIN ETH FLARE HYPER_EVM MANTLE MEGAETH MONAD MORPH OPTIMISM PLASMA POLYGON ROOTSTOCK SEI UNICHAIN XLAYER',
    ),
    load: async ({ url }) =>
      (await import('../usdt_zero_bridge.ts')).createUsdtZeroProvider({ scanUrl: url('api') }),
  },
  wanchain_bridge: {
    kind: 'bridge',
    note: 'tokens of the same kind through its gateways; no minimum is guaranteed',
    urls: { api: 'https://bridge-api.wanchain.org/api' },
    chains: chainList('ARBITRUM AVALANCHE BSC ETH OPTIMISM POLYGON'),
    load: async ({ url }) => {
      const { createWanBridgeProvider } = await import('../wanchain/wanchain_bridge.ts')
      return createWanBridgeProvider({ baseUrl: url('api') })
    },
  },
  wormhole: {
    kind: 'bridge',
    note: 'USDC and USDT of ETH to their wrapped forms on SUI, by its Token Bridge and a paid delivery',
    urls: { api: 'https://executor.labsapis.com/v0' },
    chains: chainList('ETH SUI'),
    load: async ({ url }) =>
      (await import('../wormhole.ts')).createWormholeProvider({ baseUrl: url('api') }),
  },
  xflows: {
    kind: 'bridge',
    note: 'of its routes, those through a gateway of WanBridge alone; no minimum is guaranteed',
    urls: { api: 'https://xflows.wanchain.org/api/v3' },
    chains: chainList('ARBITRUM AVALANCHE BSC ETH OPTIMISM POLYGON'),
    load: async ({ url }) =>
      (await import('../wanchain/xflows.ts')).createXflowsProvider({ baseUrl: url('api') }),
  },
  xy: {
    kind: 'bridge',
    closed:
      'renamed to yBridge; no sign of it since rubic-app disabled it (#2578; searched on 2026-11-29)',
  },
}
