import { mostUnenforcedGainBps, type Quote, unenforcedGain } from '../core/quote.ts'
import type { PriceBook } from '../core/usd.ts'
import { lossBps } from './danger.ts'
import type { Offer } from './offers.ts'

/** Whether a contract enforces what the route promises; else its provider is trusted with it all. */
function isEnforced({ executionKind, rateType }: Quote): boolean {
  return executionKind !== 'deposit' && rateType !== 'float'
}

/**
 * P8: a promise that nothing enforces costs nothing. Where it is over 3% above the market by
 * confirmed prices, or above the best enforced offer, it says so and is not chosen by itself.
 */
export function withUnenforcedGains(offers: readonly Offer[], prices: PriceBook): Offer[] {
  const enforced = offers
    .filter(({ quote, dangers }) => dangers.length === 0 && isEnforced(quote))
    .reduce((most, { quote }) => (quote.dstAmount > most ? quote.dstAmount : most), 0n)
  const most = BigInt(10_000 + mostUnenforcedGainBps)
  return offers.map((offer) => {
    const { quote } = offer
    if (isEnforced(quote)) return offer
    const isAboveMarket = -(lossBps(quote, prices) ?? 0) > mostUnenforcedGainBps
    const isAboveBest = enforced > 0n && quote.dstAmount * 10_000n > enforced * most
    if (!isAboveMarket && !isAboveBest) return offer
    const than = isAboveMarket ? 'the market' : 'the best route that a contract enforces'
    const reason = `${quote.provider} promises over 3% more than ${than}, and no contract enforces it`
    const warnings = [...quote.warnings, { code: unenforcedGain, reason }]
    return { ...offer, quote: { ...quote, warnings } }
  })
}
