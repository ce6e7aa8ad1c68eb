/** Coins of an exchange whose live list names contracts. */
import { expect, test } from 'vitest'

import { type ListedCoin, listedCoins } from '../../../../src/providers/kits/deposit/listedCoins.ts'
import { evm, play, tokenOf } from '../../depositSupport.ts'

const usdc = tokenOf('AVALANCHE', 'USDC')
const native = { code: 'avax', symbol: 'AVAX', network: 'cchain', contract: '' }
const dollar = {
  code: 'usdc',
  symbol: 'usdc',
  network: 'avaxc',
  contract: usdc.address.toLowerCase(),
}
const ether = { code: 'eth', symbol: 'eth', network: 'eth', contract: null }

const coins = listedCoins({
  networks: { AVALANCHE: 'avaxc', ETH: 'eth' },
  natives: { AVALANCHE: 'cchain' },
})
const { context } = play('https://exchange.test', [])
const findIn = (list: ListedCoin[], token = usdc, side: 'src' | 'dst' = 'src') =>
  coins.find(token, side, async () => list, context)

test('a token is found by network and contract, a coin by network and symbol', async () => {
  const list = [native, dollar, ether]
  expect(await findIn(list)).toMatchObject({ code: 'usdc', network: 'avaxc' })
  expect(await findIn(list, tokenOf('AVALANCHE', 'AVAX'))).toMatchObject({ network: 'cchain' })
  expect(await findIn(list, tokenOf('ETH', 'ETH'))).toMatchObject({ code: 'eth' })
})

test.each<[string, Partial<ListedCoin>]>([
  ['another contract', { contract: evm('twin') }],
  ['no contract', { contract: null }],
  ['another network', { network: 'eth' }],
  ['the network of coins', { network: 'cchain' }],
  ['only the other side', { src: false }],
])('the right symbol with %s is not the token', async (_name, change) => {
  expect(await findIn([{ ...dollar, ...change }])).toBeNull()
})

test.each<[string, Partial<ListedCoin>]>([
  ['a contract', { contract: evm('wrapped') }],
  ['another symbol', { symbol: 'WAVAX' }],
  ['the network of tokens', { network: 'avaxc' }],
])('a listing with %s is not the coin of its chain', async (_name, change) => {
  expect(await findIn([{ ...native, ...change }], tokenOf('AVALANCHE', 'AVAX'))).toBeNull()
})

test('a side is closed on its own', async () => {
  const list = [{ ...dollar, dst: false }]
  expect(await findIn(list, usdc, 'src')).not.toBeNull()
  expect(await findIn(list, usdc, 'dst')).toBeNull()
})

test('a coin of an order is the token of its listing, or unknown', async () => {
  const load = async (): Promise<ListedCoin[]> => [native, dollar]
  const tokenIn = (code: string, network: string) => coins.tokenOf({ code, network }, load, context)
  expect(await tokenIn('usdc', 'avaxc')).toMatchObject({ address: usdc.address })
  expect(await tokenIn('avax', 'cchain')).toMatchObject({ native: true, blockchain: 'AVALANCHE' })
  expect(await tokenIn('usdc', 'eth')).toBeNull()
})
