import { encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Json } from '../../../src/core/quote.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import type { Direction, Findings } from '../../../src/providers/onchain/families/family.ts'
import {
  describeParts,
  partAmounts,
  planGas,
  type RouterHop,
  type RouterPart,
} from '../../../src/providers/onchain/families/routerPlan.ts'
import {
  toRouterState,
  uniswapV3,
  type V3Row,
} from '../../../src/providers/onchain/families/uniswapV3.ts'
import { rowCalls } from '../../../src/providers/onchain/rowCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'

const row = rowOf('UNI_SWAP_V3')
const weth = row.wrapped
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const crv = '0xD533a949740bb3306d119CC777fa900bA034cd52'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const self = '0x0000000000000000000000000000000000000002'
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const findings: Findings = {
  nativeWord: null,
  routerKind: 'router02',
  v2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
}
const terms = {
  recipient: receiver,
  amountIn: 1_000_000_007n,
  amountOutMin: 987_654_321n,
  deadline: 1_800_000_000n,
}

function rowOf(id: string): V3Row {
  const found = chainRows('ETH')?.rows.find((each) => each.id === id)
  if (found?.family !== 'uniswap-v3') throw new Error(`no ${id} on ETH`)
  return found
}

/** `CRV v2 WETH 500 USDC` as a part. */
function part(share: number, ...words: readonly (string | number)[]): RouterPart {
  const isHop = (at: number): boolean => at % 2 === 1
  const hops = words.filter((_, at) => isHop(at))
  return {
    share,
    tokens: words.filter((_, at) => !isHop(at)).map(String),
    hops: hops.map((hop): RouterHop =>
      typeof hop === 'number' ? { kind: 'v3', tier: hop } : { kind: 'v2' },
    ),
  }
}

function stateOf(parts: readonly RouterPart[], direction: Direction = 'tokens', at = row) {
  const state = toRouterState(at, direction, findings, parts)
  if (state === null) throw new Error('no state')
  return state
}

const abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
])

const single = (
  tokenIn: string,
  fee: number,
  tokenOut: string,
  amountIn: bigint,
  to: string,
  min: bigint,
) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: hex(tokenIn),
        tokenOut: hex(tokenOut),
        fee,
        recipient: hex(to),
        amountIn,
        amountOutMinimum: min,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
const pairs = (path: readonly string[], amountIn: bigint, to: string, min: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'swapExactTokensForTokens',
    args: [amountIn, min, path.map(hex), hex(to)],
  })
const along = (path: Hex, amountIn: bigint, to: string, min: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [{ path, recipient: hex(to), amountIn, amountOutMinimum: min }],
  })
const sweep = (token: string) =>
  encodeFunctionData({
    abi,
    functionName: 'sweepToken',
    args: [hex(token), terms.amountOutMin, receiver],
  })
const unwrap = encodeFunctionData({
  abi,
  functionName: 'unwrapWETH9',
  args: [terms.amountOutMin, receiver],
})
const multicall = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [terms.deadline, calls] })

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

const { amountIn, amountOutMin } = terms

