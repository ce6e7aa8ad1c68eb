/** From any hash of a TON swap to the payment it began with. */
import { beforeEach, expect, test } from 'vitest'
import type { TonChainTransaction, TonTrace } from '../../../src/core/tonChain.ts'
import { findOnTon } from '../../../src/evidence/tonSource.ts'
import type { TonCenter } from '../../../src/http/toncenterTypes.ts'
import { plainHash } from '../../providers/depositSupport.ts'
import { mallory, payer, raw, transaction } from '../../providers/tonSupport.ts'
import { noTon } from '../../support/noTon.ts'

const { signal } = new AbortController()
const [asSent, normalized, inside] = ['sent', 'normalized', 'inside'].map(plainHash) as [
  string,
  string,
  string,
]
const first = transaction(payer, { from: null, hash: asSent, normalizedHash: normalized })
const later = transaction(mallory, { from: payer, hash: inside })
const idle = transaction(mallory, { from: payer }, { hash: plainHash('tick'), inMessage: null })

let all: TonChainTransaction[]
let trace: TonTrace | null
let has: boolean
let traces: number

const ton = (): TonCenter => ({
  ...noTon,
  has: () => has,
  trace: async () => {
    traces += 1
    return trace
  },
  transactionsByMessage: async (hash) =>
    all.filter(({ inMessage }) => [inMessage?.hash, inMessage?.normalizedHash].includes(hash)),
  transactionByHash: async (hash) => all.find((one) => one.hash === hash) ?? null,
})
const find = async (text: string) => await findOnTon({ ton: ton(), now: () => 0 }, text, signal)

beforeEach(() => {
  all = [first, later, idle]
  trace = { id: first.hash, complete: true, transactions: [idle, later, first] }
  has = true
  traces = 0
})

test.each([
  ['normalized_message', normalized],
  ['message', asSent],
  ['message', inside],
  ['transaction', first.hash],
  ['transaction', later.hash],
  ['transaction', idle.hash],
  ['transaction', `0x${later.hash}`],
])('%s %s', async (kind, text) => {
  expect(await find(text)).toEqual({
    kind,
    transactionHash: first.hash,
    messageHash: normalized,
    account: raw(payer),
    transaction: first,
  })
})

test.each<[string, () => void]>([
  ['TON does not know', () => (all = [])],
  ['TON cannot be asked about', () => (has = false)],
  ['of a trace TON does not know', () => (trace = null)],
  [
    'of a trace without its beginning',
    () => (trace = { id: 't', complete: true, transactions: [later] }),
  ],
  [
    'of a beginning without a normalized hash',
    () => (trace = { id: 't', complete: true, transactions: [transaction(payer, { from: null })] }),
  ],
])('finds nothing for a hash %s', async (_, change) => {
  change()
  expect(await find(later.hash)).toBeNull()
})

test('a trace that was read a moment ago is not read again', async () => {
  const source = { ton: ton(), now: () => 0 }
  await findOnTon(source, later.hash, signal)
  expect(await findOnTon(source, inside, signal)).toMatchObject({ transaction: first })
  expect(traces).toBe(1)
})

test('ignores a text that is not a hash', async () => {
  expect(await find('order 7')).toBeNull()
})
