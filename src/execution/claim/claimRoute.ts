const prefix = 'claim-'

/**
 * Route of the claim of a transfer, by the hash of the transfer's source. Not the hash alone: the
 * journal finds the transfer itself by that.
 */
export function claimRoute(hash: string): string {
  return `${prefix}${hash.toLowerCase()}`
}

export function isClaimRoute(routeId: string): boolean {
  return routeId.startsWith(prefix)
}
