import type { Readable } from 'node:stream'
import type { Io } from './shapes.ts'

const interrupt = '\u0003'
const suspend = '\u001A'
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

/** Stops listening; may be called again. */
export type StopListening = () => void

/**
 * Calls `onKey` with each key while the program goes on with its work; the keys that interrupt and
 * suspend do so.
 */
export function listenForKeys(
  { stdin }: Pick<Io, 'stdin'>,
  onKey: (key: string) => void,
): StopListening {
  const terminal: Terminal = stdin
  const onData = (chunk: Buffer | string): void => {
    for (const key of String(chunk)) {
      if (key === interrupt || key === suspend) passOn(key)
      else onKey(key)
    }
  }
  // In raw mode these keys are not turned into signals.
  const passOn = (key: string): void => {
    if (terminal.setRawMode === undefined) return
    terminal.setRawMode(false)
    if (key === suspend) process.once('SIGCONT', again)
    process.kill(process.pid, key === interrupt ? 'SIGINT' : 'SIGTSTP')
  }
  const again = (): void => {
    setRaw(stdin, true)
  }
  setRaw(stdin, true)
  stdin.on('data', onData)
  stdin.resume()
  return () => {
    if (!stdin.listeners('data').includes(onData)) return
    process.off('SIGCONT', again)
    stdin.off('data', onData)
    setRaw(stdin, false)
    stdin.pause()
  }
}

type Terminal = Readable & { setRawMode?: (raw: boolean) => unknown }

export function setRaw(stdin: Terminal, raw: boolean): void {
  stdin.setRawMode?.(raw)
}
