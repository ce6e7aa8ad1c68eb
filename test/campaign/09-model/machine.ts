import { createRandom, type Random } from '../support/random.ts'

/** A rule was broken; the text names it and the cause. */
export class Violation extends Error {}

/** Something that can happen. Its randomness is its own, so that leaving out others changes nothing. */
export type Command<S> = {
  weight: number
  run: (system: S, random: Random) => Promise<void> | void
}

export type Commands<S> = Record<string, Command<S>>

/** One kind of machine with money in it, and everything that can happen to it. */
export type Kind<S> = {
  name: string
  create: () => S | Promise<S>
  commands: Commands<S>
  /** Throws a Violation; called after every command. */
  check: (system: S) => Promise<void> | void
  /** Everything gets well again, and no swap may be left hanging. */
  finish: (system: S) => Promise<void>
  close: (system: S) => Promise<void>
}

export type Step = { name: string; seed: number }

export function drawSteps<S>({ commands }: Kind<S>, random: Random, count: number): Step[] {
  const names = Object.entries(commands).flatMap(([name, { weight }]) =>
    Array.from({ length: weight }, () => name),
  )
  return Array.from({ length: count }, () => ({
    name: random.pick(names),
    seed: random.below(2 ** 31),
  }))
}

/** Null when no rule was broken. */
export async function play<S>(kind: Kind<S>, steps: readonly Step[]): Promise<string | null> {
  const system = await kind.create()
  let at = 'the end'
  try {
    for (const [index, { name, seed }] of steps.entries()) {
      at = `command ${index + 1}, ${name}`
      const command = kind.commands[name]
      if (command === undefined) throw new Error(`no command ${name}`)
      await command.run(system, createRandom(seed))
      await kind.check(system)
    }
    at = 'the end'
    await kind.finish(system)
    await kind.check(system)
    return null
  } catch (thrown) {
    return thrown instanceof Violation ? `${thrown.message} (at ${at})` : crashText(thrown, at)
  } finally {
    await kind.close(system)
  }
}

/** The fewest of the steps that were found to go wrong too, by leaving out ever smaller parts. */
export async function shrink<S>(kind: Kind<S>, steps: Step[], tries = 300): Promise<Step[]> {
  let least = steps
  let left = tries
  for (
    let size = Math.ceil(least.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < least.length && left > 0;) {
      const fewer = [...least.slice(0, from), ...least.slice(from + size)]
      left -= 1
      if ((await play(kind, fewer)) === null) from += size
      else least = fewer
    }
  }
  return least
}

function crashText(thrown: unknown, at: string): string {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return `${text.split('\n').slice(0, 6).join(' ')} (at ${at})`
}
