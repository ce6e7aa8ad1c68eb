import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import { type ReadPlan, type PlannedPath, tinyAmount } from './plan.ts'
import { familyOf } from './families/families.ts'
import type { PathAnswer } from './families/family.ts'
import { decodeQuote, type PoolPath, readOutput } from './quoteCalls.ts'

/** A path and its output. */
export type MeasuredPath = {
  path: PlannedPath
  answer: PathAnswer
  /** Percent lost to the size of the swap, without the pools' fees; null when unknown. */
  priceImpactPercent: number | null
}

/** Why an exchange has no offer. */
export type Verdict = 'none' | 'too thin'

/** Above this a pool has only dust: it answers, but with next to nothing. */
const dustPercent = 90
/** With fewer units than this, rounding affects the price too much. */
const leastPrecision = 1000n
const million = 1_000_000n

/** The path with the largest output; of two equal ones the earlier, shorter one. */
export function bestPath(
  plan: ReadPlan,
  isWanted: (path: PlannedPath) => boolean,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): MeasuredPath | Verdict {
  let best: MeasuredPath | null = null
  let hasDust = false
  for (const path of plan.paths) {
    if (!isWanted(path)) continue
    const result = results.get(path.call)
    const least = best?.answer.amountOut ?? 0n
    if (result === undefined || readOutput(path, result) <= least) continue
    const answer = decodeQuote(path, result, amountIn)
    // The first probe may be too large, as for Balancer, whose outputs are negative.
    if (answer === null || answer.amountOut <= least) continue
    const priceImpactPercent = priceImpact(path, answer, results, amountIn)
    if (isTooMuch(path, priceImpactPercent) || !hasMore(path, answer, results, amountIn))
      hasDust = true
    else best = { path, answer, priceImpactPercent }
  }
  return best ?? (hasDust ? 'too thin' : 'none')
}

function isTooMuch(path: PlannedPath, impactPercent: number | null): boolean {
  const { maxImpactPercent } = familyOf(path.row)
  if (maxImpactPercent === undefined) return impactPercent !== null && impactPercent > dustPercent
  return impactPercent === null || impactPercent > maxImpactPercent
}

/**
 * Twice the input gives more unless the pools are empty already: then a part of the input would stay
 * unswapped.
 */
function hasMore(
  path: PlannedPath,
  { amountOut }: PathAnswer,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): boolean {
  if (path.moreCall === null) return true
  const result = results.get(path.moreCall)
  const answer = result === undefined ? null : decodeQuote(path, result, amountIn * 2n)
  return answer !== null && answer.amountOut > amountOut
}

/**
 * 1 - (output / input) / (output / input of a tiny swap). Both include the pools' fees, which
 * therefore cancel out.
 */
function priceImpact(
  path: PlannedPath,
  { amountOut }: PathAnswer,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): number | null {
  const tinyIn = tinyAmount(amountIn)
  if (path.unitCall === null) {
    const tiny = preciseOutput(path, path.tinyCall, results, tinyIn)
    return tiny === null ? null : lostPercent(amountOut, (tiny * amountIn) / tinyIn)
  }
  const unit = path.connector?.unit ?? 0n
  const hop = { ...path, tokens: path.tokens.slice(0, 2) }
  const first = preciseOutput(hop, path.tinyCall, results, tinyIn)
  const second = preciseOutput(hop, path.unitCall, results, unit)
  if (first === null || second === null || unit === 0n) return null
  return lostPercent(amountOut, (first * amountIn * second) / (tinyIn * unit))
}

function lostPercent(amountOut: bigint, expected: bigint): number | null {
  if (expected === 0n) return null
  const lostPpm = million - (amountOut * million) / expected
  return lostPpm <= 0n ? 0 : Number(lostPpm) / 10_000
}

/** Output of a tiny swap, if it is large enough to give a price. */
function preciseOutput(
  path: PoolPath,
  call: number,
  results: ReadonlyMap<number, Aggregate3Result>,
  amountIn: bigint,
): bigint | null {
  const result = results.get(call)
  const answer = result === undefined ? null : decodeQuote(path, result, amountIn)
  return answer === null || answer.amountOut < leastPrecision ? null : answer.amountOut
}
