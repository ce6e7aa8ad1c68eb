import type { LookupFunction } from 'node:net'
import { Pool, type Dispatcher } from 'undici'

import { isLoopbackHost } from './bases.ts'
import { isProxyBypassed, type ProxySettings } from './proxy.ts'

/**
 * Node gives up an address after this time and tries the next one of the host; the last one gets
 * the whole connect time. Node's own 250 ms loses slow mobile and satellite links, and IPv4 comes
 * first here, so that a dead IPv6 route costs nothing.
 */
const nextAddressAfterMs = 400
const connectMs = 10_000
/** A backstop far above any deadline; the signal of the request ends it long before. */
const silenceMs = 70_000
const connectionsPerOrigin = 16

/** One kept-alive connection pool per origin, or the proxy where one is set. */
export type Pools = {
  get(origin: string): Promise<Dispatcher>
  close(): Promise<void>
}

/**
 * Pools are made on first use and kept: one `Pool` per host costs an eighth of the CPU of `fetch`
 * and less than an `Agent` (measured). The proxy's code is loaded only where a proxy is set.
 */
export function createPools(lookup: LookupFunction, proxy: ProxySettings | null): Pools {
  const pools = new Map<string, Dispatcher>()
  let tunnel: Promise<Dispatcher> | null = null

  const createPool = (origin: string): Pool =>
    new Pool(origin, {
      connections: connectionsPerOrigin,
      pipelining: 1,
      allowH2: false,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      connect: {
        lookup,
        timeout: connectMs,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
      },
    })

  const openTunnel = async (url: string): Promise<Dispatcher> => {
    const { ProxyAgent } = await import('undici')
    return new ProxyAgent({
      uri: url,
      connections: connectionsPerOrigin,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    })
  }

  return {
    async get(origin) {
      const known = pools.get(origin)
      if (known !== undefined) return known
      const direct =
        proxy === null ||
        isLoopbackHost(new URL(origin).hostname) ||
        isProxyBypassed(origin, proxy.noProxy)
      if (!direct) return (tunnel ??= openTunnel(proxy.url))
      const pool = createPool(origin)
      pools.set(origin, pool)
      return pool
    },
    async close() {
      const open = [...pools.values(), ...(tunnel === null ? [] : [await tunnel])]
      pools.clear()
      tunnel = null
      // Not `close()`: that waits for answers nobody is interested in any more.
      await Promise.all(open.map((dispatcher) => dispatcher.destroy()))
    },
  }
}