test.each<[string, RouterPart[], Direction, Hex]>([
  [
    'a pair, then a pool: the pool pays the receiver',
    [part(1, crv, 'v2', weth, 500, usdc)],
    'tokens',
    multicall(
      pairs([crv, weth], amountIn, self, 0n),
      single(weth, 500, usdc, 0n, receiver, amountOutMin),
    ),
  ],
  [
    'a pool, then a pair: one pair pays the receiver',
    [part(1, usdc, 500, weth, 'v2', crv)],
    'tokens',
    multicall(
      single(usdc, 500, weth, amountIn, self, 0n),
      pairs([weth, crv], 0n, receiver, amountOutMin),
    ),
  ],
  [
    'a pool, then two pairs: swept, since a growth around foreign code proves nothing',
    [part(1, dai, 100, usdc, 'v2', weth, 'v2', crv)],
    'tokens',
    multicall(
      single(dai, 100, usdc, amountIn, self, 0n),
      pairs([usdc, weth, crv], 0n, self, 0n),
      sweep(crv),
    ),
  ],
  [
    'two pools are one call',
    [part(1, crv, 'v2', weth, 500, usdc, 100, dai)],
    'tokens',
    multicall(
      pairs([crv, weth], amountIn, self, 0n),
      along(
        encodePacked(
          ['address', 'uint24', 'address', 'uint24', 'address'],
          [hex(weth), 500, usdc, 100, dai],
        ),
        0n,
        receiver,
        amountOutMin,
      ),
    ),
  ],
  [
    'a split for coins: the last part takes what rounding leaves',
    [part(12, weth, 500, usdc), part(5, weth, 3000, usdc), part(3, weth, 'v2', usdc)],
    'nativeIn',
    multicall(
      single(weth, 500, usdc, 600_000_004n, self, 0n),
      single(weth, 3000, usdc, 250_000_001n, self, 0n),
      pairs([weth, usdc], 150_000_002n, self, 0n),
      sweep(usdc),
    ),
  ],
  [
    'a split into coins, one part over two tokens',
    [part(1, dai, 100, usdc, 'v2', weth), part(1, dai, 3000, weth)],
    'nativeOut',
    multicall(
      single(dai, 100, usdc, 500_000_003n, self, 0n),
      pairs([usdc, weth], 0n, self, 0n),
      single(dai, 3000, weth, 500_000_004n, self, 0n),
      unwrap,
    ),
  ],
  [
    'one pair into coins',
    [part(1, usdc, 'v2', weth)],
    'nativeOut',
    multicall(pairs([usdc, weth], amountIn, self, 0n), unwrap),
  ],
])('%s', (_, parts, direction, expected) => {
  expect(uniswapV3.encodeSwap(stateOf(parts, direction), terms)).toBe(expected)
})

test('a plan of one V3 path has the form of that path', () => {
  const state = stateOf([part(7, crv, 3000, weth, 500, usdc, 100, dai)])
  expect(state).toEqual({
    family: 'uniswap-v3',
    row,
    direction: 'tokens',
    routerKind: 'router02',
    tokens: [crv, weth, usdc, dai],
    tiers: [3000, 500, 100],
  })
})

const kinds = ['v2', 500] as const
const between = [usdc, crv]

/** Every mix of pairs and pools over one, two and three hops from `from` to `to`. */
function mixes(share: number, from: string, to: string): RouterPart[] {
  return [0, 1, 2].flatMap((middles) => {
    const tokens = [from, ...between.slice(0, middles), to]
    const count = 2 ** (middles + 1)
    return Array.from({ length: count }, (_, bits) => {
      const words = tokens.flatMap((token, at) =>
        at === 0 ? [token] : [kinds[(bits >> (at - 1)) & 1] ?? 'v2', token],
      )
      return part(share, ...words)
    })
  })
}

const directions: readonly [Direction, string, string][] = [
  ['tokens', dai, usdt],
  ['nativeIn', weth, dai],
  ['nativeOut', dai, weth],
]

