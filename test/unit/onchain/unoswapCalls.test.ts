/** Calls of 1inch's router that are refused: by their own words, and by what the chain says of their pools. */
import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import type { DecodedCall } from '../../../src/core/transaction.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { unoswapRouter } from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { rowCalls } from '../../../src/providers/onchain/rowCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { nameUnoswap } from '../../../src/providers/onchain/unoswapPools.ts'
import { proofOf } from '../../../src/providers/types.ts'
import { type NodeWords, twoNodes } from '../../support/twoNodes.ts'

const rows = chainRows('ETH')?.rows ?? []
const calls = rowCalls(rows, unoswapRouter)
const receiver = '70997970c51812dc3a010c7d01b50e0d17dc79c8'
const router = unoswapRouter.slice(2).toLowerCase()
const weth = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const dai = '6b175474e89094c44da98b954eedeac495271d0f'
const crv = 'a533a949740bb3306d119cc777fa900ba034cd52'
const usdc = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const [pair, pool, other] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(20)) as [
  string,
  string,
  string,
]

const word = (digits: string): string => digits.padStart(64, '0')
const number = (value: bigint | number): string => word(value.toString(16))
/** Protocol, flags and direction; 13 digits that are not used; the numerator; the pool. */
const dex = (top: string, numerator: number, at: string, between = '0'.repeat(13)): string =>
  `${top}${between}${numerator.toString(16).padStart(8, '0')}${at}`

const sushi = 997_000_000
/** DAI for USDC in a pair of Sushi, whose first token DAI is; USDC for WETH in a V3 pool. */
const first = dex('008', sushi, pair)
const second = dex('208', 0, pool)
const unwrapping = dex('308', 0, pool)
const [amount, minimum] = [number(10n ** 21n), number(3n * 10n ** 17n)]

type Words = {
  method: string
  to: string
  token: string
  amount: string
  min: string
  pools: readonly string[]
}
const honest: Words = {
  method: 'ea76dddf',
  to: word(receiver),
  token: word(dai),
  amount,
  min: minimum,
  pools: [first, second],
}
const write = (change: Partial<Words> = {}): string => {
  const { method, to, token, amount: paid, min, pools } = { ...honest, ...change }
  return `0x${method}${to}${token}${paid}${min}${pools.join('')}`
}
const read = (data: string) => readCall('the exchange', calls, data)

const coinWords: Words = {
  method: '0f449d71',
  to: word(receiver),
  token: '',
  amount: '',
  min: minimum,
  // WETH for USDC, USDC for DAI.
  pools: [dex('200', 0, pool), dex('000', sushi, pair)],
}

test('the honest calls are read', () => {
  expect(read(write())).toMatchObject({
    srcToken: `0x${dai}`,
    dstToken: null,
    minOut: 3n * 10n ** 17n,
  })
  expect(read(write({ pools: [first, unwrapping] }))).toMatchObject({
    dstToken: `0x${'0'.repeat(40)}`,
  })
  expect(read(write(coinWords))).toMatchObject({ srcToken: `0x${'0'.repeat(40)}`, amountIn: null })
  expect(read(write({ method: 'e2c95c82', pools: [first] })).pools).toHaveLength(1)
})

const bits = (at: number): string => (1n << BigInt(at)).toString(16)
const withBit = (dexWord: string, at: number): string =>
  (BigInt(`0x${dexWord}`) | BigInt(`0x${bits(at)}`)).toString(16).padStart(64, '0')

