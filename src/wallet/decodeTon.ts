import { readBoc } from '../chains/ton/boc.ts'
import type { Cell } from '../chains/ton/cell.ts'
import { cellOfBits, uintBits } from '../chains/ton/derive.ts'
import { addressOfState, isSameBody, normalizedHash, readMessage } from '../chains/ton/message.ts'
import { type CellReader, readCell } from '../chains/ton/reader.ts'
import {
  type TonWalletVersion,
  v5WalletId,
  walletAddress,
  walletId,
} from '../chains/ton/wallets.ts'
import { writeBoc } from '../chains/ton/writeBoc.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isTonSignature } from './tonKey.ts'
import type { DecodedTon, SignedTon, TonPlan } from './types.ts'

/** First 32 bits of an external order to a version 5 wallet ("sign"). */
const v5External = 0x7369676e
/** An action that sends a message. */
const sendAction = 0x0ec3c86d
const signatureBytes = 64

type Order = {
  walletId: number
  validUntilSeconds: number
  seqno: number
  actions: { mode: number; message: Cell }[]
  signature: Uint8Array
  /** The part the signature covers. */
  signed: Cell
}

/**
 * Compares a signed message with the frozen plan, field by field, and its signature with the
 * wallet's key; from the bytes alone and without the library that signs (docs/safety.md E13).
 * @param publicKey the wallet's key according to the signer; the address proves it
 * @returns the message, ready to be sent and shown
 * @throws SwaprouteError UNSAFE_ROUTE (check E13) naming the first field that differs
 */
export function verifySignedTon(boc: string, plan: TonPlan, publicKey: Uint8Array): SignedTon {
  const { cell, decoded, order } = decode(boc, plan.walletVersion)
  const isOwn = walletAddress(plan.walletVersion, publicKey, plan.networkId) === plan.from
  if (decoded.from !== plan.from || !isOwn) throw mismatch('from')
  if (order.walletId !== walletId(plan.walletVersion, plan.networkId)) throw mismatch('networkId')
  if (!isTonSignature(Buffer.from(order.signed.hash, 'hex'), order.signature, publicKey)) {
    throw mismatch('signature')
  }
  if (decoded.seqno !== plan.seqno) throw mismatch('seqno')
  if (decoded.validUntilSeconds !== plan.validUntilSeconds) throw mismatch('validUntilSeconds')
  if (decoded.deploys !== plan.deploys) throw mismatch('deploys')
  if (decoded.messages.length !== plan.messages.length) throw mismatch('messages')
  plan.messages.forEach((planned, index) => {
    const found = decoded.messages[index]
    const at = (field: string): string => `messages.${index}.${field}`
    if (found?.to !== planned.to) throw mismatch(at('to'))
    if (found.value !== planned.value) throw mismatch(at('value'))
    if (found.bounce !== planned.bounce) throw mismatch(at('bounce'))
    if (found.sendMode !== plan.sendMode) throw mismatch(at('sendMode'))
    if (!isSameBody(found.payload, planned.payload)) throw mismatch(at('payload'))
    if (!isSameBody(found.stateInit, planned.stateInit)) throw mismatch(at('stateInit'))
  })
  return { boc, messageHash: normalizedHash(cell), decoded }
}

/**
 * The fields of a signed message.
 * @throws SwaprouteError UNSAFE_ROUTE (check E13) for a message of another wallet version
 */
export function decodeSignedTon(boc: string, version: TonWalletVersion): DecodedTon {
  return decode(boc, version).decoded
}

function decode(
  boc: string,
  version: TonWalletVersion,
): { cell: Cell; decoded: DecodedTon; order: Order } {
  try {
    const cell = readBoc(boc)
    const message = readMessage(cell)
    if (message.kind !== 'external-in') throw mismatch('kind')
    const from = message.destination
    const { stateInit } = message
    if (stateInit !== null && addressOfState(stateInit) !== from) throw mismatch('stateInit')
    const order = version === 'v4r2' ? readV4(message.body) : readV5(message.body)
    return {
      cell,
      order,
      decoded: {
        from,
        walletVersion: version,
        networkId: version === 'v4r2' ? null : networkOf(order.walletId),
        seqno: order.seqno,
        validUntilSeconds: order.validUntilSeconds,
        deploys: stateInit !== null,
        messages: order.actions.map(toOutMessage),
      },
    }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw mismatch('encoding', thrown)
    throw thrown
  }
}

