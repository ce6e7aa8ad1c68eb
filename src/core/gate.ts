import { SwaprouteError } from './errors.ts'

/** Runs a fixed number of calculations, queues a limited number, refuses the rest (V5). */
export type Gate = {
  run<T>(work: () => Promise<T>): Promise<T>
  running(): number
  waiting(): number
}

/** @throws SwaprouteError OVERLOADED when `queueLimit` calls are already waiting */
export function createGate(limit: number, queueLimit: number): Gate {
  let active = 0
  const queue: (() => void)[] = []

  async function enter(): Promise<void> {
    if (active < limit) {
      active += 1
      return
    }
    if (queue.length >= queueLimit) {
      throw new SwaprouteError('OVERLOADED', 'Too many calculations are running.', {
        hint: 'Try again in a few seconds.',
      })
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    // The slot passes on, so `active` stays unchanged.
    if (next === undefined) active -= 1
    else next()
  }

  return {
    run: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    running: () => active,
    waiting: () => queue.length,
  }
}
