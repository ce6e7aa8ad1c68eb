import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'

import { formatAmount } from '../../../core/amounts.ts'
import { chainById } from '../../../chains/chains.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Quote } from '../../../core/quote.ts'
import { foreignReason } from '../../../http/reason.ts'
import type { HttpRequest, HttpResponse } from '../../../http/types.ts'
import type { BuiltSwap, ProviderContext } from '../../types.ts'
import { answerError, priceMoved, type ProviderName } from './errors.ts'
import {
  checkDepositAddress,
  checkDepositMemo,
  compareOrder,
  type OrderViews,
  unsafe,
} from './order.ts'
import type { Parties } from './parties.ts'
import { toOrderToken, writeOrderState } from './state.ts'

/** Waits between looks at an order that is not listed yet; tests hand in a clock of their own. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const realPause: Pause = (ms, signal) => wait(ms, undefined, { signal })

/** An order number: printable, and fit for the path or query of a URL once it is encoded. */
export const wireOrderId = z.string().check(z.regex(/^[\w.:+=~@-]{1,200}$/))

/** Waits before the second, third and fourth look at a new order. */
const lookAgainMs = [300, 1_000, 2_500]

/** What went wrong before a byte of the request could have been understood. */
const neverArrived: ReadonlySet<unknown> = new Set([
  'unreachable',
  'unresolved',
  'certificate',
  'breaker',
])

/**
 * Sends the request that opens an order, exactly once.
 * @throws SwaprouteError OUTCOME_UNKNOWN when an order may exist that nobody could read; nothing
 *   of it was shown, so nothing can have been paid
 */
export async function sendOrder(
  provider: ProviderName,
  request: Pick<HttpRequest, 'url' | 'headers' | 'body' | 'method'>,
  context: ProviderContext,
): Promise<HttpResponse> {
  let response: HttpResponse
  try {
    response = await context.http.send({
      method: 'POST',
      ...request,
      effect: 'order',
      signal: context.signal,
    })
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || !mayHaveArrived(thrown)) throw thrown
    throw orderUnknown(provider, null, thrown)
  }
  // The order may have been stored before its answer failed.
  if (response.status >= 500) {
    throw orderUnknown(provider, null, answerError(provider, response.status, response.body))
  }
  return response
}

/** The answer that an order was opened; one that cannot be read leaves it unknown. */
export function parseOrder<Schema extends z.ZodMiniType>(
  provider: ProviderName,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw orderUnknown(provider, null, parsed.error)
}

/**
 * Asks for a new order until it is told again; `look` answers null while it is not listed. The
 * order number may be shown at once; null where it is the address itself.
 * @throws SwaprouteError OUTCOME_UNKNOWN when it is not told in time: its address is never shown
 */
export async function readBack<T>(
  provider: ProviderName,
  orderId: string | null,
  look: () => Promise<T | null>,
  context: ProviderContext,
  pause: Pause,
): Promise<T> {
  for (const waitMs of [0, ...lookAgainMs]) {
    try {
      if (waitMs > 0) await pause(waitMs, context.signal)
      const seen = await look()
      if (seen !== null) return seen
    } catch (cause) {
      throw orderUnknown(provider, orderId, cause)
    }
  }
  throw orderUnknown(provider, orderId, null)
}

export type OpenedOrder = {
  quote: Quote
  parties: Parties
  views: OrderViews
  orderId: string
  depositAddress: string
  depositMemo: string | null
  /** The payment carries it in an output of its own, where the chain has no field for one. */
  memoAsOutput?: boolean
  /** The provider's own word for the memo; null: the chain's. */
  memoName: string | null
  /** Base units now promised, and the least of it. */
  dstAmount: bigint
  dstMinAmount: bigint
  expiresAtMs: number | null
  uniqueInfo: Record<string, string>
  /** More that `status` needs. */
  own?: Record<string, string>
}

/**
 * Everything that is checked before an order is shown (D3 to D5, D7, D8), then the instruction.
 * @throws SwaprouteError UNSAFE_ROUTE, PRICE_MOVED
 */
export function toBuiltOrder(
  provider: ProviderName,
  order: OpenedOrder,
  context: ProviderContext,
): BuiltSwap {
  const { quote, parties, views, orderId, depositAddress, expiresAtMs } = order
  const { request } = quote
  const { srcToken, dstToken, srcAmount } = request
  const depositMemo = order.depositMemo === '' ? null : order.depositMemo
  compareOrder(provider, request, views)
  checkDepositAddress(provider, request, parties, depositAddress)
  if (depositMemo !== null) {
    checkDepositMemo(provider, srcToken.blockchain, depositMemo, order.memoAsOutput)
  }
  if (expiresAtMs !== null && expiresAtMs <= context.now()) {
    throw unsafe('D7', provider, 'opened an order that is already over', 'expiresAt')
  }
  if (order.dstAmount < quote.dstMinAmount) {
    throw priceMoved(provider, quote.dstMinAmount, order.dstAmount)
  }
  if (order.dstMinAmount > order.dstAmount) {
    throw unsafe('D3', provider, 'promises more at least than it expects', 'dstAmount')
  }
  const name = order.memoName === null || order.memoName === '' ? null : order.memoName
  return {
    transaction: {
      kind: 'deposit',
      depositAddress,
      amountToSend: formatAmount(srcAmount, srcToken.decimals),
      exchangeId: orderId,
      extraFields:
        depositMemo === null
          ? null
          : { name: memoWord(name, srcToken.blockchain), value: depositMemo },
      expiresAtMs,
    },
    dstAmount: order.dstAmount,
    dstMinAmount: order.dstMinAmount,
    fees: quote.fees,
    orderId,
    uniqueInfo: order.uniqueInfo,
    providerState: writeOrderState({
      orderId,
      depositAddress,
      depositMemo,
      receiver: parties.receiver.address,
      refundAddress: parties.refund?.address ?? null,
      srcToken: toOrderToken(srcToken),
      dstToken: toOrderToken(dstToken),
      srcAmount,
      dstAmount: order.dstAmount,
      createdAtMs: context.now(),
      expiresAtMs,
      own: order.own ?? {},
    }),
  }
}

/** What the memo is called: the chain's own word first, since wallets show that one. */
function memoWord(
  name: string | null,
  blockchain: Quote['request']['srcToken']['blockchain'],
): string {
  return chainById(blockchain).memo ?? (name === null ? 'memo' : foreignReason(name, 30))
}

function mayHaveArrived({ code, context }: SwaprouteError): boolean {
  if (code !== 'UPSTREAM_FAILED' && code !== 'TIMED_OUT') return false
  return context['sent'] !== false && !neverArrived.has(context['fault'])
}

export function orderUnknown(
  { name }: ProviderName,
  orderId: string | null,
  cause: unknown,
): SwaprouteError {
  const said = cause instanceof SwaprouteError ? ` ${cause.message}` : ''
  const text =
    orderId === null
      ? `Whether ${name} opened the order, or what it says, is not known.${said}`
      : `${name} opened order ${orderId}, but it could not be read back.${said}`
  return new SwaprouteError('OUTCOME_UNKNOWN', text, {
    hint: 'No address was shown and nothing can have been paid; an unpaid order simply ends. Quote again.',
    context: { check: 'D3', provider: name, ...(orderId === null ? {} : { orderId }) },
    cause,
  })
}
