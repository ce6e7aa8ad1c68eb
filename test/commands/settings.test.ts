import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { explainedSettings } from '../../src/commands/config/explained.ts'
import { formOf } from '../../src/commands/config/list.ts'
import { fixedSettings, settingByKey } from '../../src/commands/frame/settings.ts'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, type CliRun, documentOf, runCli } from '../support/runMain.ts'
import { alice, swapServices } from '../support/swapScript.ts'

const home = mkdtempSync(join(tmpdir(), 'swaproute-settings-'))
const file = join(home, 'config', 'config.json')
afterAll(() => rmSync(home, { recursive: true }))
beforeEach(() => rmSync(join(home, 'config'), { recursive: true, force: true }))

const bob = '0x52908400098527886E0F7030069857D2E4169EE7'

function run(argv: string[], options: CliOptions = {}): Promise<CliRun> {
  return runCli(argv, { ...options, env: { SWAPROUTE_HOME: home, ...options.env } })
}
const saved = (): unknown => JSON.parse(readFileSync(file, 'utf8'))

describe('config set, get and unset', () => {
  test('write the file, and nothing else in it', async () => {
    await run(['config', 'set', 'account', 'main'])
    writeFileSync(file, '{ "rpc": { "ETH": "https://one.example" }, "account": "main" }')
    expect((await run(['config', 'set', 'slippage', '0.5%'])).stdout).toBe(
      'slippage is now 0.5%.\n',
    )
    await run(['config', 'set', 'rpc.BSC', 'https://two.example,https://three.example'])
    await run(['config', 'set', 'maxLossBps', '300'])
    expect(saved()).toEqual({
      rpc: { ETH: 'https://one.example', BSC: ['https://two.example', 'https://three.example'] },
      account: 'main',
      slippage: '0.5%',
      maxLossBps: 300,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await run(['config', 'get', 'slippage'])).stdout).toBe('0.5%\n')
    await run(['config', 'unset', 'rpc.ETH'])
    await run(['config', 'unset', 'rpc.BSC'])
    expect(saved()).toEqual({ account: 'main', slippage: '0.5%', maxLossBps: 300 })
    expect((await run(['config', 'get', 'rpc.ETH'])).stdout).toBe('')
  })

  test.each([
    [['slippage', '0.5'], 'slippage must be written like 0.5% or 50bps'],
    [['backend', 'cloud'], 'backend must be one of embedded, remote.'],
    [['rpc.ETH', 'http://far.example'], 'must be an https URL'],
    [['acount', 'main'], 'There is no setting "acount".'],
    [['account'], 'The value is missing.'],
    [[], 'The key is missing.'],
  ])('%j is refused, and nothing is written', async (words, sentence) => {
    const { stderr, exit } = await run(['config', 'set', ...words])
    expect(exit).toBeGreaterThan(0)
    expect(stderr).toContain(sentence)
    expect(existsSync(file)).toBe(false)
  })

  test('a secret is read from a pipe, never from the line, and never shown', async () => {
    const key = 'providers.LIFI.apiKey'
    const argued = await run(['config', 'set', key, 'open-sesame'])
    expect(argued.stderr).toContain('SECRET_IN_ARGUMENTS')
    expect(argued.stderr).not.toContain('sesame')
    const piped = await run(['config', 'set', key], { stdin: 'open-sesame\n' })
    expect(piped.stdout).toBe(`${key} is now ********.\n`)
    expect(saved()).toEqual({ providers: { LIFI: { apiKey: 'open-sesame' } } })
    const shown = await run(['config', 'get', key])
    expect(shown.stdout).toBe('********\n')
  })

  test('reports what overrides the file', async () => {
    const { stderr } = await run(['config', 'set', 'account', 'main'], {
      env: { SWAPROUTE_ACCOUNT: 'other' },
    })
    expect(stderr).toContain('SWAPROUTE_ACCOUNT overrides the file: account stays other')
  })
})

