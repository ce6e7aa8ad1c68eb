/** What only Rango does: exclusions by group, and what its answers leave out. */
import { describe, expect, test } from 'vitest'

import { createRangoProvider, createRangoSwapProvider } from '../../../src/providers/rango/rango.ts'
import { serviceUrl } from '../callCase.ts'
import { callCase } from '../rango.case.ts'
import { minedCall } from '../minedCall.ts'
import {
  type Body,
  evm,
  type Exchange,
  hash,
  play,
  quoteOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'
import { requestId, routeOf } from './shapes.ts'

const [usdc, arbUsdc, dai] = [
  tokenOf('ETH', 'USDC'),
  tokenOf('ARBITRUM', 'USDC'),
  tokenOf('ETH', 'DAI'),
]
const amount = 100_000_000n
const options = { baseUrl: serviceUrl, apiKey: 'key' }
const without = (rango: string[]) => ({
  fromAddress: evm('alice'),
  foreignExclusions: { lifi: [], rango, zerox: [], dflow: [] },
})

describe('exclusions', () => {
  test('of the only bridge send no request', async () => {
    const request = requestOf(usdc, arbUsdc, amount, without(['across']))
    const { context } = play(serviceUrl, [])
    const error = await refusal(quoteOf(createRangoProvider(options), request, context))
    expect(error).toMatchObject({ code: 'NO_ROUTE' })
  })

  test.each([
    ['an exchange of the route', 'OpenOcean', 'OPENOCEAN'],
    ['an exchange of a step', 'Rango', 'Curve'],
  ])('are looked for in the answer: %s', async (_name, swapper, excluded) => {
    const query = { swapperGroups: excluded, swappersGroupsExclude: 'true' }
    const given = { src: usdc, dst: dai, amount, out: amount, least: amount, slippage: '0.5' }
    const told = routeOf({ ...given, swapper, query })
    told.body.route.path.push({ swapper: { id: 'Curve', swapperGroup: null } })
    const request = requestOf(usdc, dai, amount, without([excluded]))
    const { context } = play(serviceUrl, [told])
    const error = await refusal(quoteOf(createRangoSwapProvider(options), request, context))
    expect(error).toMatchObject({ code: 'NO_ROUTE' })
    expect(error.message).toContain('which you excluded')
  })
})

test('limits are in token units', async () => {
  const [quote] = callCase.honest
  if (quote === undefined) throw new Error('no quote')
  const amountRestriction = { min: '200.5', max: null, type: 'INCLUSIVE' }
  const body: Body = { requestId, resultType: 'INPUT_LIMIT_ISSUE', route: { amountRestriction } }
  const { context } = play(serviceUrl, [{ ...quote, body }])
  const error = await refusal(quoteOf(createRangoProvider(options), callCase.request, context))
  expect(error).toMatchObject({ code: 'AMOUNT_TOO_LOW', context: { minAmount: '200.5' } })
})

test('a call without a value sends no coins', async () => {
  const [quote, again, last] = callCase.honest
  if (quote === undefined || again === undefined || last === undefined) throw new Error('no calls')
  const body: Body = structuredClone(last.body)
  body.tx.value = null
  const tape = play(serviceUrl, [quote, again, { ...last, body }])
  const provider = createRangoProvider(options)
  const offer = await quoteOf(provider, callCase.request, tape.context)
  const built = await provider.build(offer, tape.context)
  expect(built).toMatchObject({ transaction: { value: 0n }, orderId: requestId })
})

describe('a payment of which only the hash is known', async () => {
  const { follow, hashes } = await minedCall(callCase)
  const nothing = { providerState: null, orderId: null, startedAtMs: null, dstBlockchain: null }
  const { paid, payout } = hashes
  const path = `/status?txId=${paid}&apiKey=key`
  const told = callCase.orders?.told('success DESIRED_OUTPUT', { paid, payout })[0]?.body
  const asked = async (answer: Pick<Exchange, 'status' | 'body'>) =>
    await follow(play(serviceUrl, [{ path, ...answer }]).context.http, {}, nothing)

  test('is an end where Rango names the payment', async () => {
    expect(await asked({ body: told })).toMatchObject({
      status: 'SUCCESS',
      destinationTxHash: payout,
    })
  })

  test.each<[string, Pick<Exchange, 'status' | 'body'>]>([
    ['asks for the number of its order', { status: 400, body: { error: 'requestId is required' } }],
    ['does not know it', { status: 404, body: { error: 'not found' } }],
    ['names no payment', { body: { ...told, bridgeData: null } }],
    [
      'names another payment',
      { body: { ...told, bridgeData: { ...told.bridgeData, srcTxHash: hash('other') } } },
    ],
  ])('names the next step where Rango %s', async (_name, answer) => {
    const found = await asked(answer)
    expect(found).toMatchObject({ status: 'PENDING', note: expect.stringContaining('request id') })
    expect(found.note).not.toContain('yet')
  })

  test('is not reported as unknown while Rango is down', async () => {
    const found = await asked({ status: 503, body: {} })
    expect(found).toMatchObject({ status: 'PENDING', note: expect.stringContaining('not answer') })
  })
})
