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
  let packed = ''
  for (let index = 0; index < tokens.length; index += 1) {
    packed += tokens[index]?.slice(2).toLowerCase() ?? ''
    const tier = tiers[index]
    if (tier !== undefined) packed += tier.toString(16).padStart(6, '0')
  }
  const size = packed.length / 2
  const padded = Math.ceil(size / wordBytes) * wordBytes
  return encodeUint(size) + packed + '0'.repeat((padded - size) * 2)
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
