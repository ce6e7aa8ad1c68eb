import { encodeAbiParameters, parseAbiParameters } from 'viem'

import type { CurveRow, CurveState } from '../../../../src/providers/onchain/families/curve.ts'
import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type Effect, eee, type FamilyCase, zero } from './familyCase.ts'

// curvefi/curve-router-ng contracts/Router.vy v1.1 and v1.2. A public repository's test against a fork
// of Ethereum (block 22031795) swaps WETH to USDC in TricryptoUSDC with the numbers 2, 0, 1, 3, 3.
const abi = [
  'function get_dy(address[11] _route, uint256[5][5] _swap_params, uint256 _amount, address[5] _pools) view returns (uint256)',
  'function exchange(address[11] _route, uint256[5][5] _swap_params, uint256 _amount, uint256 _min_dy, address[5] _pools, address _receiver) payable returns (uint256)',
]

/** Ways to swap and kinds of pools as the router numbers them. */
const numbers = { stable: 1, tricrypto: 3 } as const
const noPools = Array.from({ length: 5 }, () => zero)

type Hop = readonly [from: string, pool: string, to: string, params: readonly number[]]

const row = chainRows('ETH')?.rows.find((each) => each.id === 'CURVE')
if (row?.family !== 'curve') throw new Error('no CURVE on ETH')
const [usdc, usdt, weth] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  row.wrapped,
]
const tricrypto = row.pools.findIndex(({ pool }) => pool.startsWith('0x7F86'))
const answer = (amount: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [amount])

/** Every pair of coins of every pool, and the two hops that meet in a coin of two pools. */
function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const { pools } = own as CurveRow
  const direct = pools.flatMap(({ coins }, index) =>
    coins.flatMap((from) =>
      coins
        .filter((to) => to !== from)
        .map((to) => ({ row: own, tokens: [from, to], params: [index] })),
    ),
  )
  const [first] = direct
  const second = direct.find(
    ({ tokens, params }) => tokens[0] === first?.tokens[1] && params[0] !== first?.params[0],
  )
  if (first === undefined || second === undefined) return direct
  const tokens = [...first.tokens, ...second.tokens.slice(1)]
  return [...direct, { row: own, tokens, params: [...first.params, ...second.params] }]
}

function hopsOf({ row: own, tokens, params }: QuotedPath<PoolRow>): Hop[] {
  return params.map((index, hop) => {
    const { pool, coins, kind } = (own as CurveRow).pools[index] ?? {
      pool: '',
      coins: [],
      kind: 'stable',
    }
    const [from = '', to = ''] = tokens.slice(hop, hop + 2)
    return [
      from,
      pool,
      to,
      [coins.indexOf(from), coins.indexOf(to), 1, numbers[kind], coins.length],
    ]
  })
}

function argsOf(hops: readonly Hop[]): unknown[] {
  const route = [hops[0]?.[0] ?? zero, ...hops.flatMap(([, pool, to]) => [pool, to])]
  return [
    [...route, ...Array.from({ length: 11 - route.length }, () => zero)],
    Array.from({ length: 5 }, (_, hop) => (hops[hop]?.[3] ?? [0, 0, 0, 0, 0]).map(BigInt)),
  ]
}

export const curveCase: FamilyCase = {
  family: 'curve',
  source: 'curvefi/curve-router-ng contracts/Router.vy v1.1 and v1.2',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: (path, amount) => ({
    to: path.row.router,
    name: 'get_dy',
    args: [...argsOf(hopsOf(path)), amount, noPools],
  }),
  swap: (state, terms) => swapOf(state as CurveState, terms),
  answers: [
    {
      name: 'one wei less than the router says, which it keeps',
      path: { row, tokens: [weth, usdc], params: [tricrypto] },
      data: answer(42n),
      expected: { amountOut: 41n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'nothing',
      path: { row, tokens: [weth, usdc], params: [tricrypto] },
      data: answer(0n),
      expected: null,
    },
  ],
  effect: (own, { name, args }): Effect | null => {
    const [route, params, amount, least, pools, to] = args as [
      readonly string[],
      readonly (readonly bigint[])[],
      bigint,
      bigint,
      readonly string[],
      string,
    ]
    if (name !== 'exchange') return null
    const lower = (text = ''): string => text.toLowerCase()
    const isCoin = (token = ''): boolean => lower(token) === lower(eee)
    const { pools: known } = own as CurveRow
    let last = 0
    // The router stops where no further pool is named.
    while (last < 5 && route[2 * last + 1] !== undefined && route[2 * last + 1] !== zero) last += 1
    if (last === 0 || BigInt(to) === 0n) return null
    const hops = Array.from({ length: last }, (_, hop) =>
      route.slice(2 * hop, 2 * hop + 3).map(lower),
    )
    const expected = (from = '', address = '', next = ''): bigint[] | null => {
      if (address === lower(own.wrapped)) {
        const isWrap = isCoin(from) !== isCoin(next) && [from, next].includes(lower(own.wrapped))
        return isWrap ? [0n, 0n, 8n, 0n, 0n] : null
      }
      const found = known.find(({ pool }) => lower(pool) === address)
      const coins = found?.coins.map(lower) ?? []
      const [i, j] = [coins.indexOf(from), coins.indexOf(next)]
      if (found === undefined || i < 0 || j < 0 || i === j) return null
      return [i, j, 1, numbers[found.kind], coins.length].map(BigInt)
    }
    const isListed = hops.every((hop, at) => {
      const wanted = expected(...(hop as [string, string, string]))
      return wanted !== null && wanted.join() === params[at]?.join()
    })
    const rest = [...route.slice(2 * last + 1), ...pools]
    const isBare =
      rest.every((word) => word === zero) &&
      params
        .slice(last)
        .flat()
        .every((word) => word === 0n)
    const [from, token] = [route[0] ?? '', route[2 * last] ?? '']
    return {
      takes: isCoin(from) ? null : { token: from, amount },
      ...(isCoin(from) ? { coins: amount } : {}),
      to,
      token: isCoin(token) ? zero : token,
      least,
      ...(isListed && isBare ? {} : { odd: 'a route that is never built' }),
    }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state as CurveState, terms)
    const route = args[0] as string[]
    const params = args[1] as bigint[][]
    return [
      { name, args: args.with(0, route.with(1, usdt)), why: 'a pool that is not listed' },
      { name, args: args.with(1, params.with(0, [0n, 0n, 1n, 1n, 2n])), why: 'other coins' },
      { name, args: args.with(4, noPools.with(0, usdt)), why: 'a contract besides the pools' },
      { name, args: args.with(0, route.with(9, usdt)), why: 'a route with a gap' },
    ]
  },
}

function swapOf(state: CurveState, terms: Parameters<FamilyCase['swap']>[1]): Asked {
  const { wrapped } = state.row
  const wrap: readonly number[] = [0, 0, 8, 0, 0]
  const hops: Hop[] = [
    ...(state.direction === 'nativeIn' ? [[eee, wrapped, wrapped, wrap] as const] : []),
    ...hopsOf(state),
    ...(state.direction === 'nativeOut' ? [[wrapped, wrapped, eee, wrap] as const] : []),
  ]
  const { amountIn, amountOutMin, recipient } = terms
  return { name: 'exchange', args: [...argsOf(hops), amountIn, amountOutMin, noPools, recipient] }
}
