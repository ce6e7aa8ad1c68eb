import * as z from 'zod'
import { toBody } from '../api/request.ts'
import type { OrderCard } from '../core/review.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import { toBigintJson } from '../store/bigintJson.ts'
import type { EventOf } from '../store/eventSchema.ts'
import { type DepositOrder, isTonPlan, type PlannedSwap, type SwapOrder } from './planned.ts'
import type { State } from './state.ts'

/**
 * The first record of an order.
 * @param accepted the card that its payment is compared with (P7); null: it is paid by hand
 */
export function toOrderRecord(
  order: DepositOrder & { maxFeeUsdE18?: bigint | null },
  {
    routeId,
    provider,
    receive,
    receiverName,
  }: Pick<OrderCard, 'routeId' | 'provider' | 'receive' | 'receiverName'>,
  accepted: OrderCard | null,
): EventOf<'order_planned'> {
  return {
    type: 'order_planned',
    provider,
    ...toRequestRecord(order.request),
    fromAddress: order.fromAddress,
    receiver: order.receiver,
    ...named(receiverName),
    refundAddress: order.refundAddress,
    minReceive: order.minReceive === null ? null : String(order.minReceive),
    maxFeeUsdE18: order.maxFeeUsdE18 == null ? null : String(order.maxFeeUsdE18),
    maxLossBps: order.maxLossBps,
    idempotencyKey: order.idempotencyKey,
    routeId,
    quotedAtMs: order.quotedAtMs,
    route: toJsonRecord(order.route.item),
    dstAmount: String(receive.expected),
    dstMinAmount: String(receive.atLeast),
    ...(accepted === null
      ? { payment: 'by_hand' }
      : { payment: 'signed', card: toBigintJson(accepted) }),
  }
}

function named(receiverName: string | undefined): { receiverName?: string } {
  return receiverName === undefined ? {} : { receiverName }
}

type RequestRecord = Pick<EventOf<'planned'>, 'body' | 'srcToken' | 'dstToken' | 'srcAmount'>

function toRequestRecord(request: RouteRequest): RequestRecord {
  const { srcToken, dstToken, srcAmount } = request
  return { body: toJsonRecord(toBody(request)), srcToken, dstToken, srcAmount: String(srcAmount) }
}

type JsonRecord = EventOf<'status'>['answer']

/** A value of the wire as the journal stores it: what JSON cannot express is left out. */
export function toJsonRecord(value: unknown): JsonRecord {
  return z.json().parse(JSON.parse(JSON.stringify(value)))
}

/** The terms of a plan as the journal stores them. */
export function toTermsRecord(planned: PlannedSwap): Omit<EventOf<'accepted'>, 'type'> {
  return {
    routeId: planned.routeId,
    quotedAtMs: planned.order.quotedAtMs,
    route: toJsonRecord(planned.order.route.item),
    transaction: toTransactionRecord(planned.transaction),
    dstAmount: String(planned.dstAmount),
    dstMinAmount: String(planned.dstMinAmount),
    typedReasons: planned.card.typedReasons.map(({ code }) => code),
    card: toBigintJson(planned.card),
    ...acceptedIn(planned),
  }
}

function acceptedIn(planned: PlannedSwap): Pick<EventOf<'accepted'>, 'acceptedContracts'> {
  if (isTonPlan(planned) || planned.acceptedContracts.length === 0) return {}
  return { acceptedContracts: [...planned.acceptedContracts] }
}

function toTransactionRecord(
  transaction: PlannedSwap['transaction'],
): EventOf<'accepted'>['transaction'] {
  if (transaction.kind === 'ton') {
    const messages = transaction.messages.map((message) => ({
      ...message,
      amount: String(message.amount),
    }))
    return { kind: 'ton', messages }
  }
  const { to, data, value, approvalAddress } = transaction
  return { to, data, value: String(value), approvalAddress }
}

/** The first record of a swap. */
export function toPlannedRecord(planned: PlannedSwap): EventOf<'planned'> {
  const { order } = planned
  const textOf = (amount: bigint | null): string | null => (amount === null ? null : String(amount))
  return {
    type: 'planned',
    provider: planned.provider,
    swapType: planned.swapType,
    ...toRequestRecord(order.request),
    chainId: planned.chainId,
    fromAddress: order.fromAddress,
    receiver: order.receiver,
    ...named(planned.card.receiverName),
    refundAddress: order.refundAddress,
    minReceive: textOf(order.minReceive),
    maxFeeUsdE18: textOf(order.maxFeeUsdE18),
    maxLossBps: order.maxLossBps,
    idempotencyKey: order.idempotencyKey,
    ...toTermsRecord(planned),
  }
}

/** The swap that was asked for, with the route that was accepted last. */
export function toSwapOrder(state: State): SwapOrder {
  const { plan, request, swapId } = state
  const { fromAddress, receiver, refundAddress, maxLossBps } = plan
  if (fromAddress === null) throw new Error(`swap ${swapId} is paid by hand`)
  const { route, quotedAtMs } =
    state.kind === 'order' ? { route: state.route, quotedAtMs: state.plan.quotedAtMs } : state.terms
  const bigintOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))
  return {
    request,
    route,
    quotedAtMs,
    fromAddress,
    receiver,
    ...named(plan.receiverName),
    refundAddress,
    minReceive: bigintOf(plan.minReceive),
    maxFeeUsdE18: bigintOf(plan.maxFeeUsdE18),
    maxLossBps,
    idempotencyKey: plan.idempotencyKey,
    force: false,
  }
}
