import { formatAmount } from '../../../src/core/amounts.ts'
import type { Json } from '../../../src/core/quote.ts'
import { hexOf } from '../deposit/hashes.ts'
import { usdOf } from '../deposit/rates.ts'
import { type Coin, type Order, paidIn, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { alterer, anotherCoin, strangerOn } from './depositServer.ts'
import { payoutHash, refundHash } from './printing.ts'
import { assetIdOf } from './nearIntentsAssets.ts'

/** The words of 1Click for how far an order is. */
const words: Readonly<Record<Stage, string>> = {
  quoted: 'PENDING_DEPOSIT',
  waiting: 'PENDING_DEPOSIT',
  incomplete: 'INCOMPLETE_DEPOSIT',
  confirming: 'KNOWN_DEPOSIT_TX',
  confirmed: 'KNOWN_DEPOSIT_TX',
  held: 'PROCESSING',
  exchanging: 'PROCESSING',
  sending: 'PROCESSING',
  finished: 'SUCCESS',
  refunding: 'PROCESSING',
  refunded: 'REFUNDED',
  failed: 'FAILED',
  expired: 'FAILED',
}

const reasons: Readonly<Partial<Record<string, string>>> = {
  amount: 'PARTIAL_DEPOSIT',
  late: 'DEADLINE_EXCEEDED',
  fault: 'SWAP_FAILED',
}

/** `GET /v0/status`: the answer that opened the order, and what has happened since. */
export function statusAnswer(order: Order, nowMs: number, faults: FaultBoard) {
  return {
    correlationId: order.id,
    quoteResponse: quoteAnswer(order, faults),
    status: words[order.stage],
    updatedAt: new Date(order.history.at(-1)?.atMs ?? nowMs).toISOString(),
    swapDetails: swapDetails(order),
  }
}

function quoteAnswer(order: Order, faults: FaultBoard): Json {
  const alter = alterer('near_intents', faults)
  const answer = asRecord(order.facts['answer'])
  const request = asRecord(answer['quoteRequest'])
  const quote = asRecord(answer['quote'])
  const { from, to } = order
  const deadline = new Date((order.expiresAtMs ?? 0) + 3_600_000).toISOString()
  const memo = order.depositMemo
  const told = {
    originAsset: alter('source-coin', request['originAsset'], assetIdOf(anotherCoin(from))),
    destinationAsset: alter('target-coin', request['destinationAsset'], assetIdOf(anotherCoin(to))),
    recipient: alter('receiver', request['recipient'], strangerOn(to.blockchain)),
    refundTo: alter('refund-address', request['refundTo'], strangerOn(from.blockchain)),
  }
  const promised = {
    depositAddress: alter('deposit-address', quote['depositAddress'], strangerOn(from.blockchain)),
    amountIn: alter('amount', quote['amountIn'], String(order.amountIn * 2n)),
    minAmountIn: alter('amount', quote['minAmountIn'], String(order.amountIn * 2n)),
    amountOut: alter('receive-amount', quote['amountOut'], String(order.amountOut / 2n)),
    minAmountOut: alter('receive-amount', quote['minAmountOut'], String(order.amountOut / 2n)),
    deadline: alter('deadline', quote['deadline'], deadline),
  }
  return withoutUndefined({
    ...answer,
    quoteRequest: { ...request, ...withoutUndefined(told) },
    quote: {
      ...quote,
      ...withoutUndefined(promised),
      ...withoutUndefined({ depositMemo: alter('memo', memo ?? undefined, `${memo ?? ''}7`) }),
    },
  })
}

function swapDetails(order: Order) {
  const { from, to, payout, refund, payments, stage } = order
  const [paid, sent, back] = [paidIn(order), payoutHash(order), refundHash(order)]
  const isPaidOut = stage === 'finished'
  return {
    intentHashes: isPaidOut ? [hexOf(`intent ${order.id}`, 32)] : [],
    nearTxHashes: isPaidOut ? [hexOf(`near ${order.id}`, 32)] : [],
    ...amountFields('amountIn', isPaidOut ? order.amountIn : null, from),
    ...amountFields('amountOut', isPaidOut ? (payout?.amount ?? null) : null, to),
    ...amountFields('depositedAmount', paid > 0n ? paid : null, from),
    // "All transactions on the origin chain": a refund is one of them.
    originChainTxHashes: [
      ...payments.map(({ hash }) => hash),
      ...(back === null ? [] : [back]),
    ].map((hash) => ({ hash, explorerUrl: '' })),
    destinationChainTxHashes: isPaidOut && sent !== null ? [{ hash: sent, explorerUrl: '' }] : [],
    ...refundFields(order, refund?.done === true ? refund.amount : 0n, back),
  }
}

function refundFields({ from, reason }: Order, amount: bigint, hash: string | null) {
  return {
    ...amountFields('refundedAmount', amount, from),
    ...(hash === null ? {} : { refundReason: reasons[reason ?? ''] ?? 'REFUNDED' }),
  }
}

function amountFields(name: string, amount: bigint | null, coin: Coin): Record<string, string> {
  if (amount === null) return {}
  return {
    [name]: String(amount),
    [`${name}Formatted`]: formatAmount(amount, coin.decimals),
    [`${name}Usd`]: usdOf(amount, coin),
  }
}

function asRecord(value: Json | undefined): { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function withoutUndefined(fields: { [key: string]: Json | undefined }): { [key: string]: Json } {
  const kept: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) kept[key] = value
  }
  return kept
}
