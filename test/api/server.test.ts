/** What the server refuses and how it ends (docs/safety.md V2 to V8). */
import http from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { createGate } from '../../src/core/gate.ts'
import { noLog } from '../../src/core/log.ts'
import { startServer } from '../../src/server/server.ts'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'
import { noPage } from '../support/page.ts'
import { fakeProvider, quote, usdc } from '../support/routing.ts'

let served: Served | null = null

afterEach(async () => {
  await served?.stop()
  served = null
})

const body = JSON.stringify({
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
})

function api(overrides: Partial<Contract> = {}): Contract {
  const provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)])
  return { ...embedded(fakeServices([provider], { now: 0 })), ...overrides }
}

type Answer = { status: number; body: string; headers: http.IncomingHttpHeaders }

function call(
  path: string,
  options: http.RequestOptions & { body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${served?.url}${path}`, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
      )
    })
    request.on('error', reject)
    request.end(options.body)
  })
}

type Extra = Omit<http.RequestOptions, 'headers'> & {
  headers?: Record<string, string>
  body?: string
}

const post = (extra: Extra = {}): Promise<Answer> =>
  call('/api/routes/quoteAll', {
    method: 'POST',
    body,
    ...extra,
    headers: { 'content-type': 'application/json', ...extra.headers },
  })

test('answers at every path of the contract, documents itself', async () => {
  served = await serve(api())
  expect((await post()).status).toBe(200)
  for (const path of ['/healthz', '/openapi.json', '/docs', '/metrics', '/api/info/chains']) {
    expect([path, (await call(path)).status]).toEqual([path, 200])
  }
  for (const path of ['/api/info/status', '/api/routes/status', '/api/info/statusExtended']) {
    const answer = await call(`${path}?srcTxHash=0x${'00'.repeat(32)}`)
    expect([path, answer.status, JSON.parse(answer.body).status]).toEqual([path, 200, 'NOT_FOUND'])
  }
  expect((await call('/metrics')).body).toContain(
    'swaproute_http_request_duration_seconds_count{route="/api/routes/quoteAll",method="POST",status="2xx"} 1',
  )
})

test('another bind address needs a token, and the token is asked for', async () => {
  const open = startServer({
    contract: api(),
    page: noPage,
    version: '0',
    host: '0.0.0.0',
    port: 0,
    tokens: null,
    allowedHosts: [],
    allowedOrigins: [],
    sandbox: false,
    clock: () => 0,
  })
  await expect(open).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  served = await serve(api(), { token: 'a-long-long-token' })
  expect((await post()).status).toBe(401)
  expect((await post({ headers: { apikey: 'a-long-long-tokem' } })).status).toBe(401)
  expect((await post({ headers: { apikey: 'a-long-long-token' } })).status).toBe(200)
  expect((await call('/healthz')).status).toBe(200)
})

test.each([
  ['apikey', 'a-long-long-token', 200],
  ['authorization', 'Bearer a-long-long-token', 200],
  ['authorization', 'bearer  a-long-long-token', 200],
  ['authorization', 'Bearer a-long-long-tokem', 401],
  ['authorization', 'Basic a-long-long-token', 401],
  ['authorization', 'a-long-long-token', 401],
  ['x-api-key', 'a-long-long-token', 401],
])('a token as %s: %s is answered with %d', async (name, value, status) => {
  served = await serve(api(), { token: 'a-long-long-token' })
  expect((await post({ headers: { [name]: value } })).status).toBe(status)
})

describe('a page of another origin', () => {
  const page = 'https://shop.example'
  const open = async (allowedOrigins: string[]): Promise<void> => {
    served = await serve(api(), { allowedOrigins, token: 'a-long-long-token' })
  }
  const preflight = (origin: string, path = '/api/routes/quoteAll'): Promise<Answer> =>
    call(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,apikey',
      },
    })
  const granted = ({ headers }: Answer): unknown[] => [
    headers['access-control-allow-origin'],
    headers['access-control-allow-methods'],
    headers['access-control-allow-headers'],
  ]

  test('that is allowed asks first, without the token, and then reads the answer', async () => {
    await open([page])
    const first = await preflight(page)
    expect([first.status, first.headers['vary'], ...granted(first)]).toEqual([
      204,
      'Origin',
      page,
      'POST, OPTIONS',
      'Content-Type, apikey, Authorization, X-Request-Id',
    ])
    const status = await preflight(page, '/api/info/status')
    expect(granted(status)[1]).toBe('GET, HEAD, OPTIONS')
    const headers = { origin: page, authorization: 'Bearer a-long-long-token' }
    for (const [answer, expected] of [
      [await post({ headers }), 200],
      [await call('/api/info/chains', { headers }), 200],
      [await post({ headers, body: '{' }), 400],
      [await post({ headers: { origin: page } }), 401],
    ] as const) {
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
        expected,
        page,
      ])
      expect(answer.headers['access-control-expose-headers']).toContain('Retry-After')
    }
  })

  test('that is not allowed gets nothing, and no path is made up for it', async () => {
    await open([page])
    const other = await preflight('https://evil.example')
    expect([other.status, other.headers['vary'], ...granted(other)]).toEqual([
      403,
      'Origin',
      undefined,
      undefined,
      undefined,
    ])
    const nothing = await preflight(page, '/api/nothing')
    expect([nothing.status, granted(nothing)[1]]).toEqual([404, undefined])
  })

  test('cannot read a server that allows no other origin', async () => {
    await open([])
    const answer = await preflight(page)
    expect([answer.status, answer.headers['vary'], granted(answer)[0]]).toEqual([
      403,
      undefined,
      undefined,
    ])
    const own = await call('/api/routes/quoteAll', { method: 'OPTIONS' })
    expect([own.status, own.headers['allow'], granted(own)[0]]).toEqual([
      204,
      'POST, OPTIONS',
      undefined,
    ])
  })
})

test('bodies: too large, not JSON, several problems at once', async () => {
  served = await serve(api())
  expect((await post({ body: 'x'.repeat(64 * 1024 + 1) })).status).toBe(413)
  expect((await post({ body: '{' })).status).toBe(400)
  const { errors } = JSON.parse((await post({ body: '{"timeout":61}' })).body)
  expect(errors).toEqual(
    expect.arrayContaining([
      { code: 1005, reason: 'srcTokenAddress is missing' },
      { code: 1999, reason: expect.stringContaining('timeout') },
    ]),
  )
  expect((await call('/api/routes/quoteAll')).status).toBe(405)
  expect((await call('/nothing')).status).toBe(404)
})

test('an internal error gives the caller an id and nothing else', async () => {
  const faults: object[] = []
  const broken = api({ quoteAll: () => Promise.reject(new TypeError('/root/secret is undefined')) })
  served = await serve(broken, { log: { ...noLog, error: (fields) => faults.push(fields) } })
  const answer = await post()
  expect(answer.status).toBe(500)
  expect(answer.body).not.toContain('secret')
  expect(faults).toMatchObject([{ id: JSON.parse(answer.body).id, code: 'INTERNAL' }])
})

test.each([
  { code: 'NO_ROUTE', status: 404 },
  { code: 'AMOUNT_TOO_LOW', status: 422 },
  { code: 'QUOTE_EXPIRED', status: 422 },
  { code: 'UPSTREAM_FAILED', status: 502 },
  { code: 'TIMED_OUT', status: 504 },
  { code: 'DUPLICATE', status: 409 },
] as const)('$code is HTTP $status', async ({ code, status }) => {
  served = await serve(
    api({ quoteAll: () => Promise.reject(new SwaprouteError(code, 'It is so.')) }),
  )
  expect((await post()).status).toBe(status)
})

test('256 quotes are open, 128 wait, the next is refused with Retry-After', async () => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const answer = { quote: JSON.parse(body), routes: [] }
  const slow = api({ quoteAll: () => held.then(() => answer) })
  served = await serve(slow)
  const agent = new http.Agent({ keepAlive: false })
  const calls = Array.from({ length: 256 + 128 + 1 }, () => post({ agent }))
  const first = await Promise.race(calls)
  expect([first.status, first.headers['retry-after']]).toEqual([503, '2'])
  // They do not delay the status of money that is under way.
  const status = await call(`/api/info/status?srcTxHash=0x${'00'.repeat(32)}`, { agent })
  const swap = { ...JSON.parse(body), id: 'none', fromAddress: usdc.address }
  const build = await call('/api/routes/swap', {
    method: 'POST',
    body: JSON.stringify(swap),
    agent,
    headers: { 'content-type': 'application/json' },
  })
  expect([status.status, build.status]).toEqual([200, 422])
  release()
  const statuses = (await Promise.all(calls)).map((one) => one.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(256 + 128)
})

test('the gate hands a place over without losing one', async () => {
  const gate = createGate(1, 1)
  const order: string[] = []
  const first = gate.run(async () => {
    await Promise.resolve()
    order.push('first')
  })
  const second = gate.run(async () => order.push('second'))
  await expect(gate.run(async () => order.push('third'))).rejects.toMatchObject({
    code: 'OVERLOADED',
  })
  await Promise.all([first, second])
  expect([order, gate.running(), gate.waiting()]).toEqual([['first', 'second'], 0, 0])
})

test('who leaves the queue of a gate never runs, and leaves its place to others', async () => {
  const gate = createGate(1, 1)
  let release = (): void => {}
  const running = gate.run(() => new Promise<void>((resolve) => (release = resolve)))
  const leaving = new AbortController()
  const left = gate.run(() => Promise.reject(new Error('it ran')), leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'INTERRUPTED' })
  const next = gate.run(async () => 'next', new AbortController().signal)
  expect(gate.waiting()).toBe(1)
  release()
  await running
  expect(await next).toBe('next')
  expect([gate.running(), gate.waiting()]).toEqual([0, 0])
})

test('stop lets a running call finish and closes idle sockets', async () => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const answer = { quote: JSON.parse(body), routes: [] }
  let entered = (): void => {}
  const running = new Promise<void>((resolve) => (entered = resolve))
  served = await serve(
    api({
      quoteAll: () => {
        entered()
        return held.then(() => answer)
      },
    }),
  )
  const idle = net.connect(Number(new URL(served.url).port), '127.0.0.1')
  const pending = post()
  await running
  const stopped = served.stop()
  served = null
  release()
  expect((await pending).status).toBe(200)
  idle.destroy()
  await stopped
})
