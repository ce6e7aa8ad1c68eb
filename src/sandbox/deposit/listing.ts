import { formatAmount } from '../../core/amounts.ts'
import type { Exchange } from './exchange.ts'
import type { Order } from './types.ts'

/** An order at an exchange of the sandbox, as `sandbox deposit` lists it. */
export type SandboxDeposit = {
  provider: string
  orderId: string
  stage: string
  blockchain: string
  symbol: string
  /** Token units, exactly what is to be paid. */
  amount: string
  depositAddress: string
  memo: string | null
  toBlockchain: string
  toSymbol: string
  receiver: string
  createdAtMs: number
  /** Transaction that paid it; null: nobody has. */
  payment: string | null
  /** Transaction of payout or refund. */
  settlement: string | null
}

/** Newest first; quotes that nobody paid are no orders. */
export function listOrders(exchange: Exchange): SandboxDeposit[] {
  return exchange
    .orders()
    .filter(({ stage }) => stage !== 'quoted')
    .map(toRow)
    .reverse()
}

function toRow(order: Order): SandboxDeposit {
  const { from, to } = order
  return {
    provider: order.provider,
    orderId: order.id,
    stage: order.stage,
    blockchain: from.blockchain,
    symbol: from.symbol,
    amount: formatAmount(order.amountIn, from.decimals),
    depositAddress: order.depositAddress,
    memo: order.depositMemo,
    toBlockchain: to.blockchain,
    toSymbol: to.symbol,
    receiver: order.receiver,
    createdAtMs: order.createdAtMs,
    payment: order.payments.at(-1)?.hash ?? null,
    settlement: order.payout?.hash ?? order.refund?.hash ?? null,
  }
}
