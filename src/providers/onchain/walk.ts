import type { Reading } from './choose.ts'
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
    return curves.find((curve) => curve.answerAt(amountIn) !== null) ?? curves[0] ?? null
  }
}

export type Walked = {
  amountOut: bigint
  spot: Curve['spot']
  /** The first quote that is missing. */
  ask: AskedWay | null
  /** Whether it brings at least this: what is missing is quotes of pairs alone. */
  isSure: boolean
  /** Whether `amountOut` is about what it brings where quotes are missing. */
  isKnown: boolean
}

/** From pool to pool with what each is known to give; null where one does not take it. */
export function walk(hops: readonly PoolPath[], amountIn: bigint, curveOf: Lookup): Walked | null {
  let amount = amountIn
  let spot: Walked['spot'] = { output: 1n, input: 1n }
  let ask: AskedWay | null = null
  let isSure = true
  for (const run of runsOf(hops)) {
    const curve = curveOf(run, amount)
    const answer = curve?.answerAt(amount) ?? null
    const computed = curve === null ? 0n : curve.outputAt(amount)
    // Pairs are x·y = k: two quotes are all of them, but for the units that were rounded.
    const isPair = curve !== null && isPlainPair(run)
    if (answer === null) {
      // Of a way with a second unknown amount nothing can be asked yet.
      if (ask !== null && !isSure) return null
      ask ??= { ...run, at: amount }
      isSure &&= isPair
      if (curve === null) return { amountOut: 0n, spot: null, ask, isSure, isKnown: false }
    }
    const output = answer?.amountOut ?? (isPair ? computed - computed / million - 1n : computed)
    if (output <= 0n) return null
    spot =
      spot === null || curve === null || curve.spot === null
        ? null
        : { output: spot.output * curve.spot.output, input: spot.input * curve.spot.input }
    amount = output
  }
  return { amountOut: amount, spot, ask, isSure, isKnown: true }
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
