import { type Cell, makeCell } from './cell.ts'

// Bags of cells, the serialized form of cells. https://docs.ton.org/foundations/serialization/boc
// (read 2026-11)

export const bocMagic = 0xb5ee9c72
/** More than any message, transaction or account state this program reads. */
const maxCells = 16_384

/**
 * The one root of a bag of cells, given in base64 of either alphabet.
 * @throws RangeError for anything that is not exactly one whole bag with one root
 */
export function readBoc(text: string): Cell {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) throw new RangeError('not base64')
  return readBocBytes(Buffer.from(text, 'base64'))
}

/** @throws RangeError as `readBoc` */
function readBocBytes(bytes: Buffer): Cell {
  if (bytes.length < 10 || bytes.readUInt32BE(0) !== bocMagic)
    throw new RangeError('not a bag of cells')
  const flags = bytes.readUInt8(4)
  const [hasIndex, hasChecksum] = [(flags & 0x80) !== 0, (flags & 0x40) !== 0]
  const size = flags & 0x07
  const offsetSize = bytes.readUInt8(5)
  const isKnown =
    (flags & 0x18) === 0 && size >= 1 && size <= 4 && offsetSize >= 1 && offsetSize <= 6
  if (!isKnown) throw new RangeError('an unknown kind of bag')
  let at = 6
  const take = (length: number): number => {
    at += length
    return bytes.readUIntBE(at - length, length)
  }
  const [count, roots, absent] = [take(size), take(size), take(size)]
  const dataSize = take(offsetSize)
  if (roots !== 1 || absent !== 0 || count < 1 || count > maxCells) {
    throw new RangeError('a bag with a wrong number of roots or too many cells')
  }
  const root = take(size)
  if (hasIndex) at += count * offsetSize
  const end = at + dataSize
  if (bytes.length !== end + (hasChecksum ? 4 : 0)) throw new RangeError('a bag of a wrong length')
  if (hasChecksum && crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) {
    throw new RangeError('a bag with a wrong checksum')
  }
  return buildCells(readRecords(bytes.subarray(at, end), count, size), root)
}

type Record = { data: Uint8Array; bits: number; refs: number[]; exotic: boolean }

function readRecords(bytes: Buffer, count: number, size: number): Record[] {
  const records: Record[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const first = bytes.readUInt8(at)
    const second = bytes.readUInt8(at + 1)
    at += 2
    const refCount = first & 0x07
    const level = first >> 5
    if (refCount > 4 || level !== 0) throw new RangeError('a proof cell')
    if ((first & 0x10) !== 0) at += 34 // the cell's own hash and depth, which this program computes itself
    const length = Math.ceil(second / 2)
    const raw = bytes.subarray(at, at + length)
    if (raw.length !== length) throw new RangeError('a bag that ends too early')
    at += length
    const refs: number[] = []
    for (let ref = 0; ref < refCount; ref += 1) {
      const target = bytes.readUIntBE(at, size)
      at += size
      // Only forward, so that a cycle cannot be encoded.
      if (target <= index || target >= count) throw new RangeError('a backward reference')
      refs.push(target)
    }
    records.push({ ...withoutCompletionTag(raw, second), refs, exotic: (first & 0x08) !== 0 })
  }
  if (at !== bytes.length) throw new RangeError('a bag of a wrong length')
  return records
}

function withoutCompletionTag(raw: Buffer, descriptor: number): { data: Uint8Array; bits: number } {
  const data = Uint8Array.from(raw)
  if (descriptor % 2 === 0) return { data, bits: data.length * 8 }
  const last = data.length - 1
  const byte = data[last] ?? 0
  if (byte === 0) throw new RangeError('a cell without its end')
  const padding = 32 - Math.clz32(byte & -byte)
  data[last] = byte & (byte - 1)
  const bits = data.length * 8 - padding
  return { data: data.slice(0, Math.ceil(bits / 8)), bits }
}

/** From the last to the first, so that every reference exists before it is needed. */
function buildCells(records: readonly Record[], root: number): Cell {
  const cells: Cell[] = []
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index]
    if (record === undefined) throw new RangeError('a missing cell')
    const refs = record.refs.map((ref) => {
      const cell = cells[ref]
      if (cell === undefined) throw new RangeError('a missing cell')
      return cell
    })
    cells[index] = makeCell(record.data, record.bits, refs, record.exotic)
  }
  const cell = cells[root]
  if (cell === undefined) throw new RangeError('a missing root')
  return cell
}

/** CRC-32C (Castagnoli). */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0x82f63b78
    }
  }
  return (crc ^ 0xffffffff) >>> 0
}
