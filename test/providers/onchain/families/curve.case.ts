import { encodeAbiParameters, parseAbiParameters } from 'viem'

import type { CurveRow, CurveState } from '../../../../src/providers/onchain/families/curve.ts'
import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type Effect, eee, type FamilyCase, zero } from './familyCase.ts'

// curvefi/curve-router-ng contracts/Router.vy v1.1 and v1.2; curvefi/curve-core router_v_110.vy;
// curvefi/metaregistry contracts/RateProvider.vy. A public repository's test against a fork of
// Ethereum (block 22031795) swaps WETH to USDC in TricryptoUSDC with the numbers 2, 0, 1, 3, 3.
const abi = [
  'function get_dy(address[11] _route, uint256[5][5] _swap_params, uint256 _amount, address[5] _pools) view returns (uint256)',
  'function get_dy(address[11] _route, uint256[4][5] _swap_params, uint256 _amount) view returns (uint256)',
  'function exchange(address[11] _route, uint256[5][5] _swap_params, uint256 _amount, uint256 _min_dy, address[5] _pools, address _receiver) payable returns (uint256)',
  'function exchange(address[11] _route, uint256[4][5] _swap_params, uint256 _amount, uint256 _min_dy, address _receiver) payable returns (uint256)',
]

const noPools = Array.from({ length: 5 }, () => zero)

type Hop = readonly [from: string, pool: string, to: string, params: readonly number[]]

const row = chainRows('ETH')?.rows.find((each) => each.id === 'CURVE')
if (row?.family !== 'curve') throw new Error('no CURVE on ETH')
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const weth = row.wrapped
const [first, second] = ['0x1111111111111111111111111111111111111111', usdt]
const [stablePool, cryptoPool] = [`0x${'51'.repeat(20)}`, `0x${'c1'.repeat(20)}`]
const answer = (amount: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [amount])

const isFull = (own: PoolRow): boolean => (own as CurveRow).variant === 'full'

/** Pools as the router of each kind numbers them: stable, underlying, crypto; then two of them. */
function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const [stable, crypto, more] = isFull(own) ? [1, 2, [2]] : [10, 20, []]
  const pools = [
    { address: stablePool, params: [0, 1, 1, stable, ...more] },
    { address: stablePool, params: [1, 3, 2, stable, ...more] },
    { address: cryptoPool, params: [2, 0, 1, crypto, ...more] },
  ]
  const { wrapped } = own
  const singles = pools.flatMap((pool) =>
    [
      [first, second],
      [wrapped, second],
      [first, wrapped],
    ].map((tokens) => ({
      row: own,
      tokens,
      params: [],
      pools: [pool],
    })),
  )
  const both = [pools[0], pools[2]].flatMap((pool) => pool ?? [])
  const doubles = [
    [wrapped, first, second],
    [first, second, wrapped],
  ].map((tokens) => ({
    row: own,
    tokens,
    params: [],
    pools: both,
  }))
  // Pools that hold the coin itself, at either end.
  const [coinFirst, coinLast] = [1, 2].map((end) => ({
    address: stablePool,
    params: [0, 1, 1, stable, ...more, end],
  }))
  const coins = [
    { tokens: [wrapped, second], pools: [coinFirst] },
    { tokens: [first, wrapped], pools: [coinLast] },
    { tokens: [wrapped, first, second], pools: [coinFirst, pools[2]] },
    { tokens: [first, wrapped, second], pools: [coinLast, pools[2]] },
    { tokens: [first, wrapped, second], pools: [pools[2], coinFirst] },
    { tokens: [first, wrapped, second], pools: [coinLast, coinFirst] },
    { tokens: [first, second, wrapped], pools: [pools[2], coinLast] },
  ].map(({ tokens, pools: found }) => ({
    row: own,
    tokens,
    params: [],
    pools: found.flatMap((pool) => pool ?? []),
  }))
  const listed =
    own.id === 'ACRYPTOS'
      ? [{ ...fourCoins, row: own }]
      : own.blockchain === 'ETH'
        ? [tricrypto]
        : []
  return [...singles, ...doubles, ...coins, ...listed]
}

const tricrypto: QuotedPath<PoolRow> = {
  row,
  tokens: [weth, usdc],
  params: [],
  pools: [{ address: '0x7F86Bf177Dd4F3494b841a37e810A34dD56c829B', params: [2, 0, 1, 3, 3] }],
}

/** A listed pool of four stable coins, by the places of two of them. */
const fourCoins = {
  tokens: [
    '0x55d398326f99059fF775485246999027B3197955',
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  ],
  params: [],
  pools: [{ address: '0xb3F0C9ea1F05e312093Fdb031E789A756659B0AC', params: [1, 3, 1, 1, 4] }],
}

/** What is paid and given at each hop, and what is wrapped or unwrapped between them. */
function hopsOf(
  { row: own, tokens, pools = [] }: Pick<QuotedPath<PoolRow>, 'row' | 'tokens' | 'pools'>,
  { start = tokens[0] ?? '', end = tokens.at(-1) ?? '' } = {},
): Hop[] {
  const { wrapped } = own
  const wide = isFull(own) ? 5 : 4
  const wrap = [0, 0, 8, 0, 0].slice(0, wide)
  const swaps = pools.map(({ address, params }, hop): Hop => {
    const [from = '', to = ''] = tokens.slice(hop, hop + 2)
    const coin = params[wide]
    return [coin === 1 ? eee : from, address, coin === 2 ? eee : to, params.slice(0, wide)]
  })
  const stops = [start, ...swaps.flatMap(([from, , to]) => [from, to]), end]
  return swaps
    .flatMap((swap, hop): Hop[] => {
      const [before = '', from = ''] = stops.slice(2 * hop, 2 * hop + 2)
      return before === from ? [swap] : [[before, wrapped, from, wrap], swap]
    })
    .concat(stops.at(-2) === end ? [] : [[stops.at(-2) ?? '', wrapped, end, wrap]])
}

