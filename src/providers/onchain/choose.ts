import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import { connectorsOf } from './connectors.ts'
import { type Curve, toCurve } from './curves.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { Direction, PathAnswer } from './families/family.ts'
import { swapGas } from './estimates.ts'
import type { PlannedPath, ReadPlan } from './plan.ts'
import type { PoolPath } from './quoteCalls.ts'
import type { ChainRows } from './rows.ts'
import { findWays, pathKey } from './search.ts'
import type { Amounts } from './sizes.ts'

// Which way of an exchange is offered: the one that brings most after gas, among those whose output a
// contract has quoted. Computed ones that would bring more are asked in a second request.

/** What the chain answered about pools, and about whole ways by `pathKey`. */
export type Reading = { curves: readonly Curve[]; ways: ReadonlyMap<string, Curve> }

export const nothingRead: Reading = { curves: [], ways: new Map() }

export function toReading(
  plan: ReadPlan,
  results: ReadonlyMap<number, Aggregate3Result>,
  amounts: Amounts,
): Reading {
  const curvesOf = (paths: readonly PlannedPath[]): Curve[] =>
    paths.flatMap((path) => toCurve(path, results, amounts) ?? [])
  const ways = curvesOf(plan.ways).map((way): [string, Curve] => [pathKey(way.path), way])
  return { curves: curvesOf(plan.edges), ways: new Map(ways) }
}

export function joined(first: Reading, second: Reading): Reading {
  return {
    curves: [...first.curves, ...second.curves],
    ways: new Map([...first.ways, ...second.ways]),
  }
}

/** A path and its quote. */
export type MeasuredPath = {
  path: PoolPath
  answer: PathAnswer
  /** Tokens between its pools. */
  middle: readonly Token[]
  /** Percent lost to the size of the swap, without the pools' fees; null when unknown. */
  priceImpactPercent: number | null
}

/** Why an exchange has no offer. */
export type Verdict = 'none' | 'too thin'

export type Choice = {
  best: MeasuredPath | Verdict
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
export type Net = (amountOut: bigint, path: PoolPath, ticksCrossed: number | null) => bigint

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
  const direct = own.filter(({ path }) => isSameAddress(path.tokens[1] ?? '', tokenOut))
  const asked = [
    ...direct.filter(({ path }) => isSameAddress(path.tokens[0] ?? '', tokenIn)),
    ...[...ways.values()].filter(({ path }) => path.row === row),
  ]
  let isThin = false
  let best: (MeasuredPath & { net: bigint }) | null = null
  for (const curve of asked) {
    const { path } = curve
    const answer = curve.answerAt(amountIn)
    const priceImpactPercent =
      answer === null ? null : lostPercent(answer.amountOut, curve.spot, amountIn)
    isThin ||= curve.isThin || isTooMuch(row, priceImpactPercent)
    if (answer === null || isTooMuch(row, priceImpactPercent)) continue
    const after = net(answer.amountOut, path, answer.ticksCrossed)
    if (best !== null && after <= best.net) continue
    best = { path, answer, middle: tokensBetween(path, chain), priceImpactPercent, net: after }
  }
  const least = best?.net ?? null
  const promising = findWays(own, ends, amountIn)
    .filter(({ path }) => !ways.has(pathKey(path)))
    .map(({ path, amountOut }) => ({ path, net: net(amountOut, path, null) }))
    .filter((way) => least === null || way.net * worthAsking.of > least * worthAsking.more)
    .toSorted((a, b) => (b.net > a.net ? 1 : -1))
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
function lostPercent(amountOut: bigint, spot: Curve['spot'], amountIn: bigint): number | null {
  const expected = spot === null ? 0n : (amountIn * spot.output) / spot.input
  if (expected === 0n) return null
  const lostPpm = million - (amountOut * million) / expected
  return lostPpm <= 0n ? 0 : Number(lostPpm) / 10_000
}

function tokensBetween({ tokens }: PoolPath, chain: ChainRows): Token[] {
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
  { tokenIn, tokenOut, amountIn, direction }: Ends,
  gasPrice: bigint | null,
): Net {
  const isCoin = (token: string): boolean => isSameAddress(token, chain.wrapped)
  const rate = ((): { output: bigint; input: bigint } | null => {
    if (isCoin(tokenOut)) return { output: 1n, input: 1n }
    let best: { output: bigint; input: bigint } | null = null
    for (const { path, outputAt } of curves) {
      const [from = '', to = ''] = path.tokens
      if (!isCoin(from) || !isSameAddress(to, tokenOut)) continue
      const input = isCoin(tokenIn) ? amountIn : coinsForRate
      const output = outputAt(input)
      if (output * (best?.input ?? 1n) > (best?.output ?? 0n) * input) best = { output, input }
    }
    return best
  })()
  return (amountOut, path, ticksCrossed) => {
    if (rate === null || gasPrice === null) return amountOut
    const wei = swapGas(path, direction, ticksCrossed) * gasPrice
    return amountOut - (wei * rate.output) / rate.input
  }
}

/** A tenth of a coin: enough for a price, too little to move one. */
const coinsForRate = 10n ** 17n
