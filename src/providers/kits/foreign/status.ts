import * as z from 'zod/mini'

import { isSameAccount } from '../../../chains/accountKey.ts'
import type { Json, SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { wireUint } from '../../../http/wire.ts'

/** The part of a swap that its transaction is later compared with. */
type SwapTerms = { srcToken: string; dstToken: string; srcAmount: bigint; minOut: bigint }

const termsWire = z.object({
  srcToken: z.string(),
  dstToken: z.string(),
  srcAmount: wireUint,
  minOut: wireUint,
})

export function writeTerms({ srcToken, dstToken, srcAmount, minOut }: SwapTerms): Json {
  return { srcToken, dstToken, srcAmount: String(srcAmount), minOut: String(minOut) }
}

/** Null for a swap that this service did not quote. */
export function readForeignTerms(state: Json): SwapTerms | null {
  const { success, data } = z.safeParse(termsWire, state)
  return success ? data : null
}

export function unknownYet(note?: string): SwapStatus {
  return {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    ...(note === undefined ? {} : { note }),
  }
}

export function notOurs(): SwapStatus {
  return unknownYet('The transaction is not a swap of this provider.')
}

/** A mined transaction as its chain shows it. */
type MinedSwap = {
  hash: string
  failed: boolean
  isFinal: boolean
  /** What the receiver gained, base units; null where the chain does not show it. */
  received: bigint | null
  /** What a failure left, where that is more than the network fee. */
  left?: string
}

/**
 * The end of a swap by its chain alone: the provider is not asked (S2, S5). A hash of
 * a payment other than the swap's own proves nothing (S9).
 */
export function foreignEnd(
  ref: SwapRef,
  read: DecodedForeign,
  { hash, failed, isFinal, received, left }: MinedSwap,
): SwapStatus {
  const { srcBlockchain, fromAddress, receiver, providerState } = ref
  const isSame = (one: string, other: string): boolean => isSameAccount(srcBlockchain, one, other)
  const terms = readForeignTerms(providerState)
  const isPayment =
    (fromAddress === null || isSame(read.payer, fromAddress)) &&
    (receiver === null || isSame(read.recipient, receiver)) &&
    (terms === null ||
      (isSame(read.srcToken, terms.srcToken) &&
        isSame(read.dstToken, terms.dstToken) &&
        read.srcAmount === terms.srcAmount &&
        read.minOut >= terms.minOut))
  if (!isPayment) return unknownYet('The transaction is not the payment of this swap.')
  if (!isFinal) {
    const note = 'The transaction is in a block that is not final yet.'
    return { status: 'PENDING', destinationTxHash: null, note }
  }
  if (failed) {
    const note = `The swap failed on the chain: ${left ?? 'only the network fee was spent'}.`
    return { status: 'FAIL', destinationTxHash: null, note }
  }
  const isPaid = received !== null && received > 0n && received >= read.minOut
  const facts = {
    srcToken: { blockchain: srcBlockchain, address: read.srcToken },
    srcAmount: read.srcAmount,
    dstToken: { blockchain: srcBlockchain, address: read.dstToken },
    fromAddress: read.payer,
    receiver: read.recipient,
  }
  if (isPaid) return { status: 'SUCCESS', destinationTxHash: hash, receivedAmount: received, facts }
  const note = 'The transaction succeeded, but the chain does not show that the receiver was paid.'
  return { status: 'INDETERMINATE', destinationTxHash: null, note }
}
