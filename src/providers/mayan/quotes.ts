import * as z from 'zod/mini'

import { type Token, isSameAddress, zeroAddress } from '../../core/token.ts'
import { cutAmount, minimumAfterSlippage } from '../../core/amounts.ts'
import { isEvmAddress } from '../../chains/evm/hex.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Json } from '../../core/quote.ts'
import { parseWire, wireRatio, wireUint } from '../../http/wire.ts'
import type { BridgeAsked, BridgeOffer } from '../kits/evm/bridge.ts'
import {
  encodeFastMctp,
  encodeMctp,
  encodeSwiftV1,
  encodeSwiftV2,
  type MayanTerms,
} from './build.ts'
import { chainNumbered, circleDomains } from './chains.ts'
import { areFeesSmall, knownToken, leastMiddle, orderUnit } from './rules.ts'

const served = ['SWIFT', 'MCTP', 'FAST_MCTP'] as const

export const listWire = z.object({ quotes: z.nullish(z.array(z.json())) })
const typeWire = z.object({ type: z.enum(served) })
const tokenWire = z.object({ contract: z.string(), wChainId: z.int(), decimals: z.int() })
const quoteWire = z.object({
  type: z.enum(served),
  gasless: z.nullish(z.boolean()),
  effectiveAmountIn64: wireUint,
  expectedAmountOutBaseUnits: wireUint,
  etaSeconds: z.nullish(z.number().check(z.nonnegative(), z.maximum(86_400))),
  fromToken: tokenWire,
  toToken: tokenWire,
  deadline64: z.nullish(wireUint),
  bridgeFee: z.nullish(wireRatio),
  referrerBps: z.nullish(z.number()),
  quoteId: z.nullish(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,32}$/))),
  minMiddleAmount: z.nullish(wireRatio),
  swiftVersion: z.nullish(z.string()),
  swiftMayanContract: z.nullish(z.string()),
  swiftInputContract: z.nullish(z.string()),
  swiftAuctionMode: z.nullish(z.int()),
  swiftWrapAndLock: z.nullish(z.boolean()),
  cancelRelayerFee64: z.nullish(wireUint),
  refundRelayerFee64: z.nullish(wireUint),
  redeemRelayerFee64: z.nullish(wireUint),
  hasAuction: z.nullish(z.boolean()),
  mctpMayanContract: z.nullish(z.string()),
  mctpInputContract: z.nullish(z.string()),
  fastMctpMayanContract: z.nullish(z.string()),
  fastMctpInputContract: z.nullish(z.string()),
  fastMctpMinFinality: z.nullish(z.int().check(z.nonnegative(), z.maximum(0xffff_ffff))),
  circleMaxFee64: z.nullish(wireUint),
})

type WireQuote = z.output<typeof quoteWire>

/** What a quote orders, where it is served and safe. */
type Plan = {
  wire: WireQuote
  protocol: string
  dst: BlockchainId
  bought: Token
  /** Token that the order takes, zero for native coins. */
  tokenIn: string
  /** Least that a swap before the order gives; null where the order takes the source token. */
  least: bigint | null
  offer: BridgeOffer
}

/** Null for quotes that are not served, or not safe to order. */
export function toOffer(quote: Json, asked: BridgeAsked): BridgeOffer | null {
  const plan = planOf(quote, asked)
  return plan === null ? null : { ...plan.offer, carry: quote }
}

/** The order of an accepted quote, and the token of the swap before it. */
export function toMayanOrder(
  quote: Json,
  asked: BridgeAsked & { sender: string; recipient: string; refundAddress: string },
): Pick<Plan, 'protocol' | 'tokenIn' | 'least' | 'offer'> & { data: string } {
  const plan = planOf(quote, asked)
  if (plan === null) {
    throw new SwaprouteError('PRICE_MOVED', 'Mayan no longer makes this offer.', {
      hint: 'Nothing was paid. Get a new quote and accept it.',
    })
  }
  const { wire, dst, bought, tokenIn, offer } = plan
  const data = encodeOrder(wire, asked.sender, {
    tokenIn,
    // The forwarder puts in what a swap before the order gives.
    amountIn: BigInt(asked.srcAmount),
    trader: asked.refundAddress,
    dst,
    dstNumber: Number(asked.dstChain),
    receiver: asked.recipient,
    tokenOut: asked.dstToken,
    minAmountOut: offer.dstMinAmount / orderUnit(bought),
    deadline: wire.deadline64 ?? 0n,
  })
  return { ...plan, data }
}

function planOf(quote: Json, asked: BridgeAsked): Plan | null {
  if (!z.safeParse(typeWire, quote).success) return null
  const wire = parseWire(quoteWire, quote, 'The quote of Mayan')
  const [src, dst] = [chainNumbered(asked.srcChain), chainNumbered(asked.dstChain)]
  if (src === null || dst === null) return null
  const [sold, bought] = [knownToken(src, asked.srcToken), knownToken(dst, asked.dstToken)]
  const route = routeOf(wire)
  const input = route === null ? null : knownToken(src, route.input)
  if (route === null || sold === null || bought === null || input === null) return null
  const offer = offerOf(wire, asked, sold, bought)
  const amount = BigInt(asked.srcAmount)
  const isDirect = isSameAddress(route.input, asked.srcToken)
  const promised = { dst, dstToken: asked.dstToken, minOut: offer.dstMinAmount }
  const floor = isDirect ? amount : leastMiddle(src, input, promised, sold.native ? amount : null)
  if (floor === null) return null
  const quoted = cutAmount(wire.minMiddleAmount ?? '0', input.decimals) ?? 0n
  const least = isDirect || floor > quoted ? floor : quoted
  if (!areFeesSmall(route.fees, input, least)) return null
  const { protocol, input: tokenIn } = route
  return { wire, protocol, dst, bought, tokenIn, least: isDirect ? null : least, offer }
}

