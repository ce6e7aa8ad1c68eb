import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { load, type Name, refOf } from '../../providers/across/support.ts'
import { answersOf, contextOf, provider } from '../02-mutations/across.ts'
import type { Body } from '../../providers/depositSupport.ts'
import type { Answer } from '../02-mutations/story.ts'
import type { Liar, Lie } from './lies.ts'

const stranger = `0x${'cd'.repeat(32)}`

type Bend = {
  /** What the index returns; a number: the status of an answer without it. */
  index?: object | number
  /** Receipts by what they are of. */
  source?: ((receipt: Body) => void) | 'missing'
  second?: ((receipt: Body) => void) | 'missing'
  ref?: Partial<SwapRef>
}

/** Lies about deposits of Across, by its index or by a node, around the recorded ones. */
export function acrossLiar(): Liar {
  const ask = (name: Name, { index = {}, source, second, ref }: Bend = {}): Promise<SwapStatus> => {
    const { hash } = load(name)
    const { keys, answers } = answersOf(name, (key) => !key.startsWith('/swap/'))
    const bent = answers.flatMap((answer, at): [string, Answer][] => {
      const key = keys[at] ?? ''
      const body: Body = structuredClone(answer.body)
      if (key.startsWith('/deposit/')) {
        const status = typeof index === 'number' ? index : answer.status
        return [
          [
            key,
            { status, body: typeof index === 'number' ? { message: 'no' } : { ...body, ...index } },
          ],
        ]
      }
      const change = !key.includes('Receipt') ? undefined : key.includes(hash) ? source : second
      if (change === 'missing') return []
      change?.(body.result)
      return [[key, { status: answer.status, body }]]
    })
    const context = contextOf(
      bent.map(([key]) => key),
      bent.map(([, answer]) => answer),
    )
    return provider.status('across', refOf(hash, ref), context)
  }
  const lie = (what: string, name: Name, bend: Bend): Lie => ({
    name: what,
    ask: () => ask(name, bend),
  })
  const other = load('wrapped')
  const fillOf = (name: Name): string =>
    answersOf(name, (key) => key.startsWith('/deposit/')).answers[0]?.body.fillTxnRef
  const fillLog = (receipt: Body, bend: (data: string) => string): void => {
    for (const log of receipt.logs) if (log.topics.length === 4) log.data = bend(log.data)
  }
  const word = (data: string, at: number, value: string): string =>
    data.slice(0, 2 + 64 * at) + value.padStart(64, '0') + data.slice(2 + 64 * (at + 1))
  const filled = { status: 'filled', fillTxnRef: stranger, fillTx: stranger }

  const lies: Lie[] = [
    ...['FILLED', 'done', 'success', 'failed', 'FAILED', 'cancelled', '', '\u001b[2Jfilled'].map(
      (said) => lie(`the word "${said}"`, 'stalled', { index: { status: said } }),
    ),
    lie('filled, without a hash', 'filled', { index: { fillTxnRef: null, fillTx: null } }),
    lie('filled by a text', 'filled', { index: { fillTxnRef: 'soon', fillTx: 'soon' } }),
    lie('filled by nothing of the chain', 'stalled', { index: filled }),
    lie('filled by the fill of another swap', 'stalled', {
      index: { status: 'filled', fillTxnRef: fillOf('filled'), fillTx: fillOf('filled') },
    }),
    lie('filled by the deposit itself', 'stalled', {
      index: { status: 'filled', fillTxnRef: load('stalled').hash, fillTx: load('stalled').hash },
    }),
    lie('filled by another deposit', 'stalled', {
      index: { status: 'filled', fillTxnRef: other.hash, fillTx: other.hash },
    }),
    lie('filled, and the chain has no such transaction', 'filled', { second: 'missing' }),
    lie('filled by a transaction that failed', 'filled', {
      second: (receipt) => (receipt.status = '0x0'),
    }),
    lie('filled without an event', 'filled', { second: (receipt) => (receipt.logs = []) }),
    lie('filled by another contract', 'filled', {
      second: (receipt) => {
        for (const log of receipt.logs) log.address = '0xb063b120e898232aaa43428fbece4343525ae918'
      },
    }),
    lie('a fill of another token', 'filled', {
      second: (receipt) => fillLog(receipt, (data) => word(data, 1, 'ab'.repeat(20))),
    }),
    lie('a fill of a third', 'filled', {
      second: (receipt) => fillLog(receipt, (data) => word(data, 3, '1')),
    }),
    lie('a fill for another account', 'filled', {
      second: (receipt) =>
        fillLog(receipt, (data) => word(data, 9, 'b063b120e898232aaa43428fbece4343525ae918')),
    }),
    lie('a fill of another number', 'filled', {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 4) log.topics[2] = `0x${'7'.padStart(64, '0')}`
      },
    }),
    lie('a fill from another chain', 'filled', {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 4) log.topics[1] = `0x${'1'.padStart(64, '0')}`
      },
    }),
    lie('refunded, without a hash', 'refunded', {
      index: { depositRefundTxnRef: null, depositRefundTxHash: null },
    }),
    lie('refunded by nothing of the chain', 'refunded', {
      index: { depositRefundTxnRef: stranger, depositRefundTxHash: stranger },
    }),
    lie('refunded by the deposit itself', 'stalled', {
      index: {
        status: 'refunded',
        depositRefundTxnRef: load('stalled').hash,
        depositRefundTxHash: load('stalled').hash,
      },
    }),
    lie('refunded by a transaction that failed', 'refunded', {
      second: (receipt) => (receipt.status = '0x0'),
    }),
    lie('refunded to a stranger', 'refunded', {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 3)
            log.topics[2] = `0x${'b063b120e898232aaa43428fbece4343525ae918'.padStart(64, '0')}`
      },
    }),
    lie('refunded in part', 'refunded', {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 3) log.data = `0x${'1'.padStart(64, '0')}`
      },
    }),
    lie('refunded by another account', 'refunded', {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 3) log.topics[1] = `0x${'ab'.repeat(20).padStart(64, '0')}`
      },
    }),
    lie('refunded before it was paid', 'refunded', {
      second: (receipt) => (receipt.blockNumber = '0x1'),
    }),
    lie('expired before our payment is in a block', 'stalled', {
      index: { status: 'expired' },
      source: 'missing',
    }),
    lie('filled before our payment is in a block', 'filled', { source: 'missing' }),
    lie('a payment that is no deposit', 'filled', { source: (receipt) => (receipt.logs = []) }),
    lie('the index knows nothing', 'stalled', { index: 404 }),
    lie('the index fails', 'filled', { index: 500 }),
    lie('the index is asked too often', 'filled', { index: 429 }),
    lie('an empty answer', 'filled', { index: { status: undefined } }),
    lie('a number for a word', 'filled', { index: { status: 7 } }),
    lie('slow filling for ever', 'stalled', { index: { status: 'slowFillRequested' } }),
    lie('no hash', 'filled', { ref: { srcTxHash: null } }),
  ]
  const truths: Liar['truths'] = [
    { name: 'filled', word: 'SUCCESS', ask: () => ask('filled') },
    { name: 'filled with a message', word: 'SUCCESS', ask: () => ask('wrapped') },
    { name: 'refunded', word: 'REVERTED', ask: () => ask('refunded') },
    {
      name: 'the payment failed',
      word: 'FAIL',
      ask: () => ask('filled', { source: (receipt) => (receipt.status = '0x0') }),
    },
    { name: 'slow', word: 'LONG_PENDING', ask: () => ask('slow') },
    { name: 'stalled', word: 'PENDING', ask: () => ask('stalled') },
  ]
  return { name: 'across', lies, truths }
}
