import { createServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

import { closing, portOf, refusal, serve, testClient } from './loopback.ts'

const mebibyte = 1_048_576

describe('bodies (H3)', () => {
  // Quick settings: the bombs are made of 100 MiB each.
  const encoders = {
    gzip: (data: string | Buffer) => gzipSync(data, { level: 1 }),
    deflate: (data: string | Buffer) => deflateSync(data, { level: 1 }),
    br: (data: string | Buffer) =>
      brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  }

  test.each(Object.entries(encoders))('reads %s', async (encoding, encode) => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
      response.end(encode(JSON.stringify({ encoding })))
    })
    const { get } = testClient([server.url])
    await expect(get(server.url)).resolves.toEqual({ encoding })
    expect(server.received[0]?.headers['accept-encoding']).toBe('gzip, deflate, br')
  })

  test.each(Object.entries(encoders))('stops a %s bomb', async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(100 * mebibyte, 0x20))
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
      response.end(bomb)
    })
    const { get } = testClient([server.url])
    const before = process.memoryUsage().rss
    await expect(refusal(get(server.url))).resolves.toMatchObject({ check: 'H3', fault: 'limit' })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * mebibyte)
    expect(server.received).toHaveLength(1)
  })

  test('stops an endless stream, plain or decoding to nothing', async () => {
    const endless = (chunk: Buffer, encoding?: string) =>
      serve((response) => {
        response.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding })
        const pump = (): void => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once('drain', pump)
        }
        pump()
      })
    const plain = await endless(Buffer.alloc(65_536, 0x20))
    // Stored blocks of length zero behind a zlib header: valid, and nothing comes out of them.
    const empty = Buffer.concat(
      Array.from({ length: 8_000 }, () => Buffer.from('000000ffff', 'hex')),
    )
    const hollow = await endless(empty, 'deflate')
    const { get } = testClient([plain.url, hollow.url])
    await expect(refusal(get(plain.url))).resolves.toMatchObject({ check: 'H3' })
    await expect(refusal(get(hollow.url))).resolves.toMatchObject({ code: 'UPSTREAM_FAILED' })
  })

  const sized = (size: number) => serve((response) => void response.end(Buffer.alloc(size, 0x61)))

  test.each([
    [2 * mebibyte, {}],
    [2 * mebibyte + 1, { maxBytes: 8 * mebibyte }],
    [8 * mebibyte, { maxBytes: 64 * mebibyte }],
  ])('takes %i bytes with %j', async (size, more) => {
    const server = await sized(size)
    await expect(testClient([server.url]).get(server.url, more)).resolves.toHaveLength(size)
  })

  test.each([
    [2 * mebibyte + 1, {}],
    [1_001, { maxBytes: 1_000 }],
    [8 * mebibyte + 1, { maxBytes: 64 * mebibyte }],
  ])('refuses %i bytes with %j', async (size, more) => {
    const server = await sized(size)
    const answer = testClient([server.url]).get(server.url, more)
    await expect(refusal(answer)).resolves.toMatchObject({ check: 'H3' })
  })

  test('refuses an announced length before reading', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-length': String(3 * mebibyte) })
      response.write('x')
    })
    const { get } = testClient([server.url])
    await expect(refusal(get(server.url))).resolves.toMatchObject({ check: 'H3' })
  })

  test('refuses an unknown encoding', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, br' }).end('x')
    })
    const { get } = testClient([server.url])
    await expect(refusal(get(server.url))).resolves.toMatchObject({ fault: 'malformed' })
  })

  test.each([
    ['truncated gzip', 'gzip', gzipSync('{"a":1}').subarray(0, 12)],
    ['garbage instead of gzip', 'gzip', Buffer.from('{"a":1}')],
    ['garbage instead of brotli', 'br', Buffer.from('not brotli at all')],
  ])('reports %s', async (_name, encoding, bytes) => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
    })
    const { get } = testClient([server.url])
    await expect(refusal(get(server.url))).resolves.toMatchObject({ fault: 'malformed' })
  })
})

describe('JSON (H5)', () => {
  test.each([
    ['deep lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['__proto__', '{"a":{"__proto__":{"admin":true}}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}'],
    ['constructor', '[{"constructor":{}}]'],
    ['prototype', '{"prototype":1}'],
    ['an overlong list', `[${'0,'.repeat(60_000)}0]`],
    [
      'too many values',
      `[${Array.from({ length: 30 }, () => `[${'0,'.repeat(9_999)}0]`).join(',')}]`,
    ],
    ['an overlong text', `{"a":"${'x'.repeat(1_600_000)}"}`],
  ])('refuses %s', async (_name, text) => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    const { get } = testClient([server.url])
    await expect(refusal(get(server.url))).resolves.toMatchObject({ check: 'H5', fault: 'limit' })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    ['text', 200, 'text/plain', 'hello', 'hello'],
    ['JSON without its label', 200, 'text/plain', '{"a":1}', { a: 1 }],
    ['a byte order mark', 200, 'application/json', '\uFEFF{"a":1}', { a: 1 }],
    ['an empty body', 200, 'application/json', '', null],
    ['a problem document', 400, 'application/problem+json', '{"title":"no"}', { title: 'no' }],
    ['an error page', 500, 'application/json', '<html>', '<html>'],
    [
      'an error inside a 2xx, for the adapter',
      200,
      'application/json',
      '{"error":"x"}',
      { error: 'x' },
    ],
  ])('takes %s', async (_name, status, type, text, expected) => {
    const server = await serve((response) => {
      response.writeHead(status, { 'content-type': type }).end(text)
    })
    const { get } = testClient([server.url])
    await expect(get(server.url)).resolves.toEqual(expected)
  })

  test('refuses broken JSON', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":')
    })
    const { get } = testClient([server.url])
    await expect(refusal(get(server.url))).resolves.toMatchObject({ fault: 'malformed' })
  })
})

describe('broken peers', () => {
  /** A TCP server that writes these bytes after the first data and ends its side. */
  async function rawServer(
    bytes: string,
    end: 'half-close' | 'reset',
  ): Promise<{ url: string; count: () => number }> {
    let count = 0
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        count += 1
        if (end === 'half-close') socket.end(bytes)
        else socket.write(bytes, () => socket.resetAndDestroy())
      })
      // The other half is closed by the client; a peer that waits for it must not keep the test.
      socket.on('end', () => socket.destroy())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing({ close: () => new Promise<void>((done) => server.close(() => done())) })
    return { url: `http://127.0.0.1:${portOf(server)}`, count: () => count }
  }

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

  test.each([
    ['a short body', `${head}content-length: 100\r\n\r\n{"a":`, 'half-close', 3],
    ['an unfinished chunk', `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"a":`, 'half-close', 3],
    ['no answer at all', '', 'half-close', 3],
    ['a reset', '', 'reset', 3],
    ['a body cut without a length', `${head}connection: close\r\n\r\n{"a":`, 'half-close', 1],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'half-close', 1],
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 'half-close', 3],
  ] as const)('reports %s', async (_name, bytes, end, attempts) => {
    const server = await rawServer(bytes, end)
    const { get } = testClient([server.url])
    await expect(refusal(get(server.url))).resolves.toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(server.count()).toBe(attempts)
  })
})
