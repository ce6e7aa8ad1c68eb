import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'

import { formatAmount } from '../../../core/amounts.ts'
import { chainById } from '../../../chains/chains.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Quote } from '../../../core/quote.ts'
import { foreignReason } from '../../../core/foreignReason.ts'
import type { HttpRequest, HttpResponse } from '../../../http/types.ts'
import type { BuiltSwap, ProviderContext } from '../../types.ts'
import { answerError, priceMoved, type ProviderName } from '../errors.ts'
import {
  checkDepositAddress,
  checkDepositMemo,
  compareOrder,
  type OrderViews,
  unsafeDeposit,
} from './orderTerms.ts'
import type { OrderParties } from './parties.ts'
import { toOrderToken, writeOrderState } from './state.ts'

/** Waits between reads of an order that is not listed yet; tests inject a fake. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const realPause: Pause = (ms, signal) => wait(ms, undefined, { signal })

/** An order id: printable, and safe in a URL once encoded. */
export const wireOrderId = z.string().check(z.regex(/^[\w.:+=~@-]{1,200}$/))

/** Waits before the second, third and fourth read of a new order. */
const retryDelaysMs = [300, 1_000, 2_500]

/** Failures before the server could have read any byte of the request. */
const neverArrived: ReadonlySet<unknown> = new Set([
  'unreachable',
  'unresolved',
  'certificate',
  'breaker',
])

/**
 * Sends the request that opens an order, exactly once.
 * @throws SwaprouteError OUTCOME_UNKNOWN when an order may exist but could not be read; it was not
 * shown, so nothing can have been paid
 */
export async function sendOrder(
  provider: ProviderName,
  request: Pick<HttpRequest, 'url' | 'headers' | 'body' | 'method'>,
  context: ProviderContext,
  read: (answer: HttpResponse) => HttpResponse = (answer) => answer,
): Promise<HttpResponse> {
  let response: HttpResponse
  try {
    response = read(
      await context.http.send({
        method: 'POST',
        ...request,
        effect: 'order',
        signal: context.signal,
      }),
    )
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || !mayHaveArrived(thrown)) throw thrown
    throw orderUnknown(provider, null, thrown)
  }
  // The order may exist although its answer failed.
  if (response.status >= 500) {
    throw orderUnknown(provider, null, answerError(provider, response.status, response.body))
  }
  return response
}

/**
 * Parses the answer to opening an order.
 * @throws SwaprouteError OUTCOME_UNKNOWN if it cannot be read
 */
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
 * Reads a new order back; `read` returns null while it is not listed. The order id may be shown at
 * once; null where it is the address itself.
 * @throws SwaprouteError OUTCOME_UNKNOWN when it is not listed in time: its address is never shown
 */
export async function readBack<T>(
  provider: ProviderName,
  orderId: string | null,
  read: () => Promise<T | null>,
  context: ProviderContext,
  pause: Pause,
): Promise<T> {
  for (const waitMs of [0, ...retryDelaysMs]) {
    try {
      if (waitMs > 0) await pause(waitMs, context.signal)
      const order = await read()
      if (order !== null) return order
    } catch (cause) {
      throw orderUnknown(provider, orderId, cause)
    }
  }
  throw orderUnknown(provider, orderId, null)
}

export type ConfirmedOrder = {
  quote: Quote
  parties: OrderParties
  views: OrderViews
  orderId: string
  depositAddress: string
  depositMemo: string | null
  /** The payment carries the memo in an extra output, where the chain has no field for one. */
  memoAsOutput?: boolean
  /** The provider's name for the memo; null: the chain's. */
  memoName: string | null
  /** Base units now promised, and the minimum. */
  dstAmount: bigint
  dstMinAmount: bigint
  expiresAtMs: number | null
  uniqueInfo: Record<string, string>
  /** Further facts that `status` needs. */
  own?: Record<string, string>
}

/**
 * Checks an order before it is shown (D3 to D5, D7, D8) and returns its instruction.
 * @throws SwaprouteError UNSAFE_ROUTE, PRICE_MOVED
 */
export function toBuiltOrder(
  provider: ProviderName,
  order: ConfirmedOrder,
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
    throw unsafeDeposit('D7', provider, 'opened an order that has already expired', 'expiresAt')
  }
  if (order.dstAmount < quote.dstMinAmount) {
    throw priceMoved(provider, quote.dstMinAmount, order.dstAmount)
  }
  if (order.dstMinAmount > order.dstAmount) {
    throw unsafeDeposit(
      'D3',
      provider,
      'promises a minimum above the amount it expects',
      'dstAmount',
    )
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
          : { name: memoName(name, srcToken.blockchain), value: depositMemo },
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

/** Name of the memo: the chain's own first, since wallets show that. */
function memoName(
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
  const reason = cause instanceof SwaprouteError ? ` ${cause.message}` : ''
  const text =
    orderId === null
      ? `It is not known whether ${name} opened the order.${reason}`
      : `${name} opened order ${orderId}, but it could not be read back.${reason}`
  return new SwaprouteError('OUTCOME_UNKNOWN', text, {
    hint: 'No address was shown, so nothing can have been paid; an unpaid order expires. Get a new quote.',
    context: { check: 'D3', provider: name, ...(orderId === null ? {} : { orderId }) },
    cause,
  })
}
