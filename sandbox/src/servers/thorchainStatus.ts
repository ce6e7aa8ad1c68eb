import { type Coin, type Order, paidIn, type Stage, type Transfer } from '../deposit/types.ts'
import { assetName, chainOf, toThor } from './thorchainAssets.ts'

const nothing = {
  inbound_observed: { started: false, final_count: 0, completed: false },
}

/** `GET /thorchain/tx/status/{hash}` of an unknown payment. */
export function unknownStages() {
  return { planned_out_txs: [], out_txs: [], stages: nothing }
}

/** The same of an observed payment, stage by stage. */
export function printStages(order: Order) {
  const { from, payments, refund, payout, receiver, stage } = order
  const payment = payments.at(-1)
  const isRefund = payout === null && refund !== null
  const planned = isRefund ? refund : payout
  const hash = plain(payment?.hash ?? '')
  const isSent = stage === 'finished' || stage === 'refunded'
  return {
    tx: {
      id: hash,
      chain: chainOf(from),
      from_address: payment?.from ?? '',
      to_address: order.depositAddress,
      coins: [thorCoin(from, paidIn(order))],
      gas: [],
      memo: payment?.memo ?? '',
    },
    planned_out_txs:
      planned === null
        ? []
        : [
            {
              chain: chainOf(planned.coin),
              to_address: isRefund ? planned.to : receiver,
              coin: thorCoin(planned.coin, planned.amount),
              refund: isRefund,
            },
          ],
    out_txs: isSent && planned !== null ? [outgoing(planned, hash, isRefund)] : [],
    stages: stagesOf(stage),
  }
}

function stagesOf(stage: Stage) {
  const [isCounted, isSwapped, isScheduled, isSent] = [
    !['quoted', 'confirming'].includes(stage),
    ['sending', 'finished', 'refunding', 'refunded'].includes(stage),
    ['sending', 'finished', 'refunding', 'refunded'].includes(stage),
    ['finished', 'refunded'].includes(stage),
  ]
  return {
    inbound_observed: {
      started: true,
      pre_confirmation_count: 20,
      final_count: 20,
      completed: true,
    },
    inbound_confirmation_counted: { counting_start_height: 1, chain: '', completed: isCounted },
    inbound_finalised: { completed: isCounted },
    swap_status: { pending: isCounted && !isSwapped },
    swap_finalised: { completed: isSwapped },
    ...(isScheduled
      ? {
          outbound_delay: {
            remaining_delay_blocks: 0,
            remaining_delay_seconds: 0,
            completed: true,
          },
          outbound_signed: {
            scheduled_outbound_height: 100,
            blocks_since_scheduled: isSent ? null : 2,
            completed: isSent,
          },
        }
      : {}),
  }
}

function outgoing({ coin, to, amount, hash }: Transfer, inbound: string, isRefund: boolean) {
  return {
    id: plain(hash ?? ''),
    chain: chainOf(coin),
    from_address: '',
    to_address: to,
    coins: [thorCoin(coin, amount)],
    gas: [],
    memo: `${isRefund ? 'REFUND' : 'OUT'}:${inbound}`,
  }
}

function thorCoin(coin: Coin, amount: bigint) {
  return { asset: assetName(coin), amount: String(toThor(amount, coin)) }
}

function plain(hash: string): string {
  return hash.replace(/^0x/i, '').toUpperCase()
}
