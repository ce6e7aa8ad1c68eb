// Rango: an aggregator of bridges (`rango`) and of exchanges on one chain (`RANGO`).
//
// API: https://docs.rango.exchange, basic API (read 2026-11); a key is required, as a parameter.
// Amounts are base units as text, limits are in token units, the slippage is a percentage. Outputs
// are after all fees; routes with a fee in native coins are not asked for, because a quote lists it
// together with gas. Quirks: a refusal is an answer 200 whose `resultType` is not OK; the amount is
// not repeated; tokens are named with their chain, the native coin by its symbol; the approval in the
// answer is not used; an order is known by its number and its payment together. Bridges whose calls
// name receiver, token and minimum are the only ones requested; calls.ts gives the reasons.

import * as z from 'zod/mini'

import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { cutAmount } from '../../core/amounts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import {
  parseWire,
  wireAddress,
  wireDecimal,
  wireHex,
  wireHexUint,
  wireUint,
} from '../../http/wire.ts'
import type { BridgeOrders, BridgeOrderSnapshot } from '../kits/evm/bridgeStatus.ts'
import { type AggregatorAsked, evmAggregator } from '../kits/evm/aggregator.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from '../kits/evm/bridge.ts'
import type { CallAnswer, EvmService } from '../kits/evm/service.ts'
import type { Refusal, ServiceOptions } from '../kits/service.ts'
import type { Provider } from '../types.ts'
import { rangoBridgeCalls, rangoSwapCalls } from './calls.ts'

const tokenWire = z.object({ blockchain: z.string(), address: z.nullish(z.string()) })
const swapperWire = z.object({ id: z.string(), swapperGroup: z.nullish(z.string()) })
const limitWire = z.object({ min: z.nullish(wireDecimal), max: z.nullish(wireDecimal) })
const quoteWire = z.object({
  requestId: z.string(),
  route: z.object({
    from: tokenWire,
    to: tokenWire,
    outputAmount: wireUint,
    outputAmountMin: wireUint,
    swapper: swapperWire,
    path: z.nullish(z.array(z.object({ swapper: swapperWire }))),
    estimatedTimeInSeconds: z.number().check(z.nonnegative(), z.maximum(604_800)),
  }),
})
const builtWire = z.extend(quoteWire, {
  tx: z.object({
    type: z.literal('EVM'),
    txTo: wireAddress,
    txData: wireHex,
    value: z.nullish(z.union([wireHexUint, wireUint])),
  }),
})
const refusalWire = z.object({
  resultType: z.nullish(z.string()),
  error: z.nullish(z.string()),
  errorCode: z.nullish(z.int()),
  route: z.nullish(z.object({ amountRestriction: z.nullish(limitWire) })),
})
const statusWire = z.object({
  status: z.nullish(z.string()),
  output: z.nullish(z.object({ type: z.string(), amount: z.nullish(wireUint) })),
  explorerUrl: z.nullish(z.array(z.object({ url: z.string() }))),
  bridgeData: z.nullish(
    z.object({ srcTxHash: z.nullish(z.string()), destTxHash: z.nullish(z.string()) }),
  ),
})

/** Rango's name of each chain, and the symbol of its coin there. */
const chains = {
  ETH: { name: 'ETH', coin: 'ETH' },
  OPTIMISM: { name: 'OPTIMISM', coin: 'ETH' },
  BSC: { name: 'BSC', coin: 'BNB' },
  POLYGON: { name: 'POLYGON', coin: 'POL' },
  BASE: { name: 'BASE', coin: 'ETH' },
  ARBITRUM: { name: 'ARBITRUM', coin: 'ETH' },
  AVALANCHE: { name: 'AVAX_CCHAIN', coin: 'AVAX' },
  LINEA: { name: 'LINEA', coin: 'ETH' },
  BLAST: { name: 'BLAST', coin: 'ETH' },
  SCROLL: { name: 'SCROLL', coin: 'ETH' },
} as const satisfies Partial<Record<BlockchainId, { name: string; coin: string }>>
const chainNames = Object.fromEntries(Object.entries(chains).map(([id, { name }]) => [id, name]))

/**
 * The diamond, the same on every chain: https://docs.rango.exchange, and a fee adapter of
 * https://github.com/DefiLlama/dimension-adapters (read 2026-11).
 */
const diamond = '0x69460570c93f9DE5E2edbC3052bf10125f0Ca22d'

/** The bridges of the declared calls, by Rango's groups. */
const bridges = ['Across']

