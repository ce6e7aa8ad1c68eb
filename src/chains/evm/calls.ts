import { foreignReason } from '../../core/foreignReason.ts'
import type {
  Abi,
  AbiParameter,
  AbiParameterToPrimitiveType,
  ContractFunctionArgs,
  ParseAbi,
  ParseAbiParameters,
} from 'viem'
import { SwaprouteError } from '../../core/errors.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import type { StructTypes } from './structs.ts'

/** The effect of a method, in the terms of DecodedCall. */
export type CallTerms = Omit<DecodedCall, 'method'>

/** Reads data nested inside calldata, as strictly as the call itself. */
export type Inside = {
  /** Nested calldata, by the methods allowed there. */
  call<T>(calls: readonly Call<T>[], data: string): T & { method: string }
  /** Encoded values, by their human-readable types. */
  values<const S extends string>(types: S, data: string): ArgumentValues<S>
  /**
   * The encoded struct that follows the arguments, and its EIP-712 hash, which the call commits to.
   * Contracts ignore bytes behind the arguments; `tail` of the call has to allow them. More behind
   * the struct is refused, except for digits that `more` matches, which are `rest`.
   */
  attached(
    types: StructTypes,
    name: string,
    more?: RegExp,
  ): { value: unknown; hash: string; rest?: string }
}

export type ArgumentValues<S extends string> =
  ParseAbiParameters<S> extends infer P extends readonly AbiParameter[]
    ? { [K in keyof P]: AbiParameterToPrimitiveType<P[K]> }
    : never

/** A method that a provider may call: its human-readable signature, and what its arguments mean. */
export type Call<T = CallTerms> = {
  signature: string
  read: (args: readonly unknown[], inside: Inside) => T
  /** Hex digits that may follow the arguments. */
  tail?: RegExp
}

type Arguments<S extends string> =
  ParseAbi<readonly [S]> extends infer A extends Abi ? ContractFunctionArgs<A> : never

/**
 * Declares a method. The signature types the arguments of `read`; addresses and bytes come in lower
 * case, numbers as viem decodes them: bigint from 56 bits up, `number` below that.
 */
export function call<const S extends string, T>(
  signature: S,
  read: (args: Arguments<S> extends readonly unknown[] ? Arguments<S> : never, inside: Inside) => T,
  tail?: RegExp,
): Call<T> {
  return {
    signature,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same signature
    read: read as Call<T>['read'],
    ...(tail === undefined ? {} : { tail }),
  }
}

/** The same method under another name, as in forks. */
export function renamed<T>(method: Call<T>, name: string): Call<T> {
  return { ...method, signature: method.signature.replace(/^function \w+/, `function ${name}`) }
}

/** The same method with its terms converted. */
export function mapped<T, U>(method: Call<T>, change: (terms: T) => U): Call<U> {
  return { ...method, read: (args, inside) => change(method.read(args, inside)) }
}

/** The error for a call that must not be signed; `what` completes "The call of ACROSS …". */
export function unsafeCall(provider: string, what: string, cause?: unknown): SwaprouteError {
  const text = `The call of ${provider} ${foreignReason(what, 240)}. (check E8)`
  return new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: { check: 'E8' },
    cause,
  })
}
