import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isRecord, parseJson } from '../core/json.ts'
import type { Quote, QuoteRequest } from '../core/quote.ts'
import { toBigintJson } from './bigintJson.ts'

/**
 * The routes of one answer. `body` is the request as interpreted, `route` the route item, both in
 * the contract's form; only the reader interprets their members.
 */
export type QuoteSet = {
  quotedAtMs: number
  body: object
  routes: readonly {
    id: string
    route: object
    /** The quote from the router; null for a route of a remote service. */
    quote: Quote | null
  }[]
}

/** What the column `content` is, as JSON, compressed: routes of one answer repeat each other's words. */
type Content = {
  body: object
  /** The request of the first quote in bigint JSON, left out of each quote with the same one. */
  request: string | null
  routes: { id: string; route: object; quote: string | null }[]
}

/** The texts of one route, as in the columns of its own row; `quote` in bigint JSON. */
export type RouteTexts = { body: string; route: string; quote: string | null }

/** Far above any answer; a damaged row must not fill the memory. */
const maxContentBytes = 16 * 1024 * 1024
/** The fastest: repeated words are found at any level. */
const level = 1

/** The column `content` of a set. A worker thread would cost more than compressing it (measured). */
export function packSet({ body, routes }: QuoteSet): Uint8Array {
  const common = routes[0]?.quote?.request ?? null
  const content: Content = {
    body,
    request: common === null ? null : toBigintJson(common),
    routes: routes.map(({ id, route, quote }) => {
      return { id, route, quote: quote === null ? null : quoteText(quote, common) }
    }),
  }
  return deflateRawSync(JSON.stringify(content), { level })
}

function quoteText({ request, ...quote }: Quote, common: QuoteRequest | null): string {
  return toBigintJson(request === common ? quote : { ...quote, request })
}

/** One route of a set; null if the set is damaged or of another version. */
export function unpackRoute(content: Uint8Array, id: string): RouteTexts | null {
  try {
    const text = inflateRawSync(content, { maxOutputLength: maxContentBytes }).toString('utf8')
    const { body, request, routes } = recordOf(JSON.parse(text))
    const found = Array.isArray(routes) ? routes.map(recordOf).find((one) => one['id'] === id) : {}
    const { route, quote } = recordOf(found)
    return {
      body: JSON.stringify(recordOf(body)),
      route: JSON.stringify(recordOf(route)),
      quote: typeof quote === 'string' ? whole(quote, request) : null,
    }
  } catch {
    return null
  }
}

/** The bigint JSON of a quote, with the common request if it has none; its texts stay as written. */
function whole(quote: string, request: unknown): string {
  const common = typeof request === 'string' ? { request: parseJson(request) } : {}
  return JSON.stringify({ ...common, ...recordOf(JSON.parse(quote)) })
}

function recordOf(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value
  throw new TypeError('not an object')
}
