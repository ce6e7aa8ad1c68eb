import type { Context } from 'hono'

/**
 * Whether a browser reports that a page of this server sent the request. Only browsers set
 * Sec-Fetch-Site, and no page can change it. Over plain http they send it to loopback alone: then
 * the Origin shows it, whose host is the one that the caller asked for, which has been checked.
 */
export function isOwnOrigin(req: Context['req']): boolean {
  const site = req.header('sec-fetch-site')?.toLowerCase()
  if (site !== undefined) return site === 'same-origin'
  const origin = req.header('origin') ?? ''
  return URL.canParse(origin) && new URL(origin).host === req.header('host')?.toLowerCase()
}
