import { setMaxListeners } from 'node:events'

/**
 * Calls `listener` once `signal` ends, now if it already has; the answer takes it back. One signal
 * covers a whole fan-out, and Node takes more than ten listeners for a leak and says so on the
 * user's terminal: whatever waits for a signal waits through this.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  setMaxListeners(0, signal)
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}
