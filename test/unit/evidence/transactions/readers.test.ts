/** What each chain shows of a transaction, and what such answers could hide. */
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { ChainTransaction } from '../../../../src/evidence/transactions/transaction.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import { readOnTon } from '../../../../src/evidence/transactions/ton.ts'
import { play } from '../../../providers/depositSupport.ts'
import { mallory, payer, transaction } from '../../../providers/tonSupport.ts'
import { accountCases } from './accountCases.ts'
import { type FailingCase, hex, seconds, type TransactionCase } from './caseForm.ts'
import { chainCases } from './chainCases.ts'
import { esplora, utxoCases } from './utxoCases.ts'
import { first, second, read, type Told } from './support.ts'

const other = 'b2'.repeat(32)
const transactionCases = Object.entries({ ...utxoCases, ...chainCases }) as [
  BlockchainId,
  TransactionCase,
][]

describe.each(transactionCases)('%s', (blockchain, it) => {
  test('shows who paid whom, how much and when', async () => {
    const { found } = await read(blockchain, it.hash, it.answers)
    expect(found).toMatchObject({ blockchain, hash: it.hash, ...it.found })
  })

  test('does not know a hash', async () => {
    expect((await read(blockchain, it.hash, it.unknown)).found).toBeNull()
  })

  test('with a record of another hash is not believed', async () => {
    const answers = structuredClone(it.answers)
    for (const { body } of Object.values(answers)) it.echo(body, other)
    const reading = read(blockchain, it.hash, answers)
    const told = await reading.then(
      ({ found }) => found,
      (thrown: unknown) => (thrown instanceof SwaprouteError ? thrown.code : thrown),
    )
    // An index that is asked for one hash and lists another does not list it.
    expect(told).toBe(blockchain === 'NEAR' ? null : 'CHAIN_UNAVAILABLE')
  })

  test.each([
    ['nothing', null],
    ['a text', 'ok'],
    ['a page', '<!doctype html><title>404</title>'],
    ['another shape', { result: { data: [] } }],
  ])('with %s in place of an answer is silent, never "unknown"', async (_what, body) => {
    for (const status of [200, 404, 502]) {
      if (blockchain === 'STARKNET' && status !== 200) continue
      if (status === 404 && typeof body !== 'string') continue
      if (status === 404 && body === 'ok') continue
      const answers = Object.fromEntries(
        Object.keys(it.answers).map((key) => [
          key,
          blockchain === 'STARKNET' ? { body } : { status, body },
        ]),
      )
      const reading = read(blockchain, it.hash, answers)
      await expect(reading, `HTTP ${status}`).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    }
  })
})

const failing = Object.entries({ ...chainCases, ...accountCases }) as [BlockchainId, FailingCase][]

test.each(failing)(
  'reads a failed transaction on %s as failed and without payments',
  async (chain, it) => {
    const answers = structuredClone(it.answers)
    for (const { body } of Object.values(answers)) it.fail(body)
    const { found } = await read(chain, it.hash, answers)
    expect(found).toMatchObject({ state: 'failed', payments: [] })
    const { found: honest } = await read(chain, it.hash, it.answers)
    expect(honest).toMatchObject({ state: 'done' })
    expect(honest?.payments).not.toEqual([])
  },
)

test('a transaction on NEAR ends with the last receipt that it names', async () => {
  const { NEAR: near } = chainCases
  if (near === undefined) throw new Error('no case')
  const answers = structuredClone(near.answers)
  for (const { body } of Object.values(answers)) {
    near.fail(body)
    const [one] = (body as { transactions: { receipts: { execution_outcome: object }[] }[] })
      .transactions
    // A receipt beside the way, such as a refund, fails alone.
    one?.receipts.splice(
      0,
      2,
      { execution_outcome: { id: 'r1', outcome: { status: { SuccessValue: '' } } } },
      { execution_outcome: { id: 'r2', outcome: { status: { Failure: {} } } } },
    )
  }
  expect((await read('NEAR', near.hash, answers)).found).toMatchObject({ state: 'done' })
})

test.each([
  ['mined and good', {}, 'done'],
  ['aborted', { aborted: true }, 'failed'],
  ['without a good compute phase', { compute: { success: false, exitCode: 33 } }, 'failed'],
  [
    'without a good action phase',
    { action: { success: false, resultCode: 37, skippedActions: 0 } },
    'failed',
  ],
  ['emulated', { emulated: true }, 'waiting'],
])('a wallet of TON: %s', async (_, change, state) => {
  const taken = transaction(payer, { from: null }, change)
  const paid = transaction(mallory, { from: payer, value: 7n }).inMessage
  const outMessages = paid === null ? [] : [paid]
  const { context } = play('', [])
  const found = await readOnTon(
    {
      kind: 'transaction',
      transactionHash: taken.hash,
      messageHash: taken.hash,
      account: taken.account,
      transaction: { ...taken, outMessages },
    },
    context,
  )
  expect(found.state).toBe(state)
  expect(found.payments.length).toBe(state === 'failed' ? 0 : 1)
})

describe('several addresses', () => {
  const path = `/tx/${hex}`
  const missing: Told = { status: 404, body: 'Transaction not found' }
  const at = (base: string): string => `GET ${base.replace(/\/$/, '')}${path}`
  const both = [first, second]

  test('the second is asked where the first is down, limited, or does not know it', async () => {
    for (const failing of ['down', missing, { status: 430, body: {} }] as const) {
      const answers = { [at(first)]: failing, [at(second)]: { body: esplora } }
      const { found, asked } = await read('BITCOIN', hex, answers, both)
      expect(found?.hash).toBe(hex)
      expect(asked.map(({ retries }) => retries)).toEqual([0, undefined])
    }
  })

  test('one that knows nothing of it is enough to say so, all that fail are not', async () => {
    const said = { [at(first)]: missing, [at(second)]: 'down' as const }
    expect((await read('BITCOIN', hex, said, both)).found).toBeNull()
    const silent = { [at(first)]: 'down' as const, [at(second)]: { status: 503, body: '' } }
    await expect(read('BITCOIN', hex, silent, both)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      message: expect.stringContaining('second.test'),
      hint: expect.stringContaining('SWAPROUTE_RPC_BITCOIN'),
    })
  })
})

describe('what an answer could hide', () => {
  const bitcoin = async (change: object): Promise<ChainTransaction | null> =>
    (
      await read('BITCOIN', hex, {
        [`GET ${first}/tx/${hex}`]: { body: { ...esplora, ...change } },
      })
    ).found

  test.each(['bc1\u001b[2Jq', 'bc1q\u202eevil', 'x'.repeat(300), 'a\nb'])(
    'an address %j is left out',
    async (evil) => {
      const vout = [{ scriptpubkey_address: evil, value: 700 }]
      const found = await bitcoin({ vout, vin: [{ prevout: { scriptpubkey_address: evil } }] })
      expect(found).toMatchObject({ sender: null })
      expect(JSON.stringify(found?.payments.map(({ from, to }) => [from, to]))).not.toContain(evil)
    },
  )

  test.each([-1, 1.5, 2 ** 60, '1e18', `1${'0'.repeat(90)}`])(
    'an amount %s refuses the answer',
    async (value) => {
      const vout = [{ scriptpubkey_address: 'bc1qshop', value }]
      await expect(bitcoin({ vout })).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    },
  )

  test.each([0, 4_000_000_000, seconds + 10 * 86_400])(
    'a block of the second %i has no time',
    async (time) => {
      const found = await bitcoin({ status: { confirmed: true, block_time: time } })
      expect(found).toMatchObject({ state: 'done', atMs: null })
    },
  )
})
