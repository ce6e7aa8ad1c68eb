import type * as z from 'zod/mini'

import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote } from '../../core/quote.ts'
import { toUnits } from './deposit/money.ts'
import { toBuiltOrder } from './deposit/openOrder.ts'
import type { OrderField, OrderTerms } from './deposit/order.ts'
import { type Parties, toPayee } from './deposit/parties.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import type { Call, RatedExchange, WantedRate } from './depositRate.ts'
import {
  checkContracts,
  coinKey,
  type OrderSnapshot,
  toTerms,
  type TrackedOrder,
} from './orderSnapshot.ts'

// How an exchange opens an order, and what is compared before its address is shown.

export type OrderRules = {
  path: string
  /** Members that are null are left out. */
  body(wanted: WantedRate & Parties): Record<string, unknown>
  /** The answer that an order was opened. */
  created: z.ZodMiniType<OrderSnapshot>
  /** How it is read; `receiver` is the address it pays to. */
  call(orderId: string, receiver: string): Call
  wire: z.ZodMiniType<TrackedOrder>
  /** Fields that reading an order back may leave out; all others have to be there (D3). */
  mayOmit: readonly OrderField[]
  /** HTTP status of an order that does not exist. */
  unknownAt: readonly number[]
  /** Shape of its order numbers. */
  number: RegExp
  /** An order is read by its number and its receiver. */
  needsReceiver?: boolean
  /** How long an unpaid order stays open, where it names no deadline. */
  lifeMs?: number
}

/** What reading an order back has to say. */
const readBackFields: readonly OrderField[] = [
  'orderId',
  'srcCoin',
  'dstCoin',
  'amountToSend',
  'depositAddress',
  'receiver',
  'rateType',
  'dstAmount',
]

/**
 * The instruction to pay, once both answers say what was accepted (D3, D6, D8).
 * @throws SwaprouteError UNSAFE_ROUTE, PRICE_MOVED
 */
export function toBuilt(
  exchange: RatedExchange & { order: OrderRules },
  quote: Quote,
  wanted: WantedRate & Parties,
  created: OrderSnapshot,
  again: OrderSnapshot,
  context: ProviderContext,
): BuiltSwap {
  const { id, order: rules } = exchange
  const { request, src, dst, rateType, receiver, refund } = wanted
  for (const order of [created, again]) checkContracts(exchange, order, request)
  const asked: OrderTerms = {
    srcCoin: coinKey(src),
    dstCoin: coinKey(dst),
    amountToSend: wanted.amount,
    receiver: receiver.address,
    receiverMemo: receiver.memo,
    refundAddress: refund?.address ?? null,
    refundMemo: refund?.memo ?? null,
    rateType: wanted.rateName,
  }
  // What is shown is what the first answer says: no memo there is no memo.
  const depositMemo = created.depositMemo ?? null
  const dstAmount = toUnits(
    created.dstAmount ?? again.dstAmount ?? '0',
    request.dstToken.decimals,
    'down',
  )
  const lastsUntilMs = rules.lifeMs === undefined ? quote.expiresAtMs : context.now() + rules.lifeMs
  return toBuiltOrder(
    exchange,
    {
      quote,
      parties: { receiver, refund },
      views: {
        asked,
        created: { ...toTerms(created, rules.mayOmit), depositMemo },
        readBack: toTerms(again, rules.mayOmit),
        required: readBackFields.filter((field) => !rules.mayOmit.includes(field)),
      },
      orderId: created.orderId,
      depositAddress: created.depositAddress ?? '',
      depositMemo,
      memoName: created.memoName ?? null,
      dstAmount,
      dstMinAmount: rateType === 'fixed' ? dstAmount : quote.dstMinAmount,
      expiresAtMs: created.expiresAtMs ?? again.expiresAtMs ?? lastsUntilMs,
      uniqueInfo: { [`${id}Id`]: created.orderId },
    },
    context,
  )
}

/**
 * A memo that the exchange would drop is never part of an order.
 * @throws SwaprouteError UNSUPPORTED_RECEIVER for one the coin has no field for
 */
export function checkMemoFields(
  name: string,
  { src, dst, receiver, refund }: WantedRate & Parties,
): void {
  for (const [coin, memo] of [
    [dst, receiver.memo],
    [src, refund?.memo ?? null],
  ] as const) {
    if (memo === null || coin.takesMemo !== false) continue
    throw new SwaprouteError('UNSUPPORTED_RECEIVER', `${name} takes no memo for this coin.`, {
      hint: 'Give the plain address of a wallet of your own.',
    })
  }
}

/** The receiver an order is read with; empty where its number is enough, null if unknown. */
export function receiverOf(
  { needsReceiver = false }: OrderRules,
  receiver: string | null,
  blockchain: BlockchainId | null,
): string | null {
  if (!needsReceiver) return ''
  if (receiver === null || blockchain === null) return receiver
  return toPayee(blockchain, receiver).address
}
