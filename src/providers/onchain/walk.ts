import { isWorthAsking, type Reading } from './choose.ts'
import type { Curve } from './curves.ts'
import type { AskedWay } from './plan.ts'
import { joinedPath, pathKey, type PoolPath } from './quoteCalls.ts'

// What pools of several rows bring one after the other. Neighbors of one row are asked as one; the
// amount that reaches the next one is known from the answer before it.

const million = 1_000_000n

/** What is known of neighboring pools of one row, at one amount. */
export type Lookup = (path: PoolPath, amountIn: bigint) => Curve | null

export function createLookup(reading: Reading): Lookup {
  const byKey = new Map<string, Curve[]>()
  for (const curve of [...reading.curves, ...reading.ways]) {
    const key = pathKey(curve.path)
    byKey.set(key, [...(byKey.get(key) ?? []), curve])
  }
  return (path, amountIn) => {
    const curves = byKey.get(pathKey(path)) ?? []
    const exact = curves.find((curve) => curve.answerAt(amountIn) !== null)
    const most = (a: Curve, b: Curve): Curve => (b.leastAt(amountIn) > a.leastAt(amountIn) ? b : a)
    return exact ?? (curves.length === 0 ? null : curves.reduce(most))
  }
}

export type Walked = {
  amountOut: bigint
  spot: Curve['spot']
  /** The first quote that is missing. */
  ask: AskedWay | null
  /** Whether it brings at least this: pools without a quote are pairs, or quoted right beside it. */
  isSure: boolean
  /** Whether `amountOut` is about what it brings where quotes are missing. */
  isKnown: boolean
  /** What reaches each pool, or neighbors of one row, after the first. */
  reached: readonly bigint[]
}

/** From pool to pool with what each is known to give; null where one does not take it. */
export function walk(hops: readonly PoolPath[], amountIn: bigint, curveOf: Lookup): Walked | null {
  let amount = amountIn
  let spot: Walked['spot'] = { output: 1n, input: 1n }
  let ask: AskedWay | null = null
  let isSure = true
  const reached: bigint[] = []
  for (const [at, run] of runsOf(hops).entries()) {
    if (at > 0) reached.push(amount)
    const curve = curveOf(run, amount)
    const answer = curve?.answerAt(amount) ?? null
    const computed = curve === null ? 0n : curve.outputAt(amount)
    // Pairs are x·y = k: two quotes are all of them, but for the units that were rounded.
    const isPair = curve !== null && isPlainPair(run)
    const least = isPair ? computed - computed / million - 1n : (curve?.leastAt(amount) ?? 0n)
    // Quotes beside the amount stand in for its own where they leave too little open to ask again.
    const isClose = !isWorthAsking(computed, least)
    if (answer === null) {
      // Of a way with a second unknown amount nothing can be asked yet.
      if (ask !== null && !isSure) return null
      ask ??= { ...run, at: amount }
      isSure &&= curve !== null && isClose
      if (curve === null) return { amountOut: 0n, spot: null, ask, isSure, isKnown: false, reached }
    }
    const output = answer?.amountOut ?? (isClose ? least : computed)
    if (output <= 0n) return null
    spot =
      spot === null || curve === null || curve.spot === null
        ? null
        : { output: spot.output * curve.spot.output, input: spot.input * curve.spot.input }
    amount = output
  }
  return { amountOut: amount, spot, ask, isSure, isKnown: true, reached }
}

/** Neighboring hops of one row as one path. */
export function runsOf(hops: readonly PoolPath[]): PoolPath[] {
  const runs: PoolPath[] = []
  for (const hop of hops) {
    const open = runs.at(-1)
    if (open?.row === hop.row) runs[runs.length - 1] = joinedPath([open, hop])
    else runs.push(hop)
  }
  return runs
}

/** x·y = k with one fee, in the program's own reading. */
export function isPlainPair({ row, tokens }: PoolPath): boolean {
  return row.family === 'uniswap-v2' && row.variant === 'plain' && tokens.length === 2
}
