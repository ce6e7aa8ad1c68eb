import { describe, expect, test } from 'vitest'
import type { StatusAnswer } from '../../../src/api/schemas.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { WaitOptions } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { statusNameOf } from '../../../src/execution/status.ts'
import { statusNames } from '../../../src/core/status.ts'
import { alice, arbEth, arbUsdc, bob, eth, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import type { OrderChanges } from '../../support/requests.ts'

const arrived = 49_500_000n
const minimum = 49_005_000n
const brief: WaitOptions = { wait: true, maxWaitMs: 60_000 }

async function bridge(
  world: World,
  changes: OrderChanges = {},
  options = brief,
): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  const order = world.order({ dstToken: arbUsdc, ...changes })
  return await executeSwap(await planSwap(order, context), context, options)
}

/** The service claims this, however often it is asked. */
function claim(world: World, answer: Partial<StatusAnswer> | (() => Partial<StatusAnswer>)): void {
  world.status = () => ({
    status: 'SUCCESS',
    destinationTxHash: null,
    ...(typeof answer === 'function' ? answer() : answer),
  })
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

type Lie = { name: string; tell: (world: World) => void; changes?: OrderChanges }

const pay = (world: World, amount: bigint, to = alice, token = arbUsdc.address): (() => string) =>
  once(() => world.chains.ARBITRUM.payOut(token, to, amount))

const lies: Lie[] = [
  { name: 'no hash', tell: (world) => claim(world, {}) },
  {
    name: 'an unknown hash',
    tell: (world) => claim(world, { destinationTxHash: `0x${'ab'.repeat(32)}` }),
  },
  {
    name: 'an invalid hash',
    tell: (world) => claim(world, { destinationTxHash: 'delivered!' }),
  },
  {
    name: 'the source hash',
    tell: (world) => {
      world.status = (hash) => ({ status: 'SUCCESS', destinationTxHash: hash })
    },
  },
  {
    name: 'a payout to another account',
    tell: (world) => {
      const hash = pay(world, arrived, bob)
      claim(world, () => ({ destinationTxHash: hash() }))
    },
  },
  {
    name: 'a payout in another token',
    tell: (world) => {
      const hash = pay(world, arrived, alice, usdc.address)
      claim(world, () => ({ destinationTxHash: hash() }))
    },
  },
  {
    name: 'a payout from before the payment',
    tell: (world) => {
      const hash = world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
      claim(world, { destinationTxHash: hash })
    },
  },
  {
    name: 'native: a payout to another account',
    changes: { srcToken: eth, dstToken: arbEth },
    tell: (world) => {
      const hash = pay(world, 1n, bob, arbEth.address)
      claim(world, () => ({ destinationTxHash: hash() }))
    },
  },
  { name: 'a refund without a hash', tell: (world) => claim(world, { status: 'REVERTED' }) },
  {
    name: 'a refund to another account',
    tell: (world) => {
      const hash = once(() => world.chains.ETH.payOut(usdc.address, bob, 50_000_000n))
      claim(world, () => ({ status: 'REVERTED', destinationTxHash: hash() }))
    },
  },
  {
    name: 'dust as a refund',
    tell: (world) => {
      const hash = once(() => world.chains.ETH.payOut(usdc.address, alice, 1_000_000n))
      claim(world, () => ({ status: 'REVERTED', destinationTxHash: hash() }))
    },
  },
  {
    name: 'the payment itself as a refund',
    tell: (world) => {
      world.status = (hash) => ({ status: 'REVERTED', destinationTxHash: hash })
    },
  },
  { name: 'an unknown word', tell: (world) => claim(world, { status: 'COMPLETED' }) },
  { name: 'NOT_FOUND', tell: (world) => claim(world, { status: 'NOT_FOUND' }) },
  {
    name: 'an outage',
    tell: (world) => {
      world.status = () => {
        throw new SwaprouteError('BACKEND_UNREACHABLE', 'down')
      }
    },
  },
]

describe('a claim that the chain does not show is not endorsed', () => {
  test.each(lies)('$name', async ({ tell, changes }) => {
    const world = createWorld()
    tell(world)
    const outcome = await bridge(world, changes)
    expect(outcome.status.status).toBe('PENDING')
    expect(outcome.status.destinationTxHash).toBeNull()
    expect(outcome.funds).toBe('sent')
    expect(outcome.received).toBeNull()
    expect(outcome.hashes.destination).toBeUndefined()
  })

  test('less than the minimum is named with both amounts, and is not final (S10)', async () => {
    const world = createWorld()
    const hash = pay(world, minimum - 1n)
    claim(world, () => ({ destinationTxHash: hash() }))
    const outcome = await bridge(world)
    expect(outcome).toMatchObject({
      status: {
        status: 'INDETERMINATE',
        note: expect.stringMatching(/^\S+ \S+ arrived at the receiver instead of \S+ \S+\.$/),
      },
      funds: 'unknown',
      received: null,
    })
    expect(outcome.hashes.destination).toBeUndefined()
  })

  test.each(lies)('and the truth after it is: $name', async ({ tell, changes }) => {
    const world = createWorld()
    tell(world)
    const { receiptId } = await bridge(world, changes)
    const token = changes?.dstToken ?? arbUsdc
    const hash = world.chains.ARBITRUM.payOut(token.address, alice, arrived)
    claim(world, { destinationTxHash: hash })
    const context = world.context(await world.openJournal())
    const outcome = await resumeSwap(receiptId, context, brief)
    expect(outcome).toMatchObject({
      status: { status: 'SUCCESS', destinationTxHash: hash },
      received: { amount: arrived },
      funds: 'delivered',
    })
  })
})

describe('ends with evidence', () => {
  test('native coins: from what was unwrapped, or else from the balance', async () => {
    for (const wrapped of [true, false]) {
      const world = createWorld()
      const hash = pay(world, arrived, alice, arbEth.address)
      claim(world, () => ({ destinationTxHash: hash() }))
      const context = world.context(await world.openJournal())
      const order = world.order({ srcToken: eth, dstToken: arbEth })
      const reading = wrapped ? context : { ...context, wrappedNative: () => null }
      const outcome = await executeSwap(await planSwap(order, context), reading, brief)
      expect(outcome.received).toEqual({ token: arbEth, amount: arrived })
    }
  })

  test('a refund that reached the payer is REVERTED', async () => {
    const world = createWorld()
    const hash = once(() => world.chains.ETH.payOut(usdc.address, alice, 50_000_000n))
    claim(world, () => ({ status: 'REVERTED', destinationTxHash: hash() }))
    const outcome = await bridge(world)
    expect(outcome).toMatchObject({
      status: { status: 'REVERTED' },
      funds: 'refunding',
      received: { token: usdc, amount: 50_000_000n },
      hashes: { refund: hash() },
    })
  })

  test('FAIL after the payment is mined is believed; the money is unknown', async () => {
    const world = createWorld()
    claim(world, { status: 'FAIL' })
    const outcome = await bridge(world)
    expect(outcome).toMatchObject({ status: { status: 'FAIL' }, funds: 'unknown' })
  })

  test.each(['FAIL', 'REVERT'])(
    'but not by the word %s of a remote service: it is reported, and the swap goes on',
    async (word) => {
      const world = createWorld()
      claim(world, { status: word })
      const order = world.order({ dstToken: arbUsdc })
      const context = {
        ...world.context(await world.openJournal()),
        ownReading: {
          obstacle: async () => null,
          read: async () => null,
          poolAmount: async () => null,
          status: () => Promise.reject(new Error('not asked')),
        },
      }
      const planned = await planSwap(order, context)
      const outcome = await executeSwap(planned, context, brief)
      expect(outcome.status).toMatchObject({
        status: 'PENDING',
        note: expect.stringContaining('ask the provider before you pay again'),
      })
      const hash = world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
      claim(world, { destinationTxHash: hash })
      const resumed = await resumeSwap(outcome.receiptId, context, brief)
      expect(resumed.status.status).toBe('SUCCESS')
    },
  )

  test('one transaction may pay two swaps, but not the same money twice', async () => {
    const world = createWorld()
    const shared = once(() => world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived))
    claim(world, () => ({ destinationTxHash: shared() }))
    expect((await bridge(world)).status.status).toBe('SUCCESS')
    // A later block, so that only the money decides.
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order({ dstToken: arbUsdc }), context)
    const { evm } = world.chains.ARBITRUM
    evm.readBlock = () => Promise.resolve({ number: 0n, timestampSeconds: 0 })
    const second = await executeSwap(planned, context, brief)
    expect(second.status.status).toBe('PENDING')
  })

  test('without access to the destination chain the hash is a claim, and marked as one', async () => {
    const world = createWorld()
    claim(world, { destinationTxHash: `0x${'cd'.repeat(32)}` })
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order({ dstToken: arbUsdc }), context)
    const blind = { ...context, hasChain: (blockchain: string) => blockchain === 'ETH' }
    const outcome = await executeSwap(planned, blind, brief)
    expect(outcome).toMatchObject({
      status: { status: 'SUCCESS' },
      received: null,
      warnings: [expect.objectContaining({ code: 'NOT_VERIFIED' })],
    })
  })

  test.each(['READY_TO_CLAIM', 'REVERT', 'INDETERMINATE'] as const)(
    '%s stops the waiting and stays open',
    async (word) => {
      const world = createWorld()
      claim(world, { status: word })
      const outcome = await bridge(world)
      expect(outcome.status.status).toBe(word)
      expect(world.calls.status).toBe(1)
      const hash = world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
      claim(world, { destinationTxHash: hash })
      const context = world.context(await world.openJournal())
      expect((await resumeSwap(outcome.receiptId, context, brief)).status.status).toBe('SUCCESS')
    },
  )

  test('a claimed success waits for a payment that left its block', async () => {
    const world = createWorld()
    const hash = pay(world, arrived)
    let taken = false
    world.status = (source) => {
      if (!taken) world.chains.ETH.reorganize(source)
      taken = true
      return { status: 'SUCCESS', destinationTxHash: hash() }
    }
    const outcome = await bridge(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
    expect(
      world.chains.ETH.broadcasts.filter((sent) => sent === outcome.hashes.source),
    ).toHaveLength(2)
  })
})

test('words that the contract does not have are PENDING', () => {
  for (const word of statusNames) expect(statusNameOf({ status: word })).toBe(word)
  for (const text of ['', 'success', 'DONE', 'constructor']) {
    expect(statusNameOf({ status: text })).toBe('PENDING')
  }
})
