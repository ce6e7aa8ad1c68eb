import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'

import type { SynapseState } from '../../../../src/providers/onchain/families/synapse.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type FamilyCase, strangers, zero } from './familyCase.ts'

// synapsecns/synapse-contracts contracts/bridge/router/SynapseRouter.sol (read 2026-11). The answer is
// that of the example in synapsecns/sanguine packages/rest-api: 1000 USDC give 999.746386 USDT in the
// pool 0x1116… on ETH.
const query =
  '(address swapAdapter, address tokenOut, uint256 minAmountOut, uint256 deadline, bytes rawParams)'
const abi = [
  `function getAmountOut(address tokenIn, address tokenOut, uint256 amountIn) view returns (${query})`,
  `function swap(address to, address token, uint256 amount, ${query} query) payable returns (uint256 amountOut)`,
]
const params = parseAbiParameters('uint8, address, uint8, uint8')
const pool = '0x1116898DdA4015eD8dDefb84b6e8Bc24528Af2d8'
const [usdc, usdt] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
] as const
const never = 2n ** 256n - 1n

const row = chainRows('ETH')?.rows.find((each) => each.id === 'SYNAPSE')
if (row?.family !== 'synapse') throw new Error('no SYNAPSE on ETH')
const router = row.router as Hex

function raw(action = 0, address: Hex = pool, from = 1, to = 2): Hex {
  return encodeAbiParameters(params, [action, address, from, to])
}

function answered(
  change: Partial<{ adapter: Hex; tokenOut: Hex; amount: bigint; rawParams: Hex }>,
): Hex {
  const { adapter = router, tokenOut = usdt, amount = 999_746_386n, rawParams = raw() } = change
  return encodeAbiParameters(parseAbiParameters(query), [
    { swapAdapter: adapter, tokenOut, minAmountOut: amount, deadline: never, rawParams },
  ])
}

const path = { row, tokens: [usdc, usdt], params: [] }
const found = { address: pool.toLowerCase(), places: [1, 2] }
const expected = { amountOut: 999_746_386n, amountMiddle: null, ticksCrossed: null, pool: found }
const nothing = (name: string, change: Parameters<typeof answered>[0]) => ({
  name,
  path,
  data: answered(change),
  expected: null,
})

export const synapseCase: FamilyCase = {
  family: 'synapse',
  source: 'synapsecns/synapse-contracts SynapseRouter.sol; sanguine packages/rest-api /swap',
  abi,
  directions: () => ['tokens'],
  answer: { ...expected },
  quote: ({ row: own, tokens }, amount) => ({
    to: own.router,
    name: 'getAmountOut',
    args: [...tokens, amount],
  }),
  swap: (state, terms) => swapOf(state as SynapseState, terms),
  answers: [
    { name: '1000 USDC', path, data: answered({}), expected },
    nothing('no path', { adapter: zero, amount: 0n, rawParams: '0x' }),
    nothing('another token', { tokenOut: usdc }),
    nothing('another contract that swaps', { adapter: pool }),
    nothing('liquidity instead of a swap', { rawParams: raw(1) }),
    nothing('wrapping instead of a swap', { rawParams: raw(3) }),
  ],
  effect: (own, { name, args }) => {
    const [to, token, amount, asked] = args as [string, string, bigint, Record<string, unknown>]
    if (name !== 'swap' || [to, token].some((each) => BigInt(each) === 0n)) return null
    const bought = String(asked['tokenOut'])
    const bytes = String(asked['rawParams'])
    const isOwn = String(asked['swapAdapter']).toLowerCase() === own.router.toLowerCase()
    const isSwap = bytes.length === 2 + 4 * 64 && /^0x0{64}0{24}.{40}0{62}..0{62}..$/.test(bytes)
    if (BigInt(bought) === 0n) return null
    return {
      takes: { token, amount },
      to,
      token: bought,
      least: asked['minAmountOut'] as bigint,
      ...(isOwn && isSwap ? {} : { odd: 'never built' }),
    }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state as SynapseState, terms)
    const asked = args[3] as object
    const changed = (change: object): Asked => ({
      name,
      args: args.with(3, { ...asked, ...change }),
    })
    return [
      { ...changed({ swapAdapter: strangers[2] }), why: 'another contract that swaps' },
      { ...changed({ rawParams: raw(1) }), why: 'adds liquidity' },
      { ...changed({ rawParams: raw(2) }), why: 'removes liquidity' },
      { ...changed({ rawParams: '0x' }), why: 'no pool' },
      { ...changed({ rawParams: `${raw()}00` }), why: 'bytes behind the pool' },
    ]
  },
}

function swapOf(
  { tokens: [from, to], row: own, pool: address, params: places }: SynapseState,
  { recipient, amountIn, amountOutMin, deadline }: Parameters<FamilyCase['swap']>[1],
): Asked {
  const rawParams = raw(0, address as Hex, places[0], places[1])
  const asked = {
    swapAdapter: own.router,
    tokenOut: to,
    minAmountOut: amountOutMin,
    deadline,
    rawParams,
  }
  return { name: 'swap', args: [recipient, from, amountIn, asked] }
}
