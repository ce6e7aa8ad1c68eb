import type { QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import { type Direction, hasErc20Coin } from './families/family.ts'
import type { PoolPath } from './quoteCalls.ts'
import type { ChainRows, WrapRow } from './rows.ts'

/** One way through the pools of one row. */
export type Path = PoolPath & {
  /** The token in the middle of a path of two hops. */
  connector: Connector | null
}

/** The address of a token inside a row's pools. */
export function pooledAddress(token: Token, row: { wrapped: string }): string {
  return token.native ? row.wrapped : token.address
}

/**
 * How to call the row's router for the pair, or null where it cannot serve it: the two ends are the
 * same token for it, or it cannot accept a native coin.
 */
export function directionOf(
  row: PoolRow,
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
): Direction | null {
  if (isSameAddress(pooledAddress(srcToken, row), pooledAddress(dstToken, row))) return null
  if (hasErc20Coin(row)) return srcToken.native ? null : 'tokens'
  const direction = srcToken.native ? 'nativeIn' : dstToken.native ? 'nativeOut' : 'tokens'
  return direction !== 'tokens' && !familyOf(row).servesCoins(row) ? null : direction
}

/** Whether the pair is the native coin and this row's wrapped token, in either direction. */
export function isWrapPair(
  row: WrapRow,
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
): boolean {
  if (srcToken.native === dstToken.native) return false
  return isSameAddress(srcToken.native ? dstToken.address : srcToken.address, row.wrapped)
}

/** Every direct path and every path over one connector that the row's family has pools for. */
export function pathsOf(row: PoolRow, chain: ChainRows, tokenIn: string, tokenOut: string): Path[] {
  const family = familyOf(row)
  const paths: Path[] = family
    .hopParams(row, tokenIn, tokenOut, 1)
    .map((params) => ({ row, tokens: [tokenIn, tokenOut], params, connector: null }))
  if (family.maxHops === 1) return paths
  for (const connector of connectorsFor(chain, row.wrapped)) {
    const { address } = connector.token
    if (isSameAddress(address, tokenIn) || isSameAddress(address, tokenOut)) continue
    const tokens = [tokenIn, address, tokenOut]
    const seconds = family.hopParams(row, address, tokenOut, 2)
    for (const first of family.hopParams(row, tokenIn, address, 2)) {
      for (const second of seconds) {
        paths.push({ row, tokens, params: [...first, ...second], connector })
      }
    }
  }
  return paths
}
