// AVNU: the aggregator of Starknet.
//
// API: https://docs.avnu.fi, schemas of avnu-labs/avnu-sdk, src/schemas.ts (4.0.1, 2026-01-30); no key.
// Amounts are hex; addresses come without leading zeros, and an empty list means no route. A quote is
// built by its id. `fee` is the service's own and deducted already; `gasFees` are in STRK. The call is
// multi_route_swap of the exchange (avnu-labs/avnu-contracts-v2, src/exchange.cairo and
// src/models.cairo, the address in its README): it pays only its caller, checks the minimum
// after its fee, and refuses to leave anything behind. Routes name the pools, and the data each takes
// to know. The approval is built here.

import * as z from 'zod/mini'

import { unsafeForeign } from '../chains/foreign.ts'
import { feltAddress, joinUint, readFelt } from '../chains/starknet/felts.ts'
import { parseWire, wireHexUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import {
  approvalOf,
  starknetCall,
  starknetForm,
  type StarknetSwap,
  strk,
} from './kits/foreign/starknetForm.ts'
import { foreignAggregator } from './kits/foreign/aggregator.ts'
import type { Provider } from './types.ts'

const quotesWire = z.array(
  z.object({
    quoteId: z.string(),
    sellTokenAddress: z.string(),
    sellAmount: wireHexUint,
    buyTokenAddress: z.string(),
    buyAmount: wireHexUint,
    fee: z.nullish(z.object({ avnuFeesBps: z.nullish(wireHexUint) })),
    gasFees: z.nullish(wireHexUint),
    priceImpact: z.nullish(z.number()),
  }),
)
const builtWire = z.object({
  chainId: z.string(),
  calls: z.array(
    z.object({
      contractAddress: z.string(),
      entrypoint: z.string(),
      calldata: z.array(z.string()),
    }),
  ),
})
const failureWire = z.object({ messages: z.array(z.string()) })

const exchange = '0x04270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f'
/** SN_MAIN as text in a number. */
const chainId = 0x534e5f4d41494en

/** @param options.baseUrl without a trailing slash */
export function createAvnuProvider({ baseUrl }: { baseUrl: string }): Provider {
  const name = { name: 'AVNU', keyVariable: null }
  return foreignAggregator({
    id: 'AVNU',
    name: name.name,
    chargesFee: true,
    form: starknetForm('AVNU', { contract: exchange, method: 'multi_route_swap', read: readSwap }),
    coin: strk,
    quote: ({ srcToken, dstToken, srcAmount, sender, receiver }) => {
      const taker = sender ?? receiver
      return {
        url: `${baseUrl}/swap/v3/quotes?${new URLSearchParams({
          sellTokenAddress: srcToken,
          buyTokenAddress: dstToken,
          sellAmount: `0x${BigInt(srcAmount).toString(16)}`,
          ...(taker === null ? {} : { takerAddress: taker }),
          size: '1',
        }).toString()}`,
        read: (body) => {
          const [quote] = parseWire(quotesWire, body, 'The quote of AVNU')
          if (quote === undefined) throw noRoute(name)
          const { fee, gasFees, priceImpact } = quote
          const feeBps = fee?.avnuFeesBps
          return {
            srcToken: addressIn(quote.sellTokenAddress),
            dstToken: addressIn(quote.buyTokenAddress),
            srcAmount: quote.sellAmount,
            dstAmount: quote.buyAmount,
            ...(feeBps == null ? {} : { feePercent: Number(feeBps) / 100 }),
            ...(gasFees == null ? {} : { networkFee: gasFees }),
            // In basis points.
            ...(priceImpact == null ? {} : { priceImpactPercent: Math.abs(priceImpact) / 100 }),
            carry: quote.quoteId,
          }
        },
      }
    },
    build: async ({ srcToken, request, sender, slippageBps }, { carry, dstAmount }, ask) => {
      const built = await ask({
        url: `${baseUrl}/swap/v3/build`,
        body: {
          quoteId: carry,
          takerAddress: sender,
          slippage: slippageBps / 10_000,
          includeApprove: false,
        },
        read: (body) => parseWire(builtWire, body, 'The call of AVNU'),
      })
      if (readFelt(built.chainId) !== chainId) {
        throw unsafeForeign('AVNU', 'E1', 'is for another chain')
      }
      const calls = [
        approvalOf(srcToken, exchange, request.srcAmount),
        ...built.calls.map(({ contractAddress, entrypoint, calldata }) =>
          starknetCall(contractAddress, entrypoint, calldata.map(feltIn)),
        ),
      ]
      return { transaction: { kind: 'starknet', calls }, dstAmount }
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(failureWire, body)
      const code = success ? data.messages[0] : undefined
      return code === undefined ? null : { code, reason: code }
    },
    refusals: { 'Invalid quote id': 'PRICE_MOVED' },
  })
}

/** Decimal text as well, as some of its calls have it. */
function feltIn(text: string): bigint {
  if (/^[0-9]{1,76}$/.test(text)) return BigInt(text)
  const felt = readFelt(text)
  if (felt === null) throw unsafeForeign('AVNU', 'E8', 'cannot be read')
  return felt
}

function addressIn(text: string): string {
  const felt = readFelt(text)
  if (felt === null) throw new Error('not an address of Starknet')
  return feltAddress(felt)
}

/** "branch": pools that are taken where they are better than the one in front. */
const branch = 0x6272616e6368n
const wholePercent = 10n ** 12n

/**
 * Arguments of multi_route_swap: tokens and amounts, expectation, minimum, beneficiary, an
 * integrator's fee, which has to be empty, and the routes to their end.
 */
function readSwap(felts: readonly bigint[]): StarknetSwap | null {
  const [srcToken, low, high, dstToken, , , minLow, minHigh, beneficiary, feeBps, feeTo] = felts
  if (feeBps !== 0n || feeTo !== 0n || srcToken === undefined || dstToken === undefined) return null
  if (low === undefined || high === undefined || beneficiary === undefined) return null
  if (minLow === undefined || minHigh === undefined) return null
  const [srcAmount, minOut] = [joinUint(low, high), joinUint(minLow, minHigh)]
  const ends = readRoutes(felts.slice(11))
  if (srcAmount === null || minOut === null || ends === null) return null
  if (ends.from !== srcToken || ends.to !== dstToken) return null
  return { srcToken, dstToken, srcAmount, minOut, beneficiary }
}

/** First token sold and last one bought; null where felts are missing or left over. */
function readRoutes(felts: readonly bigint[]): { from: bigint; to: bigint } | null {
  let at = 0
  const next = (): bigint => felts[at++] ?? -1n
  const skip = (): void => {
    const count = next()
    at = count < 0n || count > BigInt(felts.length) ? felts.length + 1 : at + Number(count)
  }
  /** A pool, its share, and the data it takes. */
  const isPool = (isAlternative: boolean): boolean => {
    next()
    const percent = next()
    // The price below which it is not taken.
    if (isAlternative) at += 2
    skip()
    return percent > 0n && percent <= wholePercent && at <= felts.length
  }
  const count = next()
  const from = felts[at]
  let to: bigint | null = null
  for (let left = count; left > 0n; left -= 1n) {
    at += 1
    to = next()
    const isBranch = felts[at] === branch
    if (isBranch) at += 1
    if (!isPool(false)) return null
    for (let others = isBranch ? next() : 0n; others > 0n; others -= 1n) {
      if (!isPool(true)) return null
    }
  }
  return from === undefined || to === null || at !== felts.length ? null : { from, to }
}
