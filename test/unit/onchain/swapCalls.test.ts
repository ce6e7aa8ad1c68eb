import { encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { zeroAddress } from '../../../src/core/token.ts'
import { readOnchain } from '../../support/declaredCalls.ts'
import {
  type Direction,
  type NativeName,
  nativeNames,
} from '../../../src/providers/onchain/families/family.ts'
import type { V2State, V2Variant } from '../../../src/providers/onchain/families/uniswapV2.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import type { PoolSwap } from '../../../src/providers/onchain/state.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'

const tokens = [
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
] as const
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const terms = {
  recipient,
  amountIn: 123_456_789n,
  amountOutMin: 987_654_321n,
  deadline: 1_800_000_000n,
}
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'

const base = {
  id: 'UNISWAP_V2',
  blockchain: 'ETH',
  wrapped: tokens[0],
  off: null,
  confidence: 'high',
  note: null,
  router,
  factory: null,
} as const

function v2State(
  variant: V2Variant,
  nativeWord: NativeName,
  direction: Direction,
  hops: number,
): V2State {
  const row = { ...base, family: 'uniswap-v2', variant, nativeWords: nativeNames } as const
  const flags = variant === 'stableFlags' ? [0, 1].slice(0, hops) : []
  return {
    family: 'uniswap-v2',
    row,
    direction,
    nativeWord,
    tokens: tokens.slice(0, hops + 1),
    flags,
  }
}

/** Coins are what the wrapped token, the first of the list, is unwrapped to. */
function v3Tokens(direction: Direction, hops: number) {
  const [first, second, third] =
    direction === 'nativeOut' ? tokens.slice(0, hops + 1).toReversed() : tokens
  return [first ?? tokens[0], second ?? tokens[1], third ?? tokens[2]] as const
}

function v3State(
  routerKind: 'router01' | 'router02' | 'slipstream' | 'kyber',
  direction: Direction,
  hops: number,
): PoolSwap {
  const row = {
    ...base,
    family: 'uniswap-v3',
    quoter: router,
    routerKind,
    quoterKind: 'single',
    tiers: [],
  } as const
  const tiers = [100, 3000].slice(0, hops)
  return {
    family: 'uniswap-v3',
    row,
    direction,
    routerKind,
    tokens: v3Tokens(direction, hops).slice(0, hops + 1),
    tiers,
  }
}

/** What viem makes of the same call. */
function v2Oracle(
  variant: V2Variant,
  word: NativeName,
  direction: Direction,
  hops: number,
  taxed = false,
): Hex {
  const ends = {
    tokens: 'TokensForTokens',
    nativeIn: `${word}ForTokens`,
    nativeOut: `TokensFor${word}`,
  }
  const suffix = variant === 'referrer' || taxed ? 'SupportingFeeOnTransferTokens' : ''
  const name = `swapExact${ends[direction]}${suffix}`
  const inputs = [
    ...(direction === 'nativeIn' ? [] : ['uint256 amountIn']),
    'uint256 amountOutMin, address[] path, address to',
    ...(variant === 'referrer' ? ['address referrer'] : []),
    'uint256 deadline',
    ...(variant === 'stableFlags' ? ['bool[] stable'] : []),
  ]
  const args: unknown[] = [
    ...(direction === 'nativeIn' ? [] : [terms.amountIn]),
    terms.amountOutMin,
    tokens.slice(0, hops + 1),
    recipient,
    ...(variant === 'referrer' ? [zeroAddress] : []),
    terms.deadline,
    ...(variant === 'stableFlags' ? [[false, true].slice(0, hops)] : []),
  ]
  const abi: readonly unknown[] = parseAbi([`function ${name}(${inputs.join(', ')})`])
  return encodeFunctionData({ abi, functionName: name, args })
}

const v3Abi = {
  router01: parseAbi([
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    'function multicall(bytes[] data)',
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  ]),
  router02: parseAbi([
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    'function multicall(uint256 deadline, bytes[] data)',
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  ]),
  slipstream: parseAbi([
    'function exactInputSingle((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    'function multicall(bytes[] data)',
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  ]),
  kyber: parseAbi([
    'function swapExactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 minAmountOut, uint160 limitSqrtP) params)',
    'function swapExactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 minAmountOut) params)',
    'function multicall(bytes[] data)',
    'function unwrapWeth(uint256 minAmount, address recipient)',
  ]),
}

function v3Oracle(kind: keyof typeof v3Abi, direction: Direction, hops: number): Hex {
  const abi: readonly unknown[] = v3Abi[kind]
  const encode = (functionName: string, args: unknown[]): Hex =>
    encodeFunctionData({ abi, functionName, args })
  const path = v3Tokens(direction, hops)
  const keeps = direction === 'nativeOut'
  const self = kind === 'router02' ? '0x0000000000000000000000000000000000000002' : zeroAddress
  const shared = {
    recipient: keeps ? self : recipient,
    deadline: terms.deadline,
    amountIn: terms.amountIn,
    amountOutMinimum: terms.amountOutMin,
    minAmountOut: terms.amountOutMin,
  }
  const name = kind === 'kyber' ? 'swapExactInput' : 'exactInput'
  const swap =
    hops === 1
      ? encode(`${name}Single`, [
          {
            ...shared,
            tokenIn: path[0],
            tokenOut: path[1],
            fee: 100,
            tickSpacing: 100,
            sqrtPriceLimitX96: 0n,
            limitSqrtP: 0n,
          },
        ])
      : encode(name, [
          {
            ...shared,
            path: encodePacked(
              ['address', 'uint24', 'address', 'uint24', 'address'],
              [path[0], 100, path[1], 3000, path[2]],
            ),
          },
        ])
  const unwrap = kind === 'kyber' ? 'unwrapWeth' : 'unwrapWETH9'
  const calls = keeps ? [swap, encode(unwrap, [terms.amountOutMin, recipient])] : [swap]
  if (kind === 'router02') return encode('multicall', [terms.deadline, calls])
  return keeps ? encode('multicall', [calls]) : swap
}

const directions = ['tokens', 'nativeIn', 'nativeOut'] as const
const hopCounts = [1, 2] as const

const v2Cases = directions.flatMap((direction) =>
  hopCounts.flatMap((hops) => [
    ...nativeNames.map((word) => ['plain', word, direction, hops] as const),
    ...(['referrer', 'twamm', 'stableFlags'] as const).map(
      (variant) => [variant, 'ETH', direction, hops] as const,
    ),
  ]),
)

test.each(v2Cases)('V2 %s %s %s over %i hops: bytes equal to viem', (...args) => {
  const [variant, word, direction, hops] = args
  const state = v2State(variant, word, direction, hops)
  const swaps = [
    { data: encodeSwap(state, terms), oracle: v2Oracle(...args) },
    // Of tokens that take a part of each transfer; the other variants have one form.
    ...(variant === 'plain'
      ? [{ data: encodeSwap({ ...state, taxed: true }, terms), oracle: v2Oracle(...args, true) }]
      : []),
  ]
  for (const { data, oracle } of swaps) {
    expect(data).toBe(oracle)
    expect(readOnchain(router, data)).toMatchObject({
      recipient: recipient.toLowerCase(),
      srcToken: direction === 'nativeIn' ? zeroAddress : tokens[0].toLowerCase(),
      dstToken: direction === 'nativeOut' ? zeroAddress : tokens[hops].toLowerCase(),
      amountIn: direction === 'nativeIn' ? null : terms.amountIn,
      minOut: terms.amountOutMin,
      dst: 'same',
      refundTo: null,
      deadlineSeconds: terms.deadline,
    })
  }
})

const v3Cases = (['router01', 'router02', 'slipstream', 'kyber'] as const).flatMap((kind) =>
  directions.flatMap((direction) => hopCounts.map((hops) => [kind, direction, hops] as const)),
)

test.each(v3Cases)('V3 %s %s over %i hops: bytes equal to viem', (kind, direction, hops) => {
  const path = v3Tokens(direction, hops)
  const data = encodeSwap(v3State(kind, direction, hops), terms)
  expect(data).toBe(v3Oracle(kind, direction, hops))
  expect(readOnchain(router, data)).toEqual({
    method: `${kind === 'kyber' ? 'swapExactInput' : 'exactInput'}${hops === 1 ? 'Single' : ''}`,
    recipient: recipient.toLowerCase(),
    srcToken: path[0].toLowerCase(),
    dstToken: direction === 'nativeOut' ? zeroAddress : path[hops].toLowerCase(),
    amountIn: terms.amountIn,
    minOut: terms.amountOutMin,
    dst: 'same',
    refundTo: null,
    deadlineSeconds: terms.deadline,
  })
})

test('wrapping and unwrapping: bytes equal to viem', () => {
  const row = chainRows('ETH')?.rows.find(({ family }) => family === 'wrapped')
  if (row?.family !== 'wrapped') throw new Error('no wrapped row on ETH')
  const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 wad)'])
  const wrap = encodeSwap({ family: 'wrapped', row, direction: 'wrap' }, terms)
  const unwrap = encodeSwap({ family: 'wrapped', row, direction: 'unwrap' }, terms)
  expect(wrap).toBe(encodeFunctionData({ abi, functionName: 'deposit' }))
  expect(unwrap).toBe(encodeFunctionData({ abi, functionName: 'withdraw', args: [terms.amountIn] }))
  expect(readOnchain(row.wrapped, wrap)).toMatchObject({
    method: 'deposit',
    recipient: null,
    srcToken: zeroAddress,
    dstToken: row.wrapped.toLowerCase(),
    amountIn: null,
    minOut: null,
  })
  expect(readOnchain(row.wrapped, unwrap)).toMatchObject({
    method: 'withdraw',
    srcToken: row.wrapped.toLowerCase(),
    dstToken: zeroAddress,
    amountIn: terms.amountIn,
    minOut: terms.amountIn,
  })
})
