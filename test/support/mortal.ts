import type { Api } from '../../src/api/api.ts'
import type { Checkpoint } from '../../src/execution/checkpoints.ts'

/** Thrown where a test kills the process; everything the dead process touches throws it as well. */
export class Killed extends Error {}

/** A process that is killed at a checkpoint; absent: never. */
export function createMortal(killAt: Checkpoint | undefined): {
  /** @throws Killed once it is dead */
  alive(): void
  /** An object of the process, whose functions throw once it is dead. */
  mortal<T extends object>(target: T): T
  checkpoint(name: Checkpoint): void
} {
  let dead = false
  const alive = (): void => {
    if (dead) throw new Killed('this process was killed')
  }
  return {
    alive,
    mortal: (target) =>
      new Proxy(target, {
        get: (object, name, receiver) => {
          const value: unknown = Reflect.get(object, name, receiver)
          if (typeof value !== 'function') return value
          return (...args: unknown[]): unknown => {
            alive()
            return Reflect.apply(value, object, args)
          }
        },
      }),
    checkpoint: (name) => {
      alive()
      if (name !== killAt) return
      dead = true
      throw new Killed(name)
    },
  }
}

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked in these tests'))

/** What the tests of an execution never ask of an `Api`. */
export const unaskedApi = {
  quoteBest: notAsked,
  quoteDepositTrades: notAsked,
  swapDepositTrade: notAsked,
  status: notAsked,
  chains: notAsked,
  providers: notAsked,
} as const satisfies Partial<Api>
