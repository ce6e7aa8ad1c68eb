/**
 * What the kit of exchanges keeps for every adapter on it, beyond what all deposits share in
 * depositContract.ts.
 */
import { describe, expect, test } from 'vitest'

import type { Quote } from '../../src/core/quote.ts'
import { depositCase as changenowCase } from './changenow.case.ts'
import type { DepositCase } from './depositContract.ts'
import {
  bent,
  type Body,
  btc,
  evm,
  expectNotToShow,
  orderCallsOf,
  play,
  quoteOf,
  refusal,
} from './depositSupport.ts'
import { depositCase as exolixCase } from './exolix.case.ts'
import { depositCase as quickexCase } from './quickex.case.ts'

const cases: Record<string, DepositCase> = {
  changenow: changenowCase,
  exolix: exolixCase,
  quickex: quickexCase,
}

describe.each(Object.entries(cases))('%s', (name, it) => {
  const { provider, baseUrl, request } = it
  const quoted = (): Promise<Quote> =>
    quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)

  test('an order without an address leaves the outcome unknown', async () => {
    const calls = orderCallsOf(it, (call) => ({
      ...call,
      body: bent(call.body, (body) => it.redirect(body, '')),
    }))
    const error = await refusal(provider.build(await quoted(), play(baseUrl, calls).context))
    expect([error.code, error.retry]).toEqual(['OUTCOME_UNKNOWN', 'never'])
  })

  test('what a rate left behind replaces no field of the order', async () => {
    const quote = await quoted()
    const tape = play(baseUrl, orderCallsOf(it))
    await provider.build(quote, tape.context)
    const honest: Body = tape.asked[0]?.body
    const orderFields = Object.fromEntries(
      Object.keys(honest).map((field) => [field, evm('mallory')]),
    )
    const state: Body = quote.providerState
    const bad = {
      ...quote,
      providerState: { ...state, orderFields: { ...orderFields, ...state.orderFields } },
    }
    const again = play(baseUrl, orderCallsOf(it))
    await provider.build(bad, again.context)
    expect(again.asked[0]?.body).toEqual(honest)
  })

  test('a quote of another version is not ordered', async () => {
    const quote = { ...(await quoted()), providerState: { rateType: 'fixed', rateId: 'r' } }
    const error = await refusal(provider.build(quote, play(baseUrl, []).context))
    expect(error.code).toBe('QUOTE_EXPIRED')
  })

  test('a receiver or refund address in the first answer is compared as well', async () => {
    const mallory = name === 'quickex' ? { destinationAddress: evm('mallory') } : {}
    const calls = orderCallsOf(it, (call) => ({
      ...call,
      body: bent(call.body, (body) => {
        for (const field of ['payoutAddress', 'withdrawalAddress']) {
          if (field in body) body[field] = evm('mallory')
        }
        Object.assign(body, { refundAddress: btc('mallory') }, mallory)
      }),
    }))
    const error = await refusal(provider.build(await quoted(), play(baseUrl, calls).context))
    expect(error.context).toMatchObject({ check: 'D3' })
    expectNotToShow(error, it.secret)
  })
})

test('the first answer may mean no other contract either', async () => {
  const { provider, baseUrl, request } = exolixCase
  const quote = await quoteOf(provider, request, play(baseUrl, exolixCase.quote).context, 'fixed')
  const calls = orderCallsOf(exolixCase, (call) => ({
    ...call,
    body: bent(call.body, (body) => (body.coinTo.contract = evm('bridged'))),
  }))
  const error = await refusal(provider.build(quote, play(baseUrl, calls).context))
  expect(error.context).toMatchObject({ check: 'D6', field: 'dstCoin' })
})
