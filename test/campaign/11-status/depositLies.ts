import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { readOrderState, writeOrderState } from '../../../src/providers/kits/deposit/state.ts'
import type { BuiltSwap } from '../../../src/providers/types.ts'
import { depositAddress, type DepositCase, receiver } from '../../providers/depositContract.ts'
import {
  type Body,
  btc,
  evm,
  evmPayment,
  type Exchange,
  hash,
  nowMs,
  type Payment,
  plainHash,
  refOf,
  receiptOf,
  rpcKey,
  tokenOf,
  tron,
} from '../../providers/depositSupport.ts'
import { honest, openedOrder } from '../02-mutations/deposits.ts'
import { looseServer } from '../02-mutations/looseServer.ts'
import type { Liar, Lie } from './lies.ts'

const payout = hash('payout')
const payment = plainHash('in')
const evmPaymentHash = hash('our payment')
const day = 86_400_000

type Change = {
  /** What the chain has; null: nothing of it. */
  chain?: Partial<Payment> | null
  ref?: Partial<SwapRef>
  built?: BuiltSwap
  noNode?: boolean
  /** Receipt of our own payment on ETH. */
  paidWith?: 'missing' | 'confirmed' | 'failed'
}

/** Every lie about the state of an order, in the words of one provider. */
export async function depositLiar(name: string, it: DepositCase): Promise<Liar> {
  const { provider, baseUrl, request } = it
  const { dstToken } = request
  const { id, quote, built } = await openedOrder(it)
  const amount = built.dstAmount

  const ask = async (told: readonly Exchange[], change: Change = {}): Promise<SwapStatus> => {
    const { chain = {}, paidWith } = change
    const receipt = receiptOf(evmPaymentHash, { status: paidWith === 'failed' ? '0x0' : '0x1' })
    const rpc = {
      ...(chain === null
        ? {}
        : evmPayment({ token: dstToken, to: receiver, amount, hash: payout, ...chain })),
      ...(paidWith === undefined || paidWith === 'missing'
        ? {}
        : { [rpcKey('ETH', 'eth_getTransactionReceipt', [evmPaymentHash])]: receipt }),
    }
    const { context } = looseServer(baseUrl, told, honest(told), rpc)
    const failing = told.find(({ fails }) => fails !== undefined)?.fails
    const http =
      failing === undefined
        ? context.http
        : { ...context.http, send: () => Promise.reject(failing) }
    const has = change.noNode === true ? () => false : context.rpc.has
    const ref = refOf(quote, change.built ?? built, { srcTxHash: it.paidBy ?? null, ...change.ref })
    return provider.status(id, ref, { ...context, http, rpc: { ...context.rpc, has } })
  }

  const paid = (told: string | null = payout, bend?: (body: Body) => Body): Exchange[] =>
    it
      .paid(told, amount)
      .map((call) => (bend === undefined ? call : { ...call, body: bend(call.body) }))
  const { providerStatus: word = '' } = await ask(paid())
  const renamed =
    (to: string) =>
    (body: Body): Body =>
      replaced(body, word, to)
  const answers = (body: Body, status = 200): Exchange[] =>
    it.paid(payout, amount).map((call) => ({ ...call, status, body }))
  const fails = (code: 'TIMED_OUT' | 'UPSTREAM_FAILED' | 'RATE_LIMITED'): Exchange[] =>
    paid().map((call) => ({ ...call, fails: new SwaprouteError(code, 'It did not answer.') }))
  const lie = (what: string, told: readonly Exchange[], change?: Change): Lie => ({
    name: what,
    ask: () => ask(told, change),
  })
  const failed = it.words.find(([, , { status }]) => status === 'FAIL')?.[1]

  // The same order, whose payout is on a chain that is not read here.
  const afar = (agreed: bigint): BuiltSwap =>
    withState(built, { dstToken: unreadable(), receiver: tron('bob'), dstAmount: agreed })
  // The same order, paid from a chain that is read.
  const fromEth: Change = {
    built: withState(built, {
      srcToken: { ...tokenOf('ETH', 'ETH') },
      refundAddress: evm('refund'),
    }),
    ref: { srcBlockchain: 'ETH', srcTxHash: evmPaymentHash },
  }

  const lies: Lie[] = [
    lie('an unknown word', it.unknownWord),
    lie('a success under another word', paid(payout, renamed('COMPLETED_AND_DONE')), {
      chain: null,
    }),
    lie(
      'a failure under another word',
      failed === undefined || failed.length === 0
        ? it.unknownWord
        : it.unknownWord.map((call) => ({
            ...call,
            body: replaced(call.body, 'meditating', 'FAILED_FOREVER'),
          })),
    ),
    lie('a word with control characters', paid(payout, renamed('\u001b[2Jsuccess\u202e')), {
      chain: null,
    }),
    lie('a success without a hash', paid(null)),
    lie('a success with a text for a hash', paid('soon')),
    lie('a hash without a transaction', paid(), { chain: null }),
    lie('a transaction that failed', paid(), { chain: { reverted: true } }),
    lie('a payment to another account', paid(), { chain: { to: evm('mallory') } }),
    lie('a payment of another token', paid(), { chain: { token: tokenOf('ETH', 'DAI') } }),
    lie('a payment of dust', paid(), { chain: { amount: 1n } }),
    lie('a payment of 0.3 of it', paid(), { chain: { amount: (amount * 3n) / 10n } }),
    lie('a payment of 3.1 times it', paid(), { chain: { amount: (amount * 31n) / 10n } }),
    lie('the payment of a swap of yesterday', paid(), { chain: { atMs: nowMs - day } }),
    lie('the payment of 1970', paid(), { chain: { atMs: 1_000 } }),
    lie('our own payment for a payout', paid(payment), { ref: { srcTxHash: payment } }),
    lie('a payout that is on another chain', paid(plainHash('elsewhere')), { chain: null }),
    lie('a success where no node can be asked', paid(), { noNode: true }),
    lie('a success of an unpaid order', paid(), {
      chain: null,
      ref: { srcTxHash: it.paidBy ?? null },
    }),
    lie('afar: no hash', paid(null), { built: afar(amount) }),
    lie('afar: a text for a hash', paid('soon'), { built: afar(amount) }),
    lie('afar: a hash of another kind of chain', paid('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3'), {
      built: afar(amount),
    }),
    lie('afar: our own payment', paid(payment), {
      built: afar(amount),
      ref: { srcTxHash: payment },
    }),
    lie('a refund without a hash', it.refunded(null)),
    lie('a refund by a text', it.refunded('soon')),
    lie('a refund by our own payment', it.refunded(payment), { ref: { srcTxHash: payment } }),
    lie('a refund on a chain that does not show it', it.refunded(payout), {
      ...fromEth,
      chain: null,
    }),
    lie('a refund to a stranger', it.refunded(payout), {
      ...fromEth,
      chain: { token: tokenOf('ETH', 'ETH'), to: evm('mallory') },
    }),
    lie('a refund by a transaction older than the order', it.refunded(payout), {
      ...fromEth,
      chain: { token: tokenOf('ETH', 'ETH'), to: evm('refund'), atMs: nowMs - day },
    }),
    lie('no such order', it.notFound),
    lie('no such page', answers({ message: 'not found' }, 404)),
    lie('no answer in time', fails('TIMED_OUT')),
    lie('no connection', fails('UPSTREAM_FAILED')),
    lie('asked too often', fails('RATE_LIMITED')),
    lie('a failure of the server', answers({ error: 'internal' }, 500)),
    lie('a gateway without a server', answers('<html>', 502)),
    lie('nothing', answers(null)),
    lie('an empty object', answers({})),
    lie('a list', answers([])),
    lie('a text', answers('success')),
    lie(
      'another deposit address',
      it.words[0]?.[1].map((call) => ({
        ...call,
        body: replaced(call.body, depositAddress, btc('mallory')),
      })) ?? [],
    ),
    lie(
      'times of the future',
      it.words[0]?.[1].map((call) => ({ ...call, body: dated(call.body, Date.UTC(2099, 1)) })) ??
        [],
    ),
    lie(
      'times of long ago',
      it.words[0]?.[1].map((call) => ({ ...call, body: dated(call.body, 1_000) })) ?? [],
    ),
  ]
  if (failed !== undefined)
    lies.push(
      lie('a failure before our payment is in a block', failed, {
        ...fromEth,
        paidWith: 'missing',
      }),
    )
  const truths: Liar['truths'] = [
    { name: 'paid', word: 'SUCCESS', ask: () => ask(paid()) },
    {
      name: 'paid a third',
      word: 'SUCCESS',
      ask: () => ask(paid(), { chain: { amount: amount / 3n + 1n } }),
    },
    {
      name: 'paid three times',
      word: 'SUCCESS',
      ask: () => ask(paid(), { chain: { amount: amount * 3n } }),
    },
    { name: 'refunded', word: 'REVERTED', ask: () => ask(it.refunded(plainHash('refund'))) },
    ...it.words.flatMap(([name_, told, { status }]) =>
      status === undefined ? [] : [{ name: name_, word: status, ask: () => ask(told) }],
    ),
  ]
  return { name, lies, truths }
}

