import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Config } from '../../src/commands/frame/config.ts'
import { serveFlags, serveSettingList } from '../../src/commands/frame/serveSettings.ts'
import { documentOf, runCli } from '../support/runMain.ts'

const home = mkdtempSync(join(tmpdir(), 'swaproute-serve-'))
afterAll(() => rmSync(home, { recursive: true }))

let written = 0

/** A configuration file with these settings of the server. */
function fileWith(serve: Record<string, unknown>): string {
  written += 1
  const file = join(home, `config-${written}.json`)
  writeFileSync(file, JSON.stringify({ serve }), { mode: 0o600 })
  return file
}

/** The settings with which `serve --check` would run, and where it printed they come from. */
async function settingsOf(
  flags: readonly string[],
  env: Record<string, string> = {},
): Promise<{ serve: Config['serve'] | null; rows: unknown }> {
  let serve: Config['serve'] | null = null
  const run = await runCli(['serve', '--check', '--json', ...flags], {
    env,
    services: { checkServe: async () => [] },
    onReady: (_interrupt, _host, config) => {
      serve = config.serve
    },
  })
  expect(run.stderr).toBe('')
  expect(run.exit).toBe(0)
  const { data } = documentOf(run)
  return { serve, rows: data }
}

describe('each setting of serve', () => {
  test.each(serveSettingList.map((one) => [one.key, one] as const))(
    '%s is read from its flag, its variable and the file alike',
    async (key, { flag, variable, row }) => {
      const name = key.slice('serve.'.length)
      const given = row.value === undefined ? [`--${flag}`] : [`--${flag}`, row.example]
      const byFlag = await settingsOf(given)
      const byVariable = await settingsOf([], { [variable ?? '']: row.example })
      const byFile = await settingsOf(['--config', fileWith({ [name]: row.example })])
      expect(byVariable.serve).toEqual(byFlag.serve)
      expect(byFile.serve).toEqual(byFlag.serve)
      const byDefault = await settingsOf([])
      expect(byFlag.serve).not.toEqual(byDefault.serve)
    },
  )

  test.each(serveSettingList.map((one) => [one.key, one] as const))(
    '%s has a flag with its hint, and is explained',
    async (key, { flag, row }) => {
      expect(serveFlags.find(({ name }) => name === flag)?.hint).toContain(row.hint)
      const { data } = documentOf(await runCli(['config', 'list', '--all', '--json']))
      expect(data).toMatchObject({
        known: expect.arrayContaining([expect.objectContaining({ key })]),
      })
    },
  )
})

test('a flag wins over the variable, the variable over the file, the file over the default', async () => {
  const file = fileWith({ port: 1001, host: '127.0.0.2', allowHost: ['a.example', 'b.example'] })
  const env = { SWAPROUTE_SERVE_PORT: '1002', SWAPROUTE_SERVE_HOST: '127.0.0.3' }
  const { serve, rows } = await settingsOf(['--config', file, '--port', '1003'], env)
  expect(serve).toMatchObject({
    host: '127.0.0.3',
    port: 1003,
    allowHost: ['a.example', 'b.example'],
    tokenFile: null,
  })
  expect(rows).toMatchObject({
    settings: expect.arrayContaining([
      { key: 'serve.port', value: '1003', origin: 'flag', from: '--port' },
      {
        key: 'serve.host',
        value: '127.0.0.3',
        origin: 'environment',
        from: 'SWAPROUTE_SERVE_HOST',
      },
      { key: 'serve.allowHost', value: 'a.example, b.example', origin: 'file', from: file },
      { key: 'serve.tokenFile', value: null, origin: 'default', from: '' },
    ]),
  })
})

test('a repeated flag is a list, and replaces the list of the environment', async () => {
  const env = { SWAPROUTE_SERVE_ALLOW_HOST: 'c.example' }
  const { serve } = await settingsOf(
    ['--allow-host', 'A.example', '--allow-host', 'b.example'],
    env,
  )
  expect(serve?.allowHost).toEqual(['a.example', 'b.example'])
})

test.each([
  ['SWAPROUTE_SERVE_PORT', '70000', 'must be a port from 0 to 65535'],
  ['SWAPROUTE_SERVE_PORT', '80a', 'must be a port from 0 to 65535'],
  ['SWAPROUTE_SERVE_ALLOW_HOST', 'a.example:80', 'must be a host name or address'],
  ['SWAPROUTE_SERVE_ALLOW_HOST', 'https://a.example', 'must be a host name or address'],
  ['SWAPROUTE_SERVE_ALLOW_ORIGIN', 'a.example', 'must be an origin such as'],
  ['SWAPROUTE_SERVE_ALLOW_ORIGIN', 'https://a.example/', 'must be an origin such as'],
  ['SWAPROUTE_SERVE_ALLOW_ORIGIN', 'https://u@a.example', 'must be an origin such as'],
  ['SWAPROUTE_SERVE_ALLOW_ORIGIN', 'null', 'must be an origin such as'],
])('%s=%s is refused with its sentence, as flag too', async (variable, text, sentence) => {
  const setting = serveSettingList.find((one) => one.variable === variable)
  const fromEnvironment = await runCli(['serve', '--check'], { env: { [variable]: text } })
  expect(fromEnvironment.exit).toBe(3)
  expect(fromEnvironment.stderr).toContain(`${variable} ${sentence}`)
  const fromFlag = await runCli(['serve', '--check', `--${setting?.flag}`, text])
  expect(fromFlag.exit).toBe(2)
  expect(fromFlag.stderr).toContain(`--${setting?.flag} ${sentence}`)
})

test('an unknown variable of serve is reported', async () => {
  const run = await runCli(['serve', '--check'], {
    env: { SWAPROUTE_SERVE_PROT: '1' },
    services: { checkServe: async () => [] },
  })
  expect(run.stderr).toContain('SWAPROUTE_SERVE_PROT is not a setting of this program')
})

test('a problem ends with 3, and both tables are printed', async () => {
  const services = {
    checkServe: async () => [
      { name: 'Address', state: 'good' as const, finding: '127.0.0.1:7331 is free', action: null },
      {
        name: 'Callers',
        state: 'bad' as const,
        finding: 'There is no file t.',
        action: 'Make it.',
      },
    ],
  }
  const run = await runCli(['serve', '--check', '--token-file', 't'], { services, columns: 80 })
  expect(run.exit).toBe(3)
  expect(run.stdout).toMatch(/serve\.tokenFile +t +flag +--token-file/)
  expect(run.stdout).toContain('✗ Callers  There is no file t.')
  expect(run.stdout).toContain('Not ready: 1 problem to fix before this can serve.')
})
