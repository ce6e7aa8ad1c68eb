import { Address, Cell, internal, type MessageRelaxed } from '@ton/ton'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toRawTonAddress } from '../../src/chains/ton/address.ts'
import { normalizedHashOfBoc } from '../../src/chains/ton/message.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { TonTransaction } from '../../src/core/transaction.ts'
import { type CountingHttpClient, createHttpClient } from '../../src/http/client.ts'
import { createCoffeeProvider } from '../../src/providers/coffee_swap.ts'
import { createStonfiProvider } from '../../src/providers/stonfi.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../src/providers/types.ts'
import { createCoffeeServer } from '../../sandbox/src/servers/coffeeSwap.ts'
import { listen, type LoopbackServer } from '../../sandbox/src/servers/server.ts'
import { createStonfiServer } from '../../sandbox/src/servers/stonfi.ts'
import { refOf, refusal, requestOf, tokenOf } from '../providers/depositSupport.ts'
import {
  ownClient,
  signed,
  startTonSandbox,
  type TonSandbox,
  vendorClient,
  vendorWallet,
} from './support/tonSandbox.ts'
import { ownNode } from '../support/ownNode.ts'

const toncoin = tokenOf('TON', 'TON')
const usdt = tokenOf('TON', 'USDT')
const notcoin = tokenOf('TON', 'NOT')
const nano = 1_000_000_000n

const unasked = (): Promise<never> => Promise.reject(new Error('no EVM chain is asked'))

let sandbox: TonSandbox
let servers: { stonfi: LoopbackServer; coffee: LoopbackServer }
let http: CountingHttpClient
let context: ProviderContext
let providers: { stonfi: Provider; coffee: Provider }
let alice: Awaited<ReturnType<typeof vendorWallet>>

beforeAll(async () => {
  sandbox = await startTonSandbox()
  const { node, faults } = sandbox
  servers = {
    stonfi: await listen(createStonfiServer(node, faults)),
    coffee: await listen(createCoffeeServer(node, faults)),
  }
  http = createHttpClient({ bases: [servers.stonfi.url, servers.coffee.url] })
  context = {
    http,
    rpc: { call: unasked, batch: unasked, witnesses: ownNode, has: () => false },
    ton: ownClient(node),
    chainId: () => null,
    nodes: () => [],
    now: Date.now,
    signal: AbortSignal.timeout(50_000),
  }
  providers = {
    stonfi: createStonfiProvider({ baseUrl: servers.stonfi.url }),
    coffee: createCoffeeProvider({ baseUrl: servers.coffee.url }),
  }
  alice = await vendorWallet(vendorClient(node), 'alice')
})

beforeEach(() => {
  context = { ...context, signal: AbortSignal.timeout(50_000) }
})

afterAll(async () => {
  await http.close()
  await Promise.all(Object.values(servers).map((server) => server.close()))
  await sandbox.close()
})

function ask(src: typeof toncoin, dst: typeof toncoin, amount: bigint): QuoteRequest {
  return requestOf(src, dst, amount, { fromAddress: alice.address.toString({ bounceable: false }) })
}

async function quoteOf(provider: Provider, request: QuoteRequest): Promise<Quote> {
  const { quotes } = await provider.quote(request, new Set(provider.ids), context)
  const [quote] = quotes
  if (quote === undefined) throw new Error('no quote')
  return quote
}

/** Signs and sends as any wallet program does; the hash by which the swap is followed. */
async function pay({ messages }: TonTransaction): Promise<string> {
  const seqno = await alice.wallet.getSeqno()
  const orders: MessageRelaxed[] = messages.map(({ address, amount, payload }) =>
    internal({
      to: Address.parse(address),
      value: amount,
      bounce: true,
      body: payload === null ? null : Cell.fromBase64(payload),
    }),
  )
  const boc = await signed(vendorClient(sandbox.node), alice, orders, seqno)
  await context.ton.sendBoc(boc, context)
  return normalizedHashOfBoc(boc)
}

function messagesOf({ transaction }: BuiltSwap): TonTransaction {
  if (transaction.kind !== 'ton') throw new Error('not for TON')
  return transaction
}

async function held(token: typeof toncoin): Promise<bigint> {
  const owner = alice.address.toRawString()
  if (token.native) return (await context.ton.accountState(owner, context)).balance
  const wallets = await context.ton.jettonBalances(owner, context)
  const master = toRawTonAddress(token.address)
  return wallets.find((row) => row.master === master)?.amount ?? 0n
}

