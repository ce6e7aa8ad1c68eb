import { encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { rowCalls } from '../../../src/providers/onchain/rowCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'

// Calls of SwapRouter02 that could cost money, each beside one that could not and differs as little as
// possible.

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const [a, b, c, d, worthless] = ['a', 'b', 'c', 'd', 'e'].map(
  (digit): Hex => `0x${digit.repeat(40)}`,
) as [Hex, Hex, Hex, Hex, Hex]
const me = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const mallory = '0xb063b120e898232aaa43428fbece4343525ae918'
const self = '0x0000000000000000000000000000000000000002'
const deadline = 1_800_000_000n
const min = 987n

const abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
  'function exactInputStableSwap(address[] path, uint256[] flag, uint256 amountIn, uint256 amountOutMin, address to)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function sweepToken(address token, uint256 amountMinimum)',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function unwrapWETH9(uint256 amountMinimum)',
  'function refundETH()',
  'function wrapETH(uint256 value)',
  'function pull(address token, uint256 value)',
  'function approveMax(address token)',
  'function approveMaxMinusOne(address token)',
  'function approveZeroThenMax(address token)',
  'function callPositionManager(bytes data)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

type Ends = { to?: Hex; min?: bigint }

const encode = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData<readonly unknown[], string>({ abi, functionName, args })
const pool = (tokenIn: Hex, tokenOut: Hex, amountIn: bigint, ends: Ends = {}, limit = 0n): Hex =>
  encode('exactInputSingle', {
    tokenIn,
    tokenOut,
    fee: 500,
    recipient: ends.to ?? self,
    amountIn,
    amountOutMinimum: ends.min ?? 0n,
    sqrtPriceLimitX96: limit,
  })
const pools = (tokens: readonly Hex[], amountIn: bigint, ends: Ends = {}): Hex =>
  encode('exactInput', {
    path: encodePacked(
      tokens.flatMap((_, at) => (at === 0 ? ['address'] : ['uint24', 'address'])),
      tokens.flatMap((token, at): unknown[] => (at === 0 ? [token] : [500, token])) as never,
    ),
    recipient: ends.to ?? self,
    amountIn,
    amountOutMinimum: ends.min ?? 0n,
  })
const pairs = (path: readonly Hex[], amountIn: bigint, ends: Ends = {}): Hex =>
  encode('swapExactTokensForTokens', amountIn, ends.min ?? 0n, path, ends.to ?? self)
const sweep = (token: Hex, ends: Ends = {}): Hex =>
  encode('sweepToken', token, ends.min ?? min, ends.to ?? me)
const unwrap = (ends: Ends = {}): Hex => encode('unwrapWETH9', ends.min ?? min, ends.to ?? me)
const pay: Ends = { to: me, min }

const row = chainRows('ETH')?.rows.find((each) => each.id === 'UNI_SWAP_V3')
if (row?.family !== 'uniswap-v3') throw new Error('no UNI_SWAP_V3 on ETH')
const own = row

function read(items: readonly Hex[]): unknown {
  return readData(encode('multicall', deadline, items))
}

function readData(data: Hex): unknown {
  try {
    return readCall('the exchange', rowCalls([own], own.router), data)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError)
      return `${String(thrown.context['check'])} ${thrown.message}`
    throw thrown
  }
}

const swapOf = (srcToken: string, dstToken: string, amountIn: bigint) => ({
  recipient: me,
  srcToken,
  dstToken,
  amountIn,
  minOut: min,
  dst: 'same',
  refundTo: null,
  deadlineSeconds: deadline,
})

describe('what is accepted', () => {
  test.each<[string, Hex[], ReturnType<typeof swapOf>]>([
    ['a pair and a pool', [pairs([a, b], 9n), pool(b, c, 0n, pay)], swapOf(a, c, 9n)],
    ['a pool and a pair', [pool(a, b, 9n), pairs([b, c], 0n, pay)], swapOf(a, c, 9n)],
    ['one pair', [pairs([a, b], 9n, pay)], swapOf(a, b, 9n)],
    ['pairs, swept', [pairs([a, b, c, d], 9n), sweep(d)], swapOf(a, d, 9n)],
    ['a split', [pool(a, b, 6n), pairs([a, b], 3n), sweep(b)], swapOf(a, b, 9n)],
    [
      'a split into coins',
      [pool(a, weth.toLowerCase() as Hex, 6n), pairs([a, weth], 3n), unwrap()],
      swapOf(a, zeroAddress, 9n),
    ],
    [
      'parts that share a token, one after the other',
      [pool(a, b, 6n), pairs([b, c], 0n), pairs([a, b], 3n), pool(b, c, 0n), sweep(c)],
      swapOf(a, c, 9n),
    ],
    [
      'parts that share a token, which is spent once',
      [pool(a, b, 6n), pairs([a, b], 3n), pool(b, c, 0n, pay)],
      swapOf(a, c, 9n),
    ],
    [
      'as many calls as a plan has',
      [...Array.from({ length: 24 }, () => pool(a, b, 1n)), sweep(b)],
      swapOf(a, b, 24n),
    ],
    [
      // Its output may be nothing: then the last call reverts, for it alone promises the minimum.
      'a worthless token in the middle',
      [pairs([a, worthless], 9n), pool(worthless, c, 0n, pay)],
      swapOf(a, c, 9n),
    ],
    [
      'what it was before: one path',
      [pools([a, b, c, d, weth], 9n, pay)],
      swapOf(a, weth.toLowerCase(), 9n),
    ],
    [
      'what it was before: a path that is unwrapped',
      [pools([a, b, weth], 9n, { min }), unwrap()],
      swapOf(a, zeroAddress, 9n),
    ],
  ])('%s', (_, items, expected) => {
    expect(read(items)).toMatchObject(expected)
  })
})

