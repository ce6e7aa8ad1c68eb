// Swaps of SwapRouter02 and of its fork SmartRouter (PancakeSwap) that mix their V2 pairs and V3
// pools within a path, or split the input over several paths.
// https://github.com/Uniswap/swap-router-contracts, https://github.com/pancakeswap/pancake-v3-contracts
// (read 2026-11).

/** A pool of the router's V3 factory by its tier, or the pair of the router's V2 factory. */
export type RouterHop = { kind: 'v2' } | { kind: 'v3'; tier: number }

/**
 * A path that takes `share` of the input; the last part also takes what rounding leaves. All parts
 * of a plan begin and end with the same tokens.
 */
export type RouterPart = {
  /** A whole number above 0, of the sum of all shares. */
  share: number
  /** Two to four different tokens; native coins appear as the wrapped token. */
  tokens: readonly string[]
  /** One per pair of neighbors. */
  hops: readonly RouterHop[]
}

export const maxParts = 8
export const maxPartHops = 3

/** The amount of each part, in their order: shares rounded down, the last one with the remainder. */
export function partAmounts(parts: readonly RouterPart[], amountIn: bigint): bigint[] {
  const shares = BigInt(parts.reduce((sum, { share }) => sum + share, 0))
  const amounts = parts.map(({ share }) => (amountIn * BigInt(share)) / shares)
  const rest = amountIn - amounts.reduce((sum, amount) => sum + amount, 0n)
  return amounts.map((amount, index) => (index === amounts.length - 1 ? amount + rest : amount))
}

/** A part for display: its percentage of the input, and where each hop goes. */
export type DescribedPart = {
  percent: number
  tokens: readonly string[]
  hops: readonly RouterHop[]
}

/** Percentages of the input with one decimal at most. */
export function describeParts({ parts }: { parts: readonly RouterPart[] }): DescribedPart[] {
  const shares = parts.reduce((sum, { share }) => sum + share, 0)
  return parts.map(({ share, tokens, hops }) => ({
    percent: Math.round((share * 1000) / shares) / 10,
    tokens,
    hops,
  }))
}
