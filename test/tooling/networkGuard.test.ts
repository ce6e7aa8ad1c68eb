import { execFile } from 'node:child_process'
import dns, { lookup, promises } from 'node:dns'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'

import { Pool } from 'undici'
import { afterAll, describe, expect, test } from 'vitest'

import { takeNetworkAttempts } from '../support/networkGuard.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Resolves to the error a callback or an event delivers. */
function failure(start: (done: (error: unknown) => void) => void): Promise<unknown> {
  return new Promise((resolve) => {
    start(resolve)
  })
}

describe('refuses and records', () => {
  const cases: [name: string, attempt: () => Promise<unknown>, what: string][] = [
    [
      'net.connect to an address',
      () => failure((done) => net.connect(9, '192.0.2.1').on('error', done)),
      'a connection to 192.0.2.1',
    ],
    [
      'net.connect to an IPv6 address',
      () => failure((done) => net.connect({ port: 9, host: '2001:db8::1' }).on('error', done)),
      'a connection to 2001:db8::1',
    ],
    [
      'tls.connect',
      () => failure((done) => tls.connect(9, 'example.com').on('error', done)),
      'a connection to example.com',
    ],
    [
      'http.get',
      () => failure((done) => http.get('http://example.com/').on('error', done)),
      'a DNS look-up of example.com',
    ],
    [
      'fetch',
      () => fetch('http://example.com/').catch((error: unknown) => error),
      'a connection to example.com',
    ],
    [
      'an undici pool',
      () =>
        new Pool('http://example.com')
          .request({ path: '/', method: 'GET' })
          .catch((error: unknown) => error),
      'a connection to example.com',
    ],
    [
      'a DNS query of the test that names a foreign address',
      () =>
        failure((done) => {
          const options: net.NetConnectOpts = {
            port: 9,
            host: 'provider.test',
            lookup: (_hostname, _options, callback) => {
              callback(null, '192.0.2.7', 4)
            },
          }
          net.connect({ ...options, autoSelectFamily: false }).on('error', done)
        }),
      'provider.test was resolved to 192.0.2.7',
    ],
    [
      'dns.lookup',
      () => failure((done) => dns.lookup('example.com', done)),
      'a DNS look-up of example.com',
    ],
    [
      'lookup as a named import',
      () => failure((done) => lookup('example.com', done)),
      'a DNS look-up of example.com',
    ],
    [
      'dns.resolve4',
      () => failure((done) => dns.resolve4('example.com', done)),
      'a DNS look-up of example.com',
    ],
    [
      'dns.promises.lookup',
      () => promises.lookup('example.com').catch((error: unknown) => error),
      'a DNS look-up of example.com',
    ],
    [
      'a resolver of its own',
      () => new promises.Resolver().resolve4('example.com').catch((error: unknown) => error),
      'a DNS look-up of example.com',
    ],
  ]

  test.each(cases)('%s', async (_name, attempt, what) => {
    expect(await attempt()).toBeInstanceOf(Error)
    expect(takeNetworkAttempts()).toEqual([`Tests must not leave this machine: ${what}.`])
  })
})

describe('lets through', () => {
  const server = http.createServer((_request, response) => response.end('here'))
  afterAll(() => server.close())

  test('this machine, by address, by name and by a DNS query of the test', async () => {
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    const named = new Pool(`http://provider.test:${port}`, {
      connect: {
        lookup: (_hostname, _options, callback) => {
          callback(null, [{ address: '127.0.0.1', family: 4 }])
        },
      },
    })
    const { body } = await named.request({ path: '/', method: 'GET' })
    expect(await body.text()).toBe('here')
    await named.close()
    expect(await promises.lookup('localhost')).toHaveProperty('address')
    expect(takeNetworkAttempts()).toEqual([])
  })
})

test("nothing of the developer's environment reaches a test or its children", () => {
  const names = Object.keys(process.env)
  expect(names).toContain('PATH')
  expect(names.filter((name) => /^(SWAPROUTE_|NODE_EXTRA_CA_CERTS$)|_PROXY$/i.test(name))).toEqual(
    [],
  )
})

test('a test that swallows the refusal still fails', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'network-guard-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
    const guard = JSON.stringify(join(root, 'test/support/networkGuard.ts'))
    writeFileSync(
      join(dir, 'vitest.config.mjs'),
      `export default { test: { setupFiles: [${guard}] } }`,
    )
    writeFileSync(
      join(dir, 'a.test.mjs'),
      `import { test } from 'vitest'
       test('quiet', async () => { await fetch('http://example.com/').catch(() => null) })`,
    )
    const { status, output } = await runVitest(dir)
    expect(output).toContain('Tests must not leave this machine: a connection to example.com.')
    expect(status).toBe(1)
  } finally {
    rmSync(dir, { recursive: true })
  }
})

function runVitest(dir: string): Promise<{ status: unknown; output: string }> {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', dir]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: dir }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : error.code, output: stdout + stderr })
    })
  })
}
