import { describe, expect, test } from 'vitest'

import { createCoffeeProvider } from '../../../src/providers/coffee_swap/coffee_swap.ts'
import { formatAmount } from '../../../src/core/amounts.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { Token } from '../../../src/core/token.ts'
import { stonfiMessage, usualGas } from '../../../src/providers/stonfi/message.ts'
import { toncoMessage } from '../../../src/providers/tonco_dex/message.ts'
import { dedustTon, poolOf, vaultMessage } from '../dedust/support.ts'
import {
  bent,
  type Body,
  type Exchange,
  nowMs,
  play,
  quoteOf,
  refusal,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'
import { routerV2 } from '../stonfi/support.ts'
import { describeHostile, verdict } from '../tonHostile.ts'
import {
  friendly,
  jettonsCome,
  mallory,
  nano,
  notcoin,
  paidRef,
  payer,
  raw,
  toncoin,
  traceOf,
  usdt,
  walletOf,
  walletSends,
} from '../tonSupport.ts'

const baseUrl = 'https://coffee.test'
const provider = createCoffeeProvider({ baseUrl })
const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })
const tonco = {
  router: raw('EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5'),
  ptonWallet: raw('EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23'),
}
const pools = [
  { address: poolOf(toncoin, usdt), assets: [toncoin, usdt] as [typeof usdt, typeof usdt] },
]

function word(token: Token): Body {
  return { blockchain: 'ton', address: token.native ? 'native' : token.address }
}

function tokenBody(token: Token): Body {
  const { name, symbol, decimals } = token
  return { address: word(token), metadata: { name, symbol, decimals, listed: true } }
}

function units(amount: bigint, { decimals }: Token): number {
  return Number(formatAmount(amount, decimals))
}

type Part = { dex: string; sold: bigint; out: bigint }

/** A route in all the fields of the real one. */
function routeAnswer({ srcToken, dstToken, srcAmount }: QuoteRequest, parts: Part[]): Body {
  const out = parts.reduce((sum, part) => sum + part.out, 0n)
  return {
    input_token: tokenBody(srcToken),
    output_token: tokenBody(dstToken),
    input_amount: units(srcAmount, srcToken),
    output_amount: units(out, dstToken),
    input_usd: 15,
    output_usd: 14.9,
    savings: 0,
    recommended_gas: 0.3,
    price_impact: 0.01,
    paths: parts.map(({ dex, sold, out: given }) => ({
      blockchain: 'ton',
      dex,
      pool_address: 'EQCGScrZe1xbyWqWDvdI6mzP-GAcAWFv6ZXuaJOuSqemxku4',
      input_token: tokenBody(srcToken),
      output_token: tokenBody(dstToken),
      swap: {
        result: 'fully_fulfilled',
        input_amount: units(sold, srcToken),
        output_amount: units(given, dstToken),
        before_reserves: [1000.5, 3000.25],
        after_reserves: [1005.5, 2985.25],
      },
      recommended_gas: 0.3,
      average_gas: 0.0612,
      next: [],
    })),
  }
}

function routeCall(request: QuoteRequest, answer: Body, status = 200): Exchange {
  return {
    method: 'POST',
    path: '/v1/route',
    request: {
      input_token: word(request.srcToken),
      output_token: word(request.dstToken),
      input_amount: units(request.srcAmount, request.srcToken),
      max_splits: 4,
      max_length: 2,
      pool_selector: { blockchains: ['ton'], dexes: ['stonfi', 'stonfi_v2', 'dedust', 'tonco'] },
      mev_protection: false,
    },
    body: answer,
    status,
  }
}

function transactionsCall(paths: Body, transactions: Body[], status = 200): Exchange {
  return {
    method: 'POST',
    path: '/v2/route/transactions',
    request: { sender_address: raw(payer), slippage: 0.01, paths },
    body: { route_id: 987654, transactions },
    status,
  }
}

