import { mulDivUp } from '../core/amounts.ts'
import { gasCostOf, type Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook } from '../core/usd.ts'
import { compareBigint } from './danger.ts'

/**
 * Discount in the ranking of a deposit order, or of a call without a minimum, basis points: its
 * provider has to be trusted with the whole amount, while a contract enforces the minimum output of
 * other routes.
 */
const trustDiscountBps = 200n

/** Gas of the source transaction in native base units; null if unknown. */
function gasCost({ fees: { gas } }: Quote): bigint | null {
  return gas === null ? null : gasCostOf(gas)
}

/**
 * The net amount received: `dstAmount` less a cost in native base units, converted to the
 * destination token, base units. Null if native coin or destination token have no price.
 */
export function netReceived(
  { dstAmount, request: { dstToken } }: Quote,
  cost: bigint,
  native: Token,
  prices: PriceBook,
): bigint | null {
  const nativePrice = prices(native)
  const dstPrice = prices(dstToken)
  if (nativePrice === null || dstPrice === null || dstPrice.e18 === 0n) return null
  const inDstToken =
    (cost * nativePrice.e18 * 10n ** BigInt(dstToken.decimals)) /
    (dstPrice.e18 * 10n ** BigInt(native.decimals))
  return dstAmount - inDstToken
}

/** An offer and its net output, base units of the destination token. */
export type Ranked = { quote: Quote; net: bigint }

/**
 * Best first; the one rule of `best`, `swap` and every list of the service:
 *
 * 1. The net output (`netReceived`) decides. If a price is missing, the plain amount of all offers
 * does, so that one list never mixes two rules.
 * 2. An unknown network fee counts as the highest known one, never as zero.
 * 3. A deposit order and a call without a minimum count `trustDiscountBps` less.
 *
 * Ties: the offer with a known network fee, then the faster one, then the provider's name, so that
 * the order is the same every time.
 */
export function rank(quotes: readonly Quote[], native: Token, prices: PriceBook): Ranked[] {
  const gas = quotes.map(gasCost)
  const highest = gas.reduce<bigint>(
    (most, cost) => (cost !== null && cost > most ? cost : most),
    0n,
  )
  // `dstAmount` already excludes fees deducted from the amounts.
  const net = quotes.map((quote, index) => {
    const { protocolFixed, providerFixed } = quote.fees
    const onTop = (gas[index] ?? highest) + protocolFixed + providerFixed
    return netReceived(quote, onTop, native, prices)
  })
  const priced = net.every((value) => value !== null)
  const rows = quotes.map((quote, index) => {
    const left = (priced ? net[index] : null) ?? quote.dstAmount
    const unknownGas = gas[index] === null ? 1 : 0
    return { quote, net: left, value: weighted(quote, left), unknownGas }
  })
  rows.sort(
    (a, b) =>
      compareBigint(b.value, a.value) ||
      a.unknownGas - b.unknownGas ||
      a.quote.durationSeconds - b.quote.durationSeconds ||
      (a.quote.provider < b.quote.provider ? -1 : 1),
  )
  return rows.map(({ quote, net: left }) => ({ quote, net: left }))
}

function weighted({ executionKind, rateType }: Quote, value: bigint): bigint {
  if (executionKind !== 'deposit' && rateType !== 'float') return value
  const size = value < 0n ? -value : value
  return value - mulDivUp(size, trustDiscountBps, 10_000n)
}
