import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { openSwaps, receiptOf } from '../../../src/execution/receipts.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { trackSwap } from '../../support/trackSwap.ts'
import { router } from '../../support/executionChain.ts'
import { alice, dai } from '../../support/executionService.ts'
import { createWorld } from '../../support/executionWorld.ts'

import { expectNothingLeft, killAt, resume, wait } from './support/killing.ts'

describe('what is signed stays signed', () => {
  test('signed but never sent: the same bytes go out, nothing is signed again', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signed')
    const [signed] = world.signer.signatures.filter((plan) => plan.to === router)
    await resume(world, id)
    expect(world.signer.signatures.filter((plan) => plan.to === router)).toEqual([signed])
    expect(world.chains.ETH.broadcasts).toHaveLength(2)
  })

  test('a number without bytes is given back and used', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signing')
    const journal = await world.openJournal()
    await resumeSwap(id, world.context(journal), wait)
    const types = journal.read(id).map(({ event }) => event.type)
    expect(types).toContain('freed')
    expect(world.signer.signatures.map((plan) => plan.nonce)).toEqual([0, 1])
  })

  test('another transaction under its number: replaced, no new signature, after finality only', async () => {
    const world = createWorld()
    world.chains.ETH.dropNext = 0
    const id = await killAt(world, 'pay_signed')
    world.chains.ETH.spendNumber(alice)
    const context = world.context(await world.openJournal())
    const early = await resumeSwap(id, context, { wait: true, maxWaitMs: 1_000 })
    expect(early.status).toMatchObject({
      status: 'PENDING',
      note: expect.stringContaining('Another transaction'),
    })
    world.onSleep = () => world.chains.ETH.addBlocks(20, 240)
    const outcome = await resume(world, id)
    expect(outcome.status).toMatchObject({ status: 'FAIL' })
    expect(outcome.funds).toBe('none_moved')
    expect(outcome.allowanceLeft).toBe(0n)
    expect(world.signer.signatures.filter((plan) => plan.to === router)).toHaveLength(1)
    expect(world.chains.ETH.payments).toEqual([])
    expectNothingLeft(world)
  })

  test('a mined payment that nodes behind one address hide by turns is not called replaced', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_sent')
    const { ETH } = world.chains
    const { readReceipt } = ETH.evm
    const asked = { receipts: 0, transactions: 0 }
    ETH.evm.readReceipt = (...given) => {
      asked.receipts += 1
      return asked.transactions === 0 ? Promise.resolve(null) : readReceipt(...given)
    }
    ETH.evm.knowsTransaction = () => {
      asked.transactions += 1
      return Promise.resolve(false)
    }
    world.onSleep = () => ETH.addBlocks(20, 240)
    const outcome = await resume(world, id)
    expect(asked.transactions).toBe(1)
    expect(asked.receipts).toBeGreaterThan(2)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.signer.signatures.filter((plan) => plan.to === router)).toHaveLength(1)
  })

  test.each([
    ['blocks without time', 100, 0],
    ['time without blocks', 0, 2_000],
  ])('%s are not finality', async (_text, blocks, seconds) => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signed')
    world.chains.ETH.spendNumber(alice)
    let once = true
    world.onSleep = () => {
      if (once) world.chains.ETH.addBlocks(blocks, seconds)
      once = false
    }
    const outcome = await resume(world, id)
    expect(outcome.status.status).toBe('PENDING')
  })

  test('a block taken back: the same bytes are mined again, the end waits', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_confirmed')
    const journal = await world.openJournal()
    const hash = receiptOf(journal, id, world.context(journal)).hashes.source ?? ''
    world.chains.ETH.reorganize(hash)
    expect(world.chains.ETH.payments).toEqual([])
    const outcome = await resumeSwap(id, world.context(journal), wait)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(outcome.hashes.source).toBe(hash)
    expect(journal.read(id).map(({ event }) => event.type)).toContain('reorged')
    expect(world.chains.ETH.payments).toHaveLength(1)
    expect(world.signer.signatures.filter((plan) => plan.to === router)).toHaveLength(1)
  })
})

