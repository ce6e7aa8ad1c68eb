import { describe, expect, test, vi } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { Provider } from '../../../src/providers/types.ts'
import type { RouterEvent } from '../../../src/router/router.ts'
import type { RoutePlan } from '../../../src/router/selection.ts'
import { mayBePicked } from '../../../src/router/preferred.ts'
import { names, run } from '../../support/findRoutes.ts'
import { ether, fakeProvider, quote, request } from '../../support/routing.ts'

test('best first, however fast they answer; one failure is a row', async () => {
  const events: RouterEvent[] = []
  const result = await run(
    [
      fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)]),
      fakeProvider('SUSHI_SWAP', new SwaprouteError('RATE_LIMITED', 'slow down')),
      fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)]),
    ],
    {},
    events,
  )
  expect(names(result)).toEqual(['UNI_SWAP_V3', 'UNISWAP_V2'])
  expect(result.failed.map(({ provider, error }) => [provider, error.serviceCode])).toEqual([
    ['SUSHI_SWAP', 2003],
  ])
  expect(events[0]).toEqual({
    type: 'started',
    calculated: 0,
    total: 3,
    waiting: ['UNISWAP_V2', 'SUSHI_SWAP', 'UNI_SWAP_V3'],
  })
  expect(events.at(-1)).toMatchObject({ calculated: 3, total: 3, waiting: [] })
  expect(events.map((event) => event.type).sort()).toEqual(['failed', 'quote', 'quote', 'started'])
})

test('a provider that ignores its signal is cut off inside the request', async () => {
  vi.useFakeTimers()
  try {
    const stuck = fakeProvider('across', () => new Promise(() => {}))
    const answer = run([stuck, fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)])], {
      timeoutMs: 2_000,
    })
    // 250 ms are reserved for the end, 50 of them for a last answer.
    await vi.advanceTimersByTimeAsync(1_799)
    let settled = false
    void answer.then(() => (settled = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const result = await answer
    expect(names(result)).toEqual(['UNISWAP_V2'])
    expect(result.failed[0]?.error.code).toBe('TIMED_OUT')
  } finally {
    vi.useRealTimers()
  }
})

test('a foreign exception is a row too, as an internal error', async () => {
  const broken = fakeProvider('across', () => Promise.reject(new TypeError('x is undefined')))
  const result = await run([broken])
  expect(result.failed[0]?.error.code).toBe('INTERNAL')
})

describe('a preferred provider', () => {
  const offers = (preferred: bigint, other: bigint) => [
    fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', preferred)]),
    fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', other)]),
  ]
  const prefer = (providers: Provider[], more: Partial<RoutePlan> = {}) =>
    run(providers, { preferred: 'UNISWAP_V2', ...more })
  const chosen = (result: Awaited<ReturnType<typeof run>>) => result.offers.find(mayBePicked)

  test('comes first and is chosen while it leaves at most 2 % less', async () => {
    const result = await prefer(offers(2940_000000n, 3000_000000n))
    expect(names(result)).toEqual(['UNISWAP_V2', 'UNI_SWAP_V3'])
    expect(chosen(result)?.quote.provider).toBe('UNISWAP_V2')
    expect(result.offers.flatMap(({ quote: { warnings } }) => warnings)).toEqual([])
  })

  test('comes first but is not chosen below that, and both routes say why', async () => {
    const result = await prefer(offers(2939_000000n, 3000_000000n))
    expect(names(result)).toEqual(['UNISWAP_V2', 'UNI_SWAP_V3'])
    expect(chosen(result)?.quote.provider).toBe('UNI_SWAP_V3')
    expect(result.offers.map(({ quote: { warnings } }) => warnings)).toEqual([
      [{ code: 7010, reason: expect.stringContaining('over 2% less') }],
      [{ code: 7011, reason: expect.stringContaining('UNISWAP_V2 is preferred') }],
    ])
  })

  test('is not chosen where its route is dangerous', async () => {
    const result = await prefer(offers(2000_000000n, 3000_000000n))
    expect(chosen(result)?.quote.warnings).toEqual([
      { code: 7011, reason: expect.stringMatching(/dangerous: worth 33\.33% less/) },
    ])
  })

  test.each([
    [null, 'across does not serve this swap.'],
    ['across needs a key: SWAPROUTE_ACROSS_API_KEY.', 'needs a key'],
  ])('that is not asked is reported: %s', async (preferredUnavailable, reason) => {
    const idle = fakeProvider('across', [], { supports: () => [] })
    const result = await run([idle, ...offers(2990_000000n, 3000_000000n)], {
      preferred: 'across',
      preferredUnavailable,
    })
    expect(result.failed).toMatchObject([
      { provider: 'across', error: { message: expect.stringContaining(reason) } },
    ])
    expect(result.offers[0]?.quote.warnings).toEqual([
      { code: 7011, reason: expect.stringContaining(reason) },
    ])
  })
})

