import { readBoc } from './boc.ts'
import type { Cell } from './cell.ts'
import { addressBits, cellOfBits } from './derive.ts'
import { readCell } from './reader.ts'
import { writeBoc } from './writeBoc.ts'

// Jettons. https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
// (read 2026-11)

export const jettonOps = {
  /** Owner to his own jetton wallet. */
  transfer: 0x0f8a7ea5,
  /** Jetton wallet to the receiver's jetton wallet. */
  internalTransfer: 0x178d4519,
  /** Jetton wallet to its owner: this much has arrived. */
  transferNotification: 0x7362d09c,
  /** What is left of the fees, back to whom the transfer named. */
  excesses: 0xd53276db,
  burn: 0x595f07bc,
} as const

/** A transfer as an owner orders it. */
export type JettonTransfer = {
  queryId: bigint
  amount: bigint
  /** Raw address of whom the jettons go to. */
  destination: string
  /** Who gets what is left of the fees; null: nobody. */
  responseDestination: string | null
  hasCustomPayload: boolean
  /** Nanoton that go along with the notification. */
  forwardAmount: bigint
  forwardPayload: Cell
}

/** @throws RangeError for a body that begins as a transfer but is none; null for another one */
export function readJettonTransfer(body: Cell): JettonTransfer | null {
  if (body.exotic || body.bits < 32) return null
  const reader = readCell(body)
  if (reader.uint(32) !== jettonOps.transfer) return null
  const queryId = reader.big(64)
  const amount = reader.coins()
  const destination = reader.address()
  if (destination === null) throw new RangeError('a transfer to nobody')
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

/** Jettons on their way from one jetton wallet to another. */
export type JettonArrival = { amount: bigint; from: string | null }

/**
 * Of an internal transfer: what arrives at the jetton wallet that took it. Masters mint with the
 * same message. Null for another body, or one that is cut short.
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
 * An address as a get-method takes it, in base64: a quote asks such questions, and the checks rest
 * on their answers. @throws RangeError for anything but a raw address
 */
export function addressSlice(raw: string): string {
  return writeBoc(cellOfBits(addressBits(raw)))
}

/** An address as a get-method gives it; null where it gives the empty one or something else. */
export function readAddressSlice(boc: string): string | null {
  try {
    return readCell(readBoc(boc)).address()
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
