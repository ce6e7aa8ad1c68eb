/** One suite of the contract, run against the embedded backend and again through HTTP. */
import { describe, expect, test } from 'vitest'
import type { QuoteAllBody } from '../../src/api/schemas.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { alice, describeBothWays, failure, v2, v3 } from '../support/bothWays.ts'
import { body, fakeProvider, quote, usdc } from '../support/routing.ts'

const bob = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** Pinned for the provider of the parameter tests: a contract is no receiver. */
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const zero = '0x0000000000000000000000000000000000000000'

describeBothWays(({ open, clock, kind, hasOurs }) => {
  test('quoteAll gives every route, best first, each with its id', async () => {
    const api = await open([v2(), v3()])
    const answer = await api.quoteAll(body)
    expect(answer.routes.map((route) => route.providerType)).toEqual(['UNI_SWAP_V3', 'UNISWAP_V2'])
    expect(new Set(answer.routes.map((route) => route.id)).size).toBe(2)
    expect(answer.routes[0]?.estimate).toMatchObject({
      destinationTokenAmount: '2990',
      destinationWeiAmount: '2990000000',
      destinationTokenMinAmount: '2975.05',
      destinationUsdAmount: 2990,
      slippage: 0.005,
    })
    expect(answer.quote).toMatchObject({
      slippage: 0.005,
      timeout: 30,
      depositTradeParams: 'all',
      nativeBlacklist: [],
    })
    expect(answer.failed).toBeUndefined()
  })

  test('quoteBest gives the route item itself', async () => {
    const api = await open([v2(), v3()])
    const best = await api.quoteBest(body)
    expect(best).toMatchObject({
      swapType: 'on-chain',
      estimate: { destinationTokenAmount: '2990' },
    })
    expect(best.tokens.from.amount).toBe('1')
    if (!hasOurs) return
    expect(best.providerType).toBe('UNI_SWAP_V3')
    expect(best.tokens.from).toMatchObject({ symbol: 'ETH', blockchainId: 1 })
  })

  test('swap answers the quoted id, and a repeat with the same answer', async () => {
    const provider = v3()
    let built = 0
    const api = await open([
      { ...provider, build: (one, context) => ((built += 1), provider.build(one, context)) },
    ])
    const { id } = await api.quoteBest(body)
    const first = await api.swap({ ...body, id: id ?? '', fromAddress: alice })
    expect(first.transaction).toMatchObject({ value: '1000000000000000000', data: '0x01' })
    expect(await api.swap({ ...body, id: id ?? '', fromAddress: alice })).toEqual(first)
    expect(built).toBe(1)
  })

  test.runIf(hasOurs)('swapBest quotes and builds in one call', async () => {
    const api = await open([v3()])
    const answer = await api.swapBest({ ...body, fromAddress: alice })
    expect(answer.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.transaction.to).toBe('0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D')
  })

  describe('refusals of swap', () => {
    test.each([
      { change: { srcTokenAmount: '2' }, code: 1003 },
      { change: { dstTokenBlockchain: 'ARBITRUM' as const }, code: 1003 },
      { change: { slippage: 0.2 }, code: 1003 },
      { change: { id: 'c0ffee00-0000-4000-8000-000000000000' }, code: 1004 },
      { change: { id: undefined }, code: 1004 },
      { change: { fromAddress: undefined }, code: 1005 },
      { change: { receiver: '0x1234' }, code: 1006 },
    ])('$change is $code', async ({ change, code }) => {
      const api = await open([v3()])
      const { id } = await api.quoteBest(body)
      const swap = { ...body, id: id ?? '', fromAddress: alice, ...change }
      expect((await failure(api.swap(JSON.parse(JSON.stringify(swap))))).serviceCode).toBe(code)
    })

    test.each([
      { quoted: alice, than: 'the quote' },
      { quoted: undefined, than: 'the earlier swap call with this id' },
    ])('another payer than the one of $than is 1003', async ({ quoted, than }) => {
      const api = await open([v3()])
      const quoting = quoted === undefined ? body : { ...body, fromAddress: quoted }
      const { id } = await api.quoteBest(quoting)
      await api.swap({ ...body, id: id ?? '', fromAddress: alice })
      const error = await failure(api.swap({ ...body, id: id ?? '', fromAddress: bob }))
      expect([error.serviceCode, error.message]).toEqual([
        1003,
        expect.stringContaining(`fromAddress differs from ${than}.`),
      ])
    })

    test('a quote is good for 60 s and not longer', async () => {
      const api = await open([v3()])
      const { id } = await api.quoteBest(body)
      const swap = { ...body, id: id ?? '', fromAddress: alice }
      clock().now += 59_999
      await api.swap(swap)
      clock().now += 1
      expect((await failure(api.swap(swap))).serviceCode).toBe(1004)
    })

    test.runIf(hasOurs)('swapDepositTrade takes deposit routes only', async () => {
      const api = await open([v3()])
      const { id } = await api.quoteBest(body)
      const call = api.swapDepositTrade({ ...body, id: id ?? '', fromAddress: alice })
      expect((await failure(call)).serviceCode).toBe(1999)
    })
  })

  describe('the same in another spelling', () => {
    const marker = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

    test.each([
      { srcTokenAddress: marker },
      { srcTokenAmount: '1.0' },
      { dstTokenAddress: usdc.address.toLowerCase() },
      { slippage: 0.005 },
    ])('of the quote in swap: %j', async (change) => {
      const api = await open([v3()])
      const best = await api.quoteBest(body)
      expect(best.estimate.slippage).toBe(0.005)
      const swap = { ...body, id: best.id ?? '', fromAddress: alice, ...change }
      expect((await api.swap(swap)).transaction.data).toBe('0x01')
    })

    test.each([
      { slippage: 0.01 },
      { srcTokenAmount: '1.00000000000000000001' },
      { srcTokenAmount: 'one' },
      { srcTokenAddress: usdc.address },
      { dstTokenAddress: marker },
    ])('but not another value: %j', async (change) => {
      const api = await open([v3()])
      const { id } = await api.quoteBest(body)
      const swap = { ...body, id: id ?? '', fromAddress: alice, ...change }
      expect((await failure(api.swap(swap))).serviceCode).toBe(1003)
    })

    test.each([
      [50, undefined, 0.005],
      [100, undefined, 0.005],
      [200, 0.02, 0.02],
    ])('a route at %i bps is built from the echo', async (slippageBps, slippage, echoed) => {
      const offers = [quote('UNI_SWAP_V3', 2990_000000n, { slippageBps })]
      const api = await open([fakeProvider('UNI_SWAP_V3', offers)])
      const asked = { ...body, ...(slippage === undefined ? {} : { slippage }) }
      const { quote: echo, routes } = await api.quoteAll(asked)
      expect(echo).toMatchObject({ slippage: echoed })
      const again = { ...asked, ...echo, fromAddress: alice, id: routes[0]?.id ?? '' }
      for (const same of [again, { ...again, slippage: slippageBps / 10_000 }]) {
        expect((await api.swap(JSON.parse(JSON.stringify(same)))).transaction.data).toBe('0x01')
      }
    })

    test('checks without a wallet to check are left out', async () => {
      const api = await open([v3()])
      const { routes } = await api.quoteAll({ ...body, enableChecks: true })
      expect(routes).toHaveLength(1)
    })

    test('every EVM transaction names its spender, or has an empty text where it needs no approval', async () => {
      const api = await open([v3()])
      const best = await api.quoteBest(body)
      const { transaction } = await api.swap({ ...body, id: best.id ?? '', fromAddress: alice })
      expect([best.transaction.approvalAddress, transaction.approvalAddress]).toEqual(['', ''])
    })
  })

  describe('parameters', () => {
    test.each([
      { change: { srcTokenAmount: undefined }, code: 1005 },
      { change: { srcTokenAddress: undefined }, code: 1005 },
      { change: { dstTokenAddress: zero }, code: 1002 },
      { change: { srcTokenAmount: '-1' }, code: 1999 },
      { change: { srcTokenAmount: '1e3' }, code: 1999 },
      { change: { srcTokenAmount: '0' }, code: 1999 },
      { change: { srcTokenAmount: `0.${'1'.repeat(19)}` }, code: 2006 },
      { change: { receiver: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' }, code: 1006 },
      { change: { receiver: zero }, code: 1006 },
      { change: { receiver: router }, code: 1006 },
      { change: { srcTokenBlockchain: 'SEPOLIA' }, code: 1999 },
      { change: { dstTokenAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, code: 1999 },
    ])('$change is $code', async ({ change, code }) => {
      const pinned = () => ({ targets: [router], spenders: [router] })
      const api = await open([{ ...v3(), pinned }])
      const wrong: QuoteAllBody = JSON.parse(JSON.stringify({ ...body, ...change }))
      // The embedded backend is typed; only HTTP callers can leave a required field out.
      if (kind === 'embedded' && code === 1005) return
      expect((await failure(api.quoteAll(wrong))).serviceCode).toBe(code)
    })

    test('a test network is asked only where enabled', async () => {
      const provider = v3()
      const api = await open([provider])
      const testnet = { ...body, srcTokenBlockchain: 'SEPOLIA', dstTokenBlockchain: 'ETH' } as const
      await api.quoteAll({ ...testnet, enableTestnets: true })
      expect(provider.asked).toHaveLength(1)
    })

    test.each(['MOONBEAM', 'MOONRIVER', 'HARMONY', 'BOBA_BSC'] as const)(
      'a swap from or to %s, which has ended, is refused before a provider is asked',
      async (ended) => {
        const provider = v3()
        const api = await open([provider])
        for (const side of ['srcTokenBlockchain', 'dstTokenBlockchain']) {
          const error = await failure(api.quoteAll({ ...body, [side]: ended }))
          expect([error.code, error.message]).toEqual([
            'NO_ROUTE',
            expect.stringMatching(/takes no swaps: .*on|since 2026-/),
          ])
        }
        expect(provider.asked).toEqual([])
        if (!hasOurs) return
        const row = (await api.chains({ includeTestnets: false })).find(
          ({ name }) => name === ended,
        )
        expect(row?.providers).toEqual({ crossChain: [], onChain: [] })
      },
    )

    test('the request reaches the providers as it was meant', async () => {
      const provider = v3()
      const api = await open([provider], { integratorFeeBps: (who) => (who === bob ? 30 : 0) })
      await api.quoteAll({
        ...body,
        fromAddress: alice,
        receiver: bob,
        slippage: 0.01,
        integratorAddress: bob,
        referrer: 'shop',
        foreignBlacklist: { lifi: ['paraswap'], rango: [], zerox: [], dflow: [] },
      })
      expect(provider.asked[0]).toMatchObject({
        srcAmount: 10n ** 18n,
        fromAddress: alice,
        receiver: bob,
        slippageBps: 100,
        integratorAddress: bob,
        integratorFeeBps: 30,
        referrer: 'shop',
        foreignExclusions: { lifi: ['paraswap'] },
      })
    })

    test('the timeout bounds every provider', async () => {
      const api = await open([
        fakeProvider('across', () => new Promise(() => {})),
        fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)]),
      ])
      const started = performance.now()
      const answer = await api.quoteAll({ ...body, timeout: 2, showFailedRoutes: true })
      expect(performance.now() - started).toBeLessThan(2_600)
      expect(answer.routes).toHaveLength(1)
      expect(answer.failed?.map((row) => row.providerType)).toEqual(['across'])
    })
  })

  test('lists failed routes with the contract number only where asked for', async () => {
    const limit = new SwaprouteError('AMOUNT_TOO_LOW', 'The minimum is 40 USDC.', {
      context: { tokenSymbol: 'USDC', minAmount: '40' },
    })
    const api = await open([v3(), fakeProvider('across', limit)])
    expect((await api.quoteAll(body)).failed).toBeUndefined()
    const { failed } = await api.quoteAll({ ...body, showFailedRoutes: true })
    expect(failed).toMatchObject([
      { providerType: 'across', data: { code: 2005, data: { minAmount: '40' } } },
    ])
  })

  test('hides dangerous routes, lists them as failed, shows them on request', async () => {
    const api = await open([fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 1_000000n)])])
    const hidden = await api.quoteAll({ ...body, showFailedRoutes: true })
    expect(hidden.routes).toEqual([])
    expect(hidden.failed?.[0]?.data.code).toBe(7001)
    expect((await failure(api.quoteBest(body))).serviceCode).toBe(2001)
    const shown = await api.quoteAll({ ...body, showDangerousRoutes: true })
    expect(shown.routes[0]?.warnings.map((warning) => warning.code)).toEqual([7001])
  })

  test('nativeBlacklist and skipFeeProviders choose who is asked', async () => {
    const api = await open([v2(), v3()])
    const without = await api.quoteAll({ ...body, nativeBlacklist: ['UNI_SWAP_V3'] })
    expect(without.routes.map((route) => route.providerType)).toEqual(['UNISWAP_V2'])
    const dear = v2()
    const capabilities = { ...dear.capabilities, chargesFee: true }
    const charging = await open([{ ...dear, capabilities }, v3()])
    const free = await charging.quoteAll({ ...body, skipFeeProviders: true })
    expect(free.routes.map((route) => route.providerType)).toEqual(['UNI_SWAP_V3'])
  })

  test('deposit routes: quoteDepositTrades, depositTradeParams, useDepositTradeIfAvailable', async () => {
    const capabilities = { recipient: true, chargesFee: false, deposit: true, crossChain: true }
    const deposit = quote('exolix', 2900_000000n, { executionKind: 'deposit' })
    const api = await open([v3(), fakeProvider('exolix', [deposit], { capabilities })])
    const ids = async (extra: Partial<QuoteAllBody>) =>
      (await api.quoteAll({ ...body, ...extra })).routes.map((route) => route.providerType)
    expect(await ids({})).toEqual(['UNI_SWAP_V3', 'exolix'])
    expect(await ids({ depositTradeParams: 'onlyDeposits' })).toEqual(['exolix'])
    expect(await ids({ depositTradeParams: 'noDeposits' })).toEqual(['UNI_SWAP_V3'])
    expect(await ids({ useDepositTradeIfAvailable: true })).toEqual(['exolix', 'UNI_SWAP_V3'])
    const { routes } = await api.quoteDepositTrades(body)
    expect(routes.map((route) => route.providerType)).toEqual(['exolix'])
  })

  test('reports an outage, not an empty list, when no provider responds', async () => {
    const down = new SwaprouteError('CHAIN_UNAVAILABLE', 'ETH does not answer.')
    const api = await open([fakeProvider('UNISWAP_V2', down)])
    const error = await failure(api.quoteAll(body))
    expect([error.serviceCode, error.exit]).toEqual([2002, 5])
  })

  test('lists providers that did not respond among the failed routes where they are asked for', async () => {
    const capabilities = { recipient: true, chargesFee: false, deposit: true, crossChain: true }
    const down = new SwaprouteError('TIMED_OUT', 'exolix did not answer within 2s.')
    const api = await open([fakeProvider('exolix', down, { capabilities })])
    const asked = { ...body, showFailedRoutes: true, preferredProvider: 'exolix' } as const
    for (const call of ['quoteAll', 'quoteDepositTrades'] as const) {
      expect(await api[call](asked)).toMatchObject({
        routes: [],
        failed: [{ providerType: 'exolix', data: { code: 2999, reason: down.message } }],
      })
    }
    const best = await failure(api.quoteBest(asked))
    expect([best.serviceCode, best.exit]).toEqual([2999, 5])
    if (!hasOurs) return
    const built = await failure(api.swapBest(asked))
    expect([built.serviceCode, built.exit]).toEqual([2999, 5])
  })

  test.runIf(hasOurs)('every chain and every provider of the contract is listed', async () => {
    const api = await open([v3()])
    const chains = await api.chains({ includeTestnets: true })
    expect(chains).toHaveLength(155)
    expect((await api.chains({ includeTestnets: false })).length).toBe(144)
    expect(chains.find((chain) => chain.name === 'ETH')).toMatchObject({
      id: 1,
      type: 'evm',
      providers: { onChain: ['UNI_SWAP_V3'], crossChain: [] },
    })
    const providers = await api.providers({ includeTestnets: false })
    const extensions = providers.crossChain.filter((row) => row.extension === true)
    expect(extensions.map((row) => row.name)).toEqual(['chainflip', 'thorchain'])
    const ofContract = providers.crossChain.length - extensions.length
    expect([ofContract, providers.onChain.length]).toEqual([45, 164])
    expect(providers.onChain.find((row) => row.name === 'UNI_SWAP_V3')?.state).toBe('ready')
  })
})
