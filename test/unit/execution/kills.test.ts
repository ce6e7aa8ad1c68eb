import { describe, expect, test } from 'vitest'
import { checkpoints } from '../../../src/execution/checkpoints.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { router } from '../../support/executionChain.ts'
import { alice, arbUsdc, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import { Killed } from '../../support/mortal.ts'

import { arrived, expectNothingLeft, killAt, resume, wait } from './support/killing.ts'

type Scenario = {
  name: string
  prepare: (world: World) => void
  changes: object
  reached: string[]
}

const legs = (...names: string[]): string[] =>
  names.flatMap((leg) =>
    ['signing', 'signed', 'broadcast', 'sent', 'confirmed'].map((at) => `${leg}_${at}`),
  )

const scenarios: Scenario[] = [
  {
    name: 'on one chain',
    prepare: () => {},
    changes: {},
    reached: ['planned', 'locked', ...legs('approve', 'pay'), 'done'],
  },
  {
    name: 'with an older allowance and a left-over one',
    prepare: (world) => {
      const { ETH } = world.chains
      ETH.leftAllowance = 7n
      const approve = `0x095ea7b3${router.slice(2).padStart(64, '0')}${'0'.repeat(62)}09`
      const plan = {
        blockchain: 'ETH',
        from: alice,
        to: usdc.address,
        data: approve,
        value: '0',
        nonce: 0,
        gasLimit: '1',
        chainId: 1,
      }
      void ETH.evm.broadcast('ETH', `0x${Buffer.from(JSON.stringify(plan)).toString('hex')}`)
    },
    changes: {},
    reached: ['planned', 'locked', ...legs('approve_reset', 'approve', 'pay', 'revoke'), 'done'],
  },
  {
    name: 'between chains',
    prepare: (world) => {
      let hash: string | null = null
      world.status = () => {
        hash ??= world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
        return { status: 'SUCCESS', destinationTxHash: hash }
      }
    },
    changes: { dstToken: arbUsdc },
    reached: ['planned', 'locked', ...legs('approve', 'pay'), 'delivering', 'done'],
  },
]

const cases = scenarios.flatMap((scenario) =>
  checkpoints
    .filter((point) => scenario.reached.includes(point))
    .map((point) => ({ point, scenario })),
)

test('the scenarios reach every checkpoint there is', () => {
  expect([...new Set(cases.map(({ point }) => point))].sort()).toEqual([...checkpoints].sort())
  expect(cases).toHaveLength(13 + 23 + 14)
})

describe('killed and resumed, a swap pays once', () => {
  test.each(cases)('killed at $point, $scenario.name', async ({ point, scenario }) => {
    const world = createWorld()
    scenario.prepare(world)
    await Promise.resolve()
    const id = await killAt(world, point, scenario.changes)
    const outcome = await resume(world, id)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(outcome.received?.amount).toBe(arrived)
    expect(world.chains.ETH.payments).toHaveLength(1)
    expect(world.signer.signatures.filter((plan) => plan.to === router)).toHaveLength(1)
    expect(world.chains.ETH.balanceOf(usdc.address, alice)).toBe(950_000_000n)
    expectNothingLeft(world)
    const again = await resume(world, id)
    expect(again).toEqual(outcome)
    expect(world.chains.ETH.payments).toHaveLength(1)
    expect((await world.openJournal()).list({ open: true, limit: 9 })).toEqual([])
  })

  test.each(cases)('killed at $point an hour ago, $scenario.name', async ({ point, scenario }) => {
    const world = createWorld()
    scenario.prepare(world)
    await Promise.resolve()
    const id = await killAt(world, point, scenario.changes)
    world.clock += 60 * 60_000
    const outcome = await resume(world, id)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
    expect(world.chains.ETH.balanceOf(usdc.address, alice)).toBe(950_000_000n)
    expectNothingLeft(world)
  })

  test.each(cases)(
    'killed at $point with bytes lost on the way, $scenario.name',
    async ({ point, scenario }) => {
      const world = createWorld()
      scenario.prepare(world)
      await Promise.resolve()
      // Of each transaction the first broadcast disappears without a word.
      const lost = new Set<string>()
      const { evm } = world.chains.ETH
      const honest = evm.broadcast
      evm.broadcast = async (blockchain, raw) => {
        if (lost.has(raw)) return await honest(blockchain, raw)
        lost.add(raw)
        return { refusal: null }
      }
      const id = await killAt(world, point, scenario.changes)
      const outcome = await resume(world, id)
      expect(outcome.status.status).toBe('SUCCESS')
      expect(world.chains.ETH.payments).toHaveLength(1)
      expectNothingLeft(world)
    },
  )

  test.each(['pay_signing', 'pay_signed', 'pay_broadcast', 'pay_sent'] as const)(
    'killed again and again at %s',
    async (point) => {
      const world = createWorld()
      const id = await killAt(world, point)
      for (let round = 0; round < 5; round += 1) {
        const context = world.context(await world.openJournal(), { killAt: point })
        await resumeSwap(id, context, wait).catch((thrown: unknown) => {
          expect(
            [thrown, thrown instanceof Error && thrown.cause].some((one) => one instanceof Killed),
          ).toBe(true)
        })
      }
      const outcome = await resume(world, id)
      expect(outcome.status.status).toBe('SUCCESS')
      expect(world.chains.ETH.payments).toHaveLength(1)
    },
  )
})
