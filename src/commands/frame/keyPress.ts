import type { Readable } from 'node:stream'
import type { Io } from './shapes.ts'

const interrupt = '\u0003'
const escape = '\u001b'
/** Keys typed before the question is shown are discarded (X6). */
const drainMs = 50

/**
 * One key, without Enter. Null: timeout, interrupt, or a key that quits (Esc, q, Ctrl-C). Enter is
 * an empty text.
 */
export async function readKey(
  { stdin }: Pick<Io, 'stdin'>,
  accepted: (key: string) => boolean,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<string | null> {
  if (signal.aborted) return null
  const opensAtMs = performance.now() + drainMs
  setRaw(stdin, true)
  try {
    return await new Promise((resolve) => {
      const end = (key: string | null): void => {
        clearTimeout(timer)
        stdin.off('data', onData).off('end', onEnd)
        signal.removeEventListener('abort', onEnd)
        resolve(key)
      }
      const onEnd = (): void => {
        end(null)
      }
      const onData = (chunk: Buffer | string): void => {
        const text = String(chunk)
        if (text.includes(interrupt)) return end(null)
        if (performance.now() < opensAtMs) return
        if (text === escape || text === 'q' || text === 'Q') return end(null)
        const key = text === '\r' || text === '\n' ? '' : text
        if (accepted(key)) end(key)
      }
      const timer = setTimeout(onEnd, timeoutMs)
      signal.addEventListener('abort', onEnd)
      stdin.on('data', onData).on('end', onEnd)
      stdin.resume()
    })
  } finally {
    setRaw(stdin, false)
    stdin.pause()
  }
}

export function setRaw(
  stdin: Readable & { setRawMode?: (raw: boolean) => unknown },
  raw: boolean,
): void {
  stdin.setRawMode?.(raw)
}
