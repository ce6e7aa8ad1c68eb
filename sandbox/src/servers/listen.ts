import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

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
