/**
 * Binds any Api to HTTP. It knows no key and signs nothing (V1); it listens on loopback unless a
 * token guards it (V2). Limits are SAFETY.md V2 to V8.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
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

export type ServerOptions = {
  api: Api
  version: string
  /** Default 127.0.0.1; any other needs `token`. */
  host: string
  /** 0 picks a free one. */
  port: number
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

export type RunningServer = {
  url: string
  /** Lets running calls finish, at most `stopLimitMs`, then cuts them. */
  stop(): Promise<void>
}

const bodyLimitBytes = 64 * 1024
const headersTimeoutMs = 5_000
const requestTimeoutMs = 15_000
const maxConnections = 512
const maxCalculations = 32
const maxQueued = 64
const retryAfterSeconds = 2
const stopLimitMs = 10_000

/** @throws SwaprouteError CONFIG_INVALID when the address needs a token or cannot be bound */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  if (!isLoopback(options.host) && options.token === null) {
    throw new Failure('CONFIG_INVALID', `${options.host} is reachable from other machines.`, {
      hint: 'Set a token with --token-file, or bind 127.0.0.1.',
    })
  }
  const stopping = new AbortController()
  const app = createApp(options, stopping.signal)
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
    },
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: Error & { code?: string }) => {
      const busy = cause.code === 'EADDRINUSE'
      reject(
        new Failure(
          'CONFIG_INVALID',
          `${options.host}:${options.port} ${busy ? 'is in use by another program' : 'cannot be bound'}.`,
          { hint: 'Choose another --port.', cause },
        ),
      )
    })
    server.listen(options.port, options.host, resolve)
  })
  const bound = server.address()
  const port = isAddressInfo(bound) ? bound.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        const cut = setTimeout(() => {
          stopping.abort()
          if ('closeAllConnections' in server) server.closeAllConnections()
        }, stopLimitMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      }),
  }
}

/** The application without a socket; what `startServer` binds. */
function createApp(options: ServerOptions, stopping: AbortSignal): Hono {
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
  const openApi = createOpenApi(options.version)
  for (const path of ['/openapi.json', '/api/routes/swagger-json']) {
    app.get(path, (context) => context.json(openApi))
  }
  app.get('/docs', (context) => context.html(renderDocs(options.version)))

  const bind = <Input extends z.ZodType>(
    endpoint: Endpoint & { input: Input },
    call: (input: z.output<Input>, signal: AbortSignal) => Promise<unknown>,
  ): void => {
    for (const path of endpoint.paths) {
      app.on(endpoint.method, path, async (context) => {
        const input = await readInput(endpoint.method, endpoint.input, context)
        const signal = AbortSignal.any([context.req.raw.signal, stopping])
        const work = (): Promise<unknown> => call(input, signal)
        const answer = endpoint.method === 'POST' ? await gate.run(work) : await work()
        return context.json(answer)
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
    if (error.code === 'INTERNAL') options.onFault?.(id, error)
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
function refuse(context: Context, options: ServerOptions): Response | null {
  const host = context.req.header('host') ?? ''
  if (!isAllowedHost(host, options)) return plainError(context, 403, 'this Host is not served')
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

function isAllowedHost(header: string, options: ServerOptions): boolean {
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

async function readInput<Schema extends z.ZodType>(
  method: Endpoint['method'],
  schema: Schema,
  context: Context,
): Promise<z.output<Schema>> {
  const raw = method === 'POST' ? await readJson(context) : context.req.query()
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw toParameterError(parsed.error)
  return parsed.data
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('INVALID_ARGUMENT', 'The body is not valid JSON.', { cause })
  }
}

/** What a caller may know of a fault of ours: no message of a library, no path (V7). */
function publicError(error: SwaprouteError): SwaprouteError {
  return error.code === 'INTERNAL'
    ? new Failure('INTERNAL', 'The server failed; the id names the fault in its log.')
    : error
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
