// The wire form of Stellar: big-endian, every item padded to four bytes with zeros (RFC 4506).

export type XdrReader = {
  u32(): number
  u64(): bigint
  i64(): bigint
  /** Without a length, padded. */
  fixed(length: number): Uint8Array
  /** With its length before it, padded. */
  opaque(most: number): Uint8Array
  list<T>(most: number, read: () => T): T[]
  /** Null where the next item is absent. */
  optional<T>(read: () => T): T | null
  /** What `read` returns, with the bytes that it takes. */
  span<T>(read: () => T): { value: T; bytes: Uint8Array }
  /** @throws RangeError for bytes behind the last item */
  end(): void
}

/** Reads with bounds: whatever is cut, padded with anything but zeros or too long throws RangeError. */
export function readXdr(data: Uint8Array): XdrReader {
  let at = 0
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const take = (length: number): number => {
    if (at + length > data.length) throw new RangeError('cut off')
    at += length
    return at - length
  }
  const u32 = (): number => view.getUint32(take(4))
  const fixed = (length: number): Uint8Array => {
    const start = take(length)
    const padding = take((4 - (length % 4)) % 4)
    if (data.subarray(padding, at).some((byte) => byte !== 0)) throw new RangeError('padding')
    return data.subarray(start, start + length)
  }
  const count = (most: number): number => {
    const length = u32()
    if (length > most) throw new RangeError('too long')
    return length
  }
  return {
    u32,
    fixed,
    u64: () => view.getBigUint64(take(8)),
    i64: () => view.getBigInt64(take(8)),
    opaque: (most) => fixed(count(most)),
    list: (most, read) => Array.from({ length: count(most) }, read),
    optional: (read) => {
      const flag = u32()
      if (flag > 1) throw new RangeError('neither present nor absent')
      return flag === 1 ? read() : null
    },
    span: (read) => {
      const start = at
      const value = read()
      return { value, bytes: data.subarray(start, at) }
    },
    end: () => {
      if (at !== data.length) throw new RangeError('bytes after the end')
    },
  }
}

export function xdrU32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function xdrU64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value))
  return bytes
}

/** With its length before it. */
export function xdrOpaque(bytes: Uint8Array): Uint8Array {
  const padding = new Uint8Array((4 - (bytes.length % 4)) % 4)
  return Buffer.concat([xdrU32(bytes.length), bytes, padding])
}

export function xdrList(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([xdrU32(items.length), ...items])
}
