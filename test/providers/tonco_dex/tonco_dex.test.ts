import { beginCell, Address } from '@ton/core'
import { describe, expect, test } from 'vitest'

import { readJettonTransfer } from '../../../src/chains/ton/jettons.ts'
import { readCell } from '../../../src/chains/ton/reader.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { Token } from '../../../src/core/token.ts'
import { toncoMessage } from '../../../src/chains/ton/build/toncoSwap.ts'
import { quoteCall } from '../dedust/support.ts'
import { nowMs, play, quoteOf, refusal } from '../depositSupport.ts'
import { builtOnTon, verdict } from '../tonHostile.ts'
import {
  body,
  friendly,
  mallory,
  nano,
  notcoin,
  payer,
  raw,
  usdt,
  walletOf,
} from '../tonSupport.ts'

import {
  baseUrl,
  provider,
  router,
  ptonWallet,
  ton,
  fromTon,
  toTon,
  jettons,
  limits,
  answerOf,
} from './support.ts'

async function built(request: QuoteRequest, quotedOut: bigint, freshOut = quotedOut) {
  const exchanges = [quotedOut, freshOut].map((amount) =>
    quoteCall(request, answerOf(request, amount), 200, limits),
  )
  const tape = play(baseUrl, exchanges, { ton })
  const quote = await quoteOf(provider, request, tape.context)
  return await builtOnTon(provider, quote, tape)
}

describe('quote', () => {
  test('asks DeDust’s router for TONCO alone, and the router for its pool', async () => {
    const call = quoteCall(fromTon, answerOf(fromTon, 15_000_000n), 200, limits)
    const tape = play(baseUrl, [call], { ton })
    const quote = await quoteOf(provider, fromTon, tape.context)
    expect(quote).toMatchObject({
      provider: 'TONCO_DEX',
      dstAmount: 15_000_000n,
      dstMinAmount: 14_850_000n,
      fees: { gas: { limit: 45_000_000n, price: 1n } },
    })
  })

  test('a pool of another router makes no offer', async () => {
    const answer = answerOf(fromTon, 15_000_000n, raw(mallory))
    const tape = play(baseUrl, [quoteCall(fromTon, answer, 200, limits)], { ton })
    const error = await refusal(quoteOf(provider, fromTon, tape.context))
    expect([error.code, error.message]).toEqual([
      'NO_ROUTE',
      'TONCO swaps this pair at a router this version does not know.',
    ])
  })
})

const least = 4_295_128_740n
const greatest = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n

/** What TONCO's library would write, with the cells of TON's own library. */
function swapCell(ask: string, limit: bigint, minOut: bigint) {
  return beginCell()
    .storeUint(0xa7fb58f8, 32)
    .storeAddress(Address.parseRaw(ask))
    .storeUint(limit, 160)
    .storeCoins(minOut)
    .storeAddress(Address.parse(payer))
    .storeUint(0, 1)
    .endCell()
}

/** The pool's first token is the one whose wallet at the router has the greater hash. */
function limitOf({ srcToken, dstToken }: QuoteRequest): bigint {
  const hashOf = (token: Token): string => {
    const wallet = token.native ? ptonWallet : walletOf(token.address, router)
    return beginCell().storeAddress(Address.parseRaw(wallet)).endCell().hash().toString('hex')
  }
  return hashOf(srcToken) > hashOf(dstToken) ? least : greatest
}

describe('build', () => {
  test('TON to a jetton', async () => {
    const { messages, swap } = await built(fromTon, 15_000_000n)
    expect(swap.dstMinAmount).toBe(14_850_000n)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.address).toBe(friendly(ptonWallet))
    expect(messages[0]?.amount).toBe(5n * nano + 600_000_000n)
    const ask = walletOf(usdt.address, router)
    const theirs = beginCell()
      .storeUint(0x01f3835d, 32)
      .storeUint(nowMs, 64)
      .storeCoins(5n * nano)
      .storeAddress(Address.parse(payer))
      .storeUint(1, 1)
      .storeRef(swapCell(ask, limitOf(fromTon), 14_850_000n))
      .endCell()
    expect(body(messages[0]).hash).toBe(theirs.hash().toString('hex'))
  })

  test.each<[string, QuoteRequest, bigint, string]>([
    ['a jetton to TON', toTon, 5n * nano, ptonWallet],
    ['a jetton to a jetton', jettons, 7_000n * nano, walletOf(notcoin.address, router)],
  ])('%s', async (_what, request, amount, ask) => {
    const { messages } = await built(request, amount)
    expect(messages[0]?.address).toBe(friendly(walletOf(usdt.address, payer)))
    expect(messages[0]?.amount).toBe(600_000_000n)
    const transfer = readJettonTransfer(body(messages[0]))
    expect(transfer).toMatchObject({
      amount: 15_000_000n,
      destination: router,
      responseDestination: raw(payer),
      forwardAmount: 500_000_000n,
    })
    const theirs = swapCell(ask, limitOf(request), (amount * 99n) / 100n)
    expect(transfer?.forwardPayload.hash).toBe(theirs.hash().toString('hex'))
  })

  test('the price limit follows from which token is the pool’s first', () => {
    const order = {
      router,
      ptonWallet,
      offerWallet: null,
      units: 1n,
      minUnits: 1n,
      owner: raw(payer),
      queryId: 1n,
    }
    const limit = (src: string, dst: string): bigint => {
      const message = toncoMessage({ ...order, routerWallets: { src, dst } })
      const reader = readCell(body(message).refs[0] ?? body(message))
      reader.uint(32)
      reader.address()
      return reader.big(160)
    }
    const [a, b] = [ptonWallet, walletOf(usdt.address, router)]
    expect(new Set([limit(a, b), limit(b, a)])).toEqual(new Set([least, greatest]))
  })

  test('a worse price within the slippage keeps the promise, beyond it is refused', async () => {
    const { swap } = await built(fromTon, 15_000_000n, 14_900_000n)
    expect([swap.dstAmount, swap.dstMinAmount]).toEqual([14_900_000n, 14_850_000n])
    const error = await refusal(built(fromTon, 15_000_000n, 14_849_999n))
    expect(error.code).toBe('PRICE_MOVED')
  })
})

const make = (request: QuoteRequest, amount: bigint) => async () => {
  const { messages, context, swap } = await built(request, amount)
  return { honest: { request, messages, dstMinAmount: swap.dstMinAmount }, context }
}
test('a path over several pools cannot be read to its end', async () => {
  const { honest, context } = await make(fromTon, 15_000_000n)()
  const onward = beginCell()
    .storeUint(0xa7fb58f8, 32)
    .storeAddress(Address.parseRaw(walletOf(usdt.address, router)))
    .storeUint(least, 160)
    .storeCoins(honest.dstMinAmount)
    .storeAddress(Address.parse(payer))
    .storeMaybeRef(beginCell().storeAddress(Address.parse(mallory)).endCell())
    .endCell()
  const payload = beginCell()
    .storeUint(0x01f3835d, 32)
    .storeUint(1, 64)
    .storeCoins(5n * nano)
    .storeAddress(Address.parse(payer))
    .storeUint(1, 1)
    .storeRef(onward)
    .endCell()
    .toBoc()
    .toString('base64')
  const messages = honest.messages.map((message) => ({ ...message, payload }))
  expect(await verdict(provider, { ...honest, messages }, context)).toBe('T3')
})
