import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRouteItem } from '../../src/api/route.ts'
import type { ShownRoutes } from '../../src/core/routeRequest.ts'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, type CliRun, fixedNowMs, remaining, runCli } from '../support/runMain.ts'
import { requestFor } from '../support/requests.ts'
import { alice, swapServices, usdc, usdcOnArbitrum } from '../support/swapScript.ts'

const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
const routes = ['across', 'stargate', 'relay'].map((provider, index) =>
  routeItem(provider, `${249 - index}.5`),
)
const ids = routes.map(({ id }) => id)

type Shown = ShownRoutes & { shownAtMs: number }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A quote on a terminal whose user presses keys once the table is there. */
async function pick(
  keys: string[],
  options: CliOptions = {},
): Promise<CliRun & { found: string[]; shown: unknown }> {
  const stdinStream = new PassThrough()
  const found: string[] = []
  let shown: unknown = null
  const { services } = swapServices()
  let isAsked = false
  const run = await runCli(line, {
    routes,
    columns: 100,
    stdinTerminal: true,
    stdinStream,
    ...options,
    onStderr(text) {
      if (isAsked || !text.includes('q leaves')) return
      isAsked = true
      void press(stdinStream, keys)
    },
    services: {
      ...services,
      rememberShown: async (given) => {
        shown = given
      },
      findQuote: async (id) => {
        found.push(id)
        return null
      },
    },
  })
  return { ...run, found, shown }
}

/** Later than what counts as typed ahead, each by itself. */
async function press(stdin: PassThrough, keys: readonly string[]): Promise<void> {
  await turn()
  vi.advanceTimersByTime(50)
  for (const key of keys) {
    stdin.write(key)
    await turn()
  }
}

describe('a key below the table', () => {
  test('a number swaps its row', async () => {
    const run = await pick(['x', '9', '02', '0x1', '2'])
    expect([...new Set(run.found)]).toEqual([ids[1]])
    expect(remaining(run.stderr)).toContain('QUOTE_EXPIRED')
  })

  test('Enter takes the route that is chosen by itself', async () => {
    const odd = [{ code: 7002, reason: 'loses much' }]
    const dangerous = [routeItem('across', '255', { warnings: odd }), ...routes.slice(1)]
    const run = await pick(['\r'], { routes: dangerous })
    expect([...new Set(run.found)]).toEqual([dangerous[1]?.id])
  })

  test.each(['q', '\u001b', '\u0003'])('%j leaves with the table, exit 0', async (key) => {
    const run = await pick([key])
    expect(run).toMatchObject({ exit: 0, found: [] })
    expect(run.stdout).toContain('stargate')
  })

  test('the rows are remembered for --route', async () => {
    expect((await pick(['q'])).shown).toEqual({
      ids,
      again: 'swaproute quote 250 eth:USDC to arbitrum:USDC',
    })
  })

  test.each([
    ['a pipe', { stdinTerminal: true }],
    ['no terminal to type on', { columns: 100, stdinTerminal: false }],
  ])('nothing is asked with %s', async (_, options) => {
    const run = await runCli(line, { routes, ...options })
    expect(run.stderr).not.toContain('q leaves')
  })
})

describe('--route', () => {
  const rows = { ids: [ids[0] ?? null, null], again: 'swaproute quote 250 eth:USDC to arb:USDC' }
  const shownRoutes = async (): Promise<Shown> => ({ ...rows, shownAtMs: fixedNowMs - 60_000 })
  const swap = (
    flags: string[],
    shown: () => Promise<Shown | null> = shownRoutes,
  ): Promise<CliRun> => {
    const { services } = swapServices()
    const pair = { srcToken: usdc, dstToken: usdcOnArbitrum, srcAmount: 250_000_000n }
    const request = requestFor(pair, { fromAddress: alice })
    const route = readRouteItem(routes[0] ?? routeItem('across', '1'))
    return runCli(['swap', ...flags], {
      services: {
        ...services,
        shownRoutes: shown,
        findQuote: async (id) =>
          id === ids[0] ? { request, route, quotedAtMs: fixedNowMs } : null,
      },
    })
  }

  test('is the row of the last quote in this terminal', async () => {
    const { exit, stdout } = await swap(['--route', '1', '--dry-run'])
    expect(exit).toBe(0)
    expect(stdout).toContain('Dry run: nothing was signed or sent.')
  })

  test.each([
    [['--route', '2'], 'Row 2 is a preview and cannot be swapped.'],
    [['--route', '3'], 'The last quote has no row 3.'],
    [['--route', '0'], '"0" is not a row.'],
    [['--route', '1', '--id', 'abcd'], '--id and --route exclude each other.'],
    [['--route', '1', '--yes'], '--yes cannot be combined with --route.'],
  ])('%j is refused', async (flags, sentence) => {
    const { exit, stderr } = await swap(flags)
    expect(exit).toBe(2)
    expect(stderr).toContain(sentence)
  })

  test('rows of an expired quote are refused with the way to renew them', async () => {
    const old = await shownRoutes()
    const { exit, stderr } = await swap(['--route', '1'], async () => ({
      ...old,
      shownAtMs: fixedNowMs - 75_000,
    }))
    expect(exit).toBe(6)
    expect(stderr).toContain('The last quote is 75s old; a route is valid for 60s.')
    expect(stderr).toContain('`swaproute quote 250 eth:USDC to arb:USDC`')
  })

  test('reports that there is no earlier quote', async () => {
    const { exit, stderr } = await swap(['--route', '1'], async () => null)
    expect(exit).toBe(6)
    expect(stderr).toContain('No quote was shown in this terminal.')
  })
})

