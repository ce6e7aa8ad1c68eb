import { createServer } from 'node:http'
import { SwaprouteError, systemFault } from '../core/errors.ts'

/**
 * `/metrics` on an address of its own, without a token: for scrapers inside of a machine or a
 * network that the operator closes.
 * @throws SwaprouteError CONFIG_INVALID if it cannot be bound
 */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  scrape: () => Promise<string>,
  contentType: string,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000 },
    (request, answer) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        answer.writeHead(404).end()
        return
      }
      scrape().then(
        (text) => answer.writeHead(200, { 'content-type': contentType }).end(text),
        () => answer.writeHead(503).end(),
      )
    },
  )
  server.maxConnections = 16
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const text = `The metrics cannot be served on ${host}:${port}: ${systemFault(cause)}.`
      const hint = 'Choose another --metrics-port.'
      reject(new SwaprouteError('CONFIG_INVALID', text, { hint, cause }))
    })
    server.listen(port, host, resolve)
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
