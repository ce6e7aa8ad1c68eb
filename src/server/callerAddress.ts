import { createNetworkTest, plainAddress } from '../core/networks.ts'

/** More entries than any chain of proxies has. */
const maxHops = 32

/**
 * The address of a caller: of the connection, or where that is a trusted proxy, the last address of
 * `X-Forwarded-For` that is not one. Each proxy appends the address it was called from, so what
 * is left of an untrusted address is only what that caller wrote. Other headers of proxies are
 * not read: Host stays as it is checked, and nothing here depends on the scheme.
 * @param trusted networks of proxies (`isNetwork`)
 */
export function createCallerAddress(
  trusted: readonly string[],
): (remote: string | null, forwardedFor: string | undefined) => string | null {
  const isTrusted = createNetworkTest(trusted)
  return (remote, forwardedFor) => {
    let address = remote === null ? null : plainAddress(remote)
    if (forwardedFor === undefined || trusted.length === 0) return address
    const hops = forwardedFor.split(',').slice(-maxHops)
    while (address !== null && isTrusted(address)) {
      const next = hops.pop()?.trim()
      const before = next === undefined ? null : plainAddress(next)
      if (before === null) break
      address = before
    }
    return address
  }
}
