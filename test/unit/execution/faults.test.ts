import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { ExecutionContext } from '../../../src/execution/context.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { openSwaps, receiptOf } from '../../../src/execution/receipts.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import type { JournalEvent } from '../../../src/store/eventSchema.ts'
import { router } from '../../support/executionChain.ts'
import { alice, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'

const wait = { wait: true }
const usdcStart = 1_000_000_000n

async function run(
  world: World,
  change: (context: ExecutionContext) => ExecutionContext,
): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  const planned = await planSwap(world.order(), context)
  return await executeSwap(planned, change(context), wait)
}

async function resume(world: World): Promise<SwapOutcome> {
  const journal = await world.openJournal()
  const [row] = journal.list({ limit: 1 })
  return await resumeSwap(row?.swapId ?? '', world.context(journal), wait)
}

/** Throws from the given append of an event type on; earlier ones are on disk. */
function failingJournal(journal: Journal, type: JournalEvent['type'], leg?: string): Journal {
  let failed = false
  const refuse = (): void => {
    if (failed) throw new SwaprouteError('STORE_DAMAGED', 'The disk is full.')
  }
  return {
    ...journal,
    append: (swapId, event) => {
      if (event.type === type && (leg === undefined || ('leg' in event && event.leg === leg)))
        failed = true
      refuse()
      return journal.append(swapId, event)
    },
    assertWritable: refuse,
    assertOwned: refuse,
  }
}

function hasLeg(type: JournalEvent['type']): boolean {
  return type === 'sent' || type === 'confirmed'
}

describe('a journal that cannot be written', () => {
  test.each([
    ['signing', 'approve', 0],
    ['signed', 'approve', 0],
    ['signing', 'pay', 1],
    ['signed', 'pay', 1],
  ] as const)('at %s of %s: the bytes never leave', async (type, leg, sent) => {
    const world = createWorld()
    const broken = run(world, (context) => ({
      ...context,
      journal: failingJournal(context.journal, type, leg),
    }))
    await expect(broken).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      exit: 14,
      funds: sent === 0 ? 'none_moved' : 'approved_only',
    })
    expect(world.chains.ETH.broadcasts).toHaveLength(sent)
    expect(world.chains.ETH.payments).toEqual([])
    const outcome = await resume(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
  })

  test.each(['sent', 'confirmed', 'done', 'allowance'] as const)(
    'at %s: the answer names the hash and never reports a failure',
    async (type) => {
      const world = createWorld()
      const broken = run(world, (context) => ({
        ...context,
        journal: failingJournal(context.journal, type, hasLeg(type) ? 'pay' : undefined),
      }))
      await expect(broken).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        exit: 8,
        funds: 'sent',
        hint: expect.stringContaining('Do not swap again'),
        context: { pay: expect.stringMatching(/^0x/) },
      })
      expect(world.chains.ETH.payments).toHaveLength(1)
      expect((await resume(world)).status.status).toBe('SUCCESS')
      expect(world.chains.ETH.payments).toHaveLength(1)
    },
  )

  test('anywhere after the payment: the answer reports it as sent', async () => {
    const world = createWorld()
    const broken = run(world, (context) => ({
      ...context,
      checkpoint: (name) => {
        if (name === 'pay_sent') throw new SwaprouteError('STORE_DAMAGED', 'The disk is full.')
      },
    }))
    await expect(broken).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      exit: 8,
      funds: 'sent',
      message: expect.stringMatching(/^The payment was sent as 0x\w{64}, but the journal/),
    })
  })

  test('between signature and sending: the payment may have been sent', async () => {
    const world = createWorld()
    const broken = run(world, (context) => ({
      ...context,
      checkpoint: (name) => {
        if (name === 'pay_signed') throw new SwaprouteError('STORE_DAMAGED', 'The disk is full.')
      },
    }))
    await expect(broken).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(
        /^The payment may have been sent as 0x\w{64}, but the journal/,
      ),
    })
    expect(world.chains.ETH.payments).toEqual([])
    expect((await resume(world)).status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
  })

  test('a damaged one stops the swap before the review', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    const refusing = {
      ...context.journal,
      assertWritable: () => {
        throw new SwaprouteError('STORE_DAMAGED', 'Damaged.')
      },
    }
    await expect(
      executeSwap(planned, { ...context, journal: refusing }, wait),
    ).rejects.toMatchObject({ exit: 14 })
    expect(world.reviews).toEqual([])
  })
})

