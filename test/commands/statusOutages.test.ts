/** `status` where a service, a node or a whole network does not answer. */
import { describe, expect, test } from 'vitest'
import type { Services } from '../../src/commands/frame/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { answer, delivered, follow, hash, own, underWay } from '../support/statusScenes.ts'
import { receiptOf } from '../support/swapScript.ts'

describe('when those who know do not answer', () => {
  const outage = new SwaprouteError('BACKEND_UNREACHABLE', 'No answer from the service.')
  const ownServices = (): Partial<Services> => {
    const receipt = underWay()
    return {
      findSwap: async () => own,
      journal: async () => ({
        history: () => [receipt],
        openSwaps: () => [receipt],
        countOpen: () => 1,
        receipt: () => receipt,
        find: () => own.receiptId,
        keysSince: () => [],
        damage: () => null,
      }),
    }
  }

  test.each(['', ' --wait=60s'])(
    'reports an own swap from the journal (status%s)',
    async (flag) => {
      const options = { services: ownServices(), status: outage }
      const argv = `status ${hash} --exit-status${flag}`.split(' ')
      const run = await follow([...argv, '--json'], options)
      expect([run.exit, documentOf(run)]).toMatchObject([
        8,
        {
          ok: true,
          funds: 'sent',
          warnings: [{ code: 'NOT_ASKED' }],
          data: { status: 'PENDING', note: 'The delivery is under way.' },
        },
      ])
      const person = await follow(argv, options)
      expect(person.stdout).toContain('The payment was sent and has not arrived yet.')
      expect(person.stdout + person.stderr).not.toContain('Nothing was sent')
    },
  )

  test('exits with 8 for an own swap that was sent, although the exit status was not asked for', async () => {
    const run = await runCli(['status', hash], { services: ownServices(), status: outage })
    expect(run.exit).toBe(8)
    const answered = { services: ownServices(), status: answer('PENDING') }
    expect((await runCli(['status', hash], answered)).exit).toBe(0)
  })

  test('a report names who could not be asked, and leaks nothing of this machine', async () => {
    const silence = new SwaprouteError('CHAIN_UNAVAILABLE', 'my-node.example is down.', {
      hint: 'Set another node.',
      context: { notAsked: { chains: ['POLYGON'], providers: ['dln'] } },
    })
    const run = await runCli(['status', hash, '--report'], { status: silence })
    expect([run.exit, run.stdout]).toMatchInlineSnapshot(`
      [
        5,
        "Report: swaproute status, format 1
      Program: swaproute 0.0.0-test
      Made at: 2026-11-21T14:03:22Z
      Asked for: "0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
      Status: unknown (CHAIN_UNAVAILABLE)
      Exit code: 5
      Meaning: Not every source that could know this swap answered, so nothing is known about it.
      Asked: every chain and provider that could know
      Not asked: POLYGON, dln
      ",
      ]
    `)
    const json = documentOf(
      await runCli(['status', hash, '--report', '--json'], { status: silence }),
    )
    expect(json).toMatchObject({
      ok: false,
      error: { code: 'CHAIN_UNAVAILABLE', details: { report: run.stdout.trimEnd().split('\n') } },
    })
    const own = await runCli(['status', hash, '--report'], {
      services: ownServices(),
      status: outage,
    })
    expect(own.stdout).toContain('Not asked: across\n')
  })

  test('a chain without a node here is named in a report', async () => {
    const status = answer('NOT_FOUND', { notAsked: ['CELO', 'LINEA'] })
    const { stdout } = await runCli(['status', hash, '--report'], { status })
    expect(stdout).toContain('Not asked: CELO, LINEA\n')
  })

  test('an outage on the way ends no waiting', async () => {
    const status = [answer('PENDING'), outage, outage, delivered]
    const run = await follow(['status', hash, '--wait', '--json'], { status })
    expect([run.exit, documentOf(run)]).toMatchObject([0, { funds: 'delivered', warnings: [] }])
    expect(run.calls).toHaveLength(4)
  })

  test('one that lasts ends with what was known last, and exit 8', async () => {
    const run = await follow(['status', hash, '--wait=60s', '--json'], {
      status: [answer('PENDING'), outage],
    })
    expect([run.exit, documentOf(run)]).toMatchObject([
      8,
      { data: { status: 'PENDING' }, warnings: [{ code: 'NOT_ASKED' }] },
    ])
    expect(run.waitedMs).toBeGreaterThan(30_000)
  })

  test('of a foreign hash nothing is claimed, neither by one question nor by many', async () => {
    for (const flags of [[], ['--wait=60s']]) {
      const options = { status: outage }
      const run = await follow(['status', hash, ...flags, '--json'], options)
      expect([run.exit, documentOf(run)]).toMatchObject([
        5,
        { error: { code: 'BACKEND_UNREACHABLE' }, funds: 'unknown' },
      ])
      const person = await follow(['status', hash, ...flags], options)
      expect(person.stderr).not.toContain('money')
    }
  })

  test('shows a refusal of the question itself at once', async () => {
    const refusal = new SwaprouteError('CONFIG_INVALID', 'The service refuses access.')
    const run = await follow(['status', hash, '--wait=60s'], { status: [refusal] })
    expect([run.exit, run.waitedMs]).toEqual([3, 0])
  })

  test('a swap that ended is looked at once, and its end is the journal’s', async () => {
    const services = {
      ...ownServices(),
      checkOwnSwap: async () => ({ receipt: receiptOf(), warnings: [] }),
    }
    const run = await follow(['status', hash, '--wait', '--json'], { services })
    expect([run.exit, documentOf(run)]).toMatchObject([
      0,
      { funds: 'delivered', data: { status: 'SUCCESS' } },
    ])
    expect([run.calls, run.waitedMs]).toEqual([[], 0])
  })
})
