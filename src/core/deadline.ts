import { onAbort } from './abort.ts'

export type Deadline = {
  /** Ends with the parent's reason, or after the time with a TimeoutError. */
  signal: AbortSignal
  /** To be called when the work is over, whatever became of it. */
  end(): void
}

/**
 * A signal that ends `ms` milliseconds from now or with its parent. Not `AbortSignal.any` with
 * `AbortSignal.timeout`: Node 20 lets that pair be collected as garbage, and it never fires
 * (https://github.com/nodejs/node/issues/57736, read 2026-11).
 */
export function startDeadline(parent: AbortSignal, ms: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The time of ${ms} ms is over.`, 'TimeoutError'))
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
