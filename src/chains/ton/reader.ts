import { type Cell, makeCell } from './cell.ts'

/** Reads a cell from its beginning; every read advances. Throws RangeError past the end. */
export type CellReader = {
  readonly bitsLeft: number
  readonly refsLeft: number
  bit(): boolean
  /** Up to 48 bits. */
  uint(bits: number): number
  int(bits: number): number
  big(bits: number): bigint
  /** Whole bytes as lower-case hex. */
  hex(bytes: number): string
  bytes(count: number): Uint8Array
  /** Nanoton or jetton units: a length of four bits, then that many bytes. */
  coins(): bigint
  /** A number in at most `maxBytes` - 1 bytes (VarUInteger). */
  varUint(maxBytes: number): bigint
  /**
   * Raw form; null for the empty address.
   * @throws RangeError for an external address or an unknown workchain, which must not pass for the
   * empty address
   */
  address(): string | null
  /** The same in a message's header, where an external address is allowed: null as well. */
  headAddress(): string | null
  ref(): Cell
  /** Null where the bit before it is 0. */
  maybeRef(): Cell | null
  /** The content inline, or in a reference where the bit before it is 1. */
  eitherRef(): Cell
  /** The unread rest, as a cell. */
  rest(): Cell
  /** @throws RangeError when anything is left */
  end(): void
}

export function readCell(cell: Cell): CellReader {
  if (cell.exotic) throw new RangeError('a library cell has no content of its own')
  let position = 0
  let refIndex = 0

  const bit = (): boolean => {
    if (position >= cell.bits) throw new RangeError('past the end of a cell')
    const byte = cell.data[position >> 3] ?? 0
    const found = (byte & (0x80 >> (position & 7))) !== 0
    position += 1
    return found
  }
  const big = (bits: number): bigint => {
    if (bits > cell.bits - position) throw new RangeError('past the end of a cell')
    let value = 0n
    let left = bits
    while (left > 0) {
      const inByte = Math.min(left, 8 - (position & 7))
      const byte = cell.data[position >> 3] ?? 0
      const part = (byte >> (8 - (position & 7) - inByte)) & ((1 << inByte) - 1)
      value = (value << BigInt(inByte)) | BigInt(part)
      position += inByte
      left -= inByte
    }
    return value
  }
  const uint = (bits: number): number => Number(big(bits))
  const int = (bits: number): number => Number(BigInt.asIntN(bits, big(bits)))
  const hex = (bytes: number): string =>
    bytes === 0
      ? ''
      : big(bytes * 8)
          .toString(16)
          .padStart(bytes * 2, '0')
  const varUint = (maxBytes: number): bigint => {
    const length = uint(32 - Math.clz32(maxBytes - 1))
    if (length >= maxBytes) throw new RangeError('a number that is too long')
    return big(length * 8)
  }
  const addressOf = (kind: number): string | null => {
    if (kind === 0) return null
    if (kind !== 2 || bit()) throw new RangeError('an address of a form that is not used')
    const workchain = int(8)
    if (workchain !== 0 && workchain !== -1) throw new RangeError('an address in no workchain')
    return `${workchain}:${hex(32)}`
  }
  const address = (): string | null => addressOf(uint(2))
  const headAddress = (): string | null => {
    const kind = uint(2)
    if (kind !== 1) return addressOf(kind)
    big(uint(9))
    return null
  }
  const ref = (): Cell => {
    const found = cell.refs[refIndex]
    if (found === undefined) throw new RangeError('a missing reference')
    refIndex += 1
    return found
  }
  const rest = (): Cell => {
    const bits = cell.bits - position
    const data = new Uint8Array(Math.ceil(bits / 8))
    for (let index = 0; index < data.length; index += 1) {
      const width = Math.min(8, bits - index * 8)
      data[index] = uint(width) << (8 - width)
    }
    const refs = cell.refs.slice(refIndex)
    refIndex = cell.refs.length
    return makeCell(data, bits, refs)
  }

  return {
    get bitsLeft() {
      return cell.bits - position
    },
    get refsLeft() {
      return cell.refs.length - refIndex
    },
    bit,
    uint,
    int,
    big,
    hex,
    bytes: (count) => Uint8Array.from(Buffer.from(hex(count), 'hex')),
    coins: () => varUint(16),
    varUint,
    address,
    headAddress,
    ref,
    maybeRef: () => (bit() ? ref() : null),
    eitherRef: () => (bit() ? ref() : rest()),
    rest,
    end: () => {
      if (position !== cell.bits || refIndex !== cell.refs.length) {
        throw new RangeError('more in a cell than expected')
      }
    },
  }
}
