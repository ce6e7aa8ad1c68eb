/** How a quote ends: without a route, early, and with a provider that was named. */
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { failedItem, routeItem } from '../support/fakeApi.ts'
import { documentOf, remaining, runCli } from '../support/runMain.ts'
import { readRouteItem } from '../../src/api/route.ts'

const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
const low = (id: string, minAmount: string) => {
  const item = failedItem(id, 2005, `${id} takes at least ${minAmount} USDC.`)
  return { ...item, data: { ...item.data, data: { tokenSymbol: 'USDC', minAmount } } }
}
const outage = (id: string) => {
  const item = failedItem(id, 7003, 'hidden as dangerous: the price of USDC could not be confirmed')
  return { ...item, data: { ...item.data, data: { outages: ['DefiLlama'] } } }
}

describe.each(['quote', 'deposit'])('%s without a route', (command) => {
  const words =
    command === 'quote'
      ? line
      : ['deposit', ...line.slice(1), '-r', '0x8ba1f109551bD432803012645Ac136ddd64DBA72']

  test('names the smallest minimum of all, exit 4', async () => {
    const failed = [low('chainflip', '20'), low('near_intents', '2.5'), low('exolix', '10')]
    for (const flags of [[], ['--failed']]) {
      const run = await runCli([...words, ...flags, '--json'], { routes: [], failed })
      expect(run.exit).toBe(4)
      expect(documentOf(run)).toMatchObject({
        ok: false,
        error: {
          code: 'AMOUNT_TOO_LOW',
          serviceCode: 2005,
          message: expect.stringContaining('near_intents'),
          hint: 'Swap at least 2.5 USDC.',
          details: { minAmount: '2.5', provider: 'near_intents' },
        },
      })
    }
  })

  test('names a price source that is down, exit 5', async () => {
    const failed = [outage('relay'), outage('exolix')]
    const run = await runCli(words, { routes: [], failed, columns: 100 })
    expect(run.exit).toBe(5)
    expect(remaining(run.stderr)).toContain(
      'Prices could not be confirmed: DefiLlama does not answer. 2 routes are hidden.',
    )
    expect(remaining(run.stderr)).toContain('--dangerous')
  })

  test('reports how many routes are hidden, and why', async () => {
    const failed = [failedItem('relay', 7003, 'hidden as dangerous: nobody prices ODD')]
    const run = await runCli([...words, '--json'], { routes: [], failed })
    expect(run.exit).toBe(4)
    expect(documentOf(run)).toMatchObject({
      error: {
        code: 'NO_ROUTE',
        message: '1 route is hidden as dangerous: nobody prices ODD.',
        details: { hidden: 1 },
      },
    })
  })

  test('--failed shows the reasons and keeps the exit status', async () => {
    const failed = [failedItem('relay', 2001, 'no pool'), failedItem('exolix', 2999, 'silent')]
    const run = await runCli([...words, '--failed'], { routes: [], failed, columns: 100 })
    expect(run.exit).toBe(4)
    expect(run.stdout).toContain('no pool')
    expect(remaining(run.stderr)).toContain('NO_ROUTE: No provider swaps USDC on Ethereum')
    expect(remaining(run.stderr)).toContain('1 of 2 providers could not answer')
  })
})

test('machines get the reasons only where they ask for them', async () => {
  const script = { routes: [routeItem('across', '249')], failed: [failedItem('relay', 2001, 'no')] }
  const run = await runCli([...line, '--json'], script)
  expect(documentOf(run)['data']).not.toHaveProperty('failed')
  expect(documentOf(await runCli([...line, '--json', '--failed'], script))['data']).toHaveProperty(
    'failed',
  )
})