describe('what is refused', () => {
  test.each<[string, Hex[], RegExp]>([
    ['no call', [], /swaps nothing/],
    ['a payout alone', [sweep(b)], /does not hold/],
    ['tokens left in the router', [pool(a, b, 6n), pool(a, c, 3n), sweep(b)], /leaves tokens/],
    ['a swap left in the router', [pool(a, b, 6n), pairs([a, b], 3n)], /leaves tokens/],
    ['a part left behind', [pool(a, b, 6n), pairs([a, c], 3n, pay)], /leaves tokens/],
    ['two payouts', [pool(a, b, 6n, pay), pairs([a, b], 3n, pay)], /pays out more than once/],
    ['two sweeps', [pool(a, b, 6n), sweep(b), pairs([a, b], 3n), sweep(b)], /more than once/],
    ['a swap after the payout', [pool(a, b, 6n), sweep(b), pool(a, b, 3n)], /more than once/],
    [
      'a payout to another account on the way',
      [pool(a, b, 1n, { to: mallory }), pool(a, b, 8n), sweep(b)],
      /pays out more than once/,
    ],
    [
      'the sender by its word on the way',
      [pool(a, b, 1n, { to: `0x${'1'.padStart(40, '0')}` }), pool(a, b, 8n), sweep(b)],
      /pays out more than once/,
    ],
    [
      // Payouts take addresses as they are: this one would burn the tokens.
      'a sweep to the word that means the router in swaps',
      [pool(a, b, 6n), sweep(b, { to: self, min: 0n }), pairs([a, b], 3n), sweep(b)],
      /pays out more than once/,
    ],
    [
      'the minimum at the wrong call',
      [pool(a, b, 9n, { min }), pairs([b, c], 0n), sweep(c, { min: 0n })],
      /a minimum before its last call/,
    ],
    [
      'a minimum in two calls',
      [pool(a, b, 9n, { min }), pairs([b, c], 0n), sweep(c)],
      /a minimum before its last call/,
    ],
    ['no minimum', [pool(a, b, 6n), pairs([a, b], 3n), sweep(b, { min: 0n })], /no minimum/],
    ['a pool without minimum', [pairs([a, b], 9n), pool(b, c, 0n, { to: me })], /no minimum/],
    ['a pair without minimum', [pairs([a, b], 9n, { to: me })], /no minimum/],
    ['a second token', [pool(a, b, 6n), pool(c, b, 3n), sweep(b)], /spends a second token/],
    ['the amount 0 first', [pool(a, b, 0n), pool(b, c, 0n), sweep(c)], /does not hold/],
    ['what the router does not hold', [pool(a, b, 9n), pool(c, d, 0n), sweep(d)], /does not hold/],
    ['a token spent twice', [pool(a, b, 9n), pool(b, c, 0n), pool(b, c, 0n), sweep(c)], /not hold/],
    ['the source as what is held', [pool(a, b, 9n), pool(a, b, 0n), sweep(b)], /does not hold/],
    ['a sweep of another token', [pool(a, b, 6n), pairs([a, b], 3n), sweep(c)], /does not hold/],
    ['a sweep of the source', [pool(a, b, 6n), pairs([a, b], 3n), sweep(a)], /does not hold/],
    ['unwrapping another token', [pool(a, b, 6n), pairs([a, b], 3n), unwrap()], /does not hold/],
    ['a way back', [pool(a, b, 9n), pairs([b, c], 0n), pairs([c, b], 0n), sweep(b)], /comes back/],
    ['a way to the source', [pool(a, b, 9n), pool(b, a, 0n), sweep(a)], /comes back/],
    ['a way back in one path', [pairs([a, b, a], 9n), sweep(a)], /comes back/],
    ['a way back in a V3 path', [pools([a, b, a], 9n), pairs([a, c], 0n, pay)], /comes back/],
    ['a token twice in a row', [pairs([a, b, b], 9n), sweep(b)], /comes back/],
    ['a pair of one token', [pairs([a], 9n, pay)], /impossible path/],
    ['a pair of no token', [pairs([], 9n, pay)], /impossible path/],
    ['a long path of pairs', [pairs([a, b, c, d, worthless], 9n), sweep(worthless)], /impossible/],
    ['a long path of pools', [pools([a, b, c, d, worthless], 9n), sweep(worthless)], /impossible/],
    ['the zero address on the way', [pairs([a, zeroAddress, b], 9n), sweep(b)], /impossible path/],
    ['pairs that measure the receiver', [pairs([a, b, c], 9n, pay)], /around foreign code/],
    ['a price limit', [pool(a, b, 6n, {}, 5n), pairs([a, b], 3n), sweep(b)], /part of the amount/],
    [
      'more calls than a plan has',
      [...Array.from({ length: 25 }, () => pool(a, b, 1n)), sweep(b)],
      /more calls/,
    ],
    [
      'one path, unwrapping what it does not buy',
      [pools([a, b], 9n, { min }), unwrap()],
      /unwraps/,
    ],
    [
      'a foreign minimum before unwrapping',
      [pools([a, weth], 9n, { min: 1n }), unwrap()],
      /unwraps/,
    ],
  ])('%s', (_, items, reason) => {
    expect(read(items)).toMatch(reason)
    expect(read(items)).toMatch(/^E8 /)
  })

  test.each<[string, Hex]>([
    ['0', zeroAddress],
    ['1, the sender', `0x${'1'.padStart(40, '0')}`],
    ['2, the router', self],
    ['the router', router],
  ])('a payout to %s', (_, to) => {
    for (const items of [
      [pairs([a, b], 9n), pool(b, c, 0n, { ...pay, to })],
      [pool(a, b, 9n), pairs([b, c], 0n, { ...pay, to })],
      [pool(a, b, 6n), pairs([a, b], 3n), sweep(b, { to })],
      [pool(a, weth, 6n), pairs([a, weth], 3n), unwrap({ to })],
    ]) {
      expect(read(items)).toMatch(/^E8 .*has no recipient/)
    }
  })

  const honest = [pool(a, b, 6n), pairs([a, b], 3n), sweep(b)]

  test.each<[string, Hex]>([
    ['coins back to the caller', encode('refundETH')],
    ['coins wrapped', encode('wrapETH', 9n)],
    ['more of the payer', encode('pull', a, 9n)],
    ['an approval by the router', encode('approveMax', b)],
    ['nearly the same', encode('approveMaxMinusOne', b)],
    ['another of its kind', encode('approveZeroThenMax', b)],
    ['a position', encode('callPositionManager', '0x12345678')],
    [
      'a permit',
      encode('selfPermit', a, 9n, deadline, 27, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`),
    ],
    ['a sweep for the caller', encode('sweepToken', b, min)],
    ['a sweep with a fee', encode('sweepTokenWithFee', b, min, me, 100n, mallory)],
    ['unwrapping for the caller', encode('unwrapWETH9', min)],
    [
      'an exact output of pools',
      encode('exactOutputSingle', {
        tokenIn: a,
        tokenOut: b,
        fee: 500,
        recipient: self,
        amountOut: 1n,
        amountInMaximum: 9n,
        sqrtPriceLimitX96: 0n,
      }),
    ],
    ['an exact output of pairs', encode('swapTokensForExactTokens', 1n, 9n, [a, b], self)],
    ['a stable pool', encode('exactInputStableSwap', [a, b], [2n], 3n, 0n, self)],
    ['a multicall', encode('multicall', [pool(a, b, 1n)])],
    ['a multicall with a deadline', encode('multicall', deadline, [pool(a, b, 1n)])],
    ['nothing', '0x'],
    ['a transfer', `0xa9059cbb${'0'.repeat(128)}`],
  ])('%s, wherever it is put', (_, extra) => {
    expect(read(honest)).toMatchObject(swapOf(a, b, 9n))
    for (const at of [0, 1, 2, 3]) {
      expect(read(honest.toSpliced(at, 0, extra))).toMatch(/^E8 /)
      if (at < 3) expect(read(honest.toSpliced(at, 1, extra))).toMatch(/^E8 /)
    }
  })

  test('a plan outside a deadline, or with anything behind it', () => {
    const data = encode('multicall', deadline, honest)
    expect(readData(data)).toMatchObject(swapOf(a, b, 9n))
    expect(readData(encode('multicall', honest))).toMatch(/^E8 /)
    expect(readData(encode('multicall', `0x${'7'.repeat(64)}`, honest))).toMatch(/^E8 /)
    expect(readData(`${data}00`)).toMatch(/^E8 /)
    expect(readData(data.slice(0, -2) as Hex)).toMatch(/^E8 /)
    const tail = honest.with(2, `${honest[2] ?? '0x'}00`)
    expect(readData(encode('multicall', deadline, tail))).toMatch(/^E8 /)
  })

  test('the calls of a plan sent alone', () => {
    for (const item of [...honest, pairs([a, b], 9n, pay), pool(a, b, 9n, pay), unwrap()]) {
      expect(readData(item)).toMatch(/^E8 /)
    }
  })
})
