import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TokenReader } from '../../src/api/api.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { displayWidth } from '../../src/format/width.ts'
import { failedItem, routeItem } from '../support/fakeApi.ts'
import { documentOf, remaining, runCli } from '../support/runMain.ts'
import { readRouteItem } from '../../src/api/route.ts'

const script = {
  routes: [
    routeItem('across', '249.71234'),
    routeItem('symbiosis', '249.102211', {
      estimate: { durationInMinutes: 7, priceImpact: null, destinationUsdAmount: null },
    }),
    routeItem('stargate_v2', '248.9', {
      estimate: { durationInMinutes: 1 },
      warnings: [{ code: 7001, reason: 'worth 12 % less than what is paid' }],
    }),
  ],
  failed: [
    failedItem('layerzero', 2001, 'no pool'),
    failedItem('celer_bridge', 2005, 'minimum is 400'),
    failedItem('meson', 2999, 'see https://evil.example/fix \u001b[2J now'),
    failedItem('rango', 7004, 'more than 20% better than the median of all offers'),
  ],
}
const quoteEcho = {
  srcTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '250',
  dstTokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  dstTokenBlockchain: 'ARBITRUM',
}
const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']

afterEach(() => {
  vi.useRealTimers()
})

describe('on a terminal', () => {
  test.each([60, 80, 120])('of %i columns', async (columns) => {
    const run = await runCli(line, { ...script, columns })
    expect(run.exit).toBe(0)
    expect(run.stdout).toMatchSnapshot()
    expect(remaining(run.stderr)).toBe('')
  })

  test.each([60, 61, 75, 80, 100, 120, 160, 200])('all tables fit %i columns', async (columns) => {
    const { stdout } = await runCli([...line, '--failed'], { ...script, columns })
    for (const text of stdout.split('\n')) {
      // Commands are not wrapped, so that they can be copied.
      if (!text.includes('swaproute swap')) {
        expect(displayWidth(text)).toBeLessThanOrEqual(columns)
      }
    }
  })

  test('the first sign of life comes before the service answers, and routes as they arrive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const drawn: string[] = []
    let atCall = ''
    const run = await runCli(line, {
      ...script,
      columns: 80,
      api: {
        async quoteAll(_body, options) {
          atCall = drawn.join('')
          const waiting = ['across', 'relay']
          const started = { calculated: 0, total: 7, waiting, timeoutSeconds: 30 }
          options?.onEvent?.({ type: 'started', ...started })
          const [route] = script.routes
          if (route !== undefined) {
            options?.onEvent?.({
              type: 'route',
              route: readRouteItem(route),
              calculated: 1,
              total: 7,
              waiting: ['relay'],
            })
          }
          vi.advanceTimersByTime(150)
          return { quote: quoteEcho, routes: script.routes, failed: [] }
        },
      },
      onStderr: (text) => drawn.push(text),
    })
    expect(run.exit).toBe(0)
    expect(atCall).toContain('Asking the providers')
    expect(drawn.join('')).toContain('across')
  })

  test('--failed shows a row for each reason, links and codes removed', async () => {
    const { stdout } = await runCli([...line, '--failed'], { ...script, columns: 120 })
    expect(stdout).toContain('meson         2999  "see [link removed] now"')
    expect(stdout).toContain('layerzero     2001  "no pool"')
    expect(stdout).not.toContain('\u001b')
  })
})

describe('in a pipe', () => {
  test('the table goes to stdout alone, without colours', async () => {
    const run = await runCli(line, { ...script, env: { NO_COLOR: '' } })
    expect(run.stdout).toMatchSnapshot()
    expect(run.stderr).toBe('')
  })

  test('COLUMNS decides the width', async () => {
    const { stdout } = await runCli(line, { ...script, env: { COLUMNS: '62' } })
    expect(stdout).toContain('Hidden at this width: Fees, At least, Impact, Path')
  })

  test('--plain has every column and every digit', async () => {
    const { stdout, stderr } = await runCli([...line, '--plain'], script)
    expect(stdout).toMatchSnapshot()
    expect(stderr).toBe('')
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t').length),
    ).toEqual([16, 16, 16, 16])
  })
})

