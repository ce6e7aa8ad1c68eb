import { onAbort } from './deadline.ts'
import { SwaprouteError } from './errors.ts'

/** Runs a fixed number of calculations, queues a limited number, refuses the rest (V5). */
export type Gate = {
  /** @param signal a caller that leaves gives up its place in the queue */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  running(): number
  waiting(): number
}

/**
 * @throws SwaprouteError OVERLOADED when `queueLimit` calls are already waiting; INTERRUPTED for a
 *   caller that leaves before its turn
 */
export function createGate(limit: number, queueLimit: number): Gate {
  let active = 0
  const queue = new Set<() => void>()

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    if (active < limit) {
      active += 1
      return
    }
    if (queue.size >= queueLimit) {
      throw new SwaprouteError('OVERLOADED', 'Too many calculations are running.', {
        hint: 'Try again in a few seconds.',
      })
    }
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        release()
        resolve()
      }
      queue.add(turn)
      const release =
        signal === undefined
          ? () => {}
          : onAbort(signal, () => {
              if (queue.delete(turn))
                reject(new SwaprouteError('INTERRUPTED', 'The request was ended.'))
            })
    })
  }

  function leave(): void {
    const [next] = queue
    // The slot passes on, so `active` stays unchanged.
    if (next === undefined) active -= 1
    else {
      queue.delete(next)
      next()
    }
  }

  return {
    run: async (work, signal) => {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    running: () => active,
    waiting: () => queue.size,
  }
}
