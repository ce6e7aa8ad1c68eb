import type { BlockchainId } from './blockchainIds.ts'
import type { Token } from './token.ts'

/** What a claim pays out, decoded by our own code; the zero address is the native coin. */
export type ClaimTerms = { token: string; amount: bigint; recipient: string }

/** The call that claims a transfer, and the claimable amount according to the transfer's source. */
export type ClaimPlan = {
  blockchain: BlockchainId
  to: string
  data: string
  token: Token
  /** Base units. */
  amount: bigint
  receiver: string
  source: { blockchain: BlockchainId; hash: string }
}

const claimPrefix = 'claim-'

/**
 * Route of the claim of a transfer, by the hash of the transfer's source. Not the hash alone: the
 * journal finds the transfer itself by that.
 */
export function claimRoute(hash: string): string {
  return `${claimPrefix}${hash.toLowerCase()}`
}

export function isClaimRoute(routeId: string): boolean {
  return routeId.startsWith(claimPrefix)
}

/** What the main transaction of a route is called in a sentence: a claim pays nothing. */
export function paymentWord(routeId: string): 'payment' | 'claim' {
  return isClaimRoute(routeId) ? 'claim' : 'payment'
}

/** The same as a label. */
export function paymentTitle(routeId: string): 'Payment' | 'Claim' {
  return isClaimRoute(routeId) ? 'Claim' : 'Payment'
}
