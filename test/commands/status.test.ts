import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../src/core/errors.ts'
import { statusNames } from '../../src/core/status.ts'
import type { JournalTools } from '../../src/commands/frame/services.ts'
import { type CliOptions, documentOf, remaining, runCli } from '../support/runMain.ts'
import { answer, delivered, follow, hash, id, own, underWay } from '../support/statusScenes.ts'

describe('on a terminal', () => {
  test.each([60, 80, 120])('of %i columns', async (columns) => {
    const { stdout, stderr, exit } = await runCli(['status', hash], { status: delivered, columns })
    expect(exit).toBe(0)
    expect(remaining(stderr)).toBe('')
    expect(stdout).toMatchSnapshot()
  })

  test.each(statusNames)('shows %s in plain words', async (word) => {
    const { stdout } = await runCli(['status', hash], { status: answer(word), columns: 80 })
    expect(stdout).toContain(`╭─ ${word}`)
    expect(stdout).toMatch(/Meaning +\S[\s\S]*To do +\S[\s\S]*Money +\S/)
  })

  test('a swap of this machine shows its receiver and how to go on', async () => {
    const services = { findSwap: async () => own, journal: journalOf(own.receiptId) }
    const { stdout, calls } = await runCli(['status', '7c1e'], {
      services,
      status: answer('PENDING', { subStatus: 'CONFIRMING' }),
      columns: 80,
    })
    expect(stdout.replace(/\n│ +/g, ' ')).toContain(
      'The swap is in progress: the deposit is being confirmed.',
    )
    expect(stdout).toContain(own.receiver)
    expect(stdout).toContain(`╰─ Next: swaproute resume ${own.receiptId}`)
    expect(calls).toEqual([
      { name: 'statusExtended', input: { id, srcTxHash: hash, srcTokenBlockchain: 'ETH' } },
    ])
  })

  test('--report has public facts only', async () => {
    const services = { findSwap: async () => own, journal: journalOf(own.receiptId) }
    const { stdout } = await runCli(['status', hash, '--report'], { services, status: delivered })
    expect(stdout).toMatchSnapshot()
    expect(stdout).toContain(`Receiver: ${own.receiver}`)
    const argv = ['status', hash, '--report', '--json']
    const { data } = documentOf(await runCli(argv, { services, status: delivered }))
    expect(data).toMatchObject({ status: 'SUCCESS', report: stdout.trimEnd().split('\n') })
  })

  test.each([
    ['SUCCESS', 'another swap', null, 'PENDING'],
    ['REVERTED', 'another swap', null, 'PENDING'],
    ['SUCCESS', 'another swap', 'same', 'SUCCESS'],
    ['SUCCESS', own.receiptId, null, 'SUCCESS'],
    ['SUCCESS', null, null, 'SUCCESS'],
  ] as const)('%s by the transaction of %s (own end: %s) is %s', async (...row) => {
    const [told, owner, ended, word] = row
    const status = answer(told, { destinationTxHash: hash })
    const journal = journalOf(owner, ended === null ? undefined : hash)
    const services = { findSwap: async () => own, journal }
    const { document } = await statusJson(['status', hash], { services, status })
    expect(document.data.status).toBe(word)
  })
})

describe('a swap of this machine', () => {
  const approve = `0x${'a'.repeat(64)}`
  const look = async (change: Parameters<typeof underWay>[0]): Promise<CliOptions> => {
    const receipt = underWay({ hashes: { approve, source: hash }, ...change })
    return {
      services: {
        findSwap: async () => own,
        checkOwnSwap: async () => ({ receipt, warnings: [] }),
        journal: journalOf(own.receiptId),
      },
    }
  }

  test.each([60, 80, 120])('under way, on %i columns', async (columns) => {
    const { stdout } = await runCli(['status', hash], { ...(await look({})), columns })
    expect(stdout).toMatchSnapshot()
  })

  test('at its end shows how long it took, and that one transaction paid and delivered', async () => {
    const ended = await look({
      status: 'SUCCESS',
      statusAnswer: { ...delivered, destinationNetworkTitle: 'ETH', destinationTxHash: hash },
      open: false,
      endedAtMs: Date.UTC(2026, 10, 21, 14, 2, 0),
    })
    const { stdout } = await runCli(['status', hash], { ...ended, columns: 80 })
    expect(stdout).toContain('│  Took      at most 115s, usually 60s\n')
    expect(stdout).toContain('│  Delivery  in the same transaction\n')
  })

  test('for machines has its parties, steps and times', async () => {
    const json = documentOf(await runCli(['status', hash, '--json'], await look({})))
    expect(json).toMatchObject({
      data: {
        receiptId: expect.any(String),
        fromAddress: own.receiver,
        receiver: own.receiver,
        startedAt: '2026-11-21T14:00:05.000Z',
        endedAt: null,
        expectedMinutes: 1,
        srcTokenAmount: '250',
        dstTokenAmount: null,
        expectedDstTokenAmount: '249.71234',
        steps: [{ label: 'Approval', blockchain: 'ETH', hash: approve }],
      },
    })
  })

  test('an abandoned one puts nothing of this machine into a report', async () => {
    const text = 'Given up before the payment: no key of alice in /keys/of/alice'
    const events = [{ sequence: 1, atMs: 0, type: 'abandoned' as const, text, hash: null }]
    const options = await look({ events, givenUp: { code: null, reason: text } })
    const { stdout } = await runCli(['status', hash, '--report'], options)
    expect(stdout).toContain('1970-01-01T00:00:00Z  Given up before the payment\n')
    expect(stdout).not.toContain('alice')
  })
})

