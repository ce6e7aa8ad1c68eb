import { type Call, call } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint, readAddress } from '../../../chains/evm/hex.ts'
import type { PoolStep } from '../../../core/transaction.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeAddresses, encodeOffset } from '../abi.ts'
import { getters, poolGetters, wrappedGetters } from './selectors.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PoolBase,
  type PoolsState,
  type Read,
  type SwapTerms,
} from './family.ts'
import { addressIn, factoryReason, wrapReason } from './checks.ts'
import { decodeAmounts } from './answers.ts'
import { onePool, poolOf } from './states.ts'

// PolyDEX: pairs as Uniswap V2 has them, with weights and fees of their own, which a formula contract
// knows. The router takes the pairs of a path instead of its tokens, asks its formula what they pay,
// holds the minimum against that answer and has the pairs pay it: a call is only safe through a pair
// of the factory. Tokens that take a part of each transfer have functions of their own, not used here.
// PolyDexRouterV2.sol with its interfaces, in a public copy; a public strategy uses this router and
// this formula (read 2026-11-29).

export type PolydexRow = PoolBase & {
  family: 'polydex'
  factory: string
  /** The formula contract. */
  quoter: string
}
export type PolydexState = PoolsState<PolydexRow>

const lookupGas = 40_000
const quoteGas = 120_000
const swapGas = 230_000n

const selectors = {
  formula: '0x4b75f54f',
  quote: '0x119220a5',
  tokens: '0xbff51d71',
  nativeIn: '0xfde1adda',
  nativeOut: '0x9c91fcb5',
} as const

export const polydex: Family<PolydexRow, PolydexState> = {
  toRow: (base, raw) => {
    const { factory } = base
    if (factory === null || raw.quoter === undefined)
      throw new Error(`deployments.json: ${raw.id} without factory or formula`)
    return { ...base, family: 'polydex', factory, quoter: raw.quoter }
  },
  contracts: ({ quoter }) => [quoter],
  probe: ({ router }) => [
    { target: router, callData: getters.factory },
    { target: router, callData: wrappedGetters.ETH },
    { target: router, callData: selectors.formula },
  ],
  judge: (row, { addresses: [factory, wrapped, formula] }) => {
    const wrong = factoryReason(row, factory) ?? wrapReason(row, wrapped)
    if (wrong !== null) return wrong
    return formula != null && isSameAddress(formula, row.quoter)
      ? nothingFound
      : `the router asks the formula ${formula ?? 'of no contract'}, not ${row.quoter}`
  },
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 1,
  hopParams: () => [],
  lookup: {
    gas: lookupGas,
    reads: (row, from, to) => [getPair(row, from, to)],
    found: (_, [result]) => {
      const pair = result === undefined ? null : addressIn(result)
      return pair === null ? [] : [{ address: pair, params: [] }]
    },
  },
  poolFacts: {
    tokens: (pool) => [
      { target: pool, callData: poolGetters.token0 },
      { target: pool, callData: poolGetters.token1 },
    ],
    confirm: (row, _, [first, second]) => [getPair(row, first, second)],
    isConfirmed: (pool, [result]) =>
      result?.success === true && isSameAddress(readAddress(result.returnData, 0), pool),
  },
  quoteTarget: ({ row }) => row.quoter,
  encodeQuote: (path, amount) =>
    encodeCall(
      selectors.quote,
      encodeAddress(path.row.factory),
      ...path.tokens.map(encodeAddress),
      amount,
      encodeOffset(5),
      encodeAddresses([poolOf(path).address]),
    ),
  outputWord: () => 3,
  decodeQuote: (_, data) => {
    const answer = decodeAmounts(data)
    return answer === null || answer.amountOut === 0n ? null : answer
  },
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  ...onePool(),
  encodeSwap,
  calls: ({ wrapped }) => swapCalls(wrapped),
}

function getPair({ factory }: PolydexRow, first: string, second: string): Read {
  const words = [first, second].map(encodeAddress)
  return { target: factory, callData: encodeCall(poolGetters.getPair, ...words) }
}

function encodeSwap(state: PolydexState, terms: SwapTerms): string {
  const { direction, tokens } = state
  const [from = '', to = ''] = tokens.map(encodeAddress)
  const [amountIn, minOut] = [terms.amountIn, terms.amountOutMin].map(encodeUint)
  const before = {
    tokens: [from, to, amountIn ?? '', minOut ?? ''],
    nativeIn: [to, minOut ?? ''],
    nativeOut: [from, amountIn ?? '', minOut ?? ''],
  }[direction]
  const after = [encodeAddress(terms.recipient), encodeUint(terms.deadline)]
  return encodeCall(
    selectors[direction],
    ...before,
    encodeOffset(before.length + 1 + after.length),
    ...after,
    encodeAddresses([poolOf(state).address]),
  )
}

/** The only pair of a path: between two, nothing names the token that the second one takes. */
function only(path: readonly string[], tokenIn: string): { pools: readonly PoolStep[] } {
  const [pool] = path
  if (pool === undefined || path.length > 1) throw invalidCall('has an impossible path')
  return { pools: [{ pool, tokenIn, isFirstIn: null }] }
}

const swapCalls = (wrapped: string): readonly Call[] => [
  call(
    'function swapExactTokensForTokens(address tokenIn, address tokenOut, uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([srcToken, dstToken, amountIn, minOut, path, recipient, deadlineSeconds]) => {
      // In DecodedCall the zero address is the native coin; to the router it is an unknown token.
      if ([srcToken, dstToken].includes(zeroAddress)) throw invalidCall('has an impossible path')
      const ends = { srcToken, dstToken, ...only(path, srcToken) }
      return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactETHForTokens(address tokenOut, uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
    ([dstToken, minOut, path, recipient, deadlineSeconds]) => {
      if (dstToken === zeroAddress) throw invalidCall('has an impossible path')
      const ends = { srcToken: zeroAddress, dstToken, ...only(path, wrapped) }
      return swapTerms({ ...ends, recipient, minOut, deadlineSeconds })
    },
  ),
  call(
    'function swapExactTokensForETH(address tokenIn, uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([srcToken, amountIn, minOut, path, recipient, deadlineSeconds]) => {
      if (srcToken === zeroAddress) throw invalidCall('has an impossible path')
      const ends = { srcToken, dstToken: zeroAddress, ...only(path, srcToken) }
      return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
]
