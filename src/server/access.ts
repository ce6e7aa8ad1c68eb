/** Who may call: Host, Origin, site, token and content type (docs/safety.md V2, V3, V5). */
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

export type AccessOptions = {
  /** Default 127.0.0.1; any other needs `token`. */
  host: string
  /** Callers send it as `apikey`; null only on loopback. */
  token: string | null
  /** Allowed Host headers besides the bound address and localhost. */
  allowedHosts: readonly string[]
  /** Web origins that may call; none by default. */
  allowedOrigins: readonly string[]
}

/** The status of a refusal, and its reason in one sentence. */
export type Refusal = [status: 401 | 403 | 415, reason: string]

/** Why a request is refused before it is handled; checked in the order of the members above. */
export function findRefusal(context: Context, options: AccessOptions): Refusal | null {
  // A request may have a whole URL instead of a path: its host must match as well.
  const hosts = [context.req.header('host') ?? '', new URL(context.req.url).host]
  if (!hosts.every((host) => isAllowedHost(host, options))) {
    return [403, 'this Host is not served']
  }
  const origin = context.req.header('origin')
  if (origin !== undefined && !options.allowedOrigins.includes(origin)) {
    return [403, 'this Origin is not allowed']
  }
  // An image or link on any web page sends no Origin; the browser's Sec-Fetch-Site shows where it
  // comes from.
  const site = context.req.header('sec-fetch-site')?.toLowerCase()
  if (site === 'cross-site' && origin === undefined && context.req.path.startsWith('/api/')) {
    return [403, 'requests from other sites are not allowed']
  }
  // A browser's preflight request has no token.
  const open = context.req.path === '/healthz' || context.req.method === 'OPTIONS'
  if (options.token !== null && !open && !hasToken(context, options.token)) {
    return [401, 'the token is missing or wrong: send it as apikey, or as Authorization: Bearer']
  }
  if (context.req.method === 'POST') {
    const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') return [415, 'the body must be application/json']
  }
  return null
}

function isAllowedHost(header: string, options: AccessOptions): boolean {
  const name = header
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
  const own = ['localhost', '127.0.0.1', '::1', options.host.toLowerCase()]
  return own.includes(name) || options.allowedHosts.includes(name)
}

/** Headers that let a page of an allowed origin send requests and read answers (Fetch standard). */
export function writeOrigin({ req, res }: Context, { allowedOrigins }: AccessOptions): void {
  if (allowedOrigins.length === 0) return
  res.headers.append('vary', 'Origin')
  const origin = req.header('origin')
  if (origin === undefined || !allowedOrigins.includes(origin)) return
  res.headers.set('access-control-allow-origin', origin)
  res.headers.set('access-control-expose-headers', 'Retry-After, X-Swaproute-Sandbox')
  const methods = res.headers.get('allow')
  if (req.method !== 'OPTIONS' || methods === null) return
  res.headers.set('access-control-allow-methods', methods)
  res.headers.set('access-control-allow-headers', 'Content-Type, apikey, Authorization')
  res.headers.set('access-control-max-age', '600')
}

function hasToken({ req }: Context, expected: string): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '')?.[1]
  return isToken(req.header('apikey'), expected) || isToken(bearer, expected)
}

function isToken(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
