/** What is made once and served many times, and what callers share. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import http from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { QuoteAllBody } from '../../src/api/schemas.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import { createSharedRoutes } from '../../src/backend/sharedRoutes.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { ServerOptions } from '../../src/server/server.ts'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'
import { alice } from '../support/bothWays.ts'
import { body, type FakeProvider, fakeProvider, quote } from '../support/routing.ts'

let served: Served | null = null

afterEach(async () => {
  await served?.stop()
  served = null
})

async function open(
  services: BackendServices,
  options: Partial<ServerOptions> = {},
): Promise<string> {
  served = await serve(embedded(services), options)
  return served.url
}

const someone = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const offer: Quote = quote('UNI_SWAP_V3', 2990_000000n)

/** An answer as it was sent: `fetch` hides the encoding. */
function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes })
        })
      })
      .on('error', reject)
  })
}

function post(url: string, given: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(given),
  })
}

describe('lists', () => {
  const paths = [
    '/api/info/chains',
    '/api/info/providers',
    '/api/tokens?network=ETH',
    '/openapi.json',
    '/api/routes/swagger-json',
  ]

  test.each(paths)('%s has a tag, and costs no body for who has it', async (path) => {
    const url = `${await open(fakeServices([], { now: 0 }))}${path}`
    const first = await get(url)
    const { etag = '' } = first.headers
    expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
    expect(first.headers['cache-control']).toBe('no-cache')
    for (const accepted of [{}, { 'accept-encoding': 'gzip' }]) {
      const again = await get(url, { ...accepted, 'if-none-match': `"other", ${etag}` })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
    }
    const other = await get(url, { 'if-none-match': '"other"' })
    expect([other.status, other.bytes.equals(first.bytes)]).toEqual([200, true])
  })

  test.each([
    ['/api/info/chains', true],
    ['/api/info/providers', true],
    ['/openapi.json', true],
    ['/docs', true],
    ['/healthz', false],
  ])('%s is compressed for who takes it, from 1 kB on: %s', async (path, isLong) => {
    const url = `${await open(fakeServices([], { now: 0 }))}${path}`
    const plain = await get(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.bytes.length >= 1_024).toBe(isLong)
    // The second answer, and later ones, may have another form of the same.
    for (const accepted of ['gzip', 'br', 'gzip, br', 'gzip, br']) {
      const packed = await get(url, { 'accept-encoding': accepted })
      // A page is made anew for each caller.
      const encoding =
        accepted === 'gzip' || (path === '/docs' && accepted !== 'br') ? 'gzip' : 'br'
      expect(packed.headers['content-encoding']).toBe(isLong ? encoding : undefined)
      if (!isLong) continue
      const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
      expect(packed.headers.vary).toContain('Accept-Encoding')
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
      expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true)
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    }
    const refused = await get(url, { 'accept-encoding': 'gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  test('are made once, whoever asks; test networks are another list', async () => {
    const services = fakeServices([fakeProvider('UNI_SWAP_V3', [offer])], { now: 0 })
    let made = 0
    const configured = async () => {
      made += 1
      return []
    }
    const counted = { ...services.providers, configured }
    const url = await open({ ...services, providers: counted })
    const bodies = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      bodies.add((await get(`${url}/api/info/chains`)).bytes.toString())
      await get(`${url}/api/info/providers`)
    }
    expect([made, bodies.size]).toEqual([2, 1])
    await get(`${url}/api/info/chains?includeTestnets=true`)
    expect(made).toBe(3)
  })

  test('that could not be made are made at the next call', async () => {
    const services = fakeServices([], { now: 0 })
    let fails = true
    const configured = async () => {
      if (fails) throw new Error('not now')
      return []
    }
    const url = await open({ ...services, providers: { ...services.providers, configured } })
    expect((await get(`${url}/api/info/chains`)).status).toBe(500)
    fails = false
    expect((await get(`${url}/api/info/chains`)).status).toBe(200)
  })
})

test('answers of the moment are compressed and not kept', async () => {
  const providers = ['UNI_SWAP_V3', 'SUSHI_SWAP', 'CURVE'] as const
  const url = await open(
    fakeServices(
      providers.map((id) => fakeProvider(id, [{ ...offer, provider: id }])),
      { now: 0 },
    ),
  )
  for (const encoding of ['gzip', 'br', null]) {
    const accepted = { 'accept-encoding': encoding ?? 'identity' }
    const answer = await post(`${url}/api/routes/quoteAll`, body, accepted)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('content-length')).toMatch(/^\d+$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
    const { routes } = JSON.parse(await answer.text())
    expect(routes).toHaveLength(3)
  }
})