/** The message of one part at its exchange; the service writes what the exchange wants. */
function transactionOf(request: QuoteRequest, { dex, sold, out }: Part, receiver = payer): Body {
  const { srcToken, dstToken } = request
  const minUnits = (out * 99n) / 100n
  const walletAt = (token: Token, owner: string, pton: string): string =>
    token.native ? pton : walletOf(token.address, owner)
  const offerWallet = srcToken.native ? null : walletOf(srcToken.address, payer)
  if (dex === 'dedust') {
    const hop = { pool: poolOf(srcToken, dstToken), src: srcToken, dst: dstToken }
    const hops = [{ ...hop, inAmount: sold, outAmount: out }]
    const { address, amount, payload } = vaultMessage({ request, hops, minOut: minUnits })
    return { address, value: amount, cell: payload, send_mode: 3, query_id: 1 }
  }
  const message =
    dex === 'tonco'
      ? toncoMessage({
          ...tonco,
          offerWallet,
          routerWallets: {
            src: walletAt(srcToken, tonco.router, tonco.ptonWallet),
            dst: walletAt(dstToken, tonco.router, tonco.ptonWallet),
          },
          units: sold,
          minUnits,
          owner: raw(receiver),
          queryId: 1n,
        })
      : stonfiMessage({
          ...routerV2,
          offerWallet,
          askWallet: walletAt(dstToken, routerV2.router, routerV2.ptonWallet),
          units: sold,
          minUnits,
          from: raw(payer),
          receiver: raw(receiver),
          refundTo: raw(payer),
          queryId: 1n,
          deadlineSeconds: nowMs / 1000 + 600,
          gas: usualGas(2, srcToken.native ? 'fromTon' : 'toTon'),
        })
  const { address, amount, payload } = message
  return { address: raw(address), value: String(amount), cell: payload, send_mode: 3, query_id: 1 }
}

const single: Part[] = [{ dex: 'stonfi_v2', sold: 5n * nano, out: 15_000_000n }]
const split: Part[] = [
  { dex: 'stonfi_v2', sold: 2n * nano, out: 6_000_000n },
  { dex: 'dedust', sold: 2n * nano, out: 5_950_000n },
  { dex: 'tonco', sold: nano, out: 3_050_000n },
]
const back: Part[] = [{ dex: 'stonfi_v2', sold: 15_000_000n, out: 4_990_000_000n }]

async function built(request: QuoteRequest, parts: Part[], given?: Body[]) {
  const answer = routeAnswer(request, parts)
  const messages = given ?? parts.map((part) => transactionOf(request, part))
  const exchanges = [
    routeCall(request, answer),
    routeCall(request, answer),
    transactionsCall(answer.paths, messages),
  ]
  const tape = play(baseUrl, exchanges, { ton: dedustTon(pools).ton })
  const quote = await quoteOf(provider, request, tape.context)
  const swap = await provider.build(quote, tape.context)
  expect(tape.unused()).toEqual([])
  if (swap.transaction.kind !== 'ton') throw new Error('not for TON')
  return { quote, swap, messages: swap.transaction.messages, context: tape.context }
}

describe('supports', () => {
  test.each([
    ['on TON', toncoin, usdt, ['COFFEE_SWAP']],
    ['elsewhere', tokenOf('ETH', 'ETH'), tokenOf('ETH', 'USDT'), []],
    ['across chains', toncoin, tokenOf('ETH', 'USDT'), []],
  ])('%s', (_what, src, dst, ids) => {
    expect(provider.supports(requestOf(src, dst, 1n))).toEqual(ids)
  })
})

describe('quote', () => {
  test('asks in numbers and maps the answer exactly', async () => {
    const answer = bent(routeAnswer(fromTon, split), (b) => (b.output_amount = 15.0000009))
    const tape = play(baseUrl, [routeCall(fromTon, answer)])
    const quote = await quoteOf(provider, fromTon, tape.context)
    expect(quote).toMatchObject({
      provider: 'COFFEE_SWAP',
      dstAmount: 15_000_000n,
      dstMinAmount: 14_850_000n - 14n - 3n,
      priceImpactPercent: null,
      fees: { gas: { limit: 183_600_000n, price: 1n } },
    })
    expect(tape.asked[0]?.headers).toEqual({})
  })

  test('a key goes along where there is one', async () => {
    const keyed = createCoffeeProvider({ baseUrl, apiKey: 'k-123' })
    const tape = play(baseUrl, [routeCall(fromTon, routeAnswer(fromTon, single))])
    await quoteOf(keyed, fromTon, tape.context)
    expect(tape.asked[0]?.headers).toEqual({ 'x-api-key': 'k-123' })
  })

  test('an amount that no number holds is not rounded but refused', async () => {
    const request = { ...fromTon, srcAmount: 123_456_789_012_345_678n }
    const error = await refusal(quoteOf(provider, request, play(baseUrl, []).context))
    expect(error.code).toBe('TOO_MANY_DECIMALS')
  })

  test.each<[string, number, Body, string]>([
    ['no path', 400, { error: 'route not found' }, 'NO_ROUTE'],
    ['an empty list', 200, routeAnswer(fromTon, []), 'NO_ROUTE'],
    [
      'a part that is left over',
      200,
      { ...routeAnswer(fromTon, single), left_amount: 0.5 },
      'NO_ROUTE',
    ],
    ['an outage', 500, {}, 'UPSTREAM_FAILED'],
    ['a key that is refused', 401, {}, 'UPSTREAM_REFUSED'],
    ['text', 200, 'hello', 'UPSTREAM_FAILED'],
    [
      'an amount below zero',
      200,
      { ...routeAnswer(fromTon, single), output_amount: -1 },
      'UPSTREAM_FAILED',
    ],
  ])('%s', async (_what, status, answer, code) => {
    const tape = play(baseUrl, [routeCall(fromTon, answer, status)])
    expect((await refusal(quoteOf(provider, fromTon, tape.context))).code).toBe(code)
  })

  test.each<[string, (body: Body) => void]>([
    ['another amount', (b) => (b.input_amount = 6)],
    ['another exchange', (b) => (b.paths[0].dex = 'moon')],
    ['a further step', (b) => (b.paths[0].next = [{}])],
    ['another token bought', (b) => (b.paths[0].output_token.address.address = notcoin.address)],
    ['another token sold', (b) => (b.paths[0].input_token.address.address = notcoin.address)],
    ['more parts than asked for', (b) => (b.paths = Array(5).fill(b.paths[0]))],
  ])('an answer with %s is refused', async (_what, bend) => {
    const tape = play(baseUrl, [routeCall(fromTon, bent(routeAnswer(fromTon, single), bend))])
    expect((await refusal(quoteOf(provider, fromTon, tape.context))).code).toBe('UPSTREAM_FAILED')
  })
})

