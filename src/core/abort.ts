import { setMaxListeners } from 'node:events'

/**
 * Calls `listener` when `signal` aborts, or now if it already has; returns a function that removes
 * it. One signal covers a whole fan-out, and Node prints a leak warning on the user's terminal
 * above ten listeners: everything that waits for a signal uses this function.
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
