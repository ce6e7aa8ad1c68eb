import type { SwapRef } from '../../core/quote.ts'
import { foreignReason } from '../../http/reason.ts'
import type { ProviderContext } from '../types.ts'
import type { KnownOrder, Meaning, Reading } from '../families/deposit/status.ts'
import { blockchainOf, currencyOf } from './chains.ts'
import type { RelayRequest, RelayStatus } from './wire.ts'

const meanings: Readonly<Partial<Record<string, Meaning>>> = {
  waiting: 'awaiting',
  depositing: 'confirming',
  pending: 'exchanging',
  submitted: 'sending',
  delayed: 'held',
  success: 'done',
  failure: 'failed',
  refund: 'refunded',
}

/**
 * Words after which the list of requests says more: who took the order over, why it failed, or why
 * nothing came back.
 */
export function needsRequest({ status, txHashes }: RelayStatus): boolean {
  const isMissing = status === 'refund' && (txHashes ?? []).length === 0
  return status === 'waiting' || status === 'failure' || isMissing
}

/**
 * The request that owns the payment: a payment that differs from the quote, and some on BITCOIN,
 * go on under another number.
 */
export function ownerOf(orderId: string, requests: readonly RelayRequest[]): RelayRequest | null {
  let current = requests.find(({ id }) => id === orderId) ?? null
  for (let step = 0; step < requests.length && current !== null; step += 1) {
    const next = current.supersededByRequestId ?? current.data?.supersededByRequestId ?? null
    const found = requests.find(({ id }) => id === next)
    if (found === undefined) break
    current = found
  }
  return current
}

export function toReading(
  told: RelayStatus,
  request: RelayRequest | null,
  order: KnownOrder,
): Reading {
  const isMoved = request !== null && request.id !== order.orderId
  const word = isMoved ? request.status : told.status
  const ins = [...hashesOf(request?.data?.inTxs), ...(isMoved ? [] : (told.inTxHashes ?? []))]
  const outs = [...hashesOf(request?.data?.outTxs), ...(isMoved ? [] : (told.txHashes ?? []))]
  const payment = request?.depositAddress?.depositTxHash ?? ins[0] ?? null
  const { refundFailReason, metadata } = request?.data ?? {}
  const isBack = word === 'refund' && outs.length > 0
  const isStuck = (word === 'failure' || word === 'refund') && !isBack && isReason(refundFailReason)
  const meaning = isStuck ? 'needs_user' : (meanings[word] ?? 'unknown')
  const note = noteOf(meaning, request)
  return {
    word,
    meaning,
    srcTxHash: payment,
    // The last one pays the receiver; those before it are swaps on the way.
    payoutHashes: outs.toReversed(),
    // A strict order is filled with what was quoted, or sent back.
    payoutAmount: metadata?.currencyOut?.amount ?? order.dstAmount,
    refundHashes: outs,
    ...(note === null ? {} : { note }),
  }
}

function noteOf(meaning: Meaning, request: RelayRequest | null): string | null {
  const { failReason, refundFailReason } = request?.data ?? {}
  if (meaning === 'needs_user') {
    const reason = foreignReason(refundFailReason ?? '', 60)
    return `Relay could not send the money back (${reason}); it can be withdrawn at its site.`
  }
  if (meaning !== 'failed' || !isReason(failReason)) return null
  return `Relay could not fill the order (${foreignReason(failReason ?? '', 60)}).`
}

function isReason(text: string | null | undefined): boolean {
  return text != null && text !== '' && text !== 'N/A'
}

function hashesOf(transactions: NonNullable<RelayRequest['data']>['inTxs'] | undefined): string[] {
  return (transactions ?? []).flatMap(({ hash, txHash }) => hash ?? txHash ?? [])
}

/** An order of somebody else, by Relay's own word; null where it does not tell enough. */
export function toForeign(
  request: RelayRequest,
  ref: Pick<SwapRef, 'startedAtMs'>,
  context: ProviderContext,
): KnownOrder | null {
  const { currencyIn, currencyOut } = request.data?.metadata ?? {}
  const srcToken = tokenOf(currencyIn, context)
  const dstToken = tokenOf(currencyOut, context)
  const { recipient } = request
  if (srcToken === null || dstToken === null || recipient == null) return null
  return {
    orderId: request.id,
    depositAddress: request.depositAddress?.address ?? '',
    depositMemo: null,
    receiver: recipient,
    refundAddress: request.refundTo ?? null,
    srcToken,
    dstToken,
    srcAmount: currencyIn?.amount ?? null,
    dstAmount: currencyOut?.amount ?? null,
    createdAtMs: ref.startedAtMs,
    expiresAtMs: null,
    own: {},
  }
}

type Amount = NonNullable<NonNullable<RelayRequest['data']>['metadata']>['currencyIn']

function tokenOf(amount: Amount, context: ProviderContext): KnownOrder['srcToken'] | null {
  const { chainId, address, decimals } = amount?.currency ?? {}
  if (chainId === undefined || address === undefined || decimals === undefined) return null
  const blockchain = blockchainOf(chainId, context)
  if (blockchain === null) return null
  const coin = { blockchain, address, symbol: '', name: '', decimals, listed: false, native: true }
  const native = currencyOf(coin, [])?.toLowerCase() === address.toLowerCase()
  return { blockchain, address, decimals, native }
}
