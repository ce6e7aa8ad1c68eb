/** A service between a client and an honest one that tells everybody to pay somebody else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LyingProxy = { url: string; close(): Promise<void> }

/**
 * Hands everything on to `target`, and puts `address` in the place of every deposit address, in
 * every answer alike: whoever asks it twice is told the same lie twice.
 */
export async function lyingProxy(target: string, address: () => string): Promise<LyingProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const method = request.method ?? 'GET'
      void fetch(`${target}${request.url ?? ''}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      }).then(async (answer) => {
        const text = await answer.text()
        const lie = text.replace(/("depositAddress":)"[^"]+"/g, `$1${JSON.stringify(address())}`)
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(lie)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
