import { SwaprouteError } from '../core/errors.ts'
import { mayBePlain } from '../core/hosts.ts'

/** The destination of one request, split the way the connection needs it. */
export type Target = {
  /** Scheme, host and port: the key of the connection pool. */
  origin: string
  /** Host and port, the only part of an address that may appear in a message (K9). */
  host: string
  /** Path and query. */
  path: string
  /** Basic credentials from the base address; null for nearly all. */
  authorization: string | null
}

/** The addresses a client may reach; every other one is refused before a socket exists. */
export type Bases = {
  origins: readonly string[]
  /** @throws SwaprouteError UNSAFE_ROUTE when `url` is not under a registered base (H1, H2) */
  resolve(url: string): Target
}

type Base = { origin: string; host: string; path: string; authorization: string | null }

/**
 * Registers the base addresses of a client. A URL is under a base when the origin is equal and the
 * base's path is the whole path or a prefix of it that ends at a slash.
 *
 * https only; plain http for this machine and private networks, where configuring such a base is
 * the opt-in (H1).
 * @throws SwaprouteError CONFIG_INVALID for anything else
 */
export function createBases(addresses: readonly string[]): Bases {
  const byOrigin = new Map<string, Base[]>()
  for (const address of addresses) {
    const base = parseBase(address)
    const known = byOrigin.get(base.origin) ?? []
    byOrigin.set(base.origin, [...known, base])
  }
  return {
    origins: [...byOrigin.keys()],
    resolve(text) {
      const url = parseUrl(text)
      const bases = url === null ? [] : (byOrigin.get(url.origin) ?? [])
      for (const base of bases) {
        if (url !== null && isUnder(base.path, url.pathname)) {
          const { origin, host, authorization } = base
          return { origin, host, path: url.pathname + url.search, authorization }
        }
      }
      throw new SwaprouteError(
        'UNSAFE_ROUTE',
        `A request to ${url === null ? 'an unreadable address' : url.host} was refused: ` +
          'it is not an address this program may contact.',
        { context: { check: 'H2' } },
      )
    },
  }
}

/** A public https address without a port, credentials or anything that a parser would rewrite. */
const ordinary = /^(https:\/\/((?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}))((?:\/[\w-]+)*)\/?$/

function parseBase(address: string): Base {
  // Nearly all are: a few hundred of them are registered before the first request leaves.
  const [, origin, host, path = ''] = ordinary.exec(address) ?? []
  if (origin !== undefined && host !== undefined) return { origin, host, path, authorization: null }
  const url = parseUrl(address)
  if (url === null) {
    throw new SwaprouteError('CONFIG_INVALID', 'A configured address is not a URL.', {
      hint: 'Write it as https://host/path, or http://127.0.0.1:port for a local service.',
    })
  }
  const allowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url.hostname))
  if (!allowed) {
    throw new SwaprouteError('CONFIG_INVALID', `The address of ${url.host} is not https.`, {
      hint: 'Use https; plain http is for localhost and private networks only.',
      context: { check: 'H1' },
    })
  }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    origin: url.origin,
    host: url.host,
    path: url.pathname.replace(/\/$/, ''),
    authorization:
      credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isUnder(basePath: string, path: string): boolean {
  return path === basePath || path.startsWith(`${basePath}/`) || basePath === ''
}