/** Swaps between chains. */
export function createRangoProvider(options: Required<ServiceOptions>): Provider {
  return evmBridge({
    ...serviceOf(options),
    id: 'rango',
    blockchains: [
      'ETH',
      'OPTIMISM',
      'BSC',
      'POLYGON',
      'BASE',
      'ARBITRUM',
      'LINEA',
      'BLAST',
      'SCROLL',
    ],
    chainNames,
    rounding,
    pricesFirst: true,
    quote: (asked) => ({
      url: urlOf(options, 'quote', asked, groupsOf(asked)),
      read: (body) => toOffer(asked, parseWire(quoteWire, body, 'The quote of Rango')),
    }),
    build: (asked) => ({
      url: urlOf(options, 'swap', asked, { ...groupsOf(asked), ...accountsOf(asked) }),
      read: (body) => {
        const wire = parseWire(builtWire, body, 'The transaction of Rango')
        const offer = toOffer(asked, wire)
        const dstMinAmount = offer.dstMinAmount - rounding
        return { ...toCall(wire), offer: { ...offer, dstMinAmount }, orderId: wire.requestId }
      },
    }),
    calls: rangoBridgeCalls,
    findOrder: findOrder(options),
    unfoundNote:
      'Rango finds an order by its request id, which the site or program of the swap shows; its support can find more with that id and this hash.',
    statusMap: {
      // rango-sdk-basic, src/types/api/common.ts (read 2026-11): TransactionStatus, StatusOutput.
      '': 'exchanging',
      running: 'exchanging',
      'success DESIRED_OUTPUT': 'done',
      'success REVERTED_TO_INPUT': 'refunded',
      'failed REVERTED_TO_INPUT': 'refunded',
      'success MIDDLE_ASSET_IN_SRC': 'stopped',
      'success MIDDLE_ASSET_IN_DEST': 'stopped',
      'failed MIDDLE_ASSET_IN_SRC': 'stopped',
      'failed MIDDLE_ASSET_IN_DEST': 'stopped',
      success: 'sending',
      failed: 'stopped',
    },
  })
}

/** Swaps on one chain. */
export function createRangoSwapProvider(options: Required<ServiceOptions>): Provider {
  const excluding = (exclusions: readonly string[]): Record<string, string> =>
    exclusions.length === 0
      ? {}
      : { swapperGroups: exclusions.join(','), swappersGroupsExclude: 'true' }
  return evmAggregator({
    ...serviceOf(options),
    id: 'RANGO',
    chargesFee: true,
    chains: chainNames,
    quote: (asked) => ({
      url: urlOf(options, 'quote', bothOn(asked), excluding(asked.exclusions)),
      read: (body) => {
        const {
          dstMinAmount: _,
          durationSeconds: __,
          ...offer
        } = toOffer(bothOn(asked), parseWire(quoteWire, body, 'The quote of Rango'))
        return { ...offer, carry: null }
      },
    }),
    build: (asked) => ({
      url: urlOf(options, 'swap', bothOn(asked), {
        ...excluding(asked.exclusions),
        ...accountsOf(asked),
      }),
      read: (body) => {
        const wire = parseWire(builtWire, body, 'The transaction of Rango')
        const { dstAmount, via = [] } = toOffer(bothOn(asked), wire)
        return { ...toCall(wire), dstAmount, via }
      },
    }),
    calls: rangoSwapCalls,
  })
}

/** Units by which the contract's own arithmetic may be below the answer. */
const rounding = 2n

function serviceOf({ apiKey }: Required<ServiceOptions>): Omit<EvmService, 'id'> {
  return {
    name: 'Rango',
    keyVariable: 'SWAPROUTE_RANGO_API_KEY',
    hasKey: apiKey !== null,
    excludes: 'rango',
    contracts: { '*': [diamond] },
    refusal: (body, request) => {
      const { success, data } = z.safeParse(refusalWire, body)
      if (!success || data.resultType == null) return null
      const { resultType, error, route } = data
      if (resultType === 'OK' || resultType === 'HIGH_IMPACT') return null
      if (resultType !== 'INPUT_LIMIT_ISSUE') return { code: resultType, reason: error ?? null }
      return limitRefusal(route?.amountRestriction ?? {}, request)
    },
    refusals: {
      NO_ROUTE: 'NO_ROUTE',
      TOO_LOW: 'AMOUNT_TOO_LOW',
      TOO_HIGH: 'AMOUNT_TOO_HIGH',
    },
  }
}

/** Limits are in token units. */
function limitRefusal(
  { min, max }: z.output<typeof limitWire>,
  { srcAmount, srcToken }: QuoteRequest,
): Refusal {
  const unitsOf = (text: string | null | undefined): bigint | null =>
    text == null ? null : cutAmount(text, srcToken.decimals)
  const limits = { min: unitsOf(min), max: unitsOf(max) }
  const isHigh = limits.max !== null && srcAmount > limits.max
  return { code: isHigh ? 'TOO_HIGH' : 'TOO_LOW', reason: null, limits }
}

type Pair = Pick<
  BridgeAsked,
  'srcChain' | 'dstChain' | 'srcToken' | 'dstToken' | 'srcAmount' | 'slippageBps'
>

function bothOn(asked: AggregatorAsked): Pair {
  return { ...asked, srcChain: asked.chain, dstChain: asked.chain }
}

