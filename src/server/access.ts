/**
 * Who may call, and how often: Host, Origin, site, token, content type and limit (docs/safety.md V2,
 * V3, V5).
 */
import type { Context } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import type { CallerLimit } from '../core/callerLimits.ts'
import type { Call, ServerEnv } from './call.ts'
import { createCallerAddress } from './callerAddress.ts'
import { createCallerLimits } from './callerLimits.ts'
import { addressGroup } from '../core/networks.ts'
import { isOwnOrigin } from './ownOrigin.ts'
import { type CallerToken, findToken } from './tokens.ts'

export type AccessOptions = {
  /** Default 127.0.0.1; any other needs `tokens`. */
  host: string
  /** The tokens of this moment, of which callers send one; null only on loopback. */
  tokens: (() => readonly CallerToken[]) | null
  /** Allowed Host headers besides the bound address and localhost, in lower case. */
  allowedHosts: readonly string[]
  /** Web origins that may call; `*`: every one. None by default. */
  allowedOrigins: readonly string[]
  /** Of each token without a limit of its own; without tokens, of each address. Null: none. */
  limit?: CallerLimit | null
  /** Networks whose `X-Forwarded-For` is believed; none by default. */
  trustedProxies?: readonly string[]
}

/** The status of a refusal, its reason in one sentence, and headers. */
export type Refusal = [
  status: 401 | 403 | 415 | 429,
  reason: string,
  headers?: Readonly<Record<string, string>>,
]

/** A request that may pass has no refusal; its answer gets the headers. */
type Admission = { refusal: Refusal | null; headers: Readonly<Record<string, string>> }

/**
 * Admits a request, or refuses it before it is handled.
 * @param clock milliseconds since any fixed point
 */
export function createAccess(
  options: AccessOptions,
  clock: () => number,
): (context: Context<ServerEnv>, caller: Call['caller']) => Admission {
  const { limit = null, trustedProxies = [] } = options
  const addressOf = createCallerAddress(trustedProxies)
  const count = createCallerLimits(clock)
  return (context, caller) => {
    caller.address = addressOf(caller.address, context.req.header('x-forwarded-for'))
    const foreign = refuseForeign(context, options)
    if (foreign !== null) return { refusal: foreign, headers: {} }
    // A browser's preflight request has no token.
    const isAsked = context.req.method !== 'OPTIONS'
    const token = options.tokens === null || !isAsked ? null : tokenOf(context, options.tokens())
    if (token === 'unknown') {
      return { refusal: isForPeople(context) ? unknownPassword : unknownToken, headers: {} }
    }
    caller.token = token?.name ?? null
    const refusal = refuseBody(context)
    const ownLimit = token?.limit ?? limit
    if (refusal !== null || ownLimit === null || !isAsked || !isCounted(context)) {
      return { refusal, headers: {} }
    }
    const group = token === null ? addressGroup(caller.address ?? '') : `token ${token.name}`
    const { headers, retryAfterSeconds } = count(group, ownLimit)
    if (retryAfterSeconds === null) return { refusal: null, headers }
    const { requests, seconds } = ownLimit
    const reason = `more than ${requests} requests in ${seconds}s: wait ${retryAfterSeconds}s`
    const retry = { 'retry-after': String(retryAfterSeconds) }
    return { refusal: [429, reason, { ...headers, ...retry }], headers }
  }
}

const unknownToken: Refusal = [
  401,
  'the token is missing or wrong: send it as apikey, or as Authorization: Bearer',
  { 'www-authenticate': 'Bearer' },
]

/** Browsers ask for a password where the answer says so, and send no header of their own. */
const unknownPassword: Refusal = [
  401,
  'this page needs a token of the service: give it as the password, with any user name',
  { 'www-authenticate': 'Basic realm="swaproute", charset="UTF-8"' },
]

function isForPeople({ req }: Context): boolean {
  return req.path === '/' || req.path === '/docs'
}

