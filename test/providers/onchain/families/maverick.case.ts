import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'

import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import type { QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import type {
  MaverickRow,
  MaverickState,
} from '../../../../src/providers/onchain/families/maverick.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { registeredPools } from '../../../support/registry.ts'
import { type Asked, type Effect, encodeAsked, type FamilyCase, zero } from './familyCase.ts'

// maverickprotocol/maverick-v2-examples solidity/src/interfaces (IMaverickV2Quoter, IPushOperations,
// IPayment), and the verified router on Ethereum (read 2026-11).
const abi = [
  'function calculateSwap(address pool, uint128 amount, bool tokenAIn, bool exactOutput, int32 tickLimit) returns (uint256 amountIn, uint256 amountOut, uint256 gasEstimate)',
  'function exactInputSingle(address recipient, address pool, bool tokenAIn, uint256 amountIn, uint256 amountOutMinimum) payable returns (uint256 amountOut)',
  'function inputSingleWithTickLimit(address recipient, address pool, bool tokenAIn, uint256 amountIn, int32 tickLimit, uint256 amountOutMinimum) payable returns (uint256 amountIn_, uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function multicall(bytes[] data) payable returns (bytes[])',
]

const row = chainRows('ETH')?.rows.find((each) => each.id === 'MAVERICK')
if (row?.family !== 'maverick-v2') throw new Error('no MAVERICK on ETH')
const low = '0x1111111111111111111111111111111111111111'
const pool = '0x7777777777777777777777777777777777777777'

/** A pool of the wrapped coin on every chain, whose address is above the other token's. */
const poolOf = ({ blockchain }: PoolRow): string =>
  `0x7777${Buffer.from(blockchain).toString('hex').padEnd(36, '7')}`

for (const blockchain of ['ETH', 'BASE', 'BSC', 'ARBITRUM'] as const) {
  for (const each of chainRows(blockchain)?.rows ?? []) {
    if (each.family === 'maverick-v2') registeredPools.set(poolOf(each), [low, each.wrapped])
  }
}

function pathsOf(own: PoolRow): QuotedPath<PoolRow>[] {
  const pools = [{ address: poolOf(own), params: [] }]
  const tokens = [low, own.wrapped]
  return [tokens, tokens.toReversed()].map((ends) => ({
    row: own,
    tokens: ends,
    params: [],
    pools,
  }))
}

const path = { row, tokens: [low, row.wrapped], params: [], pools: [{ address: pool, params: [] }] }
const answer = (amountIn: bigint, amountOut: bigint): Hex =>
  encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256'), [amountIn, amountOut, 9n])

export const maverickCase: FamilyCase = {
  family: 'maverick-v2',
  source: 'maverickprotocol/maverick-v2-examples solidity/src/interfaces',
  abi,
  paths: pathsOf,
  directions: () => ['tokens', 'nativeIn', 'nativeOut'],
  quote: ({ row: own, tokens, pools = [] }, amount) => {
    const isFirst = tokens[0] === low
    return {
      to: (own as MaverickRow).quoter,
      name: 'calculateSwap',
      args: [pools[0]?.address, amount, isFirst, false, isFirst ? 2147483647 : -2147483648],
    }
  },
  swap: (state, terms) => {
    const swap = swapOf(state as MaverickState, terms)
    if (state.direction !== 'nativeOut') return swap
    return { name: 'multicall', args: [[swap, unwrapOf(terms)].map((each) => bytes(each))] }
  },
  answers: [
    {
      name: 'all of the input',
      path,
      amountIn: 5n,
      data: answer(5n, 42n),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    { name: 'a part of the input', path, amountIn: 5n, data: answer(4n, 42n), expected: null },
    { name: 'nothing', path, amountIn: 5n, data: answer(5n, 0n), expected: null },
  ],
  effect: (own, call, read) => {
    if (call.name !== 'multicall') return swapEffect(own, call)
    const [items] = call.args as [readonly Hex[]]
    const [swap, unwrap, ...more] = items.map(read)
    const effect = swap == null ? null : swapEffect(own, swap)
    if (effect === null || more.length > 0) return null
    if (unwrap === undefined) return { ...effect, odd: 'a multicall around one call' }
    if (unwrap?.name !== 'unwrapWETH9') return null
    const [minimum, to] = unwrap.args as [bigint, string]
    const isKept = effect.to.toLowerCase() === own.router.toLowerCase()
    const isCoin = effect.token.toLowerCase() === own.wrapped.toLowerCase()
    // The router has nothing to unwrap: a minimum makes that fail.
    if (!isKept || !isCoin) return minimum > 0n ? null : { ...effect, odd: 'unwraps nothing' }
    const least = minimum > effect.least ? minimum : effect.least
    const odd = minimum === effect.least ? {} : { odd: 'two minimums' }
    return { ...effect, to, token: zero, least, ...odd }
  },
  hostile: (state, terms) => {
    const swap = swapOf(state as MaverickState, terms)
    const inMulticall = (...calls: Asked[]): Asked => ({
      name: 'multicall',
      args: [calls.map((each) => bytes(each))],
    })
    const [recipient, at, isFirst, amountIn, minOut] = swap.args
    const limited = [recipient, at, isFirst, amountIn, 5, minOut]
    const sweep = { name: 'sweepToken', args: [low, 0n, terms.recipient] }
    return [
      { ...swap, args: swap.args.with(0, zero), why: 'no recipient' },
      { ...swap, args: swap.args.with(1, state.row.router), why: 'an account that is no pool' },
      { ...inMulticall(swap, sweep), why: 'another call besides' },
      { ...inMulticall(swap, unwrapOf({ ...terms, amountOutMin: 0n })), why: 'two minimums' },
      { ...inMulticall(swap), why: 'a multicall around nothing else' },
      { name: 'inputSingleWithTickLimit', args: limited, why: 'a part of the input' },
    ]
  },
}

type Terms = Parameters<FamilyCase['swap']>[1]

function swapOf({ row: own, direction, tokens, pools }: MaverickState, terms: Terms): Asked {
  const recipient = direction === 'nativeOut' ? own.router : terms.recipient
  const isFirst = tokens[0] === low
  const args = [recipient, pools[0]?.address, isFirst, terms.amountIn, terms.amountOutMin]
  return { name: 'exactInputSingle', args }
}

function unwrapOf({ recipient, amountOutMin }: Terms): Asked {
  return { name: 'unwrapWETH9', args: [amountOutMin, recipient] }
}

function bytes(call: Asked): Hex {
  return encodeAsked(maverickCase, call)
}

function swapEffect(own: PoolRow, { name, args }: Asked): Effect | null {
  if (name !== 'exactInputSingle') return null
  const [to, at, isFirst, amount, least] = args as [string, string, boolean, bigint, bigint]
  const held = registeredPools.get(at.toLowerCase())
  if (BigInt(to) === 0n) return null
  // A contract that is no pool reports a payment, and pays nothing.
  if (held === undefined || at.toLowerCase() !== poolOf(own)) {
    return { takes: { token: own.wrapped, amount }, to: at, token: own.wrapped, least: 0n }
  }
  const [from, token] = isFirst ? held : held.toReversed()
  return { takes: { token: from ?? '', amount }, to, token: token ?? '', least }
}