test.each<[string, string]>([
  ['Permit2 at the first pool', write({ pools: [withBit(first, 250), second] })],
  ['Permit2 at the last pool', write({ pools: [first, withBit(second, 250)] })],
  ['coins that are not wrapped', write({ pools: [withBit(first, 251), second] })],
  [
    'coins that are not wrapped, paid in',
    write({ ...coinWords, pools: coinWords.pools.map((one) => withBit(one, 251)) }),
  ],
  ['unwrapping at the first pool', write({ pools: [withBit(first, 252), second] })],
  ['unwrapping at both pools', write({ pools: [withBit(first, 252), unwrapping] })],
  ['flag 249', write({ pools: [withBit(first, 249), second] })],
  ['flag 248', write({ pools: [first, withBit(second, 248)] })],
  ['flag 246', write({ pools: [withBit(first, 246), second] })],
  ['flag 192', write({ pools: [withBit(first, 192), second] })],
  [
    'numbers of Curve in a pair',
    write({ pools: [dex('008', sushi, pair, '0'.repeat(6) + '1'.repeat(7)), second] }),
  ],
  [
    'numbers of Curve in a V3 pool',
    write({ pools: [first, dex('208', 0, pool, '0100000000000')] }),
  ],
  ['a pool of Curve', write({ pools: [first, dex('408', 0, pool)] })],
  ['protocol 3', write({ pools: [first, dex('608', 0, pool)] })],
  ['protocol 7', write({ pools: [first, dex('e08', 0, pool)] })],
  ['a pair whose fee is not written', write({ pools: [dex('008', 0, pair), second] })],
  ['a pair without a fee', write({ pools: [dex('008', 1_000_000_000, pair), second] })],
  [
    'a pair that gives more than it takes',
    write({ pools: [dex('008', 4_294_967_295, pair), second] }),
  ],
  ['a pair with a fee of 90%', write({ pools: [dex('008', 100_000_000, pair), second] })],
  ['a V3 pool with a fee of pairs', write({ pools: [first, dex('208', sushi, pool)] })],
  ['no pool', write({ pools: [dex('008', sushi, '0'.repeat(40)), second] })],
  ['a pool twice', write({ pools: [first, dex('208', 0, pair)] })],
  ['no receiver', write({ to: word('0') })],
  ['the router as the receiver', write({ to: word(router) })],
  ['digits above the receiver', write({ to: `01${word(receiver).slice(2)}` })],
  ['digits above the token', write({ token: `${'f'.repeat(24)}${dai}` })],
  ['no token', write({ token: word('0') })],
  ['no minimum', write({ min: number(0) })],
  ['no amount', write({ amount: number(0) })],
  ['a word behind the arguments', `${write()}${word('0')}`],
  ['a byte behind the arguments', `${write()}00`],
  ['four bytes behind the arguments', `${write()}deadbeef`],
  ['an argument too few', write({ pools: [first] })],
  ['half a word', write().slice(0, -2)],
  ['nothing but the method', '0xea76dddf'],
  ['no data', '0x'],
  ['unoswap2, which pays the sender', `0x8770ba91${write().slice(74)}`],
  ['unoswap', `0x83800a8e${word(dai)}${amount}${minimum}${first}`],
  ['ethUnoswap', `0xa76dfc3b${minimum}${first}`],
  ['swap, with an executor at any address', write({ method: '07ed2379' })],
  ['clipperSwapTo', write({ method: 'd2d374e5' })],
  ['permitAndCall', write({ method: '5816d723' })],
  ['fillOrder', write({ method: '9fda64bd' })],
  ['curveSwapCallback', write({ method: 'e413f48d' })],
  ['uniswapV3SwapCallback', write({ method: 'fa461e33' })],
  ['approve', write({ method: '095ea7b3' })],
  ['a call of Uniswap’s router', write({ method: '5ae401dc' })],
])('%s is refused', (_, data) => {
  expect(() => read(data)).toThrow(expect.objectContaining({ code: 'UNSAFE_ROUTE' }))
})

test('no call of another kind is accepted at this router, nor this call at another contract', () => {
  const uniswap = rows.find(({ id }) => id === 'UNI_SWAP_V3')
  if (uniswap === undefined || !('router' in uniswap)) throw new Error('no router')
  expect(() => readCall('the exchange', rowCalls(rows, uniswap.router), write())).toThrow(/method/)
  expect(() => readCall('the exchange', rowCalls(rows, `0x${pair}`), write())).toThrow(/owner/)
  // On chains without the router, and for exchanges without such pools.
  expect(rowCalls(chainRows('CELO')?.rows ?? [], unoswapRouter)).toEqual([])
  expect(
    rowCalls(
      rows.filter(({ id }) => id === 'BALANCER'),
      unoswapRouter,
    ),
  ).toEqual([])
})

/** What the chain says; pools and tokens without `0x`. */
type World = {
  pools: Record<string, readonly [token0: string, token1: string, fee?: number]>
  /** Factory, then `token0 token1` or `token0 token1 fee`. */
  factories: Record<string, Record<string, string>>
  /** What routers of pairs compute of an even pair, of 10^12. */
  routers: Record<string, bigint>
}

