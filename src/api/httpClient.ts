import * as z from 'zod'
import { errorCodes, SwaprouteError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import type { HttpClient } from '../http/types.ts'
import type { CallOptions } from './api.ts'
import type { Contract } from './contract.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { readErrorBody, readPlainMessages } from './envelopes.ts'
import { limitSeconds } from './limits.ts'
import { isNoPath } from './missingCall.ts'
import {
  type AnswerReader,
  readBest,
  readItems,
  readQuotes,
  readSwap,
  readWhole,
} from './remoteAnswers.ts'
import {
  allowanceAnswer,
  approvalAnswer,
  claimAnswer,
  chainItem,
  providerItem,
  type StatusAnswer,
  type SwapBody,
  statusAnswer,
  swapAnswer,
  swapBestAnswer,
  tokensAnswer,
} from './schemas.ts'
import { createStatusCalls } from './statusCalls.ts'

/** The public service; the base address when none is configured. */
export const publicServiceUrl = 'https://api-v2.rubic.exchange'

export type HttpContractOptions = {
  http: HttpClient
  /** Scheme, host and optional path prefix; no trailing slash needed. */
  baseUrl: string
  /** Sent as the `apikey` header if set. */
  apiKey: string | null
  /** Whether this run is in the sandbox; play money and real money never mix. */
  sandbox: boolean
  /** Called once for a call that the service does not have. */
  onMissing?: (text: string) => void
} & Omit<AnswerReader, 'host'>

/** Time for a service to report that the call's own time limit has passed. */
const moreSeconds = 5

/** The contract over HTTP: our own `serve` or any server that speaks it. */
export function createHttpContract(options: HttpContractOptions): Contract {
  const base = options.baseUrl.replace(/\/+$/, '')
  const headers: Record<string, string> = options.apiKey === null ? {} : { apikey: options.apiKey }

  const host = hostOf(base)
  const reader: AnswerReader = { host, findToken: options.findToken, onInvalid: options.onInvalid }

  async function exchange(
    endpoint: Endpoint,
    path: string,
    input: Query | Body,
    call: CallOptions,
  ): Promise<unknown> {
    const isGet = endpoint.method === 'GET'
    const request = {
      method: endpoint.method,
      url: `${base}${path}${isGet ? toQuery(input) : ''}`,
      headers,
      ...(isGet ? {} : { body: input }),
      effect: endpoint.effect,
      signal: call.signal ?? new AbortController().signal,
      // A service is not trusted to observe its own time limit (H4).
      limitMs: (limitSeconds(endpoint.effect, input['timeout']) + moreSeconds) * 1000,
    }
    const response = await options.http.send(request).catch((thrown: unknown) => {
      throw toServiceError(thrown)
    })
    const error = readErrorBody(response.body)
    if (error !== null) {
      if (isAboutPath(error, response.status)) throw statusError(host, 404, response.body)
      throw withReceiverHint(error, input)
    }
    if (response.status < 200 || response.status > 299) {
      throw withReceiverHint(statusError(host, response.status, response.body), input)
    }
    return withoutSandbox(host, response.body, options.sandbox)
  }

  return {
    quoteAll: async (body, call = {}) =>
      readQuotes(reader, await post(endpoints.quoteAll, body, call), body),
    quoteDepositTrades: async (body, call = {}) =>
      readQuotes(reader, await post(endpoints.quoteDepositTrades, body, call), {
        ...body,
        depositTradeParams: 'onlyDeposits',
      }),
    quoteBest: async (body, call = {}) =>
      readBest(reader, await post(endpoints.quoteBest, body, call), body),
    swap: async (body, call = {}) =>
      readSwap(reader, swapAnswer, await post(endpoints.swap, body, call), body),
    swapDepositTrade: async (body, call = {}) =>
      readSwap(reader, swapAnswer, await openOrder(body, call), body),
    swapBest: async (body, call = {}) =>
      readSwap(reader, swapBestAnswer, await post(endpoints.swapBest, body, call), body),
    ...createStatusCalls({
      host,
      ask: async (name, path, query, call) =>
        readStatus(await exchange(endpoints[name], path, query, call)),
      onMissing: options.onMissing ?? (() => undefined),
    }),
    chains: async (query, call = {}) =>
      readItems(reader, chainItem, await get(endpoints.chains, query, call), usualChain),
    providers: async (query, call = {}) => {
      const answer = await get(endpoints.providers, query, call)
      const { crossChain, onChain } = readWhole(host, providerLists, answer)
      return {
        crossChain: readItems(reader, providerItem, crossChain, usualProvider),
        onChain: readItems(reader, providerItem, onChain, usualProvider),
      }
    },
    allowance: async (query, call = {}) =>
      readWhole(host, allowanceAnswer, await get(endpoints.allowance, query, call)),
    checkApprove: async (query, call = {}) =>
      readWhole(host, approvalAnswer, await get(endpoints.checkApprove, query, call)),
    claim: async (query, call = {}) =>
      readWhole(host, claimAnswer, await get(endpoints.claim, query, call)),
    tokens: async (query, call = {}) =>
      readWhole(host, tokensAnswer, await get(endpoints.tokens, query, call)),
  }

  /**
   * A service without this call opens orders by `swap`, which has no refund address: a failed
   * payout returns to the sender.
   */
  async function openOrder(body: SwapBody, call: CallOptions): Promise<unknown> {
    try {
      return await post(endpoints.swapDepositTrade, body, call)
    } catch (thrown) {
      if (!isNoPath(thrown)) throw thrown
      const fromAddress = body.fromAddress ?? body.refundAddress
      return await post(endpoints.swap, { ...body, fromAddress }, call)
    }
  }

  function readStatus(answer: unknown): StatusAnswer {
    const usual = { destinationTxHash: null }
    return readWhole(host, statusAnswer, isRecord(answer) ? { ...usual, ...answer } : answer)
  }

  async function post(endpoint: Endpoint, body: Body, call: CallOptions): Promise<unknown> {
    const answer = await exchange(endpoint, endpoint.paths[0], body, call)
    refuseDroppedMemo(host, body, answer, endpoint.effect)
    return answer
  }

  function get(endpoint: Endpoint, query: Query, call: CallOptions): Promise<unknown> {
    return exchange(endpoint, endpoint.paths[0], query, call)
  }
}

/** Only the names are required in the lists of chains and providers. */
const usualChain = {
  id: null,
  type: 'unknown',
  providers: { crossChain: [], onChain: [] },
  proxyAvailable: false,
  testnet: false,
}
const usualProvider = { blockchains: [], state: 'ready', deposit: false }
const providerLists = z.looseObject({ crossChain: z.unknown(), onChain: z.unknown() })

/** Whether a web framework reports a missing path, as opposed to "not found" of the contract. */
function isAboutPath({ serviceCode }: SwaprouteError, status: number): boolean {
  return (status === 404 || status === 405) && (serviceCode < 1000 || serviceCode === 1999)
}

type Query = { [name: string]: string | number | boolean | undefined }
type Body = { [name: string]: unknown }

function toQuery(input: Query | Body): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string') query.set(name, value)
    if (typeof value === 'boolean' || typeof value === 'number') query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Faults without an answer, as opposed to an invalid one. */
const silences: ReadonlySet<unknown> = new Set([
  'unreachable',
  'unresolved',
  'certificate',
  'closed',
  'slow',
  'breaker',
])

/** The user chose this service, so the hints differ from those for one provider of many. */
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

/** A failure without either envelope: its HTTP status decides, its message is quoted. */
function statusError(host: string, status: number, body: unknown): SwaprouteError {
  const context = { httpStatus: status }
  const words = readPlainMessages(body)
  const detail = words === null ? '' : ` ${words}`
  if (status === 401 || status === 403) {
    return new SwaprouteError(
      'CONFIG_INVALID',
      `${host} refuses access (HTTP ${status}).${detail}`,
      {
        hint: 'Check SWAPROUTE_API_KEY and the address given with --url.',
        context,
      },
    )
  }
  if (status === 404) {
    const message = `${host} does not offer this call (HTTP 404).${detail}`
    return new SwaprouteError('UPSTREAM_FAILED', message, {
      hint: 'Check the address given with --url.',
      context,
    })
  }
  if (status === 400 || status === 422) {
    const message = `${host} refuses the request (HTTP ${status}).${detail}`
    return new SwaprouteError('INVALID_ARGUMENT', message, {
      hint: 'Change what the service names, or use another service with --url.',
      context,
    })
  }
  return new SwaprouteError('UPSTREAM_FAILED', `${host} failed with HTTP ${status}.${detail}`, {
    hint: 'Try again in a minute.',
    context,
  })
}

/** Services report a missing receiver in many ways; the hint names the flag. */
function withReceiverHint(error: SwaprouteError, input: Query | Body): SwaprouteError {
  const { message, context, serviceCode } = error
  const isInput = error.exit === errorCodes.INVALID_ARGUMENT.exit
  if (
    !isInput ||
    input['receiver'] !== undefined ||
    !/\breceiver\b/i.test(JSON.stringify([message, context]))
  ) {
    return error
  }
  return new SwaprouteError('RECEIVER_REQUIRED', message, {
    hint: 'This service needs a receiver for this swap: add --receiver with its address.',
    context,
    serviceCode,
  })
}

/**
 * A service that does not know the receiver's memo would pay out without it. Its quotes have to
 * repeat it; an order may lack the echo, since it is read back at its provider.
 * @throws SwaprouteError UNSUPPORTED_RECEIVER
 */
function refuseDroppedMemo(
  host: string,
  { receiverMemo }: Body,
  answer: unknown,
  effect: Endpoint['effect'],
): void {
  if (receiverMemo === undefined) return
  const quote = isRecord(answer) ? answer['quote'] : undefined
  if (quote === undefined && effect !== 'read') return
  if (isRecord(quote) && quote['receiverMemo'] === receiverMemo) return
  throw new SwaprouteError(
    'UNSUPPORTED_RECEIVER',
    `${host} does not confirm the receiver's memo, so it might pay out without it.`,
    { hint: 'Use --backend embedded, or a receiver that needs no memo.' },
  )
}

/** @throws SwaprouteError CONFIG_INVALID if the service uses play money and this run does not */
function withoutSandbox(host: string, body: unknown, sandbox: boolean): unknown {
  if (!isRecord(body)) return body
  const { sandbox: isSandbox, ...answer } = body
  if (isSandbox !== true || sandbox) return answer
  throw new SwaprouteError('CONFIG_INVALID', `${host} runs in the sandbox, with play money.`, {
    hint: 'Add --sandbox to use it, or name another service with --url.',
  })
}

function hostOf(base: string): string {
  return URL.canParse(base) ? new URL(base).host : base
}
