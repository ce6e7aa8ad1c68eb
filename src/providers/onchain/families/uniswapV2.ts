import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { zeroAddress } from '../../../core/token.ts'
import { encodeAddresses, encodeOffset, encodeUints } from '../abi.ts'
import {
  getters,
  v2FlagSwaps,
  v2Quote,
  v2ReferrerSwaps,
  v2Swaps,
  v2TaxedSwaps,
  wrappedGetters,
} from './selectors.ts'
import {
  type Family,
  type NativeName,
  nativeNames,
  nothingFound,
  oneOf,
  type PoolBase,
  type StateBase,
  type SwapTerms,
} from './family.ts'
import { factoryReason, hasErc20Coin, wrapReason } from './checks.ts'
import { decodeAmounts } from './answers.ts'
import { readNumbers } from './states.ts'
import { uniswapV2Calls } from './uniswapV2Calls.ts'

// Uniswap V2 and its forks: https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
// (read 2026-11).

/**
 * - `referrer` (Camelot V2, KIM V2): only the functions for tokens with transfer taxes exist, with
 * one more address before the deadline.
 * - `twamm` (Fraxswap): quoted by a function that first executes the pair's pending orders.
 * - `stableFlags` (Mute): one flag per hop selects the stable or the volatile pair.
 */
const v2Variants = ['plain', 'referrer', 'twamm', 'stableFlags'] as const
export type V2Variant = (typeof v2Variants)[number]

export type V2Row = PoolBase & {
  family: 'uniswap-v2'
  variant: V2Variant
  /**
   * Spellings to try, in this order; the probe picks the one the router has. Empty where the router
   * wraps a different coin than the chain's own (Fraxtal changed its coin): then tokens only.
   */
  nativeWords: readonly NativeName[]
}

export type V2State = StateBase<V2Row> & {
  family: 'uniswap-v2'
  nativeWord: NativeName | null
  flags: readonly number[]
  /** One of the tokens takes a part of each transfer. */
  taxed?: true
}

// Upper estimates of a cold call, measured on the real contracts of a local chain. Pools that do
// not exist cost a tenth; what matters is that the sum is not too low.
const quoteHopGas = 25_000
const quoteTwammHopGas = 300_000

/** Calling a router and transferring input and output. */
const swapBaseGas = 75_000n
const swapHopGas = 65_000n
/** The first swap in a block also executes the pair's pending orders. */
const swapTwammHopGas = 350_000n

export const uniswapV2: Family<V2Row, V2State> = {
  toRow: (base, raw) => ({
    ...base,
    family: 'uniswap-v2',
    variant: oneOf(raw.variant ?? 'plain', v2Variants),
    nativeWords: (raw.native ?? ['ETH']).map((name) => oneOf(name, nativeNames)),
  }),
  contracts: () => [],
  probe: (row) => [
    { target: row.router, callData: getters.factory },
    ...row.nativeWords.map((name) => ({ target: row.router, callData: wrappedGetters[name] })),
  ],
  judge: (row, { addresses: [factory, ...wrapped] }) => {
    const wrong = factoryReason(row, factory)
    if (wrong !== null) return wrong
    const nativeWord =
      row.nativeWords.find((_, index) => wrapReason(row, wrapped[index]) === null) ?? null
    const needsNative = row.nativeWords.length > 0 && !hasErc20Coin(row)
    if (nativeWord === null && needsNative) return wrapReason(row, wrapped[0]) ?? ''
    return { ...nothingFound, nativeWord }
  },
  servesCoins: ({ nativeWords: names }) => names.length > 0,
  paysCaller: false,
  maxHops: 3,
  hopParams: ({ variant }) => (variant === 'stableFlags' ? [[0], [1]] : [[]]),
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ row, tokens, params }, amount) => {
    const path = encodeAddresses(tokens)
    if (row.variant !== 'stableFlags') {
      return v2Quote[row.variant] + amount + encodeOffset(2) + path
    }
    const flagsAt = encodeOffset(3 + 1 + tokens.length)
    return v2Quote.stableFlags + amount + encodeOffset(3) + flagsAt + path + encodeUints(params)
  },
  outputWord: ({ row, tokens }) => (row.variant === 'stableFlags' ? 3 : 1) + tokens.length,
  decodeQuote: (_, data) => decodeAmounts(data),
  quoteGas: ({ row, tokens }) =>
    (tokens.length - 1) * (row.variant === 'twamm' ? quoteTwammHopGas : quoteHopGas),
  price: 'path',
  swapGas: ({ row, tokens }) =>
    swapBaseGas +
    BigInt(tokens.length - 1) * (row.variant === 'twamm' ? swapTwammHopGas : swapHopGas),
  servesTaxed: ({ variant }) => variant === 'plain' || variant === 'referrer',
  toState: ({ row, tokens, params }, direction, { nativeWord }, _, taxed) =>
    nativeWord === null && direction !== 'tokens'
      ? null
      : {
          family: row.family,
          row,
          direction,
          nativeWord,
          tokens,
          flags: params,
          ...(taxed === true ? { taxed } : {}),
        },
  writeState: ({ row, nativeWord, flags, taxed }) => ({
    variant: row.variant,
    nativeWord,
    flags: [...flags],
    ...(taxed === true ? { taxed } : {}),
  }),
  readState: (base, json) => {
    const { row, direction, tokens } = base
    const flags = readNumbers(json['flags'])
    const hopFlags = row.variant === 'stableFlags' ? tokens.length - 1 : 0
    const nativeWord = nativeNames.find((name) => name === json['nativeWord']) ?? null
    if (flags?.length !== hopFlags) return null
    if (nativeWord === null && direction !== 'tokens') return null
    const taxed = json['taxed'] === true ? { taxed: true as const } : {}
    return { ...base, family: row.family, nativeWord, flags, ...taxed }
  },
  encodeSwap,
  calls: uniswapV2Calls,
}

function encodeSwap(state: V2State, terms: SwapTerms) {
  const { row, direction, nativeWord, tokens, flags, taxed } = state
  const selectors =
    row.variant === 'referrer'
      ? v2ReferrerSwaps
      : row.variant === 'stableFlags'
        ? v2FlagSwaps
        : (taxed === true ? v2TaxedSwaps : v2Swaps)[nativeWord ?? 'ETH']
  const path = encodeAddresses(tokens)
  const amounts = [
    ...(direction === 'nativeIn' ? [] : [encodeUint(terms.amountIn)]),
    encodeUint(terms.amountOutMin),
  ]
  const rest = [
    encodeAddress(terms.recipient),
    ...(row.variant === 'referrer' ? [encodeAddress(zeroAddress)] : []),
    encodeUint(terms.deadline),
  ]
  const isFlagged = row.variant === 'stableFlags'
  const headWords = amounts.length + 1 + rest.length + (isFlagged ? 1 : 0)
  return encodeCall(
    selectors[direction],
    ...amounts,
    encodeOffset(headWords),
    ...rest,
    ...(isFlagged
      ? [encodeOffset(headWords + 1 + tokens.length), path, encodeUints(flags)]
      : [path]),
  )
}
