/** Bytes to a port and what comes back, without an HTTP client that would mend them first. */
import net from 'node:net'

export type Heard = { text: string; statuses: number[]; closed: boolean }

/**
 * Sends the parts a moment apart and listens until the server closes, has given as many `answers`
 * or `listenMs` are over.
 */
export function sendRaw(
  port: number,
  parts: readonly (string | Buffer)[],
  options: { listenMs: number; halfClose?: boolean; answers?: number },
): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    const heard = (): number[] =>
      [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map((one) => Number(one[1]))
    const finish = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, statuses: heard(), closed })
    }
    const timer = setTimeout(() => finish(false), options.listenMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (heard().length === options.answers) finish(false)
    })
    socket.on('end', () => finish(true))
    socket.on('error', () => finish(true)) // a reset is a refusal too
    socket.on('connect', () => {
      void (async () => {
        for (const [index, part] of parts.entries()) {
          if (index > 0) await new Promise((go) => setTimeout(go, 30))
          if (socket.writable) socket.write(part)
        }
        if (options.halfClose === true) socket.end()
      })()
    })
  })
}
