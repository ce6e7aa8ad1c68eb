/** What services ask of those who call them, besides Retry-After (client.test.ts). */
import { createServer } from 'node:http'
import { expect, test } from 'vitest'

import { toFailedItem } from '../../../src/backend/wire.ts'
import { SwaprouteError, toSwaprouteError } from '../../../src/core/errors.ts'
import { noPaint } from '../../../src/format/paint.ts'
import { failedTable } from '../../../src/format/routes.ts'
import { closing, json, portOf, refusal, serve, testClient } from './loopback.ts'

test.each([
  ['LI.FI, in seconds', 'ratelimit-reset', '3', 3],
  ['Jupiter, as a moment', 'x-ratelimit-reset', '1800000004', 4],
  ['no known service: a word', 'x-ratelimit-reset', 'soon', null],
])('a limit without Retry-After ends by the header of %s', async (_, name, value, seconds) => {
  const server = await serve((response) => void response.writeHead(429, { [name]: value }).end())
  const { get } = testClient([server.url])
  const error = await refusal(get(server.url, { retries: 0 }))
  expect([error['code'], error['retryAfterSeconds'] ?? null]).toEqual(['RATE_LIMITED', seconds])
  // The host is left alone until then, without a word for a second.
  await refusal(get(server.url, { retries: 0, deadlineMs: 1_800_000_000_500 }))
  expect(server.received).toHaveLength(1)
})

test('requests to one host share its connections, which stay open', async () => {
  const sockets = new Set<number>()
  const server = createServer((request, response) => {
    sockets.add(request.socket.remotePort ?? 0)
    setTimeout(() => json(response, {}), 5)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing({ close: () => server.closeAllConnections() })
  const url = `http://127.0.0.1:${portOf(server)}`
  // Two services of one host, as `lifi` and `LIFI` are.
  const { get } = testClient([`${url}/v1`, `${url}/v2`])
  const ask = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) => get(`${url}/${index % 2 === 0 ? 'v1' : 'v2'}`)),
    )
  await ask()
  await ask()
  await ask()
  expect(sockets.size).toBeLessThanOrEqual(16)
  server.close()
})

test('the screen of a quote shows that a service is not asked for a while', async () => {
  const server = await serve((response) => json(response, {}, 500))
  const { get, client } = testClient([server.url])
  for (let count = 0; count < 5; count++) await get(server.url)
  const { signal } = new AbortController()
  const resting = await client
    .send({ url: server.url, effect: 'read', signal })
    .catch((thrown: unknown) => toSwaprouteError(thrown))
  if (!(resting instanceof SwaprouteError)) throw new Error('it was asked')
  expect(server.received).toHaveLength(5)
  const { providerType, data } = toFailedItem('1', { provider: 'KYBER_SWAP', error: resting })
  const screen = failedTable([{ providerType, data }], 120, noPaint).join('\n')
  expect(screen).toMatch(/KYBER_SWAP +\d+ .*failed 5 times in a row/)
  expect(screen).toContain('(it answered with HTTP 500) and gets no requests for 15s')
})
