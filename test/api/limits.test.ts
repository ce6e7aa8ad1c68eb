/** What the server takes at once and from whom, and that who is refused learns of it (V3 to V5). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import http, { type ServerResponse } from 'node:http'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { endpoints } from '../../src/api/endpoints.ts'
import type { StatusAnswer } from '../../src/api/schemas.ts'
import type { ServerOptions } from '../../src/server/server.ts'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'
import { fakeProvider, quote, usdc } from '../support/routing.ts'

let served: Served | null = null
/** The answers of all requests that have reached the server, in their order. */
let arrived: ServerResponse[] = []

const onArrival = (message: unknown): void => {
  arrived.push((message as { response: ServerResponse }).response)
}

beforeEach(() => {
  arrived = []
  subscribe('http.server.request.start', onArrival)
})

afterEach(async () => {
  unsubscribe('http.server.request.start', onArrival)
  await served?.stop()
  served = null
})

const json = { 'content-type': 'application/json' }
const body = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
}
const notFound: StatusAnswer = { status: 'NOT_FOUND', destinationTxHash: null }

async function open(
  overrides: Partial<Contract> = {},
  options: Partial<ServerOptions> = {},
): Promise<string> {
  const provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)])
  const api = { ...embedded(fakeServices([provider], { now: 0 })), ...overrides }
  served = await serve(api, options)
  return served.url
}

/** As browsers and most clients do: every request on a connection of its own, all at once. */
function get(
  url: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent: false, signal }, (response) => {
        response.resume()
        response.on('end', () => resolve(response))
      })
      .on('error', reject)
  })
}

