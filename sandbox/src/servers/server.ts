import type { Server } from 'node:http'
import { type HttpBindings, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as z from 'zod/mini'
import type { FaultBoard } from '../faults.ts'
import { pause } from '../processes.ts'
import type { Body, Manners } from './manners.ts'

// Shared by all servers on loopback: listening, refusing, and the faults that any server can show.

/** What the node server hands to Hono in addition to the request. */
export type LoopbackEnv = { Bindings: HttpBindings }

/** An answer that is an error, in the service's own form. */
export class RefusalError extends Error {
  readonly status: ContentfulStatusCode
  readonly body: Body

  constructor(status: ContentfulStatusCode, body: Body) {
    super(JSON.stringify(body))
    this.name = 'RefusalError'
    this.status = status
    this.body = body
  }
}

const silencePollMs = 100

/** A server with the faults of every service; its routes throw `RefusalError` for errors. */
export function createServer(
  target: string,
  faults: FaultBoard,
  { path = '/', unauthorized, rateLimited, broken }: Manners = {},
): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>().basePath(path)
  const has = (fault: string): boolean => faults.read(target, fault) !== null
  const failure = broken ?? { message: 'Internal server error' }
  const answer = (
    context: Context<LoopbackEnv>,
    body: Body,
    status: ContentfulStatusCode,
    headers: Record<string, string> = {},
  ): Response =>
    typeof body === 'string'
      ? context.text(body, status, headers)
      : context.json(body, status, headers)

  app.use(async (context, next) => {
    const delay = faults.read(target, 'delay')
    if (delay !== null) await pause(delay * 1_000)
    if (has('down')) {
      context.env.incoming.socket.destroy()
      return context.body(null, 503) // no client is left to read it
    }
    if (has('error')) return answer(context, failure, 500)
    if (has('rate-limit')) {
      const body = rateLimited ?? { message: 'Too many requests' }
      return answer(context, body, 429, { 'retry-after': '1' })
    }
    if (has('garbage')) return context.html('<!doctype html><title>Be right back</title>')
    while (has('silent') && !context.req.raw.signal.aborted) await pause(silencePollMs)
    if (unauthorized !== undefined && has('unauthorized')) return answer(context, unauthorized, 401)
    await next()
    return undefined
  })
  app.onError((thrown, context) =>
    thrown instanceof RefusalError
      ? answer(context, thrown.body, thrown.status)
      : answer(context, failure, 500),
  )
  return app
}

/** @throws RefusalError by `refuse`, with the fault of the body */
export async function readBody<Schema extends z.ZodMiniType>(
  context: Context<LoopbackEnv>,
  schema: Schema,
  refuse: (field: string, problem: string) => RefusalError,
): Promise<z.output<Schema>> {
  let body: unknown
  try {
    body = await context.req.json()
  } catch {
    throw refuse('body', 'is not JSON')
  }
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const field = [...(issue?.path ?? []), ...unknown].join('.')
  throw refuse(field === '' ? 'body' : field, issue?.message ?? 'is wrong')
}

type FetchCallback = Parameters<typeof serve>[0]['fetch']

/** A server on 127.0.0.1. */
export type LoopbackServer = { url: string; close(): Promise<void> }

/** @param port 0: one of the system's choice */
export function listen(app: { fetch: FetchCallback }, port = 0): Promise<LoopbackServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) =>
      resolve({ url: `http://127.0.0.1:${address.port}`, close: () => close(server) }),
    )
    server.once('error', reject)
  })
}

function close(server: ReturnType<typeof serve>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if (isHttp1(server)) server.closeAllConnections()
  })
}

function isHttp1(server: ReturnType<typeof serve>): server is Server {
  return 'closeAllConnections' in server
}