describe('build', () => {
  test('maps value and cell, and keeps the number of the route', async () => {
    const { messages, swap } = await built(fromTon, single)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.address).toBe(friendly(routerV2.ptonWallet))
    expect(messages[0]?.amount).toBe(5n * nano + 310_000_000n)
    expect(swap.dstMinAmount).toBe(14_850_000n)
    expect(swap.uniqueInfo).toEqual({ coffeeRouteId: '987654' })
  })

  test('three exchanges at once, all of them read', async () => {
    const { messages, swap, context } = await built(fromTon, split)
    expect(messages).toHaveLength(3)
    expect(swap.dstMinAmount).toBe(5_940_000n + 5_890_500n + 3_019_500n)
    const honest = { request: fromTon, messages, dstMinAmount: swap.dstMinAmount }
    expect(await verdict(provider, honest, context)).toBe('ok')
  })

  const [part] = single
  if (part === undefined) throw new Error('no part')
  const one = transactionOf(fromTon, part)
  test.each<[string, Body[], string]>([
    ['pays somebody else', [transactionOf(fromTon, part, mallory)], 'T7'],
    ['sells more', [transactionOf(fromTon, { ...part, sold: 6n * nano })], 'T1'],
    ['promises less', [transactionOf(fromTon, { ...part, out: 14_990_000n })], 'PRICE_MOVED'],
    ['goes elsewhere', [{ ...one, address: raw(mallory) }], 'T2'],
    ['takes more along', [{ ...one, value: String(9n * nano) }], 'T1'],
    ['comes twice', [one, one], 'T1'],
    ['comes with another', [one, { ...one, cell: 'te6cckEBAQEAAgAAAEysuc0=' }], 'T3'],
    ['brings code along', [{ ...one, stateInit: 'te6cckEBAQEAAgAAAEysuc0=' }], 'T4'],
    ['is missing', [], 'T1'],
  ])('a message that %s is refused', async (_what, given, rule) => {
    const error = await refusal(built(fromTon, single, given))
    expect(error.context['check'] ?? error.code).toBe(rule)
  })
})

const make = (request: QuoteRequest, parts: Part[]) => async () => {
  const { messages, context, swap } = await built(request, parts)
  return { honest: { request, messages, dstMinAmount: swap.dstMinAmount }, context }
}
describeHostile('TON to a jetton', provider, make(fromTon, single))
describeHostile('a jetton to TON', provider, make(toTon, back))

test('status is the chain’s, over all parts', async () => {
  const { quote, swap, messages } = await built(fromTon, split)
  const parts = split.map(({ out }) => jettonsCome(usdt.address, payer, out))
  const told = async (count: number): Promise<object> => {
    const trace = traceOf([walletSends(messages), ...parts.slice(0, count)])
    const { ton } = dedustTon(pools)
    const { context } = play(baseUrl, [], { ton: { ...ton, trace: async () => trace } })
    return provider.status('COFFEE_SWAP', paidRef(quote, swap), context)
  }
  expect(await told(3)).toMatchObject({ status: 'SUCCESS', receivedAmount: 15_000_000n })
  expect(await told(2)).toMatchObject({ status: 'PENDING' })
})