describe('a wrong file', () => {
  beforeEach(async () => {
    await run(['config', 'set', 'account', 'main'])
  })

  test('stops every command, with the line', async () => {
    writeFileSync(file, '{\n  "account": "main",\n  "slippage": 0.5%\n}')
    const { stderr, exit } = await run(['quote', '1', 'eth', 'eth:USDC'])
    expect(exit).toBe(3)
    expect(stderr).toContain('is not JSON (line 3)')
  })

  test('is shown by config list and config get, and mended by config unset', async () => {
    writeFileSync(file, '{ "account": "main", "colour": "red" }')
    const list = await run(['config', 'list'])
    expect(list.exit).toBe(0)
    expect(list.stderr).toContain('has no setting colour')
    expect((await run(['config', 'set', 'slippage', '1%'])).exit).toBe(3)
    expect((await run(['config', 'unset', 'colour'])).exit).toBe(0)
    expect(saved()).toEqual({ account: 'main' })
  })
})

describe('config list --all', () => {
  test('explains every setting, and no other', () => {
    const keys = explainedSettings.map(({ key }) => key)
    expect(fixedSettings.map(({ key }) => key).filter((key) => !keys.includes(key))).toEqual([])
    for (const key of keys) {
      const one = key
        .replace('<CHAIN>', 'ETH')
        .replace('<ADDRESS>', bob)
        .replace('<NAME>', key.startsWith('receivers') ? 'bob' : 'LIFI')
      const setting = settingByKey(one)
      expect(setting === null ? key : 'known').toBe('known')
      expect(formOf(key).test(one)).toBe(true)
    }
  })

  test('shows what is in force and from where', async () => {
    await run(['config', 'set', 'slippage', '0.5%'])
    const { stdout } = await run(['config', 'list', '--all'], { columns: 72 })
    expect(stdout).toContain(`slippage  SWAPROUTE_SLIPPAGE  --slippage\n`)
    expect(stdout).toMatch(/now: 0\.5% \(file/)
    for (const line of stdout.split('\n')) {
      if (!line.includes(home)) expect(line.length).toBeLessThanOrEqual(72)
    }
    const data = documentOf(await run(['config', 'list', '--all', '--json']))['data']
    expect(data).toHaveProperty('known')
  })
})

describe('the receiver book', () => {
  const routes = [routeItem('across', '249.5')]
  const quote = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']

  test('a name works as a receiver on every EVM chain, and is shown with its address', async () => {
    expect((await run(['book', 'add', 'Bob', 'eth', bob])).stdout).toBe(
      `bob on Ethereum is ${bob}\n`,
    )
    const { calls, stderr, exit } = await run([...quote, '-r', 'bob'], { routes })
    expect(exit).toBe(0)
    expect(calls[0]?.input).toMatchObject({ receiver: bob })
    expect(stderr).toContain(`bob is ${bob}, from your book.`)
    expect((await run(['book', 'list', '--plain'])).stdout).toContain(`bob\tETH\t${bob}`)
    await run(['book', 'remove', 'bob'])
    expect(saved()).toEqual({})
  })

  test('reports a name without an address for the chain', async () => {
    await run(['book', 'add', 'bob', 'eth', bob])
    const { stderr, exit } = await run([...quote.slice(0, 4), 'ton:TON', '-r', 'bob'])
    expect(exit).toBe(2)
    expect(stderr).toContain('bob has no address on TON in the book.')
  })

  test.each([
    [['b0b', 'eth', alice], 'b0b looks like bob'],
    [['arb', 'eth', alice], 'arb is a chain.'],
    [['0x52', 'eth', alice], '"0x52" cannot be a name.'],
    [['bоb', 'eth', alice], 'cannot be a name.'],
    [['carl', 'eth', bob.slice(0, -1)], 'INVALID_ADDRESS'],
    [['bob', 'eth', alice], 'bob is already'],
  ])('%j is refused', async (words, sentence) => {
    await run(['book', 'add', 'bob', 'eth', bob])
    const { stderr, exit } = await run(['book', 'add', ...words])
    expect(exit).toBeGreaterThan(0)
    expect(stderr).toContain(sentence)
    expect(saved()).toEqual({ receivers: { bob: { ETH: bob } } })
  })

  test('an address in the file is checked like any other when it is used', async () => {
    await run(['config', 'set', 'receivers.bob.ETH', `${alice.slice(0, -1)}3`])
    const { stderr, exit } = await run([...quote, '-r', 'bob'], { routes })
    expect(exit).toBe(2)
    expect(stderr).toContain('INVALID_ADDRESS')
  })
})

test('uses the slippage of the settings where the line has none', async () => {
  await run(['config', 'set', 'slippage', '0.5%'])
  const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
  const routes = [routeItem('across', '249.5')]
  expect((await run(line, { routes })).calls[0]?.input).toMatchObject({ slippage: 0.005 })
  const flagged = await run([...line, '--slippage', '1%'], { routes })
  expect(flagged.calls[0]?.input).toMatchObject({ slippage: 0.01 })
})

test('an ENS name is resolved, and shown with its address', async () => {
  const asked: unknown[] = []
  const { calls, stderr } = await run(
    ['quote', '250', 'eth:USDC', 'to', 'arb:USDC', '-r', 'bob.eth'],
    {
      routes: [routeItem('across', '249.5')],
      services: {
        addressOfName: async (...words) => {
          asked.push(words)
          return { address: bob, oneNode: false }
        },
      },
    },
  )
  expect(asked).toEqual([['bob.eth', 'ARBITRUM']])
  expect(calls[0]?.input).toMatchObject({ receiver: bob })
  expect(stderr).toContain(`bob.eth is ${bob}, by ENS; the owner of the name can change it.`)
})

describe('max', () => {
  const { services } = swapServices()
  const spend = (amount: bigint, reserve = 0n): CliOptions => ({
    routes: [routeItem('across', '249.5')],
    services: { ...services, spendable: async () => ({ amount, reserve }) },
  })

  test('is the balance of the paying account, less gas for a native coin', async () => {
    const line = ['quote', 'max', 'eth:ETH', 'to', 'arb:USDC', '--from-address', alice]
    const run1 = await run(line, spend(1_500_000_000_000_000_000n, 20_000_000_000_000_000n))
    expect(run1.calls[0]?.input).toMatchObject({ srcTokenAmount: '1.5' })
    expect(run1.stderr).toContain('max is 1.5 ETH. 0.02 is reserved for gas.')
  })

  test('is refused where nothing is left', async () => {
    const { stderr, exit } = await run(
      ['quote', 'max', 'eth:USDC', 'to', 'arb:USDC', '--from-address', alice],
      spend(0n),
    )
    expect(exit).toBe(4)
    expect(stderr).toContain('has no USDC to spend.')
  })
})

describe('config edit', () => {
  const edit = (script: string): Promise<CliRun> =>
    run(['config', 'edit'], {
      columns: 80,
      stdinTerminal: true,
      env: { EDITOR: `sh -c '${script}' sh`, PATH: process.env['PATH'] ?? '' },
    })

  test('replaces the file with what was written', async () => {
    await run(['config', 'set', 'slippage', '1%'])
    const { exit, stdout } = await edit('echo "{\\"slippage\\": \\"2%\\"}" > "$1"')
    expect([exit, stdout]).toEqual([0, `Saved ${file}.\n`])
    expect(saved()).toEqual({ slippage: '2%' })
    expect(readdirSync(join(home, 'config'))).toEqual(['config.json'])
  })

  test('loses nothing that another run wrote meanwhile, nor the edit (K13)', async () => {
    await run(['config', 'set', 'slippage', '1%'])
    const other = `echo "{\\"slippage\\": \\"3%\\"}" > ${file}`
    const { exit, stderr } = await edit(`echo "{\\"slippage\\": \\"2%\\"}" > "$1"; ${other}`)
    expect(exit).toBe(3)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('changed while you edited it')
    expect(saved()).toEqual({ slippage: '3%' })
    const kept = readdirSync(join(home, 'config')).filter((name) => name.includes('.edit.'))
    expect(kept.map((name) => readFileSync(join(home, 'config', name), 'utf8'))).toEqual([
      '{"slippage": "2%"}\n',
    ])
  })
})
