import { minimumAfterSlippage } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { mostSlippageBps, slippageBetween } from '../../core/slippage.ts'
import type { ReviewReason } from '../reviewTypes.ts'
import { unsafe } from './unsafe.ts'

/** Above this loss against independent prices the amount is typed, from the second on refused. */
const typedLossBps = 1_000
const refusedLossBps = 5_000
/** Above this gain the amount is typed: a mistake is likelier than a present. */
const typedGainBps = 2_000
/** Twice the value: no market pays that, so the offer is wrong, by units or by design. */
const refusedGainBps = 10_000
const typedSlippageBps = 300
/** Life of a quote by our own clock. */
const quoteLifeMs = 60_000

/** What of a value in USD is lost in another, in basis points, rounded up; negative is a gain. */
export function lossInBps(paidUsdE18: bigint, receivedUsdE18: bigint): number | null {
  if (paidUsdE18 <= 0n) return null
  const scaled = (paidUsdE18 - receivedUsdE18) * 10_000n
  const rounded = scaled > 0n ? (scaled + paidUsdE18 - 1n) / paidUsdE18 : scaled / paidUsdE18
  return Number(rounded)
}

/**
 * P2: reasons for typing the amount.
 * @param lossBps of everything that is paid, fees and gas included, against the least that arrives
 * @param maxLossBps the user's own limit, never above 5000
 */
export function checkLoss(lossBps: number | null, maxLossBps: number | null): ReviewReason[] {
  if (lossBps === null) return []
  const limit = Math.min(maxLossBps ?? refusedLossBps, refusedLossBps)
  // 50 % itself is refused; a limit of the user's is what he still accepts.
  const tooMuch = lossBps >= refusedLossBps || lossBps > limit
  if (tooMuch) {
    throw unsafe(
      'P2',
      `The swap may lose ${percent(lossBps)} of its value, fees and gas included.`,
      { lossBps },
    )
  }
  if (lossBps < typedLossBps) return []
  return [
    {
      code: 'loss',
      text: `The swap may lose ${percent(lossBps)} against independent prices, fees and gas included.`,
    },
  ]
}

/**
 * P3, P6 for an offer with no others beside it: independent prices stand in for their median.
 * Whoever promises too much for what is paid first names an amount that will not come.
 */
export function checkGain(lossBps: number | null): ReviewReason[] {
  if (lossBps === null || lossBps >= -typedGainBps) return []
  const gainBps = -lossBps
  if (gainBps >= refusedGainBps) {
    const multiple = (1 + gainBps / 10_000).toFixed(1).replace(/\.0$/, '')
    throw unsafe('P3', `The swap promises ${multiple} times the value that is paid.`, { lossBps })
  }
  return [
    {
      code: 'gain',
      text: `The swap promises ${percent(gainBps)} more than independent prices: too good.`,
    },
  ]
}

/**
 * P4, by what is expected and what is guaranteed: the share a service names besides decides nothing.
 */
export function checkSlippage(expected: bigint, atLeast: bigint): ReviewReason[] {
  const slippageBps = slippageBetween(expected, atLeast)
  // By the amounts as well: of a handful of units one is more than a tenth.
  const isAbove = (limit: number): boolean =>
    slippageBps > limit && atLeast < minimumAfterSlippage(expected, limit)
  if (isAbove(mostSlippageBps)) {
    throw unsafe('P4', `A slippage of ${percent(slippageBps)} is above the limit of 10 %.`, {
      slippageBps,
    })
  }
  if (!isAbove(typedSlippageBps)) return []
  return [{ code: 'slippage', text: `The slippage is ${percent(slippageBps)}.` }]
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
    `The quote is ${seconds} seconds old; it held for 60.`,
    {
      hint: 'Nothing was signed. Quote again.',
      context: { check: 'P5', ageSeconds: seconds },
    },
  )
}

/** Basis points for people. */
export function percent(bps: number): string {
  return `${(bps / 100).toFixed(2).replace(/\.?0+$/, '')} %`
}
