import { router } from '../../../support/executionChain.ts'
import { bob, dai, eth } from '../../../support/executionService.ts'
import { type HostileCase, callOf, stranger } from './hostileAnswers.ts'

/** Answers whose call looks right, but which promise, do or cost something else. */
export const hostileOutcomes: HostileCase[] = [
  {
    name: 'less than the quote had promised',
    check: 'E9',
    hostile: (world) => {
      world.alterAnswer = ({ estimate }) => {
        estimate.destinationWeiMinAmount = '49004999'
      }
    },
    honest: (world) => {
      world.alterAnswer = ({ estimate }) => {
        estimate.destinationWeiMinAmount = '49005000'
      }
    },
  },
  {
    name: 'a call that guarantees less than the answer says',
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
      world.chains.ETH.rate = 501n
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
