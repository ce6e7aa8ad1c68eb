import { type BuiltRow, chainList } from '../row.ts'
import type { ProviderId } from '../../core/providerIds.ts'

/** 30 requests a minute without a key, 60 with a free one (developers.jup.ag/docs, 2026-08-21). */
const jupiterRate = { perSecond: 0.4, burst: 5, keyed: { perSecond: 0.8, burst: 10 } }

/**
 * An exchange of Solana that Jupiter routes over, by the labels of its programs (list of Jupiter's
 * `/swap/v1/program-id-to-label`, found in a public parser of transactions on 2026-09-27).
 */
function behindJupiter(id: ProviderId, name: string, labels: readonly string[]): BuiltRow {
  return {
    kind: 'exchange',
    key: 'optional',
    note: 'Solana exchange; reached through JUPITER where it is named',
    urls: { api: 'https://api.jup.ag' },
    keyAt: 'https://developers.jup.ag/portal',
    rate: jupiterRate,
    chains: chainList('SOLANA'),
    onlyNamed: true,
    load: async ({ url, apiKey }) =>
      (await import('../jupiter.ts')).createJupiterProvider({
        baseUrl: url('api'),
        apiKey,
        exchange: { id, name, labels },
      }),
  }
}

/** Exchanges of chains that other wallets sign for (kits/foreign/aggregator.ts). */
export const foreignRows: Readonly<Partial<Record<ProviderId, BuiltRow>>> = {
  AQUARIUS: {
    kind: 'exchange',
    note: 'Stellar exchange; its calls are built here',
    urls: {
      api: 'https://amm-api.aqua.network/api/external/v1',
      stellarNode: 'https://mainnet.sorobanrpc.com',
    },
    chains: chainList('STELLAR'),
    load: async ({ url }) =>
      (await import('../aquarius.ts')).createAquariusProvider({
        baseUrl: url('api'),
        nodeUrl: url('stellarNode'),
      }),
  },
  AVNU: {
    kind: 'exchange',
    note: 'Starknet aggregator; pays only the payer',
    urls: { api: 'https://starknet.api.avnu.fi' },
    // 300 in five minutes without a key, as its users write; nothing official is published.
    rate: { perSecond: 1, burst: 5 },
    chains: chainList('STARKNET'),
    load: async ({ url }) =>
      (await import('../avnu.ts')).createAvnuProvider({ baseUrl: url('api') }),
  },
  CETUS: {
    kind: 'exchange',
    note: 'Sui exchange, its own pools; the transaction is built here',
    urls: { api: 'https://api-sui.cetus.zone/router_v3' },
    chains: chainList('SUI'),
    load: async ({ url }) =>
      (await import('../cetus.ts')).createCetusProvider({ baseUrl: url('api') }),
  },
  CREMA_FINANCE: behindJupiter('CREMA_FINANCE', 'Crema Finance', ['Crema']),
  CROPPER_FINANCE: behindJupiter('CROPPER_FINANCE', 'Cropper', ['Cropper']),
  DFLOW: {
    kind: 'exchange',
    key: 'optional',
    note: 'Solana trading service; its transactions are simulated before they are shown',
    // Without a key, its host for developers: 60 requests, supposedly a minute (2026-08-22).
    urls: { api: 'https://dev-quote-api.dflow.net', dflowKeyed: 'https://quote-api.dflow.net' },
    keyAt: 'https://pond.dflow.net/get-started/api-key',
    rate: { perSecond: 1, burst: 5 },
    chains: chainList('SOLANA'),
    load: async ({ url, apiKey }) =>
      (await import('../dflow.ts')).createDflowProvider({
        baseUrl: url(apiKey === null ? 'api' : 'dflowKeyed'),
        apiKey,
      }),
  },
  JUPITER: {
    kind: 'exchange',
    key: 'optional',
    note: 'Solana aggregator',
    urls: { api: 'https://api.jup.ag' },
    keyAt: 'https://developers.jup.ag/portal',
    rate: jupiterRate,
    chains: chainList('SOLANA'),
    load: async ({ url, apiKey }) =>
      (await import('../jupiter.ts')).createJupiterProvider({ baseUrl: url('api'), apiKey }),
  },
  ORCA_SWAP: behindJupiter('ORCA_SWAP', 'Orca', ['Whirlpool', 'Orca V2', 'Orca V1']),
  OSMOSIS_SWAP: {
    kind: 'exchange',
    note: 'Osmosis pools by its query server',
    urls: { api: 'https://sqs.osmosis.zone' },
    // Unpublished; the vendor's proxy limits requests.
    rate: { perSecond: 2, burst: 4 },
    chains: chainList('OSMOSIS'),
    load: async ({ url }) =>
      (await import('../osmosis_swap.ts')).createOsmosisProvider({ baseUrl: url('api') }),
  },
  RAYDIUM: behindJupiter('RAYDIUM', 'Raydium', ['Raydium', 'Raydium CLMM', 'Raydium CP']),
  REF_FINANCE: {
    kind: 'exchange',
    note: 'NEAR exchange by its smart router; pays only the payer',
    urls: {
      api: 'https://smartrouter.ref.finance',
      nearNode: 'https://free.rpc.fastnear.com',
    },
    // Unpublished.
    rate: { perSecond: 2, burst: 4 },
    chains: chainList('NEAR'),
    load: async ({ url }) =>
      (await import('../ref_finance.ts')).createRefProvider({
        baseUrl: url('api'),
        nodeUrl: url('nearNode'),
      }),
  },
  SABER_STABLE_SWAP: behindJupiter('SABER_STABLE_SWAP', 'Saber', ['Saber', 'Saber (Decimals)']),
  SAROS_SWAP: behindJupiter('SAROS_SWAP', 'Saros', ['Saros']),
  SOROSWAP: {
    kind: 'exchange',
    key: 'required',
    note: 'Stellar aggregator; the key is free',
    urls: { api: 'https://api.soroswap.finance' },
    keyAt: 'https://api.soroswap.finance/register',
    chains: chainList('STELLAR'),
    load: async ({ url, apiKey }) =>
      (await import('../soroswap.ts')).createSoroswapProvider({
        baseUrl: url('api'),
        apiKey: apiKey ?? '',
      }),
  },
  SPL_TOKEN_SWAP: behindJupiter('SPL_TOKEN_SWAP', "Solana's reference pools", ['Token Swap']),
  SUN_SWAP: {
    kind: 'exchange',
    note: 'TRON exchange',
    urls: { api: 'https://rot.endjgfsv.link/swap' },
    chains: chainList('TRON'),
    load: async ({ url }) =>
      (await import('../sun_swap.ts')).createSunSwapProvider({ baseUrl: url('api') }),
  },
}
