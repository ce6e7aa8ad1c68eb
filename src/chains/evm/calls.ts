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

/** What a method does, in our words. */
export type CallTerms = Omit<DecodedCall, 'method'>

/** Reads what stands inside of call data, as strictly as the call itself. */
export type Inside = {
  /** Call data, by the methods that may stand there. */
  call<T>(calls: readonly Call<T>[], data: string): T & { method: string }
  /** Encoded values, by their human-readable types. */
  values<const S extends string>(types: S, data: string): Values<S>
}

export type Values<S extends string> =
  ParseAbiParameters<S> extends infer P extends readonly AbiParameter[]
    ? { [K in keyof P]: AbiParameterToPrimitiveType<P[K]> }
    : never

/** A method that a provider may ask for: its human-readable signature, and what its arguments mean. */
export type Call<T = CallTerms> = {
  signature: string
  read: (args: readonly unknown[], inside: Inside) => T
  /** What may follow the arguments, hex digits; absent: nothing. */
  tail?: RegExp
}

type Arguments<S extends string> =
  ParseAbi<readonly [S]> extends infer A extends Abi ? ContractFunctionArgs<A> : never

/**
 * Declares a method. The arguments of `read` are typed by the signature; addresses and bytes come in
 * lower case, numbers as viem decodes them: bigint from 56 bits up, below that `number`.
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

/** The same method under another name, as forks have it. */
export function renamed<T>(method: Call<T>, name: string): Call<T> {
  return { ...method, signature: method.signature.replace(/^function \w+/, `function ${name}`) }
}

/** The same method, its terms taken further. */
export function mapped<T, U>(method: Call<T>, change: (terms: T) => U): Call<U> {
  return { ...method, read: (args, inside) => change(method.read(args, inside)) }
}

/** The error for a call that must not be signed; completes "The call of ACROSS …". */
export function unsafeCall(provider: string, what: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `The call of ${provider} ${what}. (check E8)`, {
    hint: 'Nothing was signed. Ask for a new quote, or choose another provider with --provider.',
    context: { check: 'E8' },
    cause,
  })
}
