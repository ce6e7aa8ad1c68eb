import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import {
  alice,
  answer,
  arbUsdc,
  baseUrl,
  type Body,
  load,
  type Name,
  play,
  type Recording,
  refOf,
} from './support.ts'
import { publishedWords } from '../publishedWords.ts'

const provider = createAcrossProvider({ baseUrl, integratorId: '0x00aa' })
const minute = 60_000

type Options = { nowMs?: number; nodes?: string[]; ref?: Partial<SwapRef> }

function status(recording: Recording, { nowMs, nodes, ref }: Options = {}): Promise<SwapStatus> {
  const tape = play([recording], {
    ...(nowMs === undefined ? {} : { nowMs }),
    ...(nodes === undefined ? {} : { nodes }),
  })
  return provider.status('across', refOf(recording.hash, ref), tape.context)
}

/** The receipt of the source, or of the second transaction (fill or refund). */
function receipt(recording: Recording, which: 'source' | 'second'): Body {
  const keys = Object.keys(recording.recorded).filter((key) => key.includes('Receipt'))
  const key = keys.find((candidate) => candidate.includes(recording.hash) === (which === 'source'))
  if (key === undefined) throw new Error('no such receipt')
  return answer(recording, key).body
}

function changed(name: Name, change: (recording: Recording) => void): Recording {
  const recording = load(name)
  change(recording)
  return recording
}

const told = (recording: Recording): Body => answer(recording, '/deposit/').body

describe('from the chains themselves', () => {
  test('filled is SUCCESS with the amount the pool paid', async () => {
    const recording = load('filled')
    await expect(status(recording)).resolves.toMatchObject({
      status: 'SUCCESS',
      destinationTxHash: told(recording).fillTxnRef,
      providerStatus: 'filled',
      destinationBlockchain: 'ARBITRUM',
      receivedAmount: 249_168_750n,
    })
  })

  test('a delivery with a message is checked with it', async () => {
    await expect(status(load('wrapped'))).resolves.toMatchObject({
      status: 'SUCCESS',
      receivedAmount: 99_730_400_367_270_000n,
    })
  })

  test('refunded is REVERTED with the amount that came back', async () => {
    const recording = load('refunded')
    await expect(status(recording)).resolves.toMatchObject({
      status: 'REVERTED',
      destinationTxHash: told(recording).depositRefundTxnRef,
      receivedAmount: 50_000_000n,
    })
  })

  test('a foreign hash needs no more than itself', async () => {
    const ref = {
      startedAtMs: null,
      dstBlockchain: null,
      durationSeconds: null,
      fromAddress: null,
      receiver: null,
    }
    await expect(status(load('filled'), { ref })).resolves.toMatchObject({
      status: 'SUCCESS',
      destinationBlockchain: 'ARBITRUM',
    })
    // Where the chain is unknown, the index knows it.
    const guessed = { ...ref, srcBlockchain: 'ARBITRUM' as const }
    await expect(status(load('filled'), { ref: guessed })).resolves.toMatchObject({
      status: 'SUCCESS',
    })
  })

  test.each<[Name, string]>([
    ['slow', 'LONG_PENDING'],
    ['stalled', 'PENDING'],
  ])('%s is %s', async (name, word) => {
    await expect(status(load(name))).resolves.toMatchObject({
      status: word,
      destinationTxHash: null,
    })
  })
})

describe('words of the index', () => {
  test.each([
    ['expired', 'LONG_PENDING'],
    ['slowFillRequested', 'LONG_PENDING'],
    ['pending', 'PENDING'],
    ['unfilled', 'PENDING'],
    ['dancing', 'PENDING'],
    ['FAILED', 'PENDING'],
    ['cancelled', 'PENDING'],
  ])('%s is %s', async (word, expected) => {
    const recording = changed('stalled', (r) => (told(r).status = word))
    await expect(status(recording)).resolves.toMatchObject({
      status: expected,
      providerStatus: word,
    })
  })

  test.each(publishedWords['across']?.words ?? [])(
    'the published status %s means something',
    async (word) => {
      const recording = changed('stalled', (r) => (told(r).status = word))
      const { note = '' } = await status(recording, { nowMs: 72 * 60 * minute })
      expect(note).not.toContain('for a long time')
    },
  )

  test('a slow fill is a fill', async () => {
    const recording = changed('filled', (r) => (told(r).status = 'slowFilled'))
    await expect(status(recording)).resolves.toMatchObject({ status: 'SUCCESS' })
  })

  test.each([
    [30 * minute, 2, 'PENDING'],
    [30 * minute + 1, 2, 'LONG_PENDING'],
    [60 * minute, 1200, 'PENDING'],
    [60 * minute + 1, 1200, 'LONG_PENDING'],
  ])('after %i ms with an estimate of %i s: %s', async (nowMs, durationSeconds, word) => {
    const ref = { durationSeconds, startedAtMs: 0 }
    await expect(status(load('stalled'), { nowMs, ref })).resolves.toMatchObject({ status: word })
  })

  test('a foreign swap is as old as its block', async () => {
    const recording = load('stalled')
    const seconds = Number(answer(recording, '["eth_getBlockByNumber"').body.result.timestamp)
    const ref = { startedAtMs: null }
    const at = (ageMs: number): Promise<SwapStatus> =>
      status(recording, { nowMs: seconds * 1000 + ageMs, ref })
    await expect(at(30 * minute)).resolves.toMatchObject({ status: 'PENDING' })
    await expect(at(30 * minute + 1)).resolves.toMatchObject({ status: 'LONG_PENDING' })
  })
})

