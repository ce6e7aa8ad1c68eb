/**
 * Binds any Api to HTTP. It listens on loopback unless a token is set (V2). Limits are
 * docs/safety.md V4 and V8.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { SwaprouteError } from '../core/errors.ts'
import { type AppOptions, createHttpApp, retryAfterSeconds } from './httpApp.ts'
import { releaseMemoryWhenQuiet } from './quietMemory.ts'

export type ServerOptions = AppOptions & {
  /** 0 picks a free port. */
  port: number
}

export type RunningServer = {
  url: string
  /** Lets running calls finish for at most `stopLimitMs`, then ends them. */
  stop(): Promise<void>
}

const headersTimeoutMs = 5_000
const requestTimeoutMs = 15_000
const keepAliveTimeoutMs = 5_000
/** Time for a caller to receive a ready answer. */
const takeLimitMs = 8_000
/** Maximum unanswered requests on one connection; a client that sends more is disconnected. */
const maxPipelined = 16
const maxConnections = 512
const maxHeaders = 100
/** Stopping takes at most 10s (V8): this leaves time to close connections. */
const stopLimitMs = 7_000
/** On every answer of a service with local chains (V5). */
const sandboxHeader = 'x-swaproute-sandbox'

/** @throws SwaprouteError CONFIG_INVALID when the address needs a token or cannot be bound */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  if (!isLoopback(options.host) && options.token === null) {
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `${options.host} is reachable from other machines.`,
      {
        hint: 'Set a token with --token-file, or bind 127.0.0.1.',
      },
    )
  }
  const stopping = new AbortController()
  const app = createHttpApp(options, stopping.signal)
  const state = { isStopping: false }
  const respond = async (request: Request, headers: number): Promise<Response> => {
    if (headers > maxHeaders) return closing(431, 'too many headers')
    if (state.isStopping) return closing(503, 'the server is stopping')
    const response = await app.fetch(request)
    if (state.isStopping) response.headers.set('connection', 'close')
    return response
  }
  const answerRequest = getRequestListener(async (request, { incoming }) => {
    const response = await respond(request, incoming.rawHeaders.length / 2)
    if (options.sandbox) response.headers.set(sandboxHeader, 'true')
    return response
  })
  const countPending = createPendingCount()
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, answer) => {
      if (!countPending(request.socket, answer)) return
      cutSlowReader(answer)
      void answerRequest(request, answer)
    },
  )
  releaseMemoryWhenQuiet(server)
  server.maxConnections = maxConnections
  // Node would silently drop headers above its limit, and the Origin with them.
  server.maxHeadersCount = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: Error & { code?: string }) => {
      const busy = cause.code === 'EADDRINUSE'
      reject(
        new SwaprouteError(
          'CONFIG_INVALID',
          `${options.host}:${options.port} ${busy ? 'is in use by another program' : 'cannot be bound'}.`,
          { hint: 'Choose another --port.', cause },
        ),
      )
    })
    server.listen(options.port, options.host, resolve)
  })
  const bound = server.address()
  const port = isAddressInfo(bound) ? bound.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        state.isStopping = true
        const cut = setTimeout(() => {
          stopping.abort()
          server.closeAllConnections()
        }, stopLimitMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** An answer the client does not read would stay in memory, and its connection open, forever. */
function cutSlowReader(answer: ServerResponse): void {
  answer.once('prefinish', () => {
    // Does not delay the stop: a queued answer whose turn never comes is never closed.
    const timer = setTimeout(() => answer.req.socket.destroy(), takeLimitMs).unref()
    const release = (): void => clearTimeout(timer)
    answer.once('finish', release).once('close', release)
  })
}

/**
 * One packet can carry a thousand small requests whose answers would all wait in memory until the
 * client reads them. Returns false, and ends the connection, for a client that sends too many at
 * once; the rest of its packet still arrives and must be ignored without allocating anything.
 */
function createPendingCount(): (socket: Socket, answer: ServerResponse) => boolean {
  const pending = new WeakMap<Socket, number>()
  return (socket, answer) => {
    if (socket.destroyed) return false
    const count = (pending.get(socket) ?? 0) + 1
    pending.set(socket, count)
    answer.once('finish', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
    if (count <= maxPipelined) return true
    socket.destroy()
    return false
  }
}

/** A refusal before any part of the request is read; closes the connection. */
function closing(status: 431 | 503, reason: string): Response {
  const retry = status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}
  return Response.json(
    { error: { code: status === 503 ? 2999 : 1999, reason }, id: randomUUID() },
    { status, headers: { connection: 'close', ...retry } },
  )
}

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
