import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import { connectorsOf } from './connectors.ts'
import { type Curve, toCurve } from './curves.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { Direction, PathAnswer } from './families/family.ts'
import { swapGas } from './estimates.ts'
import type { PlannedPath, ReadPlan } from './plan.ts'
import { poolName, type RouterPart } from './families/routerPlan.ts'
import type { UnoswapHop } from './families/unoswapPlan.ts'
import { pathKey, type PoolPath } from './quoteCalls.ts'
import type { ChainRows } from './rows.ts'
import { findWays, joins } from './search.ts'
import type { Amounts } from './sizes.ts'

// Which way of an exchange is offered: the one that brings most after gas, among those whose output a
// contract has quoted. Computed ones that would bring more are asked in a second request.

/** What the chain answered about pools, and about several of them in a row. */
export type Reading = { curves: readonly Curve[]; ways: readonly Curve[] }

export const nothingRead: Reading = { curves: [], ways: [] }

export function toReading(
  plan: ReadPlan,
  results: ReadonlyMap<number, Aggregate3Result>,
  amounts: Amounts,
): Reading {
  const curvesOf = (paths: readonly PlannedPath[]): Curve[] =>
    paths.flatMap((path) => toCurve(path, results, amounts) ?? [])
  return { curves: curvesOf(plan.edges), ways: curvesOf(plan.ways) }
}

export function joined(first: Reading, second: Reading): Reading {
  return {
    curves: [...first.curves, ...second.curves],
    ways: [...first.ways, ...second.ways],
  }
}

/** A path and its quote. */
export type MeasuredPath = {
  path: PoolPath
  answer: PathAnswer
  /** Tokens between its pools. */
  middle: readonly Token[]
  /** Its pools, where the router joins those of two rows; then `path` only names the tokens. */
  parts?: readonly RouterPart[]
  /**
   * Its pools, where 1inch's router joins those of several exchanges; then `path` names its tokens and
   * the row under which the way is shown.
   */
  unoswap?: readonly UnoswapHop[]
  /** What reaches each of those after the first, part by part. */
  reached?: readonly bigint[]
  /** The best path of the same row alone, where this one goes in parts or through pools of two kinds. */
  single?: MeasuredPath
  /** What each step leads through, for display. */
  via?: readonly (readonly string[])[]
  /** Percent lost to the size of the swap, without the pools' fees; null when unknown. */
  priceImpactPercent: number | null
}

/** With what it brings after gas. */
export type Measured = MeasuredPath & { net: bigint }

/** The one that brings more after gas first. */
export function byNet(a: { net: bigint }, b: { net: bigint }): number {
  return b.net > a.net ? 1 : -1
}

/** Why an exchange has no offer. */
export type Verdict = 'none' | 'too thin'

export type Choice = {
  best: Measured | Verdict
  /** Ways that would bring more, if their quotes are what was computed; the best first. */
  promising: readonly PoolPath[]
}

/** Above this a pool has only dust: it answers, but with next to nothing. */
const dustPercent = 90
/** A way is asked only where it brings this much more than one that is quoted already. */
const worthAsking = { more: 10_001n, of: 10_000n }
/** Ways of one exchange asked in a second request. */
const mostPromising = 2

export type Ends = { tokenIn: string; tokenOut: string; amountIn: bigint; direction: Direction }

/** Output after gas, in base units of the destination; as it is where gas has no known price. */
export type Net = (amountOut: bigint, gas: bigint) => bigint

/** Whether a way brings enough more than what is quoted already to be asked for. */
export function isWorthAsking(net: bigint, least: bigint | null): boolean {
  return least === null || net * worthAsking.of > least * worthAsking.more
}

