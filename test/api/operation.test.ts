/** What an operator has of the server: ids, log lines, counters, probes, connections. */
import http from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { type Log, noLog } from '../../src/core/log.ts'
import type { ServerOptions } from '../../src/server/server.ts'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'
import { formatFindings } from '../support/promtool.ts'
import { readTokens } from '../../src/server/tokens.ts'
import { fakeProvider, quote, usdc } from '../support/routing.ts'

type Line = Record<string, unknown>

let served: Served | null = null
let lines: Line[] = []

const log: Log = {
  ...noLog,
  isLevelEnabled: (level) => level !== 'debug',
  info: (fields, msg) => lines.push({ ...fields, msg }),
  warn: (fields, msg) => lines.push({ ...fields, msg }),
  error: (fields, msg) => lines.push({ ...fields, msg }),
}

afterEach(async () => {
  await served?.stop()
  served = null
  lines = []
})

const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const body = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
  referrer: 'a shop',
  fromAddress: wallet,
}

async function open(
  options: Partial<ServerOptions> = {},
  overrides: Partial<Contract> = {},
): Promise<string> {
  const provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)])
  const contract = { ...embedded(fakeServices([provider], { now: 0 })), ...overrides }
  served = await serve(contract, { log, ...options })
  return served.url
}

type Answer = { status: number; body: string; headers: http.IncomingHttpHeaders }

function call(path: string, headers: Record<string, string> = {}, sent?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = sent === undefined ? 'GET' : 'POST'
    const type = sent === undefined ? {} : { 'content-type': 'application/json' }
    const options = { method, headers: { ...type, ...headers } }
    const request = http.request(`${served?.url}${path}`, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
      )
    })
    request.on('error', reject)
    request.end(sent === undefined ? undefined : JSON.stringify(sent))
  })
}

const quoteAll = (headers: Record<string, string> = {}, sent: unknown = body): Promise<Answer> =>
  call('/api/routes/quoteAll', headers, sent)

/** The line is written when the answer has left, which the caller may notice first. */
async function logged(count: number): Promise<Line[]> {
  await expect.poll(() => lines.length).toBe(count)
  return lines
}

describe('the id of a request', () => {
  test.each([
    ['0af7651916cd43dd8448eb211c80319c', true],
    ['Root=1-67891233-abcdef012345678912345678', true],
    ['a', true],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    ['with space', false],
    ['-begins', false],
    ['"quoted"', false],
    ['<b>', false],
  ])('%s of the caller is kept: %s', async (given, isKept) => {
    await open()
    const { headers } = await call('/healthz', { 'x-request-id': given })
    if (isKept) expect(headers['x-request-id']).toBe(given)
    else expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    expect(await logged(1)).toMatchObject([{ id: headers['x-request-id'] }])
  })

  test('is made for each request without one, and is in error bodies', async () => {
    await open({}, { quoteAll: () => Promise.reject(new TypeError('broken')) })
    const answers = [await quoteAll(), await quoteAll(), await call('/nothing')]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    expect(answers.map((answer) => JSON.parse(answer.body).id)).toEqual(ids)
  })

  test('is not what was sent as the token', async () => {
    await open()
    const token = 'canary-token-0123456789'
    const headers = { apikey: token, 'x-request-id': `id-${token}` }
    const answer = await quoteAll(headers, { ...body, referrer: token })
    expect(answer.headers['x-request-id']).not.toContain(token)
    expect(JSON.stringify(await logged(1))).not.toContain(token)
  })
})

