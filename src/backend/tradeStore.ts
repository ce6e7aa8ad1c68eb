import { z } from 'zod'
import { quoteAllBody, routeItem, swapAnswer } from '../api/schemas.ts'
import { isErrorCode, SwaprouteError } from '../core/errors.ts'
import { toJson } from '../core/json.ts'
import type { FoundQuote, QuoteStore } from '../store/quotes.ts'
import type { Trade, TradeStore } from './trades.ts'

/** What is kept of a built swap; `providerState` and the parties replace the quote's own. */
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

/** Trades in the quote store on disk, shared by all processes of a user. */
export function createTradeStore(store: QuoteStore): TradeStore {
  const find = async (id: string): Promise<Trade | null> => toTrade(await store.find(id))
  return {
    find,
    findByHash: async (srcTxHash) => toTrade(await store.findByHash(srcTxHash)),
    findByOrder: async (text) => toTrade(await store.findByName(text)),
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
    save: (trades) =>
      store.save(
        trades.map(({ id, createdAtMs, body, quote, route }) => ({
          id,
          createdAtMs,
          body: toJson(body),
          quote,
          route: toJson(route),
        })),
      ),
    saveSwap: async (id, quote, swap) => {
      const { fromAddress, receiver, refundAddress } = quote.request
      const { providerState } = quote
      const parties = { fromAddress, receiver, refundAddress }
      await store.saveSwap(id, toJson({ ...swap, providerState, ...parties }), namesOf(swap))
      const trade = await find(id)
      if (trade === null) throw new Error(`trade ${id} vanished`)
      return trade
    },
    bindHash: (id, srcTxHash) => store.bindHash(id, srcTxHash),
  }
}

function toRecord({ code, message, context }: SwaprouteError): object {
  return { code, message, context }
}

/** By what people and providers call an order. */
function namesOf({ orderId, answer }: NonNullable<Trade['swap']>): string[] {
  const { depositAddress, exchangeId } = answer.transaction
  return [orderId, exchangeId, depositAddress].flatMap((name) => (name == null ? [] : [name]))
}

/** Null as well for a record another version wrote: the caller quotes again. */
function toTrade(found: FoundQuote | null): Trade | null {
  if (found === null) return null
  const body = quoteAllBody.safeParse(found.body)
  const route = routeItem.safeParse(found.route)
  if (!body.success || !route.success) return null
  const { id, createdAtMs, quote, srcTxHash } = found
  const trade = { id, createdAtMs, body: body.data, route: route.data, srcTxHash }
  if (found.swap === null) return { ...trade, quote, swap: null }
  const stored = storedSwap.safeParse(found.swap)
  if (!stored.success) return null
  const { answer, orderId, builtAtMs, providerState } = stored.data
  const { fromAddress, receiver, refundAddress } = stored.data
  return {
    ...trade,
    quote: {
      ...quote,
      providerState,
      request: { ...quote.request, fromAddress, receiver, refundAddress },
    },
    swap: { answer, body: stored.data.body, orderId, builtAtMs },
  }
}