/** The ways of one row. */
export function chooseWay(
  row: PoolRow,
  chain: ChainRows,
  { curves, ways }: Reading,
  ends: Ends,
  net: Net,
): Choice {
  const { tokenIn, tokenOut, amountIn } = ends
  const own = curves.filter(({ path }) => path.row === row)
  const direct = own.filter(({ path }) => joins(path, tokenIn, tokenOut))
  const whole = ways.filter(({ path }) => path.row === row && joins(path, tokenIn, tokenOut))
  const asked = [...direct, ...whole]
  let isThin = false
  let best: Measured | null = null
  for (const curve of asked) {
    const { path } = curve
    const answer = curve.answerAt(amountIn)
    const priceImpactPercent =
      answer === null ? null : lostPercent(answer.amountOut, curve.spot, amountIn)
    isThin ||= curve.isThin || isTooMuch(row, priceImpactPercent)
    if (answer === null || isTooMuch(row, priceImpactPercent)) continue
    const after = net(answer.amountOut, swapGas(path, ends.direction, answer.ticksCrossed))
    if (best !== null && after <= best.net) continue
    best = {
      path,
      answer,
      middle: tokensBetween(path, chain),
      priceImpactPercent,
      net: after,
      ...(row.family === 'uniswap-v3'
        ? { via: path.params.map((tier) => [poolName({ kind: 'v3', tier })]) }
        : {}),
    }
  }
  const least = best?.net ?? null
  const promising = findWays(own, ends, amountIn)
    .filter(({ path }) => !whole.some((way) => pathKey(way.path) === pathKey(path)))
    .map(({ path, amountOut }) => ({
      path,
      net: net(amountOut, swapGas(path, ends.direction, null)),
    }))
    .filter((way) => isWorthAsking(way.net, least))
    .toSorted(byNet)
    .slice(0, mostPromising)
    .map(({ path }) => path)
  return { best: best ?? (isThin ? 'too thin' : 'none'), promising }
}

function isTooMuch(row: PoolRow, impactPercent: number | null): boolean {
  const { maxImpactPercent } = familyOf(row)
  if (maxImpactPercent === undefined) return impactPercent !== null && impactPercent > dustPercent
  return impactPercent === null || impactPercent > maxImpactPercent
}

const million = 1_000_000n

/** What the output lacks of the price before the swap; both include the pools' fees. */
export function lostPercent(
  amountOut: bigint,
  spot: Curve['spot'],
  amountIn: bigint,
): number | null {
  const expected = spot === null ? 0n : (amountIn * spot.output) / spot.input
  if (expected === 0n) return null
  const lostPpm = million - (amountOut * million) / expected
  return lostPpm <= 0n ? 0 : Number(lostPpm) / 10_000
}

export function tokensBetween({ tokens }: Pick<PoolPath, 'tokens'>, chain: ChainRows): Token[] {
  return tokens
    .slice(1, -1)
    .flatMap(
      (address) =>
        connectorsOf(chain).find(({ token }) => isSameAddress(token.address, address))?.token ?? [],
    )
}

/**
 * What gas takes from an output. The coin is worth what the chain's pools give for it; where they do
 * not say, ways are compared by their output.
 * @param gasPrice wei; null when unknown
 */
export function createNet(
  { curves }: Reading,
  chain: ChainRows,
  { tokenIn, tokenOut, amountIn }: Ends,
  gasPrice: bigint | null,
): Net {
  const isCoin = (token: string): boolean => isSameAddress(token, chain.wrapped)
  const rate = ((): { output: bigint; input: bigint } | null => {
    if (isCoin(tokenOut)) return { output: 1n, input: 1n }
    const input = isCoin(tokenIn) ? amountIn : coinsForRate
    const output = curves
      .filter(({ path }) => joins(path, chain.wrapped, tokenOut))
      .map((curve) => curve.outputAt(input))
      .reduce((most, each) => (each > most ? each : most), 0n)
    return output > 0n ? { output, input } : null
  })()
  return (amountOut, gas) =>
    rate === null || gasPrice === null
      ? amountOut
      : amountOut - (gas * gasPrice * rate.output) / rate.input
}

/** A tenth of a coin: enough for a price, too little to move one. */
const coinsForRate = 10n ** 17n
