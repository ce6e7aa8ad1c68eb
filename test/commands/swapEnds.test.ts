import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ExecutionEvent } from '../../src/execution/context.ts'
import type { SwapOutcome } from '../../src/execution/outcome.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { hashes, receiptId, receiptOf, step, swapServices } from '../support/swapScript.ts'

const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--yes', '--confirm-amount', '250']
const routes = [routeItem('across', '249.71234')]
const sent: ExecutionEvent[] = [
  step('approve', 'sent', 'Approval sent', hashes.approve),
  step('pay', 'sent', 'Payment sent', hashes.source),
]

describe('a swap that does not arrive', () => {
  const ends: [string, Partial<SwapOutcome>, number, string][] = [
    ['FAIL', { funds: 'unknown' }, 7, 'SWAP_FAILED'],
    ['REVERTED', { funds: 'refunding' }, 7, 'SWAP_FAILED'],
    ['REVERT', { funds: 'refunding' }, 7, 'SWAP_FAILED'],
    ['READY_TO_CLAIM', { funds: 'sent' }, 12, 'ACTION_REQUIRED'],
    ['PENDING', { funds: 'sent' }, 8, 'OUTCOME_UNKNOWN'],
    ['LONG_PENDING', { funds: 'sent' }, 8, 'OUTCOME_UNKNOWN'],
    ['A_NEW_WORD', { funds: 'unknown' }, 8, 'OUTCOME_UNKNOWN'],
  ]

  test.each(ends)('%s shows the receipt and then the error', async (status, change, exit, code) => {
    const { services } = swapServices({
      outcome: { status: { status, destinationTxHash: null }, ...change },
    })
    const person = await runCli(line, { routes, services, columns: 80 })
    expect(person.exit).toBe(exit)
    expect(person.stdout).toContain(`Swap · ${status} · across`)
    expect(person.stdout).toContain(hashes.source)
    expect(person.stderr).toContain(`✗ ${code}: `)
    const machine = documentOf(await runCli([...line, '--json'], { routes, services }))
    expect(machine).toMatchObject({
      ok: false,
      funds: change.funds,
      error: { code, details: { receiptId, hashes, status } },
      data: { hashes, status: { status } },
    })
  })

  test('a transfer to be claimed waits on the destination chain', async () => {
    const { services } = swapServices({
      outcome: { status: { status: 'READY_TO_CLAIM', destinationTxHash: null }, funds: 'sent' },
    })
    const run = await runCli(line, { routes, services, columns: 100 })
    expect(run.stdout).toContain('On the destination chain, claimable by the receiver.')
    expect(run.stdout).not.toContain('has not arrived yet')
  })

  test('--no-wait was asked for, so PENDING is not an error', async () => {
    const { services } = swapServices({
      outcome: { status: { status: 'PENDING', destinationTxHash: null }, funds: 'sent' },
    })
    const run = await runCli([...line, '--no-wait'], { routes, services, columns: 80 })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain(`╰─ Next: swaproute resume ${receiptId}`)
  })

  test.each(['swap', 'resume'] as const)(
    '%s --no-wait whose payment may not have been sent: exit 8',
    async (command) => {
      const outcome = {
        status: { status: 'PENDING', destinationTxHash: null },
        funds: 'unknown',
      } as const
      const { services } = swapServices({ outcome })
      const argv = command === 'swap' ? [...line, '--no-wait'] : ['resume', '7c1e', '--no-wait']
      const run = documentOf(await runCli([...argv, '--json'], { routes, services }))
      expect(run).toMatchObject({ ok: false, funds: 'unknown', error: { code: 'OUTCOME_UNKNOWN' } })
    },
  )

  test.each(['LONG_PENDING', 'NOT_FOUND', 'WAITING_FOR_TRUSTLINE'] as const)(
    'waited for, %s is exit 8; with --no-wait it is exit 0, funds sent',
    async (status) => {
      const outcome = { status: { status, destinationTxHash: null }, funds: 'sent' } as const
      const { services } = swapServices({ outcome })
      const [waited, sent] = await Promise.all(
        [[], ['--no-wait']].map((more) =>
          runCli([...line, ...more, '--json'], { routes, services }),
        ),
      )
      expect([waited?.exit, sent?.exit]).toEqual([8, 0])
      expect(sent === undefined ? null : documentOf(sent)).toMatchObject({
        ok: true,
        funds: 'sent',
        data: { status: { status }, receiptId },
      })
    },
  )

  test('a failure of the execution keeps its code, money and hint', async () => {
    const failure = new SwaprouteError('OUTCOME_UNKNOWN', 'The node did not answer.', {
      funds: 'unknown',
      hint: `Continue with \`swaproute resume ${receiptId}\`.`,
    })
    const { services } = swapServices({ events: sent, failure })
    const run = await runCli(line, { routes, services })
    expect(run.exit).toBe(8)
    expect(run.stderr).toContain('It is not known yet where the money is. Do not pay again.')
    expect(run.stderr).toContain(`swaproute resume ${receiptId}`)
  })
})

