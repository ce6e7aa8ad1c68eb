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
/**
 * How long an idle connection stays open where the host does not say: opening one costs two round
 * trips, and hosts close theirs after 60s or later.
 */
const keptOpenMs = 60_000

/**
 * `kept`: a connection that may have been used before, and that its host may be closing at this
 * moment. `fresh`: one of its own, for requests that cannot be repeated.
 */
export type Connection = 'kept' | 'fresh'

/** A connection pool for each origin and kind of connection, or the proxy if one is set. */
export type Pools = {
  get(origin: string, connection: Connection): Promise<Dispatcher>
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
  const pools = { kept: new Map<string, Dispatcher>(), fresh: new Map<string, Dispatcher>() }
  const proxied = new Map<Connection, Promise<Dispatcher>>()

  const reach = {
    lookup,
    timeout: connectMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
  }
  const optionsOf = (connection: Connection) => ({
    connections: connectionsPerOrigin,
    // 0: undici opens a connection for each request and closes it afterwards.
    pipelining: connection === 'kept' ? 1 : 0,
    keepAliveTimeout: keptOpenMs,
    allowH2: false,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: reach,
  })

  const openProxy = async (
    { url, noProxy }: ProxySettings,
    connection: Connection,
  ): Promise<Dispatcher> => {
    const { buildConnector, EnvHttpProxyAgent } = await import('undici')
    const connect = buildConnector(reach)
    return new EnvHttpProxyAgent({
      ...optionsOf(connection),
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

  const proxyFor = (settings: ProxySettings, connection: Connection): Promise<Dispatcher> => {
    const opened = proxied.get(connection) ?? openProxy(settings, connection)
    proxied.set(connection, opened)
    return opened
  }

  return {
    async get(origin, connection) {
      const known = pools[connection].get(origin)
      if (known !== undefined) return known
      if (proxy !== null && !isLoopbackHost(new URL(origin).hostname)) {
        return await proxyFor(proxy, connection)
      }
      const pool = new Pool(origin, optionsOf(connection))
      pools[connection].set(origin, pool)
      return pool
    },
    async close() {
      const { kept, fresh } = pools
      const open = [...kept.values(), ...fresh.values(), ...(await Promise.all(proxied.values()))]
      for (const each of [kept, fresh, proxied]) each.clear()
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
