import type { SandboxChain } from '../chains.ts'
import type { PairExchange, PoolExchange } from './exchanges.ts'
import { amountWorth } from './prices.ts'
import { tokenOf, type SandboxTokenRow } from './tokens.ts'

/** Liquidity for one Uniswap V2 pair; amounts in base units. */
export type PairPlan = {
  factory: string
  tokenA: SandboxTokenRow
  tokenB: SandboxTokenRow
  amountA: bigint
  amountB: bigint
}

/** Liquidity for one Uniswap V3 pool; token0 has the smaller address. */
export type PoolPlan = {
  factory: string
  token0: SandboxTokenRow
  token1: SandboxTokenRow
  fee: number
  sqrtPriceX96: bigint
  ranges: { lower: number; upper: number; liquidity: bigint }[]
}

const spacings: Record<number, number> = { 100: 1, 500: 10, 2500: 50, 3000: 60, 10000: 200 }
const maxTick = 887_272

// Half width of each range in ticks (1 tick = 0.01 %) and its share of the pool's money in
// percent: most of it near the price, some of it everywhere, as on a living pool.
const wideRanges = [
  [200, 35],
  [1_000, 35],
  [4_000, 20],
  [maxTick, 10],
] as const
const narrowRanges = [
  [10, 40],
  [50, 40],
  [500, 15],
  [maxTick, 5],
] as const

export function planPairs(chain: SandboxChain, exchange: PairExchange): PairPlan[] {
  return exchange.pairs.split(' ').map((pair) => {
    const [tokenA, tokenB] = readPair(chain, pair)
    const side = exchange.depthUsd / 2
    return {
      factory: exchange.factory,
      tokenA,
      tokenB,
      amountA: skewed(amountWorth(side, tokenA), exchange.skewBps),
      amountB: amountWorth(side, tokenB),
    }
  })
}

export function planPools(chain: SandboxChain, exchange: PoolExchange): PoolPlan[] {
  return exchange.pools.split(', ').map((text) => {
    const [pair = '', fee = '', millions = ''] = text.split(' ')
    const [tokenA, tokenB] = readPair(chain, pair)
    const worth = Number(millions) * 1_000_000
    const amountA = skewed(amountWorth(worth, tokenA), exchange.skewBps)
    const amountB = amountWorth(worth, tokenB)
    const inOrder = BigInt(tokenA.address) < BigInt(tokenB.address)
    const sqrtPriceX96 = inOrder ? sqrtRatioX96(amountB, amountA) : sqrtRatioX96(amountA, amountB)
    return {
      factory: exchange.factory,
      token0: inOrder ? tokenA : tokenB,
      token1: inOrder ? tokenB : tokenA,
      fee: Number(fee),
      sqrtPriceX96,
      ranges: planRanges(Number(fee), sqrtPriceX96, inOrder ? amountB : amountA),
    }
  })
}

/** Square root of `amount1 / amount0` as a Q64.96 number, the price form of Uniswap V3. */
export function sqrtRatioX96(amount1: bigint, amount0: bigint): bigint {
  return squareRoot((amount1 << 192n) / amount0)
}

/** Largest integer whose square is not above `value` (Newton's method). */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** @param worth1 money of the whole pool in base units of token1 */
function planRanges(fee: number, sqrtPriceX96: bigint, worth1: bigint): PoolPlan['ranges'] {
  const spacing = spacings[fee]
  if (spacing === undefined) throw new Error(`no tick spacing for fee ${fee}`)
  // A double is exact enough to find a tick; amounts never pass through it.
  const tick = Math.floor((2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)) / Math.log(1.0001))
  const limit = Math.floor(maxTick / spacing) * spacing
  return (fee === 100 ? narrowRanges : wideRanges).map(([half, percent]) => {
    const lower = Math.max(-limit, Math.floor((tick - half) / spacing) * spacing)
    const upper = Math.min(limit, (Math.floor((tick + half) / spacing) + 1) * spacing)
    // A range from p/r to p*r holds 2 * L * sqrt(p) * (1 - 1/sqrt(r)) of token1.
    const held = BigInt(Math.round((1 - 1.0001 ** (-half / 2)) * 1_000_000))
    const money = (worth1 * BigInt(percent)) / 100n
    return { lower, upper, liquidity: ((money << 96n) * 1_000_000n) / (2n * sqrtPriceX96 * held) }
  })
}

/** More of the first token means it is cheaper here, that is the second one costs more of it. */
function skewed(amount: bigint, bps: number): bigint {
  return (amount * BigInt(10_000 + bps)) / 10_000n
}

function readPair(chain: SandboxChain, text: string): [SandboxTokenRow, SandboxTokenRow] {
  const [a = '', b = ''] = text.split('/')
  const symbolOf = (word: string): string => (word === 'W' ? chain.wrappedSymbol : word)
  return [tokenOf(chain.blockchain, symbolOf(a)), tokenOf(chain.blockchain, symbolOf(b))]
}
