// The wire form of Sui: little endian, lengths in seven bits a byte
// (https://github.com/diem/bcs; types of Move: MystenLabs/sui, sui-types/src/type_input.rs).

export type BcsReader = {
  byte(): number
  u16(): number
  u64(): bigint
  bytes(length: number): Uint8Array
  /** A length. */
  count(): number
  text(): string
  /** `0x` and 64 digits. */
  address(): string
  /** `0x…::module::TYPE`, with its own types behind it. */
  typeTag(depth?: number): string
  list<T>(most: number, read: () => T): T[]
  /** @throws RangeError for bytes behind the last item */
  end(): void
}

const plainTypes = ['bool', 'u8', 'u64', 'u128', 'address', 'signer'] as const
const laterTypes = ['u16', 'u32', 'u256'] as const
const mostDepth = 8

/** Reads with bounds: whatever is cut or too long throws RangeError. */
export function createBcsReader(data: Uint8Array): BcsReader {
  let at = 0
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const take = (length: number): number => {
    if (at + length > data.length) throw new RangeError('cut off')
    at += length
    return at - length
  }
  const byte = (): number => view.getUint8(take(1))
  const bytes = (length: number): Uint8Array => {
    const start = take(length)
    return data.subarray(start, start + length)
  }
  const count = (): number => {
    let value = 0
    for (let shift = 0; shift <= 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next >= 0x80) continue
      // A length has one form only.
      if (next === 0 && shift > 0) throw new RangeError('a length with idle bytes')
      return value
    }
    throw new RangeError('a length that is too long')
  }
  const list = <T>(most: number, read: () => T): T[] => {
    const length = count()
    if (length > most) throw new RangeError('too many')
    return Array.from({ length }, read)
  }
  const text = (): string => Buffer.from(bytes(count())).toString('latin1')
  const address = (): string => `0x${Buffer.from(bytes(32)).toString('hex')}`
  const typeTag = (depth = 0): string => {
    if (depth > mostDepth) throw new RangeError('nested too deep')
    const kind = byte()
    const plain = plainTypes[kind] ?? laterTypes[kind - 8]
    if (plain !== undefined) return plain
    if (kind === 6) return `vector<${typeTag(depth + 1)}>`
    if (kind !== 7) throw new RangeError('a type of another kind')
    const name = `${address()}::${text()}::${text()}`
    const inside = list(16, () => typeTag(depth + 1))
    return inside.length === 0 ? name : `${name}<${inside.join(', ')}>`
  }
  return {
    byte,
    bytes,
    count,
    text,
    address,
    typeTag,
    list,
    u16: () => view.getUint16(take(2), true),
    u64: () => view.getBigUint64(take(8), true),
    end: () => {
      if (at !== data.length) throw new RangeError('bytes after the end')
    },
  }
}

export function bcsU64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** Up to 127 characters. */
export function bcsText(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.concat([Uint8Array.of(bytes.length), bytes])
}

export function bcsAddress(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex')
}
