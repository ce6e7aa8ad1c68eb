// Soroswap: the aggregator of Stellar, over its own pools, those of Aquarius and the order books.
//
// API: https://api.soroswap.finance/docs (types of soroswap/sdk, src/types/quote.ts, read 2026-11); it
// answers 201. Amounts are base units, as text or as a number. `quote/build` returns the transaction of a
// quote; Phoenix is left out, since its pools want permissions of their own. Calls: soroswap/aggregator
// (contracts/aggregator/src/lib.rs, 2025-08-15) and soroswap/core (router); both pay the account that
// signs, and hold the whole swap to the minimum. Tokens are named by the contracts of their assets.

import * as z from 'zod/mini'

import { assetContract, isClassicAsset } from '../chains/stellar/addresses.ts'
import type { StellarValue } from '../chains/stellar/values.ts'
import type { Json, QuoteRequest } from '../core/quote.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { stellarForm, type StellarSwap, stellarAddressOf } from './kits/foreign/stellarForm.ts'
import {
  type ForeignAsked,
  foreignAggregator,
  type ForeignOffer,
} from './kits/foreign/aggregator.ts'
import type { ServiceAsk, KeyedServiceOptions } from './kits/service.ts'
import type { Provider } from './types.ts'

const quoteWire = z.object({
  assetIn: z.string(),
  assetOut: z.string(),
  amountIn: wireUint,
  amountOut: wireUint,
  priceImpactPct: z.nullish(z.union([z.string(), z.number()])),
  platformFee: z.nullish(z.looseObject({})),
})
const builtWire = z.object({ xdr: z.string() })
const refusalWire = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  error: z.nullish(z.string()),
  statusCode: z.nullish(z.number()),
})

/** soroswap/aggregator, public/mainnet.contracts.json, and soroswap/core in the same way. */
const [aggregator, router] = [
  'CAYP3UWLJM7ZPTUKL6R6BFGTRWLZ46LRKOXTERI2K6BIJAWGYY62TXTO',
  'CAG5LRYQ5JVEUI5TEID72EYOVX44TTUJT5BQR2J6J77FH65PCCFAJDDH',
]
/** Which the aggregator hands parts of a swap on to: adapters, Soroswap's router, Aquarius's router. */
const inner = [
  'CC6KQUATUBCIFZRDJL5X5PHCYGOHLPHKZQPUOTZTQTASGU5AUQ6DS7SC',
  'CDHDUKHFZB6FORHEBZCNYI3GGVNVOLEITSGI7OKU4UIQND5QG75KGSRR',
  router,
  'CBQDHNBFBZYE4MKPWBSJOPIYLW4SFSXAXUTSXJN76GNKYVYPCKWC6QUK',
]
const method = 'swap_exact_tokens_for_tokens'

export function createSoroswapProvider({ baseUrl, apiKey }: KeyedServiceOptions): Provider {
  const form = stellarForm('Soroswap', {
    contracts: [
      { address: aggregator, method, read: readAggregated },
      { address: router, method, read: readRouted },
    ],
    inner,
    paths: true,
  })
  const asking = (
    { srcToken, dstToken, srcAmount, slippageBps }: ForeignAsked,
    request: QuoteRequest,
  ): ServiceAsk<ForeignOffer> => ({
    url: `${baseUrl}/quote?network=mainnet`,
    body: {
      assetIn: assetContract(stellarAddressOf(srcToken)),
      assetOut: assetContract(stellarAddressOf(dstToken)),
      amount: srcAmount,
      tradeType: 'EXACT_IN',
      protocols: ['sdex', 'soroswap', 'aqua'],
      slippageBps,
    },
    read: (body) => toOffer(body, request),
  })
  return foreignAggregator({
    id: 'SOROSWAP',
    name: 'Soroswap',
    keyVariable: 'SWAPROUTE_SOROSWAP_API_KEY',
    hasKey: true,
    headers: { authorization: `Bearer ${apiKey}` },
    form,
    coin: 'native',
    trades: ({ address }) => isClassicAsset(address),
    quote: asking,
    build: async (order, quoted, ask) => {
      const { request, sender, slippageBps } = order
      const isSame = slippageBps === request.slippageBps
      const offer = isSame ? quoted : await ask(asking(order, request))
      return await ask({
        url: `${baseUrl}/quote/build?network=mainnet`,
        body: { quote: offer.carry, from: sender, to: sender },
        read: (body) => {
          const { xdr } = parseWire(builtWire, body, 'The transaction of Soroswap')
          return { transaction: { kind: 'stellar', data: xdr }, dstAmount: offer.dstAmount }
        },
      })
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      if (!success) return null
      const reason = [data.message].flat().join('; ')
      const isUnknownPair = /no (?:path|route|swap|viable|liquidity)/i.test(reason)
      return { code: isUnknownPair ? 'no path' : (data.error ?? 'error'), reason }
    },
    refusals: { 'no path': 'NO_ROUTE' },
  })
}

/** The echo names contracts: translated back to the names of the request. */
function toOffer(body: unknown, { srcToken, dstToken }: QuoteRequest): ForeignOffer {
  const quote = parseWire(quoteWire, body, 'The quote of Soroswap')
  if (quote.platformFee != null) throw new Error('a fee that was not requested')
  const impact = Number(quote.priceImpactPct ?? Number.NaN)
  const askedName = (contract: string, { native, address }: typeof srcToken): string => {
    if (contract !== assetContract(address)) return contract
    return native ? 'native' : address
  }
  return {
    srcToken: askedName(quote.assetIn, srcToken),
    dstToken: askedName(quote.assetOut, dstToken),
    srcAmount: quote.amountIn,
    dstAmount: quote.amountOut,
    ...(Number.isFinite(impact) && impact >= 0 ? { priceImpactPercent: impact } : {}),
    carry: parseWire(z.json(), body, 'The quote of Soroswap') satisfies Json,
  }
}

/** `(token_in, token_out, amount_in, amount_out_min, distribution, to, deadline)` */
function readAggregated(args: readonly StellarValue[]): StellarSwap | null {
  const [src, dst, amount, least, distribution, to, deadline, ...others] = args
  if (src?.kind !== 'address' || dst?.kind !== 'address' || others.length > 0) return null
  if (distribution?.kind !== 'vec') return null
  return swapOf(src.text, dst.text, [amount, least, to, deadline])
}

/** `(amount_in, amount_out_min, path, to, deadline)` */
function readRouted(args: readonly StellarValue[]): StellarSwap | null {
  const [amount, least, path, to, deadline, ...others] = args
  if (path?.kind !== 'vec' || others.length > 0) return null
  const [src, dst] = [path.items[0], path.items.at(-1)]
  if (src?.kind !== 'address' || dst?.kind !== 'address') return null
  return swapOf(src.text, dst.text, [amount, least, to, deadline])
}

function swapOf(
  srcContract: string,
  dstContract: string,
  [amount, least, to, deadline]: readonly (StellarValue | undefined)[],
): StellarSwap | null {
  const isCall =
    isNumber(amount, 'i128') &&
    isNumber(least, 'i128') &&
    to?.kind === 'address' &&
    isNumber(deadline, 'u64')
  if (!isCall) return null
  return {
    account: to.text,
    srcContract,
    dstContract,
    srcAmount: amount.value,
    minOut: least.value,
    deadline: deadline.value,
  }
}

function isNumber(
  value: StellarValue | undefined,
  type: 'i128' | 'u64',
): value is StellarValue & { kind: 'number' } {
  return value?.kind === 'number' && value.type === type
}
