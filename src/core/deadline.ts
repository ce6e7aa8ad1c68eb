import { setMaxListeners } from 'node:events'

export type Deadline = {
  /** Aborts with the parent's reason, or after the time limit with a TimeoutError. */
  signal: AbortSignal
  /** Stops the timer; must be called when the work ends, successful or not. */
  end(): void
}

/**
 * A signal that aborts after `ms` milliseconds or with its parent. Not `AbortSignal.any` with
 * `AbortSignal.timeout`: Node 20 lets that pair be collected as garbage, and it never fires
 * (https://github.com/nodejs/node/issues/57736, read 2026-11).
 */
export function startDeadline(parent: AbortSignal, ms: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The time limit of ${ms}ms was exceeded.`, 'TimeoutError'))
  }, ms)
  const leave = onAbort(parent, () => controller.abort(parent.reason))
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      leave()
    },
  }
}

/**
 * Calls `listener` when `signal` aborts, or now if it already has; returns a function that removes
 * it. One signal covers a whole fan-out, and Node prints a leak warning on the user's terminal
 * above ten listeners, so every wait for a signal uses this function.
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

/** The result of `work`; rejects with `late()` if it takes longer than `limitMs`. */
export async function within<T>(limitMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late())
    }, limitMs)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
