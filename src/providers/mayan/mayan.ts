// Mayan: auctions between chains. A payment opens an order with a minimum; a driver fills it
// on the destination, or it is given back at its deadline.
//
// API: https://price-api.mayan.finance/swagger and https://github.com/mayan-finance/swap-sdk
// (15.2.0, 2026-08-03). Amounts are base units as text, beside floats that are not read; those in
// orders have at most eight decimals, and the minimum is rounded up to them. The service gives
// terms (deadline, fees of a refund, contracts), and the call is written here. Quirks: native coins
// are the zero address on every chain; chains are named in requests and numbered by Wormhole in
// orders; a source token that no order takes is swapped first, by calldata that the service is asked
// for the time of the order. Routes without a minimum (plain transfers by Circle) or that
// pay Wormhole's fee are left out, and so are swaps whose value cannot be determined (calls.ts). What a
// refund returns is the token of the order.

import * as z from 'zod/mini'

import { zeroAddress } from '../../core/token.ts'
import { parseWire, wireAddress, wireHex } from '../../http/wire.ts'
import type { BridgeOrders } from '../kits/evm/bridgeStatus.ts'
import { type BridgeAsked, evmBridge } from '../kits/evm/bridge.ts'
import type { ServiceAsk } from '../kits/service.ts'
import type { Provider } from '../types.ts'
import { encodeForward, type SourceSwap } from './build.ts'
import { mayanCalls } from './calls.ts'
import { chainNamed, mayanChainIds, mayanChains } from './chains.ts'
import { listWire, toOffer, toMayanOrder } from './quotes.ts'

const swapWire = z.object({ swapRouterAddress: wireAddress, swapRouterCalldata: wireHex })
const refusalWire = z.object({
  code: z.union([z.string(), z.number()]),
  msg: z.nullish(z.string()),
  message: z.nullish(z.string()),
})
const orderWire = z.object({
  sourceTxHash: z.string(),
  clientStatus: z.string(),
  sourceChain: z.nullish(z.union([z.string(), z.number()])),
  toAmount: z.nullish(z.string()),
  fulfillTxHash: z.nullish(z.string()),
  redeemTxHash: z.nullish(z.string()),
  refundTxHash: z.nullish(z.string()),
})

/** https://github.com/lifinance/contracts, config/mayan.json (2026-08-21). */
const forwarder = '0x337685fdaB40D39bd02028545a4FfA7D287cC3E2'
const sources = ['ETH', 'ARBITRUM', 'AVALANCHE', 'BASE', 'BSC', 'HYPER_EVM', 'LINEA'] as const
const moreSources = ['MONAD', 'OPTIMISM', 'POLYGON', 'UNICHAIN'] as const

const version = '15_2_0'

export type MayanOptions = {
  /** API that quotes; no trailing slash. */
  baseUrl: string
  /** API for the status of orders. */
  explorerUrl: string
  apiKey?: string | null
}

export function createMayanProvider({
  baseUrl,
  explorerUrl,
  apiKey = null,
}: MayanOptions): Provider {
  const withKey = (query: Record<string, string>): string =>
    new URLSearchParams({
      ...query,
      forwarderAddress: forwarder,
      sdkVersion: version,
      ...(apiKey === null ? {} : { apiKey }),
    }).toString()
  const quoteUrl = (asked: BridgeAsked): string =>
    `${baseUrl}/quote?${withKey({
      wormhole: 'false',
      swift: 'true',
      mctp: 'true',
      fastMctp: 'true',
      shuttle: 'false',
      gasless: 'false',
      monoChain: 'false',
      amountIn64: asked.srcAmount,
      fromToken: asked.srcToken,
      fromChain: chainNamed(asked.srcChain),
      toToken: asked.dstToken,
      toChain: chainNamed(asked.dstChain),
      slippageBps: String(asked.slippageBps),
    })}`

  /** Calldata of a swap before an order. */
  const swapTo = (asked: BridgeAsked, middle: string): ServiceAsk<Omit<SourceSwap, 'least'>> => ({
    url: `${baseUrl}/get-swap/evm?${withKey({
      slippageBps: String(asked.slippageBps),
      fromToken: asked.srcToken,
      middleToken: middle,
      chainName: chainNamed(asked.srcChain),
      amountIn64: asked.srcAmount,
    })}`,
    read: (body) => {
      const wire = parseWire(swapWire, body, 'The swap of Mayan')
      return { router: wire.swapRouterAddress, data: wire.swapRouterCalldata, middle }
    },
  })

  return evmBridge({
    id: 'mayan',
    name: 'Mayan',
    keyVariable: 'SWAPROUTE_MAYAN_API_KEY',
    hasKey: apiKey !== null,
    blockchains: mayanChainIds,
    ownNumbers: Object.fromEntries(
      Object.entries(mayanChains).map(([id, { number }]) => [id, number]),
    ),
    coins: { '*': zeroAddress },
    contracts: Object.fromEntries([...sources, ...moreSources].map((id) => [id, [forwarder]])),
    pricesFirst: true,
    quote: (asked) => ({
      url: quoteUrl(asked),
      read: (body) => {
        const { quotes } = parseWire(listWire, body, 'The quotes of Mayan')
        return (quotes ?? []).flatMap((quote) => toOffer(quote, asked) ?? [])
      },
    }),
    build: (asked, price) => async (ask) => {
      const { protocol, data, tokenIn, least, offer } = toMayanOrder(price?.carry ?? null, asked)
      const amount = BigInt(asked.srcAmount)
      const swap = least === null ? null : { ...(await ask(swapTo(asked, tokenIn))), least }
      const paid = { token: asked.srcToken, amount }
      return {
        to: forwarder,
        data: encodeForward(paid, protocol, data, swap),
        value: asked.srcToken === zeroAddress ? amount : 0n,
        spender: forwarder,
        offer,
        orderId: null,
      }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      if (!success) return null
      return { code: String(data.code), reason: data.msg ?? data.message ?? null }
    },
    refusals: {
      QUOTE_NOT_FOUND: 'NO_ROUTE',
      ROUTE_NOT_FOUND: 'NO_ROUTE',
      AMOUNT_TOO_SMALL: 'AMOUNT_TOO_LOW',
      AMOUNT_TOO_LARGE: 'AMOUNT_TOO_HIGH',
    },
    calls: mayanCalls,
    findOrder: findOrder(explorerUrl),
    statusMap: { INPROGRESS: 'exchanging', COMPLETED: 'done', REFUNDED: 'refunded' },
  })
}

function findOrder(explorerUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash }, ask) => {
    if (hash === null) return null
    return await ask({
      url: `${explorerUrl}/swap/trx/${hash}`,
      read: (body) => {
        const wire = parseWire(orderWire, body, 'The order of Mayan')
        const { sourceChain, fulfillTxHash, redeemTxHash, refundTxHash } = wire
        return {
          orderId: null,
          status: wire.clientStatus,
          ...(sourceChain == null ? {} : { srcChain: String(sourceChain) }),
          srcTxHash: wire.sourceTxHash,
          payoutHashes: [fulfillTxHash, redeemTxHash].filter((one) => one != null),
          payoutAmount: null,
          // Of a refund, it is the amount that came back.
          payoutDecimal: wire.clientStatus === 'COMPLETED' ? (wire.toAmount ?? null) : null,
          refundHashes: refundTxHash == null ? [] : [refundTxHash],
        }
      },
    })
  }
}
