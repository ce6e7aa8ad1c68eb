// Chainflip: a network of validators. It opens an address for one swap and swaps what arrives there
// at the agreed price or better, or sends it back.
//
// API: the official backend, by @chainflip/sdk 1.11.2 and its source
// (https://github.com/chainflip-io/chainflip-sdk-monorepo, both read 2026-11). Amounts are base
// units as text. Quirks: limits appear only in the text of a refusal; deposit addresses are opened
// without a commission; assets are objects in the newest version and two texts before; more than
// ten unknown swaps a minute lock the caller out for ten minutes; a swap is found by its channel at
// once and by its transaction once that was detected.

import { needsRefundAddress } from '../../core/providerChoice.ts'
import * as z from 'zod/mini'

import { Decimal, toUnits } from '../../core/decimals.ts'
import type { OrderClaim } from '../../core/order.ts'
import type { Token } from '../../core/token.ts'
import { isTransactionHash } from '../../evidence/hashes.ts'
import { wireUint } from '../../http/wire.ts'
import table from './chainflip.json' with { type: 'json' }
import { createCoinTable } from '../kits/deposit/coins.ts'
import { noRoute, type ProviderName } from '../kits/errors.ts'
import { depositExchange, type DepositOptions } from '../kits/deposit/exchange.ts'
import type { WantedOrder } from '../kits/deposit/orders.ts'
import type { ExchangeAsk } from '../kits/deposit/ask.ts'
import type { ExchangeCoin, ExchangeRate } from '../kits/deposit/rate.ts'
import { asPaid } from '../kits/deposit/snapshot.ts'
import type { Provider } from '../types.ts'
import {
  blockMs,
  type Channel,
  leastText,
  retryText,
  chainflipStatusMap,
  chainflipStatusWire,
  toChannel,
} from './channels.ts'

const names: ProviderName = { name: 'Chainflip', keyVariable: null }
// Chains and assets of the SDK 1.11.2 and, for BSC, TRON, USDT on ARBITRUM and SOLANA, WBTC and
// CBBTC, of the backend's source of August 2026. networkInfo lists which are open.
const coins = createCoinTable({
  BITCOIN: ['Bitcoin', 'BTC'],
  ETH: ['Ethereum', 'ETH USDC USDT WBTC cbBTC=CBBTC'],
  ARBITRUM: ['Arbitrum', 'ETH USDC USDT'],
  SOLANA: ['Solana', 'SOL USDC USDT'],
  TRON: ['Tron', 'TRX USDT'],
  BSC: ['Bsc', 'BNB USDT'],
  POLKADOT: ['Assethub', 'DOT'],
})
/**
 * Names inside the network. Assets with two names are not in the SDK; their spelling is unknown.
 */
const internalNames: Readonly<Partial<Record<string, readonly string[]>>> = table
/** Chains used for deposits only where the network names them as open. */
const confirmedOnly: readonly string[] = ['TRON']

const two128 = 1n << 128n
/** The backend locks out after ten in a minute. */
const mostMissesPerMinute = 8

const flag = z.optional(z.boolean())
const percent = z.optional(z.number().check(z.nonnegative(), z.maximum(100)))

const networkWire = z.object({
  assets: z.array(
    z.object({
      asset: z.string(),
      depositChannelDepositsEnabled: flag,
      depositChannelCreationEnabled: flag,
      egressEnabled: flag,
    }),
  ),
})
type Network = z.output<typeof networkWire>

const assetWire = z.object({ asset: z.string(), chain: z.string() })

const quoteWire = z.object({
  /** `DCA` entries are skipped. */
  type: z.string(),
  srcAsset: assetWire,
  destAsset: assetWire,
  depositAmount: wireUint,
  intermediateAmount: z.optional(wireUint),
  egressAmount: wireUint,
  includedFees: z.array(
    z.object({ type: z.string(), asset: z.string(), chain: z.string(), amount: wireUint }),
  ),
  estimatedDurationSeconds: z.number().check(z.nonnegative(), z.maximum(604_800)),
  /** Sent back as it came. */
  estimatedPrice: z.string().check(z.maxLength(120)),
  recommendedSlippageTolerancePercent: percent,
  recommendedLivePriceSlippageTolerancePercent: percent,
  recommendedRetryDurationMinutes: z.int().check(z.positive(), z.maximum(1440)),
})
type ChainflipQuote = z.output<typeof quoteWire>

/** `<issued block>-<Chain>-<channel>`. */
const channelId = /^\d{1,12}-[A-Z][A-Za-z]{2,20}-\d{1,12}$/

const channelWire = z.object({
  id: z.string().check(z.regex(channelId)),
  depositAddress: z.string().check(z.minLength(1)),
  srcChainExpiryBlock: z.string(),
  estimatedExpiryTime: z.optional(z.number().check(z.nonnegative())),
})