describe('the line of a request', () => {
  test('has the route, who asked for which pair, and what was sent', async () => {
    await open()
    const answer = await quoteAll({ 'x-request-id': 'a-1' })
    expect(await logged(1)).toEqual([
      {
        id: 'a-1',
        caller: undefined,
        address: '127.0.0.1',
        referrer: 'a shop',
        pair: `ETH:0x0000000000000000000000000000000000000000 → ETH:${usdc.address}`,
        routes: 1,
        wallets: undefined,
        method: 'POST',
        route: '/api/routes/quoteAll',
        status: 200,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        msg: 'request',
      },
    ])
    expect(Number(lines[0]?.['bytes'])).toBeGreaterThan(answer.body.length)
    expect(Number(lines[0]?.['bytes'])).toBeLessThan(answer.body.length + 1_000)
  })

  test('has no wallet address unless the operator wants them', async () => {
    await open()
    await quoteAll()
    expect(JSON.stringify(await logged(1))).not.toContain(wallet)
    await served?.stop()
    lines = []
    await open({ logsWallets: true })
    await quoteAll()
    expect(await logged(1)).toMatchObject([{ wallets: [wallet] }])
  })

  test('has no path that a caller made up, and no query', async () => {
    await open()
    await call('/api/secret-path?token=secret-query')
    await call('/api/info/status?id=secret-query')
    expect(await logged(2)).toMatchObject([{ route: 'other' }, { route: '/api/info/status' }])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('has the bytes of each answer on a shared connection', async () => {
    await open()
    const socket = net.connect(Number(new URL(served?.url ?? '').port), '127.0.0.1')
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    let received = 0
    socket.on('data', (data) => (received += data.length))
    socket.write(request.repeat(3))
    await logged(3)
    await expect
      .poll(() => lines.reduce((sum, line) => sum + Number(line['bytes']), 0))
      .toBe(received)
    socket.destroy()
  })

  test('says so if the caller left before the answer', async () => {
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    await open(
      {},
      {
        quoteAll: (_, options) => {
          begin()
          return new Promise((_resolve, reject) => {
            options?.signal?.addEventListener('abort', () => reject(new Error('left')))
          })
        },
      },
    )
    const leaving = new AbortController()
    const sent = fetch(`${served?.url}/api/routes/quoteAll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).catch(() => undefined)
    await begun
    leaving.abort()
    await sent
    // It is not a fault of this server.
    expect(await logged(1)).toMatchObject([{ status: 499, msg: 'request' }])
  })
})

describe('probes', () => {
  const elsewhere = { host: '10.0.0.5:8080' }
  const store = { name: 'store', part: 'the store' }

  test('/healthz and /readyz answer for any Host, without a token; the others do not', async () => {
    await open()
    for (const path of ['/healthz', '/readyz']) {
      expect([path, (await call(path, elsewhere)).status]).toEqual([path, 200])
    }
    expect((await call('/metrics', elsewhere)).status).toBe(403)
    expect(JSON.parse((await call('/healthz')).body)).toEqual({ status: 'ok' })
    expect(JSON.parse((await call('/readyz')).body)).toEqual({ status: 'ready' })
  })

  test('/readyz names what does not answer; /healthz does not mind', async () => {
    await open({ probes: [{ ...store, check: () => Promise.reject(new Error('/secret/path')) }] })
    const answer = await call('/readyz')
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      503,
      { status: 'not ready', failing: ['the store'] },
    ])
    expect((await call('/healthz')).status).toBe(200)
    expect((await call('/metrics')).body).toContain('swaproute_ready{part="store"} 0')
  })
})

test('what is refused is counted by its reason, and the text is as Prometheus wants it', async () => {
  const tokens = readTokens(`shop ${'t'.repeat(32)}`, 'a file')
  await open({ tokens: () => tokens })
  const token = { apikey: 't'.repeat(32) }
  await call('/api/info/chains')
  await call('/api/info/chains', { ...token, host: 'evil.example' })
  await call('/api/info/chains', { ...token, ...Object.fromEntries(manyHeaders) })
  await quoteAll(token, 'x'.repeat(65 * 1024))
  await quoteAll(token)
  const text = (await call('/metrics', token)).body
  for (const reason of ['unauthorized', 'forbidden', 'too_many_headers', 'too_large']) {
    expect(text).toContain(`swaproute_http_refusals_total{reason="${reason}"} 1`)
  }
  expect(formatFindings(text)).toEqual([])
  expect(await logged(6)).toMatchObject([
    { status: 401 },
    { status: 403 },
    { status: 431 },
    { status: 413 },
    { status: 200, caller: 'shop' },
    { status: 200, caller: 'shop' },
  ])
})

const manyHeaders = Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'y'] as const)

test('an idle connection is kept longer than balancers keep theirs, unless there are many', async () => {
  await open()
  const { port } = new URL(served?.url ?? '')
  const idle = net.connect(Number(port), '127.0.0.1')
  let received = ''
  idle.setEncoding('utf8').on('data', (text: string) => (received += text))
  const closed = new Promise((resolve) => idle.once('close', resolve))
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => received).toContain('{"status":"ok"}')
  expect(received).toContain('Keep-Alive: timeout=65')
  const crowd = Array.from({ length: 256 }, () => net.connect(Number(port), '127.0.0.1'))
  await closed
  for (const socket of crowd) socket.destroy()
})
