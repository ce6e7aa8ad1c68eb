import { router } from '../../../support/executionChain.ts'
import { arbUsdc, bob, dai, eth } from '../../../support/executionService.ts'
import type { World } from '../../../support/executionWorld.ts'
import type { EvmFees } from '../../../../src/wallet/types.ts'
import { type HostileCase, callOf, stranger } from './hostileAnswers.ts'

/** Answers whose call is right, but which promise, do or cost something else. */
export const hostileOutcomes: HostileCase[] = [
  {
    name: 'less than the quote had promised',
    check: 'E9',
    hostile: (world) => {
      world.alterAnswer = ({ estimate }) => {
        Object.assign(estimate ?? {}, { destinationWeiMinAmount: '49004999' })
      }
    },
    honest: (world) => {
      world.alterAnswer = ({ estimate }) => {
        Object.assign(estimate ?? {}, { destinationWeiMinAmount: '49005000' })
      }
    },
  },
  {
    name: 'a call that guarantees less than the answer promises',
    check: 'E9',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = callOf({ minOut: 49_004_999n })
      }
    },
  },
  {
    name: 'less than --min-receive',
    check: 'E9',
    order: { minReceive: 49_005_001n },
    hostile: () => {},
  },
  {
    name: 'a unit at least, with an honest expectation',
    check: 'E9',
    hostile: (world) => {
      promiseAtLeast(world, 1n)
    },
    honest: (world) => {
      promiseAtLeast(world, 49_005_000n)
    },
  },
  {
    name: 'a unit below the slippage that was asked for, whatever slippage the service names',
    check: 'E9',
    hostile: (world) => {
      promiseAtLeast(world, 49_004_999n, 0.5)
    },
    honest: (world) => {
      promiseAtLeast(world, 49_005_000n, 0.5)
    },
  },
  {
    name: 'a nineteenth more promised, and a unit at least',
    check: 'E9',
    hostile: (world) => {
      promiseAtLeast(world, 1n)
      const { alterRoute } = world
      world.alterRoute = (route) => {
        alterRoute(route)
        route.estimate.destinationWeiAmount = '58905000'
      }
    },
    honest: (world) => {
      promiseAtLeast(world, 49_005_000n)
    },
  },
  {
    name: 'an expectation that grows behind the quote, so that little of it is guaranteed',
    check: 'P4',
    hostile: (world) => {
      world.alterAnswer = ({ estimate }) => {
        if (estimate !== undefined) estimate.destinationWeiAmount = '58905000'
      }
    },
    honest: (world) => {
      world.alterAnswer = ({ estimate }) => {
        if (estimate !== undefined) estimate.destinationWeiAmount = '49995000'
      }
    },
  },
  {
    name: 'half of the value lost at the least, though not as expected',
    check: 'P2',
    hostile: (world) => {
      world.chains.ETH.rate = 540n
      world.slippageBps = 1_000
    },
    honest: (world) => {
      world.chains.ETH.rate = 540n
    },
  },
  {
    name: 'a call whose time is over',
    check: 'E8',
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, deadlineSeconds: BigInt(world.clock / 1000) - 1n })
    },
    honest: (world) => {
      world.decode = (decoded) => ({
        ...decoded,
        deadlineSeconds: BigInt(world.clock / 1000) + 1_200n,
      })
    },
  },
  {
    name: 'an hour in which one relayer alone could deliver',
    check: 'E8',
    order: { dstToken: arbUsdc },
    hostile: (world) => {
      world.decode = (decoded) => ({
        ...decoded,
        exclusive: { relayer: stranger, until: 3_600n, isPeriod: true },
      })
    },
    honest: (world) => {
      world.decode = (decoded) => ({
        ...decoded,
        exclusive: { relayer: stranger, until: 12n, isPeriod: true },
      })
    },
  },
  {
    name: 'a unit of gas at more than five times the price of recent blocks',
    check: 'E11',
    hostile: (world) => {
      feesOf(world, { maxFeePerGas: 12n, maxPriorityFeePerGas: 10n }, 1n)
    },
    honest: (world) => {
      feesOf(world, { maxFeePerGas: 7n, maxPriorityFeePerGas: 5n }, 1n)
    },
  },
  {
    name: 'another token leaving in the simulation',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        changes.push({ token: stranger, delta: -1n })
      }
    },
    honest: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        changes.push({ token: stranger, delta: 1n })
      }
    },
  },
  {
    name: 'more of the source token leaving',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        for (const change of changes) if (change.delta < 0n) change.delta -= 1n
      }
    },
  },
  {
    name: 'native coins leaving',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        changes.push({ token: eth.address, delta: -1n })
      }
    },
  },
  {
    name: 'an approval of its own',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ approvals }) => {
        approvals.push({ token: dai.address, spender: router, amount: 1n, remaining: 1n })
      }
    },
    honest: (world) => {
      world.chains.ETH.alterSimulation = ({ approvals }) => {
        approvals.push({ token: dai.address, spender: router, amount: 0n, remaining: 0n })
      }
    },
  },
  {
    name: 'our approval made larger',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ approvals }) => {
        for (const approval of approvals) approval.amount += 1n
      }
    },
  },
  {
    name: 'less arriving than promised',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        for (const change of changes) if (change.delta > 0n) change.delta = 49_004_999n
      }
    },
  },
  {
    name: 'less arriving at another receiver',
    check: 'E10',
    order: { receiver: bob },
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        for (const change of changes) if (change.delta > 0n) change.delta = 1n
      }
    },
  },
  {
    name: 'half of the value lost',
    check: 'P2',
    hostile: (world) => {
      world.chains.ETH.rate = 500n
    },
    honest: (world) => {
      world.chains.ETH.rate = 520n
    },
  },
  {
    name: 'twice the value promised',
    check: 'P3',
    hostile: (world) => {
      world.chains.ETH.rate = 2_000n
    },
    honest: (world) => {
      world.chains.ETH.rate = 1_999n
    },
  },
  {
    name: 'more lost than the user wants to lose',
    check: 'P2',
    order: { maxLossBps: 99 },
    hostile: () => {},
  },
  {
    name: 'a slippage above 10 %',
    check: 'P4',
    hostile: (world) => {
      world.slippageBps = 1_001
    },
    honest: (world) => {
      world.slippageBps = 1_000
    },
  },
]

/** Quote, answer and call say this much at least; the expectation stays honest. */
function promiseAtLeast(world: World, least: bigint, slippage?: number): void {
  world.alterRoute = ({ estimate }) => {
    estimate.destinationWeiMinAmount = String(least)
    if (slippage !== undefined) estimate.slippage = slippage
  }
}

function feesOf(
  world: World,
  fees: Omit<Extract<EvmFees, { type: 'eip1559' }>, 'type'>,
  usual: bigint | null,
): void {
  world.chains.ETH.evm.readFees = () =>
    Promise.resolve({ fees: { type: 'eip1559', ...fees }, usual })
}
