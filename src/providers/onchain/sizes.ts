import { encodeUint } from '../../chains/evm/hex.ts'

// The amounts at which pools are asked: parts of what a swap brings to each token on its way. A plan
// holds them as placeholders, so that it serves every amount of its pair.

/**
 * `token`: 0 for the source, n for the n-th connector of the chain. `parts`: 64 are all of it. A number
 * is an amount itself.
 */
export type Size = { token: number; parts: number } | bigint

/** What the request brings: of the source, then about as much of each connector, in base units. */
export type Amounts = readonly bigint[]

export const whole = 64

/** At least one unit. */
export function amountOf(size: Size, amounts: Amounts): bigint {
  if (typeof size === 'bigint') return size
  const { token, parts } = size
  const part = ((amounts[token] ?? 0n) * BigInt(parts)) / BigInt(whole)
  return part > 0n ? part : 1n
}

/** A word that no address, fee or offset equals. */
const markStart = 'a5c3'.repeat(14)
export const marks = new RegExp(`(${markStart}[0-9a-f]{8})`)

/** The word of a size: a placeholder for a part. */
export function wordOf(size: Size): string {
  if (typeof size === 'bigint') return encodeUint(size)
  const { token, parts } = size
  return markStart + [token, parts].map((part) => part.toString(16).padStart(4, '0')).join('')
}

/** The size of a placeholder. */
export function readMark(mark: string): Size {
  const [token = 0, parts = 0] = [mark.slice(-8, -4), mark.slice(-4)].map((part) =>
    Number.parseInt(part, 16),
  )
  return { token, parts }
}
