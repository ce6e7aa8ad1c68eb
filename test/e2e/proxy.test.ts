/** The built program behind a proxy: the tunnel is asked for, opened, and speaks TLS inside. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type CliHome, createCliHome } from '../support/cliHome.ts'
import { startProxy, type TestProxy } from '../support/proxy.ts'
import { portOf } from '../unit/http/loopback.ts'

const host = 'routes.example.test'
const hash = `0x${'ab'.repeat(32)}`
const remote = ['status', hash, '--backend', 'remote', '--url', `https://${host}`]

let folder: string
let certificate: string
let server: Server
let paths: (string | undefined)[]
let home: CliHome
let proxy: TestProxy

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-proxy-'))
  certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      .concat(['-days', '2', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`])
      .concat(['-keyout', key, '-out', certificate]),
    { stdio: 'ignore' },
  )
  paths = []
  server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => {
      paths.push(request.url?.split('?')[0])
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ status: 'PENDING', destinationTxHash: null }))
    },
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  proxy = await startProxy(portOf(server))
  home = createCliHome()
})

afterAll(async () => {
  await home.remove()
  await proxy.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true })
})

describe.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])('%s', (name) => {
  test('carries an https request of the built program', async () => {
    const before = { tunnels: proxy.asked.length, requests: paths.length }
    const { code, document, stderr } = await home.json(remote, {
      env: { [name]: proxy.url, NODE_EXTRA_CA_CERTS: certificate },
    })
    expect(document.error, stderr).toBeUndefined()
    expect([code, document.data.status]).toEqual([0, 'PENDING'])
    expect(proxy.asked.slice(before.tunnels)).toEqual([`CONNECT ${host}:443 HTTP/1.1`])
    expect(paths.slice(before.requests)).toHaveLength(1)
  })
})

test('a certificate without a known issuer is refused inside the tunnel as well', async () => {
  const before = paths.length
  const { document } = await home.json(remote, { env: { HTTPS_PROXY: proxy.url } })
  expect(document.error.message).toContain(`${host} has no valid certificate.`)
  expect(paths).toHaveLength(before)
})

test('a command that stays on this machine asks no proxy', async () => {
  const before = proxy.asked.length
  const { document } = await home.json(['chains'], { env: { HTTPS_PROXY: proxy.url } })
  expect(document.ok).toBe(true)
  expect(proxy.asked).toHaveLength(before)
})
