import type * as z from 'zod/mini'

import type { HttpResponse } from '../../../http/types.ts'
import { parseWire } from '../../../http/wire.ts'
import type { ProviderContext } from '../../types.ts'
import { cachedFor, listBytes } from './cache.ts'
import { answerError, type ProviderName } from '../errors.ts'
import { sendOrder } from './openOrder.ts'

// Requests to one exchange: reads, its live list, and the one that opens an order.

/** A path and query; null members are left out. */
export type ExchangeCall = {
  path: string
  query?: Record<string, string | null | undefined>
  /** Sent by POST. */
  body?: Record<string, unknown>
  /** Older path, used after a 404. */
  older?: ExchangeCall
}

/** Request functions for an adapter's own lookups. */
export type ExchangeAsk = {
  context: ProviderContext
  send(call: ExchangeCall): Promise<HttpResponse>
  /**
   * Null where the answer has one of the statuses in `unknownAt`.
   * @throws SwaprouteError
   */
  read<T>(
    call: ExchangeCall,
    wire: z.ZodMiniType<T>,
    what: string,
    unknownAt?: readonly number[],
  ): Promise<T | null>
}

/** Loads the live list; by key where there is one list per coin. */
export type LoadList<List> = (key?: string) => Promise<List>

/** What an exchange puts around requests and answers. */
export type ExchangeEnvelope = {
  write?(fields: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** The answer inside; a refusal sent as a success becomes one. */
  read(answer: HttpResponse): HttpResponse
}

export type AskedExchange<List> = ProviderName & {
  hasKey: boolean
  /** Without a trailing slash. */
  baseUrl: string
  /** @param body the exact text that is sent; empty for GET */
  headers(body: string, nowMs: number): Record<string, string>
  envelope?: ExchangeEnvelope
  /** `what` names the list in errors; cached for `lifeMs`, default one hour. */
  list: {
    call(key: string): ExchangeCall
    wire: z.ZodMiniType<List>
    what: string
    lifeMs?: number
  }
}

const usualLifeMs = 60 * 60_000

/** The request functions of an exchange, with its cache of lists. */
export function requestsOf<List>(exchange: AskedExchange<List>): {
  askWith(context: ProviderContext): ExchangeAsk
  listsFor(context: ProviderContext): LoadList<List>
  /** Opens an order: sent exactly once; null members are left out. */
  order(
    path: string,
    fields: Record<string, unknown>,
    context: ProviderContext,
  ): Promise<HttpResponse>
} {
  const { baseUrl, list, hasKey, envelope } = exchange
  const write = (fields: Record<string, unknown>): Record<string, unknown> => {
    const body = withoutNulls(fields)
    return envelope?.write?.(body) ?? body
  }
  const read = (answer: HttpResponse): HttpResponse => envelope?.read(answer) ?? answer

  const send = async (
    { path, query = {}, body: fields, older }: ExchangeCall,
    context: ProviderContext,
    maxBytes?: number,
  ): Promise<HttpResponse> => {
    const search = new URLSearchParams(withoutNulls(query)).toString()
    const body = fields === undefined ? undefined : write(fields)
    const received = await context.http.send({
      url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`,
      headers: exchange.headers(body === undefined ? '' : JSON.stringify(body), context.now()),
      ...(body === undefined ? {} : { method: 'POST', body }),
      effect: 'read',
      signal: context.signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })
    const answer = read(received)
    return answer.status === 404 && older !== undefined ? send(older, context) : answer
  }

  const loadList = cachedFor(list.lifeMs ?? usualLifeMs, async (key, context): Promise<List> => {
    const { status, body } = await send(list.call(key), context, listBytes)
    if (status >= 400) throw answerError(exchange, status, body, hasKey)
    return parseWire(list.wire, body, list.what)
  })

  return {
    askWith: (context) => ({
      context,
      send: (call) => send(call, context),
      read: async (call, wire, what, unknownAt = []) => {
        const { status, body } = await send(call, context)
        if (unknownAt.includes(status)) return null
        if (status >= 400) throw answerError(exchange, status, body, hasKey)
        return parseWire(wire, body, what)
      },
    }),
    listsFor:
      (context) =>
      (key = '') =>
        loadList(key, context),
    order: async (path, fields, context) => {
      const body = write(fields)
      const headers = exchange.headers(JSON.stringify(body), context.now())
      return sendOrder(exchange, { url: `${baseUrl}${path}`, headers, body }, context, read)
    },
  }
}

function withoutNulls<T>(fields: Record<string, T>): Record<string, NonNullable<T>> {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, NonNullable<T>][] =>
    value == null ? [] : [[key, value]],
  )
  return Object.fromEntries(entries)
}