test('the suggested line works where it is pasted: npx keeps no rows', async () => {
  const own = await runCli(line, { routes, columns: 100 })
  expect(own.stdout).toContain('\n  swaproute swap --route 1\n')
  const npx = await runCli(line, { routes, columns: 100, env: { npm_command: 'exec' } })
  expect(npx.stdout).toContain(`\n  npx swaproute swap --id ${(ids[0] ?? '').slice(0, 8)}\n`)
})

test('the best rate is the most received, whatever the order of the rows', async () => {
  const fast = routeItem('across', '240', { estimate: { durationInMinutes: 0.1 } })
  const { stdout } = await runCli([...line, '--sort', 'fastest'], {
    routes: [...routes.slice(1), fast],
    columns: 100,
  })
  expect(stdout).toMatch(/^1 {2}across /m)
  expect(stdout).toContain('Best rate: 1 USDC = 0.994 USDC')
})

test('an interrupted or plain list is the last one, too', async () => {
  let shown: unknown = null
  const { services } = swapServices()
  await runCli([...line, '--plain', '--from-address', alice], {
    routes,
    services: { ...services, rememberShown: async (given) => void (shown = given) },
  })
  expect(shown).toMatchObject({ ids })
})

describe('--watch', () => {
  test('prints a line per round with what changed, until it is interrupted', async () => {
    let interrupt = (): void => undefined
    let round = 0
    const amounts = ['249.5', '249.4', '249.4']
    const run = await runCli([...line, '--watch', '--every', '5', '--ndjson'], {
      onReady: (call) => (interrupt = call),
      api: {
        quoteAll: async (body) => {
          const quote = { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' }
          const other = round === 1 ? [routeItem('relay', '249')] : []
          const first = routeItem('across', amounts[round] ?? '0')
          return { quote, routes: [first, ...other], failed: [] }
        },
      },
      services: {
        sleep: async () => {
          round += 1
          if (round === 3) interrupt()
        },
      },
    })
    const rows = run.stdout
      .trim()
      .split('\n')
      .map((row): { type: string; changes: unknown; gone: unknown } => JSON.parse(row))
    expect(rows.map(({ type, changes, gone }) => [type, changes, gone])).toEqual([
      ['round', null, []],
      ['round', ['-0.1', 'new'], []],
      ['round', [''], ['relay']],
      ['result', undefined, undefined],
    ])
    expect(run.exit).toBe(0)
  })

  test('ends with the last table, its command and the rows for --route', async () => {
    let interrupt = (): void => undefined
    let shown: unknown = null
    const run = await runCli([...line, '--watch'], {
      routes,
      columns: 80,
      onReady: (call) => (interrupt = call),
      services: {
        rememberShown: async (given) => void (shown = given),
        sleep: async () => interrupt(),
      },
    })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain('Valid for 60s.')
    expect(run.stdout).toContain('swaproute swap --route 1')
    expect(shown).toMatchObject({ ids })
  })

  test('is refused on a pipe, and without a sensible pause', async () => {
    const piped = await runCli([...line, '--watch'], { routes })
    expect(piped.exit).toBe(2)
    expect(piped.stderr).toContain('--watch needs a terminal.')
    const hasty = await runCli([...line, '--watch', '--every', '1'], { routes, columns: 80 })
    expect(hasty.stderr).toContain('"1" is not a valid interval.')
  })
})
