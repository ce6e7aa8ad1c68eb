import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { portOf } from '../unit/http/loopback.ts'

/** An HTTP proxy on this machine that opens tunnels to a port of this machine, or no tunnels. */
export type TestProxy = {
  url: string
  /** The request line of every tunnel that was asked for, in order. */
  asked: string[]
  close(): Promise<void>
}

/** `port` is where every tunnel ends, whatever host was named; null refuses all of them. */
export async function startProxy(port: number | null): Promise<TestProxy> {
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('data', (bytes) => {
      asked.push(bytes.toString('latin1').split('\r\n')[0] ?? '')
      if (port === null) {
        client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
        return
      }
      const target = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        client.pipe(target).pipe(client)
      })
      open.add(target)
      target.on('error', () => client.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    asked,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
