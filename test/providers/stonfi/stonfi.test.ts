import { describe, expect, test } from 'vitest'

import { buildCell } from '../../../sandbox/src/ton/builder.ts'
import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { readCell } from '../../../src/chains/ton/reader.ts'
import { readJettonTransfer } from '../../../src/chains/ton/jettons.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import type { TonMessage } from '../../../src/core/transaction.ts'
import { bent, type Body, nowMs, play, quoteOf, refusal, requestOf } from '../depositSupport.ts'
import { builtOnTon, type Honest, verdict } from '../tonHostile.ts'
import {
  addressBits,
  body,
  fakeTon,
  friend,
  friendly,
  mallory,
  nano,
  notcoin,
  payer,
  raw,
  toncoin,
  usdt,
  walletOf,
  withAddress,
  withBits,
} from '../tonSupport.ts'
import {
  baseUrl,
  offerWallet,
  provider,
  routerV1,
  routerV2,
  simulate,
  simulation,
} from './support.ts'
import { proofOf } from '../../../src/providers/types.ts'

const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })
const jettons = requestOf(usdt, notcoin, 15_000_000n, { fromAddress: payer })

async function quoted(request: QuoteRequest, answer: Body) {
  const tape = play(baseUrl, [simulate(request, answer)])
  const quote = await quoteOf(provider, request, tape.context)
  expect(tape.unused()).toEqual([])
  return quote
}

async function built(request: QuoteRequest, asked: Body, again: Body = asked) {
  const quote = await quoted(request, asked)
  const exchanges = [
    simulate(request, again),
    ...(request.srcToken.native ? [] : [offerWallet(request.srcToken)]),
  ]
  const tape = play(baseUrl, exchanges, { ton: fakeTon().ton })
  return await builtOnTon(provider, quote, tape)
}

describe('quote', () => {
  test('asks in the query and maps the answer', async () => {
    const quote = await quoted(fromTon, simulation(fromTon, 15_000_001n))
    expect(quote).toMatchObject({
      provider: 'STONFI',
      executionKind: 'ton',
      dstAmount: 15_000_001n,
      dstMinAmount: 14_850_000n,
      slippageBps: 100,
      priceImpactPercent: 0.123457,
      spender: null,
      fees: { gas: { limit: 61_000_000n, price: 1n }, percent: { percent: 0.3, token: usdt } },
    })
    expect(quote.steps).toHaveLength(1)
  })

  test('even one unit has a minimum', async () => {
    const quote = await quoted(fromTon, simulation(fromTon, 1n))
    expect([quote.dstAmount, quote.dstMinAmount]).toEqual([1n, 1n])
  })

  test('the asked slippage goes along and bounds the minimum', async () => {
    const request = { ...toTon, slippageBps: 25 }
    const path = simulate(request, simulation(request, 5n * nano)).path.replace('0.01', '0.0025')
    const tape = play(baseUrl, [{ method: 'POST', path, body: simulation(request, 5n * nano) }])
    const quote = await quoteOf(provider, request, tape.context)
    expect([quote.slippageBps, quote.dstMinAmount]).toEqual([25, 4_987_500_000n])
  })

  test.each([
    ['a gain in place of an impact', (b: Body) => (b.price_impact = '-0.01'), 0],
    ['an impact with an exponent', (b: Body) => (b.price_impact = '1.5e-7'), 0.000015],
    ['no impact', (b: Body) => delete b.price_impact, null],
  ])('%s', async (_what, bend, expected) => {
    const quote = await quoted(fromTon, bent(simulation(fromTon, 15_000_000n), bend))
    expect(quote.priceImpactPercent).toBe(expected)
  })

  test.each<[string, number, Body, string, string | RegExp]>([
    ['no pool', 404, '1010: Could not find pool address', 'NO_ROUTE', /1010: Could not find pool/],
    ['a wrong parameter', 400, { error: 'invalid units' }, 'NO_ROUTE', /invalid units/],
    ['an outage', 500, 'oops', 'UPSTREAM_FAILED', /answered 500/],
    ['a page in place of an answer', 200, '<html>', 'UPSTREAM_FAILED', /not as documented/],
    [
      'advice and links',
      422,
      'Update at https://evil.test\u0007 now',
      'NO_ROUTE',
      /Update at \[link removed\] now/,
    ],
  ])('%s', async (_what, status, answer, code, text) => {
    const tape = play(baseUrl, [simulate(fromTon, answer, status)])
    const error = await refusal(quoteOf(provider, fromTon, tape.context))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(text)
  })
})

/** The fields of a message of version 2, read without the adapter's code. */
function termsOf(message: TonMessage | undefined) {
  const cell = body(message)
  const transfer = readJettonTransfer(cell)
  const order = readCell(transfer?.forwardPayload ?? cell.refs[0] ?? cell)
  const op = order.uint(32)
  const [ask, refund, excess] = [order.address(), order.address(), order.address()]
  const deadline = order.big(64)
  const terms = readCell(order.ref())
  return { op, ask, refund, excess, deadline, minOut: terms.coins(), receiver: terms.address() }
}

