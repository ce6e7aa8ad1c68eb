import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Json, QuoteRequest } from '../../core/quote.ts'
import { foreignReason } from '../../core/foreignReason.ts'
import { envelopeError } from '../../http/reason.ts'
import type { HttpResponse } from '../../http/types.ts'
import type { ProviderContext } from '../types.ts'
import { explainExclusions } from './exclusions.ts'
import {
  answerError,
  limitError,
  type Limits,
  noRoute,
  type ProviderName,
  quoteError,
  unnamedLimit,
} from './errors.ts'

// Requests to an HTTP service and the codes of its refusals; shared by the kits for EVM calls and
// TON messages.

/** Where a service is asked, without a trailing slash, and its key; null: it is asked without one. */
export type ServiceOptions = { baseUrl: string; apiKey?: string | null }
export type KeyedServiceOptions = ServiceOptions & { apiKey: string }

/** One request to the service and the parser of its answer. */
export type ServiceAsk<T> = {
  /** Absolute, below one of the provider's base addresses. */
  url: string
  /** Absent: POST with a body, GET without. */
  method?: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: Json
  /** `order`: the request creates something at the service and is sent exactly once. */
  effect?: 'read' | 'order'
  /** The HTTP status of an order that the service does not know, where it is not 404. */
  unknownIs?: number
  /** Code of an unmapped 4xx, often plain text; absent: a bad request. */
  refusedIs?: 'NO_ROUTE'
  /**
   * The answer inside a refusal that does not matter here, such as one for want of an allowance; null
   * without one.
   */
  inside?: (body: unknown) => unknown
  /** Throws for an undocumented answer. */
  read: (body: unknown) => T
}

/** A refusal by the service's own code. */
export type Refusal = {
  code: string
  reason: string | null
  /** Limits, base units of the source token; absent: unknown. */
  limits?: Limits
}

type RefusalCode = 'NO_ROUTE' | 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH' | 'PRICE_MOVED'

/** Declaration of every service. */
export type Service = {
  id: ProviderId
  /** Display name: `KyberSwap`. */
  name: string
  /** Setting of its key; absent: it has no keys. */
  keyVariable?: string
  hasKey?: boolean
  headers?: Readonly<Record<string, string>>
  /** The exclusion list of a request that applies to its routes. */
  excludes?: keyof QuoteRequest['foreignExclusions']
  /** The refusal in an answer of any HTTP status; null without one. */
  refusal?: (body: unknown, request: QuoteRequest) => Refusal | null
  /** Codes of refusals that are more specific than the HTTP status. */
  refusals?: Readonly<Record<string, RefusalCode>>
}

export function nameOf({ name, keyVariable }: Service): ProviderName {
  return { name, keyVariable: keyVariable ?? null }
}

/**
 * Asks the service about a swap.
 * @param limits called only if a refused amount comes without a number
 * @throws SwaprouteError NO_ROUTE, AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, PRICE_MOVED, RATE_LIMITED,
 * UPSTREAM_REFUSED, UPSTREAM_FAILED
 */
export async function askService<T>(
  service: Service,
  ask: ServiceAsk<T>,
  request: QuoteRequest,
  context: ProviderContext,
  limits?: ServiceAsk<Limits>,
): Promise<T> {
  try {
    return await askForSwap(service, ask, request, context, limits)
  } catch (thrown) {
    throw explainExclusions(service, request, thrown)
  }
}

async function askForSwap<T>(
  service: Service,
  ask: ServiceAsk<T>,
  request: QuoteRequest,
  context: ProviderContext,
  limits?: ServiceAsk<Limits>,
): Promise<T> {
  const answer = await exchange(service, ask, context)
  const inside = answer.status < 400 ? null : (ask.inside?.(answer.body) ?? null)
  if (inside !== null) return readAnswer(service, ask, inside)
  const refused = service.refusal?.(answer.body, request) ?? null
  if (refused === null && answer.status < 400) return readAnswer(service, ask, answer.body)
  const code = refusalCode(service, refused)
  if (code !== 'AMOUNT_TOO_LOW' && code !== 'AMOUNT_TOO_HIGH') {
    throw refusedError(service, ask, answer, refused, code)
  }
  const named =
    refused?.limits ?? (limits === undefined ? null : await askLimits(service, limits, context))
  throw amountError(service, code, request, named)
}

