import { base58 } from '@scure/base'

// Versioned transactions as bytes: https://solana.com/docs/core/transactions and the wire format in
// https://docs.anza.xyz/proposals/versioned-transactions. Compact-u16 counts, little endian.

/** Largest transaction that a node takes. */
export const mostTransactionBytes = 1232

export type SolanaInstruction = {
  program: string
  /** Null: an account of a lookup table whose content is not known here. */
  accounts: readonly (string | null)[]
  data: Uint8Array
}

export type SolanaMessage = {
  /** Required signers; the first pays the fees. */
  signers: readonly string[]
  /** Signatures, zero where not signed yet. */
  signatures: readonly Uint8Array[]
  blockhash: string
  instructions: readonly SolanaInstruction[]
  /** Accounts that may be changed; null as in `accounts`. */
  writable: readonly (string | null)[]
  /** Tables that are needed to know every account, without those that were given. */
  unknownTables: readonly string[]
}

/** Addresses of lookup tables by their own address. */
export type LookupTables = Readonly<Record<string, readonly string[]>>

/** Contents of a mined transaction's tables, in the order in which accounts refer to them. */
export type LoadedAddresses = { writable: readonly string[]; readonly: readonly string[] }

/**
 * Reads a transaction of version 0 or before versions.
 * @throws RangeError for bytes that are cut, go on after the end, or are of another version
 */
export function readSolanaMessage(
  bytes: Uint8Array,
  known: { tables?: LookupTables; loaded?: LoadedAddresses } = {},
): SolanaMessage {
  const reader = createReader(bytes)
  const signatures = reader.list(() => reader.bytes(64))
  const first = reader.peek()
  const isVersioned = first >= 0x80
  if (isVersioned && reader.byte() !== 0x80) throw new RangeError('a version that is not known')
  const signerCount = reader.byte()
  const readSigners = reader.byte()
  const readOthers = reader.byte()
  const own = reader.list(() => base58.encode(reader.bytes(32)))
  const blockhash = base58.encode(reader.bytes(32))
  const calls = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.bytes(reader.count()),
  }))
  const lookups = isVersioned
    ? reader.list(() => ({
        table: base58.encode(reader.bytes(32)),
        writable: reader.list(() => reader.byte()),
        readonly: reader.list(() => reader.byte()),
      }))
    : []
  reader.end()
  if (signerCount === 0 || signerCount > own.length || signatures.length !== signerCount) {
    throw new RangeError('signers and signatures differ')
  }
  const { tables = {}, loaded } = known
  const isWritable = (index: number): boolean =>
    index < signerCount ? index < signerCount - readSigners : index < own.length - readOthers
  const found = (table: string, indexes: readonly number[]): (string | null)[] =>
    indexes.map((index) => tables[table]?.[index] ?? null)
  const written =
    loaded?.writable ?? lookups.flatMap(({ table, writable }) => found(table, writable))
  const accounts: (string | null)[] = [
    ...own,
    ...written,
    ...(loaded?.readonly ?? lookups.flatMap(({ table, readonly }) => found(table, readonly))),
  ]
  const at = (index: number): string | null => {
    const account = accounts[index]
    if (account === undefined) throw new RangeError('an account that is not listed')
    return account
  }
  return {
    signers: own.slice(0, signerCount),
    signatures,
    blockhash,
    instructions: calls.map(({ program, accounts: indexes, data }) => {
      const address = own[program] // a program never comes from a table
      if (address === undefined) throw new RangeError('a program that is not listed')
      return { program: address, accounts: indexes.map(at), data }
    }),
    writable: [...own.filter((_, index) => isWritable(index)), ...written],
    unknownTables: lookups.flatMap(({ table }) =>
      loaded === undefined && tables[table] === undefined ? [table] : [],
    ),
  }
}

/** An account of an instruction as services name it. */
type AccountUse = { address: string; isSigner: boolean; isWritable: boolean }
export type WrittenInstruction = {
  program: string
  accounts: readonly AccountUse[]
  data: Uint8Array
}

/**
 * An unsigned transaction of version 0 with one signer.
 * @param plain accounts that are listed in full, so that every reader sees them without a table
 * @throws RangeError where it needs another signer
 */
