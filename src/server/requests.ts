/** Each request, from its first byte to its last: its id, its line in the log, its metrics. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Log } from '../core/log.ts'
import { type Call, type ServerEnv, startCall } from './call.ts'
import type { Metrics } from './metrics.ts'

type Tools = {
  log: Log
  metrics: Pick<Metrics, 'answered'>
  /** Milliseconds since any fixed point. */
  clock: () => number
  /** The known path of a request, or `other`: what callers write is not in logs and metrics. */
  routeOf(path: string): string
  /** Whether lines have the wallet addresses of callers. */
  logsWallets: boolean
}

/** The caller left before the answer was sent; the status that nginx logs for it. */
const leftStatus = 499

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** The id of the request that is handled, for lines about what it causes; at level debug only. */
const current = new AsyncLocalStorage<string>()

export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** To be used before everything else. */
export function observeRequests(tools: Tools): MiddlewareHandler<ServerEnv> {
  const { log, clock } = tools
  const bytesOf = createByteCount()
  return async (context, next) => {
    const startedMs = clock()
    const call = startCall(context)
    context.set('call', call)
    const { outgoing } = context.env
    const end = (status: number): void => {
      const method = knownMethods.has(context.req.method) ? context.req.method : 'other'
      const route = tools.routeOf(context.req.path)
      const ms = Math.round((clock() - startedMs) * 10) / 10
      tools.metrics.answered({ method, route, status, seconds: ms / 1000 })
      if (!log.isLevelEnabled('info')) return
      const bytes = outgoing === undefined ? undefined : bytesOf(outgoing)
      log.info({ ...lineOf(call, tools), method, route, status, ms, bytes }, 'request')
    }
    // What is sent after this function has returned counts as well.
    outgoing?.once('close', () => {
      end(outgoing.writableFinished ? outgoing.statusCode : leftStatus)
    })
    await (log.isLevelEnabled('debug') ? current.run(call.id, next) : next())
    context.res.headers.set('x-request-id', call.id)
    if (outgoing === undefined) end(context.res.status)
  }
}

export function callOf(context: Context): Call {
  const call: unknown = context.get('call')
  if (!isCall(call)) throw new Error('the request was not started')
  return call
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'caller' in value
}

/** Members without a value are left out of a line. */
function lineOf(call: Call, { logsWallets }: Tools): Record<string, unknown> {
  const { id, caller, referrer, pair, wallets, routes } = call
  return {
    id,
    caller: caller.token ?? undefined,
    address: caller.address ?? undefined,
    referrer: referrer ?? undefined,
    pair: pair ?? undefined,
    routes: routes ?? undefined,
    wallets: logsWallets && wallets.length > 0 ? wallets : undefined,
  }
}

/** Bytes of an answer with its headers: what its connection carried since the answer before it. */
function createByteCount(): (answer: ServerResponse) => number {
  const counted = new WeakMap<Socket, number>()
  return ({ req: { socket } }) => {
    const before = counted.get(socket) ?? 0
    counted.set(socket, socket.bytesWritten)
    return socket.bytesWritten - before
  }
}
