/**
 * The service without a socket: every path, what is refused and how failures are told (SAFETY.md V2
 * to V7). It knows no key and signs nothing (V1).
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { Api } from '../api/api.ts'
import { type Endpoint, endpoints } from '../api/endpoints.ts'
import { toErrorBody, toParameterError } from '../api/envelopes.ts'
import { type SwaprouteError, SwaprouteError as Failure, toSwaprouteError } from '../core/errors.ts'
import { renderDocs } from './docsPage.ts'
import { createGate } from './gate.ts'
import { createMetrics } from './metrics.ts'
import { createOpenApi } from './openapi.ts'
import { readBody } from './readBody.ts'

export type AppOptions = {
  api: Api
  version: string
  /** Default 127.0.0.1; any other needs `token`. */
  host: string
  /** Callers send it as `apikey`; null only on loopback. */
  token: string | null
  /** Besides the bound address and localhost: names of this server a Host header may carry. */
  allowedHosts: readonly string[]
  /** Web origins that may call; none by default. */
  allowedOrigins: readonly string[]
  /** Milliseconds since any fixed point, for durations. */
  clock: () => number
  /** Told of a fault of our own with the id the caller got; never holds a secret. */
  onFault?: (id: string, error: SwaprouteError) => void
}

const bodyLimitBytes = 64 * 1024
const maxCalculations = 32
const maxQueued = 64
/** What a refusal for lack of room advises. */
export const retryAfterSeconds = 2

/** The application without a socket; what `startServer` binds. */
export function createApp(options: AppOptions, stopping: AbortSignal): Hono {
  const app = new Hono()
  const gate = createGate(maxCalculations, maxQueued)
  const metrics = createMetrics()

  app.use(async (context, next) => {
    const started = options.clock()
    await next()
    const route = knownPaths.has(context.req.path) ? context.req.path : 'other'
    metrics.count(route, context.res.status, (options.clock() - started) / 1000)
  })
  app.use(async (context, next) => {
    const refusal = refuse(context, options)
    return refusal === null ? next() : refusal
  })
  app.use(
    bodyLimit({
      maxSize: bodyLimitBytes,
      onError: (context) => plainError(context, 413, 'the body is larger than 64 KiB'),
    }),
  )

  app.get('/healthz', (context) => context.json({ status: 'ok', version: options.version }))
  app.get('/metrics', (context) =>
    context.text(
      metrics.render({
        calculations_running: gate.running(),
        calculations_waiting: gate.waiting(),
      }),
    ),
  )
  // Made once: they are long, and asking for them should cost next to nothing.
  const openApi = JSON.stringify(createOpenApi(options.version))
  const docs = renderDocs(options.version)
  for (const path of ['/openapi.json', '/api/routes/swagger-json']) {
    app.get(path, (context) => context.body(openApi, 200, { 'content-type': 'application/json' }))
  }
  app.get('/docs', (context) => context.html(docs))

  const bind = <Input extends z.ZodType>(
    endpoint: Endpoint & { input: Input },
    call: (input: z.output<Input>, signal: AbortSignal) => Promise<unknown>,
  ): void => {
    for (const path of endpoint.paths) {
      app.on(endpoint.method, path, async (context) => {
        const input = await readInput(endpoint.method, endpoint.input, context)
        // Made when its turn has come: who is refused a place costs next to nothing.
        const work = (): Promise<unknown> => {
          const signal = AbortSignal.any([context.req.raw.signal, stopping])
          return failingWell(() => call(input, signal))
        }
        return context.json(await (endpoint.method === 'POST' ? gate.run(work) : work()))
      })
      app.all(path, (context) =>
        plainError(context, 405, `this path takes ${endpoint.method}`, { allow: endpoint.method }),
      )
    }
  }
  const { api } = options
  bind(endpoints.quoteAll, (input, signal) => api.quoteAll(input, { signal }))
  bind(endpoints.quoteDepositTrades, (input, signal) => api.quoteDepositTrades(input, { signal }))
  bind(endpoints.quoteBest, (input, signal) => api.quoteBest(input, { signal }))
  bind(endpoints.swap, (input, signal) => api.swap(input, { signal }))
  bind(endpoints.swapBest, (input, signal) => api.swapBest(input, { signal }))
  bind(endpoints.swapDepositTrade, (input, signal) => api.swapDepositTrade(input, { signal }))
  bind(endpoints.status, (input, signal) => api.status(input, { signal }))
  bind(endpoints.statusExtended, (input, signal) => api.statusExtended(input, { signal }))
  bind(endpoints.chains, (input, signal) => api.chains(input, { signal }))
  bind(endpoints.providers, (input, signal) => api.providers(input, { signal }))

  app.notFound((context) => plainError(context, 404, 'there is nothing at this path'))
  app.onError((thrown, context) => {
    const error = toSwaprouteError(thrown)
    const id = randomUUID()
    if (isOwnFault(error)) options.onFault?.(id, error)
    if (error.code === 'OVERLOADED') context.header('retry-after', String(retryAfterSeconds))
    return context.json(toErrorBody(publicError(error), id), toHttpStatus(error.http))
  })
  return app
}

