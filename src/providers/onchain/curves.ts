import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { familyOf } from './families/families.ts'
import type { PathAnswer } from './families/family.ts'
import type { PlannedPath } from './plan.ts'
import { decodeQuote } from './quoteCalls.ts'
import { type Amounts, amountOf } from './sizes.ts'

// What a pool gives for any amount, from its quotes for a few. For a pool along x·y = k the input per
// unit of output grows in a straight line with the input; pools of other kinds are close to that
// between two quotes. It is exact at the amounts that were asked; what is shown or promised is always
// a quote of the contract, never a point of this line.

/** One quote. */
type Point = { x: bigint; y: bigint; answer: PathAnswer }

export type Curve = {
  path: PlannedPath
  /** Base units for an amount; 0 where the pool does not take all of it. */
  outputAt(amountIn: bigint): bigint
  /**
   * What it gives at least, by its quotes for more and for less: outputs never grow faster than the
   * input, so that no straight line between two of them lies above.
   */
  leastAt(amountIn: bigint): bigint
  /** The quote for exactly this amount; null if it was not asked. */
  answerAt(amountIn: bigint): PathAnswer | null
  /** Whether it does not take all of the largest amount it was asked for. */
  isThin: boolean
  /** Output per input before any swap, with the fee; null where outputs are too small to say. */
  spot: { output: bigint; input: bigint } | null
}

/** With fewer units than this, rounding affects the price too much. */
const leastPrecision = 1000n

/** Null for a pool, or a way, without any quote: it is not there, or empty. */
export function toCurve(
  path: PlannedPath,
  results: ReadonlyMap<number, Aggregate3Result>,
  amounts: Amounts,
): Curve | null {
  const asksMore = familyOf(path.row).asksMore?.(path.row) === true
  const points: Point[] = []
  /** The smallest amount that the pool does not take. */
  let tooMuch: bigint | null = null
  let answers = false
  for (const { size, call } of path.reads) {
    const x = amountOf(size, amounts)
    const result = results.get(call)
    const answer = result === undefined ? null : decodeQuote(path, result, x)
    if (answer !== null) answers = true
    const last = points.at(-1)
    if (last !== undefined && x <= last.x) continue
    // A quote may hide that a part stays unswapped: then more input gives no more output.
    if (asksMore && last !== undefined && (answer?.amountOut ?? 0n) <= last.y) {
      points.pop()
      tooMuch ??= last.x
    } else if (answer === null) tooMuch ??= x
    else points.push({ x, y: answer.amountOut, answer })
  }
  if (!answers) return null
  const most = points.at(-1)?.x ?? 0n
  return {
    path,
    outputAt: (amountIn) => {
      if (tooMuch !== null && amountIn > most) return 0n
      return amountIn <= 0n ? 0n : between(points, amountIn)
    },
    leastAt: (amountIn) => {
      if (tooMuch !== null && amountIn > most) return 0n
      return amountIn <= 0n ? 0n : chord(points, amountIn)
    },
    answerAt: (amountIn) => points.find(({ x }) => x === amountIn)?.answer ?? null,
    isThin: tooMuch !== null,
    spot: spotOf(points),
  }
}

/** The two quotes around an amount, or the two nearest. */
function around(points: readonly Point[], x: bigint): readonly [Point, Point] | null {
  const at = Math.max(
    points.findIndex((point) => point.x >= x),
    0,
  )
  const after = at === 0 ? ((points.at(-1)?.x ?? 0n) < x ? points.length - 1 : 1) : at
  const [a, b] = [points[after - 1], points[after]]
  return a === undefined || b === undefined ? null : [a, b]
}

function between(points: readonly Point[], x: bigint): bigint {
  const exact = points.find((point) => point.x === x)
  if (exact !== undefined) return exact.y
  const pair = around(points, x)
  const [only] = points
  if (pair === null) return only === undefined ? 0n : (only.y * x) / only.x
  const [a, b] = pair
  const width = b.x - a.x
  const divisor = a.x * b.y * width + (b.x * a.y - a.x * b.y) * (x - a.x)
  return divisor <= 0n ? 0n : (x * a.y * b.y * width) / divisor
}

function chord(points: readonly Point[], x: bigint): bigint {
  const above = points.find((point) => point.x >= x)
  const below = points.findLast((point) => point.x <= x) ?? { x: 0n, y: 0n }
  if (above === undefined || above.x === below.x) return below.y
  return below.y + ((above.y - below.y) * (x - below.x)) / (above.x - below.x)
}

function spotOf(points: readonly Point[]): Curve['spot'] {
  const [a, b] = points.filter(({ y }) => y >= leastPrecision)
  if (a === undefined) return null
  if (b === undefined) return { output: a.y, input: a.x }
  const width = b.x - a.x
  const input = a.x * b.y * width - (b.x * a.y - a.x * b.y) * a.x
  // Along x·y = k the price never improves with the amount: where it does, the first quote stands in.
  return input <= 0n || b.x * a.y <= a.x * b.y
    ? { output: a.y, input: a.x }
    : { output: a.y * b.y * width, input }
}