function argsOf(own: PoolRow, hops: readonly Hop[]): unknown[] {
  const route = [hops[0]?.[0] ?? zero, ...hops.flatMap(([, pool, to]) => [pool, to])]
  const none = Array.from({ length: isFull(own) ? 5 : 4 }, () => 0)
  return [
    [...route, ...Array.from({ length: 11 - route.length }, () => zero)],
    Array.from({ length: 5 }, (_, hop) => (hops[hop]?.[3] ?? none).map(BigInt)),
  ]
}

export const curveCase: FamilyCase = {
  family: 'curve',
  source:
    'curvefi/curve-router-ng contracts/Router.vy v1.1 and v1.2; curvefi/curve-core router_v_110',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: (path, amount) => ({
    to: path.row.router,
    name: 'get_dy',
    args: [...argsOf(path.row, hopsOf(path)), amount, ...(isFull(path.row) ? [noPools] : [])],
  }),
  swap: (state, terms) => swapOf(state as CurveState, terms),
  answers: [
    {
      name: 'one wei less than the router quotes, which it retains',
      path: tricrypto,
      data: answer(42n),
      expected: { amountOut: 41n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'nothing',
      path: tricrypto,
      data: answer(0n),
      expected: null,
    },
  ],
  effect: (own, { name, args }): Effect | null => {
    if (name !== 'exchange') return null
    const [route, params, amount, least] = args as [
      readonly string[],
      readonly (readonly bigint[])[],
      bigint,
      bigint,
    ]
    const to = String(args.at(-1))
    const zaps = isFull(own) ? (args[4] as readonly string[]) : []
    const lower = (text = ''): string => text.toLowerCase()
    const isCoin = (token = ''): boolean => lower(token) === lower(eee)
    let last = 0
    // The router stops where no further pool is named.
    while (last < 5 && route[2 * last + 1] !== undefined && route[2 * last + 1] !== zero) last += 1
    if (last === 0 || BigInt(to) === 0n) return null
    const hops = Array.from({ length: last }, (_, hop) =>
      route.slice(2 * hop, 2 * hop + 3).map(lower),
    )
    if (hops.some((hop) => hop.includes(zero))) return null
    const kinds = isFull(own) ? [1n, 2n, 3n] : [10n, 20n]
    const isKnown = hops.every(([from = '', address = '', next = ''], at) => {
      const [i = 0n, j = 0n, way = 0n, kind = 0n, coins = 0n] = params[at] ?? []
      if (address === lower(own.wrapped)) {
        const isWrap = isCoin(from) !== isCoin(next) && [from, next].includes(lower(own.wrapped))
        return isWrap && [i, j, way, kind, coins].join() === '0,0,8,0,0'
      }
      const isSwap = (way === 1n || way === 2n) && kinds.includes(kind) && i !== j
      const isSmall = [i, j, coins].every((number) => number <= 8n)
      return isSwap && isSmall && from !== next
    })
    const rest = [...route.slice(2 * last + 1), ...zaps]
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
      // It is what the router itself holds of the last token in the end.
      token: isCoin(token) ? zero : token,
      least,
      ...(isKnown && isBare ? {} : { odd: 'a route that is never built' }),
    }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state as CurveState, terms)
    const route = args[0] as string[]
    const params = args[1] as bigint[][]
    // The first hop that is no wrapping.
    const hop = params.findIndex(([, , way]) => way !== 8n)
    const bent = (place: number, number: bigint): bigint[][] =>
      params.with(hop, (params[hop] ?? []).with(place, number))
    const calls = [
      { name, args: args.with(1, bent(2, 4n)), why: 'liquidity that is added' },
      { name, args: args.with(1, bent(2, 6n)), why: 'liquidity that is taken out' },
      { name, args: args.with(1, bent(3, 4n)), why: 'a lending pool' },
      { name, args: args.with(1, bent(0, params[hop]?.[1] ?? 0n)), why: 'one coin' },
      { name, args: args.with(1, params.with(4, bent(0, 1n)[hop] ?? [])), why: 'more numbers' },
      { name, args: args.with(0, route.with(9, usdt)), why: 'a route with a gap' },
    ]
    if (!isFull(state.row)) return calls
    return [
      ...calls,
      { name, args: args.with(4, noPools.with(0, usdt)), why: 'a contract besides the pools' },
    ]
  },
}

function swapOf(state: CurveState, terms: Parameters<FamilyCase['swap']>[1]): Asked {
  const hops = hopsOf(state, {
    ...(state.direction === 'nativeIn' ? { start: eee } : {}),
    ...(state.direction === 'nativeOut' ? { end: eee } : {}),
  })
  const { amountIn, amountOutMin, recipient } = terms
  const zaps = isFull(state.row) ? [noPools] : []
  const args = [...argsOf(state.row, hops), amountIn, amountOutMin, ...zaps, recipient]
  return { name: 'exchange', args }
}
