import { readBoc } from './boc.ts'
import type { Cell } from './cell.ts'
import { addressBits, cellOfBits } from './derive.ts'
import { readCell } from './reader.ts'
import { writeBoc } from './writeBoc.ts'

// Jettons. https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
// (read 2026-11)

export const jettonOps = {
  /** From the owner to the owner's jetton wallet. */
  transfer: 0x0f8a7ea5,
  /** Jetton wallet to the receiver's jetton wallet. */
  internalTransfer: 0x178d4519,
  /** Jetton wallet to its owner: this amount has arrived. */
  transferNotification: 0x7362d09c,
  /** The rest of the fees, to the address the transfer names. */
  excesses: 0xd53276db,
  burn: 0x595f07bc,
} as const

/** A transfer as the owner's message states it. */
export type JettonTransfer = {
  queryId: bigint
  amount: bigint
  /** Raw address of the recipient of the jettons. */
  destination: string
  /** Receives the rest of the fees; null: no one. */
  responseDestination: string | null
  hasCustomPayload: boolean
  /** Nanoton attached to the notification. */
  forwardAmount: bigint
  forwardPayload: Cell
}

/**
 * Null for a body that is not a transfer.
 * @throws RangeError for a malformed transfer
 */
export function readJettonTransfer(body: Cell): JettonTransfer | null {
  if (body.exotic || body.bits < 32) return null
  const reader = readCell(body)
  if (reader.uint(32) !== jettonOps.transfer) return null
  const queryId = reader.big(64)
  const amount = reader.coins()
  const destination = reader.address()
  if (destination === null) throw new RangeError('a transfer without a destination')
  const responseDestination = reader.address()
  const hasCustomPayload = reader.maybeRef() !== null
  const forwardAmount = reader.coins()
  const forwardPayload = reader.eitherRef()
  reader.end()
  return {
    queryId,
    amount,
    destination,
    responseDestination,
    hasCustomPayload,
    forwardAmount,
    forwardPayload,
  }
}

/** Jettons in transit from one jetton wallet to another. */
export type JettonArrival = { amount: bigint; from: string | null }

/**
 * An internal transfer's effect on the jetton wallet that receives it. Masters mint with the same
 * message. Null for another body, or one that is cut short.
 */
export function readInternalTransfer(body: string | null): JettonArrival | null {
  if (body === null) return null
  try {
    const reader = readCell(readBoc(body))
    if (reader.uint(32) !== jettonOps.internalTransfer) return null
    reader.big(64)
    return { amount: reader.coins(), from: reader.address() }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/**
 * An address as a get-method's argument, in base64: quotes need it, and checks depend on the
 * answers.
 * @throws RangeError for anything but a raw address
 */
export function addressSlice(raw: string): string {
  return writeBoc(cellOfBits(addressBits(raw)))
}

/** An address as a get-method returns it; null for the empty address or anything else. */
export function readAddressSlice(boc: string): string | null {
  try {
    return readCell(readBoc(boc)).address()
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
