import {
  byteLength,
  encodeAddress,
  encodeUint,
  readSize,
  readUint,
  wordBytes,
} from '../../chains/evm/hex.ts'
import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { encodeAddresses, encodeOffset, encodeUints, encodePath } from './abi.ts'
import type { Path, PoolRow } from './paths.ts'
import type { V2Row, V3Row } from './rows.ts'
import { v2Quote, v3Quote } from './selectors.ts'

// Quotes of one path: encoding the calls and decoding their answers.

/** A contract's quote for one path. */
export type PathAnswer = {
  amountOut: bigint
  /** Output of the first of two hops, where the contract returns it. */
  amountMiddle: bigint | null
  /**
   * Initialized ticks the swap crosses, which determine its gas; null for pools without ticks. The
   * quoter's own gas estimate is useless in a batch: it depends on the calls before it.
   */
  ticksCrossed: number | null
}

/** A path without its row's connector: all a quote needs. */
export type QuotedPath = Pick<Path, 'row' | 'tokens' | 'params'>

// Prices at the ends of the tick range: a swap that stops there has run out of liquidity and spends
// only part of its input, which no quoter reports. TickMath of Uniswap V3 core.
const maxHops = 2
const lowestPrice = 4_295_128_739n
const highestPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

export function quoteTarget(row: PoolRow): string {
  return row.family === 'uniswap-v2' ? row.router : row.quoter
}

/** Calldata with `amount`, a word of 64 hex digits or a placeholder of that length. */
export function encodeQuote({ row, tokens, params }: QuotedPath, amount: string): string {
  return row.family === 'uniswap-v2'
    ? encodeV2(row, tokens, params, amount)
    : encodeV3(row, tokens, params, amount)
}

function encodeV2(
  row: V2Row,
  tokens: readonly string[],
  flags: readonly number[],
  amount: string,
): string {
  const path = encodeAddresses(tokens)
  if (row.variant !== 'stableFlags') {
    return v2Quote[row.variant] + amount + encodeOffset(2) + path
  }
  const flagsAt = 3 + 1 + tokens.length
  return (
    v2Quote.stableFlags +
    amount +
    encodeOffset(3) +
    encodeOffset(flagsAt) +
    path +
    encodeUints(flags)
  )
}

function encodeV3(
  row: V3Row,
  tokens: readonly string[],
  tiers: readonly number[],
  amount: string,
): string {
  const [tokenIn, tokenOut] = tokens
  const [tier] = tiers
  const isSingle = tokens.length === 2 && row.quoterKind !== 'path'
  if (!isSingle || tokenIn === undefined || tokenOut === undefined || tier === undefined) {
    return v3Quote.path + encodeOffset(2) + amount + encodePath(tokens, tiers)
  }
  return (
    (row.quoterKind === 'slipstream' ? v3Quote.slipstreamSingle : v3Quote.single) +
    encodeAddress(tokenIn) +
    encodeAddress(tokenOut) +
    amount +
    encodeUint(tier) +
    encodeUint(0)
  )
}

/**
 * The output alone, without decoding the rest of the answer; 0 where there is none. It is enough to
 * rule out most paths.
 */
export function readOutput({ row, tokens }: QuotedPath, result: Aggregate3Result): bigint {
  const word =
    row.family === 'uniswap-v2'
      ? (row.variant === 'stableFlags' ? 3 : 1) + tokens.length
      : row.quoterKind === 'kyber' && tokens.length === 2
        ? 1
        : 0
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
  { row, tokens }: QuotedPath,
  { success, returnData }: Aggregate3Result,
  amountIn: bigint,
): PathAnswer | null {
  if (!success || byteLength(returnData) < wordBytes) return null
  try {
    const answer =
      row.family === 'uniswap-v2'
        ? decodeAmounts(returnData)
        : decodeV3(row, tokens.length, returnData, amountIn)
    return answer === null || answer.amountOut === 0n ? null : answer
  } catch {
    return null // one contract with a malformed answer must not cost the other exchanges their quotes
  }
}

function decodeAmounts(data: string): PathAnswer | null {
  const array = readSize(data, 0)
  const count = readSize(data, array)
  if (count < 2) return null
  const item = (index: number): bigint => readUint(data, array + (1 + index) * wordBytes)
  return {
    amountOut: item(count - 1),
    amountMiddle: count === 3 ? item(1) : null,
    ticksCrossed: null,
  }
}

function decodeV3(
  row: V3Row,
  tokenCount: number,
  data: string,
  amountIn: bigint,
): PathAnswer | null {
  const word = (index: number): bigint => readUint(data, index * wordBytes)
  const answer = { amountOut: word(0), amountMiddle: null }
  if (byteLength(data) === wordBytes) return { ...answer, ticksCrossed: null } // the first Quoter
  if (tokenCount === 2 && row.quoterKind === 'kyber') {
    if (word(0) !== amountIn) return null
    return { ...answer, amountOut: word(1), ticksCrossed: Number(word(3)) }
  }
  const isSingle = tokenCount === 2 && row.quoterKind !== 'path'
  const prices = isSingle ? [word(1)] : readList(data, 1)
  const ticks = isSingle ? [word(2)] : readList(data, 2)
  if (prices.some(isAtTheEnd)) return null
  return { ...answer, ticksCrossed: Number(ticks.reduce((sum, count) => sum + count, 0n)) }
}

/**
 * One of the lists in the answer of `quoteExactInput`, one item per hop, by the index of its offset
 * word.
 */
function readList(data: string, index: number): bigint[] {
  const array = readSize(data, index * wordBytes)
  const count = Math.min(readSize(data, array), maxHops)
  return Array.from({ length: count }, (_, item) => readUint(data, array + (1 + item) * wordBytes))
}

function isAtTheEnd(price: bigint): boolean {
  return price <= lowestPrice + 1n || price >= highestPrice - 1n
}
