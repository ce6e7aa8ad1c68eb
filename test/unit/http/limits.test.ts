import { describe, expect, test } from 'vitest'
import { limitSeconds } from '../../../src/api/limits.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import type { HttpRequest } from '../../../src/http/types.ts'
import { json, refusal, serve, testClient } from './loopback.ts'

describe('the time of a request (H4)', () => {
  test('has a limit that a host cannot stretch by dripping', async () => {
    const server = await serve((response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const { get } = testClient([server.url])
    const startedAt = performance.now()
    await expect(refusal(get(server.url, { limitMs: 400 }))).resolves.toMatchObject({
      code: 'TIMED_OUT',
    })
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    expect(server.received).toHaveLength(1)
  })

  test('covers the repetitions', async () => {
    const server = await serve((response) => json(response, {}, 503))
    const sleep = (ms: number, signal: AbortSignal) =>
      new Promise<void>((_done, fail) => {
        setTimeout(() => fail(new Error('woken')), ms).unref()
        signal.addEventListener('abort', () => fail(new Error('ended')))
      })
    const { client } = testClient([server.url], { sleep, random: () => 0.9 })
    const request: HttpRequest = {
      url: server.url,
      effect: 'read',
      signal: new AbortController().signal,
      limitMs: 60,
    }
    // The failure that made it wait is more useful than the deadline.
    await expect(client.send(request)).resolves.toMatchObject({ status: 503 })
    expect(server.received).toHaveLength(1)
  })

  test('leaves a slow answer alone that ends within it', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"slow"')
      setTimeout(() => response.end(':true}'), 60)
    })
    const { get } = testClient([server.url])
    await expect(get(server.url, { limitMs: 5_000 })).resolves.toEqual({ slow: true })
  })

  test('is named for every call to a node', async () => {
    const limits: unknown[] = []
    const rpc = createRpcClient({
      http: {
        send: async ({ limitMs }) => {
          limits.push(limitMs)
          return { status: 200, retryAfterSeconds: null, body: { id: 1, result: '0x1' } }
        },
        close: async () => undefined,
      },
      endpoints: { ETH: ['http://127.0.0.1:1'] },
    })
    await rpc.call('ETH', 'eth_chainId', [], { signal: new AbortController().signal })
    expect(limits).toEqual([20_000])
  })

  test.each([
    ['read', undefined, 30],
    ['read', 2, 2],
    ['order', 2, 10],
    ['order', 45, 45],
  ] as const)('of a service: %s with timeout %s is %i s', (effect, timeout, seconds) => {
    expect(limitSeconds(effect, timeout)).toBe(seconds)
  })
})
