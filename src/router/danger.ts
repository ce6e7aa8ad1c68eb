import { percentText } from '../core/figures.ts'
import type { Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import { type PriceBook, usdValueE18 } from '../core/usd.ts'

/**
 * A danger of a route. The numbers are in the contract's 70xx range: warnings that do not stop a
 * swap. A dangerous route is hidden unless requested and is never picked automatically.
 *
 * - `LOSS` 7001: worth at least 10% less than the payment, by independent prices (P2)
 * - `UNLISTED` 7002: an unlisted token; only the chain is a source for it
 * - `UNPRICED` 7003: fewer than two independent sources price source or destination (P1)
 * - `OUTLIER` 7004: more than 20% better than the median of at least three offers, if a price is
 *   missing (P3)
 * - `GAIN` 7005: worth more than 20% more than the payment, by independent prices (P3)
 */
export type Danger = {
  code: 7001 | 7002 | 7003 | 7004 | 7005
  reason: string
  /** Price sources that do not answer, for 7003. */
  data?: { outages: string[] }
}

const lossLimitBps = 1_000
const gainLimitBps = 2_000
const outlierPercent = 120n
const outlierSample = 3

/**
 * Loss of value in basis points against confirmed prices; null if a price is missing. With both
 * prices, it alone decides what is too good; the other offers are ignored, since shallow pools pull
 * their median down as the amount grows (P3).
 */
export function lossBps(quote: Quote, prices: PriceBook): number | null {
  const { srcToken, dstToken, srcAmount } = quote.request
  const srcPrice = prices(srcToken)
  const dstPrice = prices(dstToken)
  if (srcPrice === null || dstPrice === null || !srcPrice.confirmed || !dstPrice.confirmed) {
    return null
  }
  const paid = usdValueE18(srcAmount, srcToken.decimals, srcPrice)
  if (paid === 0n) return null
  const received = usdValueE18(quote.dstAmount, dstToken.decimals, dstPrice)
  return Number(((paid - received) * 10_000n) / paid)
}

export function dangersOf(quote: Quote, prices: PriceBook, median: bigint | null): Danger[] {
  const dangers: Danger[] = []
  const { srcToken, dstToken } = quote.request
  const loss = lossBps(quote, prices)
  if (loss !== null && loss >= lossLimitBps) {
    dangers.push({
      code: 7001,
      reason: `worth ${percentText(loss / 100)} less than what you pay, by independent prices`,
    })
  }
  const unlisted = [srcToken, dstToken].filter((token) => !token.listed)
  if (unlisted.length > 0) {
    dangers.push({
      code: 7002,
      reason: `${unlisted.map((token) => `${token.symbol} (${token.address})`).join(' and ')} not in any token list`,
    })
  }
  const unpriced = [srcToken, dstToken].filter((token) => prices(token)?.confirmed !== true)
  if (unpriced.length > 0) dangers.push(unpricedDanger(unpriced, prices))
  if (loss === null && median !== null && quote.dstAmount * 100n > median * outlierPercent) {
    dangers.push({ code: 7004, reason: 'more than 20% better than the median of all offers' })
  }
  if (loss !== null && -loss > gainLimitBps) {
    dangers.push({
      code: 7005,
      reason: `worth ${percentText(-loss / 100)} more than what you pay, by independent prices`,
    })
  }
  return dangers
}

/** Dangers of the tokens themselves: every route of the request has them. */
const ofTokens: ReadonlySet<Danger['code']> = new Set([7002, 7003])

/** Whether there is nothing to say against a route that a better one would not have as well. */
export function hasSoundTerms(quote: Quote, prices: PriceBook, median: bigint | null): boolean {
  return dangersOf(quote, prices, median).every(({ code }) => ofTokens.has(code))
}

/** Names the sources that are down, since then only waiting helps (P3). */
function unpricedDanger(tokens: readonly Token[], prices: PriceBook): Danger {
  const symbols = tokens.map(({ symbol }) => symbol).join(' and ')
  const outages = [...new Set(tokens.flatMap((token) => prices.outages?.(token) ?? []))]
  if (outages.length === 0) {
    return { code: 7003, reason: `fewer than two independent sources price ${symbols}` }
  }
  const verb = outages.length === 1 ? 'does' : 'do'
  return {
    code: 7003,
    reason: `the price of ${symbols} could not be confirmed: ${outages.join(' and ')} ${verb} not answer`,
    data: { outages },
  }
}

/** Median output of the offers; null for fewer than three, which are not enough. */
export function medianAmount(quotes: readonly Quote[]): bigint | null {
  if (quotes.length < outlierSample) return null
  const sorted = quotes.map((quote) => quote.dstAmount).sort(compareBigint)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/**
 * Whether an offer mixes up units (P6): it differs by a power of ten from the median, or from its
 * fair amount by confirmed prices. An offer within confirmed prices never does, however much the
 * others differ.
 */
export function isUnitError(quote: Quote, prices: PriceBook, median: bigint | null): boolean {
  const fair = fairAmount(quote, prices)
  const loss = lossBps(quote, prices)
  const borneOut = loss !== null && loss < lossLimitBps && -loss <= gainLimitBps
  if (borneOut) return false
  return [fair, median].some((amount) => amount !== null && isPowerOfTen(quote.dstAmount, amount))
}

/** The source amount's value in the destination token; null without confirmed prices. */
function fairAmount({ request }: Quote, prices: PriceBook): bigint | null {
  const { srcToken, dstToken, srcAmount } = request
  const srcPrice = prices(srcToken)
  const dstPrice = prices(dstToken)
  if (srcPrice?.confirmed !== true || dstPrice?.confirmed !== true) return null
  const paid = usdValueE18(srcAmount, srcToken.decimals, srcPrice)
  return (paid * 10n ** BigInt(dstToken.decimals)) / dstPrice.e18
}

/** Whether two amounts differ by a power of ten, within 1%. */
function isPowerOfTen(a: bigint, b: bigint): boolean {
  if (a <= 0n || b <= 0n) return false
  const [large, small] = a > b ? [a, b] : [b, a]
  for (let power = 10n; power <= large; power *= 10n) {
    const expected = small * power
    if (large * 100n >= expected * 99n && large * 100n <= expected * 101n) return true
    if (expected > large * 2n) return false
  }
  return false
}

export function compareBigint(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
