import { byteLength, readUint, wordBytes } from '../../chains/evm/hex.ts'
import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { PathAnswer, QuotedPath } from './families/family.ts'

// Quotes of one path: encoding the calls and decoding their answers.

/** A path through the pools of a row of any family. */
export type PoolPath = QuotedPath<PoolRow>

export function quoteTarget(path: PoolPath): string {
  return familyOf(path.row).quoteTarget(path)
}

/** Calldata with `amount`, a word of 64 hex digits or a placeholder of that length. */
export function encodeQuote(path: PoolPath, amount: string): string {
  return familyOf(path.row).encodeQuote(path, amount)
}

/**
 * The output alone, without decoding the rest of the answer; 0 if absent. It is enough to
 * rule out most paths.
 */
export function readOutput(path: PoolPath, result: Aggregate3Result): bigint {
  const word = familyOf(path.row).outputWord(path)
  if (!result.success || byteLength(result.returnData) < (word + 1) * wordBytes) return 0n
  try {
    return readUint(result.returnData, word * wordBytes)
  } catch {
    return 0n // not a word: `decodeQuote` would return null as well
  }
}

/**
 * The quote for `amountIn`, or null where there is no route: a revert, no contract, no output,
 * liquidity for part of the input only, or a malformed answer.
 */
export function decodeQuote(
  path: PoolPath,
  { success, returnData }: Aggregate3Result,
  amountIn: bigint,
): PathAnswer | null {
  if (!success || byteLength(returnData) < wordBytes) return null
  try {
    const answer = familyOf(path.row).decodeQuote(path, returnData, amountIn)
    return answer === null || answer.amountOut === 0n ? null : answer
  } catch {
    return null // one contract with a malformed answer must not cost the other exchanges their quotes
  }
}

/** Hops of one row, as its quoter and router take them. */
export function joinedPath(hops: readonly [PoolPath, ...PoolPath[]]): PoolPath {
  const [{ row, tokens }, ...rest] = hops
  const pools = hops.flatMap((hop) => hop.pools ?? [])
  return {
    row,
    tokens: [...tokens, ...rest.flatMap((hop) => hop.tokens.slice(1))],
    params: hops.flatMap(({ params }) => params),
    ...(pools.length === 0 ? {} : { pools }),
  }
}

/** The key of a path among those of its chain. */
export function pathKey({ row, tokens, params, pools = [] }: PoolPath): string {
  const through = pools.map(({ address }) => address)
  return [row.router, ...tokens, ...params, ...through].join().toLowerCase()
}
