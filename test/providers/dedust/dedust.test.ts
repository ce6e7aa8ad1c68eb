import { Address } from '@ton/core'
import { VaultJetton } from '@dedust/sdk'
import { describe, expect, test } from 'vitest'

import { readBoc } from '../../../src/chains/ton/boc.ts'
import { readJettonTransfer } from '../../../src/chains/ton/jettons.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import { bent, type Body, play, quoteOf, refusal, requestOf, tokenOf } from '../depositSupport.ts'
import { builtOnTon, describeHostile, verdict } from '../tonHostile.ts'
import {
  body,
  friend,
  friendly,
  jettonsCome,
  mallory,
  nano,
  notcoin,
  paidHash,
  paidRef,
  payer,
  raw,
  showing,
  toncoin,
  traceOf,
  usdt,
  walletOf,
  walletSends,
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

describe('supports', () => {
  test.each([
    ['on TON', toncoin, usdt, ['DEDUST']],
    ['elsewhere', tokenOf('ETH', 'ETH'), tokenOf('ETH', 'USDT'), []],
    ['across chains', toncoin, tokenOf('ETH', 'USDT'), []],
  ])('%s', (_what, src, dst, ids) => {
    expect(provider.supports(requestOf(src, dst, 1n))).toEqual(ids)
  })
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

  test.each<[string, number, Body, string]>([
    ['no path, in text', 400, 'no route found', 'NO_ROUTE'],
    ['no path, in the answer', 200, bent(quoteAnswer(fromTon, []), () => {}), 'NO_ROUTE'],
    ['not possible', 200, { in_amount: '1', out_amount: '0', swap_is_possible: false }, 'NO_ROUTE'],
    [
      'more than a message can say',
      200,
      bent(quoteAnswer(fromTon, direct), (b) => (b.out_amount = String(1n << 120n))),
      'NO_ROUTE',
    ],
    ['an outage', 502, 'bad gateway', 'UPSTREAM_FAILED'],
    ['another shape', 200, { routes: [] }, 'UPSTREAM_FAILED'],
  ])('%s', async (_what, status, answer, code) => {
    const tape = play(baseUrl, [quoteCall(fromTon, answer, status)])
    expect((await refusal(quoteOf(provider, fromTon, tape.context))).code).toBe(code)
  })

  test.each<[string, (body: Body) => void]>([
    ['another amount', (b) => (b.in_amount = '1')],
    ['routes that sell more', (b) => (b.swap_data.routes[0][0].in_amount = '5000000001')],
    ['another exchange', (b) => (b.swap_data.routes[0][0].protocol_slug = 'tonfun')],
    ['another token bought', (b) => (b.swap_data.routes[0][0].out_minter = notcoin.address)],
    ['another token sold', (b) => (b.swap_data.routes[0][0].in_minter = notcoin.address)],
    ['an empty route', (b) => b.swap_data.routes.push([])],
  ])('an answer with %s is refused', async (_what, bend) => {
    const answer = bent(quoteAnswer(fromTon, direct), bend)
    const tape = play(baseUrl, [quoteCall(fromTon, answer)])
    expect((await refusal(quoteOf(provider, fromTon, tape.context))).code).toBe('UPSTREAM_FAILED')
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
    ['pays somebody else', one({ recipient: mallory }), 'T7'],
    ['promises less', one({ minOut: 14_849_000n }), 'PRICE_MOVED'],
    ['goes to a pool of nobody’s factory', one({ hops: [{ ...hop, pool: raw(mallory) }] }), 'T7'],
    ['goes to a pool that is none', one({ hops: [{ ...hop, pool: raw(friend) }] }), 'T7'],
    ['buys another token', one({ hops: [{ ...hop, pool: poolOf(toncoin, notcoin) }] }), 'T7'],
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

const make = (request: QuoteRequest, routes: Hop[][]) => async () => {
  const { messages, context, swap } = await built(request, routes)
  return { honest: { request, messages, dstMinAmount: swap.dstMinAmount }, context }
}

// An instruction to a vault may leave the receiver open: then there is nobody to replace.
describeHostile('TON to a jetton, named receiver', provider, async () => {
  const given = [
    vaultMessage({
      request: fromTon,
      hops: direct[0] ?? [],
      minOut: 14_850_000n,
      recipient: payer,
    }),
  ]
  const { messages, context, swap } = await built(fromTon, direct, given)
  return { honest: { request: fromTon, messages, dstMinAmount: swap.dstMinAmount }, context }
})
describeHostile('a jetton over TON', provider, make(jettons, overTon))

test('an honest split passes on the signing side as well', async () => {
  const { honest, context } = await make(fromTon, split)()
  expect(await verdict(provider, honest, context)).toBe('ok')
})

test('status is the chain’s, and needs the swap to be known', async () => {
  const { quote, swap, messages } = await built(fromTon, direct)
  const ref = paidRef(quote, swap)
  const trace = traceOf([walletSends(messages), jettonsCome(usdt.address, payer, 14_900_000n)])
  const { ton } = dedustTon(pools)
  const context = play(baseUrl, [], { ton: { ...ton, ...showing({ [paidHash]: trace }) } }).context
  expect(await provider.status('DEDUST', ref, context)).toMatchObject({
    status: 'SUCCESS',
    receivedAmount: 14_900_000n,
  })
  const foreign = { ...ref, providerState: null }
  expect(await provider.status('DEDUST', foreign, context)).toMatchObject({ status: 'NOT_FOUND' })
  expect(walletOf(usdt.address, payer)).toBe(trace.transactions[1]?.account)
})
