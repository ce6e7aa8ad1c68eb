import {
  type Abi,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'

import type { PoolRow, PoolState } from '../../../../src/providers/onchain/families/families.ts'
import type {
  Direction,
  PathAnswer,
  QuotedPath,
  SwapTerms,
} from '../../../../src/providers/onchain/families/family.ts'

// What the tests know of a family besides its code: the ABI that its contracts were verified with,
// what its calls do, and answers. The suite and the campaign read it.

/** A function and its arguments. */
export type Asked = { name: string; args: readonly unknown[] }

/** A call as its bytes have it. */
type ReadAsked = Asked & { payable: boolean }

/** What a call does at most and at least, by the contract's own rules. */
export type Effect = {
  /** Null where the whole value is the input. */
  takes: { token: string; amount: bigint } | null
  /** Coins the call names; another value makes it fail. */
  coins?: bigint
  /** `caller`: the contract pays only its caller. */
  to: string
  /** The zero address for coins. */
  token: string
  least: bigint
  /** Safe, but nothing that is ever built: either verdict is right. */
  odd?: string
}

type Answer = {
  name: string
  path: QuotedPath<PoolRow>
  data: Hex
  amountIn?: bigint
  expected: PathAnswer | null
}

export type FamilyCase = {
  family: PoolRow['family']
  /** Where the ABI comes from. */
  source: string
  abi: readonly string[]
  /** Paths of one and two hops whose pools exist, where not every pair of tokens has one. */
  paths?(row: PoolRow): readonly QuotedPath<PoolRow>[]
  directions(row: PoolRow): readonly Direction[]
  quote(path: QuotedPath<PoolRow>, amount: bigint): Asked & { to: string }
  /** Calls in calls are given as their bytes. */
  swap(state: PoolState, terms: SwapTerms): Asked
  answers: readonly Answer[]
  /** An answer that a swap is made of, where its path is not enough. */
  answer?: PathAnswer
  /** Null: reverts. */
  effect(row: PoolRow, call: Asked, read: (data: Hex) => Asked | null): Effect | null
  /** Calls of the same functions that must be refused. */
  hostile(state: PoolState, terms: SwapTerms): readonly (Asked & { why: string })[]
}

export const caller = 'caller'
export const zero = '0x0000000000000000000000000000000000000000'
export const eee = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const parsed = new WeakMap<readonly string[], Abi>()

function abiOf({ abi }: FamilyCase): Abi {
  const known = parsed.get(abi)
  if (known !== undefined) return known
  const made: Abi = parseAbi<readonly string[]>(abi)
  parsed.set(abi, made)
  return made
}

/** Overloads are distinguished by their arguments, as viem does it. */
export function encodeAsked(one: FamilyCase, { name, args }: Asked): Hex {
  return encodeFunctionData({ abi: abiOf(one), functionName: name, args })
}

/** Null for bytes that match no function, or not as the encoder writes them. */
export function readAsked(one: FamilyCase, data: Hex): ReadAsked | null {
  try {
    const item = abiOf(one).find(
      (each) => each.type === 'function' && data.startsWith(toFunctionSelector(each)),
    )
    if (item?.type !== 'function') return null
    const { functionName, args } = decodeFunctionData({ abi: [item], data })
    const again = encodeFunctionData({ abi: [item], functionName, args })
    const payable = item.stateMutability === 'payable'
    return again === data ? { name: functionName, args, payable } : null
  } catch {
    return null
  }
}

/** Three tokens that no registry knows. */
export const strangers = [
  '0xAaaa000000000000000000000000000000000001',
  '0xbBBb000000000000000000000000000000000002',
  '0xCccC000000000000000000000000000000000003',
].map((text) => text.toLowerCase())
