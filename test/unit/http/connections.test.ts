/** Which requests travel on a connection that was used before, and what happens when its host has closed it. */
import { createServer, type ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'

import { createHttpClient } from '../../../src/http/client.ts'
import { closing, json, portOf, refusal, testClient } from './loopback.ts'

/** A host that does not say how long it keeps connections; it counts those it was asked on. */
async function host(
  answer: (response: ServerResponse, used: number) => void,
): Promise<{ url: string; connections: () => number }> {
  const used = new Map<object, number>()
  const server = createServer((request, response) => {
    const count = (used.get(request.socket) ?? 0) + 1
    used.set(request.socket, count)
    request.resume()
    answer(response, count)
  })
  server.keepAliveTimeout = 0 // writes no Keep-Alive header, and closes nothing
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return { url: `http://127.0.0.1:${portOf(server)}`, connections: () => used.size }
}

const order = { method: 'POST', body: {}, effect: 'order' } as const
const signal = new AbortController().signal

test('reads of one host share a connection, also when it was idle for almost a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  try {
    const { url, connections } = await host((response) => json(response, {}))
    const client = closing(createHttpClient({ bases: [url] }))
    const read = () => client.send({ url, effect: 'read', signal })
    for (const idleMs of [0, 12_000, 55_000]) {
      await vi.advanceTimersByTimeAsync(idleMs)
      await read()
    }
    expect(connections()).toBe(1)
    await vi.advanceTimersByTimeAsync(65_000)
    await read()
    expect(connections()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('an order has a connection of its own, so that none that its host closes can lose it', async () => {
  // A connection that was used before is closed as soon as the next request arrives on it.
  const { url, connections } = await host((response, used) => {
    if (used > 1) response.socket?.destroy()
    else json(response, { used })
  })
  const { get } = testClient([url])
  await expect(get(url)).resolves.toEqual({ used: 1 })
  await expect(get(url, order)).resolves.toEqual({ used: 1 })
  await expect(get(url, order)).resolves.toEqual({ used: 1 })
  expect(connections()).toBe(3)
})

test('a read on a connection that its host has closed is repeated at once, on a new one', async () => {
  const { url, connections } = await host((response, used) => {
    if (used > 1) response.socket?.destroy()
    else json(response, { used })
  })
  const { get, slept } = testClient([url])
  await Promise.all([get(url), get(url), get(url)]) // three connections to choose from
  await expect(get(url, { retries: 0 })).resolves.toEqual({ used: 1 })
  expect(slept.filter((ms) => ms > 0)).toEqual([])
  expect(connections()).toBe(4)
})

test('a host that closes every connection is not asked more than once again', async () => {
  const { url, connections } = await host((response) => void response.socket?.destroy())
  const { get } = testClient([url])
  await expect(refusal(get(url, { retries: 0 }))).resolves.toMatchObject({ fault: 'closed' })
  expect(connections()).toBe(2)
})