describe('by a remote service', () => {
  const remote = ['--backend', 'remote', '--url', 'http://127.0.0.1:1']

  test('reports an end of a swap made here only as far as it can be verified', async () => {
    const held: unknown[] = []
    const services: CliOptions['services'] = {
      findSwap: async () => own,
      journal: journalOf(own.receiptId),
      verifiedStatus: async (...given) => {
        held.push(given)
        return answer('PENDING', { note: 'not seen on the chain yet' })
      },
    }
    const run = await runCli(['status', hash, '--exit-status', '--json', ...remote], {
      services,
      status: delivered,
    })
    expect([run.exit, documentOf(run)]).toMatchObject([
      8,
      { funds: 'sent', warnings: [], data: { status: 'PENDING', destinationTxHash: null } },
    ])
    expect(held).toEqual([[own.receiptId, delivered]])
  })

  test.each([
    ['SUCCESS', 1],
    ['FAIL', 1],
    ['REVERTED', 1],
    ['PENDING', 0],
    ['NOT_FOUND', 0],
  ])('marks an end of a swap unknown here as not verified: %s', async (word, count) => {
    const run = await runCli(['status', hash, '--json', ...remote], { status: answer(word) })
    const { warnings } = documentOf(run)
    const expected = Array.from({ length: count }, () => ({ code: 'NOT_VERIFIED' }))
    expect(warnings).toMatchObject(expected)
    const embedded = await runCli(['status', hash, '--json'], { status: answer(word) })
    expect(documentOf(embedded)['warnings']).toEqual([])
  })
})

/** A journal in which a transaction ended some swap, and our own ended by `destination`. */
function journalOf(owner: string | null, destination?: string) {
  const hashes = destination === undefined ? {} : { destination }
  const receipt = underWay({ hashes })
  return async (): Promise<JournalTools> => ({
    history: () => [receipt],
    openSwaps: () => [receipt],
    countOpen: () => 1,
    receipt: () => receipt,
    find: () => owner,
    keysSince: () => [],
    damage: () => null,
  })
}

async function statusJson(argv: string[], options: Parameters<typeof runCli>[1]) {
  const run = await runCli([...argv, '--json'], options)
  return { document: JSON.parse(run.stdout) }
}

describe('the question', () => {
  test.each([
    ['a hash', hash, 'status', { srcTxHash: hash }],
    ['an order id', id.toUpperCase(), 'statusExtended', { id }],
    [
      'a hash of another chain',
      'aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=',
      'status',
      { srcTxHash: 'aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=' },
    ],
  ])('%s goes to the service', async (_, text, name, input) => {
    const { calls } = await runCli(['status', text], { status: answer('PENDING') })
    expect(calls).toEqual([{ name, input }])
  })

  test('--chain narrows it', async () => {
    const { calls } = await runCli(['status', hash, '--chain', 'arb'], {
      status: answer('PENDING'),
    })
    expect(calls).toEqual([
      { name: 'status', input: { srcTxHash: hash, srcTokenBlockchain: 'ARBITRUM' } },
    ])
  })

  test('answers although the journal is damaged', async () => {
    const findSwap = async (): Promise<never> => {
      throw new SwaprouteError('STORE_DAMAGED', 'The journal is damaged.')
    }
    const run = await runCli(['status', hash], { services: { findSwap }, status: delivered })
    expect(run.exit).toBe(0)
    expect(run.stderr).toContain('The journal is damaged. Only the service is asked.')
  })
})

