import { formatAmount } from '../../../src/core/amounts.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Json } from '../../../src/core/quote.ts'
import { coinsNamed } from '../deposit/coins.ts'
import { usdOf } from '../deposit/rates.ts'
import { hexOf } from '../deposit/scripted.ts'
import { type Coin, type Order, paidIn, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { priceDecimals, priceOf } from '../seed/prices.ts'
import { asReported } from './orderServer.ts'
import { payoutHash, refundHash } from './printing.ts'

/** Chains by the code of `GET /v0/tokens` (types of the one-click SDK 0.1.25, read 2026-11). */
const codes: Readonly<Partial<Record<BlockchainId, string>>> = {
  ETH: 'eth',
  BASE: 'base',
  ARBITRUM: 'arb',
  BITCOIN: 'btc',
  SOLANA: 'sol',
  TON: 'ton',
  DASH: 'dash',
  DOGECOIN: 'doge',
  RIPPLE: 'xrp',
  BSC: 'bsc',
  POLYGON: 'pol',
  TRON: 'tron',
  SUI: 'sui',
  OPTIMISM: 'op',
  AVALANCHE: 'avax',
  STELLAR: 'stellar',
  CARDANO: 'cardano',
  LITECOIN: 'ltc',
  BITCOIN_CASH: 'bch',
}

/** `GET /v0/tokens`. */
export function tokenList(nowMs: number) {
  const priceUpdatedAt = new Date(nowMs).toISOString()
  return assets().map(({ assetId, coin }) => ({
    assetId,
    decimals: coin.decimals,
    blockchain: codes[coin.blockchain],
    symbol: coin.symbol,
    price: Number(formatAmount(priceOf(coin.symbol), priceDecimals)),
    priceUpdatedAt,
    ...(coin.native ? {} : { contractAddress: contractOf(coin) }),
  }))
}

/** Null for an asset that is not on the list. */
export function assetBy(assetId: string): Coin | null {
  return assets().find((asset) => asset.assetId === assetId)?.coin ?? null
}

function assetIdOf(coin: Coin): string {
  const code = codes[coin.blockchain] ?? ''
  const name = coin.native ? code : `${code}-${contractOf(coin).replaceAll(/[^a-zA-Z0-9]/g, '_')}`
  return `nep141:${name}.omft.near`
}

function assets(): { assetId: string; coin: Coin }[] {
  return coinsNamed(codes).map((coin) => ({ assetId: assetIdOf(coin), coin }))
}

/** The list has EVM contracts in lower case. */
function contractOf({ address }: Coin): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address
}

/** 1Click's statuses of an order. */
const statuses: Readonly<Record<Stage, string>> = {
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
    status: statuses[order.stage],
    updatedAt: new Date(order.history.at(-1)?.atMs ?? nowMs).toISOString(),
    swapDetails: swapDetails(order),
  }
}

/** The request that opened the order, verbatim except for the fields that a fault alters. */
function quoteAnswer(order: Order, faults: FaultBoard): Json {
  const reported = asReported(order, faults)
  const answer = asRecord(order.facts['answer'])
  const request = asRecord(answer['quoteRequest'])
  const quote = asRecord(answer['quote'])
  const changed = <Key extends keyof Order>(key: Key, name: string, value: Json) =>
    reported[key] === order[key] ? {} : { [name]: value }
  return {
    ...answer,
    quoteRequest: {
      ...request,
      ...changed('from', 'originAsset', assetIdOf(reported.from)),
      ...changed('to', 'destinationAsset', assetIdOf(reported.to)),
      ...changed('receiver', 'recipient', reported.receiver),
      ...changed('refundAddress', 'refundTo', reported.refundAddress),
    },
    quote: {
      ...quote,
      ...changed('depositAddress', 'depositAddress', reported.depositAddress),
      ...changed('depositMemo', 'depositMemo', reported.depositMemo),
      ...changed('amountIn', 'amountIn', String(reported.amountIn)),
      ...changed('amountIn', 'minAmountIn', String(reported.amountIn)),
      ...changed('amountOut', 'amountOut', String(reported.amountOut)),
      ...changed('amountOut', 'minAmountOut', String(reported.amountOut)),
      ...changed('expiresAtMs', 'deadline', new Date(reported.expiresAtMs ?? 0).toISOString()),
    },
  }
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