describe('an interrupt', () => {
  test('before anything was sent', async () => {
    let interrupt = (): void => undefined
    const run = await runCli(line, {
      services: swapServices().services,
      onReady: (call) => {
        interrupt = call
      },
      api: {
        async quoteBest(): Promise<never> {
          interrupt()
          throw new Error('aborted')
        },
      },
    })
    expect(run.exit).toBe(130)
    expect(run.stderr).toContain('✗ INTERRUPTED: Interrupted before anything was sent.')
  })

  test('after the payment: what was sent first, then how to go on', async () => {
    let interrupt = (): void => undefined
    const failure = new SwaprouteError('OUTCOME_UNKNOWN', 'Aborted.', { funds: 'sent' })
    const { services } = swapServices({ events: sent, failure, before: () => interrupt() })
    const options = {
      routes,
      services,
      onReady: (call: () => void) => {
        interrupt = call
      },
    }
    const person = await runCli([...line, '--sandbox'], options)
    expect(person.exit).toBe(130)
    expect(person.stderr).toContain(`→ Payment sent · ${hashes.source}`)
    expect(person.stderr).toContain('`swaproute resume --sandbox`')
    expect(person.stderr).toContain('The payment was sent and has not arrived yet.')
    const machine = documentOf(await runCli([...line, '--json'], options))
    expect(machine).toMatchObject({
      ok: false,
      funds: 'sent',
      error: {
        code: 'INTERRUPTED',
        details: {
          sent: [
            { step: 'approve', hash: hashes.approve },
            { step: 'pay', hash: hashes.source },
          ],
        },
      },
    })
  })

  test('while it is followed: the outcome is shown, exit 130', async () => {
    let interrupt = (): void => undefined
    const { services } = swapServices({
      events: sent,
      before: () => interrupt(),
      outcome: { status: { status: 'PENDING', destinationTxHash: null }, funds: 'sent' },
    })
    const run = await runCli(line, {
      routes,
      services,
      onReady: (call) => {
        interrupt = call
      },
    })
    expect(run.exit).toBe(130)
    expect(run.stdout).toContain(hashes.source)
    expect(run.stderr).toContain(`swaproute resume ${receiptId}`)
  })
})

describe('resume', () => {
  test('goes on with the named swap', async () => {
    const { services, asked } = swapServices()
    const run = await runCli(['resume', '7c1e', '--no-wait'], { services, columns: 80 })
    expect(run.exit).toBe(0)
    expect(asked.resumed).toEqual([{ id: receiptId, wait: false }])
    expect(run.stdout).toContain('Swap · SUCCESS · across')
  })

  test('reports an abandoned swap as abandoned again, and nothing as unknown', async () => {
    const { services } = swapServices({
      outcome: {
        status: { status: 'NOT_FOUND', destinationTxHash: null },
        funds: 'none_moved',
        received: null,
        spent: null,
        givenUp: { code: 'SIMULATION_FAILED', reason: 'It would revert.' },
      },
    })
    const run = await runCli(['resume', '7c1e'], { services, columns: 80 })
    expect(run.exit).toBe(6)
    expect(run.stderr).toContain('SIMULATION_FAILED: It was given up before the payment')
    expect(run.stderr).toContain('It would revert.')
    expect(run.stdout + run.stderr).not.toContain('swaproute resume')
  })

  test('without an id continues the last open one, or reports that none is open', async () => {
    const { services, asked } = swapServices()
    const none = await runCli(['resume'], { services })
    expect({ exit: none.exit, stdout: none.stdout }).toEqual({
      exit: 0,
      stdout: 'No unfinished swap.\n',
    })
    expect(documentOf(await runCli(['resume', '--json'], { services }))).toMatchObject({
      data: null,
    })
    const journal = await services.journal?.()
    if (journal === undefined) throw new Error('no journal')
    const open = {
      ...services,
      journal: async () => ({ ...journal, openSwaps: () => [receiptOf()] }),
    }
    expect((await runCli(['resume'], { services: open })).exit).toBe(0)
    expect(asked.resumed).toEqual([{ id: receiptId, wait: true }])
  })

  describe('of several', () => {
    const names = ['aaaa1111', 'bbbb2222', 'cccc3333'].map((name) => `${name}-4a0f-8d5c`)
    const open = [
      receiptOf({ receiptId: names[0] ?? '', status: 'INDETERMINATE', funds: 'unknown' }),
      receiptOf({ receiptId: names[1] ?? '', status: 'PENDING', funds: 'none_moved' }),
      receiptOf({ receiptId: names[2] ?? '', status: 'PENDING', funds: 'sent' }),
    ]
    const resume = async (script: Parameters<typeof swapServices>[0] = {}) => {
      const { services, asked } = swapServices(script)
      const journal = await services.journal?.()
      if (journal === undefined) throw new Error('no journal')
      const several = async () => ({ ...journal, openSwaps: () => open })
      const run = await runCli(['resume'], { services: { ...services, journal: several } })
      return { ...run, resumed: asked.resumed }
    }

    test('takes the one under way, and names the others', async () => {
      const { resumed, stderr } = await resume()
      expect(resumed).toEqual([{ id: names[2], wait: true }])
      expect(stderr).toContain('Continuing cccc3333. Also unfinished: bbbb2222, aaaa1111.')
    })

    test('names those that are free where another process works on one', async () => {
      const failure = new SwaprouteError('DUPLICATE', 'Process 7 is working on it.', {
        hint: 'Let it finish.',
      })
      const { exit, stderr } = await resume({ failure })
      expect(exit).toBe(9)
      expect(stderr.replace(/\s+/g, ' ')).toContain(
        'Let it finish. Other unfinished swaps, by `swaproute resume <id>`: bbbb2222, aaaa1111.',
      )
    })
  })

  test('of an unknown id is exit 13', async () => {
    const run = await runCli(['resume', 'ffff'], { services: swapServices().services })
    expect(run.exit).toBe(13)
    expect(run.stderr).toContain('swaproute history')
  })
})

