import { encodeAddress, encodeBytes, encodeUint, wordBytes } from '../../chains/evm/hex.ts'

/** The tail of an `address[]`: its length, then one word per address. */
export function encodeAddresses(addresses: readonly string[]): string {
  return encodeUint(addresses.length) + addresses.map(encodeAddress).join('')
}

/** The tail of a `bool[]` or `uint[]`. */
export function encodeUints(values: readonly number[]): string {
  return encodeUint(values.length) + values.map(encodeUint).join('')
}

/** The offset of a tail that starts `words` words into the arguments. */
export function encodeOffset(words: number): string {
  return encodeUint(words * wordBytes)
}

/**
 * The tail of a V3 path as `bytes`: `token fee token …` with three bytes per fee. The caller has
 * checked the addresses.
 */
export function encodePath(tokens: readonly string[], tiers: readonly number[]): string {
  return encodePacked(tokens, ...tiers.map((tier) => tier.toString(16).padStart(6, '0')))
}

/** The tail of a packed path as `bytes`; of the digits between tokens the last ones repeat. */
export function encodePacked(tokens: readonly string[], ...between: readonly string[]): string {
  let packed = ''
  for (const [index, token] of tokens.entries()) {
    if (index > 0) packed += between[index - 1] ?? between.at(-1) ?? ''
    packed += token.slice(2).toLowerCase()
  }
  return encodeBytes(`0x${packed}`)
}

/** The tail of a `bytes[]`. */
export function encodeByteArrays(items: readonly string[]): string {
  const tails = items.map(encodeBytes)
  let position = items.length * wordBytes
  const offsets = tails.map((tail) => {
    const offset = encodeUint(position)
    position += tail.length / 2
    return offset
  })
  return encodeUint(items.length) + offsets.join('') + tails.join('')
}

export function wordsIn(tail: string): number {
  return tail.length / 2 / wordBytes
}
