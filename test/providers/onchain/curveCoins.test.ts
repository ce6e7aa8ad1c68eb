import {
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'

import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import type { Token } from '../../../src/core/token.ts'
import { contract, createFakeChain } from './support/fakeChain.ts'
import { alice, coin, erc20, toRequest } from './support/requests.ts'

// A pool of Curve that holds ether itself, as stETH's oldest one does
// (0xDC24316b9AE028F1497c275EB9192a3Ea0f67022, etherscan.io, read 2026-11).

const row = chainRows('ETH')?.rows.find(({ id }) => id === 'CURVE')
if (row?.family !== 'curve') throw new Error('no CURVE on ETH')
const eee = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const pool = '0xDC24316b9AE028F1497c275EB9192a3Ea0f67022'
const steth = erc20('ETH', '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 'stETH', 18)
const weth = erc20('ETH', row.wrapped, 'WETH', 18)
const one = 10n ** 18n

const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters('uint256'), [value])
const quotes = parseAbiParameters(
  '(uint256 i, uint256 j, bool isUnderlying, uint256 out, address pool, uint256 a, uint256 b, int128 kind)[]',
)
const exchange = parseAbi([
  'function exchange(address[11] route, uint256[5][5] params, uint256 amount, uint256 minimum, address[5] pools, address receiver) payable',
])

/** The rate provider knows the pool by the coin's own address alone; the router swaps one to one. */
function chainWithPool() {
  if (row?.family !== 'curve' || row.quoter === null) throw new Error('no CURVE on ETH')
  const chain = createFakeChain('ETH')
  const isEther = (token: unknown): boolean => String(token).toLowerCase() === eee.toLowerCase()
  chain.place(
    row.quoter,
    contract(
      [
        'function ADDRESS_PROVIDER()',
        'function get_quotes(address source, address destination, uint256 amount)',
      ],
      {
        ADDRESS_PROVIDER: () => word(BigInt(pool)),
        get_quotes: ([source, destination, amount]) => {
          const isOf = isEther(source) || isEther(destination)
          const [i, j] = isEther(source) ? [0n, 1n] : [1n, 0n]
          const found = { i, j, isUnderlying: false, out: BigInt(String(amount)), pool, kind: 0n }
          return encodeAbiParameters(quotes, [isOf ? [{ ...found, pool, a: 1n, b: 1n }] : []])
        },
      },
    ),
  )
  chain.place(
    row.router,
    contract(
      ['function get_dy(address[11] route, uint256[5][5] params, uint256 amount, address[5])'],
      {
        get_dy: ([, , amount]) => word(BigInt(String(amount)) - 1n),
      },
    ),
  )
  for (const { pool: listed, coins } of row.pools) {
    chain.place(
      listed,
      contract(['function coins(uint256 at)'], {
        coins: ([at]) => word(BigInt(coins[Number(at)] ?? 0)),
      }),
    )
  }
  return chain
}

describe.each<[string, Token, Token, string[]]>([
  ['coins for its token', coin('ETH'), steth, [eee, pool, steth.address]],
  ['its token for coins', steth, coin('ETH'), [steth.address, pool, eee]],
  [
    'wrapped coins: unwrapped on the way',
    weth,
    steth,
    [weth.address, weth.address, eee, pool, steth.address],
  ],
  [
    'its token for wrapped coins',
    steth,
    weth,
    [steth.address, pool, eee, weth.address, weth.address],
  ],
])('a pool of the coin itself: %s', (_, srcToken, dstToken, stops) => {
  test('is found, quoted and swapped in', async () => {
    const chain = chainWithPool()
    const request = { ...toRequest(srcToken, dstToken, one), fromAddress: alice }
    const reader = createOnchainProvider()
    const outcome = await reader.quote(request, new Set(['CURVE']), chain.context)
    expect(outcome.failed).toEqual([])
    const [quote] = outcome.quotes
    if (quote === undefined) throw new Error('no quote')
    expect(quote.dstAmount).toBe(one - 2n)
    const { transaction } = await reader.build(quote, chain.context)
    if (transaction.kind !== 'evm') throw new Error('no transaction')
    expect(transaction.value).toBe(srcToken.native ? one : 0n)
    const { args } = decodeFunctionData({ abi: exchange, data: transaction.data as Hex })
    const route = args[0].filter((stop) => BigInt(stop) !== 0n).map((stop) => stop.toLowerCase())
    expect(route).toEqual(stops.map((stop) => stop.toLowerCase()))
  })
})
