import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import type { Quote } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { createCoinTable, isContractOf, pairOf } from '../families/deposit/coins.ts'
import type { Limits, ProviderName } from '../families/deposit/errors.ts'
import { canonicalDecimal, exactNumber, toUnits } from '../families/deposit/money.ts'
import { toBuiltOrder } from '../families/deposit/openOrder.ts'
import { type OrderTerms, unsafe } from '../families/deposit/order.ts'
import { type Parties, withoutPrefix } from '../families/deposit/parties.ts'
import { readRateState } from '../families/deposit/rates.ts'
import type { BuiltSwap, ProviderContext } from '../types.ts'
import { exolixCoins } from './coins.ts'
import { type ExolixOrder, limitsWire } from './wire.ts'

export const exolix: ProviderName = {
  name: 'Exolix',
  keyVariable: 'SWAPROUTE_EXOLIX_API_KEY',
}
export const coins = createCoinTable(exolixCoins)

/** The limits an answer names, offered or refused. */
export function limitsOf(body: unknown, { decimals }: Token): Limits {
  const parsed = z.safeParse(limitsWire, body)
  const { minAmount = null, maxAmount = null } = parsed.success ? parsed.data : {}
  const max = toUnits(maxAmount ?? '0', decimals, 'down')
  return {
    min: minAmount === null ? null : toUnits(minAmount, decimals, 'up'),
    max: max === 0n ? null : max,
  }
}

/** Body of `POST /transactions`. @throws SwaprouteError TOO_MANY_DECIMALS */
export function orderBody(
  quote: Quote,
  { receiver, refund }: Parties,
): Record<string, string | number> {
  const { srcAmount, srcToken, dstToken } = quote.request
  const { rateType, rateId } = readRateState(quote)
  const [src, dst] = pairOf(coins, quote.request)
  return {
    coinFrom: src.code,
    networkFrom: src.network,
    coinTo: dst.code,
    networkTo: dst.network,
    amount: exactNumber(srcAmount, srcToken, exolix.name),
    withdrawalAddress: withoutPrefix(dstToken.blockchain, receiver.address),
    ...(receiver.memo === null ? {} : { withdrawalExtraId: receiver.memo }),
    ...(refund === null
      ? {}
      : { refundAddress: withoutPrefix(srcToken.blockchain, refund.address) }),
    ...(refund?.memo == null ? {} : { refundExtraId: refund.memo }),
    rateType,
    ...(rateId === null ? {} : { rateId }),
  }
}

/** @throws SwaprouteError UNSAFE_ROUTE where the two views of the order differ */
export function toBuilt(
  quote: Quote,
  parties: Parties,
  created: ExolixOrder,
  again: ExolixOrder,
  context: ProviderContext,
): BuiltSwap {
  const { request } = quote
  const { srcToken, dstToken } = request
  checkCoins(again, srcToken, dstToken)
  const dstAmount = toUnits(created.amountTo, dstToken.decimals, 'down')
  const order = {
    quote,
    parties,
    views: {
      asked: askedTerms(quote, parties),
      created: termsOf(created),
      readBack: termsOf(again),
      required: ['rateType'] as const,
    },
    orderId: created.id,
    depositAddress: created.depositAddress,
    depositMemo: created.depositExtraId ?? null,
    memoName: created.coinFrom.memoName ?? null,
    dstAmount,
    dstMinAmount: readRateState(quote).rateType === 'fixed' ? dstAmount : quote.dstMinAmount,
    expiresAtMs: null,
    uniqueInfo: { exolixId: created.id },
  }
  return toBuiltOrder(exolix, order, context)
}

/** @throws SwaprouteError UNSAFE_ROUTE where a code of the order means another contract (D6) */
export function checkCoins(
  { coinFrom, coinTo }: ExolixOrder,
  srcToken: Token,
  dstToken: Token,
): void {
  for (const [token, { contract }, field] of [
    [srcToken, coinFrom, 'srcCoin'],
    [dstToken, coinTo, 'dstCoin'],
  ] as const) {
    if (token.native || contract == null || contract === '') continue
    if (!isContractOf(token, contract)) throw unsafe('D6', exolix, 'means another token', field)
  }
}

function askedTerms(quote: Quote, { receiver, refund }: Parties): OrderTerms {
  const { srcAmount, srcToken } = quote.request
  const [src, dst] = pairOf(coins, quote.request)
  return {
    srcCoin: `${src.code} ${src.network}`,
    dstCoin: `${dst.code} ${dst.network}`,
    amountToSend: formatAmount(srcAmount, srcToken.decimals),
    receiver: receiver.address,
    receiverMemo: receiver.memo,
    refundAddress: refund?.address ?? null,
    refundMemo: refund?.memo ?? null,
    rateType: readRateState(quote).rateType,
  }
}

function termsOf(order: ExolixOrder): OrderTerms {
  return {
    orderId: order.id,
    srcCoin: `${order.coinFrom.coinCode} ${order.coinFrom.network}`,
    dstCoin: `${order.coinTo.coinCode} ${order.coinTo.network}`,
    amountToSend: canonicalDecimal(order.amount),
    depositAddress: order.depositAddress,
    depositMemo: order.depositExtraId ?? null,
    receiver: order.withdrawalAddress,
    receiverMemo: order.withdrawalExtraId ?? null,
    refundAddress: order.refundAddress ?? null,
    refundMemo: order.refundExtraId ?? null,
    rateType: order.rateType ?? undefined,
    dstAmount: canonicalDecimal(order.amountTo),
  }
}
