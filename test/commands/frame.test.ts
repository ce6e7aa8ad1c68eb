import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { colourLevel, createPaint } from '../../src/program/print.ts'
import { createSink } from '../../src/commands/frame/output.ts'
import { errorCodes, SwaprouteError } from '../../src/core/errors.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'

const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
const routes = [routeItem('across', '249.71234')]
const home = mkdtempSync(join(tmpdir(), 'swaproute-frame-'))
afterAll(() => rmSync(home, { recursive: true }))

function configFile(content: unknown): string {
  mkdirSync(join(home, 'config'), { recursive: true })
  const path = join(home, 'config', 'config.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('exit codes', () => {
  // The table of the command-line contract, section 4.
  const contract: Record<number, string> = {
    1: 'INTERNAL',
    2: `INVALID_ARGUMENT MISSING_FIELD INVALID_ADDRESS RECEIVER_REQUIRED EQUAL_TOKENS INVALID_AMOUNT
      TOO_MANY_DECIMALS UNKNOWN_CHAIN UNKNOWN_TOKEN AMBIGUOUS_TOKEN UNKNOWN_PROVIDER
      TESTNET_DISABLED SECRET_IN_ARGUMENTS`,
    3: 'CONFIG_INVALID KEY_UNAVAILABLE SANDBOX_UNAVAILABLE',
    4: `NO_ROUTE AMOUNT_TOO_LOW AMOUNT_TOO_HIGH NOT_ENOUGH_BALANCE NOT_ENOUGH_NATIVE NEED_APPROVE
      UNSUPPORTED_RECEIVER`,
    5: `UPSTREAM_FAILED UPSTREAM_REFUSED CHAIN_UNAVAILABLE RATE_LIMITED BACKEND_UNREACHABLE
      TIMED_OUT OVERLOADED STORE_UNAVAILABLE`,
    6: 'UNSAFE_ROUTE SIMULATION_FAILED QUOTE_MISMATCH QUOTE_EXPIRED PRICE_MOVED',
    7: 'SWAP_FAILED',
    8: 'OUTCOME_UNKNOWN',
    9: 'DUPLICATE',
    10: 'CONFIRMATION_REQUIRED',
    11: 'DECLINED',
    12: 'ACTION_REQUIRED',
    13: 'SWAP_NOT_FOUND',
    14: 'STORE_DAMAGED',
    130: 'INTERRUPTED',
  }

  test('are those of the contract, and no code is missing', () => {
    for (const [exit, codes] of Object.entries(contract)) {
      const ours = Object.entries(errorCodes).filter(([, row]) => row.exit === Number(exit))
      expect(ours.map(([code]) => code)).toEqual(codes.split(/\s+/))
    }
    const known = Object.values(contract).flatMap((codes) => codes.split(/\s+/))
    expect(Object.keys(errorCodes).toSorted()).toEqual(known.toSorted())
  })

  test.each(Object.entries(errorCodes))(
    '%s leaves through the program unchanged',
    async (code, { exit }) => {
      const failing = async (): Promise<never> => {
        throw new SwaprouteError(code as keyof typeof errorCodes, 'It happened.')
      }
      const run = await runCli([...line, '--json'], { api: { quoteAll: failing } })
      expect(run.exit).toBe(exit)
      expect(documentOf(run)['error']).toMatchObject({ code })
    },
  )

  test('a fault of our own is 1; its stack shows only with --verbose', async () => {
    const api = {
      async quoteAll(): Promise<never> {
        throw new TypeError('x is not a function')
      },
    }
    const short = await runCli(line, { api })
    const long = await runCli([...line, '--verbose'], { api })
    expect(short.exit).toBe(1)
    expect(short.stderr).not.toContain('at ')
    expect(long.stderr).toContain('frame.test.ts')
    const mistake = await runCli([...line, '--verbose', '--timeout', '1'])
    expect(mistake.stderr).not.toContain('    at ')
  })
})

