/** Who may call the server, how often, and how a page of another origin reads it. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Log } from '../../src/core/log.ts'
import { noLog } from '../../src/core/log.ts'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'

type Options = NonNullable<Parameters<typeof serve>[1]>

let served: Served | null = null

afterEach(async () => {
  await served?.stop()
  served = null
})

async function open(options: Options = {}): Promise<void> {
  served = await serve(embedded(fakeServices([], { now: 0 })), options)
}

function ask(
  headers: Record<string, string> = {},
  path = '/api/info/chains',
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${served?.url}${path}`, { ...init, headers })
}

const shop = 'token-of-the-shop-1'
const desk = 'token-of-the-desk-1'

/** Lines of the log about requests. */
function createLines(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const info = (fields: object, msg: string): void => {
    if (msg === 'request') lines.push({ ...fields })
  }
  return { log: { ...noLog, info, isLevelEnabled: (level) => level === 'info' }, lines }
}

describe('tokens', () => {
  test('each is known by its name, in the log; any other is refused', async () => {
    const { log, lines } = createLines()
    await open({ token: `shop ${shop}\ndesk ${desk}`, log })
    const answers = [
      await ask({ apikey: shop }),
      await ask({ authorization: `Bearer ${desk}` }),
      await ask({ apikey: 'wrong', authorization: `Bearer ${desk}` }),
      await ask({ apikey: `${shop}x` }),
      await ask(),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 401])
    expect(answers.map(({ headers }) => headers.get('www-authenticate'))).toEqual([
      null,
      null,
      null,
      'Bearer',
      'Bearer',
    ])
    await expect
      .poll(() => lines.map(({ caller, status }) => [caller, status]))
      .toEqual([
        ['shop', 200],
        ['desk', 200],
        ['desk', 200],
        [undefined, 401],
        [undefined, 401],
      ])
    expect(JSON.stringify(lines)).not.toContain(shop)
  })
})

describe('limits', () => {
  const seen = ({ status, headers }: Response): unknown[] => [
    status,
    ...['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)),
    headers.get('retry-after'),
  ]

  test('of the server, and of a token; one caller takes nothing of another', async () => {
    await open({
      token: `shop ${shop} 2/h\ndesk ${desk}`,
      limit: { requests: 3, seconds: 3_600 },
      clock: () => 0,
    })
    expect(seen(await ask({ apikey: shop }))).toEqual([200, '2', '1', '1800', null])
    expect(seen(await ask({ apikey: shop }))).toEqual([200, '2', '0', '3600', null])
    const refused = await ask({ apikey: shop })
    expect(seen(refused)).toEqual([429, '2', '0', '3600', '1800'])
    expect(refused.headers.get('ratelimit-policy')).toBe('2;w=3600')
    expect(await refused.json()).toEqual({
      error: { code: 2999, reason: 'more than 2 requests in 3600s: wait 1800s' },
      id: refused.headers.get('x-request-id'),
    })
    expect(seen(await ask({ authorization: `Bearer ${desk}` }))).toEqual([
      200,
      '3',
      '2',
      '1200',
      null,
    ])
  })

  test('documents, preflights and wrong tokens are not counted', async () => {
    await open({
      token: `shop ${shop} 1/h`,
      allowedOrigins: ['https://shop.example'],
      clock: () => 0,
    })
    for (const path of ['/openapi.json', '/docs', '/metrics', '/api/routes/swagger-json']) {
      expect(seen(await ask({ apikey: shop }, path))).toEqual([200, null, null, null, null])
    }
    expect((await ask({}, '/healthz')).status).toBe(200)
    const origin = 'https://shop.example'
    expect((await ask({ origin }, '/api/info/chains', { method: 'OPTIONS' })).status).toBe(204)
    expect((await ask({ apikey: 'token-of-nobody-1' })).status).toBe(401)
    expect((await ask({ apikey: shop })).status).toBe(200)
    expect((await ask({ apikey: shop })).status).toBe(429)
  })

  test('an answer that has not changed counts too, and so does a wrong request', async () => {
    await open({ limit: { requests: 3, seconds: 3_600 }, clock: () => 0 })
    const { headers } = await ask()
    const again = await ask({ 'if-none-match': headers.get('etag') ?? '' })
    expect(seen(again)).toEqual([304, '3', '1', '2400', null])
    expect(seen(await ask({}, '/api/info/status'))).toEqual([400, '3', '0', '3600', null])
    expect((await ask()).status).toBe(429)
  })

  test('without a token are those of the address, behind a trusted proxy of its client', async () => {
    const { log, lines } = createLines()
    const limit = { requests: 1, seconds: 3_600 }
    await open({ limit, trustedProxies: ['loopback'], clock: () => 0, log })
    const from = async (address: string): Promise<number> =>
      (await ask({ 'x-forwarded-for': address })).status
    expect(await from('203.0.113.1')).toBe(200)
    expect(await from('203.0.113.1')).toBe(429)
    expect(await from('198.51.100.7, 203.0.113.1')).toBe(429)
    expect(await from('203.0.113.2')).toBe(200)
    expect(await from('2001:db8::1')).toBe(200)
    expect(await from('2001:db8::2')).toBe(429)
    await expect
      .poll(() => lines.map(({ address }) => address))
      .toEqual([
        '203.0.113.1',
        '203.0.113.1',
        '203.0.113.1',
        '203.0.113.2',
        '2001:db8::1',
        '2001:db8::2',
      ])
  })

  test('where no proxy is trusted, what a caller writes changes nothing', async () => {
    await open({ limit: { requests: 1, seconds: 3_600 }, clock: () => 0 })
    expect((await ask({ 'x-forwarded-for': '203.0.113.1' })).status).toBe(200)
    expect((await ask({ 'x-forwarded-for': '203.0.113.2' })).status).toBe(429)
  })
})

describe('a page', () => {
  test('of any origin may call where every origin is allowed, without credentials', async () => {
    await open({ allowedOrigins: ['*'], token: `shop ${shop}` })
    const origin = 'https://anything.example'
    const preflight = await ask({ origin }, '/api/routes/quoteAll', { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      '*',
    ])
    for (const [headers, status] of [
      [{ origin, apikey: shop }, 200],
      [{ origin }, 401],
      [{ origin: 'null', apikey: shop }, 200],
    ] as const) {
      const answer = await ask(headers)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        status,
        '*',
      ])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('vary') ?? '').not.toContain('Origin')
    }
  })

  test('reads refusals, limits, tags and ids', async () => {
    const origin = 'https://shop.example'
    await open({ allowedOrigins: [origin], limit: { requests: 1, seconds: 3_600 }, clock: () => 0 })
    const answers = [await ask({ origin }), await ask({ origin })]
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ')
      const own = [...headers.keys()].filter((name) => /^ratelimit|^etag|^retry|^x-/.test(name))
      expect(own.filter((name) => !exposed.includes(name))).toEqual([])
    }
  })
})

describe('a body', () => {
  test.each([
    ['gzip', 415],
    ['br', 415],
    ['gzip, identity', 415],
    ['identity', 400],
    ['Identity', 400],
  ])('with Content-Encoding: %s is answered with %d', async (encoding, status) => {
    await open()
    const answer = await ask(
      { 'content-type': 'application/json', 'content-encoding': encoding },
      '/api/routes/quoteAll',
      { method: 'POST', body: '{}' },
    )
    expect(answer.status).toBe(status)
    if (status === 400) return
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    expect(await answer.json()).toMatchObject({
      error: {
        code: 1999,
        reason: 'compressed bodies are not read: send the JSON as it is, without Content-Encoding',
      },
    })
  })
})
