import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { priceOffer, upstreamName } from '../../../sandbox/src/calls/offers.ts'
import { callServices, contractsOf } from '../../../sandbox/src/calls/services.ts'
import type { Refusal, Token } from '../../../sandbox/src/calls/dialect.ts'
import { sandboxChains, type SandboxBlockchain } from '../../../sandbox/src/chains.ts'
import { packOrder } from '../../../sandbox/src/dialects/dln.ts'
import { createFaultBoard } from '../../../sandbox/src/faults.ts'
import { tokenOf } from '../../../sandbox/src/seed/tokens.ts'
import { isProviderId } from '../../../src/core/providerIds.ts'
import { createProviders, providerUrls } from '../../../src/providers/providers.ts'

const keys = Object.fromEntries(callServices.map(({ id }) => [id.toUpperCase(), 'sandbox']))
const providers = createProviders({ urls: providerUrls, keys })
const folder = fileURLToPath(new URL('../../../sandbox/src/dialects', import.meta.url))
const files = readdirSync(folder)

describe.each(callServices.map((service) => [service.id, service] as const))(
  '%s',
  (id, service) => {
    test('is at every contract that its adapter pays on the chains of the sandbox', async () => {
      const adapter = isProviderId(id) ? await providers.find(id) : null
      if (adapter === null || !isProviderId(id)) throw new Error(`${id} has no adapter`)
      const here = contractsOf(service).map((address) => address.toLowerCase())
      const served = sandboxChains.filter(({ blockchain }) => {
        const { targets, spenders } = adapter.pinned(id, blockchain)
        for (const address of [...targets, ...spenders])
          expect(here).toContain(address.toLowerCase())
        return targets.length > 0
      })
      expect(served.length).toBeGreaterThan(0)
    })

    test('has a server for each base address of its row', () => {
      const names = Object.keys(service.urls ?? { [id]: '' })
      expect(names).toContain(id)
      for (const name of names) expect(providerUrls).toHaveProperty(name)
    })
  },
)

test('every dialect is in the list', () => {
  // Two dialects of one vendor share their parts.
  const dialects = files.filter((file) => !file.endsWith('Parts.ts'))
  expect(dialects).toHaveLength(callServices.length)
})

// The command line lists faults by service, and starts in milliseconds.
test.each(files)('%s imports no library', (file) => {
  const imports = readFileSync(`${folder}/${file}`, 'utf8').matchAll(
    /^(import\b.*?) from '(.*)'$/gms,
  )
  const loaded = [...imports].flatMap(([, what, from]) =>
    what?.startsWith('import type') === true ? [] : [from],
  )
  for (const from of loaded) expect(from).toMatch(/^node:|src\/core\/|^\.\/\w+Parts\.ts$/)
})

