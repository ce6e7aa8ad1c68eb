import { encodeAbiParameters, encodePacked, type Hex, parseAbiParameters } from 'viem'

import type {
  AlgebraRow,
  AlgebraState,
} from '../../../../src/providers/onchain/families/algebra.ts'
import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import { blockchainsWithRows } from '../../../../src/providers/onchain/registry.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type Effect, encodeAsked, type FamilyCase, zero } from './familyCase.ts'

// cryptoalgebra/Algebra src/periphery (ISwapRouter, IQuoter), and the interfaces of the packages
// @cryptoalgebra/integral-periphery 1.0.2 and 1.2.1 (read 2026-11).
const tail = 'uint256 amountIn, uint256 amountOutMinimum'
const abi = [
  'function quoteExactInputSingle(address tokenIn, address tokenOut, uint256 amountIn, uint160 limitSqrtPrice)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint160 limitSqrtPrice) params)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, address deployer, uint256 amountIn, uint160 limitSqrtPrice) params)',
  'function quoteExactInput(bytes path, uint256 amountIn)',
  `function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, ${tail}, uint160 limitSqrtPrice) params) payable`,
  `function exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, ${tail}, uint160 limitSqrtPrice) params) payable`,
  `function exactInput((bytes path, address recipient, uint256 deadline, ${tail}) params) payable`,
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient) payable',
  'function multicall(bytes[] data) payable',
]

function rowOf(id: string): AlgebraRow {
  const row = blockchainsWithRows()
    .flatMap((blockchain) => chainRows(blockchain)?.rows ?? [])
    .find((each) => each.id === id && each.family === 'algebra')
  if (row?.family !== 'algebra') throw new Error(id)
  return row
}

const [quick, fenix, atlantis] = [rowOf('QUICK_SWAP_V3'), rowOf('FENIX_V3'), rowOf('ATLANTIS')]
const tokens = [quick.wrapped, quick.router, quick.factory]

/** Pools with a deployer of their own are not used: it is zero everywhere. */
function hasDeployer({ row, params }: QuotedPath<PoolRow>): boolean {
  return (row as AlgebraRow).code === 'integral12' || params[0] === 12
}

function packed(path: QuotedPath<PoolRow>): Hex {
  const [first, ...rest] = path.tokens as Hex[]
  const words = rest.flatMap((token) => (hasDeployer(path) ? [zero as Hex, token] : [token]))
  return encodePacked(['address', ...words.map(() => 'address')], [first ?? '0x', ...words])
}

const one = parseAbiParameters('uint256, uint16')
const list = parseAbiParameters('uint256, uint16[]')
const six = parseAbiParameters('uint256, uint256, uint160, uint32, uint256, uint16')
const lists = parseAbiParameters('uint256[], uint256[], uint160[], uint32[], uint256, uint16[]')
const one10 = parseAbiParameters('uint256, uint256, uint160[], uint32[], uint256, uint16[]')
const prices = [1n << 96n, 1n << 96n]
const minPrice = 4_295_128_739n
const maxPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n
const single = (row: AlgebraRow) => ({ row, tokens: tokens.slice(0, 2), params: [] })
const double = (row: AlgebraRow) => ({ row, tokens, params: [] })
const answer = (amountOut: bigint, amountMiddle: bigint | null, ticksCrossed: number | null) => ({
  amountOut,
  amountMiddle,
  ticksCrossed,
})

