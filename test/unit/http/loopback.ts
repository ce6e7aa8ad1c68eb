import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import { createHttpClient, type HttpClientOptions } from '../../../src/http/client.ts'
import type { HttpRequest } from '../../../src/http/types.ts'

export type Received = {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}
export type Loopback = { url: string; received: Received[] }
export type Answering = (
  response: ServerResponse,
  request: Received,
  count: number,
) => void | Promise<void>

const open: { close(): Promise<void> | void }[] = []

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

/** Registers something to be closed after the test. */
export function closing<T extends { close(): Promise<void> | void }>(thing: T): T {
  open.push(thing)
  return thing
}

/** A server on 127.0.0.1 that keeps what it received; `count` starts at 1. */
export async function serve(answer: Answering): Promise<Loopback> {
  const received: Received[] = []
  const server = createServer((incoming, response) => {
    void readAll(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming
      const request = { method, path: url, headers: plainHeaders(headers), body }
      received.push(request)
      return answer(response, request, received.length)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing({ close: () => stop(server) })
  return { url: `http://127.0.0.1:${portOf(server)}`, received }
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** A client with a clock that only moves when the client sleeps, and no jitter by default. */
export function testClient(
  bases: string[],
  { lookup, ...options }: Partial<HttpClientOptions> & { lookup?: LookupFunction } = {},
): {
  client: ReturnType<typeof createHttpClient>
  slept: number[]
  clock: { nowMs: number }
  get(url: string, more?: Partial<HttpRequest>): Promise<unknown>
} {
  const clock = { nowMs: 1_800_000_000_000 }
  const slept: number[] = []
  const client = closing(
    createHttpClient({
      bases,
      now: () => clock.nowMs,
      random: () => 0.5,
      sleep: async (ms) => {
        slept.push(ms)
        clock.nowMs += ms
      },
      ...(lookup === undefined ? {} : { names: { lookup, close() {} } }),
      ...options,
    }),
  )
  const signal = new AbortController().signal
  return {
    client,
    slept,
    clock,
    get: async (url, more = {}) =>
      (await client.send({ url, effect: 'read', signal, ...more })).body,
  }
}

export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function plainHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]))
}

/** The error as a plain object, so that a table can name the parts it means. */
export async function refusal(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const thrown = await promise.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)?.slice(0, 80)}`),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof SwaprouteError)) throw thrown
  return { code: thrown.code, message: thrown.message, ...thrown.context }
}