describe('configuration', () => {
  const settings = async (
    argv: string[],
    env: Record<string, string> = {},
  ): Promise<Record<string, { value: string; origin: string; from: string }>> => {
    const run = await runCli(['config', 'list', '--json', ...argv], {
      env: { SWAPROUTE_HOME: home, ...env },
    })
    const { data } = documentOf(run) as {
      data: { settings: { key: string; value: string; origin: string; from: string }[] }
    }
    return Object.fromEntries(data.settings.map(({ key, ...row }) => [key, row]))
  }

  test('flag goes before environment, environment before file, file before default', async () => {
    const path = configFile({ backend: 'remote', url: 'https://file.example', referrer: 'file' })
    expect(await settings([])).toMatchObject({
      backend: { value: 'remote', origin: 'file', from: path },
      referrer: { value: 'file', origin: 'file' },
      sandbox: { value: 'false', origin: 'default' },
    })
    const env = { SWAPROUTE_URL: 'https://env.example', SWAPROUTE_REFERRER: 'env' }
    expect(await settings([], env)).toMatchObject({
      url: { value: 'https://env.example', origin: 'environment', from: 'SWAPROUTE_URL' },
      referrer: { value: 'env', origin: 'environment' },
    })
    expect(await settings(['--url', 'https://flag.example'], env)).toMatchObject({
      url: { value: 'https://flag.example', origin: 'flag', from: '--url' },
    })
  })

  test('the address of a service on the line asks that service', async () => {
    configFile({})
    const url = ['--url', 'https://flag.example']
    expect(await settings(url, { SWAPROUTE_BACKEND: 'embedded' })).toMatchObject({
      backend: { value: 'remote', origin: 'flag', from: '--url' },
    })
    const stored = await settings([], { SWAPROUTE_URL: 'https://env.example' })
    expect(stored['backend']).toMatchObject({ value: 'embedded', origin: 'default' })
    const both = await runCli(['config', 'list', '--json', '--backend', 'embedded', ...url])
    expect([both.exit, documentOf(both)]).toMatchObject([
      2,
      { error: { code: 'INVALID_ARGUMENT', message: '--url needs --backend remote.' } },
    ])
  })

  test('secrets are masked, RPC addresses lose path and query', async () => {
    configFile({ providers: { lifi: { apiKey: 'file-secret-lifi' } } })
    const env = {
      SWAPROUTE_API_KEY: 'env-secret-api',
      SWAPROUTE_RANGO_API_KEY: 'env-secret-rango',
      SWAPROUTE_RPC_ETH: 'https://node.example/v2/rpc-secret-token,https://two.example',
    }
    const rows = await settings([], env)
    expect(rows).toMatchObject({
      apiKey: { value: '********' },
      'providers.RANGO.apiKey': { value: '********' },
      'providers.LIFI.apiKey': { value: '********', origin: 'file' },
      'rpc.ETH': { value: 'https://node.example/…, https://two.example' },
    })
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('what the composition root is given', async () => {
    configFile({
      rpc: { POLYGON: ['https://a.example', 'https://b.example'] },
      integrators: { '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B': 25 },
    })
    let seen: unknown
    await runCli(['config', 'list', '--sandbox'], {
      env: {
        SWAPROUTE_HOME: home,
        SWAPROUTE_ACROSS_URL: 'http://127.0.0.1:9/api',
        HTTPS_PROXY: 'http://proxy:1',
      },
      onReady: (_interrupt, _host, config) => {
        seen = config
      },
    })
    expect(seen).toMatchObject({
      backend: 'embedded',
      url: null,
      sandbox: true,
      rpc: { POLYGON: ['https://a.example', 'https://b.example'] },
      providers: { ACROSS: { url: 'http://127.0.0.1:9/api' } },
      integrators: { '0xab5801a7d398351b8be11c439e05c5b3259aec9b': 25 },
      folders: {
        config: join(home, 'config'),
        state: join(home, 'state'),
        cache: join(home, 'cache'),
      },
      proxy: { url: 'http://proxy:1', noProxy: '' },
    })
  })

  test('uses XDG folders without a home of its own', async () => {
    let folders: unknown
    const env = { SWAPROUTE_HOME: '', XDG_CONFIG_HOME: '/xdg/config', XDG_STATE_HOME: 'relative' }
    await runCli(['config', 'list'], {
      env,
      onReady: (_interrupt, _host, config) => {
        folders = config.folders
      },
    })
    expect(folders).toEqual({
      config: '/xdg/config/swaproute',
      state: '/nonexistent/.local/state/swaproute',
      cache: '/nonexistent/.cache/swaproute',
    })
  })

  test.each([
    ['no JSON', '{', /is not JSON/],
    ['no object', '[]', /JSON object/],
    ['an unknown setting', { bakend: 'remote' }, /no setting bakend/],
    ['a wrong value', { backend: 'cloud' }, /embedded, remote/],
    ['a wrong kind', { sandbox: null }, /wrong kind at sandbox/],
    ['an unknown chain', { rpc: { MOON: 'https://a.example' } }, /no setting rpc\.MOON/],
    ['an invalid RPC address', { rpc: { ETH: 'ftp://a.example' } }, /https URL/],
  ])('a file with %s is refused with exit 3', async (_, content, says) => {
    configFile(content)
    const run = await runCli([...line, '--json'], { routes, env: { SWAPROUTE_HOME: home } })
    expect(run.exit).toBe(3)
    expect(documentOf(run)['error']).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(says),
    })
  })

  test('a named file must be there, the usual one need not', async () => {
    expect((await runCli([...line, '--config', 'nowhere.json'], { routes })).exit).toBe(3)
    expect((await runCli(line, { routes })).exit).toBe(0)
  })

  test('a variable that means nothing is warned about', async () => {
    const env = { SWAPROUTE_BAKEND: 'remote', SWAPROUTE_RPC_MOON: 'https://a.example' }
    const { stderr, exit } = await runCli(line, { routes, env })
    expect(exit).toBe(0)
    expect(stderr).toContain('SWAPROUTE_BAKEND is not a setting')
    expect(stderr).toContain('SWAPROUTE_RPC_MOON is not a setting')
    expect((await runCli([...line, '--quiet'], { routes, env })).stderr).toBe('')
  })
})

