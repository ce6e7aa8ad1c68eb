import { decodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { zeroAddress } from '../../../src/core/token.ts'
import { readOnchain } from '../../support/declaredCalls.ts'
import { helpers } from '../../../src/providers/onchain/families/selectors.ts'
import type { PoolSwap } from '../../../src/providers/onchain/state.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const terms = { recipient, amountIn: 5n, amountOutMin: 7n, deadline: 1_800_000_000n }

const base = {
  id: 'UNISWAP_V2',
  blockchain: 'ETH',
  wrapped: weth,
  off: null,
  confidence: 'high',
  note: null,
  router,
  factory: null,
} as const
const v3Row = {
  ...base,
  family: 'uniswap-v3',
  quoter: router,
  routerKind: 'router02',
  quoterKind: 'single',
  tiers: [],
} as const
const v2Row = { ...base, family: 'uniswap-v2', variant: 'plain', nativeWords: ['ETH'] } as const

function v3(kind: 'router01' | 'router02' | 'kyber', direction: 'tokens' | 'nativeOut'): PoolSwap {
  const tokens = [usdt, dai, weth]
  return {
    family: 'uniswap-v3',
    row: v3Row,
    direction,
    routerKind: kind,
    tokens,
    tiers: [100, 500],
  }
}

const v2Tokens: PoolSwap = {
  family: 'uniswap-v2',
  row: v2Row,
  direction: 'tokens',
  nativeWord: 'ETH',
  tokens: [usdt, dai, weth],
  flags: [],
}

const seeds: [string, string][] = [
  ['V2', encodeSwap(v2Tokens, terms)],
  ['V2 native in', encodeSwap({ ...v2Tokens, direction: 'nativeIn' }, terms)],
  ['V2 native out', encodeSwap({ ...v2Tokens, direction: 'nativeOut' }, terms)],
  ['V2 with referrer', encodeSwap({ ...v2Tokens, row: { ...v2Row, variant: 'referrer' } }, terms)],
  [
    'V2 with flags',
    encodeSwap({ ...v2Tokens, row: { ...v2Row, variant: 'stableFlags' }, flags: [0, 1] }, terms),
  ],
  ['SwapRouter', encodeSwap(v3('router01', 'tokens'), terms)],
  ['SwapRouter with unwrapping', encodeSwap(v3('router01', 'nativeOut'), terms)],
  ['SwapRouter02', encodeSwap(v3('router02', 'tokens'), terms)],
  ['SwapRouter02 with unwrapping', encodeSwap(v3('router02', 'nativeOut'), terms)],
  ['Kyber with unwrapping', encodeSwap(v3('kyber', 'nativeOut'), terms)],
]

test.each(seeds)('%s: no byte more, no byte less', (_, data) => {
  expect(readOnchain(router, data)).not.toBeNull()
  expect(readOnchain(router, data.toUpperCase().replace('0X', '0x'))).not.toBeNull()
  expect(readOnchain(router, data.slice(0, -2))).toBeNull()
  expect(readOnchain(router, `${data}00`)).toBeNull()
  expect(readOnchain(router, `${data}${'00'.repeat(32)}`)).toBeNull()
  expect(readOnchain(router, data.slice(0, -1))).toBeNull()
  expect(readOnchain(router, data.slice(0, 10))).toBeNull()
})

test.each(['', '0x', '0x1234', '0xdeadbeef', `0x095ea7b3${'0'.repeat(128)}`, 'nonsense'])(
  '%j matches no call',
  (data) => expect(readOnchain(router, data)).toBeNull(),
)

const v3Abi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function swapExactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function unwrapWeth(uint256 amountMinimum, address recipient)',
])
const v2Abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)',
])

type Said = { recipient: string; minOut: bigint; amountIn: bigint | null; last: string }