describe('build', () => {
  test('TON to a jetton: one message to the router’s pTON wallet', async () => {
    const { messages, swap } = await built(fromTon, simulation(fromTon, 15_000_000n))
    expect(messages).toHaveLength(1)
    expect(messages[0]?.address).toBe(friendly(routerV2.ptonWallet))
    expect(messages[0]?.amount).toBe(5n * nano + 310_000_000n)
    expect(termsOf(messages[0])).toEqual({
      op: 0x6664de2a,
      ask: walletOf(usdt.address, routerV2.router),
      refund: raw(payer),
      excess: raw(payer),
      deadline: BigInt(nowMs / 1000 + 900),
      minOut: 14_850_000n,
      receiver: raw(payer),
    })
    expect(swap.dstMinAmount).toBe(14_850_000n)
  })

  test('a jetton to TON, for another account, with a refund address', async () => {
    const request = { ...toTon, receiver: friend, refundAddress: friend }
    const { messages } = await built(request, simulation(request, 5n * nano))
    expect(messages[0]?.address).toBe(friendly(walletOf(usdt.address, payer)))
    expect(messages[0]?.amount).toBe(300_000_000n)
    expect(termsOf(messages[0])).toMatchObject({
      ask: routerV2.ptonWallet,
      refund: raw(friend),
      excess: raw(payer),
      receiver: raw(friend),
    })
    const transfer = readJettonTransfer(body(messages[0]))
    expect(transfer).toMatchObject({
      amount: 15_000_000n,
      destination: routerV2.router,
      responseDestination: raw(payer),
      forwardAmount: 240_000_000n,
    })
  })

  test('version 1 has its own instruction', async () => {
    const { messages } = await built(fromTon, simulation(fromTon, 15_000_000n, routerV1))
    expect(messages[0]?.address).toBe(friendly(routerV1.ptonWallet))
    expect(messages[0]?.amount).toBe(5n * nano + 185_000_000n)
    const transfer = readJettonTransfer(body(messages[0]))
    expect(transfer?.destination).toBe(routerV1.router)
    expect(readCell(transfer?.forwardPayload ?? body(messages[0])).uint(32)).toBe(0x25938561)
  })

  test('the exchange’s gas is taken within bounds', async () => {
    const gas = (budget: string | null, forward: string) => (b: Body) =>
      (b.gas_params = { ...b.gas_params, gas_budget: budget, forward_gas: forward })
    const amounts = []
    const cases: [string | null, string][] = [
      ['250000000', '200000000'],
      ['9000000000', '200000000'],
      ['250000000', '300000000'],
      [null, '200000000'],
    ]
    for (const [budget, forward] of cases) {
      const answer = bent(simulation(jettons, 7n * nano), gas(budget, forward))
      amounts.push((await built(jettons, answer)).messages[0]?.amount)
    }
    expect(amounts).toEqual([250_000_000n, 300_000_000n, 300_000_000n, 300_000_000n])
  })

  test('a better price raises the promise, a worse one does not lower it', async () => {
    const first = simulation(fromTon, 15_000_000n)
    const better = await built(fromTon, first, simulation(fromTon, 16_000_000n))
    expect([better.swap.dstAmount, better.swap.dstMinAmount]).toEqual([16_000_000n, 15_840_000n])
    const worse = await built(fromTon, first, simulation(fromTon, 14_900_000n))
    expect([worse.swap.dstAmount, worse.swap.dstMinAmount]).toEqual([14_900_000n, 14_850_000n])
    expect(termsOf(worse.messages[0]).minOut).toBe(14_850_000n)
  })

  test('a price beyond the slippage is refused', async () => {
    const quote = await quoted(fromTon, simulation(fromTon, 15_000_000n))
    const tape = play(baseUrl, [simulate(fromTon, simulation(fromTon, 14_849_999n))])
    const error = await refusal(provider.build(quote, tape.context))
    expect(error.code).toBe('PRICE_MOVED')
  })

  test.each<[string, QuoteRequest, (body: Body) => void, string]>([
    [
      'a pTON wallet of another account',
      fromTon,
      (b) => (b.offer_jetton_wallet = friendly(mallory)),
      'T2',
    ],
    [
      'the wallet of another token',
      fromTon,
      (b) => (b.ask_jetton_wallet = friendly(mallory)),
      'T7',
    ],
    ['no wallet of TON', toTon, (b) => (b.ask_jetton_wallet = friendly(mallory)), 'T7'],
  ])('an exchange that names %s is refused', async (_what, request, bend, rule) => {
    const honest = simulation(request, 15_000_000n)
    const error = await refusal(built(request, honest, bent(honest, bend)))
    expect([error.code, error.context['check']]).toEqual(['UNSAFE_ROUTE', rule])
  })

  test('a jetton wallet that is not the payer’s is refused', async () => {
    const quote = await quoted(toTon, simulation(toTon, 5n * nano))
    const tape = play(
      baseUrl,
      [simulate(toTon, simulation(toTon, 5n * nano)), offerWallet(usdt, raw(mallory))],
      { ton: fakeTon().ton },
    )
    const error = await refusal(provider.build(quote, tape.context))
    expect([error.code, error.context['check']]).toEqual(['UNSAFE_ROUTE', 'T2'])
  })

  test('refuses to build without a payer', async () => {
    const request = { ...fromTon, fromAddress: null }
    const quote = await quoted(request, simulation(request, 15_000_000n))
    const error = await refusal(provider.build(quote, play(baseUrl, []).context))
    expect(error.code).toBe('MISSING_FIELD')
  })
})

