import { encodeAddress, encodeUint, wordBytes } from '../../chains/evm/hex.ts'

/** The tail of an `address[]`: its length, then one word per address. */
export function encodeAddresses(addresses: readonly string[]): string {
  return encodeUint(addresses.length) + addresses.map(encodeAddress).join('')
}

/** The tail of a `bool[]` or `uint[]`. */
export function encodeUints(values: readonly number[]): string {
  return encodeUint(values.length) + values.map(encodeUint).join('')
}

/** The word that points `words` words into the arguments. */
export function encodeOffset(words: number): string {
  return encodeUint(words * wordBytes)
}

/** `token fee token …` with three bytes per fee, as V3 routers and quoters take it. */
export function packPath(tokens: readonly string[], tiers: readonly number[]): string {
  let packed = '0x'
  for (const [index, token] of tokens.entries()) {
    packed += encodeAddress(token).slice(24)
    const tier = tiers[index]
    if (tier !== undefined) packed += tier.toString(16).padStart(6, '0')
  }
  return packed
}

/** Addresses in any letter case. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
