import { type Order, paidIn, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import {
  alterer,
  anotherCoin,
  payinHash,
  payoutHash,
  refundHash,
  strangerOn,
  toNumber,
} from './depositServer.ts'
import { orderCoin } from './exolixCoins.ts'

/** Exolix' words for how far an order is. */
const words: Readonly<Record<Stage, string>> = {
  quoted: 'wait',
  waiting: 'wait',
  incomplete: 'confirmation',
  confirming: 'confirmation',
  confirmed: 'confirmed',
  held: 'confirmed',
  exchanging: 'exchanging',
  sending: 'sending',
  finished: 'success',
  refunding: 'refund',
  refunded: 'refunded',
  failed: 'error',
  expired: 'overdue',
}

/** An order as it is answered; `faults` null for the answer that opens it, which is honest. */
export function exolixOrder(order: Order, faults: FaultBoard | null): Record<string, unknown> {
  const alter = alterer('exolix', faults)
  const { from, to, depositMemo } = order
  const amountOut = order.payout?.amount ?? order.amountOut
  // Once it has paid out it tells what it has exchanged, which may be another amount than asked for.
  const amount = toNumber(order.payout === null ? order.amountIn : paidIn(order), from)
  return {
    id: alter('order-id', order.id, `${order.id.slice(0, -1)}z`),
    amount: alter('amount', amount, amount * 2),
    amountTo: alter('receive-amount', toNumber(amountOut, to), toNumber(amountOut / 2n, to)),
    coinFrom: orderCoin(alter('source-coin', from, anotherCoin(from))),
    coinTo: orderCoin(alter('target-coin', to, anotherCoin(to))),
    comment: null,
    createdAt: new Date(order.createdAtMs).toISOString(),
    depositAddress: alter('deposit-address', order.depositAddress, strangerOn(from.blockchain)),
    depositExtraId: alter('memo', depositMemo, depositMemo === null ? '77' : `${depositMemo}7`),
    withdrawalAddress: alter('receiver', order.receiver, strangerOn(to.blockchain)),
    withdrawalExtraId: alter('receiver-memo', order.receiverMemo, '77'),
    refundAddress: alter('refund-address', order.refundAddress, strangerOn(from.blockchain)),
    refundExtraId: order.refundMemo,
    hashIn: { hash: payinHash(order), link: null },
    hashOut: { hash: payoutHash(order) ?? refundHash(order), link: null },
    rate: Number((toNumber(order.amountOut, to) / amount).toPrecision(10)),
    rateType: alter('rate-type', order.rateType, order.rateType === 'fixed' ? 'float' : 'fixed'),
    affiliateToken: null,
    status: words[order.stage],
    source: 'api',
    email: null,
    clickId: null,
  }
}