test('the transfer that pays a deposit order is estimated, and counts', async () => {
  const capabilities = { recipient: true, chargesFee: false, deposit: true, crossChain: true }
  const deposit = quote('relay', 2990_000000n, { executionKind: 'deposit' })
  const provider = fakeProvider('relay', [deposit], { capabilities })
  const gas = { limit: 65_000n, price: 10n ** 10n }
  const told = { transfer: gas, callDataFee: 0n }
  const chainGas = vi.fn<() => Promise<typeof told>>(async () => told)
  const result = await run([provider], {}, undefined, { chainGas })
  expect(result.offers[0]?.quote.fees.gas).toEqual(gas)
  await run([fakeProvider('UNISWAP_V2', [deposit])], {}, undefined, { chainGas })
  expect(chainGas).toHaveBeenCalledTimes(1)
})

test('what a rollup charges for data is read for any provider, and counts', async () => {
  const gas = { limit: 100_000n, price: 10n ** 9n }
  const call = quote('UNISWAP_V2', 2990_000000n, {
    fees: { gas, protocolFixed: 0n, providerFixed: 0n, percent: null },
  })
  const told = { transfer: { limit: 65_000n, price: 10n ** 9n }, callDataFee: 4n * 10n ** 14n }
  const tools = { chainGas: async () => told, chargesData: true }
  const { offers } = await run([fakeProvider('UNISWAP_V2', [call])], {}, undefined, tools)
  expect(offers[0]?.quote.fees.gas).toEqual({ ...gas, dataFee: told.callDataFee })
})

describe('who is asked', () => {
  const offer = [quote('UNISWAP_V2', 2980_000000n)]
  test('not an excluded one (nativeBlacklist)', async () => {
    const provider = fakeProvider('UNISWAP_V2', offer)
    await run([provider], { excluded: new Set(['UNISWAP_V2']) })
    expect(provider.asked).toHaveLength(0)
  })
  test('only the preferred one, where no other is wanted', async () => {
    const other = fakeProvider('SUSHI_SWAP', offer)
    const preferred = fakeProvider('UNISWAP_V2', offer)
    const only = { preferred: 'UNISWAP_V2', onlyPreferred: true } as const
    expect(names(await run([other, preferred], only))).toEqual(['UNISWAP_V2'])
    expect(other.asked).toHaveLength(0)
  })
  test('not one that declares that it cannot serve the request', async () => {
    const provider = fakeProvider('UNISWAP_V2', offer, { supports: () => [] })
    await run([provider])
    expect(provider.asked).toHaveLength(0)
  })
  test('not one that cannot pay another receiver', async () => {
    const capabilities = { recipient: false, chargesFee: false, deposit: false, crossChain: false }
    const provider = fakeProvider('UNISWAP_V2', offer, { capabilities })
    await run([provider], { request: request({ fromAddress: '0x1', receiver: '0x2' }) })
    await run([provider], { request: request({ fromAddress: '0x1', receiver: '0x1' }) })
    expect(provider.asked).toHaveLength(1)
  })
  test.each([
    { deposits: 'all', expected: 2 },
    { deposits: 'onlyDeposits', expected: 1 },
    { deposits: 'noDeposits', expected: 1 },
  ] as const)('depositTradeParams $deposits', async ({ deposits, expected }) => {
    const capabilities = { recipient: true, chargesFee: false, deposit: true, crossChain: true }
    const result = await run(
      [
        fakeProvider('exolix', [quote('exolix', 2970_000000n)], { capabilities }),
        fakeProvider('UNISWAP_V2', offer),
      ],
      { deposits },
    )
    expect(result.offers).toHaveLength(expected)
    expect(names(result).includes('exolix')).toBe(deposits !== 'noDeposits')
  })
  test.each([
    ['all', 'relay'],
    ['onlyDeposits', 'exolix'],
    ['noDeposits', 'across'],
  ] as const)('%s takes the form %s of a provider with two', async (deposits, expected) => {
    const of = (id: ProviderId, deposit: boolean, more: Partial<Provider> = {}) => {
      const capabilities = { recipient: true, chargesFee: false, deposit, crossChain: true }
      return fakeProvider(id, [quote(id, 2970_000000n)], { capabilities, ...more })
    }
    const forms = { deposit: of('exolix', true), signed: of('across', false) }
    expect(names(await run([of('relay', true, { forms })], { deposits }))).toEqual([expected])
  })
  test('deposits come first where they are preferred', async () => {
    const deposit = quote('exolix', 2900_000000n, { executionKind: 'deposit' })
    const providers = [fakeProvider('exolix', [deposit]), fakeProvider('UNISWAP_V2', offer)]
    expect(names(await run(providers))).toEqual(['UNISWAP_V2', 'exolix'])
    expect(names(await run(providers, { preferDeposit: true }))).toEqual(['exolix', 'UNISWAP_V2'])
  })
})

