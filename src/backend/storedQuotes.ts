import * as z from 'zod'
import type { QuotedRoute } from '../api/api.ts'
import { type BuiltRoute, readSwapAnswer } from '../api/builtRoute.ts'
import { requestOf, toBody } from '../api/request.ts'
import { readRouteItem, type Route } from '../api/route.ts'
import { type QuoteAllBody, quoteAllBody, swapAnswer } from '../api/schemas.ts'
import { routeItem } from '../api/routeSchema.ts'
import { accountKey } from '../chains/accountKey.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { isErrorCode, SwaprouteError } from '../core/errors.ts'
import { toJson } from '../core/json.ts'
import type { GivenName } from '../core/review.ts'
import type { Json, Quote } from '../core/quote.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import type { ClaimResult, QuoteRow, QuoteStore } from '../store/quotes.ts'

/** A route quoted here, stored until it expires, or permanently once it was swapped. */
export type StoredQuote = QuotedRoute & {
  id: string
  /** The quote from the router; once swapped, with the parties and the provider's state. */
  quote: Quote
  /** The answer of `swap`, returned again when the call is repeated. */
  swap: {
    built: BuiltRoute
    request: RouteRequest
    orderId: string | null
    builtAtMs: number
  } | null
  srcTxHash: string | null
}

/** A swapped route, with its transaction or order. */
export type BuiltQuote = StoredQuote & { swap: NonNullable<StoredQuote['swap']> }

export function isBuilt(stored: StoredQuote): stored is BuiltQuote {
  return stored.swap !== null
}

/** The routes of one answer, which become stored quotes. */
export type QuotedRoutes = Pick<StoredQuote, 'quotedAtMs' | 'request'> & {
  routes: readonly Pick<StoredQuote, 'id' | 'quote' | 'route'>[]
}

/** The store of quotes, shared by all processes of a user, so that an id works in each. */
export type StoredQuotes = {
  save(quotes: QuotedRoutes): Promise<void>
  find(id: string): Promise<StoredQuote | null>
  findByHash(srcTxHash: string): Promise<StoredQuote | null>
  /** Finds by the number of the order at the provider, or its deposit address. */
  findByOrder(text: string): Promise<StoredQuote | null>
  /** The newest swaps of a payer whose payment is unknown. */
  findUnpaid(blockchain: BlockchainId, payer: string): Promise<StoredQuote[]>
  /** Called before an order is opened: exactly one caller of all processes may open it. */
  claimOrder(id: string): Promise<ClaimResult>
  /** Certainly no order was opened: the next caller may try. */
  releaseOrder(id: string): Promise<void>
  /** The provider may have an order that cannot be shown, so another attempt gets `refusal`. */
  loseOrder(id: string, refusal: SwaprouteError | null): Promise<void>
  /** Why the order of this id was refused; null if its answer never arrived. */
  findLoss(id: string): Promise<SwaprouteError | null>
  /** Stores a built swap and returns it, or the one stored earlier. */
  saveSwap(built: BuiltQuote): Promise<BuiltQuote>
  /** Replaces an earlier hash; the caller has proved it (S9). Null removes it. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
}

/** The stored form of a built swap; `providerState` and the parties replace the quote's own. */
const storedSwap = z.object({
  answer: swapAnswer,
  body: quoteAllBody,
  orderId: z.string().nullable(),
  builtAtMs: z.number(),
  providerState: z.json(),
  fromAddress: z.string().nullable(),
  receiver: z.string().nullable(),
  refundAddress: z.string().nullable(),
})

const storedRefusal = z.object({
  code: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()),
})