export const algebraCase: FamilyCase = {
  family: 'algebra',
  source: 'cryptoalgebra/Algebra; @cryptoalgebra/integral-periphery 1.0.2 and 1.2.1',
  abi,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: (path, amount) => {
    const { code, quoter } = path.row as AlgebraRow
    const [tokenIn, tokenOut] = path.tokens
    if (path.tokens.length > 2) {
      return { to: quoter, name: 'quoteExactInput', args: [packed(path), amount] }
    }
    const shared = { tokenIn, tokenOut, amountIn: amount, limitSqrtPrice: 0n }
    const args =
      code === 'v1'
        ? [tokenIn, tokenOut, amount, 0n]
        : [hasDeployer(path) ? { ...shared, deployer: zero } : shared]
    return { to: quoter, name: 'quoteExactInputSingle', args }
  },
  swap: (state, terms) => {
    const swap = swapOf(state as AlgebraState, terms)
    if (state.direction !== 'nativeOut') return swap
    return { name: 'multicall', args: [[swap, unwrapOf(terms)].map((call) => bytes(call))] }
  },
  answers: [
    {
      name: 'the first Quoter',
      path: single(quick),
      data: encodeAbiParameters(one, [42n, 500]),
      expected: answer(42n, null, null),
    },
    {
      name: 'the first Quoter, two hops',
      path: double(quick),
      data: encodeAbiParameters(list, [42n, [500, 100]]),
      expected: answer(42n, null, null),
    },
    {
      name: 'the second Quoter',
      path: single(fenix),
      amountIn: 5n,
      data: encodeAbiParameters(six, [42n, 5n, 1n << 96n, 3, 90_000n, 500]),
      expected: answer(42n, null, 3),
    },
    {
      name: 'the second Quoter that spent a part only',
      path: single(atlantis),
      amountIn: 5n,
      data: encodeAbiParameters(six, [42n, 4n, 1n << 96n, 3, 90_000n, 500]),
      expected: null,
    },
    {
      name: 'the second Quoter, two hops: lists whose last item is the result',
      path: double(atlantis),
      amountIn: 5n,
      data: encodeAbiParameters(lists, [[7n, 42n], [5n, 7n], prices, [1, 2], 90_000n, [500, 100]]),
      expected: answer(42n, 7n, 3),
    },
    {
      name: 'the second Quoter of 1.0, two hops: one output',
      path: double(fenix),
      amountIn: 5n,
      data: encodeAbiParameters(one10, [42n, 5n, prices, [1, 2], 90_000n, [500, 100]]),
      expected: answer(42n, null, 3),
    },
    {
      name: 'the second Quoter of 1.0, two hops, spent a part only',
      path: double(fenix),
      amountIn: 5n,
      data: encodeAbiParameters(one10, [42n, 4n, prices, [1, 2], 90_000n, [500, 100]]),
      expected: null,
    },
    {
      name: 'the second Quoter of 1.0, two hops, the second pool at its highest price',
      path: double(fenix),
      amountIn: 5n,
      data: encodeAbiParameters(one10, [
        42n,
        5n,
        [1n << 96n, maxPrice - 1n],
        [1, 2],
        9n,
        [500, 100],
      ]),
      expected: null,
    },
    {
      name: 'the second Quoter of 1.0, two hops, the second pool at its lowest price',
      path: double(fenix),
      amountIn: 5n,
      data: encodeAbiParameters(one10, [
        42n,
        5n,
        [1n << 96n, minPrice + 1n],
        [1, 2],
        9n,
        [500, 100],
      ]),
      expected: null,
    },
    {
      name: 'the second Quoter of 1.0, two hops, prices a little before their ends',
      path: double(fenix),
      amountIn: 5n,
      data: encodeAbiParameters(one10, [
        42n,
        5n,
        [minPrice + 2n, maxPrice - 2n],
        [1, 2],
        9n,
        [500, 100],
      ]),
      expected: answer(42n, null, 3),
    },
    {
      name: 'the second Quoter, two hops, the second spent a part only',
      path: double(atlantis),
      amountIn: 5n,
      data: encodeAbiParameters(lists, [[7n, 42n], [5n, 6n], prices, [1, 2], 90_000n, [500, 100]]),
      expected: null,
    },
  ],
  effect: (row, call, read) => {
    if (call.name !== 'multicall') return swapEffect(row, call)
    const [items] = call.args as [readonly Hex[]]
    const [swap, unwrap, ...more] = items.map(read)
    const effect = swap == null ? null : swapEffect(row, swap, true)
    if (effect === null || unwrap?.name !== 'unwrapWNativeToken' || more.length > 0) return null
    const [minimum, to] = unwrap.args as [bigint, string]
    const isKept = effect.to === zero && effect.token.toLowerCase() === row.wrapped.toLowerCase()
    // The router has nothing to unwrap: a minimum makes that fail.
    if (!isKept) return minimum > 0n ? null : { ...effect, odd: 'unwraps nothing' }
    const least = minimum > effect.least ? minimum : effect.least
    return {
      ...effect,
      to,
      token: zero,
      least,
      ...(minimum === effect.least ? {} : { odd: 'two minimums' }),
    }
  },
  hostile: (state, terms) => {
    const swap = swapOf(state as AlgebraState, terms)
    const [params] = swap.args as [Record<string, unknown>]
    const changed = (change: object): Asked => ({
      name: swap.name,
      args: [{ ...params, ...change }],
    })
    const inMulticall = (...calls: Asked[]): Asked => ({
      name: 'multicall',
      args: [calls.map((call) => bytes(call))],
    })
    const calls = [
      { ...changed({ recipient: zero }), why: 'left in the router' },
      { ...inMulticall(swap), why: 'a multicall around nothing else' },
      { ...inMulticall(swap, unwrapOf(terms), unwrapOf(terms)), why: 'one call too many' },
      { ...inMulticall(swap, unwrapOf({ ...terms, amountOutMin: 0n })), why: 'two minimums' },
      ...(state.direction === 'tokens'
        ? [
            {
              ...inMulticall(changed({ recipient: zero }), unwrapOf(terms)),
              why: 'unwraps another token than it buys',
            },
          ]
        : []),
    ]
    if (swap.name === 'exactInput') return calls
    return [
      ...calls,
      { ...changed({ limitSqrtPrice: 1n }), why: 'a limit of the price' },
      ...('deployer' in params
        ? [{ ...changed({ deployer: state.row.router }), why: 'custom pool' }]
        : []),
    ]
  },
}

