import * as z from 'zod/mini'

import type { SwapRef } from '../../core/quote.ts'
import { foreignReason } from '../../http/reason.ts'
import { parseWire } from '../../http/wire.ts'
import { toOrderToken } from '../kits/deposit/state.ts'
import { type KnownOrder, meaningOf, type Reading, type StatusMap } from '../kits/deposit/status.ts'
import { tokenOfAsset } from './assets.ts'
import { deadlineOf, shareText } from './order.ts'
import { type OneClickQuote, type OneClickStatus, type OneClickTokens, quoteWire } from './wire.ts'

const meanings: StatusMap = {
  PENDING_DEPOSIT: 'awaiting',
  KNOWN_DEPOSIT_TX: 'confirming',
  PROCESSING: 'exchanging',
  INCOMPLETE_DEPOSIT: 'short',
  SUCCESS: 'done',
  REFUNDED: 'refunded',
  FAILED: 'failed',
}

export function isAwaiting({ status }: OneClickStatus): boolean {
  return meaningOf(meanings, status) === 'awaiting'
}

/** The order inside a status answer. @throws SwaprouteError UPSTREAM_FAILED */
export function parseQuote({ quoteResponse }: OneClickStatus): OneClickQuote {
  return parseWire(quoteWire, quoteResponse, 'The order of NEAR Intents')
}

/** Address and memo of an order under way; not every answer repeats them. */
export function toldDeposit({ quoteResponse }: OneClickStatus): {
  address: string | undefined
  memo: string | null | undefined
} {
  const parsed = z.safeParse(quoteWire, quoteResponse)
  if (!parsed.success) return { address: undefined, memo: undefined }
  const { depositAddress, depositMemo } = parsed.data.quote
  return { address: depositAddress ?? undefined, memo: depositMemo ?? null }
}

export function toReading({ status, swapDetails }: OneClickStatus, order: KnownOrder): Reading {
  const { amountOut, depositedAmount, refundReason } = swapDetails
  const ins = (swapDetails.originChainTxHashes ?? []).map(({ hash }) => hash)
  const outs = (swapDetails.destinationChainTxHashes ?? []).map(({ hash }) => hash)
  const [payment, ...later] = ins
  const note = noteOf(status, depositedAmount ?? null, refundReason ?? null, order)
  return {
    word: status,
    meaning: meaningOf(meanings, status),
    srcTxHash: payment ?? null,
    payoutHashes: outs,
    paidAmount: depositedAmount ?? null,
    payoutAmount: amountOut ?? null,
    // Where the transaction of a refund is listed is documented nowhere; never it is the payment.
    refundHashes: [...later.reverse(), ...outs],
    ...(note === null ? {} : { note }),
  }
}

function noteOf(
  word: string,
  deposited: bigint | null,
  reason: string | null,
  { srcToken, srcAmount }: KnownOrder,
): string | null {
  if (word === 'INCOMPLETE_DEPOSIT' && deposited !== null && srcAmount !== null) {
    const share = shareText(deposited, srcAmount, srcToken.decimals)
    return `Only ${share} arrived; the rest must come before the deadline, else it is sent back.`
  }
  const isFailure = word === 'FAILED' && reason !== null && reason !== ''
  return isFailure ? `NEAR Intents says: "${foreignReason(reason)}".` : null
}

/** An order of somebody else, by the service's own word. */
export function toForeign(
  told: OneClickStatus,
  ref: Pick<SwapRef, 'startedAtMs'>,
  list: OneClickTokens,
): KnownOrder | null {
  const { quote, quoteRequest } = parseQuote(told)
  const srcToken = tokenOfAsset(quoteRequest.originAsset, list)
  const dstToken = tokenOfAsset(quoteRequest.destinationAsset, list)
  const { recipient, refundTo } = quoteRequest
  const { depositAddress } = quote
  if (srcToken === null || dstToken === null) return null
  if (recipient == null || depositAddress == null) return null
  return {
    orderId: depositAddress,
    depositAddress,
    depositMemo: quote.depositMemo ?? null,
    receiver: recipient,
    refundAddress: refundTo ?? null,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: quote.amountIn,
    dstAmount: quote.amountOut,
    createdAtMs: ref.startedAtMs,
    expiresAtMs: deadlineOf({ quote, quoteRequest }),
    own: {},
  }
}