/** @throws SwaprouteError NO_ROUTE where the user excluded every bridge */
function groupsOf({ exclusions }: BridgeAsked): Record<string, string> {
  const excluded = exclusions.map((name) => name.toLowerCase())
  const allowed = bridges.filter((name) => !excluded.includes(name.toLowerCase()))
  if (allowed.length > 0) return { swapperGroups: allowed.join(',') }
  throw new SwaprouteError('NO_ROUTE', 'You excluded every bridge that is requested from Rango.')
}

function accountsOf({ sender, recipient }: { sender: string; recipient: string }) {
  return { fromAddress: sender, toAddress: recipient, disableEstimate: 'true' }
}

function urlOf(
  { baseUrl, apiKey }: Required<ServiceOptions>,
  path: 'quote' | 'swap',
  asked: Pair,
  more: Record<string, string>,
): string {
  return `${baseUrl}/${path}?${new URLSearchParams({
    from: assetOf(asked.srcChain, asked.srcToken),
    to: assetOf(asked.dstChain, asked.dstToken),
    amount: asked.srcAmount,
    slippage: String(asked.slippageBps / 100),
    contractCall: 'false',
    enableCentralizedSwappers: 'false',
    avoidNativeFee: 'true',
    ...more,
    ...(apiKey === null ? {} : { apiKey }),
  }).toString()}`
}

/** @throws SwaprouteError NO_ROUTE for a chain Rango has no name of */
function assetOf(asset: string, token: string): string {
  const chain = Object.values(chains).find(({ name }) => name === asset)
  if (chain === undefined) throw new SwaprouteError('NO_ROUTE', 'Rango does not offer this swap.')
  return isSameAddress(token, zeroAddress)
    ? `${chain.name}.${chain.coin}`
    : `${chain.name}--${token}`
}

function toOffer(asked: Pair, { route }: z.output<typeof quoteWire>): BridgeOffer {
  const { from, to, swapper, path } = route
  const swappers = [swapper, ...(path ?? []).map((step) => step.swapper)]
  return {
    srcChain: from.blockchain,
    dstChain: to.blockchain,
    srcToken: from.address ?? zeroAddress,
    dstToken: to.address ?? zeroAddress,
    srcAmount: BigInt(asked.srcAmount),
    dstAmount: route.outputAmount,
    dstMinAmount: route.outputAmountMin,
    gas: null,
    durationSeconds: route.estimatedTimeInSeconds,
    via: swappers.flatMap(({ id, swapperGroup }) => [id, swapperGroup ?? id]),
  }
}

/** The contract that is called takes the tokens itself. */
function toCall({ tx }: z.output<typeof builtWire>): CallAnswer {
  return { to: tx.txTo, data: tx.txData, value: tx.value ?? 0n, spender: tx.txTo }
}

const hashInUrl = /0x[0-9a-f]{64}/gi

function findOrder({ baseUrl, apiKey }: Required<ServiceOptions>): BridgeOrders['findOrder'] {
  return async ({ orderId, hash }, ask) => {
    if (hash === null) return null
    const query = {
      ...(orderId === null ? {} : { requestId: orderId }),
      txId: hash,
      ...(apiKey === null ? {} : { apiKey }),
    }
    // Whether it finds a payment without its number is not documented; what it finds has to name it.
    return await byNumber(orderId, () =>
      ask({
        url: `${baseUrl}/status?${new URLSearchParams(query).toString()}`,
        read: (body) => {
          const wire = parseWire(statusWire, body, 'The status of Rango')
          const { status, output, explorerUrl, bridgeData } = wire
          // Explorers are not asked: their addresses may hold the hash of a refund.
          const shown = (explorerUrl ?? []).flatMap(({ url }) => url.match(hashInUrl) ?? [])
          const paid = bridgeData?.destTxHash == null ? [] : [bridgeData.destTxHash]
          return {
            orderId,
            status: output == null ? (status ?? '') : `${status ?? ''} ${output.type}`,
            srcTxHash: bridgeData?.srcTxHash ?? null,
            payoutHashes: [...paid, ...shown],
            payoutAmount: output?.amount ?? null,
            refundHashes: shown,
            ...middleNote(output?.type),
          }
        },
      }),
    )
  }
}

/** A swap that ended halfway pays out a token of the way. */
function middleNote(type: string | undefined): { note?: string } {
  const side = /^MIDDLE_ASSET_IN_(SRC|DEST)$/.exec(type ?? '')?.[1]
  if (side === undefined) return {}
  const where = side === 'SRC' ? 'source' : 'destination'
  const note = `Rango reports a partial swap: a different token from the one you bought is on the ${where} chain. Check the accounts of payer and receiver there.`
  return { note }
}

/** Null where only a number finds an order, and for an answer that names no payment. */
async function byNumber(
  orderId: string | null,
  ask: () => Promise<BridgeOrderSnapshot | null>,
): Promise<BridgeOrderSnapshot | null> {
  if (orderId !== null) return await ask()
  try {
    const order = await ask()
    return order?.srcTxHash == null ? null : order
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown
    // It refuses the request, not temporarily: a number is missing.
    if (thrown.code === 'UPSTREAM_REFUSED' || thrown.retry !== 'later') return null
    throw thrown
  }
}
