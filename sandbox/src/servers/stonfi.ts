import type { Hono } from 'hono'
import { isSameTonAddress, toRawTonAddress } from '../../../src/chains/ton/address.ts'
import type { FaultBoard } from '../faults.ts'
import { usdText } from '../seed/prices.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import { sandboxJettons, tonCoin } from '../ton/addresses.ts'
import type { TonServices } from '../ton/types.ts'
import { type LoopbackEnv, RefusalError } from './server.ts'
import {
  createTonExchangeServer,
  type PoolSwap,
  shareText,
  type TonDialect,
} from './tonExchangeServer.ts'

/** TON as the API names it: the address of all zeros. */
const nativeName = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'
/** Nanoton of a swap, as measured on the sandbox chain, rounded up. */
const gas = { budget: '300000000', fromTon: '300000000', fromJetton: '240000000', used: '70000000' }

const dialect: TonDialect = {
  target: 'STONFI',
  path: '/v1',
  unauthorized: 'Unauthorized',
  broken: 'Internal Server Error',
  noPool: () => new RefusalError(404, '1010: Could not find pool address'),
}

/**
 * The STON.fi API on loopback, with the real one's paths, fields and errors, over the pools of the
 * sandbox chain: https://api.ston.fi/swagger-ui and https://github.com/ston-fi/api (read 2026-11).
 */
export function createStonfiServer(
  { exchange, jettonWalletOf }: TonServices,
  faults: FaultBoard,
): Hono<LoopbackEnv> {
  const server = createTonExchangeServer(dialect, exchange, faults)
  const { app } = server

  app.post('/swap/simulate', async (context) => {
    const {
      offer_address: offer,
      ask_address: ask,
      units,
      slippage_tolerance: slippage,
    } = context.req.query()
    const [sold, bought] = [masterOf(offer), masterOf(ask)]
    if (!/^[1-9]\d{0,38}$/.test(units ?? '')) throw new RefusalError(400, 'invalid `units`')
    const tolerance = readShare(slippage)
    const swap = await server.swap(sold, bought, BigInt(units ?? '0'))
    return context.json(simulationOf(swap, tolerance))
  })

  /** The API's name for a token; its master on the chain, where TON is the proxy's. */
  const masterOf = (name: string | undefined): string => {
    const raw = toRawTonAddress(name ?? '')
    if (raw === null) throw new RefusalError(400, 'invalid address')
    return isSameTonAddress(raw, nativeName) ? exchange.ptonMaster : raw
  }

  const nameOf = (token: SandboxTokenRow): string => (token.native ? nativeName : token.address)

  const simulationOf = (swap: PoolSwap, tolerance: bigint): Record<string, unknown> => {
    const { sold, bought, units, out, atMidPrice, pool } = swap
    const least = (out * (shareOne - tolerance)) / shareOne
    const fee = (out * BigInt(pool.feeBps)) / BigInt(10_000 - pool.feeBps)
    const share = shareText(tolerance, shareOne)
    return {
      offer_address: nameOf(sold),
      offer_jetton_wallet: exchange.routerWallet(swap.soldMaster),
      offer_units: String(units),
      ask_address: nameOf(bought),
      ask_jetton_wallet: exchange.routerWallet(swap.boughtMaster),
      ask_units: String(out),
      min_ask_units: String(least),
      recommended_min_ask_units: String(least),
      slippage_tolerance: share,
      recommended_slippage_tolerance: share,
      swap_rate: shareText(
        out * 10n ** BigInt(sold.decimals),
        units * 10n ** BigInt(bought.decimals),
      ),
      price_impact: shareText(atMidPrice - out, atMidPrice),
      fee_address: nameOf(bought),
      fee_units: String(fee),
      fee_percent: shareText(BigInt(pool.feeBps), 10_000n),
      pool_address: pool.address,
      router_address: exchange.router,
      router: routerInfo(),
      gas_params: {
        gas_budget: sold.native ? null : gas.budget,
        forward_gas: sold.native ? gas.fromTon : gas.fromJetton,
        estimated_gas_consumption: gas.used,
      },
    }
  }

  const routerInfo = (): Record<string, unknown> => ({
    address: exchange.router,
    major_version: 2,
    minor_version: 1,
    pton_master_address: exchange.ptonMaster,
    pton_wallet_address: exchange.ptonWallet,
    pton_version: '2.1',
    router_type: 'ConstantProduct',
    pool_creation_enabled: true,
  })

  app.get('/routers', (context) => context.json({ router_list: [routerInfo()] }))

  app.get('/routers/:address', (context) => {
    if (!isSameTonAddress(context.req.param('address'), exchange.router)) {
      throw new RefusalError(404, '1013: Could not find router')
    }
    return context.json({ router: routerInfo() })
  })

  app.get('/jetton/:master/address', (context) => {
    const owner = context.req.query('owner_address') ?? ''
    const master = masterOf(context.req.param('master'))
    if (toRawTonAddress(owner) === null) throw new RefusalError(400, 'invalid `owner_address`')
    return context.json({ address: jettonWalletOf(master, owner) })
  })

  const assets = (): Record<string, unknown>[] =>
    [tonCoin(), ...sandboxJettons()].map((token) => ({
      contract_address: nameOf(token),
      symbol: token.symbol,
      display_name: token.name,
      decimals: token.decimals,
      kind: token.native ? 'Ton' : 'Jetton',
      dex_price_usd: usdText(10n ** BigInt(token.decimals), token),
      blacklisted: false,
      community: false,
      deprecated: false,
      default_symbol: true,
      priority: 0,
      taxable: false,
      tags: [],
    }))

  app.get('/assets', (context) => context.json({ asset_list: assets() }))

  app.get('/assets/:address', (context) => {
    const asked = context.req.param('address')
    const asset = assets().find(({ contract_address: address }) =>
      isSameTonAddress(String(address), asked),
    )
    if (asset === undefined) throw new RefusalError(404, '1001: Could not find asset')
    return context.json({ asset })
  })

  app.get('/swap/status', async (context) => {
    const { router_address: router, owner_address: owner, query_id: queryId } = context.req.query()
    if (toRawTonAddress(owner ?? '') === null || !/^\d{1,20}$/.test(queryId ?? '')) {
      throw new RefusalError(400, 'invalid `owner_address` or `query_id`')
    }
    const isKnown = isSameTonAddress(router ?? '', exchange.router)
    const found = isKnown
      ? await server.status(owner ?? '', queryId ?? '')
      : { '@type': 'NotFound' }
    return context.json(found)
  })
  return app
}

const shareOne = 10n ** 18n

/** A decimal share of 1 with 18 decimals. */
function readShare(text: string | undefined): bigint {
  const match = /^(?:0|0?\.(\d{1,18})|0\.(\d{1,18})|1)$/.exec(text ?? '')
  if (match === null) throw new RefusalError(400, 'invalid `slippage_tolerance`')
  if (text === '1') return shareOne
  return BigInt((match[1] ?? match[2] ?? '0').padEnd(18, '0'))
}
