/**
 * The service without a socket: paths, refusals and error answers (docs/safety.md V2 to V7). It has
 * no key and signs nothing (V1).
 */
import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { z } from 'zod'
import type { Contract } from '../api/contract.ts'
import { type Endpoint, endpoints } from '../api/endpoints.ts'
import { toErrorBody } from '../api/envelopes.ts'
import type { StatusAnswer, StatusExtendedQuery } from '../api/schemas.ts'
import { type ErrorCode, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { createGate } from '../core/gate.ts'
import { isRecord } from '../core/json.ts'
import { type Log, noLog } from '../core/log.ts'
import { type AccessOptions, createAccess, type Refusal, writeOrigin } from './access.ts'
import { type Document, sendDocument, sendJson, toDocument } from './answers.ts'
import { noteAnswer, noteInput, type ServerEnv } from './call.ts'
import { compressAnswers } from './compression.ts'
import { createReadiness, type Probe } from './health.ts'
import { createLookups } from './lookups.ts'
import type { Metrics, RefusalReason } from './metrics.ts'
import { createOpenApi } from './openapi.ts'
import { faultOf, isOwnFault, publicError, toHttpStatus } from './ownFaults.ts'
import { addPage, pagePaths, type PageSource } from './page/page.ts'
import { discardBody, readBody, readText } from './readBody.ts'
import { readInput, readQuery } from './readInput.ts'
import { callOf, observeRequests } from './requests.ts'

export type AppOptions = AccessOptions & {
  contract: Contract
  page: PageSource
  version: string
  /** Local chains and play money: every answer is marked (V5). */
  sandbox: boolean
  /** Milliseconds since any fixed point, for durations. */
  clock: () => number
  /** Nothing is logged without it. */
  log?: Log
  /** Whether the lines of requests have the wallet addresses of their callers. */
  logsWallets?: boolean
  metrics: Metrics
  /** The document of `/metrics`, if this process is one of several that are counted together. */
  scrape?: () => Promise<string>
  /** What has to answer for the service to be ready. */
  probes?: readonly Probe[]
}

/** How far a server is on its way to its end. */
export type Phase = 'serving' | 'draining' | 'stopping'

export type Lifecycle = {
  phase(): Phase
  /** Aborts what still runs at the end of the time to stop. */
  signal: AbortSignal
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
/** The Retry-After of a refusal for lack of capacity, and of a server that stops. */
const retryAfterSeconds = 2
const maxHeaders = 100

/** The application without a socket, for `startServer` to bind. */
export function createHttpApp(options: AppOptions, lifecycle: Lifecycle): Hono<ServerEnv> {
  // Paths with a trailing slash are equivalent.
  const app = new Hono<ServerEnv>({ strict: false })
  // Callers with money under way do not wait for others' quotes.
  const gates = {
    quotes: createGate(limits.quotes.open, limits.quotes.waiting),
    swaps: createGate(limits.swaps.open, limits.swaps.waiting),
    status: createGate(limits.status.open, limits.status.waiting),
  }
  const nextTurn = createTurns()
  const lookups = createLookups(options.clock)
  const { sandbox, metrics, clock, log = noLog, logsWallets = false } = options
  metrics.gauge({
    name: 'calculations',
    help: 'Calls that ask chains and providers, by what they ask for.',
    labelNames: ['lane', 'state'],
    read: () =>
      Object.entries(gates).flatMap(([lane, gate]) => [
        { labels: { lane, state: 'running' }, value: gate.running() },
        { labels: { lane, state: 'waiting' }, value: gate.waiting() },
      ]),
  })
  const { probes = [] } = options
  const readiness = createReadiness(probes, clock, log)
  metrics.gauge({
    name: 'ready',
    help: 'Whether a part that the service needs answers: 1, or 0.',
    labelNames: ['part'],
    together: 'min',
    read: async () => {
      const { failing } = await readiness()
      return probes.map((probe) => ({
        labels: { part: probe.name },
        value: failing.includes(probe) ? 0 : 1,
      }))
    },
  })
  /** Lists have no member for it: only their header marks the sandbox. */
  const stamped = (body: unknown): unknown =>
    sandbox && isRecord(body) ? { ...body, sandbox } : body
  const plainError: PlainError = (context, status, reason, headers = {}) => {
    const refusal = refusals[status]
    if (refusal !== undefined) metrics.refused(refusal)
    // Neither capacity nor a limit is a mistake in the request.
    const error = { code: status === 503 || status === 429 ? 2999 : 1999, reason }
    return sendJson(context, stamped({ error, id: callOf(context).id }), status, headers)
  }

  app.use(observeRequests({ log, metrics, clock, routeOf, logsWallets }))
  app.use(async (context, next) => {
    const { incoming } = context.env
    if (incoming !== undefined && incoming.rawHeaders.length / 2 > maxHeaders) {
      return plainError(context, 431, 'too many headers', { connection: 'close' })
    }
    if (lifecycle.phase() === 'stopping') {
      const headers = { connection: 'close', 'retry-after': String(retryAfterSeconds) }
      return plainError(context, 503, 'the server is stopping', headers)
    }
    await next()
    // So that clients and balancers open the next connection to another server.
    if (lifecycle.phase() !== 'serving') context.res.headers.set('connection', 'close')
    return undefined
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
  app.use(compressAnswers())
  // Before the checks of the caller: probes send no token, and name the server by its address.
  app.get('/healthz', (context) => sendJson(context, stamped({ status: 'ok' })))
  app.get('/readyz', async (context) => {
    if (lifecycle.phase() !== 'serving') {
      return sendJson(context, stamped({ status: 'stopping' }), 503)
    }
    const { failing } = await readiness()
    return failing.length === 0
      ? sendJson(context, stamped({ status: 'ready' }))
      : sendJson(
          context,
          stamped({ status: 'not ready', failing: failing.map(({ part }) => part) }),
          503,
        )
  })
  const admit = createAccess(options, clock)
  app.use(async (context, next) => {
    const { refusal, headers } = admit(context, callOf(context).caller)
    if (refusal !== null) return plainError(context, ...refusal)
    await next()
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value)
    return undefined
  })
  app.get('/metrics', async (context) =>
    context.body(await (options.scrape?.() ?? metrics.registry.metrics()), 200, {
      'content-type': metrics.registry.contentType,
    }),
  )
  // Built once: they are long, and serving them should cost next to nothing.
  const openApi = toDocument(
    JSON.stringify(createOpenApi(options.version, sandbox, options.tokens !== null)),
  )
  for (const path of ['/openapi.json', '/api/routes/swagger-json']) {
    app.get(path, etag(), (context) => sendDocument(context, openApi))
  }

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
          if (signal.aborted) throw new SwaprouteError('INTERRUPTED', 'The request was ended.')
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
        const call = callOf(context)
        noteInput(call, input)
        const answered = await answer(input, context.req.raw.signal)
        noteAnswer(call, answered)
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
      const signal = AbortSignal.any([caller, lifecycle.signal])
      return run(endpoint, signal, () => call(input, signal))
    })
  const lookUp = async <Query extends StatusExtendedQuery>(
    query: Query,
    caller: AbortSignal,
    call: (query: Query, signal: AbortSignal) => Promise<StatusAnswer>,
  ): Promise<StatusAnswer> => {
    const { id, ...answer } = await lookups.find(query, caller, (callers) => {
      const signal = AbortSignal.any([callers, lifecycle.signal])
      return run(endpoints.statusExtended, signal, () => call(query, signal))
    })
    // Hashes and addresses are public and must not reveal the id of another client's route (V6).
    return id === undefined || id !== query.id ? answer : { ...answer, id }
  }
  const { contract } = options
  bind(endpoints.quoteAll, (input, signal) => contract.quoteAll(input, { signal }))
  bind(endpoints.quoteDepositTrades, (input, signal) =>
    contract.quoteDepositTrades(input, { signal }),
  )
  bind(endpoints.quoteBest, (input, signal) => contract.quoteBest(input, { signal }))
  bind(endpoints.swap, (input, signal) => contract.swap(input, { signal }))
  bind(endpoints.swapBest, (input, signal) => contract.swapBest(input, { signal }))
  bind(endpoints.swapDepositTrade, (input, signal) => contract.swapDepositTrade(input, { signal }))
  handle(endpoints.status, (query, caller) =>
    lookUp(query, caller, (given, signal) => contract.status(given, { signal })),
  )
  const findStatus = (query: StatusExtendedQuery, caller: AbortSignal): Promise<StatusAnswer> =>
    lookUp(query, caller, (given, signal) => contract.statusExtended(given, { signal }))
  handle(endpoints.statusExtended, findStatus)
  bind(endpoints.chains, (input, signal) => contract.chains(input, { signal }))
  bind(endpoints.providers, (input, signal) => contract.providers(input, { signal }))
  bind(endpoints.allowance, (input, signal) => contract.allowance(input, { signal }))
  bind(endpoints.checkApprove, (input, signal) => contract.checkApprove(input, { signal }))
  bind(endpoints.claim, (input, signal) => contract.claim(input, { signal }))
  bind(endpoints.tokens, (input, signal) => contract.tokens(input, { signal }))

  app.notFound((context) => plainError(context, 404, 'there is nothing at this path'))
  /** What a caller may see of a failure; one of our own is reported with its id. */
  const toFailure = (context: Context, thrown: unknown) => {
    const error = toSwaprouteError(thrown)
    const { id } = callOf(context)
    // Only this machine's log has what the answer leaves out (V7).
    const hasLeft = context.req.raw.signal.aborted
    if (isOwnFault(error) && !hasLeft) log.error({ id, ...faultOf(error) }, 'fault')
    const reason = passing[error.code]
    if (reason !== undefined && !hasLeft) {
      metrics.refused(reason)
      context.header('retry-after', String(retryAfterSeconds))
    }
    return { error: publicError(error), id, status: toHttpStatus(error.http) }
  }
  app.onError((thrown, context) => {
    const { error, id, status } = toFailure(context, thrown)
    return sendJson(context, stamped(toErrorBody(error, id)), status)
  })
  addPage(app, { source: options.page, version: options.version, sandbox, findStatus, toFailure })
  return app
}

/** What a caller may repeat in a moment, at this copy of the service or at another one. */
const passing: Readonly<Partial<Record<ErrorCode, RefusalReason>>> = {
  OVERLOADED: 'overloaded',
  STORE_UNAVAILABLE: 'store_unavailable',
  // A caller who is still there was interrupted by the end of the server.
  INTERRUPTED: 'stopping',
}

/**
 * One quote begins in each turn of the event loop. Whatever has arrived is handled in between, so
 * that under load the quotes that came first end first, and no other call waits for their start.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(() => setImmediate()))
}

const knownPaths: ReadonlySet<string> = new Set([
  ...Object.values(endpoints).flatMap((endpoint) => [...endpoint.paths]),
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  ...pagePaths,
])

function routeOf(path: string): string {
  const known = path.replace(/(?<=.)\/$/, '')
  return knownPaths.has(known) ? known : 'other'
}

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

const refusals: Readonly<Partial<Record<number, RefusalReason>>> = {
  401: 'unauthorized',
  403: 'forbidden',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'rate_limited',
  431: 'too_many_headers',
  503: 'stopping',
}

type PlainError = (
  context: Context<ServerEnv>,
  status: Refusal[0] | 404 | 405 | 413 | 431 | 503,
  reason: string,
  headers?: Readonly<Record<string, string>>,
) => Response
