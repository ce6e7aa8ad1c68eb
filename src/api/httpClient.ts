import type { z } from 'zod'
import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import type { Api, CallOptions } from './api.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { readErrorBody } from './envelopes.ts'
import { limitSeconds } from './limits.ts'

/** The public service; the base address when none is configured. */
export const publicServiceUrl = 'https://api-v2.rubic.exchange'

export type HttpApiOptions = {
  http: HttpClient
  /** Scheme, host and optional path prefix; no trailing slash needed. */
  baseUrl: string
  /** Sent as the `apikey` header where set. */
  apiKey: string | null
}

/** What a service may take besides the time of the call to tell of it. */
const moreSeconds = 5

/** The contract over HTTP: our own `serve` or any server that speaks it. */
export function createHttpApi(options: HttpApiOptions): Api {
  const base = options.baseUrl.replace(/\/+$/, '')
  const headers: Record<string, string> = options.apiKey === null ? {} : { apikey: options.apiKey }

  async function exchange<Schema extends z.ZodType>(
    endpoint: Endpoint,
    path: string,
    input: Query | Body,
    output: Schema,
    call: CallOptions,
  ): Promise<z.output<Schema>> {
    const isGet = endpoint.method === 'GET'
    const request = {
      method: endpoint.method,
      url: `${base}${path}${isGet ? toQuery(input) : ''}`,
      headers,
      ...(isGet ? {} : { body: input }),
      effect: endpoint.effect,
      signal: call.signal ?? new AbortController().signal,
      // A service is not trusted to keep to its own time (H4).
      limitMs: (limitSeconds(endpoint.effect, input['timeout']) + moreSeconds) * 1000,
    }
    const response = await options.http.send(request).catch((thrown: unknown) => {
      throw toServiceError(thrown)
    })
    const error = readErrorBody(response.body)
    if (error !== null) throw error
    if (response.status < 200 || response.status > 299) throw statusError(base, response.status)
    const parsed = output.safeParse(response.body)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      throw new SwaprouteError(
        'UPSTREAM_FAILED',
        `${hostOf(base)} answered something this program does not understand.`,
        { context: { field: issue?.path.join('.') ?? '', problem: issue?.message ?? '' } },
      )
    }
    return parsed.data
  }

  return {
    quoteAll: (body, call = {}) => post(endpoints.quoteAll, body, call),
    quoteDepositTrades: (body, call = {}) => post(endpoints.quoteDepositTrades, body, call),
    quoteBest: (body, call = {}) => post(endpoints.quoteBest, body, call),
    swap: (body, call = {}) => post(endpoints.swap, body, call),
    swapDepositTrade: (body, call = {}) => post(endpoints.swapDepositTrade, body, call),
    swapBest: (body, call = {}) => post(endpoints.swapBest, body, call),
    status: async (query, call = {}) => {
      const [first, second] = endpoints.status.paths
      try {
        return await exchange(endpoints.status, first, query, endpoints.status.output, call)
      } catch (thrown) {
        // A server of the older contract answers at the second path only.
        if (!(thrown instanceof SwaprouteError) || thrown.context['httpStatus'] !== 404)
          throw thrown
        return exchange(endpoints.status, second, query, endpoints.status.output, call)
      }
    },
    statusExtended: (query, call = {}) => get(endpoints.statusExtended, query, call),
    chains: (query, call = {}) => get(endpoints.chains, query, call),
    providers: (query, call = {}) => get(endpoints.providers, query, call),
  }

  function post<E extends Endpoint>(
    endpoint: E,
    body: Body,
    call: CallOptions,
  ): Promise<z.output<E['output']>> {
    return exchange(endpoint, endpoint.paths[0], body, endpoint.output as E['output'], call)
  }

  function get<E extends Endpoint>(
    endpoint: E,
    query: Query,
    call: CallOptions,
  ): Promise<z.output<E['output']>> {
    return exchange(endpoint, endpoint.paths[0], query, endpoint.output as E['output'], call)
  }
}

type Query = { [name: string]: string | boolean | undefined }
type Body = { [name: string]: unknown }

function toQuery(input: Query | Body): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string') query.set(name, value)
    if (typeof value === 'boolean') query.set(name, value ? 'true' : 'false')
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Ways to get no answer, as against a wrong one. */
const silences: ReadonlySet<unknown> = new Set([
  'unreachable',
  'unresolved',
  'certificate',
  'closed',
  'slow',
  'breaker',
])

/** The user chose this service: what helps is another than with one provider of many. */
function toServiceError(thrown: unknown): unknown {
  if (!(thrown instanceof SwaprouteError)) return thrown
  const { code, message, context, cause } = thrown
  if (code === 'RATE_LIMITED') {
    const hint = 'Wait that long, or set an API key (SWAPROUTE_API_KEY).'
    return new SwaprouteError(code, message, { hint, context, cause })
  }
  if (code !== 'UPSTREAM_FAILED' || !silences.has(context['fault'])) return thrown
  return new SwaprouteError('BACKEND_UNREACHABLE', `No answer from the service: ${message}`, {
    hint: 'Check --url and the network, or use --backend embedded.',
    context,
    cause,
  })
}

/** A failure without either envelope: told by its HTTP status alone. */
function statusError(base: string, status: number): SwaprouteError {
  const host = hostOf(base)
  const context = { httpStatus: status }
  if (status === 401 || status === 403) {
    return new SwaprouteError('CONFIG_INVALID', `${host} refuses access (HTTP ${status}).`, {
      hint: 'Check SWAPROUTE_API_KEY and the address given with --url.',
      context,
    })
  }
  if (status === 404) {
    return new SwaprouteError('UPSTREAM_FAILED', `${host} does not offer this call (HTTP 404).`, {
      hint: 'Check the address given with --url.',
      context,
    })
  }
  return new SwaprouteError('UPSTREAM_FAILED', `${host} failed with HTTP ${status}.`, {
    hint: 'Try again in a minute.',
    context,
  })
}

function hostOf(base: string): string {
  return URL.canParse(base) ? new URL(base).host : base
}
