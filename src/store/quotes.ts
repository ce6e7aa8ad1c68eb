import type { Budgets } from '../core/budgets.ts'
import { parseJson } from '../core/json.ts'
import type { Json, Quote } from '../core/quote.ts'
import { fromBigintJson } from './bigintJson.ts'
import { numberIn, type Row, textIn } from './database.ts'
import type { QuoteSet } from './quoteContent.ts'

/**
 * A returned route. `body` is the request as interpreted, `route` the route item, both in the
 * contract's form; `swap` is the service's own. Only the reader interprets their members.
 */
export type QuoteRow = {
  id: string
  /** Address of the remote service that returned the route; null: this program. */
  serviceUrl: string | null
  quotedAtMs: number
  body: Json
  route: Json
  /** The quote from the router; null for a route of a remote service. */
  quote: Quote | null
  /** The swap that was built from it. */
  swap: Json
  srcTxHash: string | null
}

/**
 * Which caller may open the order of a quote (docs/safety.md D1, D2): `claimed`, this one and no
 * other; `busy`, a running process is doing it; `lost`, an order may exist whose answer was lost,
 * so that no other one is opened; `built`, the answer is stored.
 */
export type ClaimResult = 'claimed' | 'busy' | 'lost' | 'built'

/**
 * Routes by id, and the swaps built from them by source hash, shared by all processes on one store:
 * a file of this machine (`localQuotes.ts`) or a PostgreSQL server (`postgres/sharedQuotes.ts`). The
 * routes of one answer are one row; a route that is swapped, or whose order is opened, gets a row of
 * its own, which is permanent once it is swapped. The others end with their life, or earlier to save
 * space.
 * @throws SwaprouteError of each call: STORE_UNAVAILABLE if the server does not answer or takes no
 *   writes, STORE_DAMAGED or CONFIG_INVALID if the file cannot be used
 */
export type QuoteStore = {
  /** Found by every process when it returns. */
  save(quotes: QuoteSet): Promise<void>
  /**
   * Deletes what has ended, and the oldest above the limit of size: for a timer of the owner, since
   * it takes longer than a save.
   */
  purge(): Promise<void>
  find(id: string): Promise<QuoteRow | null>
  /**
   * Stores the answer of `swap`, for a repeat and for `status`; false if another one was stored
   * earlier. `names` are further texts the swap is found by: the order's number, its deposit
   * address. `payer`: the paying account.
   */
  saveSwap(id: string, swap: Json, names?: readonly string[], payer?: string): Promise<boolean>
  /** Called before an order is opened; exactly one caller of all processes may open it. */
  claimOrder(id: string): Promise<ClaimResult>
  /** The order was certainly not opened. */
  releaseOrder(id: string): Promise<void>
  /** The order may have been opened, but its answer was lost. */
  loseOrder(id: string, refusal: Json): Promise<void>
  findLoss(id: string): Promise<Json>
  /** Replaces an earlier hash; the caller has proved it. Null removes it. */
  bindHash(id: string, srcTxHash: string | null): Promise<void>
  findByHash(srcTxHash: string): Promise<QuoteRow | null>
  /** Finds by a name of `saveSwap`, in any letter case. */
  findByName(name: string): Promise<QuoteRow | null>
  /** The newest swaps of a payer without a known hash. */
  findUnpaid(payer: string): Promise<QuoteRow[]>
  /** Resolves if the store answers and takes writes, within about two seconds. */
  ready(): Promise<void>
  /** Connections to the server, for metrics; null for a file. `waiting`: calls without one. */
  poolState(): { total: number; idle: number; waiting: number } | null
  /** What the processes on one store share besides: the rate limits of hosts. */
  budgets: Budgets
  close(): void | Promise<void>
}

/** A quote is valid for a minute (P5); a swap requested at its end may take a while. */
export const quoteMilliseconds = 6 * 60_000
/** Claims prevent an order from being opened twice, longer than any client would retry. */
export const claimMilliseconds = 24 * 60 * 60 * 1000
/** More swaps than one account requests without paying them. */
export const mostUnpaid = 20
/**
 * Beyond the limit of size this part of the quotes, the oldest, is deleted at once, so that it is
 * done rarely.
 */
export const droppedPart = 8

/**
 * A row of the table `quotes`, which has the same columns in each store. Null for one written by
 * another version: it is treated as unknown, so the caller quotes again.
 */
export async function toQuoteRow(row: Row): Promise<QuoteRow | null> {
  const { readQuote } = await import('./quoteSchema.ts')
  const json = (name: string): Json => parseJson(textIn(row, name))
  const textOrNull = (name: string): string | null =>
    row[name] === null ? null : textIn(row, name)
  try {
    const quote = textOrNull('quote')
    return {
      id: textIn(row, 'id'),
      serviceUrl: textOrNull('service_url'),
      quotedAtMs: numberIn(row, 'created_ms'),
      body: json('body'),
      route: json('route'),
      quote: quote === null ? null : readQuote(fromBigintJson(quote)),
      swap: row['swap'] === null ? null : json('swap'),
      srcTxHash: textOrNull('src_tx_hash'),
    }
  } catch {
    return null
  }
}
