import { Address } from '@ton/core'
import { VaultJetton } from '@dedust/sdk'
import { describe, expect, test } from 'vitest'

import { readBoc } from '../../../src/chains/ton/boc.ts'
import { readJettonTransfer } from '../../../src/chains/ton/jettons.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import { bent, type Body, play, quoteOf, refusal } from '../depositSupport.ts'
import { builtOnTon, verdict } from '../tonHostile.ts'
import {
  body,
  friend,
  friendly,
  mallory,
  nano,
  notcoin,
  raw,
  toncoin,
  usdt,
} from '../tonSupport.ts'
import {
  baseUrl,
  dedustTon,
  type Hop,
  nativeVault,
  poolOf,
  quoteAnswer,
  quoteCall,
  swapCall,
  vaultMessage,
  vaultOf,
} from './support.ts'

import { provider, fromTon, jettons, pools, direct, split, overTon, messagesOf } from './routes.ts'

async function built(request: QuoteRequest, routes: Hop[][], given = messagesOf(request, routes)) {
  const answer = quoteAnswer(request, routes)
  const exchanges = [
    quoteCall(request, answer),
    quoteCall(request, answer),
    swapCall(answer.swap_data, given),
  ]
  const tape = play(baseUrl, exchanges, { ton: dedustTon(pools).ton })
  const quote = await quoteOf(provider, request, tape.context)
  return await builtOnTon(provider, quote, tape)
}

test('DeDust’s own library writes the published instruction', () => {
  const poolAddress = Address.parse('EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2')
  const theirs = VaultJetton.createSwapPayload({ poolAddress, limit: 1n })
  expect(theirs.hash().toString('hex')).toBe(
    '0f697638eaa5fac7ba6553a58a3f0e3d70c97897253347227ccfd82b0c6e148a',
  )
  // The messages of these tests are the library's as well.
  const hop = {
    pool: poolAddress.toRawString(),
    src: usdt,
    dst: toncoin,
    inAmount: 1n,
    outAmount: 1n,
  }
  const own = vaultMessage({ request: jettons, hops: [hop], minOut: 1n })
  const transfer = readJettonTransfer(readBoc(own.payload))
  expect(transfer?.forwardPayload.hash).toBe(theirs.hash().toString('hex'))
})

describe('quote', () => {
  test('asks for the factory’s pools and maps the answer', async () => {
    const tape = play(baseUrl, [quoteCall(fromTon, quoteAnswer(fromTon, split))])
    const quote = await quoteOf(provider, fromTon, tape.context)
    expect(quote).toMatchObject({
      provider: 'DEDUST',
      executionKind: 'ton',
      dstAmount: 15_000_000n,
      // One unit for each of the two parts, and a millionth, for the roundings of the service.
      dstMinAmount: 14_850_000n - 14n - 2n,
      priceImpactPercent: 0.25,
      fees: { gas: { limit: 90_000_000n, price: 1n } },
    })
    expect(tape.unused()).toEqual([])
  })
})

describe('build', () => {
  test('gives the router’s messages in the contract’s form', async () => {
    const given = messagesOf(fromTon, direct)
    const { messages, swap } = await built(fromTon, direct)
    expect(messages).toEqual([
      {
        address: friendly(nativeVault),
        amount: 5n * nano + 250_000_000n,
        payload: given[0].payload,
        stateInit: null,
      },
    ])
    expect(swap.dstMinAmount).toBe(14_850_000n)
  })

  test('a split path, each part with its own minimum', async () => {
    const { messages, swap } = await built(fromTon, split)
    expect(messages).toHaveLength(2)
    expect(swap.dstMinAmount).toBe(8_910_000n + 5_940_000n)
  })

  test('over a third token', async () => {
    const { messages, swap } = await built(jettons, overTon)
    expect(readJettonTransfer(body(messages[0]))?.destination).toBe(vaultOf(usdt))
    expect(swap.dstMinAmount).toBe(6_930n * nano)
  })

  test('the path that was quoted is built, whatever the fresh quote’s is', async () => {
    const first = quoteAnswer(fromTon, direct)
    const fresh = quoteAnswer(fromTon, split)
    const exchanges = [
      quoteCall(fromTon, first),
      quoteCall(
        fromTon,
        bent(fresh, (b) => (b.out_amount = '14900000')),
      ),
      swapCall(first.swap_data, messagesOf(fromTon, direct)),
    ]
    const tape = play(baseUrl, exchanges, { ton: dedustTon(pools).ton })
    const quote = await quoteOf(provider, fromTon, tape.context)
    const swap = await provider.build(quote, tape.context)
    expect([swap.dstAmount, swap.dstMinAmount]).toEqual([14_900_000n, 14_850_000n])
  })

  test('a price beyond the slippage is refused before messages are asked for', async () => {
    const fresh = bent(quoteAnswer(fromTon, direct), (b) => (b.out_amount = '14000000'))
    const exchanges = [quoteCall(fromTon, quoteAnswer(fromTon, direct)), quoteCall(fromTon, fresh)]
    const tape = play(baseUrl, exchanges)
    const quote = await quoteOf(provider, fromTon, tape.context)
    expect((await refusal(provider.build(quote, tape.context))).code).toBe('PRICE_MOVED')
  })

  const [hop] = direct[0] ?? []
  if (hop === undefined) throw new Error('no hop')
  const one = (more: Partial<Parameters<typeof vaultMessage>[0]>): Body[] => [
    vaultMessage({ request: fromTon, hops: [hop], minOut: 14_850_000n, ...more }),
  ]
  test.each<[string, Body[], string]>([
    ['pays another account', one({ recipient: mallory }), 'T7'],
    ['promises less', one({ minOut: 14_849_000n }), 'PRICE_MOVED'],
    ['goes to a pool without a factory', one({ hops: [{ ...hop, pool: raw(mallory) }] }), 'T7'],
    ['goes to an account that is no pool', one({ hops: [{ ...hop, pool: raw(friend) }] }), 'T7'],
    ['buys another token', one({ hops: [{ ...hop, pool: poolOf(toncoin, notcoin) }] }), 'T7'],
    ['gives a referrer a share', one({ referrer: mallory }), 'T3'],
    ['buys exactly', one({ kind: true }), 'T3'],
    ['sells more', one({ hops: [{ ...hop, inAmount: 6n * nano }] }), 'T1'],
    ['sells less', one({ hops: [{ ...hop, inAmount: 4n * nano }] }), 'T1'],
    ['attaches too much', [{ ...one({})[0], amount: String(9n * nano) }], 'T1'],
    ['goes elsewhere', [{ ...one({})[0], address: raw(mallory) }], 'T2'],
    ['is unreadable', [{ ...one({})[0], payload: 'te6cckEBAQEAAgAAAEysuc0=' }], 'T3'],
    ['is no cell', [{ ...one({})[0], payload: 'AAAA' }], 'UPSTREAM_FAILED'],
    ['is nothing', [], 'T1'],
    ['comes five times', Array.from({ length: 5 }, () => one({})[0]), 'T1'],
    ['brings code along', [{ ...one({})[0], state_init: 'te6cckEBAQEAAgAAAEysuc0=' }], 'T4'],
  ])('a message that %s is refused', async (_what, given, rule) => {
    const error = await refusal(built(fromTon, direct, given))
    expect(error.context['check'] ?? error.code).toBe(rule)
  })
})

test('an honest split passes on the signing side as well', async () => {
  const { messages, context, swap } = await built(fromTon, split)
  const honest = { request: fromTon, messages, dstMinAmount: swap.dstMinAmount }
  expect(await verdict(provider, honest, context)).toBe('ok')
})
