import { isDeepStrictEqual } from 'node:util'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { type CallCase, dataOf, type OrderHashes, serviceUrl } from '../../providers/callCase.ts'
import { argumentsFor } from '../../providers/judgeCall.ts'
import { bent, type Body, evm, type Exchange, hash, play } from '../../providers/depositSupport.ts'
import { type ChainChange, minedCall } from '../../providers/minedCall.ts'
import { receiptLiar } from './exchangeLies.ts'
import type { Liar, Lie } from './lies.ts'

/**
 * Lies about a swap that was paid by one call: of the service where it is asked for orders, and of
 * the nodes; without orders the receipt is all there is.
 */
export async function callLiar(name: string, it: CallCase): Promise<Liar> {
  const mined = await minedCall(it)
  const { orders } = it
  if (orders === undefined) return receiptLiar(name, mined)
  const { hashes, follow, built } = mined
  const { done, refunded, words, told } = orders
  // What is left of so little is nothing.
  const minimum = it.call.rest === undefined ? mined.accepted.minimum : 0n
  const other = { ...mined.accepted, srcAmount: 1n, minimum }
  // Of native coins, it is the value that pays.
  const otherValue = it.request.srcToken.native ? { value: '0x1' } : {}
  const paidOut = { paid: hashes.paid, payout: hashes.payout }
  const givenBack = { paid: hashes.paid, refund: hashes.refund }
  type Ask = { chain?: ChainChange; ref?: Partial<SwapRef> }
  const ask = (calls: readonly Exchange[], { chain, ref }: Ask = {}): Promise<SwapStatus> =>
    follow(play(serviceUrl, calls).context.http, chain, ref)
  const lie = (what: string, calls: readonly Exchange[], asked?: Ask): Lie => ({
    name: what,
    ask: () => ask(calls, asked),
  })
  const success = (change: OrderHashes = {}): readonly Exchange[] =>
    told(done, { ...paidOut, ...change })
  const refund = (change: OrderHashes = {}): readonly Exchange[] =>
    told(refunded ?? done, { ...givenBack, ...change })
  const payout = (change: NonNullable<ChainChange['payout']>): Ask => ({
    chain: { payout: change },
  })
  const back = (change: NonNullable<ChainChange['refund']>): Ask => ({ chain: { refund: change } })
  const answered = (body: Body, status = 200): readonly Exchange[] =>
    success().map((call) => ({ ...call, status, body }))
  const fails = (code: 'TIMED_OUT' | 'UPSTREAM_FAILED' | 'RATE_LIMITED'): readonly Exchange[] =>
    success().map((call) => ({ ...call, fails: new SwaprouteError(code, 'It did not answer.') }))
  const { amount, half } = { amount: built.dstAmount, half: built.dstAmount / 2n }
  const yesterday = Date.UTC(2026, 10, 19, 9)
  const lies: Lie[] = [
    ...['AWordOfTomorrow', 'constructor', '__proto__', '', 'success', done.toUpperCase()]
      .filter((word) => word !== done)
      .map((word) => lie(`the word "${word}"`, told(word, paidOut))),
    lie('a word with control characters', told(`\u001b[2J${done}\u202e`, paidOut)),
    ...words.map(([word]) => lie(`${word} that names a payout`, told(word, paidOut))),
    lie('a success without a hash', told(done, { paid: hashes.paid })),
    lie('a success with a text for a hash', success({ payout: 'soon' })),
    lie('a success by a hash of another form', success({ payout: hashes.payout.slice(2) })),
    lie('a success by a foreign hash', success({ payout: hash('foreign') })),
    lie('a success by our own payment', success({ payout: hashes.paid })),
    lie('a hash without a transaction', success(), payout('missing')),
    lie('a transaction that failed', success(), payout({ reverted: true })),
    lie('a payment to another account', success(), payout({ to: evm('mallory') })),
    lie('a payment to the payer', success(), payout({ to: it.request.fromAddress })),
    lie('a payment of another token', success(), payout({ token: it.request.srcToken })),
    lie('a payment of dust', success(), payout({ amount: 1n })),
    lie('a payment of a hundredth', success(), payout({ amount: amount / 100n })),
    lie('a payment of nine times as much', success(), payout({ amount: half * 18n })),
    lie('the payment of a swap of yesterday', success(), payout({ atMs: yesterday })),
    lie('the payment of 1970', success(), payout({ atMs: 1_000 })),
    lie('a success where no node can be asked', success(), { chain: { blind: true } }),
    // Of a service that does not repeat the payment, it is the success of this one.
    ...(isDeepStrictEqual(success({ paid: hash('other') }), success())
      ? []
      : [lie('a success of another payment', success({ paid: hash('other') }))]),
    ...orders.foreign.map(([what, bend]) =>
      lie(
        `a success of ${what}`,
        success().map((call) => ({ ...call, body: bent(call.body, bend) })),
      ),
    ),
    lie('a success before the payment is in a block', success(), {
      chain: { paid: { status: null } },
    }),
    lie('a success of a payment of another contract', success(), {
      chain: { paid: { to: evm('mallory') } },
    }),
    lie('a success of a payment of another amount (S9)', success(), {
      chain: { paid: { input: dataOf(it, argumentsFor(it, other)), ...otherValue } },
    }),
    lie('a refund without a hash', told(refunded ?? done, { paid: hashes.paid })),
    lie('a refund by a text', refund({ refund: 'soon' })),
    lie('a refund by our own payment', refund({ refund: hashes.paid })),
    lie('a refund that no chain shows', refund(), back('missing')),
    lie('a refund that failed', refund(), back({ reverted: true })),
    lie('a refund to a stranger', refund(), back({ to: evm('mallory') })),
    lie('a refund of another token', refund(), back({ token: it.request.dstToken })),
    lie('a refund older than the order', refund(), back({ atMs: yesterday })),
    lie('no such order', answered({ message: 'not found' }, 404)),
    lie('a failure of the server', answered({ error: 'internal' }, 500)),
    lie('a gateway without a server', answered('<html>', 502)),
    lie('nothing', answered(null)),
    lie('an empty object', answered({})),
    lie('a list', answered([])),
    lie('a text', answered(done)),
    lie('no answer in time', fails('TIMED_OUT')),
    lie('no connection', fails('UPSTREAM_FAILED')),
    lie('asked too often', fails('RATE_LIMITED')),
  ]
  const truths: Liar['truths'] = [
    { name: 'paid', word: 'SUCCESS', ask: () => ask(success()) },
    ...(refunded === undefined
      ? []
      : [{ name: 'refunded', word: 'REVERTED', ask: () => ask(refund()) } as const]),
    {
      name: 'the payment failed',
      word: 'FAIL',
      ask: () => ask(told(words[0]?.[0] ?? ''), { chain: { paid: { status: '0x0' } } }),
    },
    ...words.map(([name_, word]) => ({ name: name_, word, ask: () => ask(told(name_)) })),
  ]
  return { name, lies, truths }
}
