import { describe, expect, test } from 'vitest'
import { failedItem, routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'

const line = ['best', '250', 'eth:USDC', 'to', 'arb:USDC']
const routes = [
  routeItem('across', '249.71234'),
  routeItem('symbiosis', '249.102211', { estimate: { durationInMinutes: 7 } }),
  routeItem('stargate_v2', '249.71234', { estimate: { durationInMinutes: 2 } }),
]

describe('the best route', () => {
  test.each([60, 80, 120])('as a card of %i columns', async (columns) => {
    const { stdout, exit, calls } = await runCli(line, { routes, columns })
    expect(exit).toBe(0)
    expect(stdout).toMatchSnapshot()
    expect(calls.map(({ name }) => name)).toEqual(['quoteBest'])
  })

  test('--explain compares with the next ones in the user’s own units', async () => {
    const { stdout, calls } = await runCli([...line, '--explain'], { routes, columns: 80 })
    expect(stdout).toContain('symbiosis: 0.610129 USDC less, the same fees, 5m slower')
    expect(stdout).toContain('stargate_v2: the same USDC, the same fees')
    expect(calls.map(({ name }) => name)).toEqual(['quoteAll'])
  })

  test('--explain says what one path brings where a trade goes in parts', async () => {
    const [route] = routes
    if (route === undefined) throw new Error('no route')
    const singlePath = {
      destinationTokenAmount: '249.1',
      destinationWeiAmount: '249100000',
      gasLimit: '65000',
    }
    const { stdout } = await runCli([...line, '--explain'], {
      routes: [{ ...route, singlePath }],
      columns: 100,
    })
    expect(stdout).toMatch(
      /Along one path +249\.1 USDC, 0\.61234 USDC less, gas \$[\d.]+ instead of/,
    )
  })

  test('a dangerous route is never chosen by itself', async () => {
    const danger = { code: 7004, reason: 'more than 20% better than the median of all offers' }
    const tooGood = routeItem('meson', '320', { warnings: [danger] })
    const { data } = documentOf(
      await runCli([...line, '--explain', '--dangerous', '--json'], {
        routes: [tooGood, ...routes],
      }),
    )
    expect(data).toMatchObject({ providerType: 'across' })
    const alone = await runCli([...line, '--explain', '--dangerous'], { routes: [tooGood] })
    expect(alone.exit).toBe(4)
  })

  test('unknown values are unknown, never 0', async () => {
    const [route] = routes
    if (route === undefined) throw new Error('no route')
    const fees = { ...route.fees, gasTokenFees: { ...route.fees.gasTokenFees, gas: null } }
    const estimate = { ...route.estimate, destinationUsdAmount: null, priceImpact: null }
    const { stdout } = await runCli(line, { routes: [{ ...route, fees, estimate }], columns: 80 })
    expect(stdout).toContain('249.71234 USDC on Arbitrum One (unknown)')
    expect(stdout).toMatch(/Price impact +unknown/)
    expect(stdout).toMatch(/Network fee +unknown/)
    expect(stdout).toMatch(/Total extra cost +unknown/)
  })

  test('shows the approval, exactly the amount and the full spender, or that none is needed', async () => {
    const native = routeItem('UNI_SWAP_V3', '249.7', { transaction: {} })
    const { stdout } = await runCli(line, { routes: [native], columns: 80 })
    expect(stdout).toMatch(/Approval +none needed/)
  })
})

describe('text of a provider', () => {
  const payload = 'x\u001b[2J\u001b]0;t\u0007\u009b31m\u202e\u200b\r\n\ty https://evil.example/z'

  test('carries nothing to the terminal, whatever field it is in', async () => {
    const hostile = [0, 1].map(() => poisoned(routeItem('across', '249.71234'), payload))
    const failed = [poisoned(failedItem('meson', 2999, 'reason'), payload)]
    const status = poisoned(
      {
        status: 'PENDING',
        destinationTxHash: 'h',
        subStatus: 's',
        id: 'i',
        provider: 'p',
        providerStatus: 'w',
        note: 'n',
        updatedAt: 'u',
        destinationNetworkTitle: 't',
      },
      payload,
    )
    const script = { routes: hostile, failed, status }
    const commands = [
      ['quote', ...line.slice(1)],
      ['quote', ...line.slice(1), '--failed'],
      line,
      [...line, '--explain'],
      ['status', `0x${'a'.repeat(64)}`],
      ['status', `0x${'a'.repeat(64)}`, '--report'],
    ]
    for (const argv of commands) {
      for (const mode of [[], ['--plain'], ['--verbose']]) {
        const run = await runCli([...argv, ...mode], script)
        const text = run.stdout + run.stderr
        expect(text).not.toBe('')
        for (const character of text) {
          const code = character.codePointAt(0) ?? 0
          const layout = code === 0x0a || (code === 0x09 && mode[0] === '--plain')
          if (!layout)
            expect(`${code.toString(16)} ${/[\p{C}\p{Zl}\p{Zp}]/u.test(character)}`).toMatch(
              /false$/,
            )
        }
      }
    }
  })
})

/** The same value with the payload behind every text that is not a number. */
function poisoned<T>(value: T, payload: string): T {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' && !/^[\d.]+$/.test(member) ? member + payload : member,
    ),
  )
}
