import type { Token } from '../../core/token.ts'
import type { Direction, Path } from './paths.ts'

// Estimated gas and time of a swap that is not sent yet, for display and comparison; the wallet
// estimates again before it signs.

/** Calling a router and transferring input and output. */
const v2BaseGas = 75_000n
const v2HopGas = 65_000n
/** The first swap in a block also executes the pair's pending orders. */
const twammHopGas = 350_000n
const v3BaseGas = 85_000n
// The model of Uniswap's own router (https://github.com/Uniswap/smart-order-router, gas models for
// V3, read 2026-11): gas per hop, and per initialized tick that is crossed.
const v3HopGas = 80_000n
const v3TickGas = 31_000n
const unwrapGas = 35_000n

/** `deposit` or `withdraw`, rounded up from WETH9's gas. */
export const wrapGas = 50_000n

/**
 * `ticksCrossed` over all hops; null where the quoter does not return it, or pools have no ticks.
 */
export function swapGas(
  { row, tokens }: Pick<Path, 'row' | 'tokens'>,
  direction: Direction,
  ticksCrossed: number | null,
): bigint {
  const hops = BigInt(tokens.length - 1)
  const native = direction === 'tokens' ? 0n : unwrapGas
  if (row.family === 'uniswap-v2') {
    return v2BaseGas + native + hops * (row.variant === 'twamm' ? twammHopGas : v2HopGas)
  }
  const ticks = ticksCrossed === null ? hops : BigInt(ticksCrossed)
  return v3BaseGas + native + hops * v3HopGas + ticks * v3TickGas
}

/**
 * Gas of the plain transfer that pays a deposit order, units on EVM chains, rounded up from what
 * common ERC-20 contracts use; nanoton on TON, where a jetton transfer returns what it does not
 * use.
 */
export function transferGas({ blockchain, native }: Token): bigint {
  if (blockchain === 'TON') return native ? 6_000_000n : 40_000_000n
  return native ? 21_000n : 65_000n
}
