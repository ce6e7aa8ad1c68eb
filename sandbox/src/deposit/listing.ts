import { formatAmount } from '../../../src/core/amounts.ts'
import type { SandboxDeposit } from '../../../src/core/sandboxPackage.ts'
import type { Exchange } from './exchange.ts'
import type { Order } from './types.ts'

/** Newest first; unpaid quotes are not orders. */
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