describe('for machines', () => {
  test('--json is one document with the answer of the service, unchanged', async () => {
    const run = await runCli([...line, '--json'], script)
    const document = documentOf(run)
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(document).toMatchObject({
      schema: 'swaproute/v1',
      command: 'quote',
      ok: true,
      warnings: [],
      funds: 'none_moved',
      meta: {
        backend: 'embedded',
        sandbox: false,
        generatedAt: '2026-11-21T14:03:22.000Z',
        version: '0.0.0-test',
      },
    })
    expect(document['data']).toEqual({
      quote: expect.objectContaining({ srcTokenAmount: '250' }),
      routes: script.routes,
    })
    expect(run.stderr).toBe('')
  })

  test('--ndjson ends with the document of --json', async () => {
    const json = documentOf(await runCli([...line, '--json'], script))
    const { stdout } = await runCli([...line, '--ndjson'], script)
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((text): unknown => JSON.parse(text))
    expect(events.map((event) => Reflect.get(Object(event), 'seq'))).toEqual(
      events.map((_, index) => index + 1),
    )
    expect(events.map((event) => Reflect.get(Object(event), 'type'))).toEqual([
      'progress',
      ...script.routes.flatMap(() => ['route', 'progress']),
      ...script.failed.map(() => 'progress'),
      'result',
    ])
    expect(events.at(-1)).toEqual({ type: 'result', seq: events.length, ...json })
  })
})

describe('order', () => {
  const first = async (by: string): Promise<string[]> => {
    const { stdout } = await runCli([...line, '--sort', by, '--json'], {
      routes: [
        routeItem('across', '249.7', { estimate: { durationInMinutes: 9 } }),
        routeItem('symbiosis', '249.1', { fees: unknownFees() }),
        routeItem('stargate_v2', '248.9', { estimate: { durationInMinutes: 1 }, fees: noFees() }),
      ],
    })
    const { routes } = JSON.parse(stdout).data as { routes: { providerType: string }[] }
    return routes.map(({ providerType }) => providerType)
  }

  test('by what is received is the order of the service', async () => {
    expect(await first('receive')).toEqual(['across', 'symbiosis', 'stargate_v2'])
  })

  test('by time', async () => {
    expect(await first('fastest')).toEqual(['stargate_v2', 'symbiosis', 'across'])
  })

  test('by fees, unknown ones last', async () => {
    expect(await first('cheapest')).toEqual(['stargate_v2', 'across', 'symbiosis'])
  })
})

