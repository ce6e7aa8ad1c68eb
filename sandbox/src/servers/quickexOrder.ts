import type { Order, Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { alterer, anotherCoin, strangerOn } from './depositServer.ts'
import { payoutHash, refundHash, toText } from './printing.ts'
import { instrumentOf } from './quickexCoins.ts'

/** What Quickex calls what happened when an order entered a stage; null: nothing that is told. */
const events: Readonly<Record<Stage, string | null>> = {
  quoted: null,
  waiting: 'CREATION_END',
  incomplete: null,
  confirming: 'INCOMING_FUNDS_DETECTED',
  confirmed: 'DEPOSIT_REGISTERED',
  held: 'AMLBOT_AML_FROZEN_BY_LIQUIDITY_PROVIDER',
  exchanging: null,
  sending: 'FUNDS_WITHDRAWAL_START',
  finished: 'WITHDRAWAL_COMPLETED',
  refunding: 'REFUND_REQUESTED',
  refunded: 'REFUND_COMPLETED',
  failed: null,
  expired: null,
}

/** The answer of `POST /orders/public/create`. */
export function createdOrder(order: Order) {
  const { from, to } = order
  const [instrumentFrom, instrumentTo] = [instrumentOf(from), instrumentOf(to)]
  return {
    orderId: Number(order.id),
    legacyOrderId: order.facts['legacyOrderId'],
    pair: { instrumentFrom, instrumentTo },
    depositAddress: {
      instrument: instrumentFrom,
      depositAddress: order.depositAddress,
      depositAddressMemo: order.depositMemo,
    },
    claimedDepositAmount: toText(order.amountIn, from),
    amountToGet: toText(order.amountOut, to),
    claimedPublicRate: {
      price: order.facts['price'],
      updatedAt: new Date(order.createdAtMs).toISOString(),
      claimedAmountToReceive: toText(order.amountOut, to),
    },
  }
}

/** The answer of `GET /orders/public-info`. */
export function printOrder(order: Order, faults: FaultBoard) {
  const alter = alterer('quickex', faults)
  const { payments, payout, stage, from, to } = order
  const instrumentFrom = instrumentOf(alter('source-coin', from, anotherCoin(from)))
  const instrumentTo = instrumentOf(alter('target-coin', to, anotherCoin(to)))
  const isFixed = alter('rate-type', order.rateType === 'fixed', order.rateType !== 'fixed')
  const address = alter('deposit-address', order.depositAddress, strangerOn(from.blockchain))
  const memo = alter('memo', order.depositMemo, `${order.depositMemo ?? ''}7`)
  const id = Number(order.id)
  return {
    orderId: alter('order-id', id, id + 1),
    legacyOrderId: order.facts['legacyOrderId'],
    pair: { instrumentFrom, instrumentTo },
    depositAddress: {
      instrument: instrumentFrom,
      depositAddress: address,
      depositAddressMemo: memo,
    },
    deposits: payments.map(({ hash, amount, atMs }) => ({
      createdAt: new Date(atMs).toISOString(),
      instrument: instrumentFrom,
      amount: toText(amount, from),
      confirmations: stage === 'confirming' ? 0 : 2,
      txId: hash,
      depositAddress: address,
      isPending: stage === 'confirming',
    })),
    withdrawals: withdrawals(order, payout?.amount ?? 0n),
    rateMode: isFixed ? 'FIXED' : 'FLOATING',
    claimedDepositAmount: toText(alter('amount', order.amountIn, order.amountIn * 2n), from),
    amountToGet: toText(alter('receive-amount', order.amountOut, order.amountOut / 2n), to),
    completed: stage === 'finished',
    orderEvents: eventList(order),
    ...(stage === 'failed' || stage === 'expired' ? { failedToCreate: true } : {}),
    isPendingToCreate: false,
    destinationAddress: alter('receiver', order.receiver, strangerOn(to.blockchain)),
  }
}

/** Payouts, and refunds as well: what went out. */
function withdrawals(order: Order, amount: bigint) {
  const { from, to, refund, history } = order
  const createdAt = new Date(history.at(-1)?.atMs ?? 0).toISOString()
  const [paid, back] = [payoutHash(order), refundHash(order)]
  const sent = [
    ...(paid === null ? [] : [{ coin: to, amount, txId: paid }]),
    ...(back === null ? [] : [{ coin: from, amount: refund?.amount ?? 0n, txId: back }]),
  ]
  return sent.map(({ coin, amount: units, txId }) => ({
    createdAt,
    instrument: instrumentOf(coin),
    amount: toText(units, coin),
    networkFee: '0',
    txId,
  }))
}

/** Newest first. */
function eventList({ history }: Order) {
  return history
    .flatMap(({ stage, atMs }) => {
      const kind = events[stage]
      return kind === null ? [] : [{ kind, createdAt: new Date(atMs).toISOString() }]
    })
    .toReversed()
}
