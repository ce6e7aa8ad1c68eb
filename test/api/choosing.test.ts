/** Which route is chosen, or why there is none: the same in process and through HTTP. */
import { expect, test } from 'vitest'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import { describeBothWays, failure, v2, v3 } from '../support/bothWays.ts'
import { body, fakeProvider } from '../support/routing.ts'

describeBothWays(({ open, hasOurs }) => {
  test('a price source that is down is an outage, to be tried again later', async () => {
    const book = Object.assign(() => null, { outages: () => ['DefiLlama'] })
    const api = await open([v2(), v3()], { loadPrices: async () => book })
    const error = await failure(api.quoteBest(body))
    expect([error.code, error.exit, error.retry]).toEqual(['UPSTREAM_FAILED', 5, 'later'])
    expect(error.message).toContain('DefiLlama does not answer. 2 routes are hidden.')
    expect(error.context).toMatchObject({ hidden: 2, outages: ['DefiLlama'] })
    const { failed } = await api.quoteAll({ ...body, showFailedRoutes: true })
    expect(failed?.[0]?.data).toMatchObject({ code: 7003, data: { outages: ['DefiLlama'] } })
  })

  test('counts the hidden routes, with the reason', async () => {
    const api = await open([v2(), v3()], { loadPrices: async () => () => null })
    const error = await failure(api.quoteBest(body))
    expect([error.code, error.exit]).toEqual(['NO_ROUTE', 4])
    expect(error.message).toContain('2 routes are hidden as dangerous: fewer than two')
    expect(error.context).toMatchObject({ hidden: 2 })
  })

  test('the smallest minimum and the largest maximum of all are named', async () => {
    const limited = (id: ProviderId, code: 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH', amount: string) =>
      fakeProvider(
        id,
        new SwaprouteError(code, `${id} has a limit.`, {
          context: {
            tokenSymbol: 'ETH',
            [code === 'AMOUNT_TOO_LOW' ? 'minAmount' : 'maxAmount']: amount,
          },
        }),
      )
    const none = fakeProvider('across', new SwaprouteError('TIMED_OUT', 'across is slow.'))
    const low = await failure(
      (
        await open([
          limited('chainflip', 'AMOUNT_TOO_LOW', '20'),
          limited('near_intents', 'AMOUNT_TOO_LOW', '2.5'),
          limited('exolix', 'AMOUNT_TOO_LOW', '10'),
          none,
        ])
      ).quoteBest(body),
    )
    expect([low.serviceCode, low.exit]).toEqual([2005, 4])
    expect(low.message).toContain('near_intents takes the smallest amounts here, from 2.5 ETH')
    expect(low.context).toMatchObject({
      provider: 'near_intents',
      minAmount: '2.5',
      unanswered: 1,
    })
    const high = await failure(
      (
        await open([
          limited('chainflip', 'AMOUNT_TOO_HIGH', '0.2'),
          limited('exolix', 'AMOUNT_TOO_HIGH', '0.9'),
        ])
      ).quoteBest(body),
    )
    expect([high.serviceCode, high.context['maxAmount']]).toEqual([2004, '0.9'])
  })

  test('preferredProvider comes first, and is asked alone where that is wanted', async () => {
    const api = await open([v2(), v3()])
    const first = await api.quoteAll({ ...body, preferredProvider: 'UNISWAP_V2' })
    expect(first.routes.map((route) => route.providerType)).toEqual(['UNISWAP_V2', 'UNI_SWAP_V3'])
    const best = await api.quoteBest({ ...body, preferredProvider: 'UNISWAP_V2' })
    expect(best.estimate.destinationTokenAmount).toBe('2980')
    if (!hasOurs) return
    expect(best).toMatchObject({ providerType: 'UNISWAP_V2', warnings: [] })
    const alone = { preferredProvider: 'UNISWAP_V2', preferredProviderOnly: true } as const
    const only = await api.quoteAll({ ...body, ...alone })
    expect(only.routes.map((route) => route.providerType)).toEqual(['UNISWAP_V2'])
  })

  test('reports a preferred provider without a service here, and takes the best of the others', async () => {
    const api = await open([v2(), v3()])
    const asked = { ...body, preferredProvider: 'lifi' } as const
    const best = await api.quoteBest(asked)
    const { failed } = await api.quoteAll({ ...asked, showFailedRoutes: true })
    const reason = 'The sandbox has no service for lifi.'
    expect(failed).toMatchObject([{ providerType: 'lifi', data: { code: 2001, reason } }])
    if (!hasOurs) return
    expect(best).toMatchObject({ providerType: 'UNI_SWAP_V3', warnings: [{ code: 7011 }] })
    expect(best.warnings[0]?.reason).toContain(reason)
    const alone = await failure(api.quoteBest({ ...asked, preferredProviderOnly: true }))
    expect([alone.serviceCode, alone.message]).toEqual([2001, expect.stringContaining(reason)])
  })
})
