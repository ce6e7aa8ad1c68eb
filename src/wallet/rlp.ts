// Recursive Length Prefix, reading only. Strict: every value has exactly one encoding, and any
// other is refused. https://ethereum.org/developers/docs/data-structures-and-encoding/rlp (read
// 2026-11)

/** One item and its position, so that a list can be hashed again without its last fields. */
export type RlpItem =
  | { kind: 'bytes'; bytes: Uint8Array; encoded: Uint8Array }
  | { kind: 'list'; items: RlpItem[]; encoded: Uint8Array }

/**
 * The single item in `input`.
 * @throws RangeError on trailing bytes, lengths past the end, or a longer encoding than needed
 */
export function decodeRlp(input: Uint8Array): RlpItem {
  const { item, end } = readItem(input, 0, 0)
  if (end !== input.length) throw new RangeError('bytes left over')
  return item
}

/** The encoding of a list from the encodings of its items. */
export function encodeRlpList(encodedItems: readonly Uint8Array[]): Uint8Array {
  const payload = Buffer.concat(encodedItems)
  if (payload.length < 56) return Buffer.concat([Uint8Array.of(0xc0 + payload.length), payload])
  const length = bigEndian(payload.length)
  return Buffer.concat([Uint8Array.of(0xf7 + length.length), length, payload])
}

/** The encoding of a small whole number. */
export function encodeRlpNumber(value: number): Uint8Array {
  if (value === 0) return Uint8Array.of(0x80)
  if (value < 0x80) return Uint8Array.of(value)
  const bytes = bigEndian(value)
  return Buffer.concat([Uint8Array.of(0x80 + bytes.length), bytes])
}

const maxDepth = 4

function readItem(input: Uint8Array, start: number, depth: number): { item: RlpItem; end: number } {
  const first = input[start]
  if (first === undefined) throw new RangeError('ends too early')
  if (depth > maxDepth) throw new RangeError('nested too deeply')
  if (first < 0x80) {
    const encoded = input.subarray(start, start + 1)
    return { item: { kind: 'bytes', bytes: encoded, encoded }, end: start + 1 }
  }
  const isList = first >= 0xc0
  const { from, to } = readBounds(input, start, first - (isList ? 0xc0 : 0x80))
  const encoded = input.subarray(start, to)
  if (isList) {
    const items: RlpItem[] = []
    for (let position = from; position < to;) {
      const { item, end } = readItem(input, position, depth + 1)
      if (end > to) throw new RangeError('an item exceeds its list')
      items.push(item)
      position = end
    }
    return { item: { kind: 'list', items, encoded }, end: to }
  }
  const bytes = input.subarray(from, to)
  if (bytes.length === 1 && (bytes[0] ?? 0) < 0x80) throw new RangeError('a byte spelt too long')
  return { item: { kind: 'bytes', bytes, encoded }, end: to }
}

/** Start and end of the payload; `marker` is the first byte without its kind. */
function readBounds(
  input: Uint8Array,
  start: number,
  marker: number,
): { from: number; to: number } {
  let from = start + 1
  let length = marker
  if (marker > 55) {
    const size = marker - 55
    length = 0
    if (input[from] === 0) throw new RangeError('a length spelt too long')
    for (const byte of input.subarray(from, from + size)) length = length * 256 + byte
    if (length < 56) throw new RangeError('a length spelt too long')
    from += size
  }
  const to = from + length
  if (to > input.length) throw new RangeError('ends too early')
  return { from, to }
}

function bigEndian(value: number): Uint8Array {
  const digits = value.toString(16)
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
}
