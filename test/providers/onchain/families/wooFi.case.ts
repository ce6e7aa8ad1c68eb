import { encodeAbiParameters, parseAbiParameters } from 'viem'

import type { PoolState } from '../../../../src/providers/onchain/families/families.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, eee, type FamilyCase, zero } from './familyCase.ts'

// woonetwork/WooPoolV2 contracts/WooRouterV2.sol (read 2026-11).
const abi = [
  'function querySwap(address fromToken, address toToken, uint256 fromAmount) view returns (uint256 toAmount)',
  'function swap(address fromToken, address toToken, uint256 fromAmount, uint256 minToAmount, address to, address rebateTo) payable returns (uint256 realToAmount)',
]

const row = chainRows('ARBITRUM')?.rows.find((each) => each.id === 'WOO_FI')
if (row?.family !== 'woofi') throw new Error('no WOO_FI on ARBITRUM')
const path = { row, tokens: [row.wrapped, row.router], params: [] }
const amounts = (amount: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [amount])

export const wooFiCase: FamilyCase = {
  family: 'woofi',
  source: 'woonetwork/WooPoolV2 contracts/WooRouterV2.sol',
  abi,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: ({ row: { router }, tokens }, amount) => ({
    to: router,
    name: 'querySwap',
    args: [...tokens, amount],
  }),
  swap: swapOf,
  answers: [
    {
      name: 'a price',
      path,
      data: amounts(42n),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    { name: 'nothing', path, data: amounts(0n), expected: null },
  ],
  effect: (_, { name, args }) => {
    const [from, to, amount, least, recipient, rebate] = args as [
      string,
      string,
      bigint,
      bigint,
      string,
      string,
    ]
    if (name !== 'swap' || [from, to, recipient].some((each) => BigInt(each) === 0n)) return null
    const isCoin = (token: string): boolean => token.toLowerCase() === eee.toLowerCase()
    return {
      takes: isCoin(from) ? null : { token: from, amount },
      ...(isCoin(from) ? { coins: amount } : {}),
      to: recipient,
      token: isCoin(to) ? zero : to,
      least,
      ...(rebate === zero ? {} : { odd: 'a rebate' }),
    }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state, terms)
    return [
      { name, args: args.with(5, state.row.router), why: 'a rebate' },
      { name, args: args.with(0, zero), why: 'from nothing' },
    ]
  },
}

function swapOf(
  { direction, tokens }: PoolState,
  { recipient, amountIn, amountOutMin }: Parameters<FamilyCase['swap']>[1],
): Asked {
  const from = direction === 'nativeIn' ? eee : tokens[0]
  const to = direction === 'nativeOut' ? eee : tokens[1]
  return { name: 'swap', args: [from, to, amountIn, amountOutMin, recipient, zero] }
}
