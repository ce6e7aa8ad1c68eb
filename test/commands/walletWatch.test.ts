import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { KeyRequest, Services } from '../../src/commands/frame/services.ts'
import type { Account } from '../../src/wallet/types.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { alice, importing, swapServices } from '../support/swapScript.ts'

const routes = [routeItem('across', '249.7')]
const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const ton = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'
const cold = { name: 'cold', kind: 'evm', address: alice, watchOnly: true } as const

/** Services of a machine that watches `cold`; whoever asks for a key to sign with is refused. */
function watching() {
  const watched: Account[] = []
  const asked: KeyRequest[] = []
  const { services } = swapServices()
  const own: Partial<Services> = {
    ...services,
    keystores: async () => ({
      watch: async (name, { kind, address }) => {
        const account: Account = { name, kind, address, source: '/a/cold.json', watchOnly: true }
        watched.push(account)
        return account
      },
      remove: async () => null,
      rename: async () => undefined,
      export: async () => undefined,
    }),
    payer: async (request) => {
      asked.push(request)
      if (request.signs === true) {
        throw new SwaprouteError('KEY_UNAVAILABLE', 'cold is watch only.', { hint: '--unsigned' })
      }
      return cold
    },
  }
  return { services: own, watched, asked }
}

describe('wallet watch', () => {
  test.each([
    [[evm], { name: 'watch-9ee7', kind: 'evm', address: evm }],
    [[evm.toLowerCase(), '--name', 'cold'], { name: 'cold', kind: 'evm', address: evm }],
    [[ton, '--name', 'ton'], { name: 'ton', kind: 'ton', address: ton }],
  ])('%j', async (words, account) => {
    const { services, watched } = watching()
    const { data } = documentOf(await runCli(['wallet', 'watch', ...words, '--json'], { services }))
    expect(data).toMatchObject({ ...account, watchOnly: true })
    expect(watched).toMatchObject([account])
  })

  test.each([
    [[], 'MISSING_FIELD'],
    [['main'], 'INVALID_ADDRESS'],
    [['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'], 'INVALID_ADDRESS'],
    [[alice.replace('bD4', 'bd4')], 'INVALID_ADDRESS'],
    [[`${ton.slice(0, -1)}B`], 'INVALID_ADDRESS'],
    [['0x0000000000000000000000000000000000000000'], 'INVALID_ADDRESS'],
    // A near-copy of an own account (A6).
    [[`${alice.slice(0, 6)}${'1'.repeat(32)}${alice.slice(-4)}`.toLowerCase()], 'INVALID_ADDRESS'],
  ])('%j is refused, and nothing is kept', async (words, code) => {
    const { services, watched } = watching()
    const run = await runCli(['wallet', 'watch', ...words, '--json'], {
      services: { ...services, knownAddresses: async () => [alice] },
    })
    expect([run.exit, run.calls, watched]).toEqual([2, [], []])
    expect(documentOf(run).error).toMatchObject({ code })
  })

  test.each([60, 80, 120])('of %i columns', async (columns) => {
    const { services } = watching()
    const run = await runCli(['wallet', 'watch', evm, '--name', 'cold'], { services, columns })
    expect(run.stdout).toMatchSnapshot()
  })

  test('wallet list marks it, wallet remove ends it without a question', async () => {
    const { services } = watching()
    const account: Account = { ...cold, source: '/a/cold.json' }
    const own = { ...services, wallet: importing({ ...account, name: 'main' }, [account]) }
    const list = await runCli(['wallet', 'list'], { services: own, columns: 80 })
    expect(list.stdout).toContain('watch only')
    const removed = await runCli(['wallet', 'remove', 'cold'], { services: own, columns: 80 })
    expect([removed.exit, removed.stdout]).toEqual([0, 'cold is no longer watched.\n'])
    const key = await runCli(['wallet', 'import', 'main', '--key-stdin'], {
      services: own,
      stdin: 'x',
    })
    expect(key.stderr.replace(/\s+/g, ' ')).toContain(
      'cold watches the same address; `swaproute wallet remove cold` ends that.',
    )
  })
})

describe('a watched account', () => {
  const swap = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--account', 'cold']

  test('pays in swap --unsigned and --dry-run', async () => {
    for (const flag of ['--unsigned', '--dry-run']) {
      const { services } = watching()
      const run = await runCli([...swap, flag, '--json'], { routes, services })
      expect([run.exit, documentOf(run).ok]).toEqual([0, true])
    }
  })

  test('signs nothing: swap is refused before anyone is asked', async () => {
    const { services } = watching()
    const run = await runCli([...swap, '--yes'], { routes, services })
    expect([run.exit, run.calls]).toEqual([3, []])
    expect(run.stderr).toContain('cold is watch only.')
  })

  test.each(['quote', 'best'])('is named by --from-address of %s', async (command) => {
    const { services, asked } = watching()
    const words = [command, '250', 'eth:USDC', 'to', 'arb:USDC', '--from-address', 'cold', '--json']
    const { calls } = await runCli(words, { routes, services })
    expect(calls[0]?.input).toMatchObject({ fromAddress: alice })
    expect(asked).toMatchObject([{ account: 'cold', kind: 'evm' }])
  })
})
