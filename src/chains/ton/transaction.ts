import type { TonChainMessage, TonChainTransaction } from '../../core/tonChain.ts'
import { readBoc } from './boc.ts'
import type { Cell } from './cell.ts'
import { normalizedHash, readMessage } from './message.ts'
import { type CellReader, readCell } from './reader.ts'
import { writeBoc } from './writeBoc.ts'

// Transactions as the chain stores them.
// https://github.com/ton-blockchain/ton/blob/master/crypto/block/block.tlb (read 2026-11)

/**
 * Decodes a transaction from its own cell, so that its effects need no trust in an indexer.
 * `account` is the account in whose list it was found: the cell has only the account's 32 bytes.
 * @throws RangeError for a cell that is not an ordinary transaction of this account
 */
export function readTonTransaction(boc: string, account: string): TonChainTransaction {
  const cell = readBoc(boc)
  const reader = readCell(cell)
  if (reader.uint(4) !== 0b0111) throw new RangeError('not a transaction')
  if (account.split(':')[1] !== reader.hex(32)) throw new RangeError('of a different account')
  const lt = reader.big(64)
  reader.hex(32)
  reader.big(64)
  const atSeconds = reader.uint(32)
  const outCount = reader.uint(15)
  reader.uint(4)
  const messages = readCell(reader.ref())
  const inMessage = messages.maybeRef()
  const outMessages = readMessages(messages.maybeRef())
  if (outMessages.length !== outCount) throw new RangeError('messages are missing')
  const totalFees = readCurrencies(reader)
  reader.ref()
  const description = readDescription(reader.ref())
  return {
    account,
    hash: cell.hash,
    lt,
    atSeconds,
    blockSeqno: null,
    traceId: null,
    inMessage: inMessage === null ? null : toMessage(inMessage),
    outMessages: outMessages.map(toMessage),
    ...description,
    totalFees,
    emulated: false,
  }
}

function toMessage(cell: Cell): TonChainMessage {
  const message = readMessage(cell)
  const { body } = message
  const isInternal = message.kind === 'internal'
  return {
    hash: cell.hash,
    normalizedHash: message.kind === 'external-in' ? normalizedHash(cell) : null,
    source: message.kind === 'external-in' ? null : message.source,
    destination: message.kind === 'external-out' ? null : message.destination,
    value: isInternal ? message.value : 0n,
    forwardFee: isInternal ? message.forwardFee : 0n,
    bounced: isInternal && message.bounced,
    opcode: body.bits < 32 || body.exotic ? null : readCell(body).uint(32),
    body: body.bits === 0 && body.refs.length === 0 ? null : writeBoc(body),
  }
}

function readCurrencies(reader: CellReader): bigint {
  const amount = reader.coins()
  reader.maybeRef()
  return amount
}

type Description = Pick<TonChainTransaction, 'aborted' | 'compute' | 'action'>

function readDescription(cell: Cell): Description {
  const reader = readCell(cell)
  if (reader.uint(4) !== 0) throw new RangeError('not an ordinary transaction')
  reader.bit()
  if (reader.bit()) skipStorage(reader)
  if (reader.bit()) {
    if (reader.bit()) reader.coins()
    readCurrencies(reader)
  }
  const compute = readCompute(reader)
  const action = reader.maybeRef()
  const aborted = reader.bit()
  return { aborted, compute, action: action === null ? null : readAction(action) }
}

function skipStorage(reader: CellReader): void {
  reader.coins()
  if (reader.bit()) reader.coins()
  skipStatusChange(reader)
}

function skipStatusChange(reader: CellReader): void {
  if (reader.bit()) reader.bit()
}

function readCompute(reader: CellReader): Description['compute'] {
  if (!reader.bit()) {
    // no state, bad state, no gas: two bits; suspended: three
    if (reader.uint(2) === 0b11) reader.bit()
    return null
  }
  const success = reader.bit()
  reader.uint(2)
  reader.coins()
  const details = readCell(reader.ref())
  details.varUint(7)
  details.varUint(7)
  if (details.bit()) details.varUint(3)
  details.int(8)
  return { success, exitCode: details.int(32) }
}

function readAction(cell: Cell): NonNullable<Description['action']> {
  const reader = readCell(cell)
  const success = reader.bit()
  const valid = reader.bit()
  reader.bit()
  skipStatusChange(reader)
  if (reader.bit()) reader.coins()
  if (reader.bit()) reader.coins()
  const resultCode = reader.int(32)
  if (reader.bit()) reader.int(32)
  reader.uint(16)
  reader.uint(16)
  return { success: success && valid, resultCode, skippedActions: reader.uint(16) }
}

/** The values of a dictionary with keys of 15 bits, in key order. */
function readMessages(root: Cell | null): Cell[] {
  const found: Cell[] = []
  const visit = (cell: Cell, keyBits: number): void => {
    const reader = readCell(cell)
    const left = keyBits - readLabel(reader, keyBits)
    if (left < 0) throw new RangeError('a dictionary with keys of another length')
    if (left === 0) {
      found.push(reader.ref())
      return
    }
    const [zero, one] = [reader.ref(), reader.ref()]
    visit(zero, left - 1)
    visit(one, left - 1)
  }
  if (root !== null) visit(root, 15)
  return found
}

/** The number of key bits in a node's label. */
function readLabel(reader: CellReader, keyBits: number): number {
  const lengthBits = 32 - Math.clz32(keyBits)
  if (!reader.bit()) {
    let length = 0
    while (reader.bit()) length += 1
    reader.big(length)
    return length
  }
  if (!reader.bit()) {
    const length = reader.uint(lengthBits)
    reader.big(length)
    return length
  }
  reader.bit()
  return reader.uint(lengthBits)
}