const sushiFactory = 'c0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac'
const sushiRouter = 'd9e1ce17f2641f24ae83637ab66a2cca9c378b9f'
const pancakeFactory = '1097053fd2ea711dad45caccc45eff7548fcb362'
const pancakeRouter = 'eff92a263d31888d860bd50809a8d171709b7b1c'
const uniswapFactory = '1f98431c8ad98523631ae4a59f267346ea31f984'
const pancakeV3Factory = '0bfbcf9fa4f9c56b0f40a671ad40e0805a091865'

const world: World = {
  pools: { [pair]: [dai, usdc], [pool]: [usdc, weth, 500] },
  factories: {
    [sushiFactory]: { [`${dai} ${usdc}`]: pair },
    [uniswapFactory]: { [`${usdc} ${weth} 500`]: pool },
  },
  routers: { [sushiRouter]: 996_999_999_999n, [pancakeRouter]: 997_499_999_999n },
}

const poolAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function fee() view returns (uint24)',
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function getAmountOut(uint256, uint256, uint256) view returns (uint256)',
])

const plain = (address: unknown): string => String(address).slice(2).toLowerCase()

/** The answer of one contract, as a word; null: it reverts. */
function answer({ pools, factories, routers }: World, target: string, data: Hex): string | null {
  const { functionName, args } = decodeFunctionData({ abi: poolAbi, data })
  const own = pools[target]
  switch (functionName) {
    case 'token0':
    case 'token1': {
      const token = own?.[functionName === 'token0' ? 0 : 1]
      return token === undefined ? null : word(token)
    }
    case 'fee':
      return own?.[2] === undefined ? null : number(own[2])
    case 'getPair':
    case 'getPool': {
      const [from, to, fee] = args
      const key = [plain(from), plain(to), ...(fee === undefined ? [] : [fee])].join(' ')
      const known = factories[target]
      return known === undefined ? null : word(known[key] ?? '0')
    }
    case 'getAmountOut':
      return routers[target] === undefined ? null : number(routers[target])
    default:
      return functionName satisfies never
  }
}

