import { hasRisen } from '../../chains/callRules.ts'
import { mostUnenforcedGainBps } from '../../core/providerChoice.ts'
import {
  type OrderCard,
  type ReviewReason,
  type ReviewRefund,
  quoteLifeMs,
} from '../../core/review.ts'
import { amountWithSymbol, minimumAfterSlippage } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { type RouteRequest, slippageBpsOf } from '../../core/routeRequest.ts'
import {
  defaultSlippageBps,
  leastAccepted,
  mostSlippageBps,
  slippageBetween,
  type SlippageKind,
} from '../../core/slippage.ts'
import type { Token } from '../../core/token.ts'
import { percentText, usdE18Text } from '../../core/figures.ts'
import { unsafe } from './unsafe.ts'

/** From this loss against independent prices on, the amount must be typed. */
const typedLossBps = 1_000
const refusedLossBps = 5_000
/** Above this gain the amount must be typed: a mistake is likelier than a gift. */
const typedGainBps = 2_000
/** Twice the value: no market pays that, so the offer is wrong, by units or by design. */
const refusedGainBps = 10_000
const typedSlippageBps = 300
/** Above this loss of the expected amount the amount must be typed. */
const typedMarketBps = 300
/** Fees and the spread of prices, beyond the slippage. */
const remoteSlackBps = 200

/** Loss from paid to received USD value, basis points, rounded up; negative is a gain. */
export function lossInBps(paidUsdE18: bigint, receivedUsdE18: bigint): number | null {
  if (paidUsdE18 <= 0n) return null
  const scaled = (paidUsdE18 - receivedUsdE18) * 10_000n
  const rounded = scaled > 0n ? (scaled + paidUsdE18 - 1n) / paidUsdE18 : scaled / paidUsdE18
  return Number(rounded)
}

/** The share of a value that is lost in another, basis points; null where one of them is unknown. */
export function lossBetween(
  paidUsdE18: bigint | null,
  receivedUsdE18: bigint | null,
): number | null {
  if (paidUsdE18 === null || receivedUsdE18 === null) return null
  return lossInBps(paidUsdE18, receivedUsdE18)
}

/**
 * P2: the larger loss of the two ends of an order: the minimum that arrives, or the minimum of a
 * refund. Null if neither is known.
 */
export function greatestLoss(
  paidUsdE18: bigint | null,
  atLeastUsdE18: bigint | null,
  refund: ReviewRefund | null,
): number | null {
  const arriving = lossBetween(paidUsdE18, atLeastUsdE18)
  const back = refund === null ? null : lossBetween(paidUsdE18, refund.atLeastUsdE18)
  return arriving === null || back === null ? (arriving ?? back) : Math.max(arriving, back)
}

/** From this share of the order's money on, the fees of its refund are typed. */
const typedRefundBps = 300

/** E16: a refund may cost more than the spread of prices. */
export function checkRefund(refund: ReviewRefund | null): ReviewReason[] {
  if (refund === null) return []
  const { fee, atLeast } = refund
  const bps = lossInBps(fee + atLeast, atLeast)
  if (bps === null || bps < typedRefundBps) return []
  const size = bps / 100
  return [{ code: 'refund', text: `A refund costs up to ${size}% of the payment.`, size }]
}

/**
 * P2: reasons for typing the amount.
 * @param lossBps everything paid, fees and gas included, against the minimum that arrives
 * @param maxLossBps the user's own limit, never above 5000
 */
export function checkLoss(lossBps: number | null, maxLossBps: number | null): ReviewReason[] {
  if (lossBps === null) return []
  const limit = Math.min(maxLossBps ?? refusedLossBps, refusedLossBps)
  // 50% itself is refused; a loss equal to the user's limit is accepted.
  const tooMuch = lossBps >= refusedLossBps || lossBps > limit
  if (tooMuch) {
    throw unsafe(
      'P2',
      `The swap may lose ${percentText(lossBps / 100)} of its value, fees and gas included.`,
      { lossBps },
    )
  }
  if (lossBps < typedLossBps) return []
  return [
    {
      code: 'loss',
      text: `The swap may lose ${percentText(lossBps / 100)} against independent prices, fees and gas included.`,
      size: lossBps / 100,
    },
  ]
}

/**
 * P2 for a claim, which pays nothing but gas: its maximum is compared with what the claim pays. However
 * much it is, it is only typed: the money waits, and whether it is worth the gas is the user's to say.
 * @param gasUsdE18 null: unknown, which is a reason of its own
 */
