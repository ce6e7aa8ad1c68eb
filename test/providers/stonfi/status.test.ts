import { describe, expect, test } from 'vitest'

import { buildCell } from '../../../sandbox/src/ton/builder.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { TonChainTransaction, TonTrace } from '../../../src/core/tonChain.ts'
import type { TonMessage } from '../../../src/core/transaction.ts'
import { nowMs, play, quoteOf, requestOf } from '../depositSupport.ts'
import {
  body,
  excesses,
  fakeTon,
  friend,
  jettonsCome,
  mallory,
  nano,
  paidHash,
  paidRef,
  payer,
  raw,
  toncoin,
  tonComes,
  traceOf,
  transaction,
  usdt,
  walletOf,
  walletSends,
} from '../tonSupport.ts'
import { baseUrl, offerWallet, provider, routerV2, simulate, simulation } from './support.ts'

const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer, receiver: friend })

async function built(request: QuoteRequest) {
  const answer = simulation(request, request.srcToken.native ? 15_000_000n : 5n * nano)
  const own = request.srcToken.native ? [] : [offerWallet()]
  const exchanges = [simulate(request, answer), simulate(request, answer), ...own]
  const { context } = play(baseUrl, exchanges, { ton: fakeTon().ton })
  const quote = await quoteOf(provider, request, context)
  const swap = await provider.build(quote, context)
  if (swap.transaction.kind !== 'ton') throw new Error('not for TON')
  return { quote, swap, messages: swap.transaction.messages }
}

const sold = await built(fromTon)
const bought = await built(toTon)

async function told(
  { quote, swap }: Pick<typeof sold, 'quote' | 'swap'>,
  trace: TonTrace | null,
  more: Parameters<typeof paidRef>[2] = {},
  atMs = nowMs + 20_000,
) {
  const traces = trace === null ? {} : { [paidHash]: trace }
  const { context } = play(baseUrl, [], { ton: fakeTon({ traces }).ton, atMs })
  return provider.status('STONFI', paidRef(quote, swap, more), context)
}

const sends = walletSends(sold.messages)
const sendsJettons = walletSends(bought.messages)
const minimum = 14_850_000n

describe('TON for a jetton', () => {
  test.each<[string, TonTrace | null, object]>([
    ['nothing is known of it', null, { status: 'NOT_FOUND' }],
    ['only the wallet has done something', traceOf([sends], false), { status: 'PENDING' }],
    [
      'the receiver got it',
      traceOf([sends, jettonsCome(usdt.address, payer, 15_000_000n), excesses(payer, nano)]),
      { status: 'SUCCESS', receivedAmount: 15_000_000n },
    ],
    [
      'exactly the minimum',
      traceOf([sends, jettonsCome(usdt.address, payer, minimum)]),
      { status: 'SUCCESS', receivedAmount: minimum },
    ],
    [
      'a unit less than the minimum',
      traceOf([sends, jettonsCome(usdt.address, payer, minimum - 1n)]),
      { status: 'PENDING' },
    ],
    [
      'another account got it',
      traceOf([sends, jettonsCome(usdt.address, mallory, 15_000_000n)]),
      { status: 'PENDING' },
    ],
    [
      'another jetton came',
      traceOf([sends, jettonsCome(mallory, payer, 15_000_000n)]),
      { status: 'PENDING' },
    ],
    [
      'it is only foreseen',
      traceOf([sends, { ...jettonsCome(usdt.address, payer, 15_000_000n), emulated: true }], false),
      { status: 'PENDING' },
    ],
    [
      'the jetton wallet refused it',
      traceOf([
        sends,
        {
          ...jettonsCome(usdt.address, payer, 15_000_000n),
          aborted: true,
          compute: { success: false, exitCode: 9 },
        },
      ]),
      { status: 'PENDING' },
    ],
    [
      'the exchange gave the coins back',
      traceOf([sends, tonComes(payer, 5n * nano)]),
      { status: 'REVERTED', receivedAmount: 5n * nano },
    ],
    [
      'it bounced',
      traceOf([
        sends,
        transaction(payer, { from: routerV2.ptonWallet, value: 5n * nano + 1n, bounced: true }),
      ]),
      { status: 'REVERTED' },
    ],
    ['only fees came back', traceOf([sends, excesses(payer, 250_000_000n)]), { status: 'PENDING' }],
    [
      'a part came back',
      traceOf([sends, tonComes(payer, 2n * nano)]),
      { status: 'PENDING', note: expect.stringContaining('neither') },
    ],
    [
      'the wallet sent nothing',
      traceOf([
        {
          ...sends,
          outMessages: [],
          action: { success: false, resultCode: 37, skippedActions: 0 },
        },
      ]),
      { status: 'FAIL', note: expect.stringContaining('nothing was sent') },
    ],
    [
      'nothing was sent, as far as it is known',
      traceOf([{ ...sends, outMessages: [] }], false),
      { status: 'PENDING' },
    ],
    [
      'the trace is of another wallet',
      traceOf([{ ...sends, account: raw(mallory) }, jettonsCome(usdt.address, payer, 15_000_000n)]),
      { status: 'NOT_FOUND' },
    ],
    [
      'the trace is older than the swap',
      traceOf([
        { ...sends, atSeconds: nowMs / 1000 - 3600 },
        jettonsCome(usdt.address, payer, 15_000_000n),
      ]),
      { status: 'NOT_FOUND' },
    ],
  ])('%s', async (_what, trace, expected) => {
    expect(await told(sold, trace)).toMatchObject(expected)
  })

  test('the end is named by the transaction that brought it', async () => {
    const trace = traceOf([sends, jettonsCome(usdt.address, payer, 15_000_000n)])
    const { destinationTxHash } = await told(sold, trace)
    expect(destinationTxHash).toBe(trace.transactions[1]?.hash)
  })

  test('waits long before it reports it', async () => {
    const trace = traceOf([sends], false)
    const after = async (minutes: number): Promise<string> =>
      (await told(sold, trace, {}, nowMs + minutes * 60_000)).status
    expect([await after(29), await after(31)]).toEqual(['PENDING', 'LONG_PENDING'])
  })

  test.each([
    ['hex', paidHash],
    ['upper-case hex', paidHash.toUpperCase()],
    ['base64', Buffer.from(paidHash, 'hex').toString('base64')],
    ['base64url', Buffer.from(paidHash, 'hex').toString('base64url')],
  ])('finds it by %s', async (_form, srcTxHash) => {
    const trace = traceOf([sends, jettonsCome(usdt.address, payer, 15_000_000n)])
    expect((await told(sold, trace, { srcTxHash })).status).toBe('SUCCESS')
  })

  test.each([['0x12'], ['hello'], [null]])('%s is not a hash of TON', async (srcTxHash) => {
    expect((await told(sold, null, { srcTxHash })).status).toBe('NOT_FOUND')
  })
})

