import { createServer, type LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import { createHttpClient } from '../../../src/http/client.ts'
import { rateOf } from '../../../src/http/rates.ts'
import { json, portOf, refusal, serve, testClient } from './loopback.ts'

describe('addresses (H1, H2)', () => {
  test.each([
    'http://api.example.org',
    'http://10.0.0.1.example:8545',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'not a url',
  ])('refuses the base %s', (base) => {
    expect(() => createHttpClient({ bases: [base] })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    )
  })

  test.each([
    'https://api.example.org/v1',
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'http://localhost:1',
  ])('takes the base %s', async (base) => {
    const client = createHttpClient({ bases: [base] })
    await expect(client.close()).resolves.toBeUndefined()
  })

  test.each([
    'https://other.example.org/v1/quote',
    'http://api.example.org/v1/quote',
    'https://api.example.org:8443/v1/quote',
    'https://api.example.org/v2/quote',
    'https://api.example.org/v1x',
    'https://api.example.org/v1/../v2/quote',
    'https://api.example.org/v1/%2e%2e/v2/quote',
    'https://api.example.org@evil.example/v1/quote',
    '/v1/quote',
  ])('refuses to ask %s', async (url) => {
    const { get } = testClient(['https://api.example.org/v1'])
    await expect(refusal(get(url))).resolves.toMatchObject({ code: 'UNSAFE_ROUTE', check: 'H2' })
  })

  test.each([301, 302, 303, 307, 308])('treats a redirect %i as an error', async (status) => {
    const target = await serve((response) => json(response, { stolen: true }))
    const server = await serve((response) => {
      response.writeHead(status, { location: `${target.url}/x` }).end()
    })
    const { get } = testClient([server.url, target.url])
    await expect(refusal(get(`${server.url}/a`))).resolves.toMatchObject({
      code: 'UPSTREAM_FAILED',
      check: 'H2',
      fault: 'redirect',
    })
    expect(server.received).toHaveLength(1)
    expect(target.received).toHaveLength(0)
  })

  test('credentials of a base become a header and stay out of messages', async () => {
    const server = await serve((response) => void response.writeHead(302).end())
    const base = `${server.url.replace('//', '//ann:s3cret-w0rd@')}/rpc/key-0123456789`
    const { get } = testClient([base])
    const { message } = await refusal(get(base))
    expect(server.received[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('ann:s3cret-w0rd').toString('base64')}`,
    )
    expect(message).toBe(`${new URL(base).host} answered with a redirect.`)
  })
})

describe('retries (H7)', () => {
  test.each([429, 502, 503, 504])(
    'repeats a read twice after %i, with full jitter',
    async (status) => {
      const server = await serve((response, _request, count) =>
        count < 3 ? json(response, {}, status) : json(response, { count }),
      )
      const { get, slept, client } = testClient([server.url])
      await expect(get(server.url)).resolves.toEqual({ count: 3 })
      // A limit that names no time pauses its host as well: a second, then two.
      expect(slept).toEqual(status === 429 ? [125, 875, 250, 1750] : [125, 250])
      expect(client.stats()).toEqual({
        [server.url]: { requests: 3, retries: 2, failures: 0, bytes: 15 },
      })
    },
  )

  test.each([400, 401, 404, 422, 500])('hands %i over at once', async (status) => {
    const server = await serve((response) => json(response, { reason: 'no' }, status))
    const { client } = testClient([server.url])
    const signal = new AbortController().signal
    await expect(client.send({ url: server.url, effect: 'read', signal })).resolves.toEqual({
      status,
      retryAfterSeconds: null,
      body: { reason: 'no' },
    })
    expect(server.received).toHaveLength(1)
  })

  test('gives up after the second repetition', async () => {
    const limited = await serve((response) => json(response, {}, 429))
    const broken = await serve((response) => json(response, { why: 'down' }, 503))
    const { get } = testClient([limited.url, broken.url])
    await expect(refusal(get(limited.url))).resolves.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(get(broken.url)).resolves.toEqual({ why: 'down' })
    expect([limited.received.length, broken.received.length]).toEqual([3, 3])
  })

  test('a caller with another address may ask for fewer', async () => {
    const server = await serve((response) => json(response, {}, 503))
    const { get } = testClient([server.url])
    await get(server.url, { retries: 0 })
    expect(server.received).toHaveLength(1)
  })

  test('repeats a read after a lost connection, an order never', async () => {
    const server = await serve((response, _request, count) =>
      count % 2 === 1 ? void response.socket?.destroy() : json(response, { count }),
    )
    const { get } = testClient([server.url])
    await expect(get(server.url)).resolves.toEqual({ count: 2 })
    const order = get(server.url, { method: 'POST', body: { amount: '1' }, effect: 'order' })
    await expect(refusal(order)).resolves.toMatchObject({
      code: 'UPSTREAM_FAILED',
      fault: 'closed',
      sent: true,
    })
    expect(server.received).toHaveLength(3)
  })

  test('sends an order once, whatever the answer', async () => {
    const limited = await serve((response) => {
      response.writeHead(429, { 'retry-after': '1' }).end('{}')
    })
    const broken = await serve((response) => json(response, { why: 'down' }, 503))
    const { get } = testClient([limited.url, broken.url])
    const order = { method: 'POST', body: {}, effect: 'order' } as const
    await expect(refusal(get(limited.url, order))).resolves.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(get(broken.url, order)).resolves.toEqual({ why: 'down' })
    expect([limited.received.length, broken.received.length]).toEqual([1, 1])
  })

  test('reports that an order was never sent', async () => {
    const gone = createServer()
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${portOf(gone)}`
    await new Promise<void>((done) => gone.close(() => done()))
    const { get } = testClient([url])
    await expect(
      refusal(get(url, { method: 'POST', body: {}, effect: 'order' })),
    ).resolves.toMatchObject({ fault: 'unreachable', sent: false })
  })

  test.each([
    ['seconds', () => '2', 2_125],
    ['a date', (nowMs: number) => new Date(nowMs + 3_000).toUTCString(), 3_125],
    ['a date between two seconds', (nowMs: number) => new Date(nowMs + 3_400).toUTCString(), 4_125],
  ])('waits as long as the host asks for, in %s', async (form, header, waited) => {
    const { client, slept, clock } = testClient([])
    await client.close()
    const server = await serve((response, _request, count) => {
      if (count > 1) return json(response, { count })
      response.writeHead(429, { 'retry-after': header(clock.nowMs) }).end()
    })
    if (form === 'a date between two seconds') clock.nowMs += 600 - (clock.nowMs % 1000)
    const second = testClient([server.url], {
      now: () => clock.nowMs,
      sleep: async (ms) => {
        slept.push(ms)
        clock.nowMs += ms
      },
    })
    await expect(second.get(server.url)).resolves.toEqual({ count: 2 })
    expect(slept).toEqual([waited])
  })

  test('does not wait past the deadline, and leaves the host alone meanwhile', async () => {
    const server = await serve((response, _request, count) => {
      if (count > 1) return json(response, { count })
      response.writeHead(429, { 'retry-after': '4' }).end()
    })
    const { get, clock, slept } = testClient([server.url])
    const first = get(server.url, { deadlineMs: clock.nowMs + 2_000 })
    await expect(refusal(first)).resolves.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 4,
    })
    const second = get(server.url, { deadlineMs: clock.nowMs + 2_000 })
    await expect(refusal(second)).resolves.toMatchObject({ code: 'RATE_LIMITED' })
    expect(server.received).toHaveLength(1)
    await expect(get(server.url)).resolves.toEqual({ count: 2 })
    expect(slept).toEqual([4_000])
  })

  test('keeps to the rate of a host', async () => {
    const server = await serve((response) => json(response, {}))
    const { get, slept } = testClient([server.url], {
      rates: { [server.url]: { perSecond: 2, burst: 3 } },
    })
    for (let sent = 0; sent < 5; sent++) await get(server.url)
    expect(slept).toEqual([500, 500])
    expect(server.received).toHaveLength(5)
  })

  test('refuses instead of queueing for longer than five seconds', async () => {
    const server = await serve((response) => json(response, {}))
    const { get } = testClient([server.url], {
      rates: { [server.url]: { perSecond: 0.1, burst: 1 } },
    })
    await get(server.url)
    await expect(refusal(get(server.url))).resolves.toMatchObject({ code: 'RATE_LIMITED' })
    expect(server.received).toHaveLength(1)
  })
})

