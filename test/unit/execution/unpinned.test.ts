/** The one way around the pinned tables (E2, E3): a person types the whole address. */
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import type { ExecutionContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import type { UnpinnedContract } from '../../../src/core/review.ts'
import { router } from '../../support/executionChain.ts'
import { alice, arbUsdc, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import { callOf, stranger, word } from './support/hostileAnswers.ts'
import { wait } from './support/killing.ts'

/** The service is honest, but our table does not know its contract yet. */
function unknownRouter(pinned: Partial<World['pinned']> = {}): World {
  const world = createWorld()
  world.pinned = { targets: [], spenders: [], ...pinned }
  return world
}

type Asked = { context: ExecutionContext; asked: UnpinnedContract[] }

async function asking(world: World, answer: (address: string) => boolean): Promise<Asked> {
  const asked: UnpinnedContract[] = []
  const context: ExecutionContext = {
    ...world.context(await world.openJournal()),
    acceptContract: async (contract) => {
      asked.push(contract)
      return answer(contract.address)
    },
  }
  return { context, asked }
}

const yes = (): boolean => true
const checksum = toChecksumAddress(router)

describe('a contract in no table', () => {
  test('is refused where no question is possible, and where the user does not type it', async () => {
    const world = unknownRouter()
    const silent = world.context(await world.openJournal())
    await expect(planSwap(world.order(), silent)).rejects.toMatchObject({
      context: { check: 'E2', to: checksum },
      hint: expect.stringContaining('--accept-contract eth:'),
    })
    const { context, asked } = await asking(world, () => false)
    await expect(planSwap(world.order(), context)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E2', to: checksum },
      hint: expect.stringContaining('--accept-contract eth:'),
    })
    expect(asked).toHaveLength(1)
    expect(world.signer.signatures).toEqual([])
  })

  test('is paid once its address was typed: warned of, journalled, approved exactly', async () => {
    const world = unknownRouter()
    const { context, asked } = await asking(world, (address) => address === checksum)
    const planned = await planSwap(world.order(), context)
    expect(asked).toEqual([
      {
        provider: planned.provider,
        blockchain: 'ETH',
        address: checksum,
        roles: ['target', 'spender'],
      },
    ])
    expect(planned.card.warnings[0]).toMatchObject({
      code: 'UNPINNED_CONTRACT',
      text: expect.stringContaining(checksum),
    })
    expect(planned.card.approvals).toMatchObject([{ amount: 50_000_000n }])
    const { receiptId } = await executeSwap(planned, context, wait)
    const [first] = context.journal.read(receiptId)
    expect(first?.event).toMatchObject({ type: 'planned', acceptedContracts: [checksum] })
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
  })

  test.each([
    ['spender', { targets: [router] }, 'E3', ['spender']],
    ['target', { spenders: [router] }, 'E2', ['target']],
  ] as const)(
    'asks for the role alone that is unknown: %s',
    async (_role, pinned, check, roles) => {
      const world = unknownRouter({
        targets: [],
        spenders: [],
        ...structuredClone(pinned),
      } as never)
      const no = await asking(world, () => false)
      await expect(planSwap(world.order(), no.context)).rejects.toMatchObject({
        context: { check },
      })
      expect(no.asked).toMatchObject([{ roles }])
      const { context } = await asking(world, yes)
      await expect(planSwap(world.order(), context)).resolves.toMatchObject({
        acceptedContracts: [checksum],
      })
    },
  )

  test('nothing is asked of a pinned one, and nothing is journalled', async () => {
    const world = createWorld()
    const { context, asked } = await asking(world, yes)
    const planned = await planSwap(world.order(), context)
    const { receiptId } = await executeSwap(planned, context, wait)
    expect([asked, planned.card.warnings]).toEqual([[], []])
    expect(context.journal.read(receiptId)[0]?.event).not.toHaveProperty('acceptedContracts')
  })
})

describe('where no question is possible', () => {
  test.each([
    ['E2', 'to'],
    ['E3', 'approvalAddress'],
  ] as const)(
    '%s is what a foreign address breaks, even with an unreadable call',
    async (...row) => {
      const [check, member] = row
      const world = createWorld()
      world.alterAnswer = ({ transaction }) => {
        transaction[member] = stranger
        transaction.data = '0x12345678'
      }
      const silent = world.context(await world.openJournal())
      await expect(planSwap(world.order(), silent)).rejects.toMatchObject({ context: { check } })
      world.alterAnswer = () => undefined
      await expect(planSwap(world.order(), silent)).resolves.toMatchObject({
        acceptedContracts: [],
      })
    },
  )
})

describe('every other rule stays', () => {
  const cases: [name: string, check: string, change: (world: World) => void][] = [
    [
      'code at the contract',
      'E2',
      (world) => void world.chains.ETH.code.delete(router.toLowerCase()),
    ],
    [
      'no forbidden method',
      'E4',
      (world) => {
        world.alterAnswer = ({ transaction }) =>
          (transaction.data = `0x095ea7b3${word(stranger)}${word('ff')}`)
      },
    ],
    [
      'no call of the source token',
      'E4',
      (world) => {
        world.alterAnswer = ({ transaction }) => {
          transaction.to = usdc.address
          transaction.data = `0x23b872dd${word(alice)}${word(stranger)}${word('ff')}`
        }
      },
    ],
    [
      'the value',
      'E5',
      (world) => {
        world.alterAnswer = ({ transaction }) => (transaction.value = '1000000')
      },
    ],
    [
      'the receiver',
      'E8',
      (world) => {
        world.alterAnswer = ({ transaction }) =>
          (transaction.data = callOf({ recipient: stranger }))
      },
    ],
    [
      'a receiver in an unreadable call',
      'E8',
      (world) => {
        world.decode = () => null
        world.alterAnswer = ({ transaction }) => (transaction.data = `0xdeadbeef${word(stranger)}`)
      },
    ],
    [
      'the minimum',
      'E9',
      (world) => {
        world.alterAnswer = ({ transaction }) => (transaction.data = callOf({ minOut: 1n }))
      },
    ],
    ['a simulation', 'E10', (world) => void (world.chains.ETH.simulation = 'unavailable')],
  ]

  test.each(cases)('%s', async (_name, check, change) => {
    const world = unknownRouter()
    change(world)
    const { context, asked } = await asking(world, yes)
    await expect(planSwap(world.order(), context)).rejects.toMatchObject({ context: { check } })
    expect(asked).toEqual([])
    expect(world.signer.signatures).toEqual([])
  })

  test('a call that cannot be read and that names the receiver is asked about', async () => {
    const world = unknownRouter()
    world.decode = () => null
    const { context, asked } = await asking(world, yes)
    await expect(planSwap(world.order(), context)).resolves.toBeDefined()
    expect(asked).toHaveLength(1)
  })

  test('a plain transfer to an address without an order is never asked about', async () => {
    const world = unknownRouter()
    world.alterRoute = ({ transaction }) => (transaction.approvalAddress = null)
    world.alterAnswer = ({ transaction }) => {
      transaction.to = usdc.address
      transaction.data = `0xa9059cbb${word(stranger)}${word(50_000_000n.toString(16))}`
      transaction.approvalAddress = null
    }
    world.chains.ETH.code.set(usdc.address, '0x60')
    const { context, asked } = await asking(world, yes)
    await expect(planSwap(world.order({ dstToken: arbUsdc }), context)).rejects.toMatchObject({
      context: { check: 'E2' },
    })
    expect(asked).toEqual([])
  })

  test('nor one that the user has disabled', async () => {
    const world = unknownRouter()
    const { context, asked } = await asking(world, yes)
    const disabled = {
      isProvider: () => false,
      isContract: (_chain: string, address: string) => address.toLowerCase() === router,
    }
    await expect(planSwap(world.order(), { ...context, disabled })).rejects.toMatchObject({
      context: { check: 'E2' },
      message: expect.stringContaining('disabled'),
    })
    expect(asked).toEqual([])
  })
})
