import type { Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook } from '../core/usd.ts'
import { compareBigint } from './danger.ts'

/**
 * Costs that come on top of the source amount, in native base units: gas and the fixed fees.
 * Fees taken from the amounts themselves are already inside `dstAmount`.
 */
function extraCost(quote: Quote): bigint {
  const { gas, protocolFixed, providerFixed } = quote.fees
  return (gas === null ? 0n : gas.limit * gas.price) + protocolFixed + providerFixed
}

/**
 * What the user really receives: `dstAmount` less the extra cost, expressed in the destination
 * token, base units. Null when native coin or destination token have no price.
 */
export function netReceived(quote: Quote, native: Token, prices: PriceBook): bigint | null {
  const dstToken = quote.request.dstToken
  const nativePrice = prices(native)
  const dstPrice = prices(dstToken)
  if (nativePrice === null || dstPrice === null || dstPrice.e18 === 0n) return null
  const cost =
    (extraCost(quote) * nativePrice.e18 * 10n ** BigInt(dstToken.decimals)) /
    (dstPrice.e18 * 10n ** BigInt(native.decimals))
  return quote.dstAmount - cost
}

/**
 * Best first. The rule: what the user really receives (`netReceived`); where a price is missing,
 * the plain amount for all of them, so that two rules are never mixed in one list. Equal offers:
 * the faster one, then the provider's name, so that the order is the same every time.
 */
export function rank(quotes: readonly Quote[], native: Token, prices: PriceBook): Quote[] {
  const net = quotes.map((quote) => netReceived(quote, native, prices))
  const priced = net.every((value) => value !== null)
  const rows = quotes.map((quote, index) => ({
    quote,
    value: priced ? (net[index] ?? quote.dstAmount) : quote.dstAmount,
  }))
  rows.sort(
    (a, b) =>
      compareBigint(b.value, a.value) ||
      a.quote.durationSeconds - b.quote.durationSeconds ||
      (a.quote.provider < b.quote.provider ? -1 : 1),
  )
  return rows.map((row) => row.quote)
}
