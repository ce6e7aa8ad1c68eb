import type { Random } from '../support/random.ts'
import type { Commands, Kind } from './machine.ts'
import { peopleOf } from './runs.ts'
import {
  closeTon,
  createTonSystem,
  drawTonOrder,
  healTon,
  payElsewhere,
  type TonSystem,
  words,
} from './tonSystem.ts'

/** What happens in the world besides; also while a process waits. */
const events: Record<string, (system: TonSystem, random: Random) => Promise<void> | void> = {
  messages: ({ world }, random) => {
    world.chain.behaviour.messages = random.pick(['take', 'take', 'take', 'lose', 'keep'])
  },
  release: ({ world }) => world.chain.release(),
  blind: ({ world }, random) => {
    world.chain.behaviour.indexBlind = random() < 0.3
  },
  outage: ({ world }, random) => {
    world.chain.behaviour.down = random() < 0.3
  },
  answers: (system, random) => {
    system.answers = random.pick(['honest', 'honest', 'lost', 'refused'])
  },
  time: ({ world }, random) => {
    world.chain.advance(random.pick([5, 60, 400, 3_600]))
  },
  elsewhere: payElsewhere,
  clock: ({ world }, random) => {
    world.skewSeconds = random.pick([0, 0, 0, 20, -20, 31])
  },
  exchange: ({ world }, random) => {
    world.mood = random.pick(['swap', 'swap', 'swap', 'refund', 'part', 'half', 'keep'])
  },
  service: (system, random) => {
    system.word = random.pick(words)
  },
}

const weights: Record<string, number> = { release: 2, time: 2, messages: 3, exchange: 2 }

const commands: Commands<TonSystem> = {
  ...peopleOf(drawTonOrder, meanwhile),
  ...Object.fromEntries(
    Object.entries(events).map(([name, run]) => [name, { weight: weights[name] ?? 1, run }]),
  ),
}

/** The world goes on while a process waits. */
function meanwhile(system: TonSystem, random: Random): void {
  const rate = random.pick([0, 0.05, 0.2])
  const names = ['release', 'messages', ...Object.keys(events)]
  system.world.onSleep = async () => {
    if (random() < rate) await events[random.pick(names)]?.(system, random)
  }
}

export function tonKind(isFile: boolean): Kind<TonSystem> {
  return {
    name: `TON, ${isFile ? 'with the file' : 'in memory'}`,
    create: () => createTonSystem(isFile, isFile ? 'v4r2' : 'v5r1'),
    commands,
    check: async ({ watch, journal, truth, broken }) => {
      if (broken !== null) throw broken
      await watch.look(journal, truth)
    },
    finish: healTon,
    close: closeTon,
  }
}
