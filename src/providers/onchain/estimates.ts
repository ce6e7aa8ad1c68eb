import type { Token } from '../../core/token.ts'
import { familyOf } from './families/families.ts'
import type { Direction } from './families/family.ts'
import { planGas, type RouterPart } from './families/routerPlan.ts'
import { unoswapGas, type UnoswapRow } from './families/unoswapPlan.ts'
import type { PoolPath } from './quoteCalls.ts'

// Estimated gas and time of a swap that is not sent yet, for display and comparison; the wallet
// estimates again before it signs.

const unwrapGas = 35_000n

/** `deposit` or `withdraw`, rounded up from WETH9's gas. */
export const wrapGas = 50_000n

/** Pools of several rows, where a router joins them; then the path only names its tokens. */
type JoinedPools = { parts?: readonly RouterPart[]; unoswap?: readonly { row: UnoswapRow }[] }

/**
 * @param ticksCrossed over all hops; null where the quoter does not return it, or pools have no ticks
 */
export function swapGas(
  path: PoolPath,
  direction: Direction,
  ticksCrossed: number | null,
  { parts, unoswap }: JoinedPools = {},
): bigint {
  if (unoswap !== undefined) return unoswapGas({ direction, hops: unoswap }, ticksCrossed)
  const native = direction === 'tokens' ? 0n : unwrapGas
  return parts === undefined
    ? native + familyOf(path.row).swapGas(path, ticksCrossed)
    : native + planGas({ direction, parts }, ticksCrossed)
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
