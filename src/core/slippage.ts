import { minimumAfterSlippage } from './amounts.ts'
import type { Token } from './token.ts'

/**
 * Default slippage in basis points per kind of route. Quote requests carry it, and the minimum
 * output is computed from it (docs/safety.md E9), so that no provider or backend chooses it.
 */
export const defaultSlippageBps = {
  /**
   * Pools of one EVM chain, read one block before the swap; no third party is paid from the
   * slippage.
   */
  pools: 50,
  /** A call that pays out on another chain: a swap before the bridge, then seconds to minutes. */
  bridge: 100,
  /** Pools on TON: a swap takes several blocks, one per contract. */
  ton: 100,
  /** An order that follows the market until its deposit is confirmed. */
  deposit: 100,
} as const

export type SlippageKind = keyof typeof defaultSlippageBps

/**
 * Which default slippage applies. Decided by the tokens and the form of payment, not by the
 * service.
 */
export function slippageKind(
  { srcToken, dstToken }: { srcToken: Token; dstToken: Token },
  isDeposit: boolean,
): SlippageKind {
  if (isDeposit) return 'deposit'
  if (srcToken.blockchain !== dstToken.blockchain) return 'bridge'
  return srcToken.blockchain === 'TON' ? 'ton' : 'pools'
}

/**
 * Whether it is the default in the echo of a request without a slippage, and so not the caller's
 * own.
 * @param isDeposit of the route; a list of all routes has the default of signed ones
 */
export function isEchoedDefault(
  tokens: { srcToken: Token; dstToken: Token },
  isDeposit: boolean,
  slippageBps: number,
): boolean {
  const kinds = [slippageKind(tokens, false), slippageKind(tokens, isDeposit)]
  return kinds.some((kind) => defaultSlippageBps[kind] === slippageBps)
}

/** Upper limit of any slippage, even one the user sets (docs/safety.md P4); basis points. */
export const mostSlippageBps = 1_000

/** Maximum number of parts of one swap that a service rounds separately. */
const mostParts = 16n

/**
 * The minimum output a route must guarantee, base units: the expected amount less the slippage.
 * @param slippageBps the user's setting; null: the default of the kind
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
 * The minimum of a TON swap whose parts a service rounds separately: one millionth and one unit per
 * part below the usual, so that rounding is not taken for a worse price. Never more than one
 * percent below.
 */
export function inParts(least: bigint, parts: bigint): bigint {
  const hundredth = least / 100n
  return least - least / 1_000_000n - (parts < hundredth ? parts : hundredth)
}

/**
 * The slippage an offer actually allows: the share between expected and minimum, nearest basis
 * point.
 */
export function slippageBetween(expected: bigint, least: bigint): number {
  if (expected <= 0n || least >= expected) return 0
  return Number(((expected - least) * 20_000n + expected) / (2n * expected))
}