describe('request', () => {
  test('every flag is one field of the contract', async () => {
    const { calls } = await runCli(
      [
        ...line,
        ...`--receiver 0x8ba1f109551bD432803012645Ac136ddd64DBA72
          --from-address 0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B
          --refund-to 0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B
          --integrator 0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B --referrer me
          --slippage 50bps --provider across --timeout 12.5
          --exclude lifi,DLN --exclude rango --exclude-foreign lifi=a,b
          --testnets --checks --skip-fee-providers --failed --dangerous
          --deposits none --prefer-deposit --json`.split(/\s+/),
      ],
      script,
    )
    expect(calls).toEqual([
      {
        name: 'quoteAll',
        input: {
          srcTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          srcTokenBlockchain: 'ETH',
          srcTokenAmount: '250',
          dstTokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
          dstTokenBlockchain: 'ARBITRUM',
          referrer: 'me',
          receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
          fromAddress: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
          refundAddress: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
          integratorAddress: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
          slippage: 0.005,
          preferredProvider: 'across',
          timeout: 12.5,
          nativeBlacklist: ['lifi', 'DLN', 'rango'],
          foreignBlacklist: { lifi: ['a', 'b'], rango: [], zerox: [], dflow: [] },
          enableTestnets: true,
          enableChecks: true,
          skipFeeProviders: true,
          showFailedRoutes: true,
          showDangerousRoutes: true,
          depositTradeParams: 'noDeposits',
          useDepositTradeIfAvailable: true,
        },
      },
    ])
  })

  test.each([
    ['the sentence', ['250', 'eth:USDC', 'to', 'arb:USDC']],
    ['without to', ['250', 'eth:USDC', 'arb:USDC']],
    ['flags', ['-a', '250', '-f', 'eth:USDC', '-t', 'arb:USDC']],
    ['long flags', ['--to=arb:USDC', '--amount=250', '--from=eth:USDC']],
    ['both', ['250', '--from', 'eth:USDC', 'to', 'arb:USDC']],
    ['aliases in any case', ['250', 'ETHEREUM:usdc', '42161:UsDc']],
    ['base units', ['--raw-amount', '250000000', 'eth:USDC', 'arb:USDC']],
  ])('%s means the same', async (_, words) => {
    const { calls } = await runCli(['quote', ...words, '--json'], script)
    expect(calls[0]?.input).toMatchObject({
      srcTokenAmount: '250',
      srcTokenBlockchain: 'ETH',
      dstTokenBlockchain: 'ARBITRUM',
      dstTokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    })
  })

  test('accepts flags before the command', async () => {
    const { calls, exit } = await runCli(
      ['--json', '-a', '250', '--slippage', '1%', 'quote', 'eth:USDC', 'arb:USDC'],
      script,
    )
    expect(exit).toBe(0)
    expect(calls[0]?.input).toMatchObject({ srcTokenAmount: '250', slippage: 0.01 })
  })
})

describe('without a route', () => {
  test('a failure of the service keeps its code', async () => {
    const run = await runCli(line, {
      api: {
        async quoteAll() {
          throw new SwaprouteError('BACKEND_UNREACHABLE', 'The service does not answer.')
        },
      },
    })
    expect(run.exit).toBe(5)
    expect(run.stderr).toContain('✗ BACKEND_UNREACHABLE: The service does not answer.')
  })
})

test('tokens on no list are read from the chain and marked on every screen', async () => {
  const address = '0x1f9090aaE28b8a3dCeaDf281B0F12828e676c326'
  const asked: unknown[] = []
  const readTokens: TokenReader = async (tokens) => {
    asked.push(...tokens)
    const read = { blockchain: 'ETH' as const, address, symbol: 'USDС', name: 'fake', decimals: 2 }
    return [{ ...read, listed: false, native: false }]
  }
  const options = { ...script, columns: 120, services: { readTokens } }
  for (const command of ['quote', 'best']) {
    const words = ['1.25', `eth:${address.toLowerCase()}`, 'arb:USDC']
    const { stdout, calls } = await runCli([command, ...words], options)
    expect(stdout).toContain(`USDС (look-alike? unlisted, ${address}) on Ethereum`)
    expect(calls[0]?.input).toMatchObject({ srcTokenAddress: address, srcTokenAmount: '1.25' })
  }
  expect(asked[0]).toMatchObject({ blockchain: 'ETH', address })
  const tooFine = await runCli(['quote', '1.255', `eth:${address}`, 'arb:USDC'], options)
  expect(tooFine.exit).toBe(2)
  expect(tooFine.stderr).toContain('TOO_MANY_DECIMALS')
})

function feesWith(change: object): ReturnType<typeof routeItem>['fees'] {
  const { fees } = routeItem('across', '1')
  return { ...fees, gasTokenFees: { ...fees.gasTokenFees, ...change } }
}

function unknownFees(): ReturnType<typeof routeItem>['fees'] {
  return feesWith({ gas: null })
}

function noFees(): ReturnType<typeof routeItem>['fees'] {
  const nothing = { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: null }
  return feesWith({ gas: { totalWeiAmount: '0', totalUsdAmount: 0 }, provider: nothing })
}
