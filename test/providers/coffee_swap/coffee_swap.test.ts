import { describe, expect, test } from 'vitest'

import { createCoffeeProvider } from '../../../src/providers/coffee_swap.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import { dedustTon } from '../dedust/support.ts'
import { bent, type Body, play, quoteOf, refusal } from '../depositSupport.ts'
import { routerV2 } from '../stonfi/support.ts'
import { builtOnTon, verdict } from '../tonHostile.ts'
import {
  friendly,
  jettonsCome,
  mallory,
  nano,
  paidHash,
  paidRef,
  payer,
  raw,
  showing,
  traceOf,
  usdt,
  walletSends,
} from '../tonSupport.ts'

import {
  baseUrl,
  provider,
  fromTon,
  pools,
  type Part,
  routeAnswer,
  routeCall,
  transactionsCall,
  transactionOf,
  single,
  split,
} from './support.ts'

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
  return await builtOnTon(provider, quote, tape)
}

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

  test('sends a key where one is set', async () => {
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
    ['pays another account', [transactionOf(fromTon, part, mallory)], 'T7'],
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

test('status is the chain’s, over all parts', async () => {
  const { quote, swap, messages } = await built(fromTon, split)
  const parts = split.map(({ out }) => jettonsCome(usdt.address, payer, out))
  const told = async (count: number): Promise<object> => {
    const trace = traceOf([walletSends(messages), ...parts.slice(0, count)])
    const { ton } = dedustTon(pools)
    const { context } = play(baseUrl, [], { ton: { ...ton, ...showing({ [paidHash]: trace }) } })
    return provider.status('COFFEE_SWAP', paidRef(quote, swap), context)
  }
  expect(await told(3)).toMatchObject({ status: 'SUCCESS', receivedAmount: 15_000_000n })
  expect(await told(2)).toMatchObject({ status: 'PENDING' })
})