/** What the bytes really do, by a general decoder; null when it cannot read them. */
function oracle(data: Hex): Said | null {
  try {
    const v2 = decodeFunctionData({ abi: v2Abi, data })
    const args: readonly unknown[] = v2.args
    const isNativeIn = v2.functionName === 'swapExactETHForTokens'
    const [amountIn, minOut, path, to] = isNativeIn ? [null, ...args] : args
    if (typeof minOut !== 'bigint' || !Array.isArray(path) || typeof to !== 'string') return null
    const isNativeOut = v2.functionName === 'swapExactTokensForETH'
    const last = isNativeOut ? zeroAddress : String(path.at(-1)).toLowerCase()
    return {
      recipient: to.toLowerCase(),
      minOut,
      amountIn: typeof amountIn === 'bigint' ? amountIn : null,
      last,
    }
  } catch {
    return v3Oracle(data)
  }
}

function v3Oracle(data: Hex): Said | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: v3Abi, data })
    if (functionName === 'multicall') {
      const calls = args.at(-1)
      const [first, second] = Array.isArray(calls) ? calls : []
      const swap = first === undefined ? null : v3Oracle(first)
      if (swap === null || second === undefined) return swap
      const unwrap = decodeFunctionData({ abi: v3Abi, data: second })
      const [minimum, to] = unwrap.args
      if (typeof minimum !== 'bigint' || typeof to !== 'string') return null
      return { ...swap, minOut: minimum, recipient: to.toLowerCase(), last: zeroAddress }
    }
    const [params] = args
    if (typeof params !== 'object' || !('amountIn' in params)) return null
    const last = 'path' in params ? `0x${params.path.slice(-40)}` : params.tokenOut
    return {
      recipient: params.recipient.toLowerCase(),
      minOut: params.amountOutMinimum,
      amountIn: params.amountIn,
      last: last.toLowerCase(),
    }
  } catch {
    return null
  }
}

test.each(seeds)('%s: every change is refused or decoded as it is', (_, seed) => {
  let told = 0
  for (let position = 2; position < seed.length; position += 1) {
    for (const digit of ['1', 'e']) {
      const data: Hex = `0x${seed.slice(2, position)}${digit}${seed.slice(position + 1)}`
      const call = readOnchain(router, data)
      if (call === null) continue
      told += 1
      expect({
        recipient: call.recipient,
        minOut: call.minOut,
        amountIn: call.amountIn,
        last: call.dstToken,
      }).toEqual(oracle(data))
    }
  }
  expect(told).toBeGreaterThan(100)
})

test('a router that would keep the output is refused', () => {
  const swap = encodeSwap(v3('router01', 'tokens'), { ...terms, recipient: zeroAddress })
  expect(readOnchain(router, swap)).toBeNull()
  for (const reserved of ['0', '1', '2']) {
    const swap02 = encodeSwap(v3('router02', 'tokens'), {
      ...terms,
      recipient: `0x${reserved.padStart(40, '0')}`,
    })
    expect(readOnchain(router, swap02)).toBeNull()
  }
})

test('two different minima in one call are refused', () => {
  const data = encodeSwap(v3('router01', 'nativeOut'), terms)
  const minimum = (7).toString(16).padStart(64, '0')
  const at = data.lastIndexOf(minimum)
  const lower = `${data.slice(0, at)}${'0'.repeat(64)}${data.slice(at + 64)}`
  expect(data.indexOf(minimum)).not.toBe(at)
  expect(readOnchain(router, data)).not.toBeNull()
  expect(readOnchain(router, lower)).toBeNull()
})

test.each(seeds.slice(5))('%s: dirt in the padding is refused', (_, data) => {
  // Every form ends with padding; within a multicall each call has its own.
  const ends = [data.length - 1, data.lastIndexOf(helpers.unwrapWeth9.slice(2)) - 65]
  for (const end of ends.filter((index) => index > 10)) {
    expect(data[end]).toBe('0')
    const dirty = `${data.slice(0, end)}1${data.slice(end + 1)}`
    expect(readOnchain(router, dirty)).toBeNull()
  }
})
