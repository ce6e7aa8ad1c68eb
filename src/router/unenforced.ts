import {
  isAboveEnforced,
  isEnforced,
  mostUnenforcedGainBps,
  unenforcedWarning,
} from '../core/providerChoice.ts'
import type { PriceBook } from '../core/usd.ts'
import { lossBps } from './danger.ts'
import type { Offer } from './offers.ts'

/**
 * P8: an unenforced promise costs its provider nothing. Above 3% over confirmed prices or over the
 * best enforced offer, it gets a warning and is not chosen automatically.
 */
export function withUnenforcedGains(offers: readonly Offer[], prices: PriceBook): Offer[] {
  const mostEnforced = offers
    .filter(({ quote, dangers }) => dangers.length === 0 && isEnforced(quote))
    .reduce((most, { quote }) => (quote.dstAmount > most ? quote.dstAmount : most), 0n)
  return offers.map((offer) => {
    const { quote } = offer
    if (isEnforced(quote)) return offer
    const isAboveMarket = -(lossBps(quote, prices) ?? 0) > mostUnenforcedGainBps
    if (!isAboveMarket && !isAboveEnforced(quote.dstAmount, mostEnforced)) return offer
    const than = isAboveMarket ? 'the market' : 'the best route that a contract enforces'
    const warnings = [...quote.warnings, unenforcedWarning(quote.provider, than)]
    return { ...offer, quote: { ...quote, warnings } }
  })
}