export function checkClaimGas(
  gasUsdE18: bigint | null,
  claimedUsdE18: bigint | null,
): ReviewReason[] {
  if (gasUsdE18 === null) return []
  if (claimedUsdE18 === null) {
    const text = 'What is claimed has no confirmed price: gas may cost more than it is worth.'
    return [{ code: 'value_unknown', text }]
  }
  const ofClaimedBps = Number((gasUsdE18 * 10_000n) / (claimedUsdE18 > 0n ? claimedUsdE18 : 1n))
  if (ofClaimedBps < typedLossBps) return []
  const text = `Gas may cost ${usdE18Text(gasUsdE18)}, and what is claimed is worth ${usdE18Text(claimedUsdE18)}.`
  return [{ code: 'loss', text, size: ofClaimedBps / 100 }]
}

/**
 * P3, P6, P8 for a single offer: independent prices replace the median. An offer that promises too
 * much will not deliver it.
 */
export function checkGain(lossBps: number | null, isEnforced: boolean): ReviewReason[] {
  const typed = isEnforced ? typedGainBps : mostUnenforcedGainBps
  if (lossBps === null || lossBps >= -typed) return []
  const gainBps = -lossBps
  if (gainBps >= refusedGainBps) {
    const multiple = (1 + gainBps / 10_000).toFixed(1).replace(/\.0$/, '')
    throw unsafe('P3', `The swap promises ${multiple} times what you pay.`, { lossBps })
  }
  return [
    {
      code: 'gain',
      text: `The swap promises ${percentText(gainBps / 100)} more than independent prices${isEnforced ? ': too good to be true' : ', and no contract enforces it'}.`,
      size: gainBps / 100,
    },
  ]
}

/**
 * P9: the expected amount is compared with independent prices, whatever the service reports as its price
 * impact.
 */
export function checkMarket(lossBps: number | null): ReviewReason[] {
  if (lossBps === null || lossBps <= typedMarketBps) return []
  const text = `The swap is quoted ${percentText(lossBps / 100)} below independent prices.`
  return [{ code: 'market', text, size: lossBps / 100 }]
}

/**
 * P9: the minimum of a remote service's route, by prices read here: the market less the slippage
 * less 2%. No limit rests on the service's own numbers alone.
 * @throws SwaprouteError UNSAFE_ROUTE; unpriced pairs are typed instead
 */
export function requireMarket(
  { send, receive }: Pick<OrderCard, 'send' | 'receive'>,
  request: Pick<RouteRequest, 'slippage'>,
): void {
  if (send.usdE18 === null || receive.atLeastUsdE18 === null) return
  const slippageBps = slippageBpsOf(request) ?? defaultSlippageBps.bridge
  const lost = lossInBps(send.usdE18, receive.atLeastUsdE18)
  if (lost === null || lost <= slippageBps + remoteSlackBps) return
  throw unsafe(
    'P9',
    `The service guarantees ${percentText(lost / 100)} less than independent prices, more than the slippage explains. Query the providers directly with --backend embedded.`,
    { lossBps: lost, slippageBps },
  )
}

/** P4, by expected and guaranteed amount; a slippage that a service names is ignored. */
export function checkSlippage(expected: bigint, atLeast: bigint): ReviewReason[] {
  const slippageBps = slippageBetween(expected, atLeast)
  // Compares amounts too: with a handful of units, one is more than a tenth.
  const isAbove = (limit: number): boolean =>
    slippageBps > limit && atLeast < minimumAfterSlippage(expected, limit)
  if (isAbove(mostSlippageBps)) {
    throw unsafe(
      'P4',
      `A slippage of ${percentText(slippageBps / 100)} is above the limit of 10%.`,
      {
        slippageBps,
      },
    )
  }
  if (!isAbove(typedSlippageBps)) return []
  const text = `The slippage is ${percentText(slippageBps / 100)}.`
  return [{ code: 'slippage', text, size: slippageBps / 100 }]
}

/** P5 */
export function isQuoteFresh(quotedAtMs: number, nowMs: number): boolean {
  return nowMs - quotedAtMs <= quoteLifeMs && quotedAtMs <= nowMs + quoteLifeMs
}

