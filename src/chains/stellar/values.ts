import { stellarAddress, stellarKey } from './addresses.ts'
import { type XdrReader, xdrList, xdrOpaque, xdrU32, xdrU64 } from './xdr.ts'

// Arguments of contracts: stellar/stellar-xdr, Stellar-contract.x (protocol 22).

/** `other`: values that no swap has. */
export type StellarValue =
  | { kind: 'address' | 'symbol'; text: string }
  | { kind: 'number'; type: 'u32' | 'u64' | 'u128' | 'i128'; value: bigint }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'vec'; items: readonly StellarValue[] }
  | { kind: 'map'; entries: readonly (readonly [StellarValue, StellarValue])[] }
  | { kind: 'other' }

const [mostItems, mostBytes, mostDepth] = [256, 65_536, 12]

/**
 * A contract or an account.
 * @throws RangeError for addresses of other kinds
 */
export function readStellarAddress(reader: XdrReader): string {
  const kind = reader.u32()
  if (kind === 1) return stellarAddress('contract', reader.fixed(32))
  if (kind !== 0 || reader.u32() !== 0) throw new RangeError('an address of another kind')
  return stellarAddress('account', reader.fixed(32))
}

/** @throws RangeError for values that are cut, nested too deep, or of unknown types */
export function readValue(reader: XdrReader, depth = 0): StellarValue {
  if (depth > mostDepth) throw new RangeError('nested too deep')
  const inner = (): StellarValue => readValue(reader, depth + 1)
  const number = (type: 'u32' | 'u64' | 'u128' | 'i128', value: bigint): StellarValue => {
    return { kind: 'number', type, value }
  }
  const wide = (high: bigint): bigint => (high << 64n) | reader.u64()
  switch (reader.u32()) {
    case 0: // bool
    case 4: // i32
      reader.u32()
      return { kind: 'other' }
    case 1: // void
    case 20: // key of a contract's own entry
      return { kind: 'other' }
    case 3:
      return number('u32', BigInt(reader.u32()))
    case 5:
      return number('u64', reader.u64())
    case 6: // i64
    case 7: // moment
    case 8: // duration
      reader.u64()
      return { kind: 'other' }
    case 9:
      return number('u128', wide(reader.u64()))
    case 10:
      return number('i128', wide(reader.i64()))
    case 11: // u256
    case 12: // i256
      reader.fixed(32)
      return { kind: 'other' }
    case 13:
      return { kind: 'bytes', bytes: reader.opaque(mostBytes) }
    case 14: // text
      reader.opaque(mostBytes)
      return { kind: 'other' }
    case 15:
      return { kind: 'symbol', text: Buffer.from(reader.opaque(32)).toString('latin1') }
    case 16:
      return { kind: 'vec', items: reader.optional(() => reader.list(mostItems, inner)) ?? [] }
    case 17: {
      const entry = (): readonly [StellarValue, StellarValue] => [inner(), inner()]
      return { kind: 'map', entries: reader.optional(() => reader.list(mostItems, entry)) ?? [] }
    }
    case 18:
      return { kind: 'address', text: readStellarAddress(reader) }
    default:
      throw new RangeError('a value of an unknown type')
  }
}

export function addressValue(address: string): Uint8Array {
  const isContract = address.startsWith('C')
  const key = stellarKey(isContract ? 'contract' : 'account', address)
  return Buffer.concat([xdrU32(18), isContract ? xdrU32(1) : xdrU64(0n), key])
}

export function u128Value(value: bigint): Uint8Array {
  return Buffer.concat([xdrU32(9), xdrU64(value >> 64n), xdrU64(value)])
}

/** A call of a contract, as operations and permissions name it. */
export function callBytes(
  contract: string,
  method: string,
  args: readonly Uint8Array[],
): Uint8Array {
  const name = new TextEncoder().encode(method)
  return Buffer.concat([
    xdrU32(1),
    stellarKey('contract', contract),
    xdrOpaque(name),
    xdrList(args),
  ])
}
