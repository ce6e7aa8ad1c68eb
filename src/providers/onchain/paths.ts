import type { QuoteRequest } from '../../core/quote.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import type { Direction, FoundPool } from './families/family.ts'
import { hasErc20Coin } from './families/checks.ts'
import type { WrapRow } from './rows.ts'

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
  const direction = coinsOf({ srcToken, dstToken })
  return direction !== 'tokens' && !familyOf(row).servesCoins(row) ? null : direction
}

/** Which side of a pair is the native coin, if any. */
export function coinsOf({
  srcToken,
  dstToken,
}: Pick<QuoteRequest, 'srcToken' | 'dstToken'>): Direction {
  return srcToken.native ? 'nativeIn' : dstToken.native ? 'nativeOut' : 'tokens'
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
  /** A small amount of the first token; null: a part of the input. */
  amount: bigint | null
}
