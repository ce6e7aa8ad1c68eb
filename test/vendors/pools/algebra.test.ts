/** Algebra before and since Integral: the factory, pools, quoter and router of its vendor. */
import { basename } from 'node:path'
import { getContractAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Artifact, toArtifact } from '../../../sandbox/src/artifacts.ts'
import { algebra, type AlgebraRow } from '../../../src/providers/onchain/families/algebra.ts'
import { startChain, type TestChain } from '../../wallet/support/anvil.ts'
import { call, deploy, deployer, send } from '../../wallet/support/contracts.ts'
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

import integral10 from './recordings/integral10.json' with { type: 'json' }

const ether = 10n ** 18n
const none = '0x0000000000000000000000000000000000000000'

const recorded = async (file: string): Promise<Artifact> => {
  const contract = basename(file, '.json')
  const contracts: Record<string, unknown> = integral10.contracts
  return toArtifact(contracts[contract], contract)
}

type Name = keyof Market
const direct: Name[] = ['one', 'weth']
const through: Name[] = ['one', 'weth', 'two']
const integral = { core: '@cryptoalgebra/integral-core', lens: 'QuoterV2' }

describe.each([
  {
    release: '2, with the first Quoter',
    core: '@cryptoalgebra/core',
    lens: 'Quoter',
    name: '@cryptoalgebra/periphery',
    row: rowOf('POLYGON', 'QUICK_SWAP_V3', 'algebra'),
    code: 'v1',
    form: null,
    deployers: [],
    data: [],
  },
  {
    ...integral,
    release: 'Integral 1.0',
    name: null,
    row: rowOf('BLAST', 'FENIX_V3', 'algebra'),
    code: 'integral10',
    form: 10,
    deployers: [],
    data: [],
  },
  {
    ...integral,
    release: 'Integral 1.2',
    name: '@cryptoalgebra/integral-periphery',
    row: rowOf('MONAD', 'ATLANTIS', 'algebra'),
    code: 'integral12',
    form: 12,
    deployers: [none],
    data: ['0x'],
  },
])('Algebra $release', ({ name, core, lens, row: registered, code, form, deployers, data }) => {
  let chain: TestChain
  let market: Market
  let row: AlgebraRow

  const tokensOf = (names: readonly Name[]) => names.map((each) => market[each].address)
  const openPath = (tokens: readonly string[], each: number) => ({
    row: { ...row, code: 'integral' as const },
    tokens,
    params: tokens.slice(1).map(() => each),
  })

  beforeAll(async () => {
    chain = await startChain()
    market = await deployMarket(chain)
    // Both versions of one package cannot be installed side by side: the older one is a recording.
    const read = name === null ? recorded : artifactsOf(name)
    const [wrapped, contracts] = [market.weth.address, 'artifacts/contracts']
    const nextNonce = BigInt((await chain.evm.readNonce('ETH', deployer)).latest)
    // The factory and the contract that makes its pools name each other.
    const maker = getContractAddress({ from: deployer, nonce: nextNonce + 1n })
    const fromCore = (contract: string) =>
      read(`${contracts}/${contract}.sol/${contract}.json`, core)
    const factory = await deploy(chain, await fromCore('AlgebraFactory'), [maker])
    const vault = getContractAddress({ from: factory.address, nonce: 1n })
    const makerArgs = form === null ? [factory.address, vault] : [factory.address]
    await deploy(chain, await fromCore('AlgebraPoolDeployer'), makerArgs)
    const periphery = async (file: string, ...more: string[]) => {
      const [contract] = file.split('/').slice(-1)
      const artifact = await read(`${contracts}/${file}.sol/${contract}.json`)
      return await deploy(chain, artifact, [factory.address, wrapped, ...more, maker])
    }
    const router = await periphery('SwapRouter')
    const quoter = await periphery(`lens/${lens}`)
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
    expect(row.code).toBe(code)
    expect(await reasonOff(chain, row)).toBeNull()
    const other = { ...row, factory: market.one.address }
    expect(await reasonOff(chain, other)).toContain('the router belongs to the factory')
  })

  const others = [10, 12].filter((each) => each !== form)
  test.each(others)('has no answer in the form of Integral 1.%d, were it open', async (other) => {
    for (const names of [direct, through]) {
      const { answer } = await quoteOn(chain, openPath(tokensOf(names), other), ether)
      expect(answer).toBeNull()
    }
  })

  test.each([
    ['the one pool', 10n ** 26n, direct],
    ['the first pool', 10n ** 26n, through],
    ['the second pool', 40_000n * ether, through],
  ])('no quote for more than %s takes', async (_, amount, names) => {
    const path = { row, tokens: tokensOf(names), params: [] }
    const { answer } = await quoteOn(chain, path, amount)
    if (algebra.asksMore?.(row) === true) {
      // It is left out for giving no more for twice the amount.
      expect((await quoteOn(chain, path, amount * 2n)).answer).toEqual(answer)
    } else expect(answer).toBeNull()
  })

  describe.each(form === null ? ['stated'] : ['stated', 'open'])('a row of %s form', (kind) => {
    const pathOf = (...names: Name[]) => {
      const tokens = tokensOf(names)
      return kind === 'open' ? openPath(tokens, form ?? 0) : { row, tokens, params: [] }
    }

    // The last amounts cross ticks.
    test.each([1000n, ether, 123_456_789_012_345_678_901n, 2500n * ether])(
      'pays what is quoted for %d',
      async (amount) => {
        await expectPaidAsQuoted(chain, pathOf('one', 'weth'), 'tokens', amount)
        await expectPaidAsQuoted(chain, pathOf('weth', 'two'), 'nativeIn', amount)
        await expectPaidAsQuoted(chain, pathOf('two', 'weth'), 'nativeOut', amount)
        await expectPaidAsQuoted(chain, pathOf('one', 'weth', 'two'), 'tokens', amount)
        await expectPaidAsQuoted(chain, pathOf('two', 'weth', 'one'), 'tokens', amount)
      },
    )
  })
})