/** Asks for an order; null if the service does not know it. */
export async function askServiceOrder<T>(
  service: Service,
  ask: ServiceAsk<T>,
  context: ProviderContext,
): Promise<T | null> {
  const { status, body } = await exchange(service, ask, context)
  if (status === 404 || status === ask.unknownIs) return null
  if (status >= 400) throw answerError(nameOf(service), status, body, service.hasKey)
  return readAnswer(service, ask, body)
}

/** Null on failure: limits only explain a refusal. */
async function askLimits(
  service: Service,
  ask: ServiceAsk<Limits>,
  context: ProviderContext,
): Promise<Limits | null> {
  try {
    return await askServiceOrder(service, ask, context)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}

async function exchange<T>(
  { name, headers = {} }: Service,
  { url, body, method = body === undefined ? 'GET' : 'POST', effect = 'read' }: ServiceAsk<T>,
  { http, signal }: ProviderContext,
): Promise<HttpResponse> {
  const answer = await http.send({
    method,
    url,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    effect,
    signal,
  })
  if (answer.status !== 429) return answer
  throw new SwaprouteError('RATE_LIMITED', `${name} is limiting requests.`, {
    hint: 'Try again later.',
    context: { status: 429 },
  })
}

/** @throws SwaprouteError UPSTREAM_FAILED for an error envelope (H9) or an undocumented answer */
function readAnswer<T>({ name }: Service, { read }: ServiceAsk<T>, body: unknown): T {
  const envelope = envelopeError(body)
  if (envelope !== null) {
    throw new SwaprouteError('UPSTREAM_FAILED', `${name} answered with an error: "${envelope}".`)
  }
  try {
    return read(body)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown
    throw new SwaprouteError('UPSTREAM_FAILED', `The answer of ${name} cannot be used.`, {
      cause: thrown,
    })
  }
}

function refusalCode({ refusals = {} }: Service, refused: Refusal | null): RefusalCode | null {
  const isKnown = refused !== null && Object.hasOwn(refusals, refused.code)
  return isKnown ? (refusals[refused.code] ?? null) : null
}

/** The error of an amount the service finds too low or high, with its limit if known. */
function amountError(
  service: Service,
  code: 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH',
  { srcToken }: QuoteRequest,
  limits: Limits | null,
): SwaprouteError {
  const name = nameOf(service)
  const [min, max] =
    code === 'AMOUNT_TOO_LOW' ? [limits?.min ?? null, null] : [null, limits?.max ?? null]
  const beyond = max === null ? -1n : max + 1n
  return limitError(name, beyond, srcToken, { min, max }) ?? unnamedLimit(name, code, srcToken)
}

function refusedError<T>(
  service: Service,
  { refusedIs }: ServiceAsk<T>,
  { status, body }: HttpResponse,
  refused: Refusal | null,
  code: 'NO_ROUTE' | 'PRICE_MOVED' | null,
): SwaprouteError {
  const named = nameOf(service)
  const reason = refused?.reason == null ? null : foreignReason(refused.reason)
  const reasonText = reason === null ? '' : ` Its message: "${reason}".`
  switch (code) {
    case 'NO_ROUTE':
      return noRoute(named, reason)
    case 'PRICE_MOVED':
      return new SwaprouteError(
        'PRICE_MOVED',
        `${named.name} no longer offers this price.${reasonText}`,
        {
          hint: 'Nothing was paid. Get a new quote and accept it.',
        },
      )
    case null: {
      const toError = refusedIs === 'NO_ROUTE' ? quoteError : answerError
      if (status >= 400) return toError(named, status, body, service.hasKey)
      return new SwaprouteError(
        'UPSTREAM_REFUSED',
        `${named.name} refused the request.${reasonText}`,
        {
          context: { status },
        },
      )
    }
    default:
      return code satisfies never
  }
}
