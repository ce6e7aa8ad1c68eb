import { isEvmAddress } from '../../chains/evm/hex.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Json, Quote } from '../../core/quote.ts'
import { isSameAddress } from '../../core/token.ts'
import { familyOf, type PoolState } from './families/families.ts'
import type { Direction } from './families/family.ts'
import { readUnoswap, type UnoswapState, writeUnoswap } from './families/unoswapPlan.ts'
import { chainRows, type WrapRow } from './rows.ts'

// The part of a quote that `build` needs: written as JSON, checked against the registry when read
// back, so that a foreign state cannot introduce a contract that is not in it.

export type PoolSwap =
  | PoolState
  | UnoswapState
  | { family: 'wrapped'; row: WrapRow; direction: 'wrap' | 'unwrap' }

/** Without amounts: `build` takes them from the quote itself. */
export function writeState(state: PoolSwap): Json {
  const { family, direction } = state
  if (state.family === 'unoswap')
    return { family, direction, path: [...state.tokens], ...writeUnoswap(state) }
  if (state.family === 'wrapped') return { family, token: state.row.wrapped, direction }
  return {
    family,
    router: state.row.router,
    direction,
    path: [...state.tokens],
    ...familyOf(state).writeState(state),
  }
}

/**
 * The state of a quote, with its row from the registry.
 * @throws SwaprouteError QUOTE_MISMATCH when this reader did not write it
 */
export function readState(quote: Quote): PoolSwap {
  const state = quote.providerState
  const rows = chainRows(quote.request.srcToken.blockchain)?.rows ?? []
  if (typeof state !== 'object' || state === null || Array.isArray(state)) throw mismatch(quote)
  const { family, router, direction } = state
  const tokens = readTokens(state['path'])
  if (family === 'unoswap') {
    if (!isDirection(direction) || tokens === null) throw mismatch(quote)
    const read = readUnoswap(quote.provider, { direction, tokens }, state['hops'], rows)
    if (read === null) throw mismatch(quote)
    return read
  }

  for (const row of rows) {
    if (row.id !== quote.provider || row.family !== family) continue
    if (row.family === 'wrapped') {
      if (direction === 'wrap' || direction === 'unwrap') {
        return { family: row.family, row, direction }
      }
      continue
    }
    if (typeof router !== 'string' || !isSameAddress(router, row.router)) continue
    if (!isDirection(direction) || tokens === null) continue
    const read = familyOf(row).readState({ row, direction, tokens }, state)
    if (read !== null) return read
  }
  throw mismatch(quote)
}

function readTokens(path: Json | undefined): string[] | null {
  if (!Array.isArray(path) || path.length < 2 || path.length > 4) return null
  const tokens = path.filter((item) => typeof item === 'string').filter(isEvmAddress)
  return tokens.length === path.length ? tokens : null
}

function isDirection(value: Json | undefined): value is Direction {
  return value === 'tokens' || value === 'nativeIn' || value === 'nativeOut'
}

function mismatch(quote: Quote): SwaprouteError {
  return new SwaprouteError(
    'QUOTE_MISMATCH',
    `The quote of ${quote.provider} does not match any contract in the registry.`,
    { hint: 'Ask for a new quote.' },
  )
}