describe('decodeTonMessage', () => {
  test('reads every field of the message', async () => {
    const { messages, context } = await built(fromTon, simulation(fromTon, 15_000_000n))
    const [message] = messages
    if (message === undefined) throw new Error('no message')
    const swap = { srcToken: toncoin, dstToken: usdt, fromAddress: payer }
    expect(await proofOf(provider, 'ton')?.decode(message, swap, context)).toEqual({
      method: 'stonfi_v2 swap',
      target: routerV2.ptonWallet,
      trusted: true,
      srcAmount: 5n * nano,
      recipient: raw(payer),
      refundTo: raw(payer),
      dstToken: usdt.address,
      minOut: 14_850_000n,
      deadlineSeconds: nowMs / 1000 + 900,
    })
  })

  test('a jetton to TON buys the coin itself', async () => {
    const { messages, context } = await built(toTon, simulation(toTon, 5n * nano))
    const [message] = messages
    if (message === undefined) throw new Error('no message')
    const swap = { srcToken: usdt, dstToken: toncoin, fromAddress: payer }
    const decoded = await proofOf(provider, 'ton')?.decode(message, swap, context)
    expect(decoded).toMatchObject({ target: routerV2.router, dstToken: zeroAddress })
  })

  test('fees left over for a stranger are refused by name', async () => {
    const { messages, context, quote } = await built(fromTon, simulation(fromTon, 15_000_000n))
    const told = async (excesses: string): Promise<string> => {
      const changed = messages.map((message) => withExcesses(message, excesses))
      const { dstMinAmount } = quote
      return verdict(provider, { request: fromTon, messages: changed, dstMinAmount }, context)
    }
    expect(await told(payer)).toBe('ok')
    expect(await told(mallory)).toBe('T3')
  })

  // The share and the referrer of version 2, and whether version 1 names one.
  const noReferrer = `${(10).toString(2).padStart(16, '0')}00`
  const swapV1 = (0x25938561).toString(2).padStart(32, '0')
  test.each([
    [
      'version 2',
      routerV2,
      (bits: string) =>
        bits.replace(
          new RegExp(`${noReferrer}$`),
          `${'0'.repeat(9)}1100100${addressBits(mallory)}`,
        ),
    ],
    [
      'version 1',
      routerV1,
      (bits: string) =>
        bits.startsWith(swapV1) ? `${bits.slice(0, -1)}1${addressBits(mallory)}` : bits,
    ],
  ])('a share for a referrer is refused: %s', async (_version, row, bend) => {
    const { messages, context, quote } = await built(fromTon, simulation(fromTon, 15_000_000n, row))
    const { dstMinAmount } = quote
    const told = async (sent: TonMessage[]): Promise<string> =>
      await verdict(provider, { request: fromTon, messages: sent, dstMinAmount }, context)
    expect(await told(messages)).toBe('ok')
    const bent = messages.map((message) => withBits(message, bend))
    expect(bent).not.toEqual(messages)
    expect(await told(bent)).toBe('T3')
  })

  test('a receiver who is not the payer stays the receiver', async () => {
    const request = { ...toTon, receiver: friend }
    const { messages, context, quote } = await built(request, simulation(request, 5n * nano))
    const honest: Honest = { request, messages, dstMinAmount: quote.dstMinAmount }
    expect(await verdict(provider, honest, context)).toBe('ok')
    const [message] = messages
    if (message === undefined) throw new Error('no message')
    const bentMessages = [withAddress(message, friend, mallory)]
    expect(await verdict(provider, { ...honest, messages: bentMessages }, context)).toBe('T7')
  })
})

/** The same payment through proxy TON, whose leftovers go to an account. */
function withExcesses(message: TonMessage, excesses: string): TonMessage {
  const outer = readCell(body(message))
  const head = buildCell().uint(outer.uint(32), 32).uint(outer.big(64), 64).coins(outer.coins())
  head.address(outer.address()).bit(outer.bit())
  const order = readCell(outer.ref())
  const next = buildCell()
    .uint(order.uint(32), 32)
    .address(order.address())
    .address(order.address())
  order.address()
  next.address(raw(excesses)).uint(order.big(64), 64).ref(order.ref())
  return { ...message, payload: writeBoc(head.ref(next.cell()).cell()) }
}
