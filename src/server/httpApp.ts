/**
 * The service without a socket: paths, refusals and error answers (docs/safety.md V2 to V7). It has
 * no key and signs nothing (V1).
 */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { z } from 'zod'
import type { Contract } from '../api/contract.ts'
import { type Endpoint, endpoints } from '../api/endpoints.ts'
import { toErrorBody, toParameterError } from '../api/envelopes.ts'
import { lenient } from '../api/lenient.ts'
import type { StatusAnswer, StatusExtendedQuery } from '../api/schemas.ts'
import { type SwaprouteError, SwaprouteError as Failure, toSwaprouteError } from '../core/errors.ts'
import { createGate } from '../core/gate.ts'
import { isRecord } from '../core/json.ts'
import { type AccessOptions, findRefusal, type Refusal, writeOrigin } from './access.ts'
import { compressFromBytes, type Document, sendDocument, sendJson, toDocument } from './answers.ts'
import { renderDocs } from './docsPage.ts'
import { createLookups } from './lookups.ts'
import { createMetrics } from './metrics.ts'
import { createOpenApi } from './openapi.ts'
import { discardBody, readBody, readText } from './readBody.ts'

export type AppOptions = AccessOptions & {
  contract: Contract
  version: string
  /** Local chains and play money: every answer is marked (V5). */
  sandbox: boolean
  /** Milliseconds since any fixed point, for durations. */
  clock: () => number
  /** Receives a fault of our own with the id the caller got; never contains a secret. */
  onFault?: (id: string, error: SwaprouteError) => void
}

/**
 * Calls that are open and that wait, by what they ask for: most of their time they wait for the
 * network. An open quote of many services takes some 0.2 MB (measured), so this is memory of a small
 * machine; the processor is shared by turns (`createTurns`).
 */
const limits = {
  quotes: { open: 256, waiting: 128 },
  swaps: { open: 64, waiting: 128 },
  status: { open: 128, waiting: 128 },
} as const
/** The Retry-After of a refusal for lack of capacity. */
export const retryAfterSeconds = 2

