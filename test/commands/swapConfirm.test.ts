import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, type CliRun, documentOf, runCli } from '../support/runMain.ts'
import { alice, receiptId, type SwapScript, swapServices, usdc } from '../support/swapScript.ts'

// What is confirmed besides the amount: gas that no price values, and the same swap once more.

const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC']
const routes = [routeItem('across', '249.71234')]
const small = { card: { send: { token: usdc, amount: 50_000_000n, usdE18: 50n * 10n ** 18n } } }

type Run = CliRun & { asked: ReturnType<typeof swapServices>['asked'] }

async function swap(argv: string[], script: SwapScript, options: CliOptions = {}): Promise<Run> {
  const { services, asked } = swapServices(script)
  return { ...(await runCli(argv, { routes, ...options, services })), asked }
}

describe('confirmation', () => {
  const unpricedGas = {
    card: {
      ...small.card,
      typedReasons: [{ code: 'gas_unknown' as const, text: 'ETH has no confirmed price.' }],
    },
  }

  test.each<[string, string[], number]>([
    ['the amount alone', ['--confirm-amount', '50'], 10],
    ['less than it may cost', ['--confirm-amount', '50', '--confirm-gas', '0.0005'], 10],
    ['what is not an amount', ['--confirm-amount', '50', '--confirm-gas', 'all'], 10],
    ['its cost', ['--confirm-amount', '50', '--confirm-gas', '0.0006'], 0],
    ['more than it may cost', ['--confirm-amount', '50', '--confirm-gas', '1 ETH'], 0],
    ['its cost alone', ['--confirm-gas', '0.0006'], 10],
  ])('gas that no price values is covered by its cost: %s', async (_, flags, exit) => {
    const run = await swap([...line, '--yes', ...flags, '--json'], unpricedGas)
    expect(run.exit).toBe(exit)
    if (exit === 0) return
    const wanted = '--yes --confirm-amount 50 --confirm-gas 0.0006'
    expect(documentOf(run)).toMatchObject({ error: { details: { flags: wanted } } })
  })

  test.each<[string, string[], number]>([
    ['nobody', [], 10],
    ['another provider', ['--trust', 'relay'], 10],
    ['its provider', ['--trust', 'across'], 0],
  ])(
    'a promise that no contract enforces needs its provider to be named: %s',
    async (_, flags, exit) => {
      const reason = { code: 'trusted' as const, text: 'Not guaranteed by a contract.' }
      const trusted = { card: { ...small.card, typedReasons: [reason] } }
      const given = [...line, '--yes', '--confirm-amount', '50', ...flags, '--json']
      const run = await swap(given, trusted)
      expect(run.exit).toBe(exit)
      if (exit === 0) return
      expect(documentOf(run)).toMatchObject({
        error: { details: { flags: '--yes --confirm-amount 50 --trust across' } },
      })
    },
  )

  test('a provider that does not exist is refused before anything is asked', async () => {
    const run = await swap([...line, '--trust', 'nobody', '--json'], small)
    expect([run.exit, documentOf(run)]).toMatchObject([2, { error: { code: 'UNKNOWN_PROVIDER' } }])
  })

  test.each([
    ['0.0006 ETH\r', 0],
    ['no\r', 11],
  ])('and is typed on a terminal: %s', async (keys, exit) => {
    const stdin = new PassThrough()
    const answers = new Map([
      ['Type "50 USDC"', '50 USDC\r'],
      ['Type "0.0006 ETH"', keys],
    ])
    const run = swap(line, unpricedGas, {
      columns: 80,
      stdinTerminal: true,
      stdinStream: stdin,
      onStderr: (text) => {
        // A question is drawn again with every key.
        for (const [question, answer] of answers) {
          if (text.replace(/\s+/g, ' ').includes(question) && answers.delete(question)) {
            setImmediate(() => stdin.write(answer))
          }
        }
      },
    })
    expect((await run).exit).toBe(exit)
    expect((await run).asked.executed).toHaveLength(exit === 0 ? 1 : 0)
  })

  const repeat = {
    card: {
      ...small.card,
      repeatOf: { receiptId, agoMs: 150_000 },
      typedReasons: [{ code: 'repeat' as const, text: 'The same swap was started.' }],
    },
  }

  test.each([['--yes'], ['--yes', '--confirm-amount', '50'], []])(
    'the same swap again is a DUPLICATE in scripts: %s %s %s',
    async (...flags) => {
      const run = await swap([...line, ...flags, '--json'], repeat)
      expect([run.exit, run.asked.executed]).toEqual([9, []])
      expect(documentOf(run)).toMatchObject({
        funds: 'none_moved',
        error: {
          code: 'DUPLICATE',
          message: expect.stringContaining('The same swap was started 2 minutes ago'),
          hint: expect.stringContaining('--force'),
          details: { receiptId },
        },
      })
    },
  )

  test.each([
    ['50 USDC\r', 0],
    ['y\r', 11],
  ])('and a person types its amount: %s', async (keys, exit) => {
    const stdin = new PassThrough()
    const run = swap(line, repeat, {
      columns: 80,
      stdinTerminal: true,
      stdinStream: stdin,
      onStderr: (text) => {
        if (text.includes('Type "50 USDC"')) setImmediate(() => stdin.write(keys))
      },
    })
    expect((await run).exit).toBe(exit)
  })
})

describe('the greatest accepted loss', () => {
  const env = (bps: string) => ({ env: { SWAPROUTE_MAX_LOSS_BPS: bps } })

  test.each([['300'], ['5000'], ['0']])('is a setting: %s', async (bps) => {
    const run = await swap([...line, '--dry-run', '--from-address', alice], small, env(bps))
    expect(run.exit).toBe(0)
    expect(run.asked.orders.map(({ maxLossBps }) => maxLossBps)).toEqual([Number(bps)])
  })

  test.each([['5001'], ['3 %'], ['-1'], ['1.5']])('but never %s', async (bps) => {
    const run = await swap([...line, '--dry-run', '--json'], small, env(bps))
    expect(documentOf(run)).toMatchObject({
      error: { code: 'CONFIG_INVALID', message: expect.stringContaining('0 to 5000') },
    })
  })
})
