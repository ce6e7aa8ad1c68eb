import type { ProviderId } from '../../core/providerIds.ts'
import type { ReviewReason } from '../../core/review.ts'
import type { DecodedCall } from '../../core/transaction.ts'

// Reasons that a review of a call shows beside its figures.

/** E9, E16, E17: only the provider guarantees the arrival, as with a deposit. */
export function notGuaranteed(provider: ProviderId, call: DecodedCall | null): ReviewReason {
  if (call?.trusted !== undefined) {
    const text = `Not guaranteed by a contract: you trust ${provider}. If its last step fails, ${call.trusted}.`
    return { code: 'trusted', text }
  }
  const does =
    call?.returnsNothing === true
      ? 'may refund less than you pay instead of paying out'
      : 'pays out what its fees leave'
  const text = `No minimum is guaranteed: ${provider} ${does}.`
  return { code: 'no_minimum', text }
}

/** E15: the arrival may be the receiver's own money, so a person confirms it. */
export function growthOnly(provider: ProviderId): ReviewReason {
  const text = `The contract of ${provider} only measures that your balance grows, and runs code that ${provider} chooses.`
  return { code: 'growth', text }
}

/** E8: for a provider with opaque calls; `--yes` alone is not enough. */
export const unreadable: ReviewReason = {
  code: 'unreadable',
  text: 'The call cannot be read; only the simulation shows what it does.',
}

/** E11: the node gives no reference for the gas price. */
export const gasNotCompared = {
  code: 'GAS_NOT_COMPARED',
  text: 'The node reports no gas prices of recent blocks; the gas price was not compared with them.',
}

/** E2: accepted by its typed address. */
export function unpinnedWarning(address: string): { code: string; text: string } {
  const text = `${address} is an unknown contract, accepted by its typed address.`
  return { code: 'UNPINNED_CONTRACT', text }
}

/** What a late delivery waits for. */
export function lateDelivery(text: string): { code: string; text: string } {
  return { code: 'LATE_DELIVERY', text }
}