export function checkAge(quotedAtMs: number, nowMs: number): void {
  if (isQuoteFresh(quotedAtMs, nowMs)) return
  const seconds = Math.round((nowMs - quotedAtMs) / 1000)
  throw new SwaprouteError(
    'QUOTE_EXPIRED',
    `The quote is ${seconds}s old; a quote holds for 60s.`,
    {
      hint: 'Nothing was signed. Get a new quote.',
      context: { check: 'P5', ageSeconds: seconds },
    },
  )
}

export type FloorFacts = {
  /** The request; its slippage is the user's, absent if not set. */
  request: Pick<RouteRequest, 'slippage'>
  /** Expected and minimum amount of the accepted route. */
  quoted: { dstAmount: bigint; dstMinAmount: bigint }
  kind: SlippageKind
}

/** The accepted minimum, and the reason if slippage decides it. */
export type AcceptedMinimum = { acceptedMin: bigint; because?: string }

export type MinimumFacts = AcceptedMinimum & {
  dstToken: Token
  /** Minimum the call enforces; null if unreadable or absent. */
  decodedMin: bigint | null
  /** Minimum the service claims. */
  claimedMin: bigint
  /** `--min-receive`. */
  minReceive: bigint | null
}

/**
 * E9: the accepted minimum, computed here: the expected amount less the user's slippage or the
 * default; more if the accepted route promised more.
 * @throws SwaprouteError UNSAFE_ROUTE (P4) for a slippage of the user's above 10 %
 */
export function acceptedMinimum({ request, quoted, kind }: FloorFacts): AcceptedMinimum {
  const asked = slippageBpsOf(request)
  if (asked !== null && asked > mostSlippageBps) {
    throw unsafe('P4', `A slippage of ${percentText(asked / 100)} is above the limit of 10%.`, {
      slippageBps: asked,
    })
  }
  const floor = leastAccepted(quoted.dstAmount, asked, kind)
  if (quoted.dstMinAmount > floor) return { acceptedMin: quoted.dstMinAmount }
  const because =
    asked === null
      ? `The default slippage is ${percentText(defaultSlippageBps[kind] / 100)}; change it with --slippage.`
      : `The slippage is ${percentText(asked / 100)}.`
  return { acceptedMin: floor, because }
}

/** E9: neither the claim nor the call is below the accepted minimum. */
export function checkMinimum(facts: MinimumFacts): void {
  const { dstToken, decodedMin, claimedMin, acceptedMin, because = '', minReceive } = facts
  const refuse = (what: string, amount: bigint, floor: bigint, why: string): void => {
    if (amount >= floor) return
    const [text, least] = [amount, floor].map((value) => amountWithSymbol(value, dstToken))
    const sentence = `${what} ${text}, less than the accepted ${least}. ${why}`
    throw unsafe('E9', sentence, { minimum: String(amount), accepted: String(floor) })
  }
  refuse('The route promises at least', claimedMin, acceptedMin, because)
  if (minReceive !== null) refuse('The route promises at least', claimedMin, minReceive, '')
  if (decodedMin !== null) refuse('The call itself guarantees only', decodedMin, claimedMin, '')
}

export type ValueFacts = {
  srcToken: Token
  srcAmount: bigint
  /** Native coins sent along, base units. */
  value: bigint
  /** Fixed fees of the answer and of the quote, native base units. */
  declaredFee: bigint
  quotedFee: bigint
  /** Maximum the provider's entry allows; 0 by default. */
  allowedFee: bigint
}

/**
 * E5: the value is exactly the amount (of a native coin) plus the declared fee, and the fee is
 * known for this provider.
 */
export function checkValue({
  srcToken,
  srcAmount,
  value,
  declaredFee,
  quotedFee,
  allowedFee,
}: ValueFacts): void {
  const expected = (srcToken.native ? srcAmount : 0n) + declaredFee
  if (value !== expected) {
    throw unsafe(
      'E5',
      'The transaction sends an amount other than the route amount plus its fee.',
      {
        value: String(value),
        expected: String(expected),
      },
    )
  }
  if (declaredFee > allowedFee) {
    throw unsafe('E5', 'The route takes a fixed fee that is not known for this provider.', {
      fee: String(declaredFee),
      allowed: String(allowedFee),
    })
  }
  if (hasRisen(declaredFee, quotedFee)) {
    throw unsafe('E5', 'The fee rose by more than 2% since the quote.', {
      fee: String(declaredFee),
      quoted: String(quotedFee),
    })
  }
}
