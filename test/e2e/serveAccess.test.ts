/** `serve --check`, and the callers of a running server, whose tokens change. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHome, createCliHome } from '../support/cliHome.ts'
import { serveProgram } from '../support/serveProgram.ts'

const shop = 'token-of-the-shop-1'
const desk = 'token-of-the-desk-1'

let home: CliHome
let tokenFile = ''

beforeAll(() => {
  home = createCliHome()
  tokenFile = join(home.folder, 'tokens')
  writeTokens(`shop ${shop} 2/h\n`)
})

afterAll(() => home.remove())

function writeTokens(text: string): void {
  writeFileSync(tokenFile, text, { mode: 0o600 })
}

/** A port that another program has. */
async function takenPort(): Promise<{ port: number; release: () => void }> {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const address = other.address()
  if (typeof address !== 'object' || address === null) throw new Error('it has no port')
  return { port: address.port, release: () => void other.close() }
}

describe('serve --check', () => {
  const checked = async (
    flags: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; states: Record<string, string>; settings: string[] }> => {
    const { code, document } = await home.json(['serve', '--check', ...flags], { env })
    const { checks, settings } = document.data
    return {
      code,
      states: Object.fromEntries(
        checks.map(({ name, state }: Record<string, string>) => [name, state]),
      ),
      settings: settings.map((row: Record<string, string>) => `${row['key']} ${row['origin']}`),
    }
  }

  test('is ready with what it finds, and opens nothing', async () => {
    const env = { SWAPROUTE_SERVE_TOKEN_FILE: tokenFile }
    const { code, states, settings } = await checked(['--port', '0'], env)
    expect(code).toBe(0)
    expect(new Set(Object.values(states))).toEqual(new Set(['good']))
    expect(settings).toEqual(
      expect.arrayContaining([
        'serve.port flag',
        'serve.tokenFile environment',
        'serve.host default',
      ]),
    )
  })

  test('of every origin without a token is a warning', async () => {
    const { code, states } = await checked(['--port', '0', '--allow-origin', '*'])
    expect([code, states['Callers']]).toEqual([0, 'warn'])
  })

  test('ends with 3 where the port is taken, a token is missing or a file is wrong', async () => {
    const { port, release } = await takenPort()
    const taken = await checked(['--port', String(port)])
    expect([taken.code, taken.states['Address']]).toEqual([3, 'bad'])
    const metrics = await checked(['--port', '0', '--metrics-port', String(port)])
    release()
    expect([metrics.code, metrics.states['Address']]).toEqual([3, 'bad'])
    const open = await checked(['--port', '0', '--host', '0.0.0.0'])
    expect([open.code, open.states['Address']]).toEqual([3, 'bad'])
    const missing = await checked(['--port', '0', '--token-file', 'none'])
    expect([missing.code, missing.states['Callers']]).toEqual([3, 'bad'])
    const keyed = await checked(['--port', '0'], { SWAPROUTE_PRIVATE_KEY: `0x${'1'.repeat(64)}` })
    expect([keyed.code, keyed.states['Environment']]).toEqual([3, 'bad'])
  })
})

describe.skipIf(process.platform === 'win32')('a running server', () => {
  test.each([['1'], ['2']])(
    'reads its tokens again on SIGHUP, with %s workers',
    async (workers) => {
      writeTokens(`shop ${shop}\n`)
      const server = await serveProgram(home, ['--token-file', tokenFile, '--workers', workers])
      try {
        const statusFor = async (token: string): Promise<number> => {
          // A connection of its own, for any of the workers.
          const headers = { apikey: token, connection: 'close' }
          return (await fetch(`${server.url}/api/info/chains`, { headers })).status
        }
        const seen = async (): Promise<number[]> => [
          await statusFor(shop),
          await statusFor(shop),
          await statusFor(desk),
          await statusFor(desk),
        ]
        expect(await seen()).toEqual([200, 200, 401, 401])
        writeTokens(`desk ${desk}\n`)
        process.kill(server.pid, 'SIGHUP')
        await expect.poll(seen, { timeout: 20_000 }).toEqual([401, 401, 200, 200])
        writeTokens('desk short\n')
        process.kill(server.pid, 'SIGHUP')
        await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('tokens unchanged')
        expect(await seen()).toEqual([401, 401, 200, 200])
        expect(server.output()).toContain('Line 1 of')
        expect(server.output()).not.toContain(desk)
      } finally {
        await server.stop()
      }
    },
  )

  test('without tokens ends with its terminal', async () => {
    const server = await serveProgram(home)
    process.kill(server.pid, 'SIGHUP')
    await server.stop()
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
  })
})
