import type { Body } from '../depositSupport.ts'

// The bytes of a transaction as they are signed, from its JSON: written for tests alone, by the enums of
// MystenLabs/sui, crates/sui-types/src/transaction.rs.

function length(count: number): Buffer {
  const bytes: number[] = []
  let left = count
  for (; left > 0x7f; left >>= 7) bytes.push((left & 0x7f) | 0x80)
  return Buffer.from([...bytes, left])
}

function list<T>(items: readonly T[], write: (item: T) => Buffer): Buffer {
  return Buffer.concat([length(items.length), ...items.map(write)])
}

const byte = (value: number): Buffer => Buffer.of(value)
const hex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')
const text = (value: string): Buffer => list([...Buffer.from(value)], byte)

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function argument(one: Body): Buffer {
  if ('GasCoin' in one) return byte(0)
  if ('Input' in one) return Buffer.concat([byte(1), u16(one.Input)])
  return Buffer.concat([byte(2), u16(one.Result)])
}

function typeTag(type: string): Buffer {
  const [address = '', module = '', name = ''] = type.split('::')
  return Buffer.concat([byte(7), hex(address), text(module), text(name), length(0)])
}

/** An object's id, version and the hash of its content. */
const reference = (id: string, version: bigint): Buffer =>
  Buffer.concat([hex(id), u64(version), length(32), Buffer.alloc(32, 3)])

function input({ Pure, Object: of }: Body): Buffer {
  if (Pure !== undefined) {
    return Buffer.concat([byte(0), list([...Buffer.from(Pure.bytes, 'base64')], byte)])
  }
  const { SharedObject: shared, ImmOrOwnedObject: owned } = of
  if (shared === undefined) {
    return Buffer.concat([byte(1), byte(0), reference(owned.objectId, BigInt(owned.version))])
  }
  const { objectId, initialSharedVersion, mutable } = shared
  const version = u64(BigInt(initialSharedVersion))
  return Buffer.concat([byte(1), byte(1), hex(objectId), version, byte(mutable ? 1 : 0)])
}

function command({ MoveCall, TransferObjects, SplitCoins, MergeCoins }: Body): Buffer {
  if (MoveCall !== undefined) {
    return Buffer.concat([
      byte(0),
      hex(MoveCall.package),
      text(MoveCall.module),
      text(MoveCall.function),
      list(MoveCall.typeArguments, typeTag),
      list(MoveCall.arguments, argument),
    ])
  }
  if (TransferObjects !== undefined) {
    const { objects, address } = TransferObjects
    return Buffer.concat([byte(1), list(objects, argument), argument(address)])
  }
  const [kind, one, many] =
    SplitCoins === undefined
      ? [3, MergeCoins.destination, MergeCoins.sources]
      : [2, SplitCoins.coin, SplitCoins.amounts]
  return Buffer.concat([byte(kind), argument(one), list(many, argument)])
}

/** In base64, with gas as a wallet adds it. */
export function bcsOf({ sender, inputs, commands }: Body): string {
  return Buffer.concat([
    Buffer.of(0, 0),
    list(inputs, input),
    list(commands, command),
    hex(sender),
    list([`0x${'9'.repeat(64)}`], (id) => reference(id, 7n)),
    hex(sender),
    u64(750n),
    u64(20_000_000n),
    byte(0),
  ]).toString('base64')
}
