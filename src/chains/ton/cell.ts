import { createHash } from 'node:crypto'

// Cells, the unit of all data on TON: up to 1023 bits and four references.
// https://docs.ton.org/foundations/serialization/cells (read 2026-11)

export const maxBits = 1023
const maxRefs = 4
const maxDepth = 1024
/** The one exotic type that account states contain: code in the masterchain's library. */
const libraryType = 2

/** Immutable; `makeCell` creates it and computes its hash. */
export type Cell = {
  /** Bits from the highest one of the first byte; unused bits of the last byte are 0. */
  data: Uint8Array
  bits: number
  refs: readonly Cell[]
  exotic: boolean
  /** Representation hash, 64 lower-case hex digits. */
  hash: string
  depth: number
}

/**
 * @throws RangeError for more bits, references or depth than a cell may have, and for exotic cells
 * other than libraries (messages never contain proofs)
 */
export function makeCell(
  data: Uint8Array,
  bits: number,
  refs: readonly Cell[],
  exotic = false,
): Cell {
  if (bits < 0 || bits > maxBits || data.length !== Math.ceil(bits / 8)) {
    throw new RangeError('a cell has at most 1023 bits')
  }
  if (refs.length > maxRefs) throw new RangeError('a cell has at most four references')
  if (exotic && (bits !== 264 || data[0] !== libraryType || refs.length > 0)) {
    throw new RangeError('a proof cell')
  }
  const depth = refs.length === 0 ? 0 : 1 + Math.max(...refs.map((ref) => ref.depth))
  if (depth > maxDepth) throw new RangeError('a cell is too deep')
  return { data, bits, refs, exotic, hash: hashOf(data, bits, refs, exotic), depth }
}

/** First two bytes of a cell's representation at level 0. */
export function descriptors(bits: number, refs: number, exotic: boolean): [number, number] {
  return [refs + (exotic ? 8 : 0), Math.floor(bits / 8) + Math.ceil(bits / 8)]
}

/** The data with the bit that marks its end, where the last byte is not full. */
export function withCompletionTag(data: Uint8Array, bits: number): Uint8Array {
  if (bits % 8 === 0) return data
  const tagged = Uint8Array.from(data)
  const last = tagged.length - 1
  tagged[last] = (tagged[last] ?? 0) | (0x80 >> (bits % 8))
  return tagged
}

function hashOf(data: Uint8Array, bits: number, refs: readonly Cell[], exotic: boolean): string {
  const sha = createHash('sha256')
  sha.update(Uint8Array.from(descriptors(bits, refs.length, exotic)))
  sha.update(withCompletionTag(data, bits))
  for (const { depth } of refs) sha.update(Uint8Array.of(depth >> 8, depth & 0xff))
  for (const { hash } of refs) sha.update(Buffer.from(hash, 'hex'))
  return sha.digest('hex')
}
