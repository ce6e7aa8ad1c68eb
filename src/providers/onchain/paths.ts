import type { QuoteRequest } from '../../core/quote.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import { type Connector, connectorsFor } from './connectors.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { Direction, FoundPool } from './families/family.ts'
import { hasErc20Coin } from './families/checks.ts'
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

/** What is known of the pools of two tokens at a row. */
export type KnownPools = {
  /** Pools that were found; undefined: not known. */
  found(row: PoolRow, from: string, to: string): readonly FoundPool[] | undefined
  /** Whether there was no pool with these params a while ago. */
  isAbsent(row: PoolRow, from: string, to: string, params: readonly number[]): boolean
  /** Whether anything is known of them. */
  hasAsked(row: PoolRow, from: string, to: string): boolean
}

export const nothingKnown: KnownPools = {
  found: () => undefined,
  isAbsent: () => false,
  hasAsked: () => false,
}

/** Two tokens whose pools have to be found. */
export type Hop = {
  row: PoolRow
  from: string
  to: string
  /** A small amount of the first token; null: the tiny part of the input. */
  amount: bigint | null
}

/**
 * Every direct path and every path over one connector that the row's family has pools for, and the
 * hops whose pools are not known yet.
 */
export function pathsOf(
  row: PoolRow,
  chain: ChainRows,
  { tokenIn, tokenOut, direction }: Ends,
  known: KnownPools,
): { paths: Path[]; unknown: Hop[] } {
  const family = familyOf(row)
  const unknown: Hop[] = []
  const waysOf = (hop: Omit<Hop, 'row'>, hops: number): Way[] => {
    const { from, to } = hop
    if (family.lookup === undefined) {
      return family
        .hopParams(row, from, to, hops, direction)
        .filter((params) => !known.isAbsent(row, from, to, params))
        .map((params) => ({ params }))
    }
    const pools = known.found(row, from, to)
    if (pools === undefined) unknown.push({ row, ...hop })
    const listed = family.lookup.listed?.(row, from, to) ?? []
    const isListed = ({ address }: FoundPool): boolean =>
      listed.some((pool) => isSameAddress(pool.address, address))
    const others = (pools ?? []).filter((pool) => !isListed(pool))
    return [...listed, ...others].map((pool) => ({ params: [], pool }))
  }
  const direct = { from: tokenIn, to: tokenOut, amount: null }
  const paths = waysOf(direct, 1).map((way) => toPath(row, [tokenIn, tokenOut], [way], null))
  if (family.maxHops === 1) return { paths, unknown }
  for (const connector of connectorsFor(chain, row.wrapped)) {
    const { address } = connector.token
    if (isSameAddress(address, tokenIn) || isSameAddress(address, tokenOut)) continue
    const tokens = [tokenIn, address, tokenOut]
    const seconds = waysOf({ from: address, to: tokenOut, amount: connector.unit }, 2)
    for (const first of waysOf({ from: tokenIn, to: address, amount: null }, 2)) {
      for (const second of seconds) paths.push(toPath(row, tokens, [first, second], connector))
    }
  }
  return { paths, unknown }
}

type Ends = { tokenIn: string; tokenOut: string; direction: Direction }

/** One pool of a hop. */
type Way = { params: readonly number[]; pool?: FoundPool }

function toPath(
  row: PoolRow,
  tokens: readonly string[],
  ways: readonly Way[],
  connector: Connector | null,
): Path {
  const pools = ways.flatMap(({ pool }) => pool ?? [])
  const params = ways.flatMap((way) => way.params)
  return { row, tokens, params, connector, ...(pools.length === 0 ? {} : { pools }) }
}
