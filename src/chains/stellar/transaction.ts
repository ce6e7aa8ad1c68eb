import { readAccount, readAsset, stellarKey } from './addresses.ts'
import { readStellarAddress, readValue, type StellarValue } from './values.ts'
import { readXdr, type XdrReader, xdrList, xdrU32, xdrU64 } from './xdr.ts'

// Transaction envelopes: stellar/stellar-xdr, Stellar-transaction.x (protocol 23). Only what a swap
// needs is read; every other kind of envelope, condition, memo and operation throws RangeError.

export type StellarTransaction = {
  source: string
  /** Most that the network charges, stroops. */
  fee: bigint
  sequence: bigint
  /** Unix seconds after which it is refused; 0: unlimited. */
  maxTime: bigint
  operation: StellarOperation
}

export type StellarOperation =
  | {
      kind: 'path'
      sendAsset: string
      sendAmount: bigint
      destination: string
      destAsset: string
      destMin: bigint
    }
  | { kind: 'call'; call: StellarCall; auth: readonly StellarPermission[] }

export type StellarCall = {
  contract: string
  method: string
  args: readonly StellarValue[]
  /** Contract, method and arguments as they are written. */
  bytes: Uint8Array
}

/** A call that the source account permits, with those inside it. */
export type StellarPermission = { call: StellarCall; inside: readonly StellarPermission[] }

const operations = { pathPayment: 13, invoke: 24 } as const
const [mostArguments, mostPermissions, mostDepth, mostKeys] = [32, 64, 8, 200]

/** @throws RangeError for whatever is not one operation of these kinds, to the last byte */
export function readStellarTransaction(bytes: Uint8Array): StellarTransaction {
  const reader = readXdr(bytes)
  expect(reader, 2, 'an envelope of another kind')
  const source = readAccount(reader)
  const fee = BigInt(reader.u32())
  const sequence = reader.i64()
  const maxTime = readMaxTime(reader)
  expect(reader, 0, 'a memo')
  expect(reader, 1, 'more than one operation')
  const operation = readOperation(reader, source)
  const isSoroban = reader.u32()
  if (isSoroban !== (operation.kind === 'call' ? 1 : 0)) throw new RangeError('resources')
  if (isSoroban === 1) readResources(reader)
  const signature = (): void => void [reader.fixed(4), reader.opaque(64)]
  reader.list(20, signature)
  reader.end()
  return { source, fee, sequence, maxTime, operation }
}

function expect(reader: XdrReader, value: number, otherwise: string): void {
  if (reader.u32() !== value) throw new RangeError(otherwise)
}

function readMaxTime(reader: XdrReader): bigint {
  const kind = reader.u32()
  if (kind === 0) return 0n
  if (kind !== 1) throw new RangeError('conditions of another kind')
  reader.u64() // the earliest moment
  return reader.u64()
}

function readOperation(reader: XdrReader, source: string): StellarOperation {
  const own = reader.optional(() => readAccount(reader))
  if (own !== null && own !== source) throw new RangeError('an operation of another account')
  const kind = reader.u32()
  if (kind === operations.pathPayment) {
    const [sendAsset, sendAmount] = [readAsset(reader), reader.i64()]
    const [destination, destAsset] = [readAccount(reader), readAsset(reader)]
    const destMin = reader.i64()
    reader.list(5, () => readAsset(reader))
    return { kind: 'path', sendAsset, sendAmount, destination, destAsset, destMin }
  }
  if (kind !== operations.invoke) throw new RangeError('an operation of another kind')
  expect(reader, 0, 'a function of the host')
  const call = readCall(reader)
  const auth = reader.list(mostPermissions, () => {
    expect(reader, 0, 'the permission of another account')
    return readPermission(reader, 0)
  })
  return { kind: 'call', call, auth }
}

function readCall(reader: XdrReader): StellarCall {
  const { value, bytes } = reader.span(() => {
    const contract = readStellarAddress(reader)
    const method = Buffer.from(reader.opaque(32)).toString('latin1')
    return { contract, method, args: reader.list(mostArguments, () => readValue(reader)) }
  })
  return { ...value, bytes }
}

function readPermission(reader: XdrReader, depth: number): StellarPermission {
  if (depth > mostDepth) throw new RangeError('nested too deep')
  expect(reader, 0, 'the permission to create a contract')
  const call = readCall(reader)
  return { call, inside: reader.list(mostPermissions, () => readPermission(reader, depth + 1)) }
}

/** What the call may read and write, which cannot change what it does. */
function readResources(reader: XdrReader): void {
  reader.optional(() => reader.list(mostKeys, () => reader.u32())) // archived entries
  reader.list(mostKeys, () => readLedgerKey(reader))
  reader.list(mostKeys, () => readLedgerKey(reader))
  reader.fixed(12) // instructions and bytes
  reader.i64() // fee
}

function readLedgerKey(reader: XdrReader): void {
  switch (reader.u32()) {
    case 0:
      readAccount(reader)
      return
    case 1: {
      readAccount(reader)
      readAsset(reader)
      return
    }
    case 6:
      readStellarAddress(reader)
      readValue(reader)
      reader.u32()
      return
    case 7:
      reader.fixed(32)
      return
    default:
      throw new RangeError('an entry of another kind')
  }
}

/** One call by its source account, without signatures. */
export function writeStellarCall(call: {
  source: string
  /** Stroops, that of the resources included. */
  fee: bigint
  sequence: bigint
  maxTime: bigint
  /** As `callBytes` writes it. */
  bytes: Uint8Array
  /** Permissions and resources as a node's simulation returns them; null before it. */
  simulated: { auth: readonly Uint8Array[]; resources: Uint8Array } | null
}): Uint8Array {
  const { source, fee, sequence, maxTime, bytes, simulated } = call
  return Buffer.concat([
    xdrU32(2),
    xdrU32(0),
    stellarKey('account', source),
    xdrU32(Number(fee)),
    xdrU64(sequence),
    xdrU32(1), // moments alone
    xdrU64(0n),
    xdrU64(maxTime),
    xdrU32(0), // no memo
    xdrU32(1), // one operation, of the source
    xdrU32(0),
    xdrU32(operations.invoke),
    xdrU32(0), // a call
    bytes,
    xdrList(simulated?.auth ?? []),
    ...(simulated === null ? [xdrU32(0)] : [xdrU32(1), simulated.resources]),
    xdrU32(0), // no signature
  ])
}