describe('without evidence nothing ends (S1, S2, S5)', () => {
  const hash = `0x${'77'.repeat(32)}`
  const fillLog = (r: Recording): Body =>
    receipt(r, 'second').result.logs.find((log: Body) => log.topics.length === 4)
  const bendWord = (index: number) => (r: Recording) => {
    const log = fillLog(r)
    const at = 2 + index * 64 + 63
    const digit = log.data[at] === '1' ? '2' : '1'
    log.data = log.data.slice(0, at) + digit + log.data.slice(at + 1)
  }

  test.each<[string, (recording: Recording) => void]>([
    ['no hash', (r) => Object.assign(told(r), { fillTxnRef: null, fillTx: null })],
    ['an invalid hash', (r) => Object.assign(told(r), { fillTxnRef: 'done', fillTx: null })],
    ['a failed transaction', (r) => (receipt(r, 'second').result.status = '0x0')],
    ['no receipt', (r) => (receipt(r, 'second').result = null)],
    ['no logs', (r) => (receipt(r, 'second').result.logs = [])],
    ['another contract', (r) => (fillLog(r).address = alice)],
    ['another event', (r) => (fillLog(r).topics[0] = hash)],
    ['another source chain', (r) => (fillLog(r).topics[1] = hash)],
    ['another deposit', (r) => (fillLog(r).topics[2] = hash)],
    ['another input token', bendWord(0)],
    ['another output token', bendWord(1)],
    ['another input amount', bendWord(2)],
    ['another output amount', bendWord(3)],
    ['another deadline', bendWord(5)],
    ['another exclusive relayer', bendWord(7)],
    ['another depositor', bendWord(8)],
    ['another receiver', bendWord(9)],
    ['another message', bendWord(10)],
    ['half an event', (r) => (fillLog(r).data = fillLog(r).data.slice(0, 642))],
  ])('a fill with %s is still PENDING', async (_name, change) => {
    await expect(status(changed('filled', change))).resolves.toMatchObject({
      status: 'PENDING',
      providerStatus: 'filled',
      destinationTxHash: null,
      note: expect.any(String),
    })
  })

  test('the bent words are those that matter', async () => {
    for (const index of [4, 11, 12, 14]) {
      await expect(status(changed('filled', bendWord(index)))).resolves.toMatchObject({
        status: 'SUCCESS',
      })
    }
  })

  const transfer = (r: Recording): Body =>
    receipt(r, 'second').result.logs.find((log: Body) => log.topics.length === 3)

  test.each<[string, (recording: Recording) => void]>([
    [
      'no hash',
      (r) => Object.assign(told(r), { depositRefundTxnRef: null, depositRefundTxHash: null }),
    ],
    ['a failed transaction', (r) => (receipt(r, 'second').result.status = '0x0')],
    ['another token', (r) => (transfer(r).address = arbUsdc.address)],
    ['another sender', (r) => (transfer(r).topics[1] = `0x${alice.slice(2).padStart(64, '0')}`)],
    ['another receiver', (r) => (transfer(r).topics[2] = hash)],
    [
      'a smaller amount',
      (r) => (transfer(r).data = `0x${(49_999_999).toString(16).padStart(64, '0')}`),
    ],
    ['an older block', (r) => (receipt(r, 'second').result.blockNumber = '0x1')],
  ])('a refund with %s has not come back', async (_name, change) => {
    const found = await status(changed('refunded', change))
    expect(['PENDING', 'LONG_PENDING']).toContain(found.status)
    expect(found.note).toEqual(expect.any(String))
  })

  test('a delivery that failed at the handler is not a success', async () => {
    const recording = changed('wrapped', (r) => (told(r).actionsSucceeded = false))
    await expect(status(recording)).resolves.toMatchObject({ status: 'INDETERMINATE' })
  })

  test.each([
    ['destination', ['ETH']],
    ['source', ['ARBITRUM']],
  ])('without a node of the %s', async (_name, nodes) => {
    await expect(status(load('filled'), { nodes })).resolves.toMatchObject({
      status: 'PENDING',
      note: expect.stringContaining('RPC address'),
    })
  })

  test.each([
    [500, 'down'],
    [200, { state: 'filled' }],
    [429, {}],
  ])('when the index answers %i %j the chain alone speaks', async (code, body) => {
    const recording = changed('filled', (r) =>
      Object.assign(answer(r, '/deposit/'), { status: code, body }),
    )
    await expect(status(recording)).resolves.toMatchObject({ status: 'PENDING' })
  })
})

