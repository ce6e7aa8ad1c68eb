export type Random = {
  /** From 0 up to, not including, 1. */
  (): number
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(list: readonly T[]): T
  bytes(length: number): Uint8Array
  /** The same entries in another order. */
  shuffled<T>(list: readonly T[]): T[]
}

/** Numbers that are the same for the same seed (mulberry32); for tests only, nothing secret. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return Object.assign(next, {
    below,
    pick: <T>(list: readonly T[]): T => {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    bytes: (length: number) => Uint8Array.from({ length }, () => below(256)),
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((one) => ({ one, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one),
  })
}