/** The application without a socket, for `startServer` to bind. */
export function createHttpApp(options: AppOptions, stopping: AbortSignal): Hono {
  // Paths with a trailing slash are equivalent.
  const app = new Hono({ strict: false })
  // Callers with money under way do not wait for others' quotes.
  const gates = {
    quotes: createGate(limits.quotes.open, limits.quotes.waiting),
    swaps: createGate(limits.swaps.open, limits.swaps.waiting),
    status: createGate(limits.status.open, limits.status.waiting),
  }
  const nextTurn = createTurns()
  const lookups = createLookups(options.clock)
  const metrics = createMetrics()
  const { sandbox } = options
  /** Lists have no member for it: only their header marks the sandbox. */
  const stamped = (body: unknown): unknown =>
    sandbox && isRecord(body) ? { ...body, sandbox } : body
  const plainError: PlainError = (context, status, reason, headers = {}) =>
    sendJson(context, stamped({ error: { code: 1999, reason }, id: randomUUID() }), status, headers)

  app.use(async (context, next) => {
    const started = options.clock()
    await next()
    const path = context.req.path.replace(/\/$/, '')
    const route = knownPaths.has(path) ? path : 'other'
    metrics.count(route, context.res.status, (options.clock() - started) / 1000)
  })
  app.use(async (context, next) => {
    await next()
    await discardBody(context.req.raw)
  })
  app.use(async (context, next) => {
    await next()
    writeOrigin(context, options)
    if (!context.res.headers.has('cache-control')) {
      context.res.headers.set('cache-control', 'no-store')
    }
  })
  app.use(compress({ threshold: compressFromBytes }))
  app.use(async (context, next) => {
    const refusal = findRefusal(context, options)
    return refusal === null ? next() : plainError(context, ...refusal)
  })

  app.get('/healthz', (context) =>
    sendJson(context, stamped({ status: 'ok', version: options.version })),
  )
  app.get('/metrics', (context) =>
    context.text(
      metrics.render({
        calculations_running: sum(Object.values(gates), (gate) => gate.running()),
        calculations_waiting: sum(Object.values(gates), (gate) => gate.waiting()),
      }),
    ),
  )
  // Built once: they are long, and serving them should cost next to nothing.
  const openApi = toDocument(
    JSON.stringify(createOpenApi(options.version, sandbox, options.token !== null)),
  )
  const docs = renderDocs(options.version, sandbox)
  for (const path of ['/openapi.json', '/api/routes/swagger-json']) {
    app.get(path, etag(), (context) => sendDocument(context, openApi))
  }
  app.get('/docs', etag(), (context) => context.html(docs, 200, { 'cache-control': 'no-cache' }))

  // By the answer itself, which the backend makes once and returns again.
  const documents = new WeakMap<object, Document>()
  const documentOf = (answer: object): Document => {
    const document = documents.get(answer) ?? toDocument(JSON.stringify(stamped(answer)))
    documents.set(answer, document)
    return document
  }

  /** Work that sends upstream requests needs a slot; refusing one costs next to nothing (V5). */
  const run = <T>(endpoint: Endpoint, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
    endpoint.asks === 'nothing'
      ? failingWell(work)
      : gates[endpoint.asks].run(async () => {
          if (endpoint.asks === 'quotes') await nextTurn()
          if (signal.aborted) throw new Failure('INTERRUPTED', 'The request was ended.')
          return await failingWell(work)
        }, signal)

  const handle = <Input extends z.ZodType>(
    endpoint: Endpoint & { input: Input },
    answer: (input: z.output<Input>, caller: AbortSignal) => Promise<object>,
  ): void => {
    const isList = endpoint.asks === 'nothing'
    for (const path of endpoint.paths) {
      if (isList) app.use(path, etag())
      app.on(endpoint.method, path, async (context) => {
        const text = endpoint.method === 'POST' ? await readText(context.req.raw) : null
        if (endpoint.method === 'POST' && text === null) {
          return plainError(context, 413, 'the body is larger than 64 KiB')
        }
        const input = readInput(endpoint, text === null ? readQuery(context) : readBody(text))
        const answered = await answer(input, context.req.raw.signal)
        return isList
          ? sendDocument(context, documentOf(answered))
          : sendJson(context, stamped(answered))
      })
      app.options(path, (context) => context.body(null, 204, { allow: allowed(endpoint.method) }))
      app.all(path, (context) =>
        plainError(context, 405, `this path takes ${endpoint.method}`, { allow: endpoint.method }),
      )
    }
  }
  type Call<Input> = (input: Input, signal: AbortSignal) => Promise<object>
  const bind = <Input extends z.ZodType>(
    endpoint: Endpoint & { input: Input },
    call: Call<z.output<Input>>,
  ): void =>
    handle(endpoint, (input, caller) => {
      const signal = AbortSignal.any([caller, stopping])
      return run(endpoint, signal, () => call(input, signal))
    })
  const bindLookup = <Input extends z.ZodType<StatusExtendedQuery>>(
    endpoint: Endpoint & { input: Input },
    call: (query: z.output<Input>, signal: AbortSignal) => Promise<StatusAnswer>,
  ): void =>
    handle(endpoint, async (query, caller) => {
      const { id, ...answer } = await lookups.find(query, caller, (callers) => {
        const signal = AbortSignal.any([callers, stopping])
        return run(endpoint, signal, () => call(query, signal))
      })
      // Hashes and addresses are public and must not reveal the id of another client's route (V6).
      return id === undefined || id !== query.id ? answer : { ...answer, id }
    })
  const { contract } = options
  bind(endpoints.quoteAll, (input, signal) => contract.quoteAll(input, { signal }))
  bind(endpoints.quoteDepositTrades, (input, signal) =>
    contract.quoteDepositTrades(input, { signal }),
  )
  bind(endpoints.quoteBest, (input, signal) => contract.quoteBest(input, { signal }))
  bind(endpoints.swap, (input, signal) => contract.swap(input, { signal }))
  bind(endpoints.swapBest, (input, signal) => contract.swapBest(input, { signal }))
  bind(endpoints.swapDepositTrade, (input, signal) => contract.swapDepositTrade(input, { signal }))
  bindLookup(endpoints.status, (query, signal) => contract.status(query, { signal }))
  bindLookup(endpoints.statusExtended, (query, signal) =>
    contract.statusExtended(query, { signal }),
  )
  bind(endpoints.chains, (input, signal) => contract.chains(input, { signal }))
  bind(endpoints.providers, (input, signal) => contract.providers(input, { signal }))
  bind(endpoints.allowance, (input, signal) => contract.allowance(input, { signal }))
  bind(endpoints.checkApprove, (input, signal) => contract.checkApprove(input, { signal }))
  bind(endpoints.claim, (input, signal) => contract.claim(input, { signal }))
  bind(endpoints.tokens, (input, signal) => contract.tokens(input, { signal }))

  app.notFound((context) => plainError(context, 404, 'there is nothing at this path'))
  app.onError((thrown, context) => {
    const error = toSwaprouteError(thrown)
    const id = randomUUID()
    if (isOwnFault(error)) options.onFault?.(id, error)
    if (error.code === 'OVERLOADED') context.header('retry-after', String(retryAfterSeconds))
    return sendJson(context, stamped(toErrorBody(publicError(error), id)), toHttpStatus(error.http))
  })
  return app
}

/**
 * One quote begins in each turn of the event loop. Whatever has arrived is handled in between, so
 * that under load the quotes that came first end first, and no other call waits for their start.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(() => setImmediate()))
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

const knownPaths: ReadonlySet<string> = new Set([
  ...Object.values(endpoints).flatMap((endpoint) => [...endpoint.paths]),
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/docs',
])

/** The methods of a path, its GET as HEAD as well. */
function allowed(method: Endpoint['method']): string {
  return method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
}

/** Wraps any thrown value in an Error: Hono handles nothing else. */
async function failingWell<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw toSwaprouteError(thrown)
  }
}

