import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
// The pool alone: the package's index loads fetch, caches and WebSockets besides, 22 ms of a quote
// (2026-11, Node 24).
import Pool from 'undici/lib/dispatcher/pool.js'

import { SwaprouteError } from '../core/errors.ts'
import { isLoopbackHost } from '../core/hosts.ts'
import { proxyDown } from './faults.ts'

/** An HTTP proxy for https hosts, and `NO_PROXY` as written: the hosts to reach directly. */
export type ProxySettings = { url: string; noProxy: string }

/**
 * Node abandons an address after this time and tries the host's next one; the last one gets the
 * whole connect time. Node's own 250ms fails on slow mobile and satellite links, and IPv4 comes
 * first here, so that a dead IPv6 route costs nothing.
 */
const nextAddressAfterMs = 400
const connectMs = 10_000
/** A backstop far above any deadline; the request's signal ends it long before. */
const usualSilenceMs = 70_000
const connectionsPerOrigin = 16

/** One kept-alive connection pool per origin, or the proxy if one is set. */
export type Pools = {
  get(origin: string): Promise<Dispatcher>
  close(): Promise<void>
}

/**
 * Pools are created on first use and kept: one `Pool` per host costs an eighth of the CPU of
 * `fetch` and less than an `Agent` (measured). The proxy's code is loaded only where a proxy is
 * set; requests to this machine never use it.
 * @throws SwaprouteError CONFIG_INVALID when the proxy's address is not an http or https URL
 */
export function createPools(
  lookup: LookupFunction,
  proxy: ProxySettings | null,
  silenceMs = usualSilenceMs,
): Pools {
  if (proxy !== null) checkProxyUrl(proxy.url)
  const pools = new Map<string, Dispatcher>()
  let proxied: Promise<Dispatcher> | null = null

  const reach = {
    lookup,
    timeout: connectMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
  }
  const poolOptions = {
    connections: connectionsPerOrigin,
    pipelining: 1,
    allowH2: false,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: reach,
  }

  const openProxy = async ({ url, noProxy }: ProxySettings): Promise<Dispatcher> => {
    const { buildConnector, EnvHttpProxyAgent } = await import('undici')
    const connect = buildConnector(reach)
    return new EnvHttpProxyAgent({
      ...poolOptions,
      // Both are passed, even when empty: undici would otherwise read the environment.
      httpProxy: '',
      httpsProxy: url,
      noProxy,
      clientFactory: (origin) =>
        new Pool(origin, {
          connect: (options, callback) =>
            connect(options, (...[error, socket]) => {
              if (error === null) callback(error, socket)
              else callback(proxyFault(error), null)
            }),
        }),
    })
  }

  return {
    async get(origin) {
      const known = pools.get(origin)
      if (known !== undefined) return known
      if (proxy !== null && !isLoopbackHost(new URL(origin).hostname)) {
        return (proxied ??= openProxy(proxy))
      }
      const pool = new Pool(origin, poolOptions)
      pools.set(origin, pool)
      return pool
    },
    async close() {
      const open = [...pools.values(), ...(proxied === null ? [] : [await proxied])]
      pools.clear()
      proxied = null
      // Not `close()`: it waits for answers that are no longer needed.
      await Promise.all(open.map((dispatcher) => dispatcher.destroy()))
    },
  }
}

/** A failing proxy must not be reported as a failing host. */
function proxyFault(cause: Error): Error {
  return Object.assign(new Error('no connection to the proxy', { cause }), { code: proxyDown })
}

function checkProxyUrl(url: string): void {
  if (URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)) return
  throw new SwaprouteError('CONFIG_INVALID', 'The proxy address is not an http or https URL.', {
    hint: 'Write HTTPS_PROXY (or ALL_PROXY) as http://host:port, or unset it.',
  })
}