const hashOf = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`

describe('GETs that ask upstreams (H4, V5)', () => {
  test('of 400 at once 128 run, 128 wait, and the others are asked to retry later', async () => {
    let running = 0
    let most = 0
    let searches = 0
    let refused = 0
    let finish = (): void => {}
    const others = new Promise<void>((resolve) => (finish = resolve))
    const status = async (): Promise<StatusAnswer> => {
      searches += 1
      most = Math.max(most, (running += 1))
      await others
      running -= 1
      return notFound
    }
    const url = await open({ status })
    const ask = async (index: number): Promise<http.IncomingMessage> => {
      const answer = await get(`${url}/api/info/status?srcTxHash=${hashOf(index)}`)
      if (answer.statusCode === 503) refused += 1
      if (refused === 400 - 128 - 128) finish()
      return answer
    }
    const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => ask(index)))
    const codes = (code: number) => answers.filter(({ statusCode }) => statusCode === code)
    expect(most).toBe(128)
    expect(codes(503)).toHaveLength(400 - 128 - 128)
    expect(codes(503).every(({ headers }) => headers['retry-after'] === '2')).toBe(true)
    expect(codes(200)).toHaveLength(128 + 128)
    expect(searches).toBe(128 + 128)
  })

  test('400 of the same hash are one search, and so is the next moment', async () => {
    let searches = 0
    const status = async (): Promise<StatusAnswer> => {
      searches += 1
      await vi.waitUntil(() => arrived.length >= 400, { timeout: 10_000 })
      return notFound
    }
    let now = 0
    const url = await open({ status, statusExtended: status }, { clock: () => now })
    const path = `${url}/api/info/status?srcTxHash=${hashOf(0xab)}`
    const answers = await Promise.all(Array.from({ length: 400 }, () => get(path)))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    await get(path.replace('ab', 'AB'))
    await get(path.replace('info/status', 'info/statusExtended'))
    expect(searches).toBe(1)
    now += 5_000
    await get(path)
    expect(searches).toBe(2)
  })

  test.each([
    { kind: 'a hash that is found', answer: { ...notFound, status: 'PENDING' }, id: '' },
    { kind: 'an id', answer: notFound, id: '&id=c0ffee' },
  ])('$kind is asked for every time', async ({ answer, id }) => {
    let searches = 0
    const statusExtended = async (): Promise<StatusAnswer> => {
      searches += 1
      return answer
    }
    const url = await open({ statusExtended })
    for (let round = 0; round < 3; round += 1) {
      await get(`${url}/api/info/statusExtended?srcTxHash=${hashOf(1)}${id}`)
    }
    expect(searches).toBe(3)
  })

  test('a search goes on for who still waits, and ends when all have gone', async () => {
    let given: AbortSignal | undefined
    let finish = (): void => {}
    const status: Contract['status'] = (_query, { signal } = {}) => {
      given = signal
      return new Promise((resolve, reject) => {
        finish = () => resolve({ ...notFound, status: 'SUCCESS' })
        signal?.addEventListener('abort', () => reject(new Error('ended')))
      })
    }
    const path = `${await open({ status })}/api/info/status?srcTxHash=${hashOf(7)}`
    const leaving = new AbortController()
    const first = get(path, {}, leaving.signal).catch(() => 'left')
    await expect.poll(() => given).toBeDefined()
    const second = fetch(path)
    await expect.poll(() => arrived.length).toBe(2)
    leaving.abort()
    await first
    await expect.poll(() => arrived[0]?.closed).toBe(true)
    expect(given?.aborted).toBe(false)
    finish()
    expect(await (await second).json()).toMatchObject({ status: 'SUCCESS' })

    const alone = new AbortController()
    given = undefined
    const third = get(path, {}, alone.signal).catch(() => 'left')
    await expect.poll(() => given).toBeDefined()
    alone.abort()
    await third
    await expect.poll(() => given?.aborted).toBe(true)
  })

  /** What is answered from this program's own tables. */
  const own: readonly string[] = ['chains', 'providers', 'tokens']

  test.each(Object.entries(endpoints))('%s declares whether it needs a place', (name, endpoint) => {
    const quotes = /^quote|^swapBest$/.test(name)
    const others = name.startsWith('status') ? 'status' : 'swaps'
    expect(endpoint.asks).toBe(own.includes(name) ? 'nothing' : quotes ? 'quotes' : others)
  })
})

describe('requests of other sites (V5)', () => {
  const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }

  test.each(['/api/info/status?srcTxHash=0x12', '/api/info/chains', '/api/routes/swagger-json'])(
    '%s is refused',
    async (path) => {
      let asked = 0
      const url = await open({
        status: async () => {
          asked += 1
          return notFound
        },
      })
      expect((await get(`${url}${path}`, crossSite)).statusCode).toBe(403)
      expect(asked).toBe(0)
    },
  )

  test.each([
    [{ 'sec-fetch-site': 'none' }, '/api/info/chains'],
    [{ 'sec-fetch-site': 'same-origin' }, '/api/info/chains'],
    [{ ...crossSite, origin: 'https://app.example' }, '/api/info/chains'],
    [crossSite, '/docs'],
    [{}, '/api/info/chains'],
  ])('but not with %j at %s', async (headers, path) => {
    const url = await open({}, { allowedOrigins: ['https://app.example'] })
    expect((await get(`${url}${path}`, headers)).statusCode).toBe(200)
  })
})

describe('a body that is refused is read, so that its sender sees why (V5)', () => {
  const threeMegabytes = 'x'.repeat(3 * 1024 * 1024)

  test('30 fetches of 3 MB see their 413', async () => {
    const url = `${await open()}/api/routes/quoteAll`
    const statuses: number[] = []
    for (let index = 0; index < 30; index += 1) {
      const response = await fetch(url, { method: 'POST', headers: json, body: threeMegabytes })
      await response.text()
      statuses.push(response.status)
    }
    expect(statuses).toEqual(Array.from({ length: 30 }, () => 413))
  })

  test.each([
    { what: 'a wrong type', path: '/api/routes/quoteAll', type: 'text/plain', status: 415 },
    { what: 'an unknown path', path: '/nothing', type: 'application/json', status: 404 },
    { what: 'a wrong method', path: '/api/info/chains', type: 'application/json', status: 405 },
  ])('$what with 3 MB gets $status', async ({ path, type, status }) => {
    const url = `${await open()}${path}`
    for (let index = 0; index < 5; index += 1) {
      const headers = { 'content-type': type }
      const response = await fetch(url, { method: 'POST', headers, body: threeMegabytes })
      await response.text()
      expect(response.status).toBe(status)
    }
  })

  test.each([4, 10])(
    'raw sockets that send %d MiB see it, with length or in chunks',
    async (mb) => {
      const port = Number(new URL(await open()).port)
      for (const chunked of [false, true, false, true, false, true]) {
        expect(await sendRaw(port, mb * 1024 * 1024, chunked)).toMatch(/^HTTP\/1\.1 413 /)
      }
    },
  )

  test('but not for ever: more than 16 MiB end with their connection', async () => {
    const port = Number(new URL(await open()).port)
    const startedAt = performance.now()
    const told = await sendRaw(port, 64 * 1024 * 1024, false).catch(() => 'reset')
    expect(told === 'reset' || told.startsWith('HTTP/1.1 413 ')).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    const quoted = await fetch(`${served?.url}/api/routes/quoteAll`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    })
    expect(quoted.status).toBe(200)
  })
})

/** All of a body first, then what came back: a connection that was reset gets an error instead. */
function sendRaw(port: number, bytes: number, chunked: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => (text += piece))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    const head = `POST /api/routes/quoteAll HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n`
    socket.write(
      `${head}${chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`}\r\n\r\n`,
    )
    const piece = Buffer.alloc(64 * 1024, 'x')
    const framed = chunked
      ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
      : piece
    for (let sent = 0; sent < bytes; sent += piece.length) socket.write(framed)
    if (chunked) socket.write('0\r\n\r\n')
  })
}