describe('the source transaction', () => {
  const unknown = (name: Name, change: (recording: Recording) => void = () => {}): Recording =>
    changed(name, (r) => {
      Object.assign(answer(r, '/deposit/'), {
        status: 404,
        body: { error: 'DepositNotFoundException' },
      })
      change(r)
    })

  test('a deposit the index does not list yet is PENDING', async () => {
    await expect(status(unknown('filled'))).resolves.toMatchObject({
      status: 'PENDING',
      destinationBlockchain: 'ARBITRUM',
    })
  })

  test('a transaction that failed at Across is FAIL', async () => {
    const failed = unknown('filled', (r) => (receipt(r, 'source').result.status = '0x0'))
    await expect(status(failed)).resolves.toMatchObject({ status: 'FAIL', destinationTxHash: null })
  })

  test.each<[string, (recording: Recording) => void]>([
    [
      'that failed elsewhere',
      (r) => Object.assign(receipt(r, 'source').result, { status: '0x0', to: alice }),
    ],
    ['without a deposit', (r) => (receipt(r, 'source').result.logs = [])],
  ])('does not take a transaction %s for a swap', async (_name, change) => {
    await expect(status(unknown('filled', change))).resolves.toMatchObject({ status: 'NOT_FOUND' })
  })

  test.each([
    [null, 0, 'NOT_FOUND'],
    [0, 5 * minute, 'NOT_FOUND'],
    [0, 5 * minute - 1, 'PENDING'],
  ])('an unknown hash, started at %s, at %i: %s', async (startedAtMs, nowMs, word) => {
    const recording = load('misc')
    const ref = { startedAtMs, srcTxHash: `0x${'77'.repeat(32)}` }
    await expect(status(recording, { nowMs, ref })).resolves.toEqual({
      status: word,
      destinationTxHash: null,
    })
  })

  test('a foreign hash its node does not know is not denied while the index is silent', async () => {
    const silent = changed('misc', (r) => {
      Object.assign(answer(r, '/deposit/'), { status: 500, body: 'down' })
    })
    const srcTxHash = `0x${'77'.repeat(32)}`
    const foreign = { startedAtMs: null, srcTxHash }
    for (const nodes of [undefined, ['ARBITRUM']]) {
      const options = nodes === undefined ? {} : { nodes }
      await expect(status(silent, { ref: foreign, ...options })).rejects.toMatchObject({
        code: 'UPSTREAM_FAILED',
      })
    }
    const own = { startedAtMs: 0, srcTxHash }
    await expect(status(silent, { ref: own, nowMs: minute })).resolves.toMatchObject({
      status: 'PENDING',
    })
  })

  test('a transaction that waits in the pool is PENDING', async () => {
    const recording = changed('misc', (r) => {
      answer(r, '["eth_getTransactionByHash"').body.result = {
        hash: `0x${'77'.repeat(32)}`,
        blockHash: null,
        from: alice,
        to: alice,
        input: '0x',
        value: '0x0',
      }
    })
    const ref = { startedAtMs: null, srcTxHash: `0x${'77'.repeat(32)}` }
    await expect(status(recording, { ref })).resolves.toMatchObject({ status: 'PENDING' })
  })

  test.each([null, '', 'abc', '0x12'])('rejects the hash %j', async (srcTxHash) => {
    await expect(status(load('misc'), { ref: { srcTxHash } })).resolves.toMatchObject({
      status: 'NOT_FOUND',
    })
  })

  test('a malformed receipt is an error, not an end', async () => {
    const recording = changed('filled', (r) => (receipt(r, 'source').result.logs = 'none'))
    await expect(status(recording)).rejects.toThrow(SwaprouteError)
  })
})