function refuseForeign({ req }: Context, options: AccessOptions): Refusal | null {
  // A request may have a whole URL instead of a path: its host must match as well.
  const hosts = [req.header('host') ?? '', new URL(req.url).host]
  if (!hosts.every((host) => isAllowedHost(host, options))) {
    return [403, 'this Host is not served']
  }
  const origin = req.header('origin')
  if (origin !== undefined && !isOwnOrigin(req) && !isAllowedOrigin(origin, options)) {
    return [403, 'this Origin is not allowed']
  }
  // An image or link on any web page sends no Origin; the browser's Sec-Fetch-Site shows where it
  // comes from.
  const site = req.header('sec-fetch-site')?.toLowerCase()
  if (site === 'cross-site' && origin === undefined && req.path.startsWith('/api/')) {
    return [403, 'requests from other sites are not allowed']
  }
  return null
}

function refuseBody({ req }: Context): Refusal | null {
  if (req.method !== 'POST') return null
  const type = (req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return [415, 'the body must be application/json']
  const encoding = req.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return null
  return [
    415,
    'compressed bodies are not read: send the JSON as it is, without Content-Encoding',
    { 'accept-encoding': 'identity' },
  ]
}

/** Calls of the contract, and lookups on the page; documents cost nothing. */
function isCounted({ req }: Context): boolean {
  if (req.path === '/') return req.query('q') !== undefined
  return req.path.startsWith('/api/') && !req.path.endsWith('/swagger-json')
}

function isAllowedHost(header: string, options: AccessOptions): boolean {
  const name = header
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
  const own = ['localhost', '127.0.0.1', '::1', options.host.toLowerCase()]
  return own.includes(name) || options.allowedHosts.includes(name)
}

function isAllowedOrigin(origin: string, { allowedOrigins }: AccessOptions): boolean {
  return allowedOrigins.includes(origin) || allowedOrigins.includes('*')
}

function tokenOf({ req }: Context, tokens: readonly CallerToken[]): CallerToken | 'unknown' {
  const bearer = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '')?.[1]
  const given = [req.header('apikey'), bearer, passwordOf(req)].flatMap((text) => text ?? [])
  const [found] = given.flatMap((text) => findToken(tokens, text) ?? [])
  return found ?? 'unknown'
}

/**
 * The password that a browser was given for the page. It sends it with every later request, also
 * with those of other sites, so it counts only where the page itself asks.
 */
function passwordOf(req: Context['req']): string | undefined {
  const isOwn = req.header('origin') === undefined || isOwnOrigin(req)
  return isOwn ? auth(req.raw)?.password : undefined
}

/** What a page may read of an answer besides its body. */
const exposed = [
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'X-Swaproute-Sandbox',
].join(', ')

/**
 * Headers that let a page of an allowed origin send requests and read answers, refusals included
 * (Fetch standard). Hono's `cors` answers every OPTIONS itself, whatever the path and its methods.
 * Tokens are sent by the page's own code: cookies and passwords of the browser (`credentials`) are
 * never asked for, so that `*` gives a page no more than any other program has.
 */
export function writeOrigin({ req, res }: Context, options: AccessOptions): void {
  const { allowedOrigins } = options
  if (allowedOrigins.length === 0) return
  const isOpen = allowedOrigins.includes('*')
  if (!isOpen) res.headers.append('vary', 'Origin')
  const origin = req.header('origin')
  if (origin === undefined || !isAllowedOrigin(origin, options)) return
  res.headers.set('access-control-allow-origin', isOpen ? '*' : origin)
  res.headers.set('access-control-expose-headers', exposed)
  const methods = res.headers.get('allow')
  if (req.method !== 'OPTIONS' || methods === null) return
  res.headers.set('access-control-allow-methods', methods)
  res.headers.set(
    'access-control-allow-headers',
    'Content-Type, apikey, Authorization, X-Request-Id',
  )
  res.headers.set('access-control-max-age', '600')
}
