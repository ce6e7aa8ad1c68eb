/**
 * Forms of answers that clients of version 2 and the documentation's pages show beside those of the
 * recordings: shaped from them, because no recorded order is public.
 */
import { describe, expect, test } from 'vitest'

import { createQuickexProvider } from '../../../src/providers/quickex.ts'
import { depositAddress } from '../depositContract.ts'
import {
  bent,
  type Body,
  type Exchange,
  play,
  quoteOf,
  refusal,
  tokenOf,
} from '../depositSupport.ts'
import { baseUrl, create, list, order, path, quote, ratePath, request } from './recordings.ts'
import { wanted } from '../quickex.case.ts'

const fresh = (): ReturnType<typeof createQuickexProvider> =>
  createQuickexProvider({ baseUrl, apiKey: null, pause: async () => {} })

async function open(createdBody: Body, orderBody: Body): Promise<Body> {
  const provider = fresh()
  const offered = await quoteOf(provider, request, play(baseUrl, [list, ...quote]).context, 'fixed')
  const calls = [list, { ...create, body: createdBody }, { path, body: orderBody }]
  const { transaction } = await provider.build(offered, play(baseUrl, calls).context)
  return transaction
}

describe('an order', () => {
  const shown = { depositAddress, amountToSend: '0.015', exchangeId: '900001' }
  const bare = { orderId: 900001, depositAddress, depositAddressMemo: null }

  test('whose answer names no amounts is proved by reading it back', async () => {
    await expect(open(bare, order)).resolves.toMatchObject(shown)
    const less = { ...order, claimedDepositAmount: '0.15' }
    const error = await refusal(open(bare, less).then(() => null))
    expect(error.context).toMatchObject({ check: 'D8' })
  })

  const flat = (change: (body: Body) => void = () => {}): Body =>
    bent(order, (body) => {
      delete body.pair
      Object.assign(body, {
        instrumentFromCurrencyTitle: 'BTC',
        instrumentFromNetworkTitle: 'BTC',
        instrumentToCurrencyTitle: 'USDC',
        instrumentToNetworkTitle: 'ERC20',
      })
      change(body)
    })

  test('that is read back with its coins one by one', async () => {
    await expect(open(bare, flat())).resolves.toMatchObject(shown)
    const other = flat((body) => (body.instrumentToCurrencyTitle = 'USDT'))
    const error = await refusal(open(bare, other).then(() => null))
    expect(error.context).toMatchObject({ check: 'D3' })
  })
})

describe('a contract named by the list', () => {
  const ours = tokenOf('ARBITRUM', 'USDC')
  const bridged = tokenOf('ARBITRUM', 'USDC.e')
  const dollar = (contractAddress: string | null): Body => ({
    ...list.body[1],
    currencyTitle: 'USDC',
    networkTitle: 'ARBITRUM',
    contractAddress,
  })
  const asked = { ...request, dstToken: ours }
  const priceOf = async (instruments: Body[]): Promise<unknown> => {
    const rates = quote.map((one): Exchange => ({
      ...one,
      path: one.path.replace('ERC20', 'ARBITRUM'),
    }))
    const tape = play(baseUrl, [{ ...list, body: [list.body[0], ...instruments] }, ...rates])
    const { quotes } = await fresh().quote(asked, wanted, tape.context)
    return quotes.length
  }

  test('serves a coin whose title alone would not be enough', async () => {
    await expect(priceOf([dollar(ours.address.toLowerCase())])).resolves.toBe(2)
  })

  test.each([
    ['of the bridged token', [dollar(bridged.address)]],
    ['that is missing', [dollar(null)]],
  ])('%s makes no offer', async (_, instruments) => {
    const error = await refusal(priceOf(instruments).then(() => null))
    expect(error.code).toBe('NO_ROUTE')
  })

  test('two of one title are never ordered: an order could mean either', async () => {
    const both = [dollar(ours.address), dollar(bridged.address)]
    const error = await refusal(priceOf(both).then(() => null))
    expect(error.code).toBe('UPSTREAM_FAILED')
  })
})

test.each([
  ['Amount Too Small', '0.02', undefined, 'AMOUNT_TOO_LOW'],
  ['Amount Too Big', '0.01', '0.01', 'AMOUNT_TOO_HIGH'],
  ['Http Exception', '0.02', '0.03', 'AMOUNT_TOO_LOW'],
])('reads limits from their number: %s %s %s', async (message, expected, expectedGeneral, code) => {
  const details = { expected, ...(expectedGeneral === undefined ? {} : { expectedGeneral }) }
  const refused = { status: 400, body: { message, data: { details } } }
  const calls = ['FLOATING', 'FIXED'].map((mode) => ({ path: ratePath(mode), ...refused }))
  const tape = play(baseUrl, [list, ...calls])
  const error = await refusal(fresh().quote(request, wanted, tape.context))
  expect(error.code).toBe(code)
})
