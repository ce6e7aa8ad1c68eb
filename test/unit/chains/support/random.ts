/** A small seeded generator (mulberry32), so that a failing case can be found again. */
export function randomSource(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => next() % limit
  return {
    /** A whole number from 0 to `limit - 1`. */
    below,
    bytes: (size: number): Uint8Array => Uint8Array.from({ length: size }, () => below(256)),
    /** `0x` and `size` random bytes. */
    hex: (size: number): `0x${string}` =>
      `0x${Array.from({ length: size }, () => below(256).toString(16).padStart(2, '0')).join('')}`,
  }
}
