import { expect, test } from 'vitest'

import { SwaprouteError } from '../../src/core/errors.ts'
import type { Quote } from '../../src/core/quote.ts'
import { readOrderState, writeOrderState } from '../../src/providers/kits/deposit/state.ts'
import type { BuiltSwap, ProviderContext } from '../../src/providers/types.ts'
import { depositAddress, type DepositCase } from './depositContract.ts'
import {
  bent,
  type Body,
  btc,
  evmPayment,
  type Exchange,
  expectNotToShow,
  hash,
  orderCallsOf,
  type Payment,
  plainHash,
  play,
  quoteOf,
  refOf,
  refusal,
  rpcKey,
  tokenOf,
} from './depositSupport.ts'

// Answers in which one place is not what it should be (docs/safety.md X1, H5, H6 and section 5, rows 2
// and 13): an adapter refuses in its own words or goes on, and nothing of it reaches a screen.

const hostile: readonly unknown[] = [
  '\u001b[2J\u001b]0;owned\u0007pay mallory\u202e',
  'A'.repeat(200_000),
  '__proto__',
  '1e400',
  '-1',
  -1,
  1e300,
  Number.NaN,
  null,
  true,
  [],
  {},
  [[[[{}]]]],
]
const bombs: readonly string[] = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[]',
  'null',
  '"text"',
  '1',
]

// eslint-disable-next-line no-control-regex -- what a terminal would obey
export const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/

/** Every leaf of a body, by the way to it. */
function leavesOf(value: Body, way: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((one, index) => leavesOf(one, [...way, index]))
  if (typeof value !== 'object' || value === null) return way.length === 0 ? [] : [[...way]]
  return Object.keys(value).flatMap((key) => leavesOf(value[key], [...way, key]))
}

function replaced(body: Body, way: readonly (string | number)[], value: unknown): Body {
  const copy: Body = structuredClone(body)
  let place = copy
  for (const step of way.slice(0, -1)) place = place[step]
  place[way.at(-1) ?? ''] = value
  return copy
}

/** All bodies with one thing wrong; `step` thins them out. */
function bentBodies(body: Body, step: number): Body[] {
  const leaves = leavesOf(body)
  const bent = leaves.flatMap((way) => hostile.map((value) => replaced(body, way, value)))
  return [
    ...bent.filter((_one, index) => index % step === 0),
    ...bombs.map((text) => JSON.parse(text)),
  ]
}

/** @throws what is no answer of ours */
async function look(run: () => Promise<unknown>): Promise<void> {
  let told: unknown
  try {
    told = await run()
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code === 'INTERNAL') throw thrown
    told = [thrown.message, thrown.hint, thrown.context]
  }
  const texts = textsOf(told)
  expect(texts.filter((text) => unprintable.test(text))).toEqual([])
  expect(texts.filter((text) => text.length > 1_000)).toEqual([])
}