describe('a service in the sandbox marks every answer as such (H5, V5)', () => {
  test('in headers, documents, answers and refusals', async () => {
    const url = await open({}, { sandbox: true })
    const post = (path: string, given: object): Promise<Response> =>
      fetch(`${url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(given) })
    const best = await post('/api/routes/quoteBest', body)
    const { id } = JSON.parse(await best.clone().text())
    const fromAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const answers = [
      best,
      await post('/api/routes/quoteAll', body),
      await post('/api/routes/quoteDepositTrades', body),
      await post('/api/routes/swap', { ...body, id, fromAddress }),
      await post('/api/routes/swapBest', { ...body, fromAddress }),
      await post('/api/routes/swap', {}),
      await post('/api/routes/quoteBest', { ...body, dstTokenAddress: fromAddress }),
      await fetch(`${url}/api/info/status?srcTxHash=${hashOf(1)}`),
      await fetch(`${url}/api/info/statusExtended?srcTxHash=${hashOf(1)}`),
      await fetch(`${url}/api/info/providers`),
      await fetch(`${url}/healthz`),
      await fetch(`${url}/nothing`),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('x-swaproute-sandbox')).toBe('true')
      expect([answer.url, await answer.json()]).toEqual([
        answer.url,
        expect.objectContaining({ sandbox: true }),
      ])
    }
    const chains = await fetch(`${url}/api/info/chains`)
    expect([chains.headers.get('x-swaproute-sandbox'), await chains.json()]).toEqual([
      'true',
      expect.any(Array),
    ])
    expect(await (await fetch(`${url}/docs`)).text()).toContain('SANDBOX: play money')
    expect(await (await fetch(`${url}/openapi.json`)).text()).toContain('SANDBOX: play money')
  })

  test('and one with real money has no such mark', async () => {
    const url = await open()
    for (const path of ['/healthz', '/api/info/providers', '/docs', '/openapi.json']) {
      const answer = await fetch(`${url}${path}`)
      expect(answer.headers.get('x-swaproute-sandbox')).toBeNull()
      expect(await answer.text()).not.toMatch(/SANDBOX|"sandbox":true/)
    }
  })
})
