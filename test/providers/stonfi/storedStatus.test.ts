import { expect, test } from 'vitest'

import type { TonChainTransaction, TonTrace } from '../../../src/core/tonChain.ts'
import { nowMs, play, quoteOf, requestOf } from '../depositSupport.ts'
import {
  fakeTon,
  jettonsCome,
  nano,
  paidHash,
  paidRef,
  payer,
  toncoin,
  tonComes,
  traceOf,
  transaction,
  usdt,
  walletOf,
  walletSends,
} from '../tonSupport.ts'
import { baseUrl, provider, simulate, simulation } from './support.ts'

// The index reports an end; the accounts' own cells decide whether there is one (S2, S5).

const request = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const answer = simulation(request, 15_000_000n)
const honest = play(baseUrl, [simulate(request, answer), simulate(request, answer)], {
  ton: fakeTon().ton,
})
const quote = await quoteOf(provider, request, honest.context)
const swap = await provider.build(quote, honest.context)
const messages = swap.transaction.kind === 'ton' ? swap.transaction.messages : []

const sends = walletSends(messages)
const came = jettonsCome(usdt.address, payer, 15_000_000n)
/** Another payment of the same wallet. */
const other = walletSends(messages, { atSeconds: nowMs / 1000 + 20, lt: 2n })
const nothingSent = walletSends([], {
  action: { success: false, resultCode: 37, skippedActions: 0 },
})

/** What is reported where index and cells have these contents. */
async function told(trace: TonTrace, stored: readonly TonChainTransaction[], hash = paidHash) {
  const { ton } = fakeTon({ traces: { [hash]: trace }, stored: traceOf([...stored]).transactions })
  const { context } = play(baseUrl, [], { ton, atMs: nowMs + 30_000 })
  return (await provider.status('STONFI', paidRef(quote, swap, { srcTxHash: hash }), context))
    .status
}

const back = tonComes(payer, 5n * nano)

test.each<[string, TonChainTransaction[], TonChainTransaction[], string]>([
  ['delivered', [sends, came], [sends, came], 'SUCCESS'],
  ['delivered, but no cell shows it', [sends, came], [sends], 'PENDING'],
  [
    'delivered, but the cell has less',
    [sends, came],
    [sends, jettonsCome(usdt.address, payer, 1n)],
    'PENDING',
  ],
  ['delivered, but never paid', [sends, came], [came], 'PENDING'],
  ['given back', [sends, back], [sends, back], 'REVERTED'],
  ['given back, but no cell shows it', [sends, back], [sends], 'PENDING'],
  ['refused by the wallet', [nothingSent], [nothingSent], 'FAIL'],
  ['refused by the wallet, whose cell sends', [nothingSent], [sends], 'PENDING'],
])('%s', async (_what, index, cells, expected) => {
  expect(await told(traceOf(index), cells)).toBe(expected)
})

test('the payment has to be the one that was asked for, by its own cell', async () => {
  const [first, second] = traceOf([other, came]).transactions
  if (first === undefined || second === undefined) throw new Error('no trace')
  expect(await told(traceOf([other, came]), [other, came], first.hash)).toBe('SUCCESS')
  const asked = '12'.repeat(32)
  // The index writes the asked hash into a payment that took another message.
  const lie = { ...first, inMessage: first.inMessage && { ...first.inMessage, hash: asked } }
  const trace = { id: 'trace', complete: true, transactions: [lie, second] }
  expect(await told(trace, [other, came], asked)).toBe('PENDING')
})

test('asks only payer and payee, and no account before there is an end', async () => {
  const pool = transaction(walletOf(usdt.address, payer), { from: payer })
  const asked: string[] = []
  const ask = async (transactions: TonChainTransaction[]): Promise<string[]> => {
    asked.length = 0
    const trace = traceOf(transactions)
    const { ton } = fakeTon({ traces: { [paidHash]: trace } })
    const rawTransactions: typeof ton.rawTransactions = async (account, ...rest) => {
      asked.push(account)
      return (await ton.rawTransactions?.(account, ...rest)) ?? []
    }
    const { context } = play(baseUrl, [], { ton: { ...ton, rawTransactions } })
    await provider.status('STONFI', paidRef(quote, swap), context)
    return [...asked]
  }
  expect(await ask([sends, pool])).toEqual([])
  expect(await ask([sends, came])).toEqual([sends.account, came.account])
  expect(await ask([sends, back])).toEqual([sends.account])
})