describe('terms', () => {
  test('a resumed payment takes a new quote that is as good without asking', async () => {
    const world = createWorld()
    const id = await killAt(world, 'planned')
    world.clock += 61_000
    await resume(world, id)
    expect(world.calls.quoteAll).toBe(1)
    expect(world.reviews).toHaveLength(1)
  })

  test.each([
    ['does not answer', 2999, 'UPSTREAM_FAILED', 'goes on'],
    ['answers too late', 2003, 'UPSTREAM_FAILED', 'goes on'],
    ['has no route any more', 2001, 'NO_ROUTE', 'is over'],
  ] as const)('a provider that %s (%i): %s, the swap %s', async (_, number, code, then) => {
    const world = createWorld()
    const id = await killAt(world, 'planned')
    world.clock += 61_000
    const context = world.context(await world.openJournal())
    const quoteAll: typeof context.api.quoteAll = async (body, call) => {
      const { quote } = await context.api.quoteAll(body, call)
      const { provider } = receiptOf(context.journal, id, context)
      const data = { code: number, reason: 'no answer' }
      return { quote, routes: [], failed: [{ providerType: provider, data }] }
    }
    const silent = { ...context, api: { ...context.api, quoteAll } }
    await expect(resumeSwap(id, silent, wait)).rejects.toMatchObject({ code })
    expect(world.chains.ETH.payments).toHaveLength(0)
    const outcome = await resume(world, id)
    expect(outcome.status.status).toBe(then === 'goes on' ? 'SUCCESS' : 'NOT_FOUND')
    expect(world.chains.ETH.payments).toHaveLength(then === 'goes on' ? 1 : 0)
  })

  test('worse terms are asked for again; accepted, they hold', async () => {
    const world = createWorld()
    const id = await killAt(world, 'planned')
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    const outcome = await resume(world, id)
    expect(outcome.received?.amount).toBe(49_000_000n)
    expect(world.reviews[1]).toMatchObject({
      occasion: 'resume',
      replaces: {
        card: { receive: { atLeast: 49_005_000n } },
        worse: [
          { code: 'worse', text: 'You would get 49 DAI, not 49.5.' },
          { code: 'worse', text: expect.stringContaining('not 49.005') },
        ],
      },
    })
  })

  test('worse terms above --min-receive need no answer', async () => {
    const world = createWorld()
    const id = await killAt(world, 'planned', { minReceive: 48_000_000n })
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    await resume(world, id)
    expect(world.reviews).toHaveLength(1)
  })

  test('declined, the swap is over and its allowance taken away', async () => {
    const world = createWorld()
    const id = await killAt(world, 'approve_confirmed')
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    world.review = () => {
      throw new SwaprouteError('DECLINED', 'No.')
    }
    await expect(resume(world, id)).rejects.toMatchObject({ code: 'DECLINED', funds: 'none_moved' })
    expectNothingLeft(world)
    const journal = await world.openJournal()
    expect(receiptOf(journal, id, world.context(journal))).toMatchObject({
      state: 'abandoned',
      open: false,
    })
  })

  test('the next resume reports an abandoned swap again, never as unknown', async () => {
    const world = createWorld()
    const id = await killAt(world, 'approve_confirmed')
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    world.review = () => {
      throw new SwaprouteError('DECLINED', 'No.')
    }
    await expect(resume(world, id)).rejects.toMatchObject({ code: 'DECLINED' })
    expect(await resume(world, id)).toMatchObject({
      givenUp: { code: 'DECLINED', reason: 'No.' },
      funds: 'none_moved',
      allowanceLeft: 0n,
    })
  })

  test('a swap that never signed anything stays open when the terms cannot be asked for', async () => {
    const world = createWorld()
    const id = await killAt(world, 'planned')
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    world.review = () => {
      throw new SwaprouteError('CONFIRMATION_REQUIRED', 'Say --yes.')
    }
    await expect(resume(world, id)).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(openSwaps(await world.openJournal())).toHaveLength(1)
    world.review = () => {}
    expect((await resume(world, id)).status.status).toBe('SUCCESS')
  })

  test('an unanswered review leaves the swap open', async () => {
    const world = createWorld()
    const id = await killAt(world, 'approve_confirmed')
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    world.review = () => {
      throw new SwaprouteError('CONFIRMATION_REQUIRED', 'Say --yes.')
    }
    await expect(resume(world, id)).rejects.toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      funds: 'approved_only',
      hint: expect.stringContaining(`swaproute resume ${id}`),
    })
    expect(openSwaps(await world.openJournal())).toHaveLength(1)
    world.review = () => {}
    expect((await resume(world, id)).status.status).toBe('SUCCESS')
  })
})