/** The quotes of this program in the store on disk. */
export function createStoredQuotes(store: QuoteStore): StoredQuotes {
  const find = async (id: string): Promise<StoredQuote | null> =>
    toStoredQuote(await store.find(id))
  return {
    find,
    findByHash: async (srcTxHash) => toStoredQuote(await store.findByHash(srcTxHash)),
    findByOrder: async (text) => toStoredQuote(await store.findByName(text)),
    findUnpaid: async (blockchain, payer) => {
      const rows = await store.findUnpaid(payerKey(blockchain, payer))
      return rows.map(toStoredQuote).filter((stored) => stored !== null)
    },
    claimOrder: (id) => store.claimOrder(id),
    releaseOrder: (id) => store.releaseOrder(id),
    loseOrder: (id, refusal) =>
      store.loseOrder(id, refusal === null ? null : toJson(toRecord(refusal))),
    findLoss: async (id) => {
      const refusal = storedRefusal.safeParse(await store.findLoss(id))
      if (!refusal.success || !isErrorCode(refusal.data.code)) return null
      const { code, message, context } = refusal.data
      return new SwaprouteError(code, message, { context })
    },
    save: ({ quotedAtMs, request, routes }) =>
      store.save({
        quotedAtMs,
        body: toBody(request),
        routes: routes.map(({ id, quote, route }) => ({ id, quote, route: route.item })),
      }),
    saveSwap: async (built) => {
      const { id, quote } = built
      const { built: route, request, ...swap } = built.swap
      const { fromAddress, receiver, refundAddress } = quote.request
      const { providerState } = quote
      const parties = { fromAddress, receiver, refundAddress }
      const stored = toJson({
        answer: route.answer,
        ...swap,
        body: toBody(request),
        providerState,
        ...parties,
      })
      const { blockchain } = quote.request.srcToken
      const payer = fromAddress === null ? '' : payerKey(blockchain, fromAddress)
      if (await store.saveSwap(id, stored, namesOf(built), payer)) return built
      const earlier = await find(id)
      if (earlier === null || !isBuilt(earlier)) throw new Error(`the swap of ${id} was not stored`)
      return earlier
    },
    bindHash: (id, srcTxHash) => store.bindHash(id, srcTxHash),
  }
}

/**
 * The quotes of one command: `read` reads a route by its id, and the following swap of it uses the
 * same row. Whether its order was opened meanwhile, and which swap was stored first, is decided by
 * the store itself (`claimOrder`, `saveSwap`).
 */
export function withCachedRead(
  quotes: StoredQuotes,
): StoredQuotes & { read(id: string): Promise<StoredQuote | null> } {
  const cached = new Map<string, StoredQuote>()
  return {
    ...quotes,
    read: async (id) => {
      const found = await quotes.find(id)
      if (found !== null) cached.set(id, found)
      return found
    },
    find: async (id) => {
      const found = cached.get(id)
      cached.delete(id)
      return found ?? (await quotes.find(id))
    },
  }
}

function toRecord({ code, message, context }: SwaprouteError): object {
  return { code, message, context }
}

/** Identifiers of an order that users and providers use. */
function namesOf({ quote, swap: { orderId, built } }: BuiltQuote): string[] {
  const { transaction } = built
  const order = transaction.kind === 'deposit' ? transaction : null
  const { blockchain } = quote.request.srcToken
  const address = order?.depositAddress ?? null
  const names = [
    orderId,
    order?.exchangeId ?? null,
    address,
    address === null ? null : accountKey(blockchain, address),
  ]
  return [...new Set(names.flatMap((name) => (name === null ? [] : [name])))]
}

function payerKey(blockchain: BlockchainId, payer: string): string {
  return `${blockchain} ${accountKey(blockchain, payer)}`
}

const storedNames = z.array(
  z.object({ address: z.string(), name: z.string(), by: z.enum(['book', 'ens']) }),
)

/** The names stored with a quote; empty if written in the form of another version. */
export function readNames(names: Json): readonly GivenName[] {
  return storedNames.safeParse(names).data ?? []
}

/** A stored route; the tokens of its request are not resolved yet. */
export type WrittenQuote = { quotedAtMs: number; body: QuoteAllBody; route: Route }

/** Null also for a row in the form of another version: the caller quotes again. */
export function readWritten(row: QuoteRow | null): WrittenQuote | null {
  if (row === null) return null
  const body = quoteAllBody.safeParse(row.body)
  const route = routeItem.safeParse(row.route)
  if (!body.success || !route.success) return null
  return { body: body.data, route: readRouteItem(route.data), quotedAtMs: row.quotedAtMs }
}

function toStoredQuote(row: QuoteRow | null): StoredQuote | null {
  const written = readWritten(row)
  if (row === null || written === null || row.quote === null) return null
  const { id, quote, srcTxHash } = row
  const { quotedAtMs, route } = written
  const readBody = (body: QuoteAllBody): RouteRequest =>
    requestOf(body, quote.request, quote.request.srcAmount)
  const quoted = { id, quotedAtMs, route, request: readBody(written.body) }
  if (row.swap === null) return { ...quoted, quote, swap: null, srcTxHash }
  const stored = storedSwap.safeParse(row.swap)
  if (!stored.success) return null
  const { answer, body, orderId, builtAtMs, providerState, ...parties } = stored.data
  const { srcToken } = quote.request
  const wanted = quote.executionKind === 'deposit' ? 'order' : 'payment'
  return {
    ...quoted,
    quote: { ...quote, providerState, request: { ...quote.request, ...parties } },
    swap: {
      built: readSwapAnswer(answer, srcToken, wanted),
      request: readBody(body),
      orderId,
      builtAtMs,
    },
    srcTxHash,
  }
}