describe.each(['UNI_SWAP_V3', 'PANCAKE_SWAP_V3'])('%s', (id) => {
  const own = rowOf(id)

  test.each(directions)('%s: every plan is read back as the swap that it is', (direction, a, b) => {
    const all = mixes(3, a, b)
    const plans = [
      ...all.map((one) => [one]),
      ...all.flatMap((one) => all.map((two) => [one, { ...two, share: 1 }])),
      ...all.map((one, at) => [
        one,
        all[(at + 5) % all.length] ?? one,
        ...mixes(2, a, b).slice(2, 4),
      ]),
    ]
    expect(plans.length).toBeGreaterThan(200)
    for (const parts of plans) {
      const state = stateOf(parts, direction, own)
      const data = uniswapV3.encodeSwap(state, terms)
      const name = JSON.stringify(describeParts({ parts }))
      const call = readCall('the exchange', rowCalls([own], own.router), data)
      expect(call, name).toEqual({
        method: expect.stringMatching(/^multicall|exactInput(Single)?$/),
        recipient: receiver.toLowerCase(),
        srcToken: a.toLowerCase(),
        dstToken: direction === 'nativeOut' ? zeroAddress : b.toLowerCase(),
        amountIn: terms.amountIn,
        minOut: terms.amountOutMin,
        dst: 'same',
        refundTo: null,
        deadlineSeconds: terms.deadline,
      })
      const json: unknown = JSON.parse(JSON.stringify(uniswapV3.writeState(state)))
      const base = { row: own, direction, tokens: state.tokens }
      expect(uniswapV3.readState(base, json as Record<string, Json>), name).toEqual(state)
    }
  })
})

const good = [part(3, dai, 500, usdc), part(1, dai, 'v2', usdc)]

test.each<[string, readonly RouterPart[]]>([
  ['no part', []],
  ['nine parts', Array.from({ length: 9 }, () => part(1, dai, 500, usdc))],
  ['a share of 0', [part(0, dai, 500, usdc), part(1, dai, 'v2', usdc)]],
  ['a share below 0', [part(-1, dai, 500, usdc), part(3, dai, 'v2', usdc)]],
  ['a broken share', [part(0.5, dai, 500, usdc), part(1, dai, 'v2', usdc)]],
  ['a huge share', [part(10_001, dai, 500, usdc), part(1, dai, 'v2', usdc)]],
  ['no hop', [{ share: 1, tokens: [dai], hops: [] }]],
  ['four hops', [part(1, dai, 'v2', usdc, 500, weth, 500, crv, 500, usdt)]],
  ['more tokens than hops', [{ share: 1, tokens: [dai, weth, usdc], hops: [{ kind: 'v2' }] }]],
  ['a cycle', [part(1, dai, 'v2', usdc, 500, dai.toLowerCase())]],
  ['a token twice', [part(1, dai, 'v2', weth, 500, weth, 500, usdc)]],
  ['another first token', [part(1, dai, 'v2', usdc), part(1, weth, 500, usdc)]],
  ['another last token', [part(1, dai, 'v2', usdc), part(1, dai, 500, weth)]],
  ['no address', [part(1, dai, 'v2', 'usdc')]],
  ['the zero address', [part(1, dai, 'v2', zeroAddress)]],
])('%s is no plan, neither made nor read', (_, parts) => {
  const most = Array.from({ length: 8 }, () => part(10_000, dai, 500, usdc))
  for (const honest of [good, most])
    expect(toRouterState(row, 'tokens', findings, honest)).not.toBeNull()
  expect(toRouterState(row, 'tokens', findings, parts)).toBeNull()
  const ends = [parts[0]?.tokens[0] ?? dai, parts[0]?.tokens.at(-1) ?? usdc]
  expect(read({ parts: jsonOf(parts) }, ends)).toBeNull()
})

function jsonOf(parts: readonly RouterPart[]): Json {
  return parts.map(({ share, tokens, hops }) => ({
    share,
    path: [...tokens],
    pools: hops.map((hop) => (hop.kind === 'v2' ? 'v2' : hop.tier)),
  }))
}

function read(json: Record<string, Json>, tokens: readonly string[] = [dai, usdc]) {
  const base = { row, direction: 'tokens', tokens } as const
  return uniswapV3.readState(base, { routerKind: 'router02', ...json })
}

