/** Algebra Integral 1.0 and 1.2: the factory, pools, quoter and router of its vendor. */
import { getContractAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AlgebraRow } from '../../src/providers/onchain/families/algebra.ts'
import { startChain, type TestChain } from '../wallet/support/anvil.ts'
import { call, deploy, deployer, send } from '../wallet/support/contracts.ts'
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
} from './support/pools.ts'

const core = '@cryptoalgebra/integral-core'
const ether = 10n ** 18n
const none = '0x0000000000000000000000000000000000000000'

describe.each([
  {
    release: '1.0',
    name: 'algebra-integral-1.0-periphery',
    row: rowOf('BLAST', 'FENIX_V3', 'algebra'),
    form: 10,
    deployers: [],
    data: [],
  },
  {
    release: '1.2',
    name: '@cryptoalgebra/integral-periphery',
    row: rowOf('MONAD', 'ATLANTIS', 'algebra'),
    form: 12,
    deployers: [none],
    data: ['0x'],
  },
])('Algebra Integral $release', ({ name, row: registered, form, deployers, data }) => {
  let chain: TestChain
  let market: Market
  let row: AlgebraRow

  const openPath = (tokens: readonly string[], each: number) => ({
    row: { ...row, code: 'integral' as const },
    tokens,
    params: tokens.slice(1).map(() => each),
  })

  beforeAll(async () => {
    chain = await startChain()
    market = await deployMarket(chain)
    const read = artifactsOf(name)
    const [wrapped, contracts] = [market.weth.address, 'artifacts/contracts']
    const nextNonce = BigInt((await chain.evm.readNonce('ETH', deployer)).latest)
    // The factory and the contract that makes its pools name each other.
    const maker = getContractAddress({ from: deployer, nonce: nextNonce + 1n })
    const fromCore = (contract: string) =>
      read(`${contracts}/${contract}.sol/${contract}.json`, core)
    const factory = await deploy(chain, await fromCore('AlgebraFactory'), [maker])
    await deploy(chain, await fromCore('AlgebraPoolDeployer'), [factory.address])
    const periphery = async (file: string, ...more: string[]) => {
      const [contract] = file.split('/').slice(-1)
      const artifact = await read(`${contracts}/${file}.sol/${contract}.json`)
      return await deploy(chain, artifact, [factory.address, wrapped, ...more, maker])
    }
    const router = await periphery('SwapRouter')
    const quoter = await periphery('lens/QuoterV2')
    const manager = await periphery('NonfungiblePositionManager', none)
    row = {
      ...registered,
      wrapped,
      factory: factory.address,
      router: router.address,
      quoter: quoter.address,
    }
    for (const token of Object.values(market))
      await approve(chain, deployer, token, manager.address)
    const sizes = [
      { other: market.one, held: 10_000n * ether },
      { other: market.two, held: 1000n * ether },
    ]
    for (const { other, held } of sizes) {
      const pair = inOrder([other, market.weth])
      const start = [...pair, ...deployers, 2n ** 96n, ...data]
      await send(chain, call(deployer, manager, 'createAndInitializePoolIfNecessary', start))
      const [token0, token1] = pair
      for (const width of [600, 6000, 60_000]) {
        const position = {
          token0,
          token1,
          deployer: none,
          tickLower: -width,
          tickUpper: width,
          amount0Desired: held,
          amount1Desired: held,
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: deployer,
          deadline: 2n ** 40n,
        }
        await send(chain, call(deployer, manager, 'mint', [position]))
      }
    }
    await approveRouter(chain, market, row.router)
  })
  afterAll(() => chain.stop())

  test('its contracts are those that a row names', async () => {
    expect(row.code).toBe(`integral${form}`)
    expect(await reasonOff(chain, row)).toBeNull()
    const other = { ...row, factory: market.one.address }
    expect(await reasonOff(chain, other)).toContain('the router belongs to the factory')
  })

  test('an open row has no quote in the form of the other generation', async () => {
    for (const tokens of [
      [market.one, market.weth],
      [market.one, market.weth, market.two],
    ]) {
      const path = openPath(
        tokens.map(({ address }) => address),
        22 - form,
      )
      expect((await quoteOn(chain, path, ether)).answer).toBeNull()
    }
  })

  test.each([
    ['the one pool', 10n ** 26n, ['one', 'weth']],
    ['the first pool', 10n ** 26n, ['one', 'weth', 'two']],
    ['the second pool', 40_000n * ether, ['one', 'weth', 'two']],
  ] as const)('no quote for more than %s takes', async (_, amount, names) => {
    const path = { row, tokens: names.map((each) => market[each].address), params: [] }
    expect((await quoteOn(chain, path, amount)).answer).toBeNull()
  })

  describe.each(['registered', 'open'])('a row whose form is %s', (kind) => {
    const pathOf = (tokens: readonly string[]) =>
      kind === 'open' ? openPath(tokens, form) : { row, tokens, params: [] }

    // The last amounts cross ticks.
    test.each([1000n, ether, 123_456_789_012_345_678_901n, 2500n * ether])(
      'pays what is quoted for %d',
      async (amount) => {
        const [one, two, weth] = [market.one, market.two, market.weth].map(({ address }) => address)
        if (one === undefined || two === undefined || weth === undefined)
          throw new Error('no token')
        await expectPaidAsQuoted(chain, pathOf([one, weth]), 'tokens', amount)
        await expectPaidAsQuoted(chain, pathOf([weth, two]), 'nativeIn', amount)
        await expectPaidAsQuoted(chain, pathOf([two, weth]), 'nativeOut', amount)
        await expectPaidAsQuoted(chain, pathOf([one, weth, two]), 'tokens', amount)
        await expectPaidAsQuoted(chain, pathOf([two, weth, one]), 'tokens', amount)
      },
    )
  })
})