/** Limits are in brackets, in base units. */
const bracketed = /\((\d{1,78})\)/
const refusal = z.pipe(
  z.object({ message: z.string() }),
  z.transform(({ message: reason }) => ({ reason })),
)

type Offer = ExchangeRate & { swapped: bigint; egressFee: bigint; retryBlocks: number }
type Wanted = WantedOrder<Offer>

export function createChainflipProvider({ baseUrl, pause }: DepositOptions): Provider {
  const readChannel = async (
    id: string,
    ask: ExchangeAsk,
    wanted?: Wanted,
  ): Promise<Channel | null> => {
    const call = { path: `/v2/swaps/${encodeURIComponent(id)}` }
    const reported = await ask.read(call, chainflipStatusWire, 'The status of Chainflip', [404])
    const isPrice =
      wanted === undefined ? wanted : (minPrice: string) => isThatPrice(minPrice, wanted)
    return reported === null ? null : toChannel(reported, ask.context.now(), isPrice)
  }
  const misses: number[] = []
  return depositExchange<Network, Offer, Channel>({
    id: 'chainflip',
    ...names,
    hasKey: false,
    baseUrl,
    headers: () => ({}),
    pause,
    list: {
      call: () => ({ path: '/api/networkInfo' }),
      wire: networkWire,
      what: 'The network info of Chainflip',
      lifeMs: 10 * 60_000,
    },
    coins: {
      blockchains: coins.blockchains,
      serves: (token) => coins.find(token) !== null,
      presumed: coins.find,
      find: async (token, side, load) => openCoin(token, side, await load()),
      tokenOf: async (coin) => coins.tokenOf(coin),
    },
    parties: { takesMemo: false, needsRefund: needsRefundAddress('chainflip') },
    rate: {
      names: { market: 'REGULAR' },
      amounts: 'units',
      call: ({ src, dst, amount }) => ({
        path: '/v2/quote',
        query: {
          srcChain: src.network,
          srcAsset: src.code,
          destChain: dst.network,
          destAsset: dst.code,
          amount,
        },
      }),
      answer: () => z.pipe(z.array(quoteWire), z.transform(toOffer)),
      refusals: {
        wire: refusal,
        rows: [
          { text: /below minimum/i, min: bracketed, means: 'low' },
          { text: /above maximum/i, max: bracketed, means: 'high' },
          { text: /lower than .*fee/i, means: 'low' },
          { text: /insufficient liquidity/i, means: 'high' },
          // Maintenance, or an asset that is switched off.
          { status: 503, means: 'none' },
        ],
      },
      usualSeconds: 0,
    },
    order: {
      path: '/api/openSwapDepositChannel',
      body: (wanted) => ({
        srcAsset: { asset: wanted.src.code, chain: wanted.src.network },
        destAsset: { asset: wanted.dst.code, chain: wanted.dst.network },
        ...channelFields(wanted),
      }),
      olderBody: (wanted) => ({
        srcAsset: wanted.src.code,
        srcChain: wanted.src.network,
        destAsset: wanted.dst.code,
        destChain: wanted.dst.network,
        ...channelFields(wanted),
      }),
      created: z.pipe(
        channelWire,
        z.transform(({ id, depositAddress, srcChainExpiryBlock, estimatedExpiryTime = null }) => ({
          orderId: id,
          depositAddress,
          expiresAtMs: estimatedExpiryTime,
          terms: { expiresAt: srcChainExpiryBlock },
        })),
      ),
      read: ({ orderId }, ask, wanted) => readChannel(orderId, ask, wanted),
      search: {
        isIt: (id) =>
          channelId.test(id) || coins.blockchains.some((chain) => isTransactionHash(chain, id)),
        // Seldom enough to avoid the lockout.
        find: async (id, ask) => {
          const nowMs = ask.context.now()
          while ((misses[0] ?? nowMs) < nowMs - 60_000) misses.shift()
          if (misses.length >= mostMissesPerMinute) return null
          const found = await readChannel(id, ask)
          if (found === null) misses.push(nowMs)
          return found
        },
      },
      mayOmit: ['rateType', 'depositMemo', 'receiverMemo', 'refundAddress', 'refundMemo'],
      asked: (wanted) => ({
        rateType: retryText(offerOf(wanted).retryBlocks),
        dstAmount: leastText,
      }),
      required: () => ['refundAddress'],
      facts: (order, claim) => ({
        dstAmount: leastOf(order, claim),
        refundAddress: order.refundAddress ?? undefined,
      }),
      number: channelId,
      // What arrives is swapped, whatever was agreed.
      expected: (own, order) => asPaid('units', order, own),
    },
    statusMap: chainflipStatusMap,
  })
}