describe('an offer', () => {
  const aggregator = callServices.find(({ kit }) => kit === 'evmAggregator')
  const bridge = callServices.find(({ kit }) => kit === 'evmBridge')
  if (aggregator?.kit !== 'evmAggregator' || bridge === undefined) throw new Error('no services')

  const place = (blockchain: SandboxBlockchain, symbol: string, service = aggregator) => ({
    chain: service.chains[blockchain] ?? '',
    token: upstreamName(service, { ...tokenOf(blockchain, symbol), blockchain } satisfies Token),
  })
  class Refused extends Error {}
  const refuse = ({ body }: Refusal): Refused => new Refused(JSON.stringify(body))
  const offer = (from: string, to: string, amount: string, faults = createFaultBoard()) =>
    priceOffer(
      aggregator,
      { from: place('ETH', from), to: place('ETH', to), amount },
      faults,
      refuse,
    )

  test('is worth less than is paid, and less the larger it is', () => {
    const small = offer('USDC', 'USDT', '1000000000').amountOut
    const large = offer('USDC', 'USDT', '1000000000000').amountOut
    expect(small).toBeLessThan(1_000_000_000n)
    expect(small).toBeGreaterThan(990_000_000n)
    expect(large).toBeLessThan(small * 1_000n)
  })

  test.each([
    ['the same token', 'USDC', 'USDC', '1000000', /route not found/],
    ['no amount', 'USDC', 'USDT', 'x', /no eligible pools/],
    ['more than it takes', 'USDC', 'USDT', '9000000000000000', /greater than the max/],
  ])('of %s is refused in words of the service', (_, from, to, amount, words) => {
    const amounts = { ...aggregator.terms, minUsd: 1 }
    expect(() =>
      priceOffer(
        { ...aggregator, terms: amounts },
        { from: place('ETH', from), to: place('ETH', to), amount },
        createFaultBoard(),
        refuse,
      ),
    ).toThrow(words)
  })

  test('of a token or chain that is not here is refused', () => {
    const to = place('ETH', 'USDC')
    const elsewhere = { chain: 'solana', token: to.token }
    const nothing = { chain: to.chain, token: `0x${'12'.repeat(20)}` }
    const priced = (from: typeof to) => () =>
      priceOffer(aggregator, { from, to, amount: '1' }, createFaultBoard(), refuse)
    expect(priced(elsewhere)).toThrow(/chain not found/)
    expect(priced(nothing)).toThrow(/token not found/)
  })

  test.each([
    ['too-low', /no eligible pools/],
    ['too-high', /greater than the max/],
    ['refuse', /route not found/],
  ])('with the fault %s is refused', (fault, words) => {
    const faults = createFaultBoard()
    faults.set(aggregator.id, fault, null)
    expect(() => offer('USDC', 'USDT', '1000000000', faults)).toThrow(words)
  })

  test('between chains costs the payout as well, and stays between chains', () => {
    const at = (blockchain: string) => {
      const chain = sandboxChains.find((one) => one.blockchain === blockchain)
      if (chain === undefined) throw new Error('no such chain')
      const { address: token } = tokenOf(chain.blockchain, 'USDC')
      return { chain: String(chain.chainId), token }
    }
    const priced = (from: string, to: string, amount: string) =>
      priceOffer(bridge, { from: at(from), to: at(to), amount }, createFaultBoard(), refuse)
    const { amountOut } = priced('ETH', 'ARBITRUM', '100000000')
    expect(amountOut).toBeLessThan(100_000_000n)
    expect(amountOut).toBeGreaterThan(99_000_000n)
    expect(() => priced('ETH', 'ETH', '100000000')).toThrow(/ESTIMATION_FAILED/)
    expect(() => priced('ETH', 'ARBITRUM', '1000')).toThrow(/ERROR_LOW_GIVE_AMOUNT/)
  })
})

// An answer of the live service of 2026-09-15, BSC to ETH:
// https://github.com/hyperlane-xyz/hyperlane-monorepo typescript/rebalancer/src/bridges/fixtures/debridge-order.json
test('an order of deBridge has the number that deBridge gives it', () => {
  const user = '0x6056e8e8e5db30ffa9d721e3d73b3d558011fda9'
  const packed = packOrder({
    makerOrderNonce: 1_789_457_282_496n,
    makerSrc: user,
    giveChainId: 56n,
    giveTokenAddress: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d',
    giveAmount: 998_614_664_118_957_815_524n,
    takeChainId: 1n,
    takeTokenAddress: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    takeAmount: 997_234_043n,
    receiverDst: user,
    givePatchAuthoritySrc: user,
    orderAuthorityAddressDst: user,
    allowedTakerDst: '0x555ce236c0220695b68341bc48c68d52210cc35b',
    allowedCancelBeneficiarySrc: user,
    externalCall: '0x',
  })
  const orderId = '0x7626a77c9a767f22f4c81dbc20e3bdc399d400418eb9258b2cb8856791f8f2cc'
  expect(keccak256(packed)).toBe(orderId)
})
