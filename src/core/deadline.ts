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
  const onParent = (): void => controller.abort(parent.reason)
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The time of ${ms} ms is over.`, 'TimeoutError'))
  }, ms)
  if (parent.aborted) onParent()
  else parent.addEventListener('abort', onParent, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      parent.removeEventListener('abort', onParent)
    },
  }
}