/** A provider whose answers wait until `answer` is called. */
function waiting(): { provider: FakeProvider; answer: () => void } {
  let answer = (): void => {}
  const ready = new Promise<void>((resolve) => (answer = resolve))
  const provider = fakeProvider('UNI_SWAP_V3', async () => {
    await ready
    return [offer]
  })
  return { provider, answer: () => answer() }
}

describe('equal quotes at the same time', () => {
  test('ask once, and give each caller routes of its own', async () => {
    const { provider, answer } = waiting()
    const services = fakeServices([provider], { now: 0 })
    const api = embedded(services)
    const calls = [api.quoteAll(body), api.quoteAll({ ...body }), api.quoteAll(body)]
    await expect.poll(() => provider.asked.length).toBe(1)
    answer()
    const answers = await Promise.all(calls)
    expect(provider.asked).toHaveLength(1)
    const ids = answers.map(({ routes }) => routes[0]?.id ?? '')
    expect(new Set(ids).size).toBe(3)
    // Each is swapped by its own payer, and knows nothing of the others.
    const [one = '', two = ''] = ids
    const payers = [alice, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
    await api.swap({ ...body, id: one, fromAddress: payers[0] ?? '' })
    await api.swap({ ...body, id: two, fromAddress: payers[1] ?? '' })
    const quotes = await services.quotes()
    const stored = await Promise.all(ids.map((id) => quotes.find(id)))
    expect(stored.map((each) => each?.quote.request.fromAddress)).toEqual([...payers, null])
  })

  const fields: Partial<QuoteAllBody>[] = [
    { srcTokenAmount: '2' },
    { referrer: 'other' },
    { receiver: someone },
    { fromAddress: alice },
    { refundAddress: someone },
    { integratorAddress: alice },
    { slippage: 0.01 },
    { nativeBlacklist: ['CURVE'] },
    { foreignBlacklist: { lifi: ['across'] } },
    { preferredProvider: 'UNI_SWAP_V3' },
    { timeout: 20 },
    { enableChecks: true },
    { skipFeeProviders: true },
    { depositTradeParams: 'noDeposits' },
    { useDepositTradeIfAvailable: true },
  ]

  test.each(fields)('with a different field (%o) are not equal', async (changes) => {
    const { provider, answer } = waiting()
    const api = embedded(fakeServices([provider], { now: 0 }))
    const calls = [api.quoteAll(body), api.quoteAll({ ...body, ...changes })]
    await expect.poll(() => provider.asked.length).toBe(2)
    answer()
    await Promise.all(calls)
  })

  test('also share within a second, and each sees only what it asked to see', async () => {
    const provider = fakeProvider('UNI_SWAP_V3', [offer])
    const services = fakeServices([provider], { now: 0 }, { shared: createSharedRoutes(60_000) })
    const api = embedded(services)
    const first = await api.quoteAll(body)
    const second = await api.quoteAll({ ...body, showFailedRoutes: true })
    const best = await api.quoteBest(body)
    expect(provider.asked).toHaveLength(1)
    expect([first.failed, second.failed]).toEqual([undefined, []])
    expect(new Set([first.routes[0]?.id, second.routes[0]?.id, best.id]).size).toBe(3)
    // What opens an order in the same call is asked anew.
    await api.swapBest({ ...body, fromAddress: alice })
    expect(provider.asked).toHaveLength(2)
  })

  test('go on for who still waits; the last to leave ends the work, and nothing is stored', async () => {
    let given: AbortSignal | undefined
    const provider = fakeProvider('UNI_SWAP_V3', [])
    const asks: FakeProvider['quote'] = (_request, _ids, { signal }) => {
      given = signal
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')))
      })
    }
    const services = fakeServices([{ ...provider, quote: asks }], { now: 0 })
    const quotes = await services.quotes()
    let saves = 0
    const counted = { ...quotes, save: async () => void (saves += 1) }
    const api = embedded({ ...services, quotes: async () => counted })
    const [one, two] = [new AbortController(), new AbortController()]
    const calls = [one, two].map(({ signal }) => api.quoteAll(body, { signal }))
    const ended = calls.map((call) => expect(call).rejects.toMatchObject({ code: 'INTERRUPTED' }))
    await expect.poll(() => given).toBeDefined()
    one.abort()
    await ended[0]
    expect(given?.aborted).toBe(false)
    two.abort()
    await ended[1]
    expect(given?.aborted).toBe(true)
    expect(saves).toBe(0)
  })

  test('of an order: one caller may open it, the others are sent for a new quote', async () => {
    const state = { rateId: 'r1' }
    const opened: QuoteRequest[] = []
    const provider = fakeProvider(
      'exolix',
      [{ ...offer, provider: 'exolix', executionKind: 'deposit', providerState: state }],
      { capabilities: { recipient: true, chargesFee: false, deposit: true, crossChain: false } },
    )
    const build: FakeProvider['build'] = async (built, context) => {
      opened.push(built.request)
      return {
        ...(await provider.build(built, context)),
        transaction: {
          kind: 'deposit',
          depositAddress: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
          amountToSend: '1',
          exchangeId: 'ex1',
          extraFields: null,
          expiresAtMs: null,
        },
      }
    }
    const shared = createSharedRoutes(60_000)
    const api = embedded(fakeServices([{ ...provider, build }], { now: 0 }, { shared }))
    const answers = await Promise.all([api.quoteAll(body), api.quoteAll(body)])
    const [one = '', two = ''] = answers.map(({ routes }) => routes[0]?.id ?? '')
    const swapOf = (id: string) => ({ ...body, id, fromAddress: alice, receiver: someone })
    await expect(api.swap(swapOf(one))).resolves.toMatchObject({ providerType: 'exolix' })
    await expect(api.swap(swapOf(two))).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
    await expect(api.swap(swapOf(one))).resolves.toMatchObject({ providerType: 'exolix' })
    expect(opened).toHaveLength(1)
  })
})