const node =
  (seen: World): NodeWords =>
  ({ params: [asked] }) => {
    const { data } = asked as { data: Hex }
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const [asks] = args as readonly [readonly { target: Hex; callData: Hex }[]]
    const results = asks.map((one) => {
      const said = answer(seen, plain(one.target), one.callData)
      return { success: said !== null, returnData: `0x${said ?? ''}` } as const
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
  }

const name = async (data: string, ...seen: readonly World[]): Promise<DecodedCall> => {
  const { rpc } = await twoNodes('ETH', ...seen.map(node))
  const call = read(data)
  return await nameUnoswap(
    call,
    { blockchain: 'ETH', to: unoswapRouter },
    { rpc, signal: new AbortController().signal },
  )
}

const swapped = { recipient: `0x${receiver}`, srcToken: `0x${dai}`, dstToken: `0x${weth}` }

test('pools of their exchanges give the call its tokens', async () => {
  expect(await name(write(), world, world)).toEqual({
    method: 'unoswapTo2',
    ...swapped,
    amountIn: 10n ** 21n,
    minOut: 3n * 10n ** 17n,
    dst: 'same',
    refundTo: null,
  })
  const coin = `0x${'0'.repeat(40)}`
  const paid = await name(write({ pools: [first, unwrapping] }), world, world)
  expect(paid).toMatchObject({ srcToken: `0x${dai}`, dstToken: coin })
  const spent = await name(write(coinWords), world, world)
  expect(spent).toMatchObject({ srcToken: coin, dstToken: `0x${dai}` })
})

const changed = (change: Partial<World>): World => ({ ...world, ...change })
const inFactory = (factory: string, entries: Record<string, string>): World =>
  changed({ factories: { ...world.factories, [factory]: entries } })

describe('the chain refuses', () => {
  test.each<[string, string, World]>([
    [
      'a forged pair that calls itself one of DAI and USDC',
      write(),
      inFactory(sushiFactory, { [`${dai} ${usdc}`]: other }),
    ],
    ['a forged V3 pool', write(), inFactory(uniswapFactory, { [`${usdc} ${weth} 500`]: other })],
    ['a pair that no factory knows', write(), inFactory(sushiFactory, {})],
    ['a V3 pool that no factory knows', write(), inFactory(uniswapFactory, {})],
    [
      'a V3 pool of another tier',
      write(),
      changed({ pools: { ...world.pools, [pool]: [usdc, weth, 3000] } }),
    ],
    [
      'a V3 pool without a fee',
      write(),
      changed({ pools: { ...world.pools, [pool]: [usdc, weth] } }),
    ],
    [
      'a V3 pool of PancakeSwap, which calls the payer by another name',
      write(),
      changed({
        factories: {
          [sushiFactory]: { [`${dai} ${usdc}`]: pair },
          [pancakeV3Factory]: { [`${usdc} ${weth} 500`]: pool },
        },
      }),
    ],
    ['a pair that is called a V3 pool', write({ pools: [dex('208', 0, pair), second] }), world],
    ['a V3 pool that is called a pair', write({ pools: [first, dex('008', sushi, pool)] }), world],
    ['a fee of another exchange', write({ pools: [dex('008', 997_500_000, pair), second] }), world],
    [
      'a fee that is bent by a billionth',
      write({ pools: [dex('008', sushi - 1, pair), second] }),
      world,
    ],
    ['a fee of 10%', write({ pools: [dex('008', 900_000_000, pair), second] }), world],
    [
      'a pair of PancakeSwap with the fee of Sushi',
      write(),
      changed({
        factories: {
          [pancakeFactory]: { [`${dai} ${usdc}`]: pair },
          [uniswapFactory]: world.factories[uniswapFactory] ?? {},
        },
      }),
    ],
    ['an exchange whose fee is not a constant', write(), changed({ routers: {} })],
    ['a token that is not in the first pool', write({ token: word(weth) }), world],
    [
      'the first pool in the other direction',
      write({ pools: [dex('000', sushi, pair), second] }),
      world,
    ],
    [
      'the second pool in the other direction',
      write({ pools: [first, dex('200', 0, pool)] }),
      world,
    ],
    ['pools in the other order', write({ pools: [second, first] }), world],
    [
      'a second pool that does not hold what the first pays',
      write({ pools: [first, dex('208', 0, other)] }),
      changed({
        pools: { ...world.pools, [other]: [crv, weth, 500] },
        factories: { ...world.factories, [uniswapFactory]: { [`${crv} ${weth} 500`]: other } },
      }),
    ],
    [
      'coins out of a pool without the wrapped coin',
      write({ method: 'e2c95c82', pools: [dex('108', sushi, pair)] }),
      world,
    ],
    [
      'coins into a pool without the wrapped coin',
      write({ ...coinWords, method: '175accdc', pools: [dex('008', sushi, pair)] }),
      world,
    ],
    ['an account instead of a pool', write(), changed({ pools: { [pool]: [usdc, weth, 500] } })],
    [
      'a pool whose tokens are no addresses',
      write(),
      changed({ pools: { ...world.pools, [pair]: ['f'.repeat(64), usdc] } }),
    ],
    [
      'a way that comes back to a token',
      write({ method: 'f7a70056', pools: [first, second, dex('000', sushi, other)] }),
      changed({
        pools: { ...world.pools, [other]: [dai, weth] },
        factories: {
          ...world.factories,
          [sushiFactory]: { [`${dai} ${usdc}`]: pair, [`${dai} ${weth}`]: other },
        },
      }),
    ],
  ])('%s', async (_, data, seen) => {
    await expect(name(data, seen, seen)).rejects.toMatchObject({
      code: expect.stringMatching(/^(UNSAFE_ROUTE|CHAIN_UNAVAILABLE)$/),
    })
  })

  test.each<[string, readonly World[]]>([
    ['first', [world, inFactory(sushiFactory, {})]],
    ['second', [inFactory(uniswapFactory, {}), world]],
  ])('a pool that only the node asked %s calls a factory’s', async (_, seen) => {
    await expect(name(write(), ...seen)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'N1' },
    })
  })
})

test('the provider itself asks for the pools, and builds no call without them', async () => {
  const provider = createOnchainProvider()
  const proof = proofOf(provider, 'calls')
  const site = { blockchain: 'ETH', to: unoswapRouter, chainOf: () => null } as const
  expect(proof?.calls(site)).toHaveLength(6)
  const { rpc } = await twoNodes('ETH', node(world), node(world))
  const context = { rpc, signal: new AbortController().signal }
  expect(await proof?.names?.(read(write()), site, context)).toMatchObject(swapped)
})
