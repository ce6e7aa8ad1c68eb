import type * as z from 'zod/mini'

import { SwaprouteError } from '../../../core/errors.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { HttpRequest, HttpResponse } from '../../../http/types.ts'
import { parseWire } from '../../../http/wire.ts'
import type { ProviderContext } from '../../types.ts'
import { answerError, type ProviderName } from '../errors.ts'
import { createLists, type ListAge, listBytes } from '../kept.ts'
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

/** The list; by key where there is one list per coin. */
export type LoadList<List> = (key?: string) => Promise<List>

/** Lists of one age, and what a search in them came upon. */
export type ListReading<List> = {
  load: LoadList<List>
  /** Whether one was missing or older than a refusal may rely on. */
  isIncomplete(): boolean
}

/** What an exchange puts around requests and answers. */
export type ExchangeEnvelope = {
  write?(fields: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** The answer inside; a refusal sent as a success becomes one. */
  read(answer: HttpResponse): HttpResponse
}

export type AskedExchange<List> = ProviderName & {
  id: ProviderId
  hasKey: boolean
  /** Without a trailing slash. */
  baseUrl: string
  /** @param body the exact text that is sent; empty for GET */
  headers(body: string, nowMs: number): Record<string, string>
  envelope?: ExchangeEnvelope
  /**
   * `what` names the list in errors. An order relies on one that is younger than `lifeMs`, default one
   * hour.
   */
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
  listsOf(age: ListAge, context: ProviderContext): ListReading<List>
  /** Asks again for lists that are due; called when a quote is done. */
  renewLists(context: ProviderContext): void
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

  const urlOf = ({ path, query = {} }: Pick<ExchangeCall, 'path' | 'query'>): string => {
    const search = new URLSearchParams(withoutNulls(query)).toString()
    return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
  }

  const send = async (
    { path, query, body: fields, older }: ExchangeCall,
    context: ProviderContext,
    more: Pick<HttpRequest, 'maxBytes' | 'unless'> = {},
  ): Promise<HttpResponse> => {
    const body = fields === undefined ? undefined : write(fields)
    const received = await context.http.send({
      url: urlOf({ path, ...(query === undefined ? {} : { query }) }),
      headers: exchange.headers(body === undefined ? '' : JSON.stringify(body), context.now()),
      ...(body === undefined ? {} : { method: 'POST', body }),
      effect: 'read',
      signal: context.signal,
      ...more,
    })
    const answer = read(received)
    return answer.status === 404 && older !== undefined ? send(older, context) : answer
  }

  const lists = createLists<List>({
    id: exchange.id,
    name: exchange.name,
    lifeMs: list.lifeMs ?? usualLifeMs,
    isShort: list.lifeMs !== undefined,
    place: (key) => {
      const call = list.call(key)
      return `${urlOf(call)} ${JSON.stringify(call.body ?? null)}`
    },
    load: async (key, unless, context) => {
      const call = list.call(key)
      // A POST has no condition.
      const condition = call.body === undefined ? { unless } : {}
      const { status, body, validator } = await send(call, context, {
        maxBytes: listBytes,
        ...condition,
      })
      if (status === 304) return null
      if (status >= 400) throw answerError(exchange, status, body, hasKey)
      return { body, validator: validator ?? null }
    },
    read: (body) => parseWire(list.wire, body, list.what),
  })

  const listsOf = (age: ListAge, context: ProviderContext): ListReading<List> => {
    let isIncomplete = false
    return {
      isIncomplete: () => isIncomplete,
      load: async (key = '') => {
        if (age !== 'any') return await lists.load(key, age, context)
        const known = lists.atHand(key, age, context)
        if (known === null || known.isOld) isIncomplete = true
        if (known !== null) return known.value
        throw new SwaprouteError('UPSTREAM_FAILED', `${list.what} is not at hand.`)
      },
    }
  }

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
    listsOf,
    renewLists: lists.renew,
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
