/** A machine that is not set up: no home, no place to write, secrets where they do not belong. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createCliHome, type Document } from '../support/cliHome.ts'

const home = createCliHome()
afterAll(() => home.remove())

const key = `0x${'5'.repeat(64)}`

async function json(line: string, env: NodeJS.ProcessEnv) {
  return await home.json(line.split(' '), { env })
}

/** SWAPROUTE_HOME is the tests' own: an empty one counts as unset. */
const homes: [what: string, env: NodeJS.ProcessEnv][] = [
  ['below a file', { SWAPROUTE_HOME: '', HOME: '/dev/null' }],
  ['empty', { SWAPROUTE_HOME: '', HOME: '' }],
  ['relative', { SWAPROUTE_HOME: '', HOME: 'home' }],
  ['a file named by SWAPROUTE_HOME', { SWAPROUTE_HOME: '/dev/null/swaproute' }],
]

describe.each(homes)('a home that is %s', (_, env) => {
  test.each(['--version', '--help', 'quote --help', 'chains --plain', 'config list --plain'])(
    '%s works without one',
    async (line) => {
      const run = await home.run(line.split(' '), { env })
      expect(run).toMatchObject({ code: 0, stderr: '' })
    },
  )

  test('a quote works without one: its failure is that of the network', async () => {
    const offline = { SWAPROUTE_RPC_ETH: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }
    const { document } = await json('quote 1 eth:ETH to eth:USDC', { ...env, ...offline })
    expect(['UPSTREAM_FAILED', 'NO_ROUTE', 'CHAIN_UNAVAILABLE']).toContain(document.error.code)
  })

  // Without its journal nothing is known of swaps that were made before.
  test.each([
    ['history', 'unknown'],
    ['receipt 4711', 'unknown'],
    ['resume', 'unknown'],
    ['sandbox start', 'none_moved'],
    ['serve --port 0', 'none_moved'],
  ])('%s asks for one', async (line, funds) => {
    const { code, document } = await json(line, env)
    expect(code).toBe(3)
    expect(document).toMatchObject({
      funds,
      error: {
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(/^The folder \S+ cannot be used: not a directory\.$/),
        hint: 'Set SWAPROUTE_HOME to a folder you can write.',
      },
    })
  })

  test('nothing is made in the current folder', () => {
    expect(existsSync(join(home.folder, '.local'))).toBe(false)
    expect(existsSync(join(home.folder, 'home'))).toBe(false)
    expect(readdirSync(home.folder)).not.toContain('swaproute')
  })
})

test('a configuration that exists but cannot be read is reported all the same', async () => {
  const folder = join(home.folder, 'odd')
  mkdirSync(join(folder, 'config', 'config.json'), { recursive: true })
  const { code, document } = await json('chains', { SWAPROUTE_HOME: folder })
  expect(code).toBe(3)
  expect(document.error.message).toContain('cannot be read')
})

describe('a key in the environment', () => {
  test.each([
    ['serve --port 0', 'The server'],
    ['sandbox start', 'The sandbox'],
    ['sandbox reset', 'The sandbox'],
  ])('%s does not start with it', async (line, who) => {
    const { code, document } = await json(line, { SWAPROUTE_PRIVATE_KEY: key })
    expect(code).toBe(3)
    expect(document.error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `${who} does not start with SWAPROUTE_PRIVATE_KEY in its environment.`,
      details: { check: 'K10' },
    })
    expect(JSON.stringify(document)).not.toContain(key.slice(2))
  })

  test.each(['history', 'chains', 'sandbox status'])('%s does', async (line) => {
    const { code } = await json(line, { SWAPROUTE_PRIVATE_KEY: key })
    expect(code).toBe(0)
  })
})

describe('certificates that are not checked', () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const refused: Partial<Document['error']> = {
    code: 'CONFIG_INVALID',
    message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks.',
    details: { check: 'H1', variable: 'NODE_TLS_REJECT_UNAUTHORIZED' },
  }

  test.each([
    'quote 1 eth:ETH to eth:USDC',
    'best 1 eth:ETH to eth:USDC',
    `status 0x${'1'.repeat(64)} --chain eth`,
    'serve --port 0',
    'quote 1 eth:ETH to eth:USDC --backend remote --url https://swaps.example.test',
  ])('%s is refused', async (line) => {
    const { code, document } = await json(line, env)
    expect(code).toBe(3)
    expect(document.error).toMatchObject(refused)
  })

  test.each(['history', 'explain H1', 'config list'])('%s makes no request', async (line) => {
    expect((await json(line, env)).code).toBe(0)
  })

  test('ignores any other value of the variable', async () => {
    const offline = { SWAPROUTE_RPC_ETH: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }
    const checked = { NODE_TLS_REJECT_UNAUTHORIZED: '1', ...offline }
    const { document } = await json('quote 1 eth:ETH to eth:USDC', checked)
    expect(document.error.code).not.toBe('CONFIG_INVALID')
  })
})

test('stores six book entries that are added at once (K13)', async () => {
  const own = createCliHome()
  const names = ['ann', 'ben', 'cid', 'dan', 'eva', 'fay']
  const addresses = names.map((_, index) => `0x${'0123456789abcdef'.repeat(2)}0000000${index + 1}`)
  const added = await Promise.all(
    names.map((name, index) => own.json(['book', 'add', name, 'eth', addresses[index] ?? ''])),
  )
  expect(added.map(({ document }) => document.ok)).toEqual(names.map(() => true))
  const { document } = await own.json(['book', 'list'])
  expect(document.data).toHaveLength(6)
  await own.remove()
})