test('an account that stays locked: nothing is signed, the swap is abandoned, its key is free', async () => {
  const world = createWorld()
  const journal = await world.openJournal()
  const context = world.context(journal)
  const planned = await planSwap(world.order({ idempotencyKey: 'key' }), context)
  const held = journal.tryLock(`account:1:${alice}`, 'other')
  expect(held.taken).toBe(true)
  await expect(executeSwap(planned, context, wait)).rejects.toMatchObject({
    code: 'TIMED_OUT',
    funds: 'none_moved',
    message: expect.stringContaining('Swap other in process'),
  })
  expect(world.signer.signatures).toEqual([])
  expect(openSwaps(journal)).toEqual([])
  expect(journal.findByIdempotencyKey('key')).toBeNull()
  expect(world.events).toContainEqual(expect.objectContaining({ step: 'lock', state: 'waiting' }))
})

describe('a node that fails', () => {
  test('loses the reply of every broadcast: the swap goes through, once', async () => {
    const world = createWorld()
    const { evm } = world.chains.ETH
    const honest = evm.broadcast
    evm.broadcast = async (blockchain, raw) => {
      await honest(blockchain, raw)
      throw new SwaprouteError('TIMED_OUT', 'No answer.')
    }
    const outcome = await run(world, (context) => context)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
    expect(world.events.filter((event) => event.type === 'warning')).not.toEqual([])
  })

  test('refuses what it took: receipts decide', async () => {
    const world = createWorld()
    world.chains.ETH.refusal = 'insufficient funds for gas'
    const outcome = await run(world, (context) => context)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
  })

  test('goes down after the payment: PENDING, then found', async () => {
    const world = createWorld()
    const { evm } = world.chains.ETH
    const honest = evm.broadcast
    evm.broadcast = async (blockchain, raw) => {
      const answer = await honest(blockchain, raw)
      world.chains.ETH.down = world.chains.ETH.payments.length > 0
      return answer
    }
    const outcome = await run(world, (context) => context)
    expect(outcome.status.status).toBe('PENDING')
    expect(outcome.funds).toBe('sent')
    world.chains.ETH.down = false
    evm.broadcast = honest
    expect((await resume(world)).status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
  })

  test('goes down before the payment: the swap stays open, the approval is reported', async () => {
    const world = createWorld()
    const { evm } = world.chains.ETH
    const honest = evm.estimateGas
    evm.estimateGas = async (blockchain, call) => {
      if (call.to === router) world.chains.ETH.down = true
      return await honest(blockchain, call)
    }
    await expect(run(world, (context) => context)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      funds: 'approved_only',
      hint: expect.stringContaining('swaproute resume'),
    })
    world.chains.ETH.down = false
    evm.estimateGas = honest
    expect((await resume(world)).status.status).toBe('SUCCESS')
    expect(world.chains.ETH.payments).toHaveLength(1)
  })

  test('a payment that is not mined in time is PENDING and keeps its number', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order({ srcToken: { ...usdc } }), context)
    const { ETH } = world.chains
    const { evm } = ETH
    const honest = evm.estimateGas
    evm.estimateGas = async (blockchain, call) => {
      if (call.to === router) ETH.mining = 'manual'
      return await honest(blockchain, call)
    }
    const outcome = await executeSwap(planned, context, wait)
    expect(outcome).toMatchObject({ status: { status: 'PENDING' }, funds: 'sent' })
    expect(outcome.allowanceLeft).toBeNull()
    ETH.mine()
    expect(await resume(world)).toMatchObject({ status: { status: 'SUCCESS' }, allowanceLeft: 0n })
    expect(ETH.payments).toHaveLength(1)
    expect(ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
  })

  test('an approval that is not mined in time: nothing was paid, resume goes on', async () => {
    const world = createWorld()
    world.chains.ETH.mining = 'manual'
    await expect(run(world, (context) => context)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      funds: 'approved_only',
    })
    expect(world.signer.signatures).toHaveLength(1)
    world.chains.ETH.mining = 'auto'
    world.chains.ETH.mine()
    expect((await resume(world)).status.status).toBe('SUCCESS')
  })
})

