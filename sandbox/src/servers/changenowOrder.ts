import { chainById } from '../../../src/chains/chains.ts'
import { factText, type Coin, type Order, paidIn, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { alterer, anotherCoin, strangerOn } from './depositServer.ts'
import { payinHash, payoutHash, refundHash, toNumber } from './printing.ts'
import { networkOf, tickerOf } from './changenowCoins.ts'

/** ChangeNOW's words for how far an exchange is. */
const words: Readonly<Record<Stage, string>> = {
  quoted: 'new',
  waiting: 'waiting',
  incomplete: 'confirming',
  confirming: 'confirming',
  confirmed: 'confirming',
  held: 'verifying',
  exchanging: 'exchanging',
  sending: 'sending',
  finished: 'finished',
  refunding: 'exchanging',
  refunded: 'refunded',
  failed: 'failed',
  expired: 'expired',
}

/** The answer of `POST /exchange`. Without a memo the field is left out. */
export function createdOrder(order: Order) {
  const { from, to, depositMemo } = order
  return {
    id: order.id,
    fromAmount: toNumber(order.amountIn, from),
    toAmount: toNumber(order.amountOut, to),
    flow: flowOf(order.rateType),
    type: factText(order, 'type'),
    payinAddress: order.depositAddress,
    ...(depositMemo === null
      ? {}
      : { payinExtraId: depositMemo, payinExtraIdName: chainById(from.blockchain).memo }),
    payoutAddress: order.receiver,
    payoutExtraId: order.receiverMemo ?? '',
    fromCurrency: tickerOf(from),
    toCurrency: tickerOf(to),
    fromNetwork: networkOf(from),
    toNetwork: networkOf(to),
    refundAddress: order.refundAddress ?? '',
    refundExtraId: order.refundMemo ?? '',
    directedAmount: toNumber(order.amountIn, from),
    ...(order.expiresAtMs === null
      ? {}
      : { validUntil: new Date(order.expiresAtMs).toISOString() }),
  }
}

/** The answer of `GET /exchange/by-id`. Without a memo the field is null, or an empty text. */
export function readOrder(order: Order, faults: FaultBoard) {
  const alter = alterer('changenow', faults)
  const { from, to, stage, depositMemo, payments, payout, refund } = order
  const [source, target] = [
    alter('source-coin', from, anotherCoin(from)),
    alter('target-coin', to, anotherCoin(to)),
  ]
  const paid = paidIn(order)
  const isPaidOut = stage === 'finished'
  const isRefunded = stage === 'refunded'
  const until = order.expiresAtMs
  const emptyMemo = order.rateType === 'fixed' ? null : ''
  return {
    id: alter('order-id', order.id, `${order.id.slice(0, -1)}${order.id.endsWith('0') ? 1 : 0}`),
    status: words[stage],
    actionsAvailable: (stage === 'failed' || stage === 'expired') && payments.length > 0,
    fromCurrency: tickerOf(source),
    fromNetwork: networkOf(source),
    toCurrency: tickerOf(target),
    toNetwork: networkOf(target),
    expectedAmountFrom: toNumber(alter('amount', order.amountIn, order.amountIn * 2n), from),
    expectedAmountTo: toNumber(alter('receive-amount', order.amountOut, order.amountOut / 2n), to),
    amountFrom: paid > 0n ? toNumber(paid, from) : null,
    amountTo: isPaidOut ? toNumber(payout?.amount ?? 0n, to) : null,
    payinAddress: alter('deposit-address', order.depositAddress, strangerOn(from.blockchain)),
    payoutAddress: alter('receiver', order.receiver, strangerOn(to.blockchain)),
    payinExtraId: alter('memo', depositMemo ?? emptyMemo, `${depositMemo ?? ''}7`),
    payoutExtraId: alter('receiver-memo', order.receiverMemo, '77'),
    refundAddress: alter('refund-address', order.refundAddress, strangerOn(from.blockchain)),
    refundExtraId: order.refundMemo,
    createdAt: new Date(order.createdAtMs).toISOString(),
    updatedAt: new Date(order.history.at(-1)?.atMs ?? order.createdAtMs).toISOString(),
    validUntil:
      until === null
        ? alter('deadline', null, new Date(order.createdAtMs + 60_000).toISOString())
        : new Date(alter('deadline', until, until + 3_600_000)).toISOString(),
    depositReceivedAt: payments.length > 0 ? new Date(payments[0]?.atMs ?? 0).toISOString() : null,
    payinHash: payinHash(order),
    payoutHash: payoutHash(order),
    refundHash: refundHash(order),
    refundAmount: isRefunded && refund !== null ? toNumber(refund.amount, from) : null,
    fromLegacyTicker: legacy(source),
    toLegacyTicker: legacy(target),
    userId: null,
    originalExchangeInfo: null,
    relatedExchangesInfo: [],
    repeatedExchangesInfo: [],
  }
}

function flowOf(rateType: Order['rateType']): string {
  return rateType === 'fixed' ? 'fixed-rate' : 'standard'
}

function legacy(coin: Coin): string {
  return `${tickerOf(coin)}${coin.native ? '' : networkOf(coin)}`
}
