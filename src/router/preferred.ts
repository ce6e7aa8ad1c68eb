import {
  isAutoPicked,
  preferredBoundBps,
  preferredIsWorse,
  preferredNotTaken,
} from '../core/providerChoice.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote } from '../core/quote.ts'
import type { ProviderFailure, Offer } from './offers.ts'

/** Whether an offer may be picked automatically. */
export function mayBePicked({ quote, dangers }: Offer): boolean {
  return dangers.length === 0 && isAutoPicked(quote.warnings)
}

/**
 * Puts the preferred provider's routes first. Its best one is picked unless it is dangerous or nets
 * more than `preferredBoundBps` less than the best of the others; then, and if it has no route, the
 * route picked instead has a warning with the reason.
 *
 * @param netOf net output of an offer, in the same unit for all
 */
export function preferFirst(
  offers: readonly Offer[],
  failed: readonly ProviderFailure[],
  preferred: ProviderId,
  netOf: (quote: Quote) => bigint,
): Offer[] {
  const own = offers.filter(({ quote }) => quote.provider === preferred)
  const others = offers.filter(({ quote }) => quote.provider !== preferred)
  const best = others.find(mayBePicked)
  if (best === undefined) return [...own, ...others]
  const eligible = own.find(mayBePicked)
  if (eligible !== undefined && !isWorse(netOf(eligible.quote), netOf(best.quote))) {
    return [...own, ...others]
  }
  const reason = reasonNotTaken(own, eligible, failed, preferred)
  return [
    ...own.map((offer) => (mayBePicked(offer) ? noted(offer, preferredIsWorse, reason) : offer)),
    ...others.map((offer) => (offer === best ? noted(offer, preferredNotTaken, reason) : offer)),
  ]
}

function isWorse(own: bigint, best: bigint): boolean {
  return own * 10_000n < best * (10_000n - preferredBoundBps)
}

function reasonNotTaken(
  own: readonly Offer[],
  eligible: Offer | undefined,
  failed: readonly ProviderFailure[],
  preferred: ProviderId,
): string {
  if (eligible !== undefined) {
    return `${preferred} is preferred, but pays out over ${Number(preferredBoundBps) / 100}% less than the best other route`
  }
  const [dangerous] = own
  if (dangerous !== undefined) {
    const reasons = dangerous.dangers.map((danger) => danger.reason).join('; ')
    return `${preferred} is preferred, but its route is dangerous: ${reasons}`
  }
  const failure = failed.find(({ provider }) => provider === preferred)
  const why = failure === undefined ? '' : `: ${failure.error.message}`
  return `${preferred} is preferred, but has no route${why}`
}

function noted(offer: Offer, code: number, reason: string): Offer {
  const { quote } = offer
  return { ...offer, quote: { ...quote, warnings: [...quote.warnings, { code, reason }] } }
}