/** For hundreds of connections on a busy machine. */
const patient = { timeout: 20_000 }

describe('limits', () => {
  test('a status is answered while 300 quotes wait for a silent service, and so is a swap', async () => {
    const { provider, answer } = waiting()
    const services = fakeServices([provider], { now: 0 })
    const ready = embedded(
      fakeServices([fakeProvider('UNI_SWAP_V3', [offer])], { now: 0 }, { quotes: services.quotes }),
    )
    const { id } = await ready.quoteBest(body)
    const url = await open(services)
    const slow = Array.from({ length: 300 }, (_, index) =>
      post(`${url}/api/routes/quoteAll`, { ...body, referrer: `caller ${index}` }),
    )
    await expect.poll(() => provider.asked.length, patient).toBe(256)
    const status = await get(`${url}/api/info/statusExtended?id=unknown`)
    expect(status.status).toBe(200)
    const swap = await post(`${url}/api/routes/swap`, { ...body, id, fromAddress: alice })
    expect(swap.status).toBe(200)
    answer()
    for (const one of slow) expect((await one).status).toBe(200)
  })

  test('who leaves gives up its place, and no provider is asked for it', async () => {
    const { provider, answer } = waiting()
    const url = await open(fakeServices([provider], { now: 0 }))
    const ask = (index: number, signal?: AbortSignal): Promise<number> =>
      fetch(`${url}/api/routes/quoteAll`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, referrer: `caller ${index}` }),
        ...(signal === undefined ? {} : { signal }),
      }).then(
        async (response) => (await response.text(), response.status),
        () => 0,
      )
    const quotes = async (state: 'running' | 'waiting'): Promise<number> => {
      const { bytes } = await get(`${url}/metrics`)
      const line = `swaproute_calculations{lane="quotes",state="${state}"} `
      return Number(new RegExp(`^${line}(\\d+)$`, 'm').exec(bytes.toString())?.[1])
    }
    const open256 = Array.from({ length: 256 }, (_, index) => ask(index))
    await expect.poll(() => quotes('running'), patient).toBe(256)
    const leaving = new AbortController()
    const queued = Array.from({ length: 100 }, (_, index) => ask(1_000 + index, leaving.signal))
    await expect.poll(() => quotes('waiting'), patient).toBe(100)
    leaving.abort()
    await Promise.all(queued)
    await expect.poll(() => quotes('waiting'), patient).toBe(0)
    const asked = provider.asked.length
    answer()
    expect(new Set(await Promise.all(open256))).toEqual(new Set([200]))
    expect(provider.asked.length).toBe(asked)
  })
})