export function writeTransaction(
  payer: string,
  blockhash: Uint8Array,
  instructions: readonly WrittenInstruction[],
  tables: LookupTables,
  plain: ReadonlySet<string>,
): Uint8Array {
  const writable = new Map<string, boolean>()
  for (const { accounts } of instructions) {
    for (const { address, isSigner, isWritable } of accounts) {
      if (isSigner && address !== payer) throw new RangeError('another signer')
      writable.set(address, isWritable || writable.get(address) === true)
    }
  }
  const called = new Set(instructions.map(({ program }) => program))
  for (const program of called) writable.set(program, writable.get(program) === true)
  writable.delete(payer)

  const places = new Map<string, { table: string; index: number }>()
  for (const [table, addresses] of Object.entries(tables)) {
    for (const [index, address] of addresses.slice(0, 256).entries()) {
      if (!places.has(address)) places.set(address, { table, index })
    }
  }
  const isPlain = (address: string): boolean =>
    plain.has(address) || called.has(address) || !places.has(address)
  const addresses = [...writable.keys()]
  const chosen = (wanted: boolean, inTable: boolean): string[] =>
    addresses.filter((one) => writable.get(one) === wanted && isPlain(one) !== inTable)
  const own = [payer, ...chosen(true, false), ...chosen(false, false)]
  const used = Object.keys(tables).flatMap((table) => {
    const of = (wanted: boolean): string[] =>
      chosen(wanted, true).filter((one) => places.get(one)?.table === table)
    const [write, read] = [of(true), of(false)]
    return write.length + read.length === 0 ? [] : [{ table, write, read }]
  })
  const order = [...own, ...used.flatMap(({ write }) => write), ...used.flatMap(({ read }) => read)]
  const indexOf = new Map(order.map((address, index) => [address, index]))
  if (order.length > 256) throw new RangeError('too many accounts')
  const index = (address: string): number => indexOf.get(address) ?? 0
  const places8 = (list: readonly string[]): Uint8Array =>
    counted(list.map((one) => Uint8Array.of(places.get(one)?.index ?? 0)))
  return Buffer.concat([
    Uint8Array.of(1),
    new Uint8Array(64),
    Uint8Array.of(0x80, 1, 0, chosen(false, false).length),
    counted(own.map((address) => base58.decode(address))),
    blockhash,
    counted(
      instructions.map(({ program, accounts, data }) =>
        Buffer.concat([
          Uint8Array.of(index(program)),
          counted(accounts.map(({ address }) => Uint8Array.of(index(address)))),
          compact(data.length),
          data,
        ]),
      ),
    ),
    counted(
      used.map(({ table, write, read }) =>
        Buffer.concat([base58.decode(table), places8(write), places8(read)]),
      ),
    ),
  ])
}

function counted(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([compact(items.length), ...items])
}

function compact(count: number): Uint8Array {
  const bytes: number[] = []
  let left = count
  while (left > 0x7f) {
    bytes.push((left & 0x7f) | 0x80)
    left >>= 7
  }
  return Uint8Array.of(...bytes, left)
}

type Reader = {
  byte(): number
  peek(): number
  bytes(length: number): Uint8Array
  count(): number
  list<T>(read: () => T): T[]
  end(): void
}

function createReader(data: Uint8Array): Reader {
  let at = 0
  const bytes = (length: number): Uint8Array => {
    if (at + length > data.length) throw new RangeError('cut off')
    at += length
    return data.subarray(at - length, at)
  }
  const byte = (): number => bytes(1)[0] ?? 0
  const count = (): number => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) {
        // A count has one form only.
        if (next === 0 && shift > 0) throw new RangeError('a count with idle bytes')
        return value
      }
    }
    throw new RangeError('a count that is too long')
  }
  return {
    byte,
    bytes,
    count,
    peek: () => data[at] ?? 0,
    list: (read) => Array.from({ length: count() }, read),
    end: () => {
      if (at !== data.length) throw new RangeError('bytes after the end')
    },
  }
}

export function readU64(data: Uint8Array, at: number): bigint {
  if (at + 8 > data.length) throw new RangeError('cut off')
  return Buffer.from(data.buffer, data.byteOffset, data.length).readBigUInt64LE(at)
}

export function readU16(data: Uint8Array, at: number): number {
  if (at + 2 > data.length) throw new RangeError('cut off')
  return Buffer.from(data.buffer, data.byteOffset, data.length).readUInt16LE(at)
}

export function readU32(data: Uint8Array, at: number): number {
  if (at + 4 > data.length) throw new RangeError('cut off')
  return Buffer.from(data.buffer, data.byteOffset, data.length).readUInt32LE(at)
}