function unreadable() {
  const { blockchain, address, decimals, native } = tokenOf('TRON', 'USDT')
  return { blockchain, address, decimals, native }
}

/** The remembered order with some of it changed. */
function withState(built: BuiltSwap, change: object): BuiltSwap {
  const state = readOrderState(built.providerState)
  if (state === null) throw new Error('no order is remembered')
  return { ...built, providerState: writeOrderState({ ...state, ...change }) }
}

/** Every text that is `from`, or holds nothing else. */
function replaced(body: Body, from: string, to: string): Body {
  if (Array.isArray(body)) return body.map((one) => replaced(one, from, to))
  if (typeof body === 'object' && body !== null) {
    return Object.fromEntries(
      Object.entries(body).map(([key, one]) => [key, replaced(one, from, to)]),
    )
  }
  return typeof body === 'string' && from !== '' && body.toLowerCase() === from.toLowerCase()
    ? to
    : body
}

/** Every time of a body becomes another one. */
function dated(body: Body, atMs: number): Body {
  if (Array.isArray(body)) return body.map((one) => dated(one, atMs))
  if (typeof body === 'object' && body !== null) {
    return Object.fromEntries(Object.entries(body).map(([key, one]) => [key, dated(one, atMs)]))
  }
  if (typeof body === 'string' && /^\d{4}-\d\d-\d\dT/.test(body))
    return new Date(atMs).toISOString()
  return typeof body === 'number' && body > 1e12 && body < 3e12 ? atMs : body
}
