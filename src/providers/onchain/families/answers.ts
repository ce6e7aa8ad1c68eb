import { readSize, readUint, wordBytes } from '../../../chains/evm/hex.ts'
import type { PathAnswer } from './family.ts'

// Answers that the quoters of several families share.

/** @throws SwaprouteError when the data ends before the word */
export function wordAt(data: string, index: number): bigint {
  return readUint(data, index * wordBytes)
}

/** An answer that is the output alone. */
export function outputOnly(amountOut: bigint): PathAnswer {
  return { amountOut, amountMiddle: null, ticksCrossed: null }
}

/** The `uint256[]` that routers of this kind answer: the input, then the output of each hop. */
export function decodeAmounts(data: string): PathAnswer | null {
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

/** One of the lists of an answer, at most one item per hop, by the index of its offset word. */
export function readList(data: string, index: number, maxHops: number): bigint[] {
  const array = readSize(data, index * wordBytes)
  const count = Math.min(readSize(data, array), maxHops)
  return Array.from({ length: count }, (_, item) => readUint(data, array + (1 + item) * wordBytes))
}

// Prices at the ends of the tick range, square roots in 2^-96: TickMath.sol of Uniswap V3 core, the same
// in @cryptoalgebra/integral-core 1.0.0.
const lowestPrice = 4_295_128_739n
const highestPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/**
 * A swap without a limit that stops there has run out of liquidity and spent only part of its input,
 * which no quoter reports.
 */
export function isLastPrice(price: bigint): boolean {
  return price <= lowestPrice + 1n || price >= highestPrice - 1n
}
