/**
 * Route of the claim of a transfer, by the hash of the transfer's source. Not the hash alone: the
 * journal finds the transfer itself by that.
 */
export function claimRoute(hash: string): string {
  return `claim-${hash.toLowerCase()}`
}
