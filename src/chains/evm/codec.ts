import {
  type Abi,
  type AbiParameter,
  concatHex,
  decodeAbiParameters,
  decodeEventLog,
  decodeFunctionData,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
  toRlp,
} from 'viem'
import type { ArgumentValues } from './calls.ts'
import { asHex, type EventArguments, type ViewArguments, type ViewCall } from './views.ts'

// Encoding and decoding by human-readable signatures, for bridges that are contracts alone. Loaded
// when the first of them is asked.

/** Calldata of a method. */
export function encodeMethod<const S extends string>(
  signature: S,
  args: ViewArguments<S> & readonly unknown[],
): string {
  return encodeFunctionData({ abi: abiOf(signature), args })
}

export function encodeView({ signature, args }: ViewCall): string {
  return encodeFunctionData({ abi: abiOf(signature), args })
}

/**
 * The result of a view as viem gives it: one value, or a list of several.
 * @throws Error
 */
export function decodeView({ signature }: ViewCall, data: string): unknown {
  return decodeFunctionResult({ abi: abiOf(signature), data: asHex(data) })
}

/** Arguments of a method's call; null for another method, malformed data, or extra data. */
export function decodeMethod<const S extends string>(
  signature: S,
  data: string,
): ViewArguments<S> | null {
  const abi = abiOf(signature)
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data: asHex(data) })
    if (encodeFunctionData({ abi, functionName, args }) !== data.toLowerCase()) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same signature
    return args as unknown as ViewArguments<S>
  } catch {
    return null
  }
}

/** Values by their human-readable types. */
export function encodeValues(types: string, values: readonly unknown[]): string {
  return encodeAbiParameters(parseAbiParameters<string>(types), [...values])
}

/** The values again; null for malformed data, or extra data. */
export function decodeValues<const S extends string>(
  types: S,
  data: string,
): ArgumentValues<S> | null {
  const parameters: readonly AbiParameter[] = parseAbiParameters<string>(types)
  try {
    const values = decodeAbiParameters(parameters, asHex(data))
    if (encodeAbiParameters(parameters, values) !== data.toLowerCase()) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same types
    return values as unknown as ArgumentValues<S>
  } catch {
    return null
  }
}

/** Hash of values one after the other, without padding (abi.encodePacked). */
export function packedHash(types: readonly string[], values: readonly unknown[]): string {
  return keccak256(encodePacked([...types], [...values]))
}

/** Topic of an event. */
export function topicOf(signature: string): string {
  return toEventSelector(signature.replace(/^event /, ''))
}

/** Hash of a transaction of a type of its own (EIP-2718): numbers without leading zeros, in RLP. */
export function hashOf(type: number, fields: readonly (string | bigint | number)[]): string {
  const items = fields.map((field): Hex => {
    if (typeof field === 'string') return asHex(field)
    return BigInt(field) === 0n ? '0x' : numberToHex(field)
  })
  const body = toRlp(
    items.map((item) => (item.length % 2 === 0 ? item : asHex(`0x0${item.slice(2)}`))),
  )
  return keccak256(concatHex([numberToHex(type), body]))
}

/**
 * Arguments of a log, by name; null for another event, malformed data, or a number that its type
 * cannot hold: no contract returns one, and its decoded value cannot be encoded again.
 */
export function decodeLog<const S extends string>(
  signature: S,
  { topics, data }: { topics: readonly string[]; data: string },
): EventArguments<S> | null {
  const [topic, ...rest] = topics
  if (topic?.toLowerCase() !== topicOf(signature)) return null
  try {
    const abi = abiOf(signature)
    const { args } = decodeEventLog({
      abi,
      topics: [asHex(topic), ...rest.map(asHex)],
      data: asHex(data),
    })
    const [event] = abi
    const inputs = event?.type === 'event' ? event.inputs : []
    const values = new Map<string, unknown>(Object.entries(args ?? {}))
    const readable = inputs.flatMap((input, index) =>
      // Of a longer one there is only its hash.
      input.indexed === true && !isWord(input.type)
        ? []
        : [[input, values.get(input.name ?? String(index))] as const],
    )
    encodeAbiParameters(
      readable.map(([input]) => input),
      readable.map(([, value]) => value),
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same signature
    return args as EventArguments<S>
  } catch {
    return null // another event with the same topic, such as one with other indexed members
  }
}

function isWord(type: string): boolean {
  return /^(?:u?int\d*|address|bool|bytes\d+)$/.test(type)
}

const abis = new Map<string, Abi>()

function abiOf(signature: string): Abi {
  const known = abis.get(signature)
  if (known !== undefined) return known
  const abi: Abi = parseAbi([signature])
  abis.set(signature, abi)
  return abi
}
