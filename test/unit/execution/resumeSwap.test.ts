import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { type Checkpoint, checkpoints } from '../../../src/execution/checkpoints.ts'
import { executeSwap } from '../../../src/execution/executeSwap.ts'
import { planSwap } from '../../../src/execution/planSwap.ts'
import { openSwaps, receiptOf } from '../../../src/execution/receipts.ts'
import { resumeSwap, trackSwap } from '../../../src/execution/resumeSwap.ts'
import type { SwapOutcome } from '../../../src/execution/types.ts'
import { router } from '../../support/executionChain.ts'
import {
  Killed,
  type World,
  alice,
  arbUsdc,
  createWorld,
  dai,
  usdc,
} from '../../support/executionWorld.ts'

const arrived = 49_500_000n
const wait = { wait: true }

/** Kills a swap at a checkpoint; the id of what its journal holds then. */
async function killAt(world: World, point: Checkpoint, changes = {}): Promise<string> {
  const journal = await world.openJournal()
  const context = world.context(journal, { killAt: point })
  const planned = await planSwap(world.order(changes), context)
  await expect(executeSwap(planned, context, wait)).rejects.toThrow(Killed)
  const [row] = (await world.openJournal()).list({ limit: 9 })
  return row?.swapId ?? ''
}

async function resume(world: World, id: string): Promise<SwapOutcome> {
  return await resumeSwap(id, world.context(await world.openJournal()), wait)
}

function expectNothingLeft(world: World): void {
  expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
}

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

  test('worse terms are asked for again; accepted, they hold', async () => {
    const world = createWorld()
    const id = await killAt(world, 'planned')
    world.clock += 61_000
    world.chains.ETH.rate = 980n
    const outcome = await resume(world, id)
    expect(outcome.received?.amount).toBe(49_000_000n)
    expect(world.reviews[1]).toMatchObject({
      occasion: 'resume',
      typedReasons: [{ code: 'worse', text: expect.stringContaining('no longer 49.005') }],
    })
  })

  test('worse terms above --min-receive are not', async () => {
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

  test('two swaps of one account take turns and never share a number', async () => {
    const world = createWorld()
    const journal = await world.openJournal()
    const context = world.context(journal)
    const plans = [await planSwap(world.order(), context), await planSwap(world.order(), context)]
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
    // Its approval was spent by nobody: the second swap resets nothing, it waits its turn.
    await executeSwap(planned, context, wait)
    expect(world.chains.ETH.payments.length).toBeGreaterThanOrEqual(1)
    const outcome = await resume(world, first)
    expect(['SUCCESS', 'FAIL']).toContain(outcome.status.status)
    const numbers = world.signer.signatures.map((plan) => plan.nonce)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('unknown ids are told apart from everything else', async () => {
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
