/** Balancer V2: the vault and the pools of its vendor, as they were put on Ethereum. */
import { encodeAbiParameters, getContractAddress, parseAbi, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { BalancerRow } from '../../../src/providers/onchain/families/balancer.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { startChain, type TestChain } from '../../wallet/support/anvil.ts'
import { call, type Contract, deploy, deployer, send } from '../../wallet/support/contracts.ts'
import {
  approve,
  approveRouter,
  artifactsOf,
  deployMarket,
  expectPaidAsQuoted,
  inOrder,
  type Market,
  quoteOn,
  reasonOff,
  rowOf,
} from './bytecode.ts'

const ether = 10n ** 18n
const poolAbi = parseAbi(['function getPoolId() view returns (bytes32)'])
const month = 2_592_000n

let chain: TestChain
let market: Market
let row: BalancerRow

beforeAll(async () => {
  chain = await startChain()
  market = await deployMarket(chain)
  const { one, weth, two } = market
  const read = artifactsOf('@balancer-labs/v2-deployments')
  const create = async (name: string, ...args: unknown[]) =>
    await deploy(chain, await read(`deployed/mainnet/${name}.json`), args)
  const authorizer = await create('Authorizer', deployer)
  const vault = await create('Vault', authorizer.address, weth.address, 3n * month, month)
  const factory = await create('WeightedPoolFactory', vault.address)
  for (const token of [one, weth, two]) await approve(chain, deployer, token, vault.address)

  const list = [
    // The weights are in the order of the addresses.
    { held: [one, weth], weights: [80n, 20n] },
    { held: [weth, two], weights: [50n, 50n] },
    { held: [one, weth, two], weights: [20n, 30n, 50n] },
  ]
  const pools: { id: string; tokens: string[] }[] = []
  for (const [index, { held, weights }] of list.entries()) {
    const tokens = inOrder(held)
    const shares = weights.map((percent) => (percent * ether) / 100n)
    const fee = ether / 500n
    const args = ['Pool', 'POOL', tokens, shares, fee, zeroAddress]
    await send(chain, call(deployer, factory, 'create', args))
    // The pools are the factory's only creations.
    const nonce = BigInt(index) + 1n
    const pool: Contract = {
      address: getContractAddress({ from: factory.address, nonce }),
      abi: poolAbi,
    }
    const { to, data } = call(deployer, pool, 'getPoolId', [])
    const id = String(await chain.rpc('eth_call', { to, data }, 'latest'))
    const amounts = tokens.map((_, place) => BigInt(place + 1) * 1000n * ether)
    const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [0n, amounts])
    const request = { assets: tokens, maxAmountsIn: amounts, userData, fromInternalBalance: false }
    await send(chain, call(deployer, vault, 'joinPool', [id, deployer, deployer, request]))
    pools.push({ id, tokens })
  }
  row = {
    ...rowOf('ETH', 'BALANCER', 'balancer-v2'),
    wrapped: weth.address,
    router: vault.address,
    pools,
  }
  await approveRouter(chain, market, row.router)
})
afterAll(() => chain.stop())

const pathOf = (names: readonly (keyof Market)[], ...params: number[]) => ({
  row,
  tokens: names.map((name) => market[name].address),
  params,
})

test('the vault holds the tokens of the row', async () => {
  expect(await reasonOff(chain, row)).toBeNull()
  const pools = row.pools.map(({ id, tokens }) => ({ id, tokens: tokens.toReversed() }))
  expect(await reasonOff(chain, { ...row, pools })).toContain('holds tokens other than those')
})

test.each([10n ** 12n, ether, 23_456_789_012_345_678_901n])(
  'pays what is quoted for %d',
  async (amount) => {
    await expectPaidAsQuoted(chain, pathOf(['one', 'weth'], 0), 'tokens', amount)
    await expectPaidAsQuoted(chain, pathOf(['weth', 'two'], 1), 'nativeIn', amount)
    await expectPaidAsQuoted(chain, pathOf(['two', 'weth'], 1), 'nativeOut', amount)
    await expectPaidAsQuoted(chain, pathOf(['two', 'one'], 2), 'tokens', amount)
    await expectPaidAsQuoted(chain, pathOf(['one', 'weth', 'two'], 0, 1), 'tokens', amount)
    await expectPaidAsQuoted(chain, pathOf(['weth', 'one', 'two'], 0, 2), 'nativeIn', amount)
    await expectPaidAsQuoted(chain, pathOf(['two', 'one', 'weth'], 2, 0), 'nativeOut', amount)
  },
)

test('no quote for more than a third of what a pool holds, at either hop', async () => {
  const amount = 123n * ether
  const quote = async (path: ReturnType<typeof pathOf>, given = amount) =>
    (await quoteOn(chain, path, given)).answer?.amountOut ?? null
  expect(await quote(pathOf(['weth', 'one'], 0))).toBeGreaterThan(600n * ether)
  expect(await quote(pathOf(['weth', 'one', 'two'], 0, 2))).toBeNull()
  expect(await quote(pathOf(['weth', 'one'], 0), 5n * amount)).toBeNull()
})
