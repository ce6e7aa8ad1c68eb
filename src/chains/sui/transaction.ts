import * as z from 'zod/mini'

import { createBcsReader } from './bcs.ts'

// Programmable transactions of Sui, in the two forms that wallets and nodes have of them: JSON of version
// 2 (MystenLabs/ts-sdks, packages/sui/src/transactions/data/v2.ts) and bytes
// (MystenLabs/sui, crates/sui-types/src/transaction.rs), both read 2026-11. Only what a swap needs is
// read; every other kind of transaction, input and command throws RangeError.

export type SuiArgument =
  | { kind: 'gas' }
  | { kind: 'input'; index: number }
  /** The first value of a command, or all of them. */
  | { kind: 'result'; command: number }

export type SuiInput =
  | { kind: 'pure'; bytes: Uint8Array }
  /** Fails unless the object is shared, so that it cannot be the sender's. */
  | { kind: 'shared'; id: string }
  | { kind: 'owned'; id: string }

export type SuiCommand =
  | {
      kind: 'call'
      package: string
      module: string
      method: string
      types: readonly string[]
      args: readonly SuiArgument[]
    }
  | { kind: 'transfer'; objects: readonly SuiArgument[]; to: SuiArgument }
  | { kind: 'split'; coin: SuiArgument; amounts: readonly SuiArgument[] }
  | { kind: 'merge'; into: SuiArgument; coins: readonly SuiArgument[] }

export type SuiTransaction = {
  sender: string
  inputs: readonly SuiInput[]
  commands: readonly SuiCommand[]
}

const address = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const index = z.int().check(z.nonnegative(), z.maximum(65_535))
const version = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,19})$/))
const identifier = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/))
const typeTag = z.string().check(z.regex(/^[A-Za-z0-9_:<>, ]{1,1000}$/))

const argument = z.pipe(
  z.union([
    z.strictObject({ GasCoin: z.literal(true) }),
    z.strictObject({ Input: index }),
    z.strictObject({ Result: index }),
    z.strictObject({ NestedResult: z.tuple([index, z.literal(0)]) }),
  ]),
  z.transform((one): SuiArgument => {
    if ('Input' in one) return { kind: 'input', index: one.Input }
    if ('Result' in one) return { kind: 'result', command: one.Result }
    if ('NestedResult' in one) return { kind: 'result', command: one.NestedResult[0] }
    return { kind: 'gas' }
  }),
)
const owned = z.strictObject({ objectId: address, version, digest: z.string() })
const shared = z.strictObject({
  objectId: address,
  initialSharedVersion: version,
  mutable: z.boolean(),
})
const input = z.pipe(
  z.union([
    z.strictObject({ Pure: z.strictObject({ bytes: z.base64() }) }),
    z.strictObject({ Object: z.strictObject({ SharedObject: shared }) }),
    z.strictObject({ Object: z.strictObject({ ImmOrOwnedObject: owned }) }),
  ]),
  z.transform((one): SuiInput => {
    if ('Pure' in one) return { kind: 'pure', bytes: Buffer.from(one.Pure.bytes, 'base64') }
    const { Object: of } = one
    return 'SharedObject' in of
      ? { kind: 'shared', id: of.SharedObject.objectId }
      : { kind: 'owned', id: of.ImmOrOwnedObject.objectId }
  }),
)
const command = z.pipe(
  z.union([
    z.strictObject({
      MoveCall: z.strictObject({
        package: address,
        module: identifier,
        function: identifier,
        typeArguments: z.array(typeTag),
        arguments: z.array(argument),
      }),
    }),
    z.strictObject({
      TransferObjects: z.strictObject({ objects: z.array(argument), address: argument }),
    }),
    z.strictObject({ SplitCoins: z.strictObject({ coin: argument, amounts: z.array(argument) }) }),
    z.strictObject({
      MergeCoins: z.strictObject({ destination: argument, sources: z.array(argument) }),
    }),
  ]),
  z.transform((one): SuiCommand => {
    if ('MoveCall' in one) {
      const { module, typeArguments: types, arguments: args, ...call } = one.MoveCall
      return { kind: 'call', package: call.package, module, method: call.function, types, args }
    }
    if ('TransferObjects' in one) {
      const { objects, address: to } = one.TransferObjects
      return { kind: 'transfer', objects, to }
    }
    if ('SplitCoins' in one) return { kind: 'split', ...one.SplitCoins }
    const { destination: into, sources: coins } = one.MergeCoins
    return { kind: 'merge', into, coins }
  }),
)
/** The wallet adds what it pays for gas; nothing of it may be set before. */
const transactionWire = z.strictObject({
  version: z.literal(2),
  sender: address,
  expiration: z.null(),
  gasData: z.strictObject({
    budget: z.null(),
    price: z.null(),
    owner: z.null(),
    payment: z.null(),
  }),
  inputs: z.array(input),
  commands: z.array(command),
})

