import { readBoc } from './boc.ts'
import type { Cell } from './cell.ts'
import { addressBits, cellOfBits } from './derive.ts'
import { type CellReader, readCell } from './reader.ts'

// Messages. https://github.com/ton-blockchain/ton/blob/master/crypto/block/block.tlb (read 2026-11)

export type StateInit = { code: Cell | null; data: Cell | null; cell: Cell }

type Content = { stateInit: StateInit | null; body: Cell }

export type TonMessageCell = Content &
  (
    | { kind: 'external-in'; destination: string }
    | { kind: 'external-out'; source: string | null }
    | {
        kind: 'internal'
        bounce: boolean
        bounced: boolean
        /** Null in a message that its wallet has not sent yet. */
        source: string | null
        destination: string
        value: bigint
        forwardFee: bigint
        /** For instant routing, which is not in use. */
        routingFee: bigint
        /** Currencies other than TON are attached, which no swap needs. */
        hasExtraCurrencies: boolean
      }
  )

/** @throws RangeError for a cell that is not a message */
export function readMessage(cell: Cell): TonMessageCell {
  const reader = readCell(cell)
  if (!reader.bit()) return readInternal(reader)
  if (!reader.bit()) {
    reader.headAddress()
    const destination = required(reader.address())
    reader.coins() // the network's import fee
    return { kind: 'external-in', destination, ...readContent(reader) }
  }
  const source = reader.address()
  reader.headAddress()
  reader.big(64)
  reader.uint(32)
  return { kind: 'external-out', source, ...readContent(reader) }
}

function readInternal(reader: CellReader): TonMessageCell {
  reader.bit() // instant routing, which is not in use
  const [bounce, bounced] = [reader.bit(), reader.bit()]
  const source = reader.address()
  const destination = required(reader.address())
  const value = reader.coins()
  const hasExtraCurrencies = reader.maybeRef() !== null
  const routingFee = reader.coins()
  const forwardFee = reader.coins()
  reader.big(64)
  reader.uint(32)
  const fees = { forwardFee, routingFee }
  const facts = { bounce, bounced, source, destination, value, ...fees, hasExtraCurrencies }
  return { kind: 'internal', ...facts, ...readContent(reader) }
}

function readContent(reader: CellReader): Content {
  const stateInit = reader.bit() ? readInit(reader) : null
  const body = reader.eitherRef()
  reader.end()
  return { stateInit, body }
}

function readInit(reader: CellReader): StateInit {
  if (reader.bit()) return readStateInit(reader.ref())
  // Inline: only reading it shows where it ends.
  const parts = readInitParts(reader)
  const cell = initCell(parts)
  return { code: parts.code, data: parts.data, cell }
}

type InitParts = { code: Cell | null; data: Cell | null }

function readInitParts(reader: CellReader): InitParts {
  if (reader.bit()) reader.uint(5)
  if (reader.bit()) throw new RangeError('a special contract')
  const [code, data, library] = [reader.maybeRef(), reader.maybeRef(), reader.maybeRef()]
  if (library !== null) throw new RangeError('a contract with its own libraries')
  return { code, data }
}

function initCell({ code, data }: InitParts): Cell {
  const refs = [code, data].filter((part) => part !== null)
  return cellOfBits(`00${code === null ? 0 : 1}${data === null ? 0 : 1}0`, refs)
}

/**
 * Code and data of a contract to deploy.
 * @throws RangeError for any other cell
 */
export function readStateInit(cell: Cell): StateInit {
  const reader = readCell(cell)
  const { code, data } = readInitParts(reader)
  reader.end()
  return { code, data, cell }
}

/** The address of a contract with this initial code and data (T4). */
export function addressOfState({ cell }: Pick<StateInit, 'cell'>, workchain = 0): string {
  return `${workchain}:${cell.hash}`
}

/**
 * Hash of an external-in message in its normalized form (TEP-467): no source, no import fee, no
 * state, body in a reference. Wallets and explorers show this one, however the message was
 * serialized. https://github.com/ton-blockchain/TEPs/pull/467 (read 2026-11)
 * @throws RangeError for a cell that is not an external-in message
 */
export function normalizedHash(cell: Cell): string {
  const message = readMessage(cell)
  if (message.kind !== 'external-in') throw new RangeError('not a message from outside')
  return cellOfBits(`1000${addressBits(message.destination)}000001`, [message.body]).hash
}

/**
 * `normalizedHash` of a message in base64.
 * @throws RangeError as `readBoc` and `normalizedHash`
 */
export function normalizedHashOfBoc(boc: string): string {
  return normalizedHash(readBoc(boc))
}

/** Whether two bags of cells have the same content; null and an empty cell are the same. */
export function isSameBody(a: string | null, b: string | null): boolean {
  return a === b || bodyHash(a) === bodyHash(b)
}

function bodyHash(body: string | null): string {
  return body === null ? cellOfBits('').hash : readBoc(body).hash
}

/** The text of a comment; null for a body that is not one. */
export function readComment(body: Cell): string | null {
  const bytes: number[] = []
  let cell: Cell | undefined = body
  for (let depth = 0; cell !== undefined; depth += 1) {
    const bits: number = depth === 0 ? cell.bits - 32 : cell.bits
    if (bits < 0 || bits % 8 !== 0 || cell.refs.length > 1 || cell.exotic) return null
    const reader = readCell(cell)
    if (depth === 0 && reader.uint(32) !== 0) return null
    bytes.push(...reader.bytes(bits / 8))
    cell = cell.refs[0]
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}

function required(address: string | null): string {
  if (address === null) throw new RangeError('a message without a destination')
  return address
}