describe('colours', () => {
  test.each([
    [{}, true, false, 1],
    [{}, false, false, 0],
    [{ NO_COLOR: '1' }, true, false, 0],
    [{ NO_COLOR: '' }, true, false, 1],
    [{ TERM: 'dumb' }, true, false, 0],
    [{ TERM: 'xterm-256color' }, true, false, 2],
    [{ COLORTERM: 'truecolor' }, true, false, 3],
    [{ FORCE_COLOR: '1' }, false, false, 1],
    [{ FORCE_COLOR: '3', NO_COLOR: '1' }, false, false, 3],
    [{ FORCE_COLOR: '0' }, true, false, 0],
    [{ FORCE_COLOR: '1' }, true, true, 0],
  ])('%j on a terminal %s with --no-color %s is level %i', (env, terminal, off, level) => {
    expect(colourLevel(env, terminal, off)).toBe(level)
  })

  test('paint only when there is a level', async () => {
    expect((await createPaint(0)).red('x')).toBe('x')
    expect((await createPaint(1)).red('x')).toBe('\u001b[31mx\u001b[39m')
  })

  test('are decided per run and say the same text', async () => {
    const coloured = await runCli(line, { routes, env: { NO_COLOR: '', FORCE_COLOR: '1' } })
    const bare = await runCli(line, { routes })
    expect(coloured.stdout).toContain('\u001b[32m')
    expect(stripVTControlCharacters(coloured.stdout)).toBe(bare.stdout)
  })
})

