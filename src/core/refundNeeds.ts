import type { ProviderId } from './providerIds.ts'

/**
 * Providers whose orders need an address for refunds, so that a line without one is refused before
 * anything is asked or ordered. Their adapters read it here.
 */
const refundNeeds: readonly ProviderId[] = [
  'relay',
  'chainflip',
  'near_intents',
  'change_hero',
  'changelly',
]

export function needsRefundAddress(provider: string): boolean {
  return refundNeeds.some((id) => id === provider)
}
