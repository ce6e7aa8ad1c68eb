import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ClaimPlan, ClaimTerms } from '../../../src/core/claim.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { planClaim } from '../../../src/execution/claim/plan.ts'
import type { ExecutionContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { receiptOf } from '../../../src/execution/receipts.ts'
import { confirmationFor } from '../../../src/execution/review.ts'
import { alice, bob, dai, eth } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

const outbox = '0x0B9857ae2D4A3DBe74ffE1d7DF045bb7F96E4840'
const data = '0x08635a95'
const source = { blockchain: 'ARBITRUM', hash: `0x${'1'.repeat(64)}` } as const
const amount = 5_000_000n
const order = { provider: 'arbitrum', source, fromAddress: alice } as const

type Change = { plan?: Partial<ClaimPlan>; terms?: Partial<ClaimTerms>; contracts?: string[] }

/** The transfer waits on ETH; its call pays it out once. */
function waiting(world: World, receiver = alice, token = dai): ClaimPlan {
  const { ETH } = world.chains
  ETH.code.set(outbox.toLowerCase(), '0x6001')
  ETH.claims.set(data, { token: token.address, to: receiver, amount })
  ETH.give('claim', outbox, 1n)
  return { blockchain: 'ETH', to: outbox, data, token, amount, receiver, source }
}

async function contextOf(
  world: World,
  plan: ClaimPlan,
  { plan: changed, terms, contracts = [outbox] }: Change = {},
): Promise<ExecutionContext> {
  const { token, receiver } = plan
  const address = token.native ? zeroAddress : token.address
  return {
    ...world.context(await world.openJournal()),
    claims: {
      plan: async () => ({ ...plan, ...changed }),
      contracts: async () => contracts,
      read: async () => ({ token: address, amount, recipient: receiver, ...terms }),
    },
  }
}

describe('a claim', () => {
  test.each([
    ['of tokens, for oneself', alice, dai],
    ['of tokens, for another receiver', bob, dai],
    ['of coins, for another receiver', bob, eth],
  ])('reviews %s, signs it once, and sees it arrive', async (_what, receiver, token) => {
    const world = createWorld()
    const context = await contextOf(world, waiting(world, receiver, token))
    const before = world.chains.ETH.balanceOf(token.address, receiver)
    // The receiver may wait: nothing of a claim expires.
    world.review = () => (world.clock += 300_000)
    const outcome = await executeSwap(await planClaim(order, context), context, { wait: true })
    expect(outcome).toMatchObject({
      provider: 'arbitrum',
      status: { status: 'SUCCESS', destinationTxHash: outcome.hashes.source },
      funds: 'delivered',
      spent: { amount: 0n },
    })
    expect(world.chains.ETH.balanceOf(token.address, receiver) - before).toBe(amount)
    expect(world.chains.ETH.broadcasts).toHaveLength(1)
    expect(world.reviews).toHaveLength(1)
    expect(world.reviews[0]).toMatchObject({ occasion: 'claim', target: outbox, receiver })
    expect(world.calls).toEqual({ swap: [], quoteAll: 0, status: 0 })
  })

  test('asks for a yes, which covers its gas', async () => {
    const world = createWorld()
    world.prices['ETH'] = { usd: 2_000n, confirmed: true }
    const { card } = await planClaim(order, await contextOf(world, waiting(world)))
    expect(confirmationFor(card)).toMatchObject({
      interactive: 'yes_no',
      flags: 'yes',
      amountText: '5',
      gas: null,
    })
  })

  // Gas of the claim costs the same in coins; its price decides how much that is.
  test.each([
    ['a little of what it brings', 2_000_000_000_000n, 1n, null],
    ['more than a tenth of it', 4_000_000_000_000n, 1n, 'loss'],
    ['more than all of it', 40_000_000_000_000n, 1n, 'loss'],
    ['what cannot be compared', 2_000n, null, 'value_unknown'],
  ] as const)('whose gas may cost %s (P2)', async (_what, ether, claimed, code) => {
    const world = createWorld()
    world.prices['ETH'] = { usd: ether, confirmed: true }
    if (claimed !== null) world.prices['DAI'] = { usd: claimed, confirmed: true }
    else Reflect.deleteProperty(world.prices, 'DAI')
    const { card } = await planClaim(order, await contextOf(world, waiting(world)))
    expect(card.typedReasons.map((reason) => reason.code)).toEqual(code === null ? [] : [code])
    expect(confirmationFor(card).flags).toBe(code === null ? 'yes' : 'confirm_amount')
  })

  test('is made once', async () => {
    const world = createWorld()
    const context = await contextOf(world, waiting(world))
    await executeSwap(await planClaim(order, context), context, { wait: true })
    await expect(planClaim(order, context)).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  })

  test('that reverts is told as a claim: nothing was claimed', async () => {
    const world = createWorld()
    const context = await contextOf(world, waiting(world))
    const planned = await planClaim(order, context)
    const { ETH } = world.chains
    const estimateGas: typeof ETH.evm.estimateGas = async (...args) => {
      const gas = await ETH.evm.estimateGas(...args)
      // Somebody else claims between the estimate and the block.
      ETH.give('claim', outbox, -1n)
      return gas
    }
    const racing = { ...context, evm: { ...ETH.evm, estimateGas } }
    const { receiptId, status } = await executeSwap(planned, racing, { wait: true })
    expect(status).toMatchObject({
      status: 'FAIL',
      note: 'The claim was mined but reverted: only gas was spent, and nothing was claimed.',
    })
    const { events } = receiptOf(context.journal, receiptId, context)
    const texts = events.map(({ text }) => text)
    expect(texts).toContain('Signed the claim with nonce 0')
    expect(texts.join(' ')).not.toContain('payment')
  })

  test.each<[string, string, Change]>([
    ['a contract of another owner', 'E2', { contracts: [bob] }],
    ['a contract that is not there', 'E2', { plan: { to: bob }, contracts: [bob] }],
    ['another receiver', 'E8', { terms: { recipient: bob } }],
    ['another token', 'E8', { terms: { token: zeroAddress } }],
    ['less', 'E8', { terms: { amount: amount - 1n } }],
    ['more than was transferred', 'E8', { terms: { amount: amount + 1n } }],
    [
      'less than it promises',
      'E10',
      { plan: { amount: 2n * amount }, terms: { amount: 2n * amount } },
    ],
  ])('refuses %s (%s)', async (_what, check, change) => {
    const world = createWorld()
    const context = await contextOf(world, waiting(world), change)
    await expect(planClaim(order, context)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check },
    })
  })

  test('that was not simulated is left to a person', async () => {
    const world = createWorld()
    world.chains.ETH.simulation = 'unavailable'
    const { card } = await planClaim(order, await contextOf(world, waiting(world)))
    expect(confirmationFor(card).flags).toBe('impossible')
  })

  test('that leaves the payer with less is refused', async () => {
    const world = createWorld()
    const context = await contextOf(world, waiting(world))
    world.chains.ETH.alterSimulation = ({ changes }) =>
      changes.push({ token: zeroAddress, delta: -1n })
    await expect(planClaim(order, context)).rejects.toMatchObject({ context: { check: 'E10' } })
  })

  test('with nothing to claim reports the answer of the bridge', async () => {
    const world = createWorld()
    const context = await contextOf(world, waiting(world))
    const late = new SwaprouteError('OUTCOME_UNKNOWN', 'There is nothing to claim yet.')
    const claims = context.claims ?? { plan: async () => waiting(world) }
    const asked = { ...context, claims: { ...claims, plan: () => Promise.reject(late) } }
    await expect(planClaim(order, asked as ExecutionContext)).rejects.toBe(late)
  })
})
