import { encodeAbiParameters, encodePacked, type Hex, parseAbiParameters } from 'viem'

import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import type { IzumiRow, IzumiState } from '../../../../src/providers/onchain/families/izumi.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type Effect, encodeAsked, type FamilyCase, zero } from './familyCase.ts'

// izumiFinance/iZiSwap-periphery contracts/Swap.sol, Quoter.sol, base/base.sol (read 2026-11).
const abi = [
  'function swapAmount(uint128 amount, bytes path)',
  'function swapAmount((bytes path, address recipient, uint128 amount, uint256 minAcquired, uint256 deadline) params) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(bytes[] data) payable',
]

const row = chainRows('LINEA')?.rows.find((each) => each.id === 'IZUMI')
if (row?.family !== 'izumi') throw new Error('no IZUMI on LINEA')
const tokens = [row.wrapped, row.router, row.quoter]
const answer = parseAbiParameters('uint256 acquire, int24[] pointAfterList')

function packed({ tokens: list, params }: QuotedPath<PoolRow>): Hex {
  const [first, ...rest] = list as Hex[]
  return encodePacked(
    ['address', ...rest.flatMap(() => ['uint24', 'address'])],
    [first ?? '0x', ...rest.flatMap((token, hop) => [params[hop] ?? 0, token])],
  )
}

export const izumiCase: FamilyCase = {
  family: 'izumi',
  source: 'izumiFinance/iZiSwap-periphery contracts/Swap.sol and Quoter.sol',
  abi,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: (path, amount) => ({
    to: (path.row as IzumiRow).quoter,
    name: 'swapAmount',
    args: [amount, packed(path)],
  }),
  swap: (state, terms) => {
    const swap = swapOf(state as IzumiState, terms)
    if (state.direction !== 'nativeOut') return swap
    return { name: 'multicall', args: [[swap, unwrapOf(terms)].map((call) => bytes(call))] }
  },
  answers: [
    {
      name: 'one hop',
      path: { row, tokens: tokens.slice(0, 2), params: [3000] },
      data: encodeAbiParameters(answer, [42n, [-8]]),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'two hops',
      path: { row, tokens, params: [3000, 400] },
      data: encodeAbiParameters(answer, [42n, [-8, 9]]),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'nothing',
      path: { row, tokens, params: [3000, 400] },
      data: encodeAbiParameters(answer, [0n, [-8, 9]]),
      expected: null,
    },
  ],
  effect: (own, call, read) => {
    if (call.name !== 'multicall') return swapEffect(own, call)
    const [items] = call.args as [readonly Hex[]]
    const [swap, unwrap, ...more] = items.map(read)
    const effect = swap == null ? null : swapEffect(own, swap, true)
    if (effect === null || unwrap?.name !== 'unwrapWETH9' || more.length > 0) return null
    const [minimum, to] = unwrap.args as [bigint, string]
    const isKept = effect.to === zero && effect.token.toLowerCase() === own.wrapped.toLowerCase()
    if (!isKept) return minimum > 0n ? null : { ...effect, odd: 'unwraps nothing' }
    const least = minimum > effect.least ? minimum : effect.least
    const odd = minimum === effect.least ? {} : { odd: 'two minimums' }
    return { ...effect, to, token: zero, least, ...odd }
  },
  hostile: (state, terms) => {
    const swap = swapOf(state as IzumiState, terms)
    const [params] = swap.args as [Record<string, unknown>]
    const changed = (change: object): Asked => ({
      name: swap.name,
      args: [{ ...params, ...change }],
    })
    const inMulticall = (...calls: Asked[]): Asked => ({
      name: 'multicall',
      args: [calls.map((call) => bytes(call))],
    })
    return [
      { ...changed({ recipient: zero }), why: 'left in the router' },
      { ...changed({ path: String(params['path']).slice(0, -2) }), why: 'a path cut short' },
      { ...inMulticall(swap), why: 'a multicall around nothing else' },
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
  },
}

type Terms = Parameters<FamilyCase['swap']>[1]

function swapOf(state: IzumiState, { recipient, amountIn, amountOutMin, deadline }: Terms): Asked {
  const to = state.direction === 'nativeOut' ? zero : recipient
  const rest = { recipient: to, amount: amountIn, minAcquired: amountOutMin, deadline }
  return { name: 'swapAmount', args: [{ path: packed(state), ...rest }] }
}

function unwrapOf({ recipient, amountOutMin }: Terms): Asked {
  return { name: 'unwrapWETH9', args: [amountOutMin, recipient] }
}

function bytes(call: Asked): Hex {
  return encodeAsked(izumiCase, call)
}

function swapEffect(own: PoolRow, { name, args }: Asked, isInside = false): Effect | null {
  const [params] = args as [Record<string, unknown>]
  if (name !== 'swapAmount' || typeof params !== 'object') return null
  const path = String(params['path']).slice(2)
  const hops = (path.length / 2 - 20) / 23
  if (!Number.isInteger(hops) || hops < 1) return null
  const ends = [`0x${path.slice(0, 40)}`, `0x${path.slice(-40)}`]
  if (ends.some((end) => /^0x0+$/.test(end))) return null
  const to = String(params['recipient'])
  return {
    takes: { token: ends[0] ?? '', amount: params['amount'] as bigint },
    to: BigInt(to) === 0n && !isInside ? own.router : to,
    token: ends[1] ?? '',
    least: params['minAcquired'] as bigint,
    ...(hops > 8 || (BigInt(to) <= 2n && !isInside) ? { odd: 'never built' } : {}),
  }
}
