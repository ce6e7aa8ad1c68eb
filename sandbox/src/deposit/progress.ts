import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { FaultBoard } from '../faults.ts'
import { scriptedHash } from './scripted.ts'
import { type Ledger, type Coin, type Order, paidIn, type Stage, type Transfer } from './types.ts'
import { judge } from './rules.ts'
import type { OrderStore } from './store.ts'

export type Progress = {
  /** Takes the next step of an order, if it is time for one. */
  step(order: Order): Promise<void>
  wasRead(order: Order): void
}

type Options = {
  ledger: (blockchain: BlockchainId) => Ledger
  faults: FaultBoard
  store: OrderStore
  enter: (order: Order, stage: Stage) => void
  now: () => number
}

/** Duration of a step without a follower. */
const stepMs = 300
/** Maximum duration of a step that waits until a follower has read it. */
const longestStepMs = 2_500
/** A client that has not asked for this long is no longer a follower. */
const followerMs = 20_000
/** Wait for the rest of a payment. */
const incompleteMs = 2_500

/** From the payment to the payout or refund, step by step. */
export function createProgress({ ledger, faults, store, enter, now }: Options): Progress {
  const readStages = new Map<Order, { stage: Stage; atMs: number }>()

  const isDue = (order: Order): boolean => {
    const ageMs = now() - (order.history.at(-1)?.atMs ?? 0)
    const slowSeconds = faults.read(order.provider, 'slow')
    if (slowSeconds !== null) return ageMs >= slowSeconds * 1_000
    const last = readStages.get(order)
    const isFollowed = last !== undefined && now() - last.atMs < followerMs
    const isUnseen = isFollowed && last.stage !== order.stage && ageMs < longestStepMs
    return ageMs >= stepMs && !isUnseen
  }
  const isOn = (order: Order, fault: string): boolean => faults.read(order.provider, fault) !== null

  const wait = (order: Order): void => {
    const isPast = order.expiresAtMs !== null && now() > order.expiresAtMs
    if (order.overdue || isPast) enter(order, 'expired')
  }

  const awaitRest = (order: Order): void => {
    if (judge(order).kind !== 'await') return enter(order, 'confirming')
    const sinceMs = now() - (order.history.at(-1)?.atMs ?? 0)
    if (sinceMs >= incompleteMs) sendBack(order, 'amount')
  }

  const confirm = async (order: Order): Promise<void> => {
    const last = order.payments.at(-1)
    if (last === undefined || (await ledger(order.from.blockchain).isThere(last))) {
      return enter(order, 'confirmed')
    }
    order.payments.pop() // its block was replaced
    enter(order, 'waiting')
  }

  const decide = (order: Order): void => {
    const verdict = judge(order)
    if (order.reason === 'memo') return sendBack(order, 'memo')
    if (isOn(order, 'refund') || isOn(order, 'stuck')) return sendBack(order, 'fault')
    if (isOn(order, 'hold')) return enter(order, 'held')
    switch (verdict.kind) {
      case 'await':
        return enter(order, 'incomplete')
      case 'refund':
        return sendBack(order, verdict.reason)
      case 'keep':
      case 'ignore':
        order.reason = verdict.reason
        return enter(order, order.overdue ? 'expired' : 'failed')
      case 'exchange':
        order.payout = transferTo(order.to, order.receiver, order.receiverMemo, verdict.amountOut)
        if (verdict.excess > 0n) {
          const back = refundTarget(order)
          if (back !== null) {
            order.refund = transferTo(order.from, back, order.refundMemo, verdict.excess)
          }
        }
        return enter(order, 'exchanging')
      default:
        return verdict satisfies never
    }
  }

  const sendBack = (order: Order, reason: Order['reason']): void => {
    order.reason = reason
    const back = refundTarget(order)
    if (back === null) return enter(order, 'failed')
    order.payout = null
    order.refund = transferTo(order.from, back, order.refundMemo, paidIn(order))
    enter(order, 'refunding')
  }

  const beginPayout = (order: Order): void => {
    const less = faults.read(order.provider, 'less')
    if (less !== null && order.payout !== null) {
      order.payout.amount = (order.payout.amount * BigInt(10_000 - less)) / 10_000n
    }
    enter(order, 'sending')
  }

  const settle = async (order: Order, transfer: Transfer | null): Promise<void> => {
    if (transfer === null || transfer.done) return
    await ledger(transfer.coin.blockchain).settle(transfer, order, () => store.save(order))
  }

  const payOut = async (order: Order): Promise<void> => {
    const { payout } = order
    if (payout !== null && isOn(order, 'lie')) {
      payout.hash = scriptedHash(order.to.blockchain, `lie ${order.provider} ${order.id}`)
      payout.done = true
    }
    await settle(order, payout)
    await settle(order, order.refund)
    const isPaid = (payout?.done ?? true) && (order.refund?.done ?? true)
    if (isPaid && isDue(order)) enter(order, 'finished')
  }

  const payBack = async (order: Order): Promise<void> => {
    await settle(order, order.refund)
    if ((order.refund?.done ?? false) && isDue(order)) enter(order, 'refunded')
  }

  return {
    wasRead: (order) => void readStages.set(order, { stage: order.stage, atMs: now() }),
    step: async (order) => {
      switch (order.stage) {
        case 'waiting':
          return wait(order)
        case 'incomplete':
          return awaitRest(order)
        case 'confirming':
          return isDue(order) ? confirm(order) : undefined
        case 'confirmed':
          return isDue(order) ? decide(order) : undefined
        case 'held':
          return isDue(order) && !isOn(order, 'hold') ? decide(order) : undefined
        case 'exchanging':
          return isDue(order) && !isOn(order, 'stall') ? beginPayout(order) : undefined
        case 'sending':
          return payOut(order)
        case 'refunding':
          return isOn(order, 'stall') || isOn(order, 'stuck') ? undefined : payBack(order)
        case 'quoted':
        case 'finished':
        case 'refunded':
        case 'failed':
        case 'expired':
          return undefined
        default:
          return order.stage satisfies never
      }
    },
  }
}

/** Refund address: of the order, else the payer. */
function refundTarget({ refundAddress, payments }: Order): string | null {
  return refundAddress ?? payments.at(-1)?.from ?? null
}

function transferTo(coin: Coin, to: string, memo: string | null, amount: bigint): Transfer {
  return { coin, to, memo, amount, hash: null, raw: null, done: false }
}
