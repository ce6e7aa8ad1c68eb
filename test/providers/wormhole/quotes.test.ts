/** What the executor's answers must be before a transfer is offered. */
import { expect, test } from 'vitest'

import { createWormholeProvider } from '../../../src/providers/wormhole.ts'
import { serviceUrl } from '../callCase.ts'
import { nodesOf } from '../contractCase.ts'
import {
  type Body,
  type Exchange,
  play,
  quoteOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'
import { contractCase } from '../wormhole.case.ts'

const provider = createWormholeProvider({ baseUrl: serviceUrl })
const { request, views, exchanges = [] } = contractCase
const [quote, capabilities] = exchanges

async function quotedWith(...answers: readonly (Exchange | undefined)[]) {
  const tape = play(
    serviceUrl,
    answers.flatMap((one) => one ?? []),
  )
  const context = { ...tape.context, rpc: nodesOf({ views }).rpc }
  return await quoteOf(provider, request, context)
}

const able = (body: Body): Exchange => ({ path: '/capabilities', body })
const eth = { requestPrefixes: ['ERV1'] }

test.each<[string, Body]>([
  ['no delivery to SUI', { 2: eth }],
  ['no delivery from ETH', { 21: eth }],
  ['no delivery of messages of guardians', { 2: eth, 21: { requestPrefixes: ['ERN1'] } }],
  ['too little gas', { 2: eth, 21: { ...eth, maxGasLimit: '99999999' } }],
])('%s is no route', async (_what, body) => {
  const error = await refusal(quotedWith(quote, able(body)))
  expect(error).toMatchObject({
    code: 'NO_ROUTE',
    message: expect.stringContaining('does not deliver to SUI now'),
  })
})

test.each<[string, Body, string]>([
  ['without a price', { signedQuote: quote?.body.signedQuote }, 'NO_ROUTE'],
  ['for nothing', { ...quote?.body, estimatedCost: '0' }, 'NO_ROUTE'],
  ['that is none', { ...quote?.body, signedQuote: '0x1234' }, 'UNSAFE_ROUTE'],
  ['that is no hex', { ...quote?.body, signedQuote: 'soon' }, 'UPSTREAM_FAILED'],
  ['above the known price', { ...quote?.body, estimatedCost: String(10n ** 16n) }, 'UNSAFE_ROUTE'],
])('a quote %s', async (_what, body, code) => {
  const error = await refusal(quotedWith({ ...quote, body } as Exchange, capabilities))
  expect(error.code).toBe(code)
})

test('the delivery is a fixed fee, and the receiver gets the whole amount', async () => {
  expect(await quotedWith(quote, capabilities)).toMatchObject({
    dstAmount: request.srcAmount,
    dstMinAmount: request.srcAmount,
    fees: { providerFixed: 84_081_300_000_000n },
  })
})

test.each([
  ['ETH', 'USDC', 'SUI', 'USDC'],
  ['ETH', 'USDC', 'SUI', 'wUSDT'],
  ['BASE', 'USDC', 'SUI', 'wUSDC'],
  ['SUI', 'wUSDC', 'ETH', 'USDC'],
] as const)('%s %s to %s %s is not served', (src, sold, dst, bought) => {
  expect(provider.supports(requestOf(tokenOf(src, sold), tokenOf(dst, bought), 1n))).toEqual([])
})
