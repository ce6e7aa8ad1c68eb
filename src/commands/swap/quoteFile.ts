import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { QuotedRoute } from '../../api/api.ts'
import { readRouteItems, type Route } from '../../api/route.ts'
import type { QuoteAllBody } from '../../api/schemas.ts'
import type { RouteItem } from '../../api/routeSchema.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { type RouteRequest, slippageBpsOf } from '../../core/routeRequest.ts'
import { isEchoedDefault } from '../../core/slippage.ts'
import type { Ctx } from '../frame/command.ts'

const maxBytes = 8 * 1024 * 1024

/**
 * The route of `--quote FILE` (or `-`): the document of `quote` or `best`, or only its data. The
 * first of several routes is used. The text is untrusted and checked like an answer of the service;
 * its age counts from the document's own time.
 * @throws SwaprouteError INVALID_ARGUMENT if it is not such a document
 */
export async function readQuoteFile(file: string, ctx: Ctx<'readRequest'>): Promise<QuotedRoute> {
  const text = file === '-' ? await readStdin(ctx) : await readText(resolve(ctx.io.cwd, file))
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw badQuote('it is not JSON', cause)
  }
  const document = asObject(parsed)
  if (document['ok'] === false) throw badQuote('it is an error document')
  const isDocument = document['schema'] === 'swaproute/v1'
  const data = isDocument ? asObject(document['data']) : document
  const meta = isDocument ? asObject(document['meta']) : {}
  const { generatedAt } = meta
  const quotedAtMs = typeof generatedAt === 'string' ? Date.parse(generatedAt) : Number.NaN
  const { body, items } = await parseQuote(data)
  const [route] = readRouteItems(items)
  if (route === undefined) throw badQuote('it holds no route')
  const request = await ctx.services.readRequest(body)
  return {
    request: withoutEcho(request, route),
    route,
    // Without a date the age is unknown; then the service decides whether the route still holds.
    quotedAtMs: Number.isFinite(quotedAtMs) ? quotedAtMs : ctx.io.now(),
  }
}

/** The default slippage in a list of all routes is not that of a deposit. */
function withoutEcho(
  request: RouteRequest,
  { executionKind }: Pick<Route, 'executionKind'>,
): RouteRequest {
  const slippageBps = slippageBpsOf(request)
  const isEcho =
    executionKind === 'deposit' &&
    slippageBps !== null &&
    isEchoedDefault(request, true, slippageBps)
  return isEcho ? { ...request, slippage: undefined } : request
}

async function parseQuote(
  data: Readonly<Record<string, unknown>>,
): Promise<{ body: QuoteAllBody; items: readonly RouteItem[] }> {
  const [{ quoteAllBody }, { routeItem }] = await Promise.all([
    import('../../api/schemas.ts'),
    import('../../api/routeSchema.ts'),
  ])
  const listed: readonly unknown[] = Array.isArray(data['routes']) ? data['routes'] : [data]
  const [first, ...others] = listed
  const route = routeItem.safeParse(first)
  if (!route.success) throw badQuote('it holds no route')
  // The other routes, to compare the first with.
  const beside = others.flatMap((other) => routeItem.safeParse(other).data ?? [])
  // The echo has more members than a request, and null if a request omits a member.
  const echo = asObject(data['quote'])
  const known = Object.keys(quoteAllBody.shape)
  const entries = Object.entries(echo).filter(
    ([name, value]) => known.includes(name) && value !== null && value !== undefined,
  )
  const body = quoteAllBody.safeParse(Object.fromEntries(entries))
  if (!body.success) throw badQuote('it does not contain the request')
  const sent: QuoteAllBody = body.data
  return { body: sent, items: [route.data, ...beside] }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw badQuote('the file cannot be read', cause)
  }
}

async function readStdin({ io }: Ctx): Promise<string> {
  if (io.terminal.stdin) throw badQuote('standard input is a terminal')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of io.stdin) {
    const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    bytes += buffer.length
    if (bytes > maxBytes) throw badQuote('it is larger than 8 MiB')
    chunks.push(buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value))
}

function badQuote(problem: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', `The quote cannot be used: ${problem}.`, {
    hint: 'Give the output of `swaproute quote … --json` or `swaproute best … --json`.',
    cause,
  })
}
