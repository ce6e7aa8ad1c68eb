import { encodeAbiParameters, parseAbiParameters } from 'viem'

import type { PoolRow, PoolState } from '../../../../src/providers/onchain/families/families.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, caller, type FamilyCase } from './familyCase.ts'

// smoothyfinance/smoothy-contract contracts/SmoothyV1.sol; the order of the tokens and the answer are
// those of KyberNetwork/kyberswap-dex-lib's test at block 24331768 (January 2026).
const abi = [
  'function getSwapAmount(uint256 bTokenIdxIn, uint256 bTokenIdxOut, uint256 bTokenInAmount) view returns (uint256 bTokenOutAmount)',
  'function swap(uint256 bTokenIdxIn, uint256 bTokenIdxOut, uint256 bTokenInAmount, uint256 bTokenOutMin)',
]
const tokens = [
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
]

const row = chainRows('ETH')?.rows.find((each) => each.id === 'SMOOTHY')
if (row?.family !== 'smoothy') throw new Error('no SMOOTHY')

const pathsOf = (own: PoolRow) =>
  tokens.flatMap((from) =>
    tokens.filter((to) => to !== from).map((to) => ({ row: own, tokens: [from, to], params: [] })),
  )
const indexes = (list: readonly string[]): bigint[] =>
  list.map((token) => BigInt(tokens.indexOf(token)))

export const smoothyCase: FamilyCase = {
  family: 'smoothy',
  source:
    'smoothyfinance/smoothy-contract contracts/SmoothyV1.sol; kyberswap-dex-lib, block 24331768',
  abi,
  paths: pathsOf,
  directions: () => ['tokens'],
  quote: ({ row: { router }, tokens: list }, amount) => ({
    to: router,
    name: 'getSwapAmount',
    args: [...indexes(list), amount],
  }),
  swap: swapOf,
  answers: [
    {
      name: '10,000 USDT at block 24331768',
      path: { row, tokens: tokens.slice(0, 2), params: [] },
      data: encodeAbiParameters(parseAbiParameters('uint256'), [9_722_135_059n]),
      amountIn: 10_000_000_000n,
      expected: { amountOut: 9_722_135_059n, amountMiddle: null, ticksCrossed: null },
    },
  ],
  effect: (_, { name, args }) => {
    const [from, to, amount, least] = args as [bigint, bigint, bigint, bigint]
    const [token, bought] = [tokens[Number(from)], tokens[Number(to)]]
    if (name !== 'swap' || from === to || token === undefined || bought === undefined) return null
    return { takes: { token, amount }, to: caller, token: bought, least }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state, terms)
    return [
      { name, args: args.with(1, 3n), why: 'a token that is not listed' },
      { name, args: args.with(1, args[0]), why: 'into itself' },
      { name, args: args.with(0, 2n ** 64n), why: 'an index beyond all' },
    ]
  },
}

function swapOf(
  { tokens: list }: PoolState,
  { amountIn, amountOutMin }: Parameters<FamilyCase['swap']>[1],
): Asked {
  return { name: 'swap', args: [...indexes(list), amountIn, amountOutMin] }
}
