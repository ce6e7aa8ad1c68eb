import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { acceptedEncoding, compressAnswers, packed } from '../../../src/server/compression.ts'

test.each([
  [undefined, null, null],
  ['', null, null],
  ['gzip', 'gzip', 'gzip'],
  ['br', 'br', 'br'],
  ['gzip, br', 'br', 'gzip'],
  ['gzip, deflate, br, zstd', 'br', 'gzip'],
  ['GZIP', 'gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br', 'gzip'],
  ['gzip; q=0.5 , br ; q=0.9', 'br', 'br'],
  ['gzip;q=0', null, null],
  ['gzip;q=0.000', null, null],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['*', 'br', 'gzip'],
  ['*;q=0', null, null],
  ['*, br;q=0', 'gzip', 'gzip'],
  ['*, gzip;q=0', 'br', 'br'],
  ['gzip, *;q=0', 'gzip', 'gzip'],
  ['identity', null, null],
  ['identity, gzip', 'gzip', 'gzip'],
  ['identity;q=1, gzip;q=0.5', null, null],
  ['identity;q=0.5, gzip;q=1.0', 'gzip', 'gzip'],
  ['identity;q=0', null, null],
  ['deflate', null, null],
  ['gzip;q=2', null, null],
  ['gzip;level=9', null, null],
])('Accept-Encoding: %s is answered with %s, or %s where gzip is quicker', (header, br, gzip) => {
  expect([acceptedEncoding(header, 'br'), acceptedEncoding(header, 'gzip')]).toEqual([br, gzip])
})

const long = JSON.stringify({ text: 'tokens and routes '.repeat(200) })
const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

describe('an answer', () => {
  const app = new Hono()
  app.use(compressAnswers())
  app.get('/long', (context) => context.body(long, 200, { 'content-type': 'application/json' }))
  app.get('/page', (context) => context.html(`<p>${long}</p>`))
  app.get('/huge', (context) =>
    context.text(long.repeat(100), 200, { vary: 'Origin', etag: 'W/"tag"' }),
  )
  app.get('/tagged', (context) => context.text(long, 200, { etag: '"tag"' }))
  app.get('/varies', (context) => context.text(long, 200, { vary: 'accept-encoding' }))
  app.get('/short', (context) => context.json({ status: 'ok' }))
  app.get('/image', (context) => context.body(long, 200, { 'content-type': 'image/png' }))
  app.get('/empty', (context) => context.body(null, 204))
  app.get('/packed', (context) =>
    context.body('…', 200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
  )

  test.each([
    ['/long', long],
    ['/page', `<p>${long}</p>`],
    ['/huge', long.repeat(100)],
  ])('%s is compressed as asked for, and has its length', async (path, text) => {
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await app.request(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect(unpack[encoding](bytes).toString()).toBe(text)
    }
    const plain = await app.request(path)
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])
    expect(plain.headers.get('vary')).toContain('Accept-Encoding')
  })

  test('to HEAD has the same headers', async () => {
    const headers = { 'accept-encoding': 'br' }
    const get = await app.request('/long', { headers })
    const head = await app.request('/long', { method: 'HEAD', headers })
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
    expect(await head.text()).toBe('')
  })

  test('keeps its other headers', async () => {
    const answer = await app.request('/huge', { headers: { 'accept-encoding': 'br' } })
    expect([answer.headers.get('vary'), answer.headers.get('etag')]).toEqual([
      'Origin, Accept-Encoding',
      'W/"tag"',
    ])
  })

  test('has a weak tag where it is compressed', async () => {
    const answer = await app.request('/tagged', { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('etag')).toBe('W/"tag"')
    expect((await app.request('/tagged')).headers.get('etag')).toBe('"tag"')
  })

  test('names the header once', async () => {
    const { headers } = await app.request('/varies')
    expect(headers.get('vary')).toBe('accept-encoding')
  })

  test.each(['/short', '/image', '/empty', '/packed'])('%s stays as it is', async (path) => {
    const plain = await app.request(path)
    const asked = await app.request(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(asked.headers.get('content-encoding')).toBe(plain.headers.get('content-encoding'))
    expect(await asked.text()).toBe(await plain.text())
  })
})

describe('a document', () => {
  const list = JSON.stringify(
    Array.from({ length: 500 }, (_, at) => ({ name: `token ${(at * 7919) % 1000}`, rate: at / 7 })),
  )

  test('is the same text in each form, and soon the shortest', async () => {
    const forms = packed(list)
    if (forms === null) throw new Error('it is long enough')
    expect(gunzipSync(await forms('gzip')).toString()).toBe(list)
    const quick = await forms('br')
    expect(brotliDecompressSync(quick).toString()).toBe(list)
    await expect.poll(async () => (await forms('br')).length).toBeLessThan(quick.length)
    expect(brotliDecompressSync(await forms('br')).toString()).toBe(list)
  })

  test('has no other form where it is short', () => {
    expect(packed('{}')).toBeNull()
  })
})
