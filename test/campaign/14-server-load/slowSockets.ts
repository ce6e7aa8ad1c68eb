/**
 * Connections that hold on to the server: they send a byte a second, nothing, never read,
 * or ask for more than anybody could want.
 */
import net from 'node:net'

export const slowKinds = ['headers', 'body', 'idle', 'silent', 'reader', 'flood'] as const
export type SlowKind = (typeof slowKinds)[number]

export type SlowSocket = {
  kind: SlowKind
  /** Milliseconds from its connection until the server was seen to have ended it; null: not yet. */
  closedAfterMs(): number | null
  destroy(): void
}

const head = 'POST /api/routes/quoteAll HTTP/1.1\r\nHost: 127.0.0.1\r\n'
const typed = `${head}Content-Type: application/json\r\n`
const large = 'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

const first: Readonly<Record<SlowKind, string>> = {
  headers: head,
  body: `${typed}Content-Length: 1000\r\n\r\n{`,
  idle: 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  silent: '',
  reader: large.repeat(8),
  flood: large.repeat(1_000),
}

/** What follows again and again; a reader asks until no buffer takes its answers any more. */
const next: Readonly<Partial<Record<SlowKind, { text: string; everyMs: number }>>> = {
  headers: { text: 'X: y\r\n', everyMs: 1_000 },
  body: { text: ' ', everyMs: 1_000 },
  reader: { text: large.repeat(8), everyMs: 200 },
  // One that does not read only learns by sending that the server is gone.
  flood: { text: '\r\n', everyMs: 500 },
}

export function openSlow(port: number, kind: SlowKind): SlowSocket {
  let startedAtMs = Date.now()
  let closedAtMs: number | null = null
  const socket = net.connect({ port, host: '127.0.0.1' })
  const { text = '', everyMs = 1_000 } = next[kind] ?? {}
  const timer = setInterval(() => {
    if (text !== '' && socket.writable) socket.write(text)
  }, everyMs)
  const end = (): void => {
    clearInterval(timer)
    closedAtMs ??= Date.now()
  }
  socket.on('error', () => undefined)
  socket.on('close', end)
  socket.on('connect', () => {
    startedAtMs = Date.now()
    if (first[kind] !== '') socket.write(first[kind])
    if (kind === 'reader' || kind === 'flood') socket.pause()
    else socket.resume()
  })
  return {
    kind,
    closedAfterMs: () => (closedAtMs === null ? null : closedAtMs - startedAtMs),
    destroy: () => {
      clearInterval(timer)
      socket.destroy()
    },
  }
}