describe('sandbox', () => {
  test.each([
    ['quote', line],
    ['best', ['best', ...line.slice(1)]],
    ['status', ['status', `0x${'a'.repeat(64)}`]],
    ['config', ['config', 'list']],
  ])('%s marks its screen and its document as the sandbox', async (_, argv) => {
    const script = { routes, status: { status: 'PENDING', destinationTxHash: null } }
    const screen = await runCli([...argv, '--sandbox'], { ...script, columns: 80 })
    expect(screen.stdout).toMatch(/^ SANDBOX: play money on local chains \n\n/)
    const json = documentOf(await runCli([...argv, '--sandbox', '--json'], script))
    expect(json['meta']).toMatchObject({ sandbox: true })
    const plain = await runCli([...argv, '--sandbox', '--plain'], script)
    // A script reads the same as outside the sandbox; the line is for people.
    expect(plain.stderr).toMatch(/^(?:.*\n)*SANDBOX: play money on local chains\n/)
    expect(plain.stdout).not.toContain('SANDBOX')
    const [first] = (await runCli([...argv, '--plain'], script)).stdout.split('\n')
    expect(plain.stdout.split('\n')[0]?.split('\t').length).toBe(first?.split('\t').length)
    const events = (await runCli([...argv, '--sandbox', '--ndjson'], script)).stdout.trim()
    for (const event of events.split('\n')) {
      const { sandbox, meta } = JSON.parse(event) as {
        sandbox?: boolean
        meta?: { sandbox: boolean }
      }
      expect(sandbox ?? meta?.sandbox, event).toBe(true)
    }
  })

  test.each([
    ['a deadline', { check: 'E8', deadlineSeconds: '1' }, true],
    ['another fault of the call', { check: 'E8' }, false],
    ['another rule', { check: 'T6', deadlineSeconds: '1' }, false],
  ])('a refusal for %s explains what a moved clock needs', async (_, context, isClock) => {
    const hint = 'Nothing was signed. Get a new quote.'
    const refused = new SwaprouteError('UNSAFE_ROUTE', 'It has expired.', { context, hint })
    const services = { api: () => Promise.reject(refused) }
    const hintOf = async (...more: string[]) =>
      documentOf(await runCli([...line, '--json', ...more], { services }))['error']
    expect(await hintOf()).toMatchObject({ hint })
    const reset = expect.stringContaining('`swaproute sandbox reset` sets all clocks back')
    expect(await hintOf('--sandbox')).toMatchObject({ hint: isClock ? reset : hint })
  })

  test('errors too, and the next command keeps the flag', async () => {
    const failed = await runCli([...line, '--sandbox'], { routes: [] })
    expect(failed.stderr).toMatch(/^ SANDBOX/)
    const { stdout } = await runCli([...line, '--sandbox'], { routes })
    expect(stdout).toMatch(/swaproute swap .* --sandbox\n/)
  })
})

describe('streams', () => {
  test('a reader that leaves early is not an error', async () => {
    const closed = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }))
      },
    })
    const sink = createSink(closed, (text) => text)
    sink.write('one')
    await sink.flush()
    sink.write('two')
    await sink.flush()
    expect(sink.failure()).toBeNull()
  })

  test('a full disk is an error', async () => {
    const full = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
      },
    })
    const sink = createSink(full, (text) => text)
    sink.write('one')
    await sink.flush()
    expect(sink.failure()).toMatchObject({ code: 'ENOSPC' })
  })

  test('all output passes the redactor', async () => {
    const redact = (text: string): string => text.replaceAll('hunter2', '[redacted]')
    const api = {
      async quoteAll(): Promise<never> {
        throw new SwaprouteError('UPSTREAM_FAILED', 'the key hunter2 was refused', {
          context: { key: 'hunter2' },
        })
      },
    }
    for (const extra of [[], ['--json'], ['--ndjson'], ['--verbose']]) {
      const { stdout, stderr } = await runCli([...line, ...extra], { api, services: { redact } })
      expect(stdout + stderr).not.toContain('hunter2')
      expect(stdout + stderr).toContain('[redacted]')
    }
  })

  test('services are closed whatever happens', async () => {
    let closed = 0
    const services = {
      close: async () => {
        closed += 1
      },
    }
    await runCli(line, { routes, services })
    await runCli(line, { routes: [], services })
    expect(closed).toBe(2)
  })
})
