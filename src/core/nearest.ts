const maxLength = 80

/**
 * The keys nearest to `text` by edit distance, best first: at most one edit for every three
 * letters, and keys that begin with the text. For "did you mean".
 */
export function nearest(text: string, keys: Iterable<string>, limit: number): string[] {
  if (text === '' || text.length > maxLength) return []
  const wanted = text.toLowerCase()
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  const found: { key: string; distance: number }[] = []
  for (const key of keys) {
    const candidate = key.toLowerCase()
    const isBeginning = wanted.length >= 2 && candidate.startsWith(wanted)
    const distance = isBeginning ? 1 : editDistance(wanted, candidate, allowed)
    if (distance <= allowed) found.push({ key, distance })
  }
  return found
    .sort((a, b) => a.distance - b.distance || a.key.length - b.key.length)
    .slice(0, limit)
    .map(({ key }) => key)
}

/** Insertions, deletions, changes and swaps of neighbours; above `limit` any larger number. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwap =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? limit + 1
}