describe('what is dropped', () => {
  const free = { gas: null, protocolFixed: 0n, providerFixed: 0n, percent: null }
  test.each([
    ['a share', { ...free, percent: { percent: 0.1, token: ether } }],
    ['a fixed fee of its own', { ...free, providerFixed: 1n }],
    ['a fixed fee of the router', { ...free, protocolFixed: 1n }],
    ['a fee inside its rate', null],
  ])('a route with %s under skipFeeProviders, and not otherwise', async (_what, shown) => {
    const offer = [quote('across', 2990_000000n, { fees: shown ?? free })]
    const capabilities = {
      recipient: true,
      chargesFee: shown === null,
      deposit: false,
      crossChain: true,
    }
    const provider = fakeProvider('across', offer, { capabilities })
    const other = fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)])
    expect(names(await run([provider, other]))).toEqual(['across', 'UNISWAP_V2'])
    expect(provider.asked).toHaveLength(1)
    const without = await run([provider, other], { skipFeeProviders: true })
    expect(names(without)).toEqual(['UNISWAP_V2'])
    expect(without.failed).toEqual([
      {
        provider: 'across',
        error: expect.objectContaining({
          code: 'NO_ROUTE',
          message: expect.stringMatching(
            shown === null ? /takes its fee inside its rate/ : /charges a fee on this route/,
          ),
          context: { asked: shown !== null, leftOut: 'fee' },
        }),
      },
    ])
    expect(provider.asked).toHaveLength(shown === null ? 1 : 2)
  })
  test('an offer off the median by a power of ten', async () => {
    const offers = (['UNISWAP_V2', 'SUSHI_SWAP', 'UNI_SWAP_V3'] as const).map((id, index) =>
      fakeProvider(id, [quote(id, 2980_000000n + BigInt(index))]),
    )
    const wrong = fakeProvider('across', [quote('across', 2980_000000n * 10n ** 12n)])
    const result = await run([...offers, wrong])
    expect(names(result)).not.toContain('across')
    expect(result.failed[0]?.error.message).toContain('power of ten')
  })
})

test('dangerous offers stay in the list, marked', async () => {
  const result = await run([fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 1_000000n)])])
  expect(result.offers[0]?.dangers.map((danger) => danger.code)).toEqual([7001])
})

test('a disabled provider is never asked, and listed as disabled where it would have been', async () => {
  const across = fakeProvider('across', [quote('across', 3100_000000n)])
  const uni = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 3000_000000n)])
  const idle = fakeProvider('relay', [quote('relay', 3200_000000n)], { supports: () => [] })
  const events: RouterEvent[] = []
  const disabled = new Set(['across', 'relay'] as const)
  const result = await run([across, uni, idle], { disabled }, events)
  expect(names(result)).toEqual(['UNI_SWAP_V3'])
  expect(across.asked).toEqual([])
  expect(result.failed).toMatchObject([
    { provider: 'across', error: { code: 'NO_ROUTE', context: { check: 'S6' } } },
  ])
  expect(events[0]).toMatchObject({ type: 'started', total: 2, waiting: ['UNI_SWAP_V3'] })
  expect(names(await run([across, uni, idle]))).toEqual(['across', 'UNI_SWAP_V3'])
})
