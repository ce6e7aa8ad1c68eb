/** Requests for what has changed since an earlier answer. */
import { expect, test } from 'vitest'

import { validatorOf } from '../../../src/http/validators.ts'
import { json, refusal, serve, testClient } from './loopback.ts'

const signal = new AbortController().signal
const date = 'Fri, 20 Nov 2026 09:00:00 GMT'

test('an answer comes with its marks, and they ask whether it has changed', async () => {
  const server = await serve((response, { headers }) => {
    response.setHeader('etag', 'W/"a-1"')
    response.setHeader('last-modified', date)
    // As servers do that repeat the headers of the whole answer.
    response.setHeader('content-encoding', headers['if-none-match'] === undefined ? '' : 'gzip')
    if (headers['if-none-match'] === 'W/"a-1"') response.writeHead(304).end()
    else json(response, [1])
  })
  const { client } = testClient([server.url])
  const ask = { url: `${server.url}/list`, effect: 'read', signal } as const
  const first = await client.send({ ...ask, unless: null })
  const validator = { etag: 'W/"a-1"', lastModified: date }
  expect(first).toMatchObject({ status: 200, body: [1], validator })
  const again = await client.send({ ...ask, unless: validator })
  expect(again).toMatchObject({ status: 304, body: null, validator })
  expect(server.received[1]?.headers).toMatchObject({
    'if-none-match': 'W/"a-1"',
    'if-modified-since': date,
  })
  expect(await client.send(ask)).not.toHaveProperty('validator')
})

test('a 304 that was not asked for is a redirect (H2)', async () => {
  const server = await serve((response) => void response.writeHead(304).end())
  const { get } = testClient([server.url])
  for (const more of [{}, { unless: null }]) {
    await expect(refusal(get(`${server.url}/list`, more))).resolves.toMatchObject({
      code: 'UPSTREAM_FAILED',
      check: 'H2',
    })
  }
})

test('other redirects stay errors for such a request', async () => {
  const server = await serve((response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const { get } = testClient([server.url])
  const unless = { etag: '"a"', lastModified: null }
  await expect(refusal(get(`${server.url}/list`, { unless }))).resolves.toMatchObject({
    check: 'H2',
  })
})

test.each([
  ['"a\r\nx-stolen: 1"', null],
  ['a', null],
  [`"${'a'.repeat(201)}"`, null],
  [null, 'yesterday'],
  [7, `${date}\r\n`],
])('the marks %j and %j are not sent back', (etag, lastModified) => {
  expect(validatorOf(etag, lastModified)).toBeNull()
})
