import type { QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import type { ChainRows, V2Row, V3Row, WrapRow } from './rows.ts'

/** A row that has pools. */
export type PoolRow = V2Row | V3Row

/** One way through the pools of one row. */
export type Path = {
  row: PoolRow
  /** Two addresses, or three; native coins appear as the wrapped token. */
  tokens: readonly string[]
  /** Fee tier, tick spacing or stable flag per hop; empty where a hop needs none. */
  params: readonly number[]
  /** The token in the middle of a path of two hops. */
  connector: Connector | null
}

/** Which end of the swap is a native coin, as the router call requires. */
export type Direction = 'tokens' | 'nativeIn' | 'nativeOut'

/**
 * Chains whose native coin is also an ERC-20: it can be received through the token, but not paid as
 * value. https://docs.celo.org (read 2026-11)
 */
const erc20Coins: ReadonlySet<string> = new Set(['CELO'])

export function hasErc20Coin(row: { blockchain: string }): boolean {
  return erc20Coins.has(row.blockchain)
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
  const isTokensOnly = row.family === 'uniswap-v2' && row.nativeWords.length === 0
  return isTokensOnly && direction !== 'tokens' ? null : direction
}

/** Whether the pair is the native coin and this row's wrapped token, in either direction. */
export function isWrapPair(
  row: WrapRow,
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
): boolean {
  if (srcToken.native === dstToken.native) return false
  return isSameAddress(srcToken.native ? dstToken.address : srcToken.address, row.wrapped)
}

/** Every direct path and every path over one connector; none is left out for speed. */
export function pathsOf(row: PoolRow, chain: ChainRows, tokenIn: string, tokenOut: string): Path[] {
  const params = hopParams(row)
  const paths: Path[] = params.map((first) => ({
    row,
    tokens: [tokenIn, tokenOut],
    params: first,
    connector: null,
  }))
  for (const connector of connectorsFor(chain, row.wrapped)) {
    const { address } = connector.token
    if (isSameAddress(address, tokenIn) || isSameAddress(address, tokenOut)) continue
    const tokens = [tokenIn, address, tokenOut]
    for (const first of params) {
      for (const second of params) {
        paths.push({ row, tokens, params: [...first, ...second], connector })
      }
    }
  }
  return paths
}

/** The possible params of one hop. */
function hopParams(row: PoolRow): readonly (readonly number[])[] {
  if (row.family === 'uniswap-v3') return row.tiers.map((tier) => [tier])
  return row.variant === 'stableFlags' ? [[0], [1]] : [[]]
}
