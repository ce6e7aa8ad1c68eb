import {
  type Abi,
  type AbiParameter,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { SwaprouteError } from '../../core/errors.ts'
import { type Call, type Inside, unsafeCall, type ArgumentValues } from './calls.ts'
import { isHexData } from './hex.ts'
import { decodeStruct, type StructTypes } from './structs.ts'

/**
 * Decodes calldata by the methods a provider declares (E8, E9), with a decoder that is not part of
 * any adapter. Encoding the arguments again has to give the same bytes: nothing is hidden after or
 * between them.
 * @param provider for the message
 * @param calls methods of the called contract
 * @throws SwaprouteError UNSAFE_ROUTE with check E8
 */
export function readCall<T>(
  provider: string,
  calls: readonly Call<T>[],
  data: string,
): T & { method: string } {
  if (!isHexData(data)) throw unsafeCall(provider, 'cannot be read')
  const text: Hex = `0x${data.slice(2).toLowerCase()}`
  const within = {
    call: <U>(nested: readonly Call<U>[], bytes: string) => readCall(provider, nested, bytes),
    values: <const S extends string>(types: S, bytes: string) => readValues(provider, types, bytes),
  }
  for (const { signature, read, tail } of calls) {
    const { abi, name, selector } = methodOf(signature)
    if (!text.startsWith(selector)) continue
    try {
      const { args = [] } = decodeFunctionData({ abi, data: text })
      const again = encodeFunctionData({ abi, functionName: name, args })
      const rest = text.startsWith(again) ? text.slice(again.length) : null
      if (rest === null || !(rest === '' || tail?.test(rest) === true)) {
        throw unsafeCall(provider, 'has data beyond its arguments')
      }
      const inside: Inside = {
        ...within,
        attached: (types, struct, more) => readAttached(provider, types, struct, rest, more),
      }
      // Of calls inside a call, the innermost decides what is done.
      return { method: name, ...read(args.map(inLowerCase), inside) }
    } catch (thrown) {
      if (thrown instanceof SwaprouteError) throw thrown
      throw unsafeCall(provider, 'cannot be read', thrown)
    }
  }
  throw unsafeCall(
    provider,
    calls.length === 0
      ? 'goes to a contract of a different owner'
      : 'uses a method this program does not know',
  )
}

function readValues<const S extends string>(
  provider: string,
  types: S,
  data: string,
): ArgumentValues<S> {
  const parameters: readonly AbiParameter[] = parseAbiParameters<string>(types)
  const text: Hex = `0x${data.slice(2).toLowerCase()}`
  const values = decodeAbiParameters(parameters, text)
  if (encodeAbiParameters(parameters, values) !== text) {
    throw unsafeCall(provider, 'has data beyond its arguments')
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same types
  return values.map(inLowerCase) as unknown as ArgumentValues<S>
}

function readAttached(
  provider: string,
  types: StructTypes,
  name: string,
  digits: string,
  more?: RegExp,
): { value: unknown; hash: string; rest?: string } {
  const struct = decodeStruct(types, name, `0x${digits}`)
  const rest = struct?.rest ?? ''
  if (struct === null || !(rest === '' || more?.test(rest) === true)) {
    throw unsafeCall(provider, 'has data beyond its arguments')
  }
  const read = { value: inLowerCase(struct.value), hash: struct.hash }
  return rest === '' ? read : { ...read, rest }
}

type Method = { abi: Abi; name: string; selector: string }

const methods = new Map<string, Method>()

/** Parsed once: the pool reader declares the same methods for hundreds of contracts. */
function methodOf(signature: string): Method {
  const known = methods.get(signature)
  if (known !== undefined) return known
  const abi: Abi = parseAbi([signature])
  const [item] = abi
  if (item?.type !== 'function') throw new Error(`not the signature of a function: ${signature}`)
  const method = { abi, name: item.name, selector: toFunctionSelector(item) }
  methods.set(signature, method)
  return method
}

/** Addresses come in checksum form; all readers here use lower case. */
function inLowerCase(value: unknown): unknown {
  if (typeof value === 'string') return /^0x[\da-f]*$/i.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(inLowerCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLowerCase(one)]))
}

/** Call data of a method by its human-readable signature. */
export function encodeMethodCall(signature: string, args: readonly unknown[]): string {
  const { abi, name } = methodOf(signature)
  return encodeFunctionData({ abi, functionName: name, args })
}

/** The selector of a method by its name and types alone (`swap(address,uint256)`). */
export function selectorOf(method: string): string {
  return toFunctionSelector(method)
}
