/** A service between a client and an honest one that makes every client pay another account. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LyingProxy = { url: string; close(): Promise<void> }

/**
 * Hands everything on to `target`, and puts `address` in the place of every deposit address, in
 * every answer alike: a second question gets the same lie.
 */
export function lyingProxy(target: string, address: () => string): Promise<LyingProxy> {
  return proxyTo(target, (_, text) =>
    text.replace(/("depositAddress":)"[^"]+"/g, `$1${JSON.stringify(address())}`),
  )
}

/** An older service: it does not have `path`. */
export function olderService(target: string, path: string): Promise<LyingProxy> {
  return proxyTo(target, (asked, text) => (asked === path ? null : text))
}

/** What is asked: its path with the query, and its body. */
export type Asked = { method: string; path: string; body: string }

/**
 * @param change of an answer to what was asked at a path; null: there is nothing at the path
 * @param ask what is handed on of a question; null: there is nothing at the path
 */
export async function proxyTo(
  target: string,
  change: (path: string, text: string) => string | null,
  ask: (asked: Asked) => Asked | null = (asked) => asked,
): Promise<LyingProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const nothing = '{"statusCode":404,"message":"Cannot GET","error":"Not Found"}'
      const type = { 'content-type': 'application/json' }
      const asked = ask({
        method: request.method ?? 'GET',
        path: request.url ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
      })
      if (asked === null) {
        response.writeHead(404, type).end(nothing)
        return
      }
      const { method, path, body } = asked
      const url = `${target}${path}`
      void fetch(url, {
        method,
        headers: type,
        ...(method === 'POST' ? { body } : {}),
      }).then(async (answer) => {
        const text = change(new URL(url).pathname, await answer.text())
        response.writeHead(text === null ? 404 : answer.status, type).end(text ?? nothing)
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
