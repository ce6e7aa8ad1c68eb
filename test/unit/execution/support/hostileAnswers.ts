import { router } from '../../../support/executionChain.ts'
import { encodeSwapCall } from '../../../support/fakeSwapCall.ts'
import { alice, arbUsdc, bob, dai, eth, usdc } from '../../../support/executionService.ts'
import type { World } from '../../../support/executionWorld.ts'
import type { OrderChanges } from '../../../support/requests.ts'

export const stranger = '0x00000000000000000000000000000000000000ee'

export const callOf = (changes: Partial<Parameters<typeof encodeSwapCall>[0]>): string =>
  encodeSwapCall({
    kind: 'swap',
    srcToken: usdc.address,
    dstToken: dai.address,
    amountIn: 50_000_000n,
    minOut: 49_005_000n,
    recipient: alice,
    dstChainId: 0,
    ...changes,
  })

export const word = (text: string): string => text.replace('0x', '').padStart(64, '0')

export type HostileCase = {
  name: string
  check: string
  hostile: (world: World) => void
  order?: OrderChanges
  /** What makes the same thing right; the unchanged world where it is left out. */
  honest?: (world: World) => void
}

/** Each refusal has its counterpart: the honest variant of the same world is planned without complaint. */
export const hostileCalls: HostileCase[] = [
  {
    name: 'the node answers for another chain',
    check: 'E1',
    hostile: (world) => {
      world.chains.ETH.reportedChainId = 56
    },
  },
  {
    name: 'an unknown target',
    check: 'E2',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.to = stranger
      }
    },
    honest: (world) => {
      world.pinned.targets.push(stranger)
      world.pinned.spenders.push(stranger)
      world.chains.ETH.code.set(stranger, '0x60')
      world.alterAnswer = ({ transaction }) => {
        transaction.to = stranger
        transaction.approvalAddress = stranger
      }
    },
  },
  {
    name: 'a target without code',
    check: 'E2',
    hostile: (world) => {
      world.chains.ETH.code.clear()
    },
  },
  {
    name: 'no address at all',
    check: 'E2',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.to = '0x12'
      }
    },
  },
  {
    name: 'a plain transfer to an address no order confirms',
    check: 'E2',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.to = usdc.address
        transaction.data = `0xa9059cbb${word(stranger)}${word(50_000_000n.toString(16))}`
        transaction.approvalAddress = null
      }
    },
  },
  {
    name: 'native coins sent to a contract without a call',
    check: 'E2',
    order: { srcToken: eth },
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = '0x'
      }
    },
  },
  {
    name: 'an unknown spender',
    check: 'E3',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.approvalAddress = stranger
      }
    },
  },
  {
    name: 'a spender for a native coin',
    check: 'E3',
    order: { srcToken: eth },
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.approvalAddress = router
      }
    },
  },
  ...[
    '0x095ea7b3',
    '0x23b872dd',
    '0xd505accf',
    '0xa22cb465',
    '0x39509351',
    '0x87517c45',
    '0x30f28b7a',
  ].map((selector): HostileCase => ({
    name: `a call of ${selector}`,
    check: 'E4',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = `${selector}${word(stranger)}${word('ff')}`
      }
    },
  })),
  {
    name: 'a call of the source token itself',
    check: 'E4',
    hostile: (world) => {
      world.pinned.targets.push(usdc.address)
      world.alterAnswer = ({ transaction }) => {
        transaction.to = usdc.address
        transaction.data = `0x42966c68${word('01')}`
      }
    },
  },
  {
    name: 'a Permit2 allowance',
    check: 'E4',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.permit2Address = stranger
      }
    },
  },
  {
    name: 'value without a declared fee',
    check: 'E5',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.value = '1'
      }
    },
    honest: (world) => {
      world.pinned.mostFixedFee = 1n
      world.alterRoute = ({ fees }) => {
        fees.gasTokenFees.provider.fixedWeiAmount = '1'
      }
      world.alterAnswer = ({ transaction }) => {
        transaction.value = '1'
      }
    },
  },
  {
    name: 'a declared fee that its provider is not known to take',
    check: 'E5',
    hostile: (world) => {
      growFee(world, '1000', '1000')
    },
    honest: (world) => {
      world.pinned.mostFixedFee = 1_000n
      growFee(world, '1000', '1000')
    },
  },
  {
    name: 'a declared fee above what its provider is known to take',
    check: 'E5',
    hostile: (world) => {
      world.pinned.mostFixedFee = 999n
      growFee(world, '1000', '1000')
    },
    honest: (world) => {
      world.pinned.mostFixedFee = 999n
      growFee(world, '999', '999')
    },
  },
  {
    name: 'native: more than the amount',
    check: 'E5',
    order: { srcToken: eth },
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.value = '50000001'
      }
    },
  },
  {
    name: 'a fee that has grown by more than 2 %',
    check: 'E5',
    hostile: (world) => {
      world.pinned.mostFixedFee = 2_000n
      growFee(world, '1000', '1021')
    },
    honest: (world) => {
      world.pinned.mostFixedFee = 2_000n
      growFee(world, '1000', '1020')
    },
  },
  {
    name: 'another amount in the call',
    check: 'E5',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = callOf({ amountIn: 50_000_001n })
      }
    },
  },
  {
    name: 'another receiver in the call',
    check: 'E8',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = callOf({ recipient: stranger })
      }
    },
    honest: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = callOf({ recipient: alice })
      }
    },
  },
  {
    name: 'a call that pays the sender although another account is the receiver',
    check: 'E8',
    order: { receiver: bob },
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, recipient: null })
    },
  },
  {
    name: 'another token bought',
    check: 'E8',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = callOf({ dstToken: stranger })
      }
    },
  },
  {
    name: 'another token spent',
    check: 'E8',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = callOf({ srcToken: stranger })
      }
    },
  },
  {
    name: 'a payout on another chain',
    check: 'E8',
    order: { dstToken: arbUsdc },
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, dst: 'POLYGON' })
    },
  },
  {
    name: 'a payout on another chain although the swap stays on its own',
    check: 'E8',
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, dst: 'ARBITRUM' })
    },
  },
  {
    name: 'a refund to a stranger',
    check: 'E8',
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, refundTo: stranger })
    },
    honest: (world) => {
      world.decode = (decoded) => ({ ...decoded, refundTo: alice })
    },
  },
  {
    name: 'an unreadable call without the receiver',
    check: 'E8',
    hostile: (world) => {
      world.decode = () => null
      world.alterAnswer = ({ transaction }) => {
        transaction.data = `0x99999999${word(stranger)}`
      }
    },
    honest: (world) => {
      world.decode = () => null
    },
  },
]

function growFee(world: World, quoted: string, answered: string): void {
  world.alterRoute = ({ fees }) => {
    fees.gasTokenFees.protocol.fixedWeiAmount = quoted
  }
  world.alterAnswer = ({ fees, transaction }) => {
    if (fees !== undefined) fees.gasTokenFees.protocol.fixedWeiAmount = answered
    transaction.value = answered
  }
}