describe('a provider that was named', () => {
  const keyless = failedItem('lifi', 2001, 'lifi needs a key: SWAPROUTE_LIFI_API_KEY.')
  const failed = [{ ...keyless, data: { ...keyless.data, data: { asked: false } } }]

  test('quote explains why the named provider has no route, and lists the others', async () => {
    const { stdout, exit } = await runCli([...line, '--provider', 'lifi'], {
      routes: [routeItem('across', '249')],
      failed,
      columns: 100,
    })
    expect(exit).toBe(0)
    expect(stdout).toContain('lifi has no route: "lifi needs a key: SWAPROUTE_LIFI_API_KEY."')
    expect(stdout).toContain('1 route · 1 provider asked · 1 answered.')
  })

  test('best shows the note of the route that is taken instead', async () => {
    const reason = 'lifi is preferred, but has no route: lifi needs a key: SWAPROUTE_LIFI_API_KEY.'
    const routes = [routeItem('across', '249', { warnings: [{ code: 7011, reason }] })]
    const { stdout } = await runCli(['best', ...line.slice(1), '--provider', 'lifi'], {
      routes,
      columns: 100,
    })
    expect(stdout).toMatch(/Note +"lifi is preferred, but has no route/)
  })

  test('best --explain takes what the service takes: not a preferred one that is far worse', async () => {
    const worse = { code: 7010, reason: 'exolix is preferred, but leaves more than 2 % less' }
    const routes = [
      routeItem('exolix', '240', { warnings: [worse] }),
      routeItem('across', '249', { warnings: [{ ...worse, code: 7011 }] }),
    ]
    const document = documentOf(
      await runCli(['best', ...line.slice(1), '--explain', '--json'], { routes }),
    )
    expect(document['data']).toMatchObject({ providerType: 'across' })
  })
})

test('the table marks deposit orders, with their rate, and explains how they are ranked', async () => {
  const routes = [
    routeItem('across', '249.9'),
    { ...routeItem('exolix', '249.8'), executionKind: 'deposit', rateType: 'float' },
    { ...routeItem('exolix', '249.7'), executionKind: 'deposit', rateType: 'fixed' },
  ]
  const { stdout } = await runCli(line, { routes, columns: 80 })
  expect(stdout).toMatch(/2 +exolix +deposit float +249\.8/)
  expect(stdout).toMatch(/3 +exolix +deposit fixed +249\.7/)
  expect(stdout).toContain('Deposit orders rank as if they paid 2% less')
  const plain = await runCli([...line, '--plain'], { routes })
  expect(plain.stdout).toContain('\tfixed\tdeposit')
})

test('a route without a minimum is marked, with how it is ranked', async () => {
  const routes = [
    routeItem('across', '249.9'),
    { ...routeItem('wanchain_bridge', '249.8'), executionKind: 'evm', rateType: 'float' },
  ]
  const { stdout } = await runCli(line, { routes, columns: 100 })
  expect(stdout).toMatch(/2 +wanchain_bridge +bridge +249\.8.+not guaranteed/)
  expect(stdout).toContain('Routes that are not guaranteed rank as if they paid 2% less')
  const best = await runCli(['best', ...line.slice(1)], { routes: routes.slice(1) })
  expect(best.stdout).toContain('Not guaranteed')
  expect(best.stdout).not.toContain('At least')
})

describe('ended by the user', () => {
  const route = routeItem('across', '249.9')
  /** Answers only once the user stops waiting, or is interrupted. */
  const slow =
    (onAsked: () => void): Contract['quoteAll'] =>
    (body, options) =>
      new Promise((resolve, refuse) => {
        const progress = { calculated: 1, total: 2, waiting: ['relay'] }
        options?.onEvent?.({ type: 'started', timeoutSeconds: 30, ...progress })
        options?.onEvent?.({ type: 'route', route: readRouteItem(route), ...progress })
        options?.enough?.addEventListener('abort', () => {
          const quote = { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' }
          resolve({ quote, routes: [route], failed: [failedItem('relay', 2999, 'too late')] })
        })
        options?.signal?.addEventListener('abort', () => refuse(new Error('stopped')))
        onAsked()
      })

  test('Enter keeps what is there', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const stdinStream = new PassThrough()
    let isStopped = false
    const run = await runCli(line, {
      columns: 100,
      stdinTerminal: true,
      stdinStream,
      onStderr: (text) => {
        if (!isStopped && text.includes('Enter to stop waiting')) {
          isStopped = true
          stdinStream.write('\n')
        }
        if (!text.includes('q leaves')) return
        // Later than what counts as typed ahead.
        setImmediate(() => {
          vi.advanceTimersByTime(50)
          stdinStream.write('q')
        })
      },
      api: { quoteAll: slow(() => undefined) },
    })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain('across')
    expect(run.stderr).toContain('waiting for relay · Enter to stop waiting')
    expect(remaining(run.stderr).trim()).toBe('Press 1 to swap a route · Enter takes 1 · q leaves')
    expect(stdinStream.listenerCount('data')).toBe(0)
  })

  test('Ctrl-C shows the routes that are there, exit 130', async () => {
    let interrupt = (): void => undefined
    const run = await runCli(line, {
      columns: 100,
      onReady: (call) => (interrupt = call),
      api: { quoteAll: slow(() => setImmediate(() => interrupt())) },
    })
    expect(run.exit).toBe(130)
    expect(run.stdout).toContain('across')
    expect(run.stdout).toContain('1 of 2 providers answered.')
    expect(remaining(run.stderr)).toContain('INTERRUPTED')
  })

  test('does not wait for Enter where standard input is not a terminal', async () => {
    const stdinStream = new PassThrough()
    let interrupt = (): void => undefined
    await runCli(line, {
      columns: 100,
      stdinStream,
      onReady: (call) => (interrupt = call),
      api: {
        quoteAll: slow(() => {
          expect(stdinStream.listenerCount('data')).toBe(0)
          setImmediate(() => interrupt())
        }),
      },
    })
  })
})