type Terms = Parameters<FamilyCase['swap']>[1]

function swapOf(state: AlgebraState, terms: Terms): Asked {
  const { recipient, amountIn, amountOutMin: amountOutMinimum, deadline } = terms
  const to = state.direction === 'nativeOut' ? zero : recipient
  const shared = { recipient: to, deadline, amountIn, amountOutMinimum }
  if (state.tokens.length > 2)
    return { name: 'exactInput', args: [{ ...shared, path: packed(state) }] }
  const [tokenIn, tokenOut] = state.tokens
  const deployer = hasDeployer(state) ? { deployer: zero } : {}
  return {
    name: 'exactInputSingle',
    args: [{ ...shared, ...deployer, tokenIn, tokenOut, limitSqrtPrice: 0n }],
  }
}

function unwrapOf({ recipient, amountOutMin }: Terms): Asked {
  return { name: 'unwrapWNativeToken', args: [amountOutMin, recipient] }
}

function bytes(call: Asked): Hex {
  return encodeAsked(algebraCase, call)
}

function swapEffect(row: PoolRow, { name, args }: Asked, isInside = false): Effect | null {
  const [params] = args as [Record<string, unknown>]
  const isSingle = name === 'exactInputSingle'
  if (!isSingle && name !== 'exactInput') return null
  const code = (row as AlgebraRow).code
  const path = isSingle ? '' : String(params['path']).slice(2)
  const hasZeros = /^.{40}0{40}/.test(path)
  const isLong = isSingle
    ? 'deployer' in params
    : code === 'integral12' || (code === 'integral' && hasZeros)
  // A function that the router does not have.
  if (isSingle && code !== 'integral' && isLong !== (code === 'integral12')) return null
  const parts = path.match(/.{1,40}/g) ?? []
  const hops = isLong ? (parts.length - 1) / 2 : parts.length - 1
  if (!isSingle && (path.length % 40 !== 0 || !Number.isInteger(hops) || hops < 1)) return null
  const pooled = isLong ? parts.filter((_, at) => at % 2 === 0) : parts
  const deployers = isLong ? parts.filter((_, at) => at % 2 === 1) : []
  const ends = isSingle
    ? [String(params['tokenIn']), String(params['tokenOut'])]
    : [`0x${pooled[0]}`, `0x${pooled.at(-1)}`]
  if (ends.some((end) => /^0x0+$/.test(end))) return null
  const isOdd =
    (isSingle && (params['limitSqrtPrice'] !== 0n || isNamed(params['deployer']))) ||
    deployers.some((each) => !/^0+$/.test(each)) ||
    hops > 8
  const to = String(params['recipient'])
  const isReserved = BigInt(to) <= 2n && !isInside
  return {
    takes: { token: ends[0] ?? '', amount: params['amountIn'] as bigint },
    to: BigInt(to) === 0n && !isInside ? row.router : to,
    token: ends[1] ?? '',
    least: params['amountOutMinimum'] as bigint,
    ...(isOdd || isReserved ? { odd: 'never built' } : {}),
  }
}

/** Whether an address is one: pools without a deployer of their own have no address, or zero. */
function isNamed(address: unknown): boolean {
  return typeof address === 'string' && BigInt(address) !== 0n
}
