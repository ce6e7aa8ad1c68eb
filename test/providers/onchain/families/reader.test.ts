import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'

import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { ProviderId } from '../../../../src/core/providerIds.ts'
import type { QuoteRequest } from '../../../../src/core/quote.ts'
import { buildSwap } from '../../../../src/providers/onchain/build.ts'
import { createOnchainProvider } from '../../../../src/providers/onchain/onchain.ts'
import type { PoolRow } from '../../../../src/providers/onchain/families/families.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { reasons } from '../support/baseChain.ts'
import { contract, createFakeChain } from '../support/fakeChain.ts'
import { alice, bob, coin, erc20, toRequest } from '../support/requests.ts'

// The reader with contracts of these families: what only all of it together does.

const now = 1_760_000_000_000

function rowOf(id: ProviderId, blockchain: BlockchainId, family: string): PoolRow {
  const row = chainRows(blockchain)?.rows.find((each) => each.id === id && each.family === family)
  if (row === undefined || row.family === 'wrapped') throw new Error(id)
  return row
}

const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters('uint256'), [value])
const address = (text: string): Hex => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`

function ask(chain: ReturnType<typeof createFakeChain>, request: QuoteRequest, id: ProviderId) {
  return createOnchainProvider().quote(request, new Set([id]), chain.context)
}

/** iZiSwap whose pool of the pair holds `depth` and gives two for one until then. */
function izumiOn(depth: bigint) {
  const row = rowOf('IZUMI', 'LINEA', 'izumi')
  if (row.family !== 'izumi') throw new Error('no IZUMI')
  const chain = createFakeChain('LINEA')
  const getters = ['function factory()', 'function WETH9()']
  const facts = { factory: () => address(alice), WETH9: () => address(row.wrapped) }
  chain.place(row.router, contract(getters, facts))
  const swapAmount = ([amount, path]: readonly unknown[]): Hex | null => {
    if (!String(path).includes('000bb8') || String(path).length !== 2 + 43 * 2) return null
    const ideal = (amount as bigint) * 2n
    const given = ideal > depth ? depth : ideal
    return encodeAbiParameters(parseAbiParameters('uint256, int24[]'), [given, [1]])
  }
  const abi = [...getters, 'function swapAmount(uint128 amount, bytes path)']
  chain.place(row.quoter, contract(abi, { ...facts, swapAmount }))
  return chain
}

const linea = erc20('LINEA', '0x176211869cA2b568f2A7D4EE941E073a821EE1ff', 'USDC', 6)
const two = toRequest(coin('LINEA'), linea, 1_000_000n)

test('ignores a pool that is empty before the input is spent, not a deeper one', async () => {
  const enough = await ask(izumiOn(4_000_000n), two, 'IZUMI')
  expect(enough.quotes).toMatchObject([{ provider: 'IZUMI', dstAmount: 2_000_000n, spender: null }])
  // It gives the same for twice the amount: a part of the input would stay in the router.
  for (const depth of [2_000_000n, 1_999_999n]) {
    const outcome = await ask(izumiOn(depth), two, 'IZUMI')
    expect(reasons(outcome)['IZUMI'], `${depth}`).toMatch(/too little liquidity/)
  }
})

test('its offer is one request and becomes the call that it was asked for', async () => {
  const chain = izumiOn(4_000_000n)
  const { quotes } = await ask(chain, two, 'IZUMI')
  expect(chain.batches).toHaveLength(1)
  const [quote] = quotes
  if (quote === undefined) throw new Error('no quote')
  const { transaction } = buildSwap(quote, now)
  expect(transaction).toMatchObject({
    to: rowOf('IZUMI', 'LINEA', 'izumi').router,
    value: 1_000_000n,
  })
})

type RateQuote = [
  from: number,
  to: number,
  underlying: boolean,
  out: bigint,
  at: string,
  type: number,
]

/** Curve's rate provider, by the quotes that it has for two coins. */
function rateProvider(quotesOf: (from: string, to: string) => RateQuote[]) {
  const list = parseAbiParameters(
    '(uint256 i, uint256 j, bool underlying, uint256 out, address pool, uint256 a, uint256 b, uint8 kind)[]',
  )
  return contract(
    [
      'function ADDRESS_PROVIDER()',
      'function get_quotes(address source_token, address destination_token, uint256 amount_in)',
    ],
    {
      ADDRESS_PROVIDER: () => address(alice),
      get_quotes: ([from, to]) =>
        encodeAbiParameters(list, [
          quotesOf(String(from).toLowerCase(), String(to).toLowerCase()).map(
            ([i, j, underlying, out, at, kind]) => ({
              i: BigInt(i),
              j: BigInt(j),
              underlying,
              out,
              pool: at as Hex,
              a: 1n,
              b: 1n,
              kind,
            }),
          ),
        ]),
    },
  )
}

const usdt = erc20('ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 6)
const usdc = erc20('ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6)
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

/** Smoothy as it answered in January 2026: more of the input gives less of the output. */
function smoothyOn(give: (amount: bigint) => bigint, tokens = [usdt.address, usdc.address, dai]) {
  const chain = createFakeChain('ETH')
  const abi = [
    'function _tokenInfos(uint256 index)',
    'function getSwapAmount(uint256 from, uint256 to, uint256 amount)',
  ]
  const info = ([index]: readonly unknown[]): Hex =>
    `0x${'7'.repeat(24)}${tokens[Number(index)]?.slice(2) ?? ''}`
  chain.place(
    rowOf('SMOOTHY', 'ETH', 'smoothy').router,
    contract(abi, {
      _tokenInfos: info,
      getSwapAmount: ([, , amount]) => word(give(amount as bigint)),
    }),
  )
  return chain
}

const ten = toRequest(usdt, usdc, 10_000_000_000n)

test('Smoothy is offered only where the amount costs no price', async () => {
  const fair = await ask(
    smoothyOn((amount) => (amount * 9990n) / 10_000n),
    ten,
    'SMOOTHY',
  )
  expect(fair.quotes).toMatchObject([{ provider: 'SMOOTHY', dstAmount: 9_990_000_000n }])
  // 2.8% less than the price, as recorded for 10,000 USDT.
  const steep = (amount: bigint): bigint =>
    amount < 10n ** 9n ? amount : (amount * 9722n) / 10_000n
  expect(reasons(await ask(smoothyOn(steep), ten, 'SMOOTHY'))['SMOOTHY']).toMatch(
    /too little liquidity/,
  )
})

test('it pays its caller alone, and a pool with other tokens is switched off', async () => {
  const reader = createOnchainProvider()
  expect(reader.supports(ten)).toContain('SMOOTHY')
  const forBob = toRequest(usdt, usdc, 5n, { receiver: bob })
  expect(reader.supports(forBob)).not.toContain('SMOOTHY')
  const swapped = smoothyOn((amount) => amount, [usdc.address, usdt.address, dai])
  expect(reasons(await ask(swapped, ten, 'SMOOTHY'))['SMOOTHY']).toMatch(
    /the pool's token 0 is not/,
  )
  const { quotes } = await ask(
    smoothyOn((amount) => amount),
    ten,
    'SMOOTHY',
  )
  const [quote] = quotes
  if (quote === undefined) throw new Error('no quote')
  const built = (request: QuoteRequest) => (): unknown => buildSwap({ ...quote, request }, now)
  expect(built(ten)).not.toThrow()
  expect(built({ ...ten, receiver: bob })).toThrow(/pays out to the caller/)
  expect(built({ ...ten, fromAddress: null, receiver: bob })).toThrow(/fromAddress is required/)
})

test('a registry that lists a pool with wrong tokens switches Balancer and Curve off', async () => {
  const vault = rowOf('BALANCER', 'ETH', 'balancer-v2').router
  const chain = createFakeChain('ETH')
  const list = parseAbiParameters('address[], uint256[], uint256')
  const getPoolTokens = (): Hex =>
    encodeAbiParameters(list, [[usdc.address as Hex, usdt.address as Hex], [1n, 1n], 1n])
  chain.place(vault, contract(['function getPoolTokens(bytes32 id)'], { getPoolTokens }))
  const eth = toRequest(coin('ETH'), usdc, 10n ** 18n)
  expect(reasons(await ask(chain, eth, 'BALANCER'))['BALANCER']).toMatch(
    /holds tokens other than those/,
  )
  const curve = rowOf('CURVE', 'ETH', 'curve')
  if (curve.family !== 'curve' || curve.quoter === null) throw new Error('no CURVE')
  chain.place(
    curve.quoter,
    rateProvider(() => []),
  )
  for (const { pool } of curve.pools) {
    chain.place(
      pool,
      contract(['function coins(uint256 i)'], { coins: () => address(usdc.address) }),
    )
  }
  expect(reasons(await ask(chain, eth, 'CURVE'))['CURVE']).toMatch(
    /the pool 0xbEbc\w+ holds 0xa0b8\w+, not/,
  )
})

describe("Curve's pools, as its rate provider returns them", () => {
  const [deep, meta, lending] = ['d1', 'e2', 'f3'].map((digits) => `0x${digits.repeat(20)}`)
  const out = erc20('POLYGON', '0x2222222222222222222222222222222222222222', 'OUT', 6)
  const from = erc20('POLYGON', '0x1111111111111111111111111111111111111111', 'IN', 6)
  const request = toRequest(from, out, 100_000_000n)

  function polygon(quotes: RateQuote[]) {
    const row = rowOf('CURVE', 'POLYGON', 'curve')
    if (row.family !== 'curve' || row.quoter === null) throw new Error('no CURVE')
    const chain = createFakeChain('POLYGON')
    const isPair = (one: string, two: string): boolean =>
      one === from.address && two === out.address
    chain.place(
      row.quoter,
      rateProvider((one, two) => (isPair(one, two) ? quotes : [])),
    )
    const asked: string[] = []
    const get_dy = ([route, params, amount]: readonly unknown[]): Hex => {
      const pool = (route as string[])[1] ?? ''
      asked.push(`${pool.slice(2, 4).toLowerCase()} ${(params as bigint[][])[0]?.join()}`)
      return word(((amount as bigint) * (pool.toLowerCase() === deep ? 99n : 98n)) / 100n)
    }
    chain.place(
      row.router,
      contract(
        [
          'function get_dy(address[11] route, uint256[5][5] params, uint256 amount, address[5] pools)',
        ],
        { get_dy },
      ),
    )
    return { chain, asked, row, quoter: row.quoter }
  }

  test('are asked by their places and kinds; lending pools are not', async () => {
    const { chain, asked, row } = polygon([
      [0, 2, false, 98n, deep ?? '', 1],
      [3, 1, true, 99n, meta ?? '', 0],
      [0, 1, false, 97n, lending ?? '', 2],
    ])
    const { quotes } = await ask(chain, request, 'CURVE')
    expect(chain.batches).toHaveLength(2)
    // Each with two amounts.
    expect(asked).toEqual(['e2 3,1,2,1,2', 'e2 3,1,2,1,2', 'd1 0,2,1,2,2', 'd1 0,2,1,2,2'])
    expect(quotes).toMatchObject([{ dstAmount: 98_999_999n, spender: row.router }])
    const [quote] = quotes
    if (quote === undefined) throw new Error('no quote')
    const { transaction } = buildSwap(quote, now)
    expect(transaction).toMatchObject({ to: row.router, value: 0n })
  })

  test('ignores a malformed list', async () => {
    const { chain, quoter } = polygon([])
    const list = parseAbiParameters('uint256, uint256')
    const getters = [
      'function ADDRESS_PROVIDER()',
      'function get_quotes(address a, address b, uint256 c)',
    ]
    const get_quotes = (): Hex => encodeAbiParameters(list, [32n, 5n])
    chain.place(quoter, contract(getters, { ADDRESS_PROVIDER: () => address(alice), get_quotes }))
    expect(reasons(await ask(chain, request, 'CURVE'))['CURVE']).toMatch(/^NO_ROUTE/)
    expect(chain.batches).toHaveLength(1)
  })
})

describe('pools of another exchange, which the router of Curve swaps in', () => {
  const row = rowOf('ACRYPTOS', 'BSC', 'curve')
  if (row.family !== 'curve') throw new Error('no ACRYPTOS')
  const [pool] = row.pools
  if (pool === undefined) throw new Error('no pool')
  const [busd = '', tether = '', bscDai = '', bscUsdc = ''] = pool.coins
  const from = erc20('BSC', tether, 'USDT', 18)
  const to = erc20('BSC', bscUsdc, 'USDC', 18)
  const request = toRequest(from, to, 10n ** 20n)
  const quote =
    'function get_dy(address[11] route, uint256[5][5] params, uint256 amount, address[5])'

  /** The pool gives 0.01% less than it gets, and so does the router. */
  const bsc = (coins: readonly string[]) => {
    const chain = createFakeChain('BSC')
    const asked: string[] = []
    const get_dy = ([route, params, amount]: readonly unknown[]): Hex => {
      const [, through = ''] = route as string[]
      asked.push(`${through} ${(params as bigint[][])[0]?.join()}`)
      return word(((amount as bigint) * 9999n) / 10_000n)
    }
    chain.place(row.router, contract([quote], { get_dy }))
    const coinAt = ([at]: readonly unknown[]): Hex => address(coins[Number(at)] ?? '0x')
    chain.place(pool.pool, contract(['function coins(uint256 i)'], { coins: coinAt }))
    return { chain, asked }
  }

  test('are asked with the first request, at the places of their coins', async () => {
    const { chain, asked } = bsc(pool.coins)
    const { quotes } = await ask(chain, request, 'ACRYPTOS')
    expect(chain.batches).toHaveLength(1)
    expect(asked).toContain(`${pool.pool} 1,3,1,1,4`)
    const dstAmount = (10n ** 20n * 9999n) / 10_000n - 1n
    expect(quotes).toMatchObject([{ provider: 'ACRYPTOS', dstAmount, spender: row.router }])
    const [found] = quotes
    if (found === undefined) throw new Error('no quote')
    expect(buildSwap(found, now).transaction).toMatchObject({ to: row.router, value: 0n })
  })

  test('are off where the pool holds other coins', async () => {
    const { chain } = bsc([busd, bscUsdc, bscDai, tether])
    expect(reasons(await ask(chain, request, 'ACRYPTOS'))['ACRYPTOS']).toMatch(
      /the pool 0xb3F0\w+ holds 0x8ac7\w+, not/,
    )
  })

  test('have no way for a token that no listed pool holds', async () => {
    const { chain, asked } = bsc(pool.coins)
    const other = erc20('BSC', '0x2222222222222222222222222222222222222222', 'OUT', 18)
    const outcome = await ask(chain, toRequest(from, other, 10n ** 20n), 'ACRYPTOS')
    expect(reasons(outcome)['ACRYPTOS']).toMatch(/^NO_ROUTE/)
    expect(asked.every((way) => way.startsWith(pool.pool))).toBe(true)
  })
})

describe('pairs of PolyDEX, which its factory tells', () => {
  const row = rowOf('POLYDEX', 'POLYGON', 'polydex')
  if (row.family !== 'polydex') throw new Error('no POLYDEX')
  const pair = `0x${'ab'.repeat(20)}`
  const out = erc20('POLYGON', '0x2222222222222222222222222222222222222222', 'OUT', 18)
  const from = erc20('POLYGON', '0x1111111111111111111111111111111111111111', 'IN', 18)
  const one = 10n ** 18n

  const polygon = (formula = row.quoter): ReturnType<typeof createFakeChain> => {
    const chain = createFakeChain('POLYGON')
    const getters = ['function factory()', 'function WETH()', 'function formula()']
    const facts = {
      factory: () => address(row.factory),
      WETH: () => address(row.wrapped),
      formula: () => address(formula),
    }
    chain.place(row.router, contract(getters, facts))
    const ends = [from.address, out.address].map((each) => each.toLowerCase())
    const getPair = (asked: readonly unknown[]): Hex => {
      const isPair = asked.every((each) => ends.includes(String(each).toLowerCase()))
      return address(isPair ? pair : `0x${'0'.repeat(40)}`)
    }
    chain.place(row.factory, contract(['function getPair(address a, address b)'], { getPair }))
    const getFactoryAmountsOut = ([, , , amount, path]: readonly unknown[]): Hex => {
      expect(path).toEqual([expect.stringMatching(new RegExp(pair, 'i'))])
      return encodeAbiParameters(parseAbiParameters('uint256[]'), [
        [amount as bigint, (amount as bigint) * 2n],
      ])
    }
    const abi =
      'function getFactoryAmountsOut(address f, address a, address b, uint256 amount, address[] path)'
    chain.place(row.quoter, contract([abi], { getFactoryAmountsOut }))
    return chain
  }

  test('are found, quoted by the formula, and swapped through', async () => {
    const chain = polygon()
    const { quotes } = await ask(chain, toRequest(from, out, one), 'POLYDEX')
    expect(chain.batches).toHaveLength(2)
    expect(quotes).toMatchObject([{ dstAmount: 2n * one, spender: row.router }])
    const [quote] = quotes
    if (quote === undefined) throw new Error('no quote')
    const { transaction } = buildSwap(quote, now)
    expect(transaction).toMatchObject({ to: row.router, value: 0n })
    if (transaction.kind !== 'evm') throw new Error('no transaction')
    expect(transaction.data).toContain(pair.slice(2))
  })

  test('are off where the router asks another formula', async () => {
    const outcome = await ask(polygon(alice), toRequest(from, out, one), 'POLYDEX')
    expect(reasons(outcome)['POLYDEX']).toMatch(/the router asks the formula 0x\w+, not 0x992f8B/)
  })
})
