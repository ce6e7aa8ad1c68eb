import { call } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { wrappedGetters } from './selectors.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PathState,
  type PoolBase,
  type SwapTerms,
} from './family.ts'
import { wrapReason } from './checks.ts'
import { outputOnly, wordAt } from './answers.ts'
import { pathState } from './states.ts'

// WOOFi: one pool per chain at prices of an oracle; its router swaps any two of the pool's tokens at
// once and has no deadline. A token that it does not know, an amount above what the pool holds and an
// old price make the quote revert.
// woonetwork/WooPoolV2 contracts/WooRouterV2.sol (commit 1118388, read 2026-11).

/** `factory` is the pool behind the router. */
export type WooFiRow = PoolBase & { family: 'woofi'; factory: string }
export type WooFiState = PathState<WooFiRow>

const nativeCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const quoteGas = 200_000
const swapGas = 320_000n

const selectors = { quote: '0xe94803f4', swap: '0x7dc20382', pool: '0xa7394603' } as const

export const wooFi: Family<WooFiRow, WooFiState> = {
  toRow: (base, raw) => {
    const { factory } = base
    if (factory === null)
      throw new Error(`deployments.json: ${raw.id} without the pool of its router`)
    return { ...base, family: 'woofi', factory }
  },
  contracts: () => [],
  probe: ({ router }) => [
    { target: router, callData: selectors.pool },
    { target: router, callData: wrappedGetters.ETH },
  ],
  judge: (row, { addresses: [pool, wrapped] }) => {
    if (pool == null || !isSameAddress(pool, row.factory)) {
      return `the router swaps in the pool ${pool ?? 'none'}, not ${row.factory}`
    }
    return wrapReason(row, wrapped) ?? nothingFound
  },
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 1,
  hopParams: () => [[]],
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ tokens }, amount) =>
    encodeCall(selectors.quote, ...tokens.map(encodeAddress), amount),
  outputWord: () => 0,
  decodeQuote: (_, data) => outputOnly(wordAt(data, 0)),
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  toState: ({ row, tokens }, direction) =>
    tokens.length === 2 ? pathState({ row, tokens, params: [] }, direction) : null,
  writeState: () => ({}),
  readState: (base) =>
    base.tokens.length === 2 ? { ...base, family: base.row.family, params: [] } : null,
  encodeSwap: ({ direction, tokens: [from = '', to = ''] }, terms: SwapTerms) =>
    encodeCall(
      selectors.swap,
      encodeAddress(direction === 'nativeIn' ? nativeCoin : from),
      encodeAddress(direction === 'nativeOut' ? nativeCoin : to),
      encodeUint(terms.amountIn),
      encodeUint(terms.amountOutMin),
      encodeAddress(terms.recipient),
      encodeAddress(zeroAddress),
    ),
  calls: () => swapCalls,
}

const asCoin = (token: string): string => (isSameAddress(token, nativeCoin) ? zeroAddress : token)

const swapCalls = [
  call(
    'function swap(address fromToken, address toToken, uint256 fromAmount, uint256 minToAmount, address to, address rebateTo) payable',
    ([from, to, amountIn, minOut, recipient, rebateTo]) => {
      if (rebateTo !== zeroAddress) throw invalidCall('pays a rebate to a third party')
      if (from === zeroAddress || to === zeroAddress) throw invalidCall('has an impossible path')
      const ends = { srcToken: asCoin(from), dstToken: asCoin(to) }
      return swapTerms({ ...ends, recipient, amountIn, minOut })
    },
  ),
]
