/** Requests in turn to every copy of the service, as a balancer in front of several machines. */
import { once } from 'node:events'
import http from 'node:http'

export type Balancer = {
  url: string
  /** Replaces the address of a copy, for one that was started again. */
  replace(index: number, url: string): void
  stop(): Promise<void>
}

/**
 * A copy that cannot be connected to did not get the request, and the next one gets it. Whatever ends
 * later is 502: the balancer does not know what was done.
 */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const copies = [...urls]
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  const server = http.createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(Buffer.concat(chunks), copies.length))
    const pass = (body: Buffer, left: number): void => {
      turn += 1
      const target = new URL(incoming.url ?? '/', copies[turn % copies.length])
      const { method, headers } = incoming
      const asked = http.request(target, {
        method,
        headers: { ...headers, host: target.host },
        agent,
      })
      asked.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.once('error', () => outgoing.destroy())
      })
      asked.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && left > 1) pass(body, left - 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{}')
      })
      asked.end(body)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${bound.port}`,
    replace: (index, url) => {
      copies[index] = url
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