/**
 * The asset, where the network opens deposit addresses for it or pays it out.
 * @throws SwaprouteError NO_ROUTE
 */
function openCoin(token: Token, side: 'src' | 'dst', { assets }: Network): ExchangeCoin | null {
  const coin = coins.find(token)
  if (coin === null) return null
  const known = internalNames[`${coin.network} ${coin.code}`] ?? []
  const flags = assets.find(({ asset }) => known.includes(asset))
  const isClosed =
    side === 'dst'
      ? flags?.egressEnabled === false
      : flags?.depositChannelCreationEnabled === false ||
        flags?.depositChannelDepositsEnabled === false ||
        (flags === undefined && confirmedOnly.includes(token.blockchain))
  if (isClosed) throw noRoute(names, 'this asset is closed at the moment')
  return coin
}

function toOffer(offers: ChainflipQuote[]): Offer | null {
  const regular = offers.find(({ type }) => type === 'REGULAR')
  if (regular === undefined) return null
  const { srcAsset, destAsset, depositAmount, egressAmount, intermediateAmount } = regular
  const feeOf = (kind: string): bigint =>
    regular.includedFees.reduce((sum, { type, amount }) => (type === kind ? sum + amount : sum), 0n)
  const slippage = regular.recommendedSlippageTolerancePercent
  const live = regular.recommendedLivePriceSlippageTolerancePercent
  return {
    dstAmount: egressAmount,
    srcAmount: depositAmount,
    src: { code: srcAsset.asset, network: srcAsset.chain },
    dst: { code: destAsset.asset, network: destAsset.chain },
    slippageBps: slippage === undefined ? undefined : Math.ceil(slippage * 100),
    durationSeconds: regular.estimatedDurationSeconds,
    orderFields: {
      quote: {
        egressAmount: String(egressAmount),
        estimatedPrice: regular.estimatedPrice,
        ...(intermediateAmount === undefined
          ? {}
          : { intermediateAmount: String(intermediateAmount) }),
        ...(slippage === undefined ? {} : { recommendedSlippageTolerancePercent: slippage }),
        ...(live === undefined ? {} : { recommendedLivePriceSlippageTolerancePercent: live }),
      },
    },
    // The two chain fees are taken before and after the swap.
    swapped: depositAmount - feeOf('INGRESS'),
    egressFee: feeOf('EGRESS'),
    retryBlocks: (regular.recommendedRetryDurationMinutes * 60_000) / blockMs,
  }
}

/** @throws SwaprouteError NO_ROUTE where the fee takes all of the payment */
function offerOf({ offer }: Wanted): Offer {
  if (offer === null || offer.swapped <= 0n) throw noRoute(names)
  return offer
}

/** Minimum price in base units, times 2^128, at which the receiver gets the accepted amount. */
function minPriceOf(wanted: Wanted): bigint {
  const { swapped, egressFee } = offerOf(wanted)
  return ((wanted.dstMinAmount + egressFee) * two128 + swapped - 1n) / swapped
}

function channelFields(wanted: Wanted): Record<string, unknown> {
  return {
    destAddress: wanted.receiver.address,
    amount: wanted.wireAmount,
    fillOrKillParams: {
      refundAddress: wanted.refund?.address,
      retryDurationBlocks: offerOf(wanted).retryBlocks,
      minPriceX128: String(minPriceOf(wanted)),
      maxOraclePriceSlippage: null,
    },
    takeCommission: false,
  }
}

/**
 * Given as a decimal of whole coins whose last digits may be lost, hence one part in a million. A
 * lower price pays too little; a higher one is never met, so the payment would come back.
 */
function isThatPrice(minPrice: string, wanted: Wanted): boolean {
  const { srcToken, dstToken } = wanted.request
  const minPriceX128 = minPriceOf(wanted)
  const places = dstToken.decimals - srcToken.decimals
  const quotedX128 = toUnits(new Decimal(minPrice).times(two128), places, 'down')
  const difference =
    quotedX128 > minPriceX128 ? quotedX128 - minPriceX128 : minPriceX128 - quotedX128
  return difference * 1_000_000n <= minPriceX128
}

/** Minimum payout of a channel for an amount, by the price it was opened with. */
function leastOf(
  { minPrice }: Channel,
  { srcAmount, srcToken, dstToken }: OrderClaim,
): bigint | undefined {
  if (minPrice === null) return undefined
  const places = dstToken.decimals - srcToken.decimals
  const least = toUnits(new Decimal(minPrice).times(srcAmount), places, 'down')
  // Last digits may be lost: one part in a million.
  return (least * 1_000_001n) / 1_000_000n
}
