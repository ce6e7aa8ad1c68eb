/** A key reaches every request of its aggregator, where the vendor expects it. */
import { expect, test } from 'vitest'

import { createDodoProvider } from '../../src/providers/dodo.ts'
import { createNativeProvider } from '../../src/providers/native_router.ts'
import { createOneInchProvider } from '../../src/providers/one_inch.ts'
import { createOpenOceanProvider } from '../../src/providers/open_ocean.ts'
import { createProviders, providerUrls } from '../../src/providers/providers.ts'
import { createSquidProvider } from '../../src/providers/squidrouter/squidrouter.ts'
import { createSquidSwapProvider } from '../../src/providers/squidrouter/swap.ts'
import { createZrxProvider } from '../../src/providers/zrx.ts'
import { serviceUrl } from './callCase.ts'
import { callCase as dodo } from './dodo.case.ts'
import { callCase as native } from './native_router.case.ts'
import { callCase as oneInch } from './one_inch.case.ts'
import { callCase as openOcean } from './open_ocean.case.ts'
import { callCase as squid } from './squidrouter.case.ts'
import { callCase as squidSwap } from './squidrouter_swap.case.ts'
import { callCase as zrx } from './zrx.case.ts'
import { play, quoteOf } from './depositSupport.ts'

const given = { baseUrl: serviceUrl, apiKey: 'key' }

test.each([
  ['1inch', oneInch, createOneInchProvider(given), { authorization: 'Bearer key' }],
  ['0x', zrx, createZrxProvider(given), { '0x-api-key': 'key', '0x-version': 'v2' }],
  ['Native', native, createNativeProvider(given), { apiKey: 'key' }],
  ['Squid', squid, createSquidProvider(given), { 'x-integrator-id': 'key' }],
  ['Squid on one chain', squidSwap, createSquidSwapProvider(given), { 'x-integrator-id': 'key' }],
  ['OpenOcean', openOcean, createOpenOceanProvider(given), { apikey: 'key' }],
  ['OpenOcean without a key', openOcean, openOcean.create(serviceUrl), {}],
])('%s has it in its headers', async (_name, { request, honest }, provider, headers) => {
  const { context, asked } = play(serviceUrl, honest)
  await provider.build(await quoteOf(provider, request, context), context)
  expect(asked.map((each) => each.headers)).toEqual([headers, headers, headers])
})

test('DODO has it in its addresses', async () => {
  const { context, asked } = play(serviceUrl, dodo.honest)
  const provider = createDodoProvider(given)
  await provider.build(await quoteOf(provider, dodo.request, context), context)
  for (const { url } of asked) expect(new URL(url).searchParams.get('apikey')).toBe('key')
})

test.each([
  [{}, 'https://open-api.openocean.finance'],
  [{ OPEN_OCEAN: 'key' }, 'https://open-api-pro.openocean.finance'],
])('OpenOcean has a host of its own for keys: %o', async (keys, origin) => {
  const provider = await createProviders({ urls: providerUrls, keys }).adapterOf('OPEN_OCEAN')
  const { context, asked } = play(origin, [])
  await expect(quoteOf(provider, openOcean.request, context)).rejects.toThrow('not recorded')
  expect(asked.map(({ url }) => new URL(url).origin)).toEqual([origin])
})