describe('the approval goes wrong', () => {
  test('reverted: the swap ends, nothing was paid', async () => {
    const world = createWorld()
    const { evm } = world.chains.ETH
    const honest = evm.broadcast
    evm.broadcast = async (blockchain, raw) => {
      const answer = await honest(blockchain, raw)
      const [hash] = world.chains.ETH.broadcasts
      const receipt = await evm.readReceipt(blockchain, hash ?? '')
      if (receipt !== null) receipt.succeeded = false
      return answer
    }
    await expect(run(world, (context) => context)).rejects.toMatchObject({
      code: 'SWAP_FAILED',
      exit: 7,
      message: expect.stringContaining('The payment was not made'),
    })
    expect(world.chains.ETH.balanceOf(usdc.address, alice)).toBe(usdcStart)
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
    expect(openSwaps(await world.openJournal())).toEqual([])
  })

  test('the payment would fail after it: the allowance is revoked and the reason reported', async () => {
    const world = createWorld()
    const { evm } = world.chains.ETH
    const honest = evm.estimateGas
    evm.estimateGas = async (blockchain, call) => {
      if (call.to === router) world.chains.ETH.rate = 100n
      return await honest(blockchain, call)
    }
    await expect(run(world, (context) => context)).rejects.toMatchObject({
      code: 'SIMULATION_FAILED',
      funds: 'none_moved',
      hint: expect.stringContaining('the allowance is revoked'),
    })
    const journal = await world.openJournal()
    const [row] = journal.list({ limit: 1 })
    const receipt = receiptOf(journal, row?.swapId ?? '', world.context(journal))
    expect(receipt).toMatchObject({
      state: 'abandoned',
      status: 'NOT_FOUND',
      funds: 'none_moved',
      allowanceLeft: 0n,
    })
    expect(receipt.hashes.revoke).toBeDefined()
  })

  test('without a key to revoke it the allowance is reported, and resume revokes it', async () => {
    const world = createWorld()
    world.chains.ETH.leftAllowance = 3n
    const honest = world.signer.sign
    world.signer.sign = async (plan) => {
      if (world.signer.signatures.length >= 2) throw new SwaprouteError('KEY_UNAVAILABLE', 'Gone.')
      return await honest(plan)
    }
    const outcome = await run(world, (context) => context)
    expect(outcome).toMatchObject({ status: { status: 'SUCCESS' }, allowanceLeft: 3n })
    world.signer.sign = honest
    expect(await resume(world)).toMatchObject({ allowanceLeft: 0n })
  })
})

test('an interrupt after the payment reports what was sent and how to continue', async () => {
  const world = createWorld()
  const controller = new AbortController()
  world.chains.ETH.mining = 'manual'
  const context = world.context(await world.openJournal(), { signal: controller.signal })
  const planned = await planSwap(world.order({ srcToken: { ...usdc } }), context)
  world.onSleep = () => {
    world.chains.ETH.mine()
    if (world.chains.ETH.broadcasts.length === 2) controller.abort()
  }
  const { evm } = world.chains.ETH
  const honest = evm.broadcast
  evm.broadcast = async (blockchain, raw) => {
    if (world.chains.ETH.broadcasts.length === 1) world.onSleep = () => controller.abort()
    return await honest(blockchain, raw)
  }
  await expect(executeSwap(planned, context, wait)).rejects.toMatchObject({
    code: 'INTERRUPTED',
    exit: 130,
    funds: 'sent',
    hint: expect.stringContaining('it never pays twice'),
    context: { pay: expect.stringMatching(/^0x/), receiptId: expect.any(String) },
  })
  world.chains.ETH.mine()
  world.onSleep = () => {}
  expect((await resume(world)).status.status).toBe('SUCCESS')
  expect(world.chains.ETH.payments).toHaveLength(1)
})

test('the journal of a swap holds addresses and no key', async () => {
  const world = createWorld()
  const { receiptId } = await run(world, (context) => context)
  const journal = await openJournal(world.folder, { now: () => world.clock })
  expect(journal.read(receiptId).length).toBeGreaterThan(8)
  expect(JSON.stringify(journal.read(receiptId))).not.toMatch(/private|secret|password/i)
  journal.close()
})
