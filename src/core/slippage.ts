import { minimumAfterSlippage } from './amounts.ts'

/**
 * How far below its expectation a route may pay out where the user names no slippage, in basis
 * points per kind of route. Quotes are asked for with it, and what is accepted at least is computed
 * from it (docs/safety.md E9), so that no provider and no backend chooses it.
 */
export const defaultSlippageBps = {
  /** Pools of one EVM chain: read a block before they are used, and nobody else is paid out of it. */
  pools: 50,
  /** A call that pays out on another chain: a swap before the bridge, and seconds to minutes. */
  bridge: 100,
  /** Pools on TON: a swap takes several blocks, each contract one. */
  ton: 100,
  /** An order that follows the market until its deposit is confirmed. */
  deposit: 100,
} as const

export type SlippageKind = keyof typeof defaultSlippageBps

/** Nothing is accepted below this, whatever is asked for (docs/safety.md P4); basis points. */
export const mostSlippageBps = 1_000

/** Several parts of one swap, each rounded by its service: so many units at most. */
const mostParts = 16n

/**
 * What a route has to guarantee at least, base units: the expectation less the slippage.
 * @param slippageBps the user's own; null: the default for the kind
 */
export function leastAccepted(
  expected: bigint,
  slippageBps: number | null,
  kind: SlippageKind,
): bigint {
  const bps = Math.min(slippageBps ?? defaultSlippageBps[kind], mostSlippageBps)
  const least = minimumAfterSlippage(expected, bps)
  return kind === 'ton' ? inParts(least, mostParts) : least
}

/**
 * The least amount of a swap on TON whose parts a service rounds by itself: one millionth and a
 * unit per part below the usual, so that its rounding is not taken for a worse price. Never more
 * than a hundredth.
 */
export function inParts(least: bigint, parts: bigint): bigint {
  const hundredth = least / 100n
  return least - least / 1_000_000n - (parts < hundredth ? parts : hundredth)
}

/** What an offer really leaves open: the share between expected and least, nearest basis point. */
export function slippageBetween(expected: bigint, least: bigint): number {
  if (expected <= 0n || least >= expected) return 0
  return Number(((expected - least) * 20_000n + expected) / (2n * expected))
}