describe('who may work on a swap', () => {
  test('one process at a time', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_sent')
    const journal = await world.openJournal()
    const lock = journal.tryLock(`swap:${id}`, id)
    expect(lock.taken).toBe(true)
    const context = world.context(journal)
    await expect(resumeSwap(id, context, wait)).rejects.toMatchObject({
      code: 'DUPLICATE',
      exit: 9,
    })
    if (lock.taken) lock.release()
    await expect(resumeSwap(id, context, wait)).resolves.toMatchObject({ funds: 'delivered' })
  })

  test('waits for one that releases the lock in a moment, as a read of the swap does', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_sent')
    const journal = await world.openJournal()
    const lock = journal.tryLock(`swap:${id}`, id)
    let pauses = 0
    world.onSleep = () => {
      pauses += 1
      if (pauses === 3 && lock.taken) lock.release()
    }
    const resumed = resumeSwap(id, world.context(journal), wait)
    await expect(resumed).resolves.toMatchObject({ funds: 'delivered' })
  })

  test('two swaps of one account take turns and never share a number', async () => {
    const world = createWorld()
    const journal = await world.openJournal()
    const context = world.context(journal)
    const order = () => world.order({ force: true })
    const plans = [await planSwap(order(), context), await planSwap(order(), context)]
    const outcomes = await Promise.all(plans.map((plan) => executeSwap(plan, context, wait)))
    expect(outcomes.map(({ status }) => status.status)).toEqual(['SUCCESS', 'SUCCESS'])
    const numbers = world.signer.signatures.map((plan) => plan.nonce)
    expect(numbers).toEqual([0, 1, 2, 3])
    expect(world.chains.ETH.payments).toHaveLength(2)
    expectNothingLeft(world)
  })

  test('the next swap goes behind a payment that is still out, and helps it along', async () => {
    const world = createWorld()
    world.chains.ETH.dropNext = 0
    const first = await killAt(world, 'pay_signed')
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order({ dstToken: dai }), context)
    // Its approval is unspent: the second swap resets nothing, it waits its turn.
    await executeSwap(planned, context, wait)
    expect(world.chains.ETH.payments.length).toBeGreaterThanOrEqual(1)
    const outcome = await resume(world, first)
    expect(['SUCCESS', 'FAIL']).toContain(outcome.status.status)
    const numbers = world.signer.signatures.map((plan) => plan.nonce)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('an unknown id has an error of its own', async () => {
    const world = createWorld()
    await expect(resume(world, 'nothing')).rejects.toMatchObject({
      code: 'SWAP_NOT_FOUND',
      exit: 13,
    })
  })
})

describe('following without a key', () => {
  test('finds the end and signs nothing', async () => {
    const world = createWorld()
    const id = await killAt(world, 'pay_sent')
    const before = world.signer.signatures.length
    const outcome = await trackSwap(id, world.context(await world.openJournal()), wait)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.signer.signatures).toHaveLength(before)
  })

  test('a left-over allowance is reported, and taken away by resume', async () => {
    const world = createWorld()
    world.chains.ETH.leftAllowance = 5n
    const id = await killAt(world, 'pay_sent')
    const outcome = await trackSwap(id, world.context(await world.openJournal()), wait)
    expect(outcome).toMatchObject({
      allowanceLeft: 5n,
      warnings: [expect.objectContaining({ code: 'ALLOWANCE_LEFT' })],
    })
    expect(await resume(world, id)).toMatchObject({ allowanceLeft: 0n, warnings: [] })
    expectNothingLeft(world)
  })

  test('an unpaid swap stays as it is', async () => {
    const world = createWorld()
    const id = await killAt(world, 'approve_sent')
    const outcome = await trackSwap(id, world.context(await world.openJournal()), wait)
    expect(outcome.status.status).toBe('NOT_FOUND')
    expect((await resume(world, id)).status.status).toBe('SUCCESS')
  })
})