describe.each([
  ['STON.fi', 'stonfi', 'STONFI'],
  ['swap.coffee', 'coffee', 'COFFEE_SWAP'],
] as const)('%s', (_name, key, id) => {
  test.each([
    ['TON to a jetton', toncoin, usdt, 5n * nano],
    ['a jetton to TON', usdt, toncoin, 15_000_000n],
    ['a jetton to a jetton', usdt, notcoin, 15_000_000n],
  ])('%s: what is quoted is what the chain pays', async (_what, src, dst, amount) => {
    const provider = providers[key]
    const quote = await quoteOf(provider, ask(src, dst, amount))
    const swap = await provider.build(quote, context)
    const before = { src: await held(src), dst: await held(dst) }
    const srcTxHash = await pay(messagesOf(swap))
    const ref = refOf(quote, swap, {
      srcTxHash,
      receiver: quote.request.fromAddress,
      startedAtMs: Date.now() - 60_000,
    })
    const status = await provider.status(id, ref, context)
    expect(status).toMatchObject({ status: 'SUCCESS', receivedAmount: quote.dstAmount })
    const gain = (await held(dst)) - before.dst
    if (!dst.native) expect(gain).toBe(quote.dstAmount)
    // Of the coins a swap costs some hundredths; what was attached besides came back.
    else expect(quote.dstAmount - gain).toBeLessThan(nano / 10n)
    const spent = before.src - (await held(src))
    if (!src.native) expect(spent).toBe(amount)
    else expect(spent - amount).toBeLessThan(nano / 10n)
  })

  test.each([
    ['a price that moved', 'TON'],
    ['an exchange that refunds', id],
  ])('%s ends in a refund', async (_what, target) => {
    const provider = providers[key]
    const quote = await quoteOf(provider, ask(toncoin, usdt, 2n * nano))
    const swap = await provider.build(quote, context)
    sandbox.faults.set(target, 'refund', null)
    const srcTxHash = await pay(messagesOf(swap))
    sandbox.faults.clear()
    const ref = refOf(quote, swap, {
      srcTxHash,
      receiver: quote.request.fromAddress,
      startedAtMs: Date.now() - 60_000,
    })
    const status = await provider.status(id, ref, context)
    expect(status).toMatchObject({ status: 'REVERTED', receivedAmount: 2n * nano })
  })

  test('a stalled exchange keeps what it was paid; the next swap is not touched', async () => {
    const provider = providers[key]
    const quote = await quoteOf(provider, ask(toncoin, usdt, 2n * nano))
    const swap = await provider.build(quote, context)
    const before = { src: await held(toncoin), dst: await held(usdt) }
    sandbox.faults.set(id, 'stall', null)
    const srcTxHash = await pay(messagesOf(swap))
    sandbox.faults.clear()
    const times = { receiver: quote.request.fromAddress, startedAtMs: Date.now() - 60_000 }
    const status = await provider.status(id, refOf(quote, swap, { srcTxHash, ...times }), context)
    expect(['SUCCESS', 'REVERTED']).not.toContain(status.status)
    expect(before.src - (await held(toncoin))).toBeGreaterThanOrEqual(2n * nano)
    expect(await held(usdt)).toBe(before.dst)
    const next = await provider.build(quote, context)
    const nextHash = await pay(messagesOf(next))
    const after = refOf(quote, next, { srcTxHash: nextHash, ...times })
    expect(await provider.status(id, after, context)).toMatchObject({ status: 'SUCCESS' })
  })

  test.each([
    ['refuse', 'NO_ROUTE'],
    ['unauthorized', 'UPSTREAM_REFUSED'],
    ['rate-limit', 'RATE_LIMITED'],
    ['down', 'UPSTREAM_FAILED'],
  ])('with the fault %s there is no quote', async (fault, code) => {
    sandbox.faults.set(id, fault, null)
    const error = await refusal(quoteOf(providers[key], ask(toncoin, usdt, nano)))
    sandbox.faults.clear()
    expect(error.code).toBe(code)
  })

  test('with the fault silent nothing is answered until it ends', async () => {
    sandbox.faults.set(id, 'silent', null)
    let isAnswered = false
    const quoting = quoteOf(providers[key], ask(toncoin, usdt, nano)).then(() => {
      isAnswered = true
    })
    // Another service answers meanwhile, twice.
    const other = key === 'stonfi' ? providers.coffee : providers.stonfi
    for (let round = 0; round < 2; round += 1) await quoteOf(other, ask(toncoin, usdt, nano))
    expect(isAnswered).toBe(false)
    sandbox.faults.clear()
    await quoting
  })
})

test('a swap made elsewhere is found by its hash alone', async () => {
  const quote = await quoteOf(providers.stonfi, ask(toncoin, usdt, nano))
  const swap = await providers.stonfi.build(quote, context)
  const srcTxHash = await pay(messagesOf(swap))
  const ref = { ...refOf(quote, swap), srcTxHash, providerState: null, startedAtMs: null }
  const status = await providers.stonfi.status('STONFI', ref, context)
  expect(status).toMatchObject({ status: 'SUCCESS', receivedAmount: quote.dstAmount })
})

describe('a hostile service', () => {
  test.each([
    ['wrong-receiver', 'T7'],
    ['wrong-target', 'T2'],
    ['extra-value', 'T1'],
    ['less', 'PRICE_MOVED'],
  ])('%s is refused', async (fault, rule) => {
    const quote = await quoteOf(providers.coffee, ask(toncoin, usdt, nano))
    sandbox.faults.set('COFFEE_SWAP', fault, 500)
    const error = await refusal(providers.coffee.build(quote, context))
    sandbox.faults.clear()
    expect(error.context['check'] ?? error.code).toBe(rule)
  })

  test.each([
    ['STONFI', 'error', 'UPSTREAM_FAILED'],
    ['COFFEE_SWAP', 'error', 'UPSTREAM_FAILED'],
    ['STONFI', 'garbage', 'UPSTREAM_FAILED'],
    ['COFFEE_SWAP', 'garbage', 'UPSTREAM_FAILED'],
  ])('%s with fault %s', async (target, fault, code) => {
    const provider = target === 'STONFI' ? providers.stonfi : providers.coffee
    sandbox.faults.set(target, fault, null)
    const error = await refusal(quoteOf(provider, ask(toncoin, usdt, nano)))
    sandbox.faults.clear()
    expect(error.code).toBe(code)
  })
})

test('a pair without a pool has no route', async () => {
  const dogs = tokenOf('TON', 'DOGS')
  for (const provider of Object.values(providers)) {
    const error = await refusal(quoteOf(provider, ask(dogs, notcoin, 1_000_000_000n)))
    expect(error.code).toBe('NO_ROUTE')
  }
})
