/** What becomes of an order: its steps, its end, and every command that finds it again. */
import { describe, expect, test } from 'vitest'
import { createStatusCalls } from '../../src/api/statusCalls.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { DepositTransaction } from '../../src/core/transaction.ts'
import { resumeSwap } from '../../src/execution/resume.ts'
import { verifiedStatus } from '../../src/execution/verifiedStatus.ts'
import { createDepositWorld, type DepositWorld, receiver, usdc } from '../support/depositCli.ts'
import {
  delivered,
  depositAddress,
  order,
  payment,
  playing,
  receiptIdOf,
  refund,
  steps,
} from '../support/depositPlay.ts'
import { type CliRun, documentOf, remaining } from '../support/runMain.ts'

const eventsOf = ({ stdout }: CliRun): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((text): Record<string, unknown> => JSON.parse(text))

describe('followed to its end', () => {
  test('the steps run in order, then the receipt', async () => {
    const world = createDepositWorld()
    playing(world, ...steps, delivered(world))
    const run = await world.cli(order, { columns: 80 })
    expect(run.exit).toBe(0)
    const kept = remaining(run.stderr)
    const at = ['AWAITING_DEPOSIT', 'CONFIRMING', 'EXCHANGING', 'SENDING'].map((word) =>
      kept.indexOf(`${word} ·`),
    )
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at[0]).toBeGreaterThan(-1)
    expect(run.stderr).toMatch(/Pay within (?:59:\d\d|60:00)/)
    const ids = /Receipt {2,}(\S+)/.exec(run.stdout)?.[1] ?? ''
    const routeId = /Route id {2,}(\S+)/.exec(run.stdout)?.[1] ?? ''
    expect(run.stdout.replaceAll(ids, '<receipt>').replaceAll(routeId, '<route>')).toMatchSnapshot()
  })

  test('as events, and a document with both hashes', async () => {
    const world = createDepositWorld()
    playing(world, ...steps, delivered(world))
    const run = await world.cli(`${order} --ndjson`)
    const events = eventsOf(run)
    const words = events.flatMap(({ type, status }) =>
      type === 'status' ? [(status as { subStatus?: string }).subStatus] : [],
    )
    expect(words).toEqual(['AWAITING_DEPOSIT', 'CONFIRMING', 'EXCHANGING', 'SENDING'])
    expect(events.at(-1)).toMatchObject({
      ok: true,
      funds: 'delivered',
      data: {
        status: { status: 'SUCCESS', srcTxHash: payment },
        hashes: { source: payment, destination: expect.stringMatching(/^0x/) },
        received: { amount: '593', symbol: 'USDC' },
      },
    })
  })

  test.each<[string, (world: DepositWorld) => Partial<SwapStatus>]>([
    ['a hash of nothing', () => ({ status: 'SUCCESS', destinationTxHash: `0x${'9'.repeat(64)}` })],
    [
      'a payout to another account',
      (world) => ({
        status: 'SUCCESS',
        destinationTxHash: world.chain.payOut(usdc.address, refund.replace('bc1', '0x'), 1n),
      }),
    ],
    ['no hash at all', () => ({ status: 'SUCCESS', destinationTxHash: null })],
  ])('does not accept %s as the delivery', async (_, lie) => {
    const world = createDepositWorld()
    playing(world, ...steps, () => lie(world))
    const run = await world.cli(`${order} --json --wait=5m`)
    expect(run.exit).toBe(8)
    expect(documentOf(run)).toMatchObject({
      error: { code: 'OUTCOME_UNKNOWN' },
      funds: 'sent',
      data: { status: { status: 'PENDING', destinationTxHash: null } },
    })
  })

  test('reports that it does not wait where the service has no call for an order', async () => {
    const noPath = new SwaprouteError('UPSTREAM_FAILED', 'none', { context: { httpStatus: 404 } })
    const hashOnly = createStatusCalls({
      host: 'service.example',
      ask: () => Promise.reject(noPath),
      onMissing: () => undefined,
    })
    const world = createDepositWorld((api) => ({ ...api, ...hashOnly }))
    let waits = 0
    world.onSleep = () => {
      waits += 1
    }
    const run = await world.cli(`${order} --json --wait=5m`)
    expect([run.exit, waits]).toEqual([8, 0])
    expect(documentOf(run)).toMatchObject({
      error: { code: 'OUTCOME_UNKNOWN' },
      warnings: [
        { code: 'NOT_ASKED', message: expect.stringContaining('service.example does not have') },
      ],
      data: { status: { subStatus: 'AWAITING_DEPOSIT' } },
    })
  })

  test('a payout of a tenth is named, with both amounts, and is not waited for', async () => {
    const world = createDepositWorld()
    playing(world, ...steps, delivered(world, 59_000_000n))
    const startedAtMs = world.clock.now
    const run = await world.cli(`${order} --json --wait=30m`)
    expect(run.exit).toBe(8)
    expect(world.clock.now - startedAtMs).toBeLessThan(60_000)
    expect(documentOf(run)).toMatchObject({
      error: {
        code: 'OUTCOME_UNKNOWN',
        message: 'The order did not end as agreed.',
      },
      funds: 'unknown',
      data: {
        status: {
          status: 'INDETERMINATE',
          note: expect.stringMatching(/^59 USDC arrived at the receiver instead of \d+\S* USDC\.$/),
        },
      },
    })
    const receiptId = receiptIdOf(run)
    world.exchange.say(delivered(world)())
    expect((await world.cli(`resume ${receiptId} --json`)).exit).toBe(0)
  })

  test('a transaction from before the order proves nothing', async () => {
    const world = createDepositWorld()
    const early = world.chain.payOut(usdc.address, receiver, 593_000_000n)
    playing(world, ...steps, () => ({ status: 'SUCCESS', destinationTxHash: early }))
    expect((await world.cli(`${order} --json --wait=5m`)).exit).toBe(8)
  })

  test('nor does a delivery that belongs to another order', async () => {
    const world = createDepositWorld()
    playing(world, ...steps, delivered(world))
    const first = documentOf(await world.cli(`${order} --json --wait`))
    const { hashes } = first['data'] as { hashes: { destination: string } }
    playing(world, ...steps, () => ({
      status: 'SUCCESS',
      destinationTxHash: hashes.destination,
    }))
    expect((await world.cli(`${order} --json --wait=5m`)).exit).toBe(8)
  })

  test('reports a failure with its reason and the next step', async () => {
    const world = createDepositWorld()
    playing(world, () => ({ status: 'FAIL', note: 'The order ended unpaid, by its word.' }))
    const run = await world.cli(order, { columns: 80 })
    expect(run.exit).toBe(7)
    expect(run.stdout).toContain('"The order ended unpaid, by its word."')
    expect(run.stdout).toContain('The provider did not see a payment.')
  })

  test.each(['FAIL', 'REVERT'] as const)(
    '%s by the word of a remote service ends no order, a delivery does',
    async (word) => {
      const world = createDepositWorld()
      const receiptId = receiptIdOf(await world.cli(`${order} --json --no-wait`))
      const journal = await world.openJournal()
      const context = world.context(journal, {
        ownReading: {
          obstacle: async () => null,
          read: async () => null,
          poolAmount: async () => null,
          status: () => Promise.reject(new Error('not asked')),
        },
      })
      const options = { wait: true, maxWaitMs: 60_000 }
      world.exchange.say({ status: word, destinationTxHash: null })
      const doubted = await resumeSwap(receiptId, context, options)
      expect(doubted.status).toMatchObject({
        status: 'PENDING',
        note: expect.stringContaining('ask the provider before you pay again'),
      })
      const told = { status: word, destinationTxHash: null }
      expect((await verifiedStatus(receiptId, told, context)).status).toBe('PENDING')

      world.exchange.say(delivered(world)())
      expect((await resumeSwap(receiptId, context, options)).status.status).toBe('SUCCESS')
      expect((await verifiedStatus(receiptId, told, context)).status).toBe('SUCCESS')
    },
  )

  test('checks the end of an order that a remote service reports on the chain', async () => {
    const world = createDepositWorld()
    const receiptId = receiptIdOf(await world.cli(`${order} --json --no-wait`))
    const context = world.context(await world.openJournal())
    const held = (destinationTxHash: string | null) =>
      verifiedStatus(receiptId, { status: 'SUCCESS', destinationTxHash }, context)
    const elsewhere = world.chain.payOut(usdc.address, usdc.address, 593_000_000n)
    for (const hash of [null, `0x${'ab'.repeat(32)}`, elsewhere]) {
      expect(await held(hash)).toMatchObject({ status: 'PENDING', destinationTxHash: null })
    }
    const paidOut = world.chain.payOut(usdc.address, receiver, 593_000_000n)
    expect(await held(paidOut)).toEqual({ status: 'SUCCESS', destinationTxHash: paidOut })
  })

  test('waits for the refund of a short payment and reports the money as held by the provider', async () => {
    const world = createDepositWorld()
    playing(world, () => ({
      status: 'LONG_PENDING',
      sourceTxHash: payment,
      note: 'Less than the agreed amount arrived.',
    }))
    const run = await world.cli(`${order} --wait=2m`, { columns: 80 })
    expect(run.exit).toBe(8)
    expect(run.stdout).toContain('Less than the agreed amount arrived.')
    expect(run.stdout).toContain('The payment was sent and has not arrived yet.')
  })

  test('exits with 8 when the time is over without a payment, and reports that no money is known to have moved', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${order} --json --wait=2m`)
    expect(run.exit).toBe(8)
    expect(documentOf(run)).toMatchObject({
      error: { message: 'The order is open and waiting for its deposit.' },
      funds: 'none_moved',
    })
  })

  test('`resume` stops in time while the service stays at LONG_PENDING, and a later run finishes', async () => {
    const world = createDepositWorld()
    const receiptId = receiptIdOf(await world.cli(`${order} --json --no-wait`))
    world.exchange.say({ status: 'LONG_PENDING', sourceTxHash: payment })
    const startedAtMs = world.clock.now
    const stuck = await world.cli(`resume ${receiptId} --json`)
    expect(stuck.exit).toBe(8)
    expect(documentOf(stuck)).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' }, funds: 'sent' })
    const minutes = (world.clock.now - startedAtMs) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThan(31)
    world.exchange.say(delivered(world)())
    expect((await world.cli(`resume ${receiptId} --json`)).exit).toBe(0)
  })
})

describe('found again', () => {
  test.each<[string, (world: DepositWorld, receiptId: string) => string]>([
    ['receipt id', (_, receiptId) => receiptId],
    ['its beginning', (_, receiptId) => receiptId.slice(0, 8)],
    ['order number', () => 'ex0000000001'],
    ['order number in other letters', () => 'EX0000000001'],
    ['deposit address', depositAddress],
    ['hash of the payment', () => payment],
  ])('by %s', async (_, text) => {
    const world = createDepositWorld()
    const receiptId = receiptIdOf(await world.cli(`${order} --json`))
    world.exchange.say({ subStatus: 'CONFIRMING', sourceTxHash: payment })
    await world.cli('resume --json --no-wait')
    world.exchange.say({ subStatus: 'EXCHANGING' })
    const name = text(world, receiptId)
    expect(documentOf(await world.cli(`status ${name} --json`))).toMatchObject({
      ok: true,
      funds: 'sent',
      data: { status: 'PENDING', subStatus: 'EXCHANGING', provider: 'exolix', srcTxHash: payment },
    })
    expect(documentOf(await world.cli(`receipt ${name} --json`))).toMatchObject({
      data: { receiptId, order: { exchangeId: 'ex0000000001', payment: 'by_hand' } },
    })
  })

  test.each([
    ['of its own', () => {}],
    [
      'that is the address',
      (transaction: DepositTransaction) => (transaction.exchangeId = transaction.depositAddress),
    ],
  ])(
    'a number %s: no address in history and report, a record of it elsewhere',
    async (_, shape) => {
      const world = createDepositWorld()
      world.exchange.shape = shape
      const receiptId = receiptIdOf(await world.cli(`${order} --json`))
      for (const argv of ['history', 'receipt ID', 'status ID', 'status ID --report']) {
        for (const mode of ['', ' --json', ' --plain']) {
          const run = await world.cli(`${argv.replace('ID', receiptId)}${mode}`, { columns: 120 })
          expect([argv, mode, run.exit]).toEqual([argv, mode, 0])
          const isTold = run.stdout.includes(depositAddress(world))
          // The record of the payment address that was shown (D7) is never in what is given to others.
          const keeps = argv === 'receipt ID' && mode !== ' --plain'
          const shows = argv === 'status ID' && mode === ''
          expect([argv, mode, isTold]).toEqual([argv, mode, keeps || shows])
          if (isTold && mode === '')
            expect(run.stdout).toContain('For the record only. Before you pay,')
          expect(run.stderr).not.toContain(depositAddress(world))
        }
      }
    },
  )

  test('is waiting for its deposit in plain words', async () => {
    const world = createDepositWorld()
    const receiptId = receiptIdOf(await world.cli(`${order} --json`))
    const { stdout } = await world.cli(`status ${receiptId}`, { columns: 80 })
    expect(stdout).toContain('The order is open and waiting for its deposit.')
    expect(stdout).toContain('The provider has not detected a payment yet.')
    expect(stdout).toContain('ex0000000001')
    expect(stdout).toContain(`swaproute resume ${receiptId}`)
    const report = (await world.cli(`status ${receiptId} --report`)).stdout
    expect(report).toContain('Order number: ex0000000001')
    expect(report).toContain(`Receiver: ${receiver}`)
    expect(report).not.toContain(depositAddress(world))
  })
})

describe('resume', () => {
  test('reads the order back and shows the same address', async () => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    const run = await world.cli('resume --no-wait', { columns: 80 })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain(depositAddress(world))
    expect(world.exchange.orders).toHaveLength(1)
  })

  test('never opens a second order, and shows nothing once it is paid', async () => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    playing(world, ...steps, delivered(world))
    world.exchange.say({ subStatus: 'CONFIRMING', sourceTxHash: payment })
    const run = await world.cli('resume --json')
    expect(documentOf(run)).toMatchObject({ ok: true, funds: 'delivered' })
    expect(run.stdout).not.toContain(depositAddress(world))
    expect(world.exchange.orders).toHaveLength(1)
  })

  test.each<[string, (world: DepositWorld) => void]>([
    ['after its deadline', (world) => (world.clock.now += 61 * 60_000)],
    ['while it cannot be read back', (world) => (world.exchange.fault = 'silent')],
    ['when it now has another address', (world) => (world.exchange.fault = 'moved_address')],
  ])('%s, no address is shown', async (_, change) => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    change(world)
    for (const mode of ['', ' --json', ' --plain']) {
      const run = await world.cli(`resume --no-wait${mode}`, { columns: 80 })
      expect(run.stdout + run.stderr).not.toContain(depositAddress(world))
    }
  })

  test('of an order that was changed warns what not to do', async () => {
    const world = createDepositWorld()
    await world.cli(`${order} --json`)
    world.exchange.fault = 'moved_address'
    const run = await world.cli('resume --json')
    expect(run.exit).toBe(6)
    expect(documentOf(run)).toMatchObject({
      error: { code: 'UNSAFE_ROUTE', details: { check: 'D7' } },
      funds: 'unknown',
    })
    expect(run.stdout).toContain('Pay nothing to an address you noted earlier')
  })
})
