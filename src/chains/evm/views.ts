import type {
  Abi,
  ContractEventArgsFromTopics,
  ContractEventName,
  ContractFunctionArgs,
  ContractFunctionReturnType,
  ParseAbi,
} from 'viem'

type AbiOf<S extends string> = ParseAbi<readonly [S]> extends infer A extends Abi ? A : never

export type ViewArguments<S extends string> = ContractFunctionArgs<AbiOf<S>>
export type EventArguments<S extends string> = ContractEventArgsFromTopics<
  AbiOf<S>,
  ContractEventName<AbiOf<S>>
>

/** Hexadecimal text with its `0x`, such as an address, as the type of arguments; it is not checked. */
export function asHex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}

/** One read of a contract. `result` exists in the types alone. */
export type ViewCall<R = unknown> = {
  to: string
  signature: string
  args: readonly unknown[]
  result?: R
}

/** A read by its human-readable signature, which types arguments and result. */
export function view<const S extends string>(
  to: string,
  signature: S,
  args: ViewArguments<S> & readonly unknown[],
): ViewCall<ContractFunctionReturnType<AbiOf<S>>> {
  return { to, signature, args }
}