const knownPaths: ReadonlySet<string> = new Set([
  ...Object.values(endpoints).flatMap((endpoint) => [...endpoint.paths]),
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/docs',
])

/** Host, origin, token and content type, in this order (V2, V3). */
function refuse(context: Context, options: AppOptions): Response | null {
  // A request may carry a whole address in place of a path: then that names the host as well.
  const hosts = [context.req.header('host') ?? '', new URL(context.req.url).host]
  if (!hosts.every((host) => isAllowedHost(host, options))) {
    return plainError(context, 403, 'this Host is not served')
  }
  const origin = context.req.header('origin')
  if (origin !== undefined && !options.allowedOrigins.includes(origin)) {
    return plainError(context, 403, 'this Origin is not allowed')
  }
  const open = context.req.path === '/healthz'
  if (options.token !== null && !open && !isToken(context.req.header('apikey'), options.token)) {
    return plainError(context, 401, 'the apikey header is missing or wrong')
  }
  if (context.req.method === 'POST') {
    const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') {
      return plainError(context, 415, 'the body must be application/json')
    }
  }
  return null
}

function isAllowedHost(header: string, options: AppOptions): boolean {
  const name = header
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
  const own = ['localhost', '127.0.0.1', '::1', options.host.toLowerCase()]
  return own.includes(name) || options.allowedHosts.includes(name)
}

function isToken(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whatever was thrown, as an Error: of anything else Hono makes no answer. */
async function failingWell<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw toSwaprouteError(thrown)
  }
}

async function readInput<Schema extends z.ZodType>(
  method: Endpoint['method'],
  schema: Schema,
  context: Context,
): Promise<z.output<Schema>> {
  const raw = method === 'POST' ? readBody(await readText(context)) : context.req.query()
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw toParameterError(parsed.error)
  return parsed.data
}

/** A caller who goes away in the middle of a body is no fault of the server's. */
async function readText(context: Context): Promise<string> {
  try {
    return await context.req.text()
  } catch (cause) {
    throw new Failure('INVALID_ARGUMENT', 'The body ended early.', { cause })
  }
}

/**
 * What a caller may know of a fault of ours: no message of a library, no path (V7). All of HTTP 500
 * is ours: settings, folders and files of this machine.
 */
function publicError(error: SwaprouteError): SwaprouteError {
  return isOwnFault(error)
    ? new Failure('INTERNAL', 'The server failed; the id names the fault in its log.')
    : error
}

function isOwnFault(error: SwaprouteError): boolean {
  return toHttpStatus(error.http) === 500
}

type PlainStatus = 401 | 403 | 404 | 405 | 413 | 415

function plainError(
  context: Context,
  status: PlainStatus,
  reason: string,
  headers: Record<string, string> = {},
): Response {
  return context.json({ error: { code: 1999, reason }, id: randomUUID() }, status, headers)
}

const httpStatuses = [400, 404, 409, 422, 500, 502, 503, 504] as const

function toHttpStatus(status: number): (typeof httpStatuses)[number] {
  return httpStatuses.find((known) => known === status) ?? 500
}
