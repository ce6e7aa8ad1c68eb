import { type BuiltRow, type CatalogRow, chainList } from '../row.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import { debridgeKeys, debridgeRate, lifiKeys, lifiRate, rangoKeys } from './shared.ts'

/** Exchanges on one chain, except for the pools that are read from the chain itself. */
export const exchangeRows: Readonly<Partial<Record<ProviderId, CatalogRow | BuiltRow>>> = {
  '10K_SWAP': {
    kind: 'exchange',
    closed:
      'no service of its own; nothing published shows AVNU still routing over it (sources of 2026-01, read 2026-11-23)',
  },
  ALDRIN_EXCHANGE: { kind: 'exchange', closed: 'Solana exchange, no longer in operation' },
  BRIDGERS: {
    kind: 'exchange',
    note: 'custodial exchange paid by a call, on one chain; trusted with the whole amount',
    urls: { api: 'https://api.bridgers.xyz/api' },
    chains: chainList('ARBITRUM AVALANCHE BASE BSC CELO HYPER_EVM LINEA OPTIMISM POLYGON'),
    load: async ({ url }) =>
      (await import('../bridgers.ts')).createBridgersProvider('BRIDGERS', { baseUrl: url('api') }),
  },
  COFFEE_SWAP: {
    kind: 'exchange',
    key: 'optional',
    keyAt: 'https://swap.coffee',
    note: 'TON aggregator',
    urls: { api: 'https://backend.swap.coffee' },
    // Published only for its token list. A quote and the swap that follows are three requests.
    rate: { perSecond: 1, burst: 4 },
    chains: chainList('TON'),
    load: async ({ url, apiKey }) =>
      (await import('../coffee_swap.ts')).createCoffeeProvider({
        baseUrl: url('api'),
        apiKey,
      }),
  },
  DEDUST: {
    kind: 'exchange',
    note: 'TON exchange and router',
    urls: { api: 'https://mainnet.api.dedust.io/v4/router' },
    chains: chainList('TON'),
    load: async ({ url }) =>
      (await import('../dedust.ts')).createDedustProvider({ baseUrl: url('api') }),
  },
  DEFI_PLAZA: {
    kind: 'exchange',
    closed:
      'its only pool was drained on 2024-07-05 (SunWeb3Sec/DeFiHackLabs, DeFiPlaza_exp.sol; read 2026-11-29)',
  },
  DLN: {
    kind: 'exchange',
    key: 'optional',
    keyAt: debridgeKeys,
    note: 'same-chain swaps of deBridge',
    urls: { api: 'https://dln.debridge.finance/v1.0' },
    rate: debridgeRate,
    chains: chainList('ARBITRUM AVALANCHE BASE BSC ETH OPTIMISM POLYGON'),
    load: async ({ url, apiKey }) =>
      (await import('../dln_swap.ts')).createDlnSwapProvider({ baseUrl: url('api'), apiKey }),
  },
  DODO: {
    kind: 'exchange',
    key: 'required',
    note: 'market maker pools and router on 7 EVM chains; pays only the payer',
    urls: { api: 'https://api.dodoex.io/route-service' },
    keyAt: 'https://developer.dodoex.io',
    chains: chainList('ARBITRUM AURORA AVALANCHE BSC ETH OPTIMISM POLYGON'),
    load: async ({ url, apiKey }) =>
      (await import('../dodo.ts')).createDodoProvider({
        baseUrl: url('api'),
        apiKey: apiKey ?? '',
      }),
  },
  FINKUJIRA: { kind: 'exchange', closed: 'Kujira was merged into THORChain' },
  KYBER_SWAP: {
    kind: 'exchange',
    note: 'EVM aggregator on 15 chains',
    urls: { api: 'https://aggregator-api.kyberswap.com' },
    // Three a second: https://docs.kyberswap.com/developer-guide/start-here/rate-limits-and-client-id
    // (read 2026-11).
    rate: { perSecond: 2, burst: 2 },
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BSC ETH HYPER_EVM LINEA MANTLE MEGAETH MONAD OPTIMISM PLASMA POLYGON UNICHAIN',
    ),
    load: async ({ url }) =>
      (await import('../kyber_swap.ts')).createKyberSwapProvider({ baseUrl: url('api') }),
  },
  LIFI: {
    kind: 'exchange',
    key: 'optional',
    note: 'aggregator of exchanges; small budget without a key',
    urls: { api: 'https://li.quest/v1' },
    keyAt: lifiKeys,
    rate: lifiRate,
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BLAST BOBA BSC CRONOS ETH FRAXTAL FUSE GNOSIS GRAVITY HEMI HYPER_EVM LINEA MANTLE MEGAETH MODE MONAD MORPH OPTIMISM PLASMA POLYGON ROOTSTOCK SCROLL SEI SONEIUM UNICHAIN XLAYER ZK_SYNC',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../lifi/lifi.ts')).createLifiSwapProvider({ baseUrl: url('api'), apiKey }),
  },
  NATIVE_ROUTER: {
    kind: 'exchange',
    key: 'required',
    keyAt: 'https://docs.native.org/native-dev/build-with-native/swap-aggregators',
    note: 'firm quotes of market makers, through their router V6',
    urls: { api: 'https://v2.api.native.org/swap-api-v2/v1' },
    // Firm quotes last for the time they are asked for: two minutes, of which one has to be left (E8).
    chains: chainList('ARBITRUM BASE BSC ETH'),
    // Unpublished.
    rate: { perSecond: 1, burst: 3 },
    load: async ({ url, apiKey }) =>
      (await import('../native_router.ts')).createNativeProvider({
        baseUrl: url('api'),
        apiKey: apiKey ?? '',
      }),
  },
  ODOS: {
    kind: 'exchange',
    closed:
      'shut down on 30 July 2026: every request answers 410 (DefiLlama/dimension-adapters #8647)',
  },
  ONE_INCH: {
    kind: 'exchange',
    key: 'required',
    note: 'EVM aggregator on 10 chains',
    urls: { api: 'https://api.1inch.com/swap/v6.1' },
    // Of the free plan.
    rate: { perSecond: 1, burst: 3 },
    keyAt: 'https://business.1inch.com/portal',
    chains: chainList('ARBITRUM AVALANCHE BASE BSC ETH GNOSIS LINEA OPTIMISM POLYGON UNICHAIN'),
    load: async ({ url, apiKey }) =>
      (await import('../one_inch.ts')).createOneInchProvider({
        baseUrl: url('api'),
        apiKey: apiKey ?? '',
      }),
  },
  ONE_MOON: { kind: 'exchange', closed: 'no public information found' },
  ONE_SOL: {
    kind: 'exchange',
    closed:
      'JUPITER routes over no pools of it, and no service of its own answers (label list of 2026-09-27)',
  },
  OPEN_OCEAN: {
    kind: 'exchange',
    key: 'optional',
    note: 'EVM aggregator on 23 chains, two requests a second',
    urls: {
      api: 'https://open-api.openocean.finance/v4',
      openOceanPro: 'https://open-api-pro.openocean.finance/v4',
    },
    // Twenty in ten seconds (text of the vendor for programs, 2026-03-23).
    rate: { perSecond: 1.6, burst: 4 },
    keyAt: 'https://openocean.finance',
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BLAST BSC CRONOS ETH GNOSIS GRAVITY HYPER_EVM LINEA MANTLE METIS MODE MONAD OPTIMISM PLASMA POLYGON ROOTSTOCK SCROLL SEI TELOS',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../open_ocean.ts')).createOpenOceanProvider({
        // Keys belong to a host of their own.
        baseUrl: url(apiKey === null ? 'api' : 'openOceanPro'),
        apiKey,
      }),
  },
  PARA_SWAP: {
    kind: 'exchange',
    note: 'EVM aggregator (Velora) on 10 chains',
    urls: { api: 'https://api.paraswap.io' },
    chains: chainList('ARBITRUM AVALANCHE BASE BSC ETH GNOSIS OPTIMISM PLASMA POLYGON UNICHAIN'),
    load: async ({ url }) =>
      (await import('../para_swap.ts')).createParaSwapProvider({ baseUrl: url('api') }),
  },
  PITEAS: {
    kind: 'exchange',
    note: 'PulseChain aggregator, ten requests a minute',
    urls: { api: 'https://sdk.piteas.io' },
    // Ten a minute; one more locks the caller out for an hour.
    rate: { perSecond: 0.1, burst: 4 },
    chains: chainList('PULSECHAIN'),
    load: async ({ url }) =>
      (await import('../piteas.ts')).createPiteasProvider({ baseUrl: url('api') }),
  },
  RANGO: {
    kind: 'exchange',
    key: 'required',
    keyAt: rangoKeys,
    note: 'aggregator of exchanges on EVM chains',
    urls: { api: 'https://api.rango.exchange/basic' },
    chains: chainList('ARBITRUM AVALANCHE BASE BLAST BSC ETH LINEA OPTIMISM POLYGON SCROLL'),
    load: async ({ url, apiKey }) =>
      (await import('../rango/rango.ts')).createRangoSwapProvider({ baseUrl: url('api'), apiKey }),
  },
  REN_BTC: { kind: 'exchange', closed: 'the bridge was wound down at the end of 2022' },
  ROUTER_SWAP: {
    kind: 'exchange',
    closed:
      'resells another aggregator, at an unpublished host (vendor documentation, read 2026-11-22)',
  },
  SERUM: { kind: 'exchange', closed: 'shut down in 2022; its order books moved to OpenBook' },
  SERVICE_STELLAR_API: {
    kind: 'exchange',
    closed: 'an in-house part of the reference service, not a public provider',
  },
  SOLANA: { kind: 'exchange', closed: 'a placeholder of the reference service, not an exchange' },
  SQUIDROUTER: {
    kind: 'exchange',
    key: 'required',
    note: 'same-chain swaps of Squid, proved by simulation; the integrator id is free',
    urls: { api: 'https://v2.api.squidrouter.com/v2' },
    // Unpublished, by integrator id.
    rate: { perSecond: 1, burst: 3 },
    keyAt: 'https://squidrouter.typeform.com/integrator-id',
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BLAST BSC CELO ETH FRAXTAL LINEA MANTLE OPTIMISM POLYGON SCROLL',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../squidrouter/swap.ts')).createSquidSwapProvider({
        baseUrl: url('api'),
        apiKey: apiKey ?? '',
      }),
  },
  STONFI: {
    kind: 'exchange',
    note: 'TON exchange',
    urls: { api: 'https://api.ston.fi' },
    // Unpublished; five per second stay clear of its 429.
    rate: { perSecond: 5, burst: 10 },
    chains: chainList('TON'),
    load: async ({ url }) =>
      (await import('../stonfi.ts')).createStonfiProvider({ baseUrl: url('api') }),
  },
  SYMBIOSIS_SWAP: {
    kind: 'exchange',
    note: 'same-chain swaps of Symbiosis through 1inch, for a fee in native coins',
    urls: { api: 'https://api.symbiosis.finance/crosschain' },
    // Unpublished; calls are limited to about one a second (public probes of 2026-10-05).
    rate: { perSecond: 1, burst: 3 },
    chains: chainList('ARBITRUM AVALANCHE BASE BSC ETH LINEA OPTIMISM POLYGON'),
    load: async ({ url }) =>
      (await import('../symbiosis/symbiosis_swap.ts')).createSymbiosisSwapProvider({
        baseUrl: url('api'),
      }),
  },
  TONCO_DEX: {
    kind: 'exchange',
    note: "TON exchange; reached through DEDUST's router",
    urls: { api: 'https://mainnet.api.dedust.io/v4/router' },
    chains: chainList('TON'),
    load: async ({ url }) =>
      (await import('../tonco_dex.ts')).createToncoProvider({ baseUrl: url('api') }),
  },
  UNIZEN: {
    kind: 'exchange',
    closed:
      'no sign of life since mid-2026; its contracts last changed in 2025-02 (unizen-stratosphere-sc)',
  },
  VOOI: {
    kind: 'exchange',
    closed:
      'aggregates perpetuals since May 2024; no sign that its LINEA pool is in use (docs.vooi.io; read 2026-11-29)',
  },
  WYND: {
    kind: 'exchange',
    closed:
      'exchange on Juno, without an interface or activity since 2024 (rubic-sdk 5.57, 2026-11-22)',
  },
  XY_DEX: {
    kind: 'exchange',
    closed:
      'switched off in the reference app, no answer observed since (rubic-app #2578, read 2026-11-23)',
  },
  ZRX: {
    kind: 'exchange',
    key: 'required',
    note: 'EVM aggregator (0x) on 15 chains',
    urls: { api: 'https://api.0x.org' },
    // About five a second of the free plan: https://0x.org/docs/developer-resources/rate-limits
    // (read 2026-11).
    rate: { perSecond: 3, burst: 3 },
    keyAt: 'https://dashboard.0x.org',
    chains: chainList(
      'ARBITRUM AVALANCHE BASE BERACHAIN BSC ETH HYPER_EVM LINEA MANTLE MONAD OPTIMISM PLASMA POLYGON SCROLL UNICHAIN',
    ),
    load: async ({ url, apiKey }) =>
      (await import('../zrx.ts')).createZrxProvider({ baseUrl: url('api'), apiKey: apiKey ?? '' }),
  },
}
