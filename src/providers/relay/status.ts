import type { SwapRef } from '../../core/quote.ts'
import { foreignReason } from '../../http/reason.ts'
import type { ProviderContext } from '../types.ts'
import {
  type KnownOrder,
  type Meaning,
  meaningOf,
  type Reading,
  type StatusMap,
} from '../kits/deposit/status.ts'
import { blockchainOf, currencyOf } from './chains.ts'
import { quotedOf } from './order.ts'
import type { RelayAmount, RelayRequest, RelayStatus } from './wire.ts'

const meanings: StatusMap = {
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
 * go on under another number. The requests are those of one deposit address, which is this order's
 * alone: where nothing says who took over, it is the one that has been paid.
 */
export function ownerOf(orderId: string, requests: readonly RelayRequest[]): RelayRequest | null {
  let current = requests.find(({ id }) => id === orderId) ?? null
  for (let step = 0; step < requests.length && current !== null; step += 1) {
    const next = current.supersededByRequestId ?? null
    const found = requests.find(({ id }) => id === next)
    if (found === undefined) break
    current = found
  }
  return current?.status === 'waiting' ? (requests.find(isPaid) ?? current) : current
}

function isPaid({ status, depositAddress, data }: RelayRequest): boolean {
  const isSeen = depositAddress?.depositTxHash != null || (data?.inTxs ?? []).length > 0
  return isSeen && status !== 'waiting'
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
  const reasons = reasonsOf(told, request, isMoved)
  const paid = request?.data?.route?.actual?.destination?.outputCurrency?.amount
  const isBack = word === 'refund' && outs.length > 0
  const isStuck = (word === 'failure' || word === 'refund') && !isBack && reasons.refund !== null
  const meaning = isStuck ? 'needs_user' : meaningOf(meanings, word)
  const note = noteOf(meaning, reasons)
  return {
    word,
    meaning,
    srcTxHash: payment,
    // The last one pays the receiver; those before it are swaps on the way.
    payoutHashes: outs.toReversed(),
    // A strict order is filled with what was quoted, or sent back.
    payoutAmount: paid ?? order.dstAmount,
    refundHashes: outs,
    ...(note === null ? {} : { note }),
  }
}

/** Why it failed, and why nothing came back; null where that is not said. */
type Reasons = { fill: string | null; refund: string | null }

function reasonsOf(told: RelayStatus, request: RelayRequest | null, isMoved: boolean): Reasons {
  const [first, second] = [request?.data, isMoved ? null : told]
  return {
    fill: reasonIn(first?.failReason) ?? reasonIn(second?.failReason),
    refund: reasonIn(first?.refundFailReason) ?? reasonIn(second?.refundFailReason),
  }
}

function noteOf(meaning: Meaning, { fill, refund }: Reasons): string | null {
  if (meaning === 'needs_user') {
    return `Relay could not send the money back (${refund}); it can be withdrawn at its site.`
  }
  return meaning === 'failed' && fill !== null ? `Relay could not fill the order (${fill}).` : null
}

function reasonIn(text: string | null | undefined): string | null {
  return text == null || text === '' || text === 'N/A' ? null : foreignReason(text, 60)
}

function hashesOf(transactions: NonNullable<RelayRequest['data']>['inTxs'] | undefined): string[] {
  return (transactions ?? []).flatMap(({ txHash }) => txHash ?? [])
}

/** An order of somebody else, by Relay's own word; null where it does not tell enough. */
export function toForeign(
  request: RelayRequest,
  ref: Pick<SwapRef, 'startedAtMs'>,
  context: ProviderContext,
): KnownOrder | null {
  const quoted = quotedOf(request)
  const srcToken = tokenOf(quoted.in, context)
  const dstToken = tokenOf(quoted.out, context)
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
    srcAmount: quoted.in?.amount ?? null,
    dstAmount: quoted.out?.amount ?? null,
    createdAtMs: ref.startedAtMs,
    expiresAtMs: null,
    own: {},
  }
}

function tokenOf(
  amount: RelayAmount | null,
  context: ProviderContext,
): KnownOrder['srcToken'] | null {
  const { chainId, address, decimals } = amount?.currency ?? {}
  if (chainId == null || address == null || decimals == null) return null
  const blockchain = blockchainOf(chainId, context)
  if (blockchain === null) return null
  const coin = { blockchain, address, symbol: '', name: '', decimals, listed: false, native: true }
  const native = currencyOf(coin, [])?.toLowerCase() === address.toLowerCase()
  return { blockchain, address, decimals, native }
}
