import type { Random } from '../support/random.ts'
import { alice } from '../../support/executionService.ts'
import { moods } from './bridge.ts'
import { takeBack } from './evmChains.ts'
import { closeEvm, createEvmSystem, drawOrder, type EvmSystem, healEvm } from './evmSystem.ts'
import type { Commands, Kind } from './machine.ts'
import { peopleOf } from './runs.ts'
import { isEnd } from './watch.ts'

/** What happens in the world besides; also while a process waits. */
const events: Record<string, (system: EvmSystem, random: Random) => Promise<void> | void> = {
  mine: ({ world }) => world.chains.ETH.mine(),
  mining: ({ world }, random) => {
    world.chains.ETH.mining = random() < 0.5 ? 'auto' : 'manual'
  },
  blocks: ({ world }, random) => {
    const [count, seconds] = random.pick([
      [1, 12],
      [5, 60],
      [70, 1_000],
    ] as const)
    world.chains.ETH.addBlocks(count, seconds)
  },
  drop: ({ world }, random) => {
    world.chains.ETH.dropNext = random.below(3)
  },
  refuse: ({ world }, random) => {
    world.chains.ETH.refusal = random.pick([null, null, 'already known', 'nonce too low'])
  },
  replace: ({ world, node }) => {
    world.chains.ETH.spendNumber(alice)
    node.behind = null
  },
  reorganize: ({ world, node, journal, looks }, random) => {
    const isOpen = (hash: string): boolean => {
      // Between a poll and its record: as good as after the record, which may be the end.
      if ([...looks].some((look) => look.has(hash))) return false
      const [swapId] = journal.findByHash(hash)
      return swapId !== undefined && !journal.read(swapId).some(({ event }) => isEnd(event))
    }
    takeBack(world.chains.ETH, node, random, isOpen)
  },
  outage: ({ world }, random) => {
    world.chains.ETH.down = random() < 0.4
    world.chains.ARBITRUM.down = random() < 0.3
  },
  omit: async ({ node }, random) => {
    // Two of three: a node that leaves out everything there is would show another chain.
    const lie = random.below(8)
    node.hidesReceipts = lie === 0 || lie === 3
    node.hidesTransactions = lie === 1 || lie === 4
    node.hasHidden ||= node.hidesTransactions
    node.behind = lie >= 2 && lie <= 4 ? new Map([[alice, await node.number()]]) : null
  },
  simulate: ({ world }, random) => {
    world.chains.ETH.simulation = random() < 0.8 ? 'works' : 'unavailable'
  },
  rate: ({ world }, random) => {
    world.chains.ETH.rate = random.pick([990n, 990n, 995n, 970n])
  },
  careless: ({ world }, random) => {
    world.chains.ETH.leftAllowance = random.pick([0n, 0n, 7n])
  },
  clock: ({ world }, random) => {
    world.clock += random.pick([1_000, 61_000, 3_600_000, 2 * 86_400_000, -3_600_000])
  },
  service: ({ bridge }, random) => {
    bridge.mood = random.pick(moods)
  },
  deliver: ({ bridge }, random) => bridge.act(random),
}

const weights: Record<string, number> = { mine: 4, deliver: 4, service: 3, omit: 3, outage: 3 }

const commands: Commands<EvmSystem> = {
  ...peopleOf(drawOrder, meanwhile),
  ...Object.fromEntries(
    Object.entries(events).map(([name, run]) => [name, { weight: weights[name] ?? 1, run }]),
  ),
}

/** The world goes on while a process waits. */
function meanwhile(system: EvmSystem, random: Random): void {
  const rate = random.pick([0, 0.1, 0.4])
  const names = ['mine', 'mine', 'mine', 'deliver', 'deliver', ...Object.keys(events)]
  system.world.onSleep = () => {
    system.world.chains.ETH.timestampSeconds += 1
    if (random() < rate) void events[random.pick(names)]?.(system, random)
  }
}

export function evmKind(isFile: boolean): Kind<EvmSystem> {
  return {
    name: `EVM, ${isFile ? 'with the file' : 'in memory'}`,
    create: () => createEvmSystem(isFile),
    commands,
    check: async ({ watch, journal, truth, broken, looks }) => {
      looks.clear() // they have ended
      if (broken !== null) throw broken
      await watch.look(journal, truth)
    },
    finish: healEvm,
    close: closeEvm,
  }
}
