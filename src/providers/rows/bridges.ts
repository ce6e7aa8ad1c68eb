import { type BuiltRow, type CatalogRow, chainList } from '../row.ts'
import type { ProviderId } from '../../core/providerIds.ts'

/** Bridges. */
export const bridgeRows: Readonly<Partial<Record<ProviderId, CatalogRow | BuiltRow>>> = {
  across: {
    kind: 'bridge',
    key: 'optional',
    note: 'intents between EVM chains, paid by relayers at once',
    urls: { api: 'https://app.across.to/api' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BLAST BOBA BSC ETH HYPER_EVM LINEA MEGAETH MODE MONAD OPTIMISM PLASMA POLYGON SCROLL SONEIUM UNICHAIN ZK_SYNC',
    ),
    pairs: 'cross-chain',
    contracts: true,
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
    pairs: 'cross-chain',
    contracts: true,
    load: async () => (await import('../arbitrum/arbitrum.ts')).createArbitrumProvider(),
  },
  archon_bridge: { kind: 'bridge', closed: 'HORIZEN_EON, its chain, was discontinued in 2025' },
  bridgers: { kind: 'bridge', note: 'HTTP service over EVM, TRON and TON' },
  celer_bridge: {
    kind: 'bridge',
    closed: 'declining: a large aggregator dropped it in August 2026',
  },
  dln: {
    kind: 'bridge',
    key: 'optional',
    note: 'deBridge orders from EVM chains, also to SOLANA',
    urls: {
      api: 'https://dln.debridge.finance/v1.0',
      dlnOrders: 'https://dln-api.debridge.finance',
    },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BSC ETH GNOSIS HYPER_EVM LINEA MANTLE MONAD OPTIMISM PLASMA POLYGON SEI SOLANA',
    ),
    pairs: 'cross-chain',
    contracts: true,
    load: async ({ url, apiKey }) => {
      const { createDlnProvider } = await import('../dln.ts')
      return createDlnProvider({ baseUrl: url('api'), trackUrl: url('dlnOrders'), apiKey })
    },
  },
  eddy_bridge: {
    kind: 'bridge',
    closed:
      'its ZETACHAIN contracts were replaced by a gateway; not confirmed that they still pay out',
  },
  layerzero: {
    kind: 'bridge',
    note: 'token contracts that bridge themselves (OFT), read from the chain',
    urls: { api: 'https://scan.layerzero-api.com/v1' },
    chains: chainList('ARBITRUM BASE BLAST BSC ETH MANTLE MEGAETH OPTIMISM'),
    pairs: 'cross-chain',
    contracts: true,
    load: async ({ url }) =>
      (await import('../layerzero.ts')).createLayerzeroProvider({ scanUrl: url('api') }),
  },
  lifi: {
    kind: 'bridge',
    key: 'optional',
    note: 'aggregator of bridges and exchanges on EVM, SOLANA, SUI, TRON and BITCOIN',
    excludes: 'lifi',
  },
  mayan: { kind: 'bridge', key: 'optional', note: 'auctions between EVM, SOLANA and SUI' },
  meson: { kind: 'bridge', note: 'stable coin transfers between EVM and TRON' },
  multichain: { kind: 'bridge', closed: 'operations ended on 14 July 2023' },
  orbiter_bridge: {
    kind: 'bridge',
    note: 'maker transfers by rules, superseded by orbiter_bridge_v2',
  },
  orbiter_bridge_v2: {
    kind: 'bridge',
    key: 'optional',
    note: 'maker transfers between EVM, SOLANA and others',
  },
  owl_to_bridge: { kind: 'bridge', note: 'maker transfers between EVM chains' },
  pact_swap: {
    kind: 'bridge',
    note: 'atomic swaps of BITCOIN, LITECOIN and DOGECOIN with EVM and TRON',
  },
  pulsechain_bridge: { kind: 'bridge', note: 'canonical bridge of PULSECHAIN, contracts only' },
  rango: {
    kind: 'bridge',
    key: 'required',
    note: 'aggregator over EVM, SOLANA, TON, TRON, COSMOS and more',
    excludes: 'rango',
  },
  relay: {
    kind: 'bridge',
    key: 'optional',
    note: 'solver network on EVM, SOLANA, BITCOIN, TRON and TON, by deposit; complete orders are read back only with a key',
    urls: { api: 'https://api.relay.link' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BITCOIN BLAST BOBA BSC CELO CRONOS ETH GNOSIS HYPER_EVM LINEA MANTA_PACIFIC MANTLE METIS MODE MONAD OPTIMISM PLASMA POLYGON SCROLL SEI SOLANA SONEIUM TAIKO TON TRON UNICHAIN ZK_SYNC',
    ),
    pairs: 'cross-chain',
    load: async ({ url, apiKey }) =>
      (await import('../relay/relay.ts')).createRelayProvider({ baseUrl: url('api'), apiKey }),
  },
  retro_bridge: {
    kind: 'bridge',
    key: 'required',
    note: 'order and transfer, with a signature of the wallet',
  },
  router: { kind: 'bridge', key: 'optional', note: 'now resells another aggregator' },
  scroll_bridge: {
    kind: 'bridge',
    note: 'canonical bridge of SCROLL, contracts and a history service',
  },
  service_stellar_api: {
    kind: 'bridge',
    closed: 'an in-house part of the reference service, not a public provider',
  },
  squidrouter: {
    kind: 'bridge',
    key: 'required',
    note: 'Axelar routes between EVM, SOLANA, BITCOIN, COSMOS and others',
  },
  stargate_v2: {
    kind: 'bridge',
    note: 'LayerZero pools of native and stable coins, read from the chain',
    urls: { api: 'https://scan.layerzero-api.com/v1' },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BSC ETH LINEA MANTLE OPTIMISM POLYGON SCROLL SONEIUM UNICHAIN',
    ),
    pairs: 'cross-chain',
    contracts: true,
    load: async ({ url }) =>
      (await import('../stargate_v2.ts')).createStargateProvider({ scanUrl: url('api') }),
  },
  symbiosis: { kind: 'bridge', note: 'EVM, TRON, TON, BITCOIN and SOLANA by one HTTP service' },
  taiko_bridge: {
    kind: 'bridge',
    note: 'canonical bridge of TAIKO, contracts and a relayer service',
  },
  tele_swap: { kind: 'bridge', note: 'BITCOIN to EVM and TON by locked bitcoin' },
  unizen: { kind: 'bridge', key: 'required', note: 'aggregator over EVM chains' },
  usdt_zero_bridge: {
    kind: 'bridge',
    note: 'USDT as LayerZero token (USDT0), read from the chain',
    urls: { api: 'https://scan.layerzero-api.com/v1' },
    chains: chainList(
      'ARBITRUM BERACHAIN ETH FLARE HYPER_EVM MANTLE MEGAETH MONAD MORPH OPTIMISM PLASMA POLYGON ROOTSTOCK SEI UNICHAIN XLAYER',
    ),
    pairs: 'cross-chain',
    contracts: true,
    load: async ({ url }) =>
      (await import('../usdt_zero_bridge.ts')).createUsdtZeroProvider({ scanUrl: url('api') }),
  },
  wanchain_bridge: { kind: 'bridge', note: 'cross-chain bridge of Wanchain over EVM-like chains' },
  wormhole: { kind: 'bridge', note: 'the Wormhole routes of mayan' },
  xflows: { kind: 'bridge', note: "Wanchain's swap and bridge service over EVM" },
  xy: {
    kind: 'bridge',
    closed: 'renamed to yBridge; not confirmed that the old service still pays out',
  },
}
