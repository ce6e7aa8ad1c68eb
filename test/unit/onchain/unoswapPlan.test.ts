/** Ways through pools of several exchanges, by 1inch's router: what is built, stored and read again. */
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import type { Json } from '../../../src/core/quote.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import type { Direction } from '../../../src/providers/onchain/families/family.ts'
import {
  encodeUnoswap,
  isUnoswapRow,
  pairOutput,
  readUnoswap,
  takesFromPayer,
  toUnoswapState,
  unoswapGas,
  type UnoswapHop,
  type UnoswapPlan,
  type UnoswapRow,
  unoswapRouter,
  writeUnoswap,
} from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { rowCalls } from '../../../src/providers/onchain/rowCalls.ts'
import { blockchainsWithRows } from '../../../src/providers/onchain/registry.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'

const rows = chainRows('ETH')?.rows ?? []
const weth = chainRows('ETH')?.wrapped ?? ''
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const crv = '0xD533a949740bb3306d119CC777fa900bA034cd52'
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const pools = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`)
const terms = {
  recipient: receiver,
  amountIn: 1_000_000_007n,
  amountOutMin: 987_654_321n,
  deadline: 1_800_000_000n,
}

function rowOf(id: string, family: UnoswapRow['family'], blockchain: 'BSC' | 'ETH' = 'ETH') {
  const found = chainRows(blockchain)?.rows.find((row) => row.id === id && row.family === family)
  if (found === undefined || !isUnoswapRow(found)) throw new Error(`no ${id}`)
  return found
}

/** `sushi`, `pancake` or a tier of Uniswap V3, at the pool of its place. */
function hop(kind: 'sushi' | 'pancake' | number, at: number): UnoswapHop {
  const pool = pools[at] ?? ''
  const v3 = rowOf('UNI_SWAP_V3', 'uniswap-v3')
  if (typeof kind === 'number' && v3.family === 'uniswap-v3') return { row: v3, pool, tier: kind }
  const row = rowOf(kind === 'sushi' ? 'SUSHI_SWAP' : 'PANCAKE_SWAP', 'uniswap-v2')
  if (row.family !== 'uniswap-v2') throw new Error('another family')
  return { row, pool, numerator: kind === 'sushi' ? 997_000_000 : 997_500_000 }
}

type Kind = Parameters<typeof hop>[0]

function planOf(
  tokens: readonly string[],
  kinds: readonly Kind[],
  direction: Direction = 'tokens',
) {
  const hops = kinds.map(hop)
  const row = hops[0]?.row
  if (row === undefined) throw new Error('no hop')
  return { row, direction, tokens, hops } satisfies UnoswapPlan
}

const abi = parseAbi([
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex)',
  'function ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
])
const [to, amount, min] = [BigInt(receiver), terms.amountIn, terms.amountOutMin]
/** Words digit by digit: protocol and flags, the direction's bit, the numerator, the pool. */
const word = (top: string, numerator: string, byte: string): bigint =>
  BigInt(`0x${top}${'0'.repeat(13)}${numerator}${byte.repeat(20)}`)

test.each<[string, UnoswapPlan, string]>([
  [
    'one pair, its second token first',
    planOf([usdc, dai], ['sushi']),
    encodeFunctionData({
      abi,
      functionName: 'unoswapTo',
      args: [to, BigInt(usdc), amount, min, word('000', hexOf(997_000_000), 'aa')],
    }),
  ],
  [
    'a pair, then a V3 pool',
    planOf([dai, usdc, weth], ['pancake', 500]),
    encodeFunctionData({
      abi,
      functionName: 'unoswapTo2',
      args: [
        to,
        BigInt(dai),
        amount,
        min,
        word('008', hexOf(997_500_000), 'aa'),
        word('208', hexOf(0), 'bb'),
      ],
    }),
  ],
  [
    'three pools into coins: unwrapped at the last one',
    planOf([crv, dai, usdc, weth], [3000, 'sushi', 'pancake'], 'nativeOut'),
    encodeFunctionData({
      abi,
      functionName: 'unoswapTo3',
      args: [
        to,
        BigInt(crv),
        amount,
        min,
        word('200', hexOf(0), 'aa'),
        word('008', hexOf(997_000_000), 'bb'),
        word('108', hexOf(997_500_000), 'cc'),
      ],
    }),
  ],
  [
    'coins into one V3 pool',
    planOf([weth, crv], [100], 'nativeIn'),
    encodeFunctionData({
      abi,
      functionName: 'ethUnoswapTo',
      args: [to, min, word('208', hexOf(0), 'aa')],
    }),
  ],
  [
    'coins into two pairs',
    planOf([weth, usdc, dai], ['sushi', 'pancake'], 'nativeIn'),
    encodeFunctionData({
      abi,
      functionName: 'ethUnoswapTo2',
      args: [to, min, word('000', hexOf(997_000_000), 'aa'), word('000', hexOf(997_500_000), 'bb')],
    }),
  ],
  [
    'coins through three pools',
    planOf([weth, usdc, dai, crv], ['sushi', 100, 'pancake'], 'nativeIn'),
    encodeFunctionData({
      abi,
      functionName: 'ethUnoswapTo3',
      args: [
        to,
        min,
        word('000', hexOf(997_000_000), 'aa'),
        word('200', hexOf(0), 'bb'),
        word('008', hexOf(997_500_000), 'cc'),
      ],
    }),
  ],
])('%s', (_, plan, expected) => {
  expect(toUnoswapState(plan)).not.toBeNull()
  expect(encodeUnoswap(plan, terms)).toBe(expected)
})

function hexOf(numerator: number): string {
  return numerator.toString(16).padStart(8, '0')
}

const kinds: readonly Kind[] = ['sushi', 'pancake', 500]

/** Every mix of exchanges over one, two and three pools. */
function mixes(from: string, end: string, direction: Direction): UnoswapPlan[] {
  return [1, 2, 3].flatMap((count) =>
    Array.from({ length: kinds.length ** count }, (_, bits) => {
      const tokens = [from, ...[usdc, crv].slice(0, count - 1), end]
      const chosen = tokens.slice(1).map((_token, at) => kinds[Math.floor(bits / 3 ** at) % 3] ?? 0)
      return planOf(tokens, chosen, direction)
    }),
  )
}

describe.each<[Direction, string, string]>([
  ['tokens', dai, weth],
  ['tokens', weth, dai],
  ['nativeIn', weth, dai],
  ['nativeOut', dai, weth],
])('%s', (direction, from, end) => {
  test('every way is read back as the swap that it is, and from its state', () => {
    const plans = mixes(from, end, direction)
    expect(plans).toHaveLength(3 + 9 + 27)
    for (const plan of plans) {
      const { hops, tokens, row } = plan
      const state = toUnoswapState(plan)
      const call = readCall(
        'the exchange',
        rowCalls(rows, unoswapRouter),
        encodeUnoswap(plan, terms),
      )
      const isNative = direction === 'nativeIn'
      expect(call).toEqual({
        method: `${isNative ? 'ethUnoswapTo' : 'unoswapTo'}${hops.length > 1 ? hops.length : ''}`,
        recipient: receiver.toLowerCase(),
        srcToken: isNative ? zeroAddress : from.toLowerCase(),
        dstToken: direction === 'nativeOut' ? zeroAddress : null,
        amountIn: isNative ? null : terms.amountIn,
        minOut: terms.amountOutMin,
        dst: 'same',
        refundTo: null,
        pools: hops.map((one, at) => ({
          pool: one.pool,
          tokenIn: at === 0 ? from.toLowerCase() : null,
          isFirstIn: (tokens[at] ?? '').toLowerCase() < (tokens[at + 1] ?? '').toLowerCase(),
          code: 'tier' in one ? { kind: 'v3' } : { kind: 'v2', numerator: one.numerator },
        })),
      })
      const json = JSON.parse(JSON.stringify(writeUnoswap(plan))) as { hops: Json }
      expect(readUnoswap(row.id, { direction, tokens }, json.hops, rows)).toEqual(state)
      expect(readUnoswap('VERSE', { direction, tokens }, json.hops, rows)).toBeNull()
    }
  })
})

const honest = planOf([dai, usdc, weth], ['sushi', 500])

test.each<[string, Partial<UnoswapPlan>]>([
  ['no pool', { tokens: [dai], hops: [] }],
  [
    'four pools',
    { tokens: [dai, usdc, weth, crv, receiver], hops: [...honest.hops, ...honest.hops] },
  ],
  ['a token too few', { tokens: [dai, weth] }],
  ['a cycle', { tokens: [dai, usdc, dai.toLowerCase()] }],
  ['no address', { tokens: [dai, usdc, 'weth'] }],
  ['the zero address', { tokens: [dai, zeroAddress, weth] }],
  ['a zero pool', { hops: [{ ...hop('sushi', 0), pool: zeroAddress }, hop(500, 1)] }],
  ['a pool that is no address', { hops: [{ ...hop('sushi', 0), pool: '0xaa' }, hop(500, 1)] }],
  ['coins that are another token', { direction: 'nativeIn' }],
  ['coins for another token', { direction: 'nativeOut', tokens: [dai, weth, usdc] }],
  ['an exchange that has none of its pools', { row: rowOf('VERSE', 'uniswap-v2') }],
  ['an exchange of another chain', { hops: [hop('sushi', 0), bscHop()] }],
  ['a fee of 11%', { hops: [withNumerator(890_000_000), hop(500, 1)] }],
  ['no fee at all', { hops: [withNumerator(1_000_000_000), hop(500, 1)] }],
  ['a broken fee', { hops: [withNumerator(997_000_000.5), hop(500, 1)] }],
  ['no tier', { hops: [hop('sushi', 0), hop(0, 1)] }],
  ['too large a tier', { hops: [hop('sushi', 0), hop(2 ** 24, 1)] }],
])('%s is no way, neither made nor read', (_, change) => {
  expect(toUnoswapState(honest)).not.toBeNull()
  const plan = { ...honest, ...change }
  expect(toUnoswapState(plan)).toBeNull()
  const json = JSON.parse(JSON.stringify(writeUnoswap(plan))) as { hops: Json }
  expect(readUnoswap(plan.row.id, plan, json.hops, rows)).toBeNull()
})

function withNumerator(numerator: number): UnoswapHop {
  const one = hop('sushi', 0)
  if (!('numerator' in one)) throw new Error('no pair')
  return { ...one, numerator }
}

function bscHop(): UnoswapHop {
  const row = rowOf('UNISWAP_V2', 'uniswap-v2', 'BSC')
  if (row.family !== 'uniswap-v2') throw new Error('another family')
  return { row, pool: pools[1] ?? '', numerator: 997_000_000 }
}

const stored = (writeUnoswap(honest).hops as Record<string, Json>[]).map((one) => ({ ...one }))
const [pair = {}, pool = {}] = stored

test.each<[string, Json]>([
  ['nothing', null],
  ['no list', { 0: pair, 1: pool }],
  ['a list in it', [[pair], pool]],
  ['an unknown exchange', [pair, { ...pool, id: 'VERSE' }]],
  ['an exchange without a name', [{ ...pair, id: null }, pool]],
  ['another router', [{ ...pair, router: unoswapRouter }, pool]],
  [
    'a pair with a tier',
    [{ id: pair['id'] ?? null, router: pair['router'] ?? null, pool: '0x', tier: 500 }, pool],
  ],
  ['a pool with a numerator', [pair, { ...pool, tier: null, numerator: 997_000_000 }]],
  ['a numerator in words', [{ ...pair, numerator: '997000000' }, pool]],
  ['a pool in numbers', [{ ...pair, pool: 7 }, pool]],
  [
    'a stranger among the rows',
    [
      pair,
      { ...pool, id: 'PANCAKE_SWAP_V3', router: '0x13f4EA83D0bd40E75C8222255bc855a974568Dd4' },
    ],
  ],
])('a state with %s is refused', (_, json) => {
  expect(readUnoswap(honest.row.id, honest, stored, rows)).not.toBeNull()
  expect(readUnoswap(honest.row.id, honest, json, rows)).toBeNull()
})

test('which rows qualify', () => {
  const found = blockchainsWithRows().flatMap((blockchain) =>
    (chainRows(blockchain)?.rows ?? []).filter(isUnoswapRow),
  )
  // The router wraps the chain's own coin.
  for (const row of found) expect(row.wrapped).toBe(chainRows(row.blockchain)?.wrapped)
  const names = found.map(({ blockchain, id, family }) => `${blockchain} ${id} ${family}`)
  expect(names).toContain('ETH UNI_SWAP_V3 uniswap-v3')
  expect(names).toContain('BSC APE_SWAP uniswap-v2')
  // Another callback, other pairs, another chain.
  for (const name of [
    'PANCAKE_SWAP_V3',
    'CAMELOT',
    'FRAX_SWAP_V2',
    'SUSHI_SWAP uniswap-v3',
    'CELO',
  ])
    expect(names.filter((one) => one.includes(name))).toEqual([])
})

test('on a chain with another V3 factory a V3 pool is paid by the router, never by the payer', () => {
  const row = rowOf('UNI_SWAP_V3', 'uniswap-v3', 'BSC')
  const second = rowOf('UNISWAP_V2', 'uniswap-v2', 'BSC')
  if (row.family !== 'uniswap-v3' || second.family !== 'uniswap-v2') throw new Error('rows')
  const v3: UnoswapHop = { row, pool: pools[0] ?? '', tier: 500 }
  const v2: UnoswapHop = { row: second, pool: pools[1] ?? '', numerator: 997_000_000 }
  expect(takesFromPayer(row)).toBe(false)
  const tokens = [dai, usdc, row.wrapped]
  expect(toUnoswapState({ row, direction: 'tokens', tokens, hops: [v3, v2] })).toBeNull()
  expect(toUnoswapState({ row, direction: 'tokens', tokens, hops: [v2, v3] })).not.toBeNull()
  const back = tokens.toReversed()
  expect(
    toUnoswapState({ row, direction: 'nativeIn', tokens: back, hops: [v3, v2] }),
  ).not.toBeNull()
})

test('a pair pays what Uniswap computes with its own fractions', () => {
  const [reserveIn, reserveOut] = [5_123_456_789n, 10n ** 21n + 7n] as const
  for (const amountIn of [1n, 999n, 123_456_789n, 10n ** 12n]) {
    const counted = amountIn * 997n
    const expected = (counted * reserveOut) / (reserveIn * 1000n + counted)
    expect(pairOutput(997_000_000, amountIn, [reserveIn, reserveOut])).toBe(expected)
  }
  expect(pairOutput(997_000_000, 5n, [0n, 0n])).toBe(0n)
  expect(pairOutput(997_000_000, 0n, [0n, 0n])).toBe(0n)
})

test('gas grows with pools, ticks and unwrapping', () => {
  const gas = (kindsOf: readonly Kind[], direction: Direction, ticks: number | null = null) =>
    unoswapGas({ direction, hops: kindsOf.map(hop) }, ticks)
  expect(gas(['sushi'], 'tokens')).toBe(140_000n)
  expect(gas(['sushi', 500], 'nativeIn')).toBe(251_000n)
  expect(gas(['sushi', 500], 'nativeOut', 5)).toBe(410_000n)
})
