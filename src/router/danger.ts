import type { Quote } from '../core/quote.ts'
import { type PriceBook, usdValueE18 } from '../core/usd.ts'

/**
 * What makes a route dangerous. The numbers lie in the contract's 70xx range: warnings that do not
 * stop a swap. A dangerous route is hidden unless asked for and is never chosen by itself.
 *
 * - `LOSS` 7001: worth at least 10 % less than what is paid, by independent prices (P2)
 * - `UNLISTED` 7002: a token that is on no list; only the chain vouches for it
 * - `UNPRICED` 7003: fewer than two independent sources price source or destination (P1)
 * - `OUTLIER` 7004: more than 20 % better than the median of at least three offers (P3)
 * - `GAIN` 7005: worth more than 20 % more than what is paid, by independent prices: what an offer
 *   without two others beside it is held against (P3)
 */
export type Danger = { code: 7001 | 7002 | 7003 | 7004 | 7005; reason: string }

const lossLimitPercent = 10n
const gainLimitBps = 2_000
const outlierPercent = 120n
const outlierSample = 3

/** Loss of value in basis points against confirmed prices; null when a price is missing. */
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
  if (loss !== null && BigInt(loss) >= lossLimitPercent * 100n) {
    dangers.push({
      code: 7001,
      reason: `worth ${(loss / 100).toFixed(1)} % less than what is paid, by independent prices`,
    })
  }
  const unlisted = [srcToken, dstToken].filter((token) => !token.listed)
  if (unlisted.length > 0) {
    dangers.push({
      code: 7002,
      reason: `${unlisted.map((token) => `${token.symbol} (${token.address})`).join(' and ')} on no token list`,
    })
  }
  const unpriced = [srcToken, dstToken].filter((token) => prices(token)?.confirmed !== true)
  if (unpriced.length > 0) {
    dangers.push({
      code: 7003,
      reason: `fewer than two independent sources price ${unpriced.map((token) => token.symbol).join(' and ')}`,
    })
  }
  if (median !== null && quote.dstAmount * 100n > median * outlierPercent) {
    dangers.push({ code: 7004, reason: 'more than 20 % better than the median of all offers' })
  }
  if (loss !== null && -loss > gainLimitBps) {
    dangers.push({
      code: 7005,
      reason: `worth ${(-loss / 100).toFixed(1)} % more than what is paid, by independent prices`,
    })
  }
  return dangers
}

/** Median of what the offers yield; null below three offers, where it says nothing. */
export function medianAmount(quotes: readonly Quote[]): bigint | null {
  if (quotes.length < outlierSample) return null
  const sorted = quotes.map((quote) => quote.dstAmount).sort(compareBigint)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/**
 * Whether an amount is off the median by a power of ten within 1 %: a mix-up of units, not a
 * price (P6). Such an offer is dropped, not ranked.
 */
export function isUnitError(amount: bigint, median: bigint): boolean {
  if (amount <= 0n || median <= 0n) return false
  const [large, small] = amount > median ? [amount, median] : [median, amount]
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