function readInput<Schema extends z.ZodType>(
  { input, otherNames = {} }: Endpoint & { input: Schema },
  given: unknown,
): z.output<Schema> {
  const read = lenient(input, isRecord(given) ? withOwnNames(given, otherNames) : given)
  const parsed = input.safeParse(read)
  if (!parsed.success) throw toParameterError(parsed.error, read)
  return parsed.data
}

function withOwnNames(
  given: Record<string, unknown>,
  otherNames: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const aliases = Object.entries(otherNames).filter(
    ([other, own]) => Object.hasOwn(given, other) && !Object.hasOwn(given, own),
  )
  return { ...given, ...Object.fromEntries(aliases.map(([other, own]) => [own, given[other]])) }
}

/** @throws SwaprouteError INVALID_ARGUMENT for a repeated parameter */
function readQuery(context: Context): Record<string, string> {
  const parameters = Object.entries(context.req.queries())
  const repeated = parameters.find(([, values]) => values.length > 1)
  if (repeated !== undefined) {
    const name = JSON.stringify(repeated[0].slice(0, 60))
    throw new Failure('INVALID_ARGUMENT', `The parameter ${name} was given more than once.`)
  }
  return Object.fromEntries(parameters.map(([name, values]) => [name, values[0] ?? '']))
}

/**
 * The public part of an internal error: no library messages, no paths (V7). Every HTTP 500 is
 * internal: settings, folders and files of this machine.
 */
function publicError(error: SwaprouteError): SwaprouteError {
  return isOwnFault(error)
    ? new Failure('INTERNAL', 'The server failed; the id names the fault in its log.')
    : error
}

function isOwnFault(error: SwaprouteError): boolean {
  return toHttpStatus(error.http) === 500
}

type PlainError = (
  context: Context,
  status: Refusal[0] | 404 | 405 | 413,
  reason: string,
  headers?: Record<string, string>,
) => Response

const httpStatuses = [400, 404, 409, 422, 500, 502, 503, 504] as const

function toHttpStatus(status: number): (typeof httpStatuses)[number] {
  return httpStatuses.find((known) => known === status) ?? 500
}