test.each<[string, Record<string, Json>, string[]?]>([
  ['another router', { parts: jsonOf(good), routerKind: 'router01' }],
  ['no router', { parts: jsonOf(good), routerKind: null }],
  ['other ends', { parts: jsonOf(good) }, [dai, weth]],
  ['a path instead of ends', { parts: jsonOf(good) }, [dai, weth, usdc]],
  ['one V3 path, which has a form of its own', { parts: jsonOf([part(1, dai, 500, usdc)]) }],
  ['no list', { parts: { share: 1 } }],
  ['null', { parts: null }],
  ['a part that is a list', { parts: [[1, dai, 'v2', usdc]] }],
  ['a share in words', { parts: [{ share: '1', path: [dai, usdc], pools: ['v2'] }] }],
  ['an unknown pool', { parts: [{ share: 1, path: [dai, usdc], pools: ['stable'] }] }],
  ['a contract as a pool', { parts: [{ share: 1, path: [dai, usdc], pools: [receiver] }] }],
  ['too large a tier', { parts: [{ share: 1, path: [dai, usdc, weth], pools: ['v2', 2 ** 24] }] }],
  ['a path that is no list', { parts: [{ share: 1, path: dai, pools: ['v2'] }] }],
  ['a number as a token', { parts: [{ share: 1, path: [dai, 7], pools: ['v2'] }] }],
])('a foreign state with %s is refused', (_, json, tokens) => {
  expect(read({ parts: jsonOf(good) })).not.toBeNull()
  expect(read(json, tokens)).toBeNull()
})

test('a router without a V2 factory, or of another generation, gets no pairs', () => {
  const none: Findings = { ...findings, v2Factory: null }
  const pools = [part(1, dai, 500, usdc), part(1, dai, 100, usdc)]
  expect(toRouterState(row, 'tokens', none, good)).toBeNull()
  expect(toRouterState(row, 'tokens', none, pools)).not.toBeNull()
  const open: V3Row = { ...row, routerKind: 'unconfirmed' }
  expect(toRouterState(open, 'tokens', findings, good)).not.toBeNull()
  const older: Findings = { ...findings, routerKind: 'router01' }
  expect(toRouterState(open, 'tokens', older, pools)).toBeNull()
  expect(toRouterState({ ...row, routerKind: 'router01' }, 'tokens', findings, pools)).toBeNull()
})

test('an amount that is too small for its parts builds nothing: 0 would mean the balance', () => {
  const state = stateOf(good)
  expect(partAmounts(good, 2n)).toEqual([1n, 1n])
  expect(uniswapV3.encodeSwap(state, { ...terms, amountIn: 2n })).toMatch(/^0x5ae401dc/)
  expect(partAmounts(good, 1n)).toEqual([0n, 1n])
  try {
    uniswapV3.encodeSwap(state, { ...terms, amountIn: 1n })
    expect.unreachable()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(SwaprouteError)
    expect(thrown).toMatchObject({ code: 'QUOTE_MISMATCH' })
  }
})

test('parts sum up to the input, whatever it is', () => {
  const parts = [part(12, dai, 500, usdc), part(5, dai, 100, usdc), part(3, dai, 'v2', usdc)]
  for (const amount of [20n, 21n, 39n, 10n ** 30n + 7n]) {
    expect(partAmounts(parts, amount).reduce((sum, each) => sum + each, 0n)).toBe(amount)
  }
  expect(describeParts({ parts }).map(({ percent }) => percent)).toEqual([60, 25, 15])
  const thirds = [1, 1, 1].map((share) => part(share, dai, 500, usdc))
  expect(describeParts({ parts: thirds }).map(({ percent }) => percent)).toEqual([33.3, 33.3, 33.3])
})

test('gas grows with hops, ticks and what the router keeps in between', () => {
  const gas = (parts: RouterPart[], direction: Direction = 'tokens', ticks: number | null = null) =>
    planGas({ direction, parts }, ticks)
  const mixed = [part(1, crv, 'v2', weth, 500, usdc)]
  expect(gas(mixed)).toBe(296_000n)
  expect(gas(mixed, 'tokens', 4)).toBe(389_000n)
  expect(gas([part(1, usdc, 500, crv, 'v2', weth)], 'nativeOut')).toBe(331_000n)
  expect(gas(good)).toBe(296_000n)
})
