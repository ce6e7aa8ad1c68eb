import { SwaprouteError } from '../core/errors.ts'

/** An HTTP proxy for https hosts, and the hosts that are reached without it. */
export type ProxySettings = { url: string; noProxy: readonly string[] }

/**
 * The proxy named by the environment (`HTTPS_PROXY`, `NO_PROXY`, either case), null where none is.
 * Loopback hosts never go through it.
 * @throws SwaprouteError CONFIG_INVALID when the variable is not an http or https URL
 */
export function readProxySettings(env: Record<string, string | undefined>): ProxySettings | null {
  const url = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? ''
  if (url === '') return null
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    throw new SwaprouteError('CONFIG_INVALID', 'HTTPS_PROXY is not an http or https address.', {
      hint: 'Write it as http://host:port, or unset it.',
    })
  }
  const list = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  return { url, noProxy: list.split(/[\s,]+/).filter((entry) => entry !== '') }
}

/** Whether NO_PROXY covers a host: equal, a subdomain, with a port of its own, or `*` for all. */
export function isProxyBypassed(origin: string, noProxy: readonly string[]): boolean {
  const { hostname, port, protocol } = new URL(origin)
  const actualPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return noProxy.some((entry) => {
    if (entry === '*') return true
    const [, name = '', entryPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    if (entryPort !== undefined && entryPort !== actualPort) return false
    return hostname === name || hostname.endsWith(`.${name}`)
  })
}