/** @throws RangeError for whatever is not such a transaction */
export function readSuiJson(text: string): SuiTransaction {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new RangeError('not JSON', { cause })
  }
  const { success, data } = z.safeParse(transactionWire, body)
  if (!success) throw new RangeError('not a transaction of this form')
  const { sender, inputs, commands } = data
  return { sender, inputs, commands }
}

const mostItems = 512

/**
 * A transaction as it was signed.
 * @throws RangeError for whatever is not such a transaction
 */
export function readSuiBytes(data: Uint8Array): SuiTransaction {
  const reader = createBcsReader(data)
  const fail = (what: string): never => {
    throw new RangeError(what)
  }
  const list = <T>(read: () => T): T[] => reader.list(mostItems, read)
  const readArgument = (): SuiArgument => {
    const kind = reader.byte()
    if (kind === 0) return { kind: 'gas' }
    const place = kind <= 3 ? reader.u16() : fail('an argument of another kind')
    if (kind === 1) return { kind: 'input', index: place }
    if (kind === 3 && reader.u16() !== 0) fail('a value behind the first')
    return { kind: 'result', command: place }
  }
  const reference = (): string => {
    const id = reader.address()
    reader.u64()
    if (reader.count() !== 32) fail('a digest of another length')
    reader.bytes(32)
    return id
  }
  const readInput = (): SuiInput => {
    const kind = reader.byte()
    if (kind === 0) return { kind: 'pure', bytes: reader.bytes(reader.count()) }
    const object = kind === 1 ? reader.byte() : fail('an input of another kind')
    if (object === 0) return { kind: 'owned', id: reference() }
    if (object !== 1) fail('an object of another kind')
    const id = reader.address()
    reader.u64()
    reader.byte() // whether it may be changed
    return { kind: 'shared', id }
  }
  const readCommand = (): SuiCommand => {
    switch (reader.byte()) {
      case 0: {
        const [of, module, method] = [reader.address(), reader.text(), reader.text()]
        const types = list(() => reader.typeTag())
        return { kind: 'call', package: of, module, method, types, args: list(readArgument) }
      }
      case 1:
        return { kind: 'transfer', objects: list(readArgument), to: readArgument() }
      case 2:
        return { kind: 'split', coin: readArgument(), amounts: list(readArgument) }
      case 3:
        return { kind: 'merge', into: readArgument(), coins: list(readArgument) }
      default:
        return fail('a command of another kind')
    }
  }
  if (reader.byte() !== 0) fail('another version')
  if (reader.byte() !== 0) fail('a transaction of another kind')
  const inputs = list(readInput)
  const commands = list(readCommand)
  const sender = reader.address()
  list(reference) // coins for gas
  if (reader.address() !== sender) fail('gas paid by another account')
  reader.u64()
  reader.u64()
  const expiration = reader.byte()
  if (expiration === 1) reader.u64()
  else if (expiration !== 0) fail('an end of another kind')
  reader.end()
  return { sender, inputs, commands }
}
