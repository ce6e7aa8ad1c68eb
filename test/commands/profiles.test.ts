import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, documentOf, runCli } from '../support/runMain.ts'
import { swapServices } from '../support/swapScript.ts'

const bob = '0x52908400098527886E0F7030069857D2E4169EE7'
const routes = [routeItem('across', '249.7')]
const quote = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
let home: string
let base: string
let work: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swaproute-profiles-'))
  base = join(home, 'config', 'config.json')
  work = join(home, 'config', 'profiles', 'work.json')
  mkdirSync(join(home, 'config', 'profiles'), { recursive: true, mode: 0o700 })
  write(base, { account: 'main', slippage: '0.5%', referrer: 'own' })
  write(work, { account: 'office', slippage: '0.3%' })
})
afterEach(() => rmSync(home, { recursive: true }))

function write(file: string, settings: object): void {
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 })
}

async function run(argv: readonly string[], options: CliOptions = {}) {
  const env = { SWAPROUTE_HOME: home, ...options.env }
  return await runCli(argv, { routes, ...options, env })
}

async function json(argv: readonly string[], env: Record<string, string> = {}) {
  return documentOf(await run([...argv, '--json'], { env }))
}

const flag = ['--profile', 'work']

describe('a setting comes from', () => {
  test.each<[string, string[], Record<string, string>, string, string]>([
    ['the file without a profile', [], {}, '0.5%', 'file'],
    ['the profile before the file', flag, {}, '0.3%', 'profile'],
    ['the profile of the environment', [], { SWAPROUTE_PROFILE: 'work' }, '0.3%', 'profile'],
    [
      'the flag before that of the environment',
      flag,
      { SWAPROUTE_PROFILE: 'no' },
      '0.3%',
      'profile',
    ],
    ['an empty variable: no profile', [], { SWAPROUTE_PROFILE: '' }, '0.5%', 'file'],
    ['the environment', flag, { SWAPROUTE_SLIPPAGE: '1%' }, '1%', 'environment'],
  ])('%s', async (_case, flags, env, value, origin) => {
    const { data, warnings } = await json(['config', 'get', 'slippage', ...flags], env)
    expect([data, warnings]).toEqual([{ key: 'slippage', value, origin, from: fromOf(data) }, []])
  })

  test('the file where the profile has none', async () => {
    const { data } = await json(['config', 'get', 'referrer', ...flag])
    expect(data).toMatchObject({ value: 'own', origin: 'file', from: base })
  })
})

function fromOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'from' in data ? data.from : null
}

describe('a profile', () => {
  test('shares keystores and journal with every other', async () => {
    const [without, within] = [
      await json(['config', 'list']),
      await json(['config', 'list', ...flag]),
    ]
    const { folders } = without.data as { folders: object }
    expect(without.data).toMatchObject({ profile: null, profiles: ['work'] })
    expect(within.data).toMatchObject({ folders, file: base, profile: 'work', profiles: ['work'] })
  })

  test.each([60, 80, 120])('is on the screen of config list, %i columns', async (columns) => {
    const { stdout } = await run(['config', 'list', ...flag], { columns })
    expect(stdout.replaceAll(home, '~')).toMatchSnapshot()
  })

  test('is in the review with its account, and in the next command', async () => {
    const { services } = swapServices()
    const swap = [
      'swap',
      ...quote.slice(1),
      '--yes',
      '--confirm-amount',
      '250',
      '--no-wait',
      ...flag,
    ]
    const own = swapServices({
      outcome: { status: { status: 'PENDING', destinationTxHash: null }, funds: 'sent' },
    })
    const { stdout, stderr } = await run(swap, {
      services: { ...services, ...own.services },
      columns: 80,
    })
    expect(stderr).toMatch(/Profile +work, account office/)
    expect(stdout).toMatch(/Next: swaproute resume \S+ --profile work/)
  })

  test('is created by its first setting, for its owner alone', async () => {
    const set = await json(['config', 'set', 'slippage', '2%', '--profile', 'new-1'])
    const file = join(home, 'config', 'profiles', 'new-1.json')
    expect(set.data).toMatchObject({ key: 'slippage', value: '2%', origin: 'profile', from: file })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ slippage: '2%' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(base, 'utf8'))).toMatchObject({ slippage: '0.5%' })
  })

  test('config unset, path and wallet default act on its file', async () => {
    await json(['config', 'unset', 'slippage', ...flag])
    expect(JSON.parse(readFileSync(work, 'utf8'))).toEqual({ account: 'office' })
    const absent = await run(['config', 'unset', 'referrer', ...flag], { columns: 80 })
    expect(absent.stdout).toBe('referrer was not in the file.\n')
    expect((await json(['config', 'path', ...flag])).data).toMatchObject({ file: work })
    expect(JSON.parse(readFileSync(base, 'utf8'))).toHaveProperty('referrer', 'own')
  })

  test('book remove forgets a name everywhere', async () => {
    for (const file of [base, work]) write(file, { receivers: { bob: { ETH: bob } } })
    const removed = await json(['book', 'remove', 'bob', ...flag])
    expect(removed.ok).toBe(true)
    expect([base, work].map((file) => readFileSync(file, 'utf8').trim())).toEqual(['{}', '{}'])
  })

  test('completion offers those that exist', async () => {
    const { stdout } = await run(['__complete', '--', 'quote', '--profile', ''])
    expect(stdout).toBe('work\tprofile\n')
  })
})

describe('is refused before anyone is asked', () => {
  test.each<[string[], Record<string, string>, number, string, string]>([
    [['--profile', 'wrok'], {}, 2, 'There is no profile "wrok".', 'Profiles: work.'],
    [[], { SWAPROUTE_PROFILE: 'wrok' }, 3, 'There is no profile "wrok".', 'Profiles: work.'],
    ...['Work', '../work', 'a/b', '-a', 'a'.repeat(33), 'wörk', 'a.b'].map(
      (name): [string[], Record<string, string>, number, string, string] => [
        [`--profile=${name}`],
        {},
        2,
        '--profile must be a name of at most 32 letters a-z, digits and -.',
        '',
      ],
    ),
  ])('%j %j', async (flags, env, exit, message, hint) => {
    for (const argv of [quote, ['config', 'list'], ['providers']]) {
      const { exit: code, calls, stderr } = await run([...argv, ...flags], { env })
      expect([code, calls]).toEqual([exit, []])
      expect(stderr.replace(/\s+/g, ' ')).toContain(message)
      expect(stderr.replace(/\s+/g, ' ')).toContain(hint)
    }
  })

  test('the first profile names how to create it', async () => {
    rmSync(work)
    const { stderr } = await run([...quote, ...flag], { columns: 100 })
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      '`swaproute config set account main --profile work`',
    )
  })

  test.each([
    ['the profile', () => chmodSync(work, 0o666)],
    ['its folder', () => chmodSync(join(home, 'config', 'profiles'), 0o777)],
  ])('where all may write %s (K13)', async (_what, open) => {
    open()
    const { error } = await json([...quote, ...flag])
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', details: { check: 'K13' } })
    const set = await json(['config', 'set', 'slippage', '9%', ...flag])
    expect(set.error).toMatchObject({ code: 'CONFIG_INVALID' })
    expect(readFileSync(work, 'utf8')).not.toContain('9%')
    expect((await json(['config', 'get', 'slippage'])).data).toMatchObject({ value: '0.5%' })
  })

  test('a profile is not created by reading it', async () => {
    await json(['config', 'get', 'slippage', '--profile', 'other'])
    expect(existsSync(join(home, 'config', 'profiles', 'other.json'))).toBe(false)
  })
})
