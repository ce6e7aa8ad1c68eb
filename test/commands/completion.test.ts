import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/program/catalog.ts'
import { type CliOptions, runCli } from '../support/runMain.ts'
import { receiptId, swapServices } from '../support/swapScript.ts'

const program = fileURLToPath(new URL('../../bin/swaproute.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'swaproute-completion-'))
afterAll(() => rmSync(home, { recursive: true }))
mkdirSync(join(home, 'config', 'accounts'), { recursive: true })
writeFileSync(join(home, 'config', 'accounts', 'trading.json'), '{}')
writeFileSync(join(home, 'config', 'config.json'), '{ "receivers": { "bob": {} } }')

/** The candidates for a line; a space at its end begins a new word. */
async function complete(line: string, options: CliOptions = {}): Promise<string[]> {
  const { stdout, exit } = await runCli(['__complete', '--', ...line.split(' ')], {
    services: swapServices().services,
    env: { SWAPROUTE_HOME: home },
    ...options,
  })
  expect(exit).toBe(0)
  return stdout
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t')[0] ?? '')
}

describe('candidates for the next word', () => {
  test.each([
    ['qu', ['quote']],
    ['--sandbox qu', ['quote']],
    ['--config x.json qu', ['quote']],
    ['wallet re', ['rename', 'remove']],
    ['quote 1 eth', ['eth:', 'ethereum_classic:']],
    ['quote 1 eth:USDC', ['eth:USDC']],
    ['quote 1 eth:USDC t', ['to', 'tron:', 'ton:']],
    ['quote 1 eth:USDC to arb:usdc', ['arb:USDC', 'arb:USDC.e']],
    ['quote --slip', ['--slippage']],
    ['quote --sort f', ['fastest']],
    ['quote --provider across', ['across']],
    ['swap --account ', ['trading']],
    ['sandbox fund alice ', []],
    ['sandbox fund alice 5 eth:USDC', ['eth:USDC']],
    ['sandbox deposit pay x --from ', ['alice', 'bob']],
    ['swap --account b --sandbox', ['--sandbox']],
    ['swap --keystore ', [':files']],
    ['receipt 7c', [receiptId]],
    ['config set max', ['maxLossBps']],
    ['explain NO_R', ['NO_ROUTE']],
    ['help exit', ['exit-codes']],
    ['completion f', ['fish']],
    ['nonsense x', []],
  ])('%j', async (line, expected) => {
    const found = await complete(line)
    for (const value of expected) expect(found).toContain(value)
    if (expected.length === 0) expect(found).toEqual([])
    else expect(found.every((value) => value.startsWith(':') || value !== '')).toBe(true)
  })

  test('a flag is offered once, unless it may be repeated', async () => {
    expect(await complete('quote --slippage 1% --slip')).toEqual([])
    expect(await complete('quote --exclude lifi --exclude')).toContain('--exclude')
  })

  test('a wrong configuration file takes nothing away', async () => {
    const env = { SWAPROUTE_HOME: join(home, 'wrong') }
    mkdirSync(join(home, 'wrong', 'config'), { recursive: true })
    writeFileSync(join(home, 'wrong', 'config', 'config.json'), '{')
    expect(await complete('qu', { env })).toEqual(['quote'])
  })

  test('every command but those for shells is offered', async () => {
    const firsts = new Set(await complete(''))
    for (const { name, hidden } of catalog) {
      expect(firsts.has(name.split(' ')[0] ?? '')).toBe(hidden !== true)
    }
  })
})

const runsZsh = spawnSync('zsh', ['--version']).status === 0
const runsFish = spawnSync('fish', ['--version']).status === 0

describe('in a real shell', () => {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(
    join(bin, 'swaproute'),
    `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
    {
      mode: 0o755,
    },
  )
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: home, SWAPROUTE_HOME: home }

  async function inBash(line: string): Promise<string[]> {
    const { stdout: source } = await runCli(['completion', 'bash'])
    const script = `${source}\nCOMP_LINE='${line}'; COMP_POINT=${line.length}; _swaproute; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { status, stdout } = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env,
      cwd: home,
    })
    expect(status).toBe(0)
    return stdout.trim().split('\n')
  }

  test('bash', async () => {
    expect(await inBash('swaproute qu')).toEqual(['quote'])
    // Only what follows the last colon: bash breaks words there.
    expect(await inBash('swaproute quote 1 eth:USDC')).toEqual(['USDC'])
    expect(await inBash('swaproute swap --account ')).toEqual(['trading'])
    expect(await inBash('swaproute swap --keystore conf')).toEqual(['config'])
  })

  test.skipIf(!runsZsh)('zsh takes the script', async () => {
    const { stdout: source } = await runCli(['completion', 'zsh'])
    const { status } = spawnSync('zsh', ['-n'], { input: source, env })
    expect(status).toBe(0)
  })

  test.skipIf(!runsFish)('fish', async () => {
    const { stdout: source } = await runCli(['completion', 'fish'])
    const script = `${source}\ncomplete -C 'swaproute quote 1 eth:USDC'`
    const { stdout } = spawnSync('fish', ['-c', script], { encoding: 'utf8', env })
    expect(stdout).toContain('eth:USDC')
  })
})

describe('--install', () => {
  const at = (flags: string[], shell = '/usr/bin/fish'): ReturnType<typeof runCli> =>
    runCli(['completion', ...flags], { env: { SHELL: shell, XDG_CONFIG_HOME: home } })

  test('writes the script where the shell reads it, any number of times, and removes it', async () => {
    const file = join(home, 'fish', 'completions', 'swaproute.fish')
    for (const _ of [1, 2]) expect((await at(['--install'])).stdout).toContain(`Written: ${file}`)
    expect(readFileSync(file, 'utf8')).toContain('__complete')
    expect((await at(['--uninstall'])).stdout).toContain(`Removed: ${file}`)
    expect(existsSync(file)).toBe(false)
  })

  test.each([
    [['--install'], '/usr/bin/tcsh', 'The shell is missing or unknown.'],
    [['bash', '--install', '--uninstall'], '', '--install and --uninstall exclude each other.'],
  ])('%j in %s is refused', async (flags, shell, sentence) => {
    const { exit, stderr } = await at(flags, shell)
    expect(exit).toBe(2)
    expect(stderr).toContain(sentence)
  })
})