describe('a jetton for TON, to another account', () => {
  test.each<[string, TonTrace, object]>([
    [
      'the receiver got it',
      traceOf([sendsJettons, tonComes(friend, 5n * nano), excesses(payer, 100_000_000n)]),
      { status: 'SUCCESS', receivedAmount: 5n * nano },
    ],
    [
      'what is left of fees is no payout',
      traceOf([sendsJettons, tonComes(friend, nano, 6n * nano)]),
      { status: 'PENDING' },
    ],
    [
      'the jettons came back',
      traceOf([sendsJettons, jettonsCome(usdt.address, payer, 15_000_000n), excesses(payer, nano)]),
      { status: 'REVERTED', receivedAmount: 15_000_000n },
    ],
    [
      'most of the jettons came back',
      traceOf([sendsJettons, jettonsCome(usdt.address, payer, 14_999_999n)]),
      { status: 'PENDING' },
    ],
  ])('%s', async (_what, trace, expected) => {
    expect(await told(bought, trace)).toMatchObject(expected)
  })
})

/** The news of a payment for the router, with the instruction it carries. */
function news(request: QuoteRequest, message: TonMessage | undefined): TonChainTransaction {
  const instruction = body(message).refs[0]
  if (instruction === undefined) throw new Error('no instruction')
  const wallet = request.srcToken.native
    ? routerV2.ptonWallet
    : walletOf(request.srcToken.address, routerV2.router)
  const cell = buildCell().uint(0x7362d09c, 32).uint(7, 64).coins(request.srcAmount)
  return transaction(routerV2.router, {
    from: wallet,
    cell: cell.address(raw(payer)).bit(true).ref(instruction).cell(),
  })
}

describe('a swap that was made elsewhere', () => {
  const { router } = routerV2
  const wallets = {
    [walletOf(usdt.address, router)]: { owner: router, master: raw(usdt.address) },
  }
  const foreign = {
    providerState: null,
    fromAddress: null,
    receiver: null,
    startedAtMs: null,
    durationSeconds: null,
  }

  async function found(trace: TonTrace, known = wallets): Promise<object> {
    const { ton } = fakeTon({ traces: { [paidHash]: trace }, wallets: known })
    const { context } = play(baseUrl, [], { ton })
    return provider.status('STONFI', paidRef(sold.quote, sold.swap, foreign), context)
  }

  test.each<[string, TonChainTransaction[], object]>([
    [
      'TON for a jetton',
      [sends, news(fromTon, sold.messages[0]), jettonsCome(usdt.address, payer, 15_000_000n)],
      { status: 'SUCCESS', sourceBlockchain: 'TON', receivedAmount: 15_000_000n },
    ],
    [
      'a jetton for TON',
      [sendsJettons, news(toTon, bought.messages[0]), tonComes(friend, 5n * nano)],
      { status: 'SUCCESS', receivedAmount: 5n * nano },
    ],
    [
      'given back',
      [sends, news(fromTon, sold.messages[0]), tonComes(payer, 5n * nano)],
      { status: 'REVERTED' },
    ],
    [
      'less than the instruction demands',
      [sends, news(fromTon, sold.messages[0]), jettonsCome(usdt.address, payer, minimum - 1n)],
      { status: 'PENDING' },
    ],
    [
      'no swap at all',
      [sends, jettonsCome(usdt.address, payer, 15_000_000n)],
      { status: 'NOT_FOUND' },
    ],
    [
      'news for a contract of another account',
      [sends, { ...news(fromTon, sold.messages[0]), account: raw(mallory) }],
      { status: 'NOT_FOUND' },
    ],
    [
      'news that proxy TON did not send',
      [
        sends,
        transaction(router, {
          from: mallory,
          cell: readBoc(news(fromTon, sold.messages[0]).inMessage?.body ?? ''),
        }),
        jettonsCome(usdt.address, payer, 15_000_000n),
      ],
      { status: 'NOT_FOUND' },
    ],
  ])('%s', async (_what, transactions, expected) => {
    expect(await found(traceOf(transactions))).toMatchObject(expected)
  })

  test('a wallet that its master does not know decides nothing', async () => {
    const lie = { [walletOf(usdt.address, router)]: { owner: router, master: raw(mallory) } }
    const trace = traceOf([
      sends,
      news(fromTon, sold.messages[0]),
      jettonsCome(usdt.address, payer, 15_000_000n),
    ])
    expect(await found(trace, lie)).toMatchObject({ status: 'NOT_FOUND' })
  })
})