describe('history and receipt', () => {
  const { services } = swapServices()

  test.each([60, 80, 120])('as a table of %i columns', async (columns) => {
    const { stdout } = await runCli(['history'], { services, columns })
    expect(stdout).toMatchSnapshot()
  })

  test('what goes on comes first, with what to do', async () => {
    const journal = await services.journal?.()
    if (journal === undefined) throw new Error('no journal')
    const deposit = receiptOf({
      receiptId: 'dddd4444-1111',
      status: 'PENDING',
      subStatus: 'AWAITING_DEPOSIT',
      isDeposit: true,
      funds: 'none_moved',
      received: null,
      open: true,
    })
    const claim = receiptOf({
      receiptId: 'eeee5555-1111',
      status: 'READY_TO_CLAIM',
      funds: 'sent',
      received: null,
      open: true,
    })
    const open = {
      journal: async () => ({
        ...journal,
        history: () => [receiptOf(), deposit, claim],
        openSwaps: () => [deposit, claim, deposit],
        countOpen: () => 3,
      }),
    }
    const { stdout } = await runCli(['history'], { services: open, columns: 80 })
    expect(stdout).toMatchInlineSnapshot(`
      "Receipt   State           When (UTC)              Sent          Received
      dddd4444  PENDING         2026-11-21 14:00  (250 USDC)  (249.71234 USDC)
      eeee5555  READY_TO_CLAIM  2026-11-21 14:00    250 USDC  (249.71234 USDC)
      7c1e4f0a  SUCCESS         2026-11-21 14:00    250 USDC    249.71234 USDC

      Amounts in parentheses have not moved.
      3 unfinished:
        dddd4444  Pay it once, exactly as the deposit card says; if you have paid,
                  wait.
                  swaproute resume dddd4444
        eeee5555  Claim them with \`swaproute claim\` and the hash of the payment, or on
                  the provider’s page.
                  swaproute claim 0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        and 1 more: \`swaproute history --open\`.

      Hidden at this width: Chains, Provider, Payment.
      \`swaproute receipt dddd4444\` shows all details of the first.
      "
    `)
    const { data } = documentOf(await runCli(['history', '--json'], { services: open }))
    expect(data).toMatchObject([
      { receiptId, action: 'none' },
      { action: 'pay', subStatus: 'AWAITING_DEPOSIT' },
      { action: 'claim' },
    ])
  })

  test('one receipt', async () => {
    const { stdout } = await runCli(['receipt', '7c1e'], { services, columns: 80 })
    expect(stdout).toMatchSnapshot()
    const json = documentOf(await runCli(['receipt', '7c1e', '--json'], { services }))
    expect(json).toMatchObject({
      funds: 'delivered',
      data: { receiptId, sent: { amount: '250' }, createdAt: '2026-11-21T14:00:00.000Z' },
    })
  })

  test('reports a damaged journal', async () => {
    const journal = await services.journal?.()
    if (journal === undefined) throw new Error('no journal')
    const damaged = {
      journal: async () => ({ ...journal, damage: () => 'two records are unreadable.' }),
    }
    const run = await runCli(['history'], { services: damaged })
    expect(run.exit).toBe(0)
    expect(run.stderr).toContain('The journal is damaged: two records are unreadable.')
  })
})
