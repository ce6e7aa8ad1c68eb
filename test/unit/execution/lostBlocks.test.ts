import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { receiptOf } from '../../../src/execution/receipts.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { alice, arbUsdc, dai, eth } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import { arrived, expectNothingLeft, killAt, resume, wait } from './support/killing.ts'

// What nodes leave out, and what chains take back (docs/safety.md I1, I5, I6, S3).

async function swap(world: World, changes = {}): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  return await executeSwap(await planSwap(world.order(changes), context), context, wait)
}

async function hashOf(world: World, id: string): Promise<string> {
  const journal = await world.openJournal()
  return receiptOf(journal, id, world.context(journal)).hashes.source ?? ''
}

test('a node that is behind with its counting: no number is used twice', async () => {
  const world = createWorld()
  const { evm } = world.chains.ETH
  evm.readNonce = () => Promise.resolve({ latest: 0, pending: 0 })
  expect((await swap(world)).status.status).toBe('SUCCESS')
  expect((await swap(world)).status.status).toBe('SUCCESS')
  expect(world.signer.signatures.map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3])
})

test('a payment whose block was taken back keeps its number: the next swap sends it again first', async () => {
  const world = createWorld()
  const id = await killAt(world, 'pay_confirmed')
  const hash = await hashOf(world, id)
  world.chains.ETH.reorganize(hash)
  await swap(world, { srcToken: eth, dstToken: dai })
  expect(world.signer.signatures.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
  expect(world.chains.ETH.payments.map((payment) => payment.hash)).toContain(hash)
  expect(world.chains.ETH.payments).toHaveLength(2)
})

test.each([
  ['knows it still', true, 'PENDING'],
  ['does not know it', false, 'FAIL'],
] as const)(
  'a number that was passed, no receipt, and a node that %s',
  async (_text, knows, word) => {
    const world = createWorld()
    const id = await killAt(world, 'pay_signed')
    const { ETH } = world.chains
    ETH.spendNumber(alice)
    ETH.evm.knowsTransaction = () => Promise.resolve(knows)
    world.onSleep = () => ETH.addBlocks(20, 240)
    const outcome = await resumeSwap(id, world.context(await world.openJournal()), {
      wait: true,
      maxWaitMs: 60_000,
    })
    expect(outcome.status.status).toBe(word)
  },
)

test('a payment that another process finds mined again meanwhile keeps its number', async () => {
  const world = createWorld()
  const id = await killAt(world, 'pay_confirmed')
  const { ETH } = world.chains
  const follower = await world.openJournal()
  const mined = follower.read(id).at(-1)?.event
  if (mined?.type !== 'confirmed') throw new Error('not mined')
  const { leg, hash, blockHash } = mined
  follower.append(id, { type: 'reorged', leg, hash, blockHash })
  ETH.evm.readNonce = () => Promise.resolve({ latest: 0, pending: 0 })
  const { knowsTransaction } = ETH.evm
  let isOpen = true
  ETH.evm.knowsTransaction = (...given) => {
    if (isOpen) follower.append(id, mined)
    isOpen = false
    return knowsTransaction(...given)
  }
  await swap(world, { srcToken: eth, dstToken: dai })
  expect(isOpen).toBe(false)
  expect(world.signer.signatures.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
})

describe('a payment that left the chain with its block', () => {
  test('after its service was asked: the same bytes go out again', async () => {
    const world = createWorld()
    const id = await killAt(world, 'delivering', { dstToken: arbUsdc })
    const hash = await hashOf(world, id)
    const { ETH, ARBITRUM } = world.chains
    ETH.reorganize(hash)
    let paidOut: string | null = null
    world.status = () => {
      if (ETH.payments.length === 0) return { status: 'NOT_FOUND', destinationTxHash: null }
      paidOut ??= ARBITRUM.payOut(arbUsdc.address, alice, arrived)
      return { status: 'SUCCESS', destinationTxHash: paidOut }
    }
    const outcome = await resume(world, id)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(outcome.hashes.source).toBe(hash)
    expect(ETH.payments).toHaveLength(1)
    expectNothingLeft(world)
  })

  test('and whose number was spent instead: the allowance it left behind is taken away', async () => {
    const world = createWorld()
    const id = await killAt(world, 'delivering', { dstToken: arbUsdc })
    const { ETH } = world.chains
    ETH.reorganize(await hashOf(world, id))
    ETH.spendNumber(alice)
    world.onSleep = () => ETH.addBlocks(20, 240)
    const outcome = await resume(world, id)
    expect(outcome).toMatchObject({ status: { status: 'FAIL' }, allowanceLeft: 0n })
    expect(ETH.payments).toHaveLength(0)
    expectNothingLeft(world)
  })

  test('what waits behind its number gets it mined again', async () => {
    const world = createWorld()
    const first = await killAt(world, 'pay_confirmed')
    const { ETH } = world.chains
    ETH.mining = 'manual'
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    let taken = false
    world.onSleep = () => {
      if (!taken) ETH.reorganize(ETH.payments[0]?.hash ?? '')
      taken = true
      ETH.mine()
    }
    const outcome = await executeSwap(planned, context, wait)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(ETH.payments).toHaveLength(2)
    expect((await resume(world, first)).status.status).toBe('SUCCESS')
  })
})

test('an account that another process uses: the error reports that this swap was paid', async () => {
  const world = createWorld()
  const id = await killAt(world, 'pay_broadcast')
  const journal = await world.openJournal()
  expect(journal.tryLock(`account:1:${alice}`, 'other').taken).toBe(true)
  const error = await resumeSwap(id, world.context(journal), wait).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SwaprouteError)
  expect(error).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    funds: 'unknown',
    message: expect.stringContaining('has locked the account'),
    hint: expect.stringContaining(`swaproute resume ${id}`),
    context: { receiptId: id },
  })
})