describe('for machines', () => {
  test('data is the answer of the service with what identifies the swap', async () => {
    const json = documentOf(await runCli(['status', hash, '--json'], { status: delivered }))
    expect(json).toMatchObject({
      ok: true,
      funds: 'delivered',
      data: { ...delivered, id: null, srcTxHash: hash },
    })
  })

  const exits: [string, number][] = [
    ['SUCCESS', 0],
    ['FAIL', 7],
    ['REVERT', 7],
    ['REVERTED', 7],
    ['PENDING', 8],
    ['LONG_PENDING', 8],
    ['INDETERMINATE', 8],
    ['WAITING_FOR_TRUSTLINE', 8],
    ['WAITING_FOR_REFUND_TRUSTLINE', 8],
    ['READY_TO_CLAIM', 12],
    ['NOT_FOUND', 13],
    ['A_NEW_WORD', 8],
  ]

  test('every word has its exit code', () => {
    expect(statusNames.every((word) => exits.some(([known]) => known === word))).toBe(true)
  })

  test.each(exits)(
    '--exit-status: %s leaves with %i, and with 0 without it',
    async (word, exit) => {
      const script = { status: answer(word) }
      expect((await runCli(['status', hash, '--exit-status'], script)).exit).toBe(exit)
      expect((await runCli(['status', hash], script)).exit).toBe(0)
    },
  )
})

describe('waiting', () => {
  test('asks until the swap ends, slower and slower', async () => {
    const status = [...Array.from({ length: 12 }, () => answer('PENDING')), delivered]
    const run = await follow(['status', hash, '--wait'], { status })
    expect(run.exit).toBe(0)
    expect(run.calls).toHaveLength(13)
    expect(run.waitedMs).toBeGreaterThan(90_000)
    expect(run.stdout).toContain('SUCCESS')
  })

  test('ends at the limit with 8 and what is known', async () => {
    const run = await follow(['status', hash, '--wait=90s'], { status: answer('PENDING') })
    expect(run.exit).toBe(8)
    expect(run.waitedMs).toBeLessThanOrEqual(90_000)
    expect(run.waitedMs).toBeGreaterThan(60_000)
  })

  test('gives an unknown hash three minutes', async () => {
    const run = await follow(['status', hash, '--wait'], { status: answer('NOT_FOUND') })
    expect(run.exit).toBe(13)
    expect(run.waitedMs).toBeGreaterThanOrEqual(180_000)
    expect(run.waitedMs).toBeLessThan(200_000)
  })

  test('takes no time without an equals sign', async () => {
    const { calls } = await follow(['status', '--wait', hash], { status: delivered })
    expect(calls).toEqual([{ name: 'status', input: { srcTxHash: hash } }])
  })

  test('--watch draws the state anew and leaves with 0', async () => {
    const status = [answer('PENDING'), answer('PENDING', { subStatus: 'SENDING' }), answer('FAIL')]
    const run = await follow(['status', hash, '--watch'], { status, columns: 80 })
    expect(run.exit).toBe(0)
    expect(run.stderr).toContain('PENDING · The swap is in progress')
    expect(remaining(run.stderr)).toBe('')
  })

  test('--ndjson has a line for each change only', async () => {
    const pending = answer('PENDING')
    const status = [pending, pending, pending, answer('LONG_PENDING'), delivered]
    const { stdout } = await follow(['status', hash, '--wait', '--ndjson'], { status })
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((text): { type: string } => JSON.parse(text))
    expect(types.map(({ type }) => type)).toEqual(['status', 'status', 'status', 'result'])
  })

  test('an interrupt ends it with what is known', async () => {
    let interrupt = (): void => undefined
    const run = await runCli(['status', hash, '--wait'], {
      status: answer('PENDING'),
      onReady: (call) => {
        interrupt = call
      },
      services: {
        sleep: async () => {
          interrupt()
        },
      },
    })
    expect(run.exit).toBe(130)
    expect(run.stdout).toContain('PENDING')
    expect(run.stderr).toContain('Stopped watching; the last known state is shown above.')
    expect(run.stderr.replace(/\s+/g, ' ')).toContain(
      `Continue with \`swaproute status ${hash} --watch\`.`,
    )
  })
})
