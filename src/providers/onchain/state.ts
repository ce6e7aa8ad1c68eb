import { isEvmAddress } from '../../chains/evm/hex.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Json, Quote } from '../../core/quote.ts'
import type { Direction } from './paths.ts'
import { isSameAddress } from '../../core/addresses.ts'
import {
  chainRows,
  type NativeWord,
  nativeWords,
  type V2Row,
  type V3Row,
  type V3RouterKind,
  type WrapRow,
} from './rows.ts'

// The part of a quote that `build` needs: written as JSON, checked against the registry when read
// back, so that a foreign state cannot introduce a contract that is not in it.

export type SwapState =
  | {
      family: 'uniswap-v2'
      row: V2Row
      direction: Direction
      nativeWord: NativeWord | null
      tokens: readonly string[]
      flags: readonly number[]
    }
  | {
      family: 'uniswap-v3'
      row: V3Row
      direction: Direction
      routerKind: Exclude<V3RouterKind, 'unconfirmed'>
      tokens: readonly string[]
      tiers: readonly number[]
    }
  | { family: 'wrapped'; row: WrapRow; direction: 'wrap' | 'unwrap' }

/** Without amounts: `build` takes them from the quote itself. */
export function writeState(state: SwapState): Json {
  const { row } = state
  switch (state.family) {
    case 'uniswap-v2':
      return {
        family: state.family,
        router: state.row.router,
        variant: state.row.variant,
        direction: state.direction,
        nativeWord: state.nativeWord,
        path: [...state.tokens],
        flags: [...state.flags],
      }
    case 'uniswap-v3':
      return {
        family: state.family,
        router: state.row.router,
        routerKind: state.routerKind,
        direction: state.direction,
        path: [...state.tokens],
        fees: [...state.tiers],
      }
    case 'wrapped':
      return { family: state.family, token: row.wrapped, direction: state.direction }
  }
}

/**
 * The state of a quote, its row looked up again in the registry.
 * @throws SwaprouteError QUOTE_MISMATCH when this reader did not write it
 */
export function readState(quote: Quote): SwapState {
  const state = quote.providerState
  const rows = chainRows(quote.request.srcToken.blockchain)?.rows ?? []
  if (typeof state !== 'object' || state === null || Array.isArray(state)) throw mismatch(quote)
  const { family, router, direction } = state

  for (const row of rows) {
    if (row.id !== quote.provider || row.family !== family) continue
    if (row.family === 'wrapped') {
      if (direction === 'wrap' || direction === 'unwrap') {
        return { family: row.family, row, direction }
      }
      continue
    }
    const tokens = readTokens(state['path'])
    if (typeof router !== 'string' || !isSameAddress(router, row.router)) continue
    if (!isDirection(direction) || tokens === null) continue
    if (row.family === 'uniswap-v2') {
      const flags = readNumbers(state['flags'])
      const hopFlags = row.variant === 'stableFlags' ? tokens.length - 1 : 0
      const nativeWord = nativeWords.find((word) => word === state['nativeWord']) ?? null
      if (flags?.length !== hopFlags) continue
      if (nativeWord === null && direction !== 'tokens') continue
      return { family: row.family, row, direction, nativeWord, tokens, flags }
    }
    const tiers = readNumbers(state['fees'])
    const routerKind = readRouterKind(row, state['routerKind'])
    if (tiers?.length !== tokens.length - 1 || routerKind === null) continue
    return { family: row.family, row, direction, routerKind, tokens, tiers }
  }
  throw mismatch(quote)
}

function readRouterKind(
  row: V3Row,
  kind: Json | undefined,
): Exclude<V3RouterKind, 'unconfirmed'> | null {
  if (row.routerKind !== 'unconfirmed') return row.routerKind === kind ? row.routerKind : null
  return kind === 'router01' || kind === 'router02' ? kind : null
}

function readTokens(path: Json | undefined): string[] | null {
  if (!Array.isArray(path) || path.length < 2 || path.length > 3) return null
  const tokens = path.filter((item) => typeof item === 'string').filter(isEvmAddress)
  return tokens.length === path.length ? tokens : null
}

function readNumbers(list: Json | undefined): number[] | null {
  if (!Array.isArray(list)) return null
  const numbers = list.filter((item) => typeof item === 'number').filter(isUint24)
  return numbers.length === list.length ? numbers : null
}

function isUint24(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 24
}

function isDirection(word: Json | undefined): word is Direction {
  return word === 'tokens' || word === 'nativeIn' || word === 'nativeOut'
}

function mismatch(quote: Quote): SwaprouteError {
  return new SwaprouteError(
    'QUOTE_MISMATCH',
    `The quote of ${quote.provider} does not match any contract in the registry.`,
    { hint: 'Ask for a new quote.' },
  )
}