/**
 * Signature, then wallet id, time, seqno, operation 0, and up to four modes with their messages.
 */
function readV4(body: Cell): Order {
  const reader = readCell(body)
  const signature = reader.bytes(signatureBytes)
  const signed = reader.rest()
  const order = readCell(signed)
  const [id, validUntilSeconds, seqno] = [order.uint(32), order.uint(32), order.uint(32)]
  if (order.uint(8) !== 0) throw mismatch('operation')
  const actions: Order['actions'] = []
  while (order.bitsLeft > 0) actions.push({ mode: order.uint(8), message: order.ref() })
  order.end()
  return { walletId: id, validUntilSeconds, seqno, actions, signature, signed }
}

/** Operation, wallet id, time, seqno, a list of actions, no extended actions, and the signature. */
function readV5(body: Cell): Order {
  const reader = readCell(body)
  const head = readV5Head(reader)
  const list = reader.maybeRef()
  if (reader.bit()) throw mismatch('extensions')
  const signature = reader.bytes(signatureBytes)
  reader.end()
  const { walletId: id, validUntilSeconds, seqno } = head
  // Everything before the signature, unchanged.
  const signedBits = body.bits - signatureBytes * 8
  const signed = cellOfBits(uintBits(readCell(body).big(signedBits), signedBits), body.refs)
  const actions = list === null ? [] : readActions(list)
  return { walletId: id, validUntilSeconds, seqno, actions, signature, signed }
}

function readV5Head(reader: CellReader): Pick<Order, 'walletId' | 'validUntilSeconds' | 'seqno'> {
  if (reader.uint(32) !== v5External) throw mismatch('operation')
  const [id, validUntilSeconds, seqno] = [reader.uint(32), reader.uint(32), reader.uint(32)]
  return { walletId: id, validUntilSeconds, seqno }
}

/** Each cell has one action and a reference to those before it; the first one is empty. */
function readActions(list: Cell): Order['actions'] {
  const actions: Order['actions'] = []
  let cell = list
  while (cell.bits > 0 || cell.refs.length > 0) {
    if (actions.length === 255) throw mismatch('messages')
    const reader = readCell(cell)
    const before = reader.ref()
    if (reader.uint(32) !== sendAction) throw mismatch('action')
    actions.unshift({ mode: reader.uint(8), message: reader.ref() })
    reader.end()
    cell = before
  }
  return actions
}

function toOutMessage({ mode, message }: Order['actions'][number]): DecodedTon['messages'][number] {
  const found = readMessage(message)
  if (found.kind !== 'internal' || found.bounced) throw mismatch('messages')
  if (found.source !== null || found.hasExtraCurrencies) throw mismatch('messages')
  // The network sets both; an order that sets them could cost more than the message's value.
  if (found.forwardFee !== 0n || found.routingFee !== 0n) throw mismatch('fees')
  const { body, stateInit } = found
  return {
    to: found.destination,
    value: found.value,
    bounce: found.bounce,
    payload: body.bits === 0 && body.refs.length === 0 ? null : writeBoc(body),
    stateInit: stateInit === null ? null : writeBoc(stateInit.cell),
    sendMode: mode,
  }
}

/** A version 5 wallet id is the network's id mixed with a constant. */
function networkOf(id: number): number {
  return v5WalletId(id) | 0
}

function mismatch(field: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    `The signed transfer differs from the one shown (${field}); it was not sent.`,
    {
      hint: 'Do not use this installation for money: reinstall swaproute from a trusted source.',
      context: { check: 'E13', field },
      cause,
    },
  )
}