test.each([
  ['http://127.0.0.1:8545', null],
  ['https://api.dexscreener.com', { perSecond: 5, burst: 30 }],
  ['https://app.across.to', { perSecond: 20, burst: 40 }],
])('the rate of %s', (origin, rate) => {
  expect(rateOf(origin, { named: new Set(), perSecond: null })).toEqual(rate)
})

test.each([
  ['https://rpc.example.test', [], 50, { perSecond: 50, burst: 100 }],
  ['https://rpc.example.test', ['https://rpc.example.test'], null, null],
  ['https://rpc.example.test', ['https://rpc.example.test'], 50, null],
  ['https://api.coingecko.com', ['https://api.coingecko.com'], 50, { perSecond: 0.2, burst: 5 }],
])('the rate of %s, where the user named %j and %j a second', (origin, named, perSecond, rate) => {
  expect(rateOf(origin, { named: new Set(named), perSecond })).toEqual(rate)
})

test('a node of the user is asked as fast as it answers, others at the rate set', async () => {
  const server = await serve((response) => json(response, {}))
  const lookup: LookupFunction = (_hostname, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  const [own, other] = ['geth', 'besu'].map((name) => server.url.replace('127.0.0.1', name))
  const bases = [`${own}/key`, `${other}`]
  const { get, slept } = testClient(bases, { lookup, named: [`${own}/key`], perSecond: 30 })
  for (let count = 0; count < 70; count++) await get(`${own}/key`)
  expect(slept).toEqual([])
  for (let count = 0; count < 70; count++) await get(`${other}`)
  expect(slept.length).toBe(10)
})

describe('breaker (H8)', () => {
  test('rests after five failures, then lets one request probe', async () => {
    let healthy = false
    const server = await serve((response) => json(response, { healthy }, healthy ? 200 : 500))
    const other = await serve((response) => json(response, {}))
    const { get, clock } = testClient([server.url, other.url])
    for (let count = 0; count < 5; count++) await get(server.url)
    await expect(refusal(get(server.url))).resolves.toMatchObject({ fault: 'breaker', check: 'H8' })
    expect(server.received).toHaveLength(5)
    await expect(get(other.url)).resolves.toEqual({})

    clock.nowMs += 15_000
    await get(server.url)
    await expect(refusal(get(server.url))).resolves.toMatchObject({ fault: 'breaker' })

    clock.nowMs += 15_000
    healthy = true
    const both = await Promise.allSettled([get(server.url), get(server.url)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(get(server.url)).resolves.toEqual({ healthy: true })
    expect(server.received).toHaveLength(8)
  })

  test('a request that trips it still reports its own failure', async () => {
    const server = await serve((response) => json(response, { why: 'down' }, 503))
    const { get } = testClient([server.url])
    await expect(get(server.url)).resolves.toEqual({ why: 'down' })
    await expect(get(server.url)).resolves.toEqual({ why: 'down' })
    expect(server.received).toHaveLength(5)
    await expect(refusal(get(server.url))).resolves.toMatchObject({ fault: 'breaker' })
  })

  test('an interrupt by the user does not count against the host', async () => {
    const server = await serve((response, _request, count) =>
      count > 6 ? json(response, {}) : undefined,
    )
    const { get, client } = testClient([server.url])
    for (let count = 1; count <= 6; count++) {
      const controller = new AbortController()
      const answer = refusal(get(server.url, { signal: controller.signal }))
      while (server.received.length < count) await new Promise((done) => setImmediate(done))
      controller.abort()
      await expect(answer).resolves.toMatchObject({ code: 'INTERRUPTED' })
    }
    await expect(get(server.url)).resolves.toEqual({})
    expect(client.stats()[server.url]).toMatchObject({ requests: 7, failures: 6 })
  })
})

describe('one signal (H4)', () => {
  const stalls = {
    'before the headers': () => {},
    'in the middle of the body': (response: { writeHead: Function; write: Function }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"a":')
    },
  }

  test.each(Object.entries(stalls))('ends a host that stalls %s', async (_name, stall) => {
    const server = await serve((response) => stall(response))
    const { get } = testClient([server.url])
    const answer = refusal(get(server.url, { signal: AbortSignal.timeout(60) }))
    await expect(answer).resolves.toMatchObject({ code: 'TIMED_OUT', fault: 'slow' })
    expect(server.received).toHaveLength(1)
  })

  test('passes the reason of an own error through', async () => {
    const server = await serve(() => {})
    const { get } = testClient([server.url])
    const controller = new AbortController()
    const answer = refusal(get(server.url, { signal: controller.signal }))
    while (server.received.length < 1) await new Promise((done) => setImmediate(done))
    controller.abort(new SwaprouteError('OVERLOADED', 'stopping'))
    await expect(answer).resolves.toMatchObject({ code: 'OVERLOADED' })
  })

  test('asks no host when it has ended already', async () => {
    const server = await serve((response) => json(response, {}))
    const { get } = testClient([server.url])
    const answer = refusal(get(server.url, { signal: AbortSignal.abort() }))
    await expect(answer).resolves.toMatchObject({ code: 'INTERRUPTED', sent: false })
    expect(server.received).toHaveLength(0)
  })

  test('a deadline during the wait for a repetition reports the failure before it', async () => {
    const server = await serve((response) => json(response, {}, 429))
    const controller = new AbortController()
    const { get } = testClient([server.url], {
      sleep: async () => {
        controller.abort(new DOMException('late', 'TimeoutError'))
        throw new Error('woken')
      },
    })
    const answer = refusal(get(server.url, { signal: controller.signal }))
    await expect(answer).resolves.toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('carries many requests without a warning', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    const server = await serve((response) => json(response, {}))
    const { get } = testClient([server.url])
    const signal = AbortSignal.timeout(20_000)
    await Promise.all(Array.from({ length: 60 }, () => get(server.url, { signal })))
    await new Promise((done) => setImmediate(done))
    process.off('warning', listen)
    expect(warnings).toEqual([])
    expect(server.received).toHaveLength(60)
  })
})

test('a name is looked up by the given function, and a refusing address is passed over', async () => {
  const server = await serve((response) => json(response, { here: true }))
  const base = server.url.replace('127.0.0.1', 'localhost')
  const asked: string[] = []
  const { get } = testClient([base], {
    lookup: (hostname, _options, callback) => {
      asked.push(hostname)
      callback(null, [
        { address: '127.0.0.77', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    },
  })
  await expect(get(base)).resolves.toEqual({ here: true })
  expect(asked).toEqual(['localhost'])
})

test('the signal ends a lookup that never comes back, and nothing leaves when it does', async () => {
  const server = await serve((response) => json(response, {}))
  const base = server.url.replace('127.0.0.1', 'localhost')
  let isSilent = true
  const waiting: (() => void)[] = []
  const { get, client } = testClient([base], {
    lookup: (_hostname, _options, callback) => {
      const answer = (): void => callback(null, [{ address: '127.0.0.1', family: 4 }])
      if (isSilent) waiting.push(answer)
      else answer()
    },
  })
  const late = refusal(get(base, { signal: AbortSignal.timeout(30) }))
  await expect(late).resolves.toMatchObject({ code: 'TIMED_OUT', sent: false })
  isSilent = false
  for (const answer of waiting) answer()
  await expect(get(base)).resolves.toEqual({})
  expect(server.received).toHaveLength(1)
  expect(client.stats()[base]).toMatchObject({ requests: 2, failures: 1 })
})
