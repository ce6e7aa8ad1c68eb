import { byteLength, readAddress, wordBytes } from '../../../chains/evm/hex.ts'
import type { Aggregate3Result } from '../../../chains/evm/multicall3.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import type { PoolBase } from './family.ts'

// Whether a row's contracts are those of the registry, by what they answer.

/**
 * Chains whose native coin is also an ERC-20: it can be received through the token, but not paid as
 * value. https://docs.celo.org (read 2026-11)
 */
const erc20Coins: ReadonlySet<string> = new Set(['CELO'])

export function hasErc20Coin(row: { blockchain: string }): boolean {
  return erc20Coins.has(row.blockchain)
}

export function hasWord({ success, returnData }: Aggregate3Result): boolean {
  return success && byteLength(returnData) >= wordBytes
}

/** The reason of a router whose factory is missing or not the registry's; null for the right one. */
export function factoryReason(row: PoolBase, found: string | null | undefined): string | null {
  if (found == null) return 'the router returns no factory'
  if (row.factory === null || isSameAddress(found, row.factory)) return null
  return `the router belongs to the factory ${found}, not ${row.factory}`
}

/** The reason of a router that wraps with another token than the registry's; null for the right one. */
export function wrapReason(row: PoolBase, found: string | null | undefined): string | null {
  if (found == null) return 'the router returns no wrapped native token'
  if (isSameAddress(found, row.wrapped)) return null
  return `the router wraps with ${found}, not ${row.wrapped}`
}

/**
 * The first reason against a router and its quoter, by what they return: the router's factory, its
 * wrapped token, the quoter's factory. Null: both are the registry's.
 */
export function quoterReason(
  row: PoolBase & { quoter: string },
  [factory, wrapped, quoterFactory]: readonly (string | null)[],
): string | null {
  const wrong = factoryReason(row, factory) ?? (hasErc20Coin(row) ? null : wrapReason(row, wrapped))
  if (wrong !== null) return wrong
  if (quoterFactory != null && isSameAddress(quoterFactory, factory ?? '')) return null
  return `its quoter ${row.quoter} does not belong to its router's factory`
}

/** The returned address; null for a revert, no contract, no address or the zero address. */
export function addressIn(answer: Aggregate3Result): string | null {
  if (!hasWord(answer)) return null
  try {
    const address = readAddress(answer.returnData, 0)
    return address === zeroAddress ? null : address
  } catch {
    return null // a word that is not an address
  }
}
