// Classifies host names in the form of `new URL(…).hostname`.

/** A host that can only be this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/**
 * A host of a private network (RFC 1918, RFC 4193) or a name without a dot (`geth`), which only a
 * local name server resolves. Link-local addresses are excluded: cloud providers serve secrets at
 * 169.254.169.254.
 */
function isPrivateHost(hostname: string): boolean {
  return (
    /^10(?:\.\d{1,3}){3}$/.test(hostname) ||
    /^172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}$/.test(hostname) ||
    /^192\.168(?:\.\d{1,3}){2}$/.test(hostname) ||
    /^\[f[cd][0-9a-f]{2}:/.test(hostname) ||
    /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(hostname)
  )
}

/** Whether plain http is allowed for a host that the user configured (docs/safety.md H1). */
export function mayBePlain(hostname: string): boolean {
  return isLoopbackHost(hostname) || isPrivateHost(hostname)
}
