import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'

import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import type {
  PolydexRow,
  PolydexState,
} from '../../../../src/providers/onchain/families/polydex.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { registeredPools } from '../../../support/registry.ts'
import { type Asked, type Effect, type FamilyCase, zero } from './familyCase.ts'

// PolyDexRouterV2.sol, IPolyDexRouterV2 and IPolyDexFormula, in a public copy (read 2026-11-29).
const abi = [
  'function getFactoryAmountsOut(address factory, address tokenIn, address tokenOut, uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(address tokenIn, address tokenOut, uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(address tokenOut, uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(address tokenIn, uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(address tokenIn, address tokenOut, uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
]

const row = chainRows('POLYGON')?.rows.find(({ id }) => id === 'POLYDEX')
if (row?.family !== 'polydex') throw new Error('no POLYDEX on POLYGON')
const other = '0x2222222222222222222222222222222222222222'
const pair = `0x${'88'.repeat(20)}`
registeredPools.set(pair, [other, row.wrapped])

function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const tokens = [other, own.wrapped]
  return [tokens, tokens.toReversed()].map((ends) => ({
    row: own,
    tokens: ends,
    params: [],
    pools: [{ address: pair, params: [] }],
  }))
}

const [path] = pathsOf(row)
if (path === undefined) throw new Error('no path')
const answer = (...amounts: bigint[]): Hex =>
  encodeAbiParameters(parseAbiParameters('uint256[]'), [amounts])

/** The arguments by their names, whichever of the functions it is. */
function termsOf({ name, args }: Asked, { wrapped }: PoolRow) {
  const [path_, to, deadline] = args.slice(-3) as [readonly string[], string, bigint]
  const rest = args.slice(0, -3)
  const least = rest.at(-1) as bigint
  const [first, second] = rest as string[]
  const isNativeIn = name === 'swapExactETHForTokens'
  return {
    path: path_,
    to,
    deadline,
    least,
    amount: isNativeIn ? null : (rest.at(-2) as bigint),
    sold: (isNativeIn ? wrapped : (first ?? '')).toLowerCase(),
    bought: (isNativeIn ? first : rest.length === 4 ? second : wrapped)?.toLowerCase(),
    paysCoins: name === 'swapExactTokensForETH',
  }
}

export const polydexCase: FamilyCase = {
  family: 'polydex',
  source: 'PolyDexRouterV2.sol with IPolyDexRouterV2 and IPolyDexFormula, in a public copy',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: ({ row: own, tokens, pools = [] }, amount) => ({
    to: (own as PolydexRow).quoter,
    name: 'getFactoryAmountsOut',
    args: [own.factory, tokens[0], tokens[1], amount, pools.map(({ address }) => address)],
  }),
  swap: (state, terms) => swapOf(state as PolydexState, terms),
  answers: [
    {
      name: 'the input and the output',
      path,
      data: answer(5n, 42n),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    { name: 'nothing', path, data: answer(5n, 0n), expected: null },
    { name: 'the input alone', path, data: answer(5n), expected: null },
  ],
  effect: (own, asked): Effect | null => {
    if (asked.name.includes('Supporting')) return null
    const { path: pairs, to, least, amount, sold, bought, paysCoins } = termsOf(asked, own)
    const [at, ...more] = pairs.map((each) => each.toLowerCase())
    const takes = amount === null ? null : { token: sold, amount }
    if (at === undefined || BigInt(to) === 0n) return null
    const held = registeredPools.get(at)?.map((each) => each.toLowerCase())
    // The formula knows the pairs of its factory alone; what another contract pays is not known.
    if (held === undefined || at !== pair) return { takes, to: at, token: own.wrapped, least: 0n }
    if (!held.includes(sold) || bought === sold || !held.includes(bought ?? '')) return null
    // A second pair would have to bring the first token back.
    if (more.length > 0) return null
    return { takes, to, token: paysCoins ? zero : (bought ?? ''), least }
  },
  hostile: (state, terms) => {
    const swap = swapOf(state as PolydexState, terms)
    const { args } = swap
    const at = args.length - 3
    const others = [
      { ...swap, args: args.with(at, [state.row.router]), why: 'an account that is no pair' },
      { ...swap, args: args.with(at, [pair, pair]), why: 'two pairs' },
      { ...swap, args: args.with(at, []), why: 'no pair' },
      { ...swap, args: args.with(0, zero), why: 'no token' },
      { ...swap, args: args.with(0, strange), why: 'a token that the pair does not hold' },
    ]
    if (state.direction !== 'tokens') return others
    const name = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
    return [
      ...others,
      { ...swap, args: args.with(1, args[0]), why: 'the token that was paid' },
      { name, args, why: 'a function that is not used' },
    ]
  },
}

const strange = '0x3333333333333333333333333333333333333333'

function swapOf(
  { direction, tokens: [from, to], pools }: PolydexState,
  terms: Parameters<FamilyCase['swap']>[1],
): Asked {
  const { amountIn, amountOutMin, recipient, deadline } = terms
  const rest = [pools.map(({ address }) => address), recipient, deadline]
  switch (direction) {
    case 'tokens':
      return {
        name: 'swapExactTokensForTokens',
        args: [from, to, amountIn, amountOutMin, ...rest],
      }
    case 'nativeIn':
      return { name: 'swapExactETHForTokens', args: [to, amountOutMin, ...rest] }
    case 'nativeOut':
      return { name: 'swapExactTokensForETH', args: [from, amountIn, amountOutMin, ...rest] }
  }
}
