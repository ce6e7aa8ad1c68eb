/**
 * Binds any Api to HTTP. It listens on loopback unless a token is set (V2). Limits are
 * docs/safety.md V4 and V8.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { SwaprouteError } from '../core/errors.ts'
import { type AppOptions, createHttpApp, type Phase } from './httpApp.ts'
import { createMetrics } from './metrics.ts'
import { releaseMemoryWhenQuiet } from './quietMemory.ts'

export type ServerOptions = Omit<AppOptions, 'metrics'> & {
  /** Counts only this server's own requests if omitted. */
  metrics?: AppOptions['metrics']
  /** 0 picks a free port. */
  port: number
  /** Seconds between the request to stop and the end of accepting connections; 0 if omitted. */
  drainSeconds?: number
}

export type RunningServer = {
  url: string
  /**
   * Not ready from now on (`/readyz`), so that balancers choose another server, while requests are
   * still accepted for the time to drain. Then running calls may finish for `stopLimitMs`.
   */
  stop(): Promise<void>
  /** Of several processes: rejects when they cannot be kept running. */
  failed?: Promise<never>
}

const headersTimeoutMs = 5_000
const requestTimeoutMs = 15_000
/**
 * Of idle connections: longer than the 60 s for which balancers keep theirs, which would otherwise
 * send a request on a connection that closes at that moment.
 */
const keepAliveTimeoutMs = 65_000
/** The same while many connections are open: those that do nothing make room. */
const crowdedKeepAliveMs = 5_000
/** Time for a caller to receive a ready answer. */
const takeLimitMs = 8_000
/** Maximum unanswered requests on one connection; a client that sends more is disconnected. */
const maxPipelined = 16
const maxConnections = 512
const crowdedFrom = maxConnections / 2
/** Stopping takes at most 10s (V8): this leaves time to close connections. */
const stopLimitMs = 7_000
/** On every answer of a service with local chains (V5). */
const sandboxHeader = 'x-swaproute-sandbox'

/** @throws SwaprouteError CONFIG_INVALID when the address needs a token or cannot be bound */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  if (!isLoopback(options.host) && options.tokens === null) {
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `${options.host} is reachable from other machines.`,
      {
        hint: 'Set a token with --token-file, or bind 127.0.0.1.',
      },
    )
  }
  const stopping = new AbortController()
  let phase: Phase = 'serving'
  const metrics = options.metrics ?? (await createMetrics(options.version))
  const app = createHttpApp(
    { ...options, metrics },
    { phase: () => phase, signal: stopping.signal },
  )
  const answerRequest = getRequestListener(async (request, env) => {
    const response = await app.fetch(request, env)
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
  makeRoomWhenCrowded(server)
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
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      phase = 'stopping'
      const cut = setTimeout(() => {
        stopping.abort()
        server.closeAllConnections()
      }, stopLimitMs)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      server.closeIdleConnections()
    })
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      phase = 'draining'
      const { drainSeconds = 0 } = options
      if (drainSeconds > 0) await wait(drainSeconds * 1000)
      await close()
    },
  }
}

/** Idle connections of some clients must not keep others out. */
function makeRoomWhenCrowded(server: Server): void {
  let open = 0
  server.on('connection', (socket: Socket) => {
    open += 1
    const isCrowded = open > crowdedFrom
    if (isCrowded) server.closeIdleConnections()
    server.keepAliveTimeout = isCrowded ? crowdedKeepAliveMs : keepAliveTimeoutMs
    socket.once('close', () => {
      open -= 1
    })
  })
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

/** Whether only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