/** Contract, token and fees of a refund; null without a minimum, or in forms not served. */
function routeOf(wire: WireQuote): { protocol: string; input: string; fees: bigint } | null {
  const isInvalid =
    wire.gasless === true ||
    wire.swiftWrapAndLock === true ||
    Number(wire.bridgeFee ?? 0) !== 0 ||
    (wire.referrerBps ?? 0) !== 0
  if (isInvalid || wire.deadline64 == null) return null
  const { cancelRelayerFee64: cancel, refundRelayerFee64: refund, circleMaxFee64: circle } = wire
  const redeem = wire.redeemRelayerFee64 ?? 0n
  switch (wire.type) {
    case 'SWIFT': {
      const protocol = addressOf(wire.swiftMayanContract)
      const input = addressOf(wire.swiftInputContract)
      if (protocol === null || input === null || cancel == null || refund == null) return null
      // The second version takes no native coins, and of a third nothing is known.
      const isFilled = wire.swiftAuctionMode === 1 || wire.swiftAuctionMode === 2
      const isServed =
        wire.swiftVersion === 'V1' || (wire.swiftVersion === 'V2' && input !== zeroAddress)
      if (!isServed || !isFilled) return null
      return { protocol, input, fees: cancel + refund }
    }
    case 'MCTP': {
      const protocol = addressOf(wire.mctpMayanContract)
      const input = addressOf(wire.mctpInputContract)
      if (protocol === null || input === null || wire.hasAuction !== true) return null
      return { protocol, input, fees: redeem }
    }
    case 'FAST_MCTP': {
      const protocol = addressOf(wire.fastMctpMayanContract)
      const input = addressOf(wire.fastMctpInputContract)
      if (protocol === null || input === null || wire.hasAuction !== true) return null
      if (refund == null || circle == null) return null
      return { protocol, input, fees: redeem + refund + circle }
    }
    default:
      return wire.type satisfies never
  }
}

/** Fields of other kinds of routes may be empty. */
function addressOf(text: string | null | undefined): string | null {
  return text != null && isEvmAddress(text) ? text : null
}

function offerOf(wire: WireQuote, asked: BridgeAsked, sold: Token, bought: Token): BridgeOffer {
  const { fromToken, toToken, expectedAmountOutBaseUnits: dstAmount } = wire
  const amount = BigInt(asked.srcAmount)
  const { effectiveAmountIn64: effective } = wire
  // The digits beyond eight decimals are also paid.
  const isWhole = effective <= amount && amount - effective < orderUnit(sold)
  const unit = orderUnit(bought)
  const least = minimumAfterSlippage(dstAmount, asked.slippageBps)
  return {
    srcToken: fromToken.contract,
    dstToken: toToken.contract,
    srcAmount: isWhole ? amount : effective,
    dstAmount,
    dstMinAmount: ((least + unit - 1n) / unit) * unit,
    srcChain: String(fromToken.wChainId),
    dstChain: String(toToken.wChainId),
    gas: null,
    durationSeconds: wire.etaSeconds ?? 60,
    variant: wire.type,
  }
}

function encodeOrder(wire: WireQuote, sender: string, order: MayanTerms): string {
  const { cancelRelayerFee64: cancelFee, refundRelayerFee64: refundFee } = wire
  const fees = { cancelFee: cancelFee ?? 0n, refundFee: refundFee ?? 0n }
  switch (wire.type) {
    case 'SWIFT': {
      const auctionMode = wire.swiftAuctionMode ?? 0
      const swift = { ...order, ...fees, auctionMode, random: randomOf(wire, sender) }
      return wire.swiftVersion === 'V2' ? encodeSwiftV2(swift) : encodeSwiftV1(swift)
    }
    case 'MCTP':
      return encodeMctp({ ...order, redeemFee: wire.redeemRelayerFee64 ?? 0n })
    case 'FAST_MCTP':
      return encodeFastMctp({
        ...order,
        ...fees,
        redeemFee: wire.redeemRelayerFee64 ?? 0n,
        domain: circleDomains.find(([id]) => id === order.dst)?.[1] ?? -1,
        circleMaxFee: wire.circleMaxFee64 ?? 0n,
        minFinality: wire.fastMctpMinFinality ?? 0,
      })
    default:
      return wire.type satisfies never
  }
}

/** The quote's number and the payer, 16 bytes each: a quote is ordered once. */
function randomOf({ quoteId, deadline64 }: WireQuote, sender: string): string {
  const number = (quoteId ?? `0x${(deadline64 ?? 0n).toString(16)}`).slice(2)
  return number.toLowerCase().padStart(32, '0') + sender.slice(-32).toLowerCase()
}
