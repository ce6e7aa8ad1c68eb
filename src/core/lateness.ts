/** What a silent source may cost, wherever several are asked and the others have answered. */

/** Time for the silent ones. */
export const graceMs = 2_000

const slowFactor = 3

/** A source that is slow but alive answers within this time: three times the median of the others. */
export function aliveMs(answerTimes: readonly number[]): number {
  const sorted = answerTimes.toSorted((a, b) => a - b)
  return slowFactor * (sorted[Math.floor(sorted.length / 2)] ?? 0)
}

const outwaitedName = 'OutwaitedError'

/** Reason of a signal that ends the waiting for the last answers, because the others have arrived. */
export function outwaited(): DOMException {
  return new DOMException('The others have answered.', outwaitedName)
}

/** Whether a signal was ended for slowness: by a time limit, or because the others had answered. */
export function isSlowness(reason: unknown): boolean {
  return reason instanceof Error && (isOutwaited(reason) || reason.name === 'TimeoutError')
}

export function isOutwaited(reason: unknown): boolean {
  return reason instanceof Error && reason.name === outwaitedName
}
