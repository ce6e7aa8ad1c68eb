/** Row 10: a node that lies in eight ways, and a chain that reorganizes, drops and replaces. */
import type { World } from '../../support/executionWorld.ts'
import type { Checkpoint } from '../../../src/execution/checkpoints.ts'
import { alice } from '../../support/executionService.ts'
import type { Random } from '../support/random.ts'
import { defineRow } from '../support/row.ts'
import { type Disturbance, type Kind, runCase } from './evmCase.ts'

type Chain = World['chains']['ETH']

/** Puts other answers in the place of the node's; `end` brings the honest ones back. */
function lying(lie: (chain: Chain, world: World) => Partial<Chain['evm']> | void): Disturbance {
  return {
    begin: (world, context) => {
      const { ETH } = world.chains
      const kept = { evm: { ...ETH.evm }, chainId: ETH.reportedChainId, rate: ETH.rate }
      Object.assign(ETH.evm, lie(ETH, world) ?? {})
      const end = (): void => {
        Object.assign(ETH.evm, kept.evm)
        ETH.reportedChainId = kept.chainId
        ETH.rate = kept.rate
        ETH.dropNext = 0
        ETH.refusal = null
        ETH.mining = 'auto'
        ETH.mine()
      }
      return { context, end }
    },
  }
}

const lies: readonly [name: string, make: (random: Random) => Disturbance][] = [
  ['another chain id', () => lying((chain) => void (chain.reportedChainId = 56))],
  [
    'an old nonce',
    () =>
      lying(({ evm: { readNonce } }) => ({
        readNonce: async (...given) => {
          const { latest, pending } = await readNonce(...given)
          return { latest: Math.max(0, latest - 1), pending: Math.max(0, pending - 1) }
        },
      })),
  ],
  ['no receipt', () => lying(() => ({ readReceipt: async () => null }))],
  [
    'the receipt of another transaction',
    () =>
      lying((chain) => {
        const { readReceipt } = chain.evm
        const other = chain.send(alice, 1n)
        return { readReceipt: (blockchain) => readReceipt(blockchain, other) }
      }),
  ],
  [
    'success of a reverted one',
    () => ({
      ...lying((chain) => {
        const { readReceipt, broadcast } = chain.evm
        return {
          broadcast: async (...given) => {
            chain.rate = 1n
            return await broadcast(...given)
          },
          readReceipt: async (...given) => {
            const receipt = await readReceipt(...given)
            return receipt === null ? null : { ...receipt, succeeded: true }
          },
        }
      }),
      mayStayOpen: true,
    }),
  ],
  [
    'balances',
    (random) => {
      const factor = random.pick([0n, 1_000_000n])
      return lying(({ evm: { readBalances } }) => ({
        readBalances: async (...given) =>
          (await readBalances(...given)).map((balance) => balance * factor),
      }))
    },
  ],
  [
    'a stale block',
    () =>
      lying((chain) => {
        const old = { number: 1n, timestampSeconds: chain.timestampSeconds }
        return { readBlock: async () => old }
      }),
  ],
  [
    'takes the bytes and drops them',
    (random) => lying((chain) => void (chain.dropNext = 1 + random.below(6))),
  ],
]

/** Something that happens to the newest own transaction in one of the first sleeps. */
function happening(
  random: Random,
  what: (chain: Chain, hash: string) => void,
  more: (chain: Chain) => void = () => {},
): Disturbance {
  const target = 1 + random.below(6)
  return {
    begin: (world, context) => {
      const { ETH } = world.chains
      let sleeps = 0
      more(ETH)
      world.onSleep = () => {
        sleeps += 1
        const hash = ETH.broadcasts.at(-1)
        if (sleeps === target && hash !== undefined) what(ETH, hash)
        else if (sleeps % 2 === 0) ETH.mine()
      }
      const end = (): void => {
        ETH.mining = 'auto'
        ETH.refusal = null
        ETH.dropNext = 0
        ETH.mine()
      }
      return { context, end }
    },
  }
}

const points: readonly Checkpoint[] = [
  'pay_signed',
  'pay_broadcast',
  'pay_confirmed',
  'approve_broadcast',
  'approve_confirmed',
  'delivering',
]

/** The process dies, and what it sent last leaves the chain with its block before the next one. */
function killedThen(random: Random, what: (chain: Chain, hash: string) => void): Disturbance {
  const killAt = random.pick(points)
  return {
    begin: async (world) => ({
      context: world.context(await world.openJournal(), { killAt }),
      end: () => {},
    }),
    between: ({ chains: { ETH } }) => {
      const hash = ETH.broadcasts.at(-1)
      if (hash !== undefined && ETH.isNewest(hash)) what(ETH, hash)
    },
  }
}

/** Taken back where it is mined and nothing was built on it; otherwise left alone. */
function takeBack(chain: Chain, hash: string, keepInPool: boolean): void {
  if (chain.isNewest(hash)) chain.reorganize(hash, { keepInPool })
}

const manual = (chain: Chain): void => void (chain.mining = 'manual')

const happenings: readonly [name: string, make: (random: Random) => Disturbance][] = [
  ['mined late', (random) => happening(random, (chain) => chain.mine(), manual)],
  [
    'reorganized, back in the pool',
    (random) => happening(random, (chain, hash) => takeBack(chain, hash, true), manual),
  ],
  [
    'reorganized, lost',
    (random) => happening(random, (chain, hash) => takeBack(chain, hash, false), manual),
  ],
  [
    'reorganized after a crash, back in the pool',
    (random) => killedThen(random, (chain, hash) => chain.reorganize(hash, { keepInPool: true })),
  ],
  [
    'reorganized after a crash, lost',
    (random) => killedThen(random, (chain, hash) => chain.reorganize(hash, { keepInPool: false })),
  ],
  [
    'dropped once',
    (random) =>
      happening(
        random,
        () => {},
        (chain) => void (chain.dropNext = 1),
      ),
  ],
  [
    'dropped often',
    (random) =>
      happening(
        random,
        () => {},
        (chain) => void (chain.dropNext = 7),
      ),
  ],
  [
    'replaced before it is mined',
    (random) => happening(random, (chain) => chain.spendNumber(alice), manual),
  ],
  [
    'replaced after a crash and a reorganization',
    (random) =>
      killedThen(random, (chain, hash) => {
        chain.reorganize(hash, { keepInPool: false })
        chain.spendNumber(alice)
      }),
  ],
  [
    'bumped: the node wants more for what it has taken',
    (random) =>
      happening(
        random,
        (chain) => chain.mine(),
        (chain) => {
          manual(chain)
          chain.refusal = 'replacement transaction underpriced'
        },
      ),
  ],
]

const kinds: readonly Kind[] = ['token', 'native', 'bridge']

defineRow(
  {
    number: 10,
    title: 'a lying node; reorganized, dropped, replaced and bumped payments',
    cases: { fast: 18, full: 8 * 10 + 10 * 20 },
  },
  async (row) => {
    const sets = [
      { list: lies, rounds: row.sized({ fast: 1, full: 10 }) },
      { list: happenings, rounds: row.sized({ fast: 1, full: 20 }) },
    ]
    for (const { list, rounds } of sets) {
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, make] of list) {
          const kind = row.random.pick(kinds)
          const disturbance = make(row.random)
          await row.check(`${name} ${round} (${kind})`, () => runCase(kind, disturbance))
        }
      }
    }
  },
)