/** Every text that could be shown; what only the adapter itself reads again is left out. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    key === 'providerState' || key === 'request' ? [] : textsOf(one),
  )
}

export function describeHostileAnswers(it: DepositCase, step = 3): void {
  const { provider, baseUrl, request } = it
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const wanted = new Set(provider.ids)
  // What is sent is another matter.
  const calls: readonly Exchange[] = orderCallsOf(it).map((call) => ({
    ...call,
    request: undefined,
  }))
  const withBody = (list: readonly Exchange[], index: number, body: Body): Exchange[] =>
    list.map((call, at) => (at === index ? { ...call, body } : call))
  /** Extra polls of an order find what they found before. */
  const patient = (list: readonly Exchange[]): ProviderContext =>
    play(baseUrl, [...list, ...Array.from({ length: 3 }, () => list).flat()]).context

  test('hostile quotes are refused, or change nothing but the offer', async () => {
    let refused = 0
    for (const [index, { body }] of it.quote.entries()) {
      for (const bent of bentBodies(body, step)) {
        const context = patient(withBody(it.quote, index, bent))
        await look(async () => {
          refused += 1
          const { quotes } = await provider.quote(request, wanted, context)
          if (quotes.length === it.rates.length) refused -= 1
          return quotes
        })
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('hostile orders are never shown otherwise than they were asked for', async () => {
    const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
    const { transaction: shown } = await provider.build(quote, play(baseUrl, calls).context)
    if (shown.kind !== 'deposit') throw new Error('no deposit')
    const { kind: _kind, expiresAtMs: _time, ...honest } = shown
    for (const [index, { body }] of calls.entries()) {
      for (const bent of bentBodies(body, step)) {
        const context = patient(withBody(calls, index, bent))
        await look(async () => {
          const { transaction } = await provider.build(quote, context)
          if (transaction.kind !== 'deposit') throw new Error('no deposit')
          const { depositAddress, amountToSend, exchangeId, extraFields } = transaction
          expect({ depositAddress, amountToSend, exchangeId, extraFields }).toEqual(honest)
          return transaction
        })
      }
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('hostile states end no order', async () => {
    const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
    const built = await provider.build(quote, play(baseUrl, calls).context)
    const ref = refOf(quote, built, { srcTxHash: it.paidBy ?? null })
    const payout = hash('payout')
    const payment: Payment = {
      token: request.dstToken,
      to: request.receiver ?? '',
      amount: built.dstAmount,
      hash: payout,
    }
    const swap = { [rpcKey('ETH', 'eth_getTransactionReceipt', [hash('swap')])]: null }
    const chain = { rpc: { ...swap, ...evmPayment(payment) }, nodes: ['ETH'] as const }
    const paid = it.paid(payout, built.dstAmount)
    for (const [index, { body }] of paid.entries()) {
      for (const bent of bentBodies(body, step)) {
        const { context } = play(baseUrl, withBody(paid, index, bent), chain)
        await look(async () => {
          const status = await provider.status(id, ref, context)
          const ends = status.status === 'SUCCESS' ? status.destinationTxHash : payout
          expect(ends).toBe(payout)
          return status
        })
      }
    }
  })

  const opened = async (): Promise<{ quote: Quote; built: BuiltSwap }> => {
    const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
    return { quote, built: await provider.build(quote, play(baseUrl, calls).context) }
  }

  test('the payment itself is neither payout nor refund', async () => {
    const { quote, built } = await opened()
    const srcTxHash = it.paidBy ?? plainHash('in')
    const { context } = play(baseUrl, it.refunded(srcTxHash))
    const status = await provider.status(id, refOf(quote, built, { srcTxHash }), context)
    expect(status).toMatchObject({ status: 'LONG_PENDING', destinationTxHash: null })
  })

  test('a deposit address that changes later is never shown again', async () => {
    const { quote, built } = await opened()
    const [, told = []] = it.words[0] ?? []
    const isTold = JSON.stringify(told.map(({ body }) => body)).includes(depositAddress)
    if (it.create === null || !isTold) return
    const changed = told.map((call) => ({
      ...call,
      body: bent(call.body, (body) => it.redirect(body, btc('mallory'))),
    }))
    const asked = provider.status(id, refOf(quote, built), play(baseUrl, changed).context)
    const error = await refusal(asked)
    expect(error.context).toMatchObject({ check: 'D7', field: 'depositAddress' })
    expectNotToShow(error, btc('mallory'))
  })

  test('where the chain cannot be read, only the transaction named for the payout counts', async () => {
    const { quote, built } = await opened()
    const state = readOrderState(built.providerState)
    if (state === null) throw new Error('no order')
    const { blockchain, address, decimals, native } = tokenOf('TRON', 'USDT')
    const dstToken = { blockchain, address, decimals, native }
    const providerState = writeOrderState({ ...state, dstToken })
    const ref = refOf(quote, { ...built, providerState }, { srcTxHash: it.paidBy ?? null })
    for (const named of ['soon', null]) {
      const { context } = play(baseUrl, it.paid(named, built.dstAmount))
      const status = await provider.status(id, ref, context)
      expect(status).toMatchObject({ status: 'PENDING', destinationTxHash: null })
    }
  })
}
