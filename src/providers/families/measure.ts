import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import type { PathAnswer } from './quoteCalls.ts'
import { decodeQuote } from './quoteCalls.ts'
import { type Plan, type PlannedPath, tinyAmount } from './plan.ts'

/** A path with what it yields. */
export type MeasuredPath = {
  path: PlannedPath
  answer: PathAnswer
  /** Percent lost to the size of the swap, fees of the pools apart; null when it is not known. */
  priceImpactPercent: number | null
}

/** Why an exchange has nothing to offer. */
export type Verdict = 'none' | 'too thin'

/** Above this a pool holds dust: it answers, but with next to nothing. */
const dustPercent = 90
/** Fewer units than this, and rounding says more than the price does. */
const leastPrecision = 1000n
const million = 1_000_000n

/** The path with the greatest output; the earlier, shorter one of two equal ones. */
export function bestPath(
  plan: Plan,
  isWanted: (path: PlannedPath) => boolean,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): MeasuredPath | Verdict {
  let best: MeasuredPath | null = null
  let hasDust = false
  for (const path of plan.paths) {
    if (!isWanted(path)) continue
    const answer = answerOf(path, path.call, results, amountIn)
    if (answer === null || (best !== null && answer.amountOut <= best.answer.amountOut)) continue
    const priceImpactPercent = priceImpact(path, answer, results, amountIn)
    if (priceImpactPercent !== null && priceImpactPercent > dustPercent) hasDust = true
    else best = { path, answer, priceImpactPercent }
  }
  return best ?? (hasDust ? 'too thin' : 'none')
}

function answerOf(
  path: PlannedPath,
  call: number,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): PathAnswer | null {
  const result = results.get(call)
  return result === undefined ? null : decodeQuote(path, result, amountIn)
}

/**
 * 1 - (output / input) / (output / input of a tiny swap). Both carry the pools' fees, which
 * therefore cancel out.
 */
function priceImpact(
  path: PlannedPath,
  { amountOut }: PathAnswer,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): number | null {
  const tinyIn = tinyAmount(amountIn)
  const tiny = tinyAnswer(path, path.tinyCall, results, tinyIn)
  if (tiny === null) return null
  let expected = (tiny * amountIn) / tinyIn
  if (path.unitCall !== null) {
    const unit = path.connector?.unit ?? 0n
    const second = tinyAnswer(path, path.unitCall, results, unit)
    if (second === null || unit === 0n) return null
    expected = (tiny * amountIn * second) / (tinyIn * unit)
  }
  if (expected === 0n) return null
  const lostPpm = million - (amountOut * million) / expected
  return lostPpm <= 0n ? 0 : Number(lostPpm) / 10_000
}

function tinyAnswer(
  path: PlannedPath,
  call: number,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): bigint | null {
  const isHop = path.unitCall !== null
  const shape = isHop ? { ...path, tokens: path.tokens.slice(0, 2) } : path
  const answer = answerOf(shape, call, results, amountIn)
  return answer === null || answer.amountOut < leastPrecision ? null : answer.amountOut
}
