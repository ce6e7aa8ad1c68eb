import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Checkpoint } from '../../../src/execution/checkpoints.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { receiptOf } from '../../../src/execution/receipts.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { trackSwap } from '../../support/trackSwap.ts'
import { router } from '../../support/executionChain.ts'
import { alice, arbUsdc, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import { Killed } from '../../support/mortal.ts'
import { arrived, expectNothingLeft, killAt, resume, wait } from './support/killing.ts'

// E7: what left the chain with its block must not bring an allowance back (docs/safety.md, section 2).

/** Runs a new swap; `at` happens when it comes to that point. */
async function swap(world: World, point: Checkpoint, at: () => void): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  const planned = await planSwap(world.order(), context)
  const happening: typeof context = {
    ...context,
    checkpoint: async (name) => {
      if (name === point) at()
      await context.checkpoint(name)
    },
  }
  return await executeSwap(planned, happening, wait)
}

function allowed({ chains: { ETH } }: World): bigint {
  return ETH.allowanceOf(usdc.address, alice, router)
}

function numbersOf({ signer }: World): number[] {
  return signer.signatures.map(({ nonce }) => nonce)
}

async function revokeOf(world: World, id: string): Promise<string> {
  const journal = await world.openJournal()
  return receiptOf(journal, id, world.context(journal)).hashes.revoke ?? ''
}

describe('an approval that was not paid with', () => {
  test.each([
    ['waits to be mined again: it is revoked behind it', true, [0, 1]],
    ['is unknown everywhere: its number is used up', false, [0, 0]],
  ])('whose block was taken back, and which %s', async (_text, keepInPool, numbers) => {
    const world = createWorld()
    const { ETH } = world.chains
    const bytes: string[] = []
    const { broadcast } = ETH.evm
    ETH.evm.broadcast = (blockchain, raw) => {
      bytes.push(raw)
      return broadcast(blockchain, raw)
    }
    const given = swap(world, 'baseline', () => {
      ETH.reorganize(ETH.broadcasts[0] ?? '', { keepInPool })
    })
    await expect(given).rejects.toMatchObject({ code: 'SIMULATION_FAILED', funds: 'none_moved' })
    // The old bytes are broadcast again.
    await broadcast('ETH', bytes[0] ?? '')
    ETH.mine()
    expect(numbersOf(world)).toEqual(numbers)
    expectNothingLeft(world)
  })

  test('and which a node that is behind does not see: it is taken away all the same', async () => {
    const world = createWorld()
    const { ETH } = world.chains
    const given = swap(world, 'baseline', () => {
      ETH.evm.readAllowance = () => Promise.resolve(0n)
      ETH.rate = 100n
    })
    await expect(given).rejects.toMatchObject({ code: 'SIMULATION_FAILED', funds: 'none_moved' })
    expect(numbersOf(world)).toEqual([0, 1])
    expectNothingLeft(world)
  })

  test('cannot be revoked and is not seen: it is not reported as gone', async () => {
    const world = createWorld()
    const { ETH } = world.chains
    const { readAllowance } = ETH.evm
    const { sign } = world.signer
    const given = swap(world, 'baseline', () => {
      ETH.evm.readAllowance = () => Promise.resolve(0n)
      ETH.rate = 100n
      world.signer.sign = () => Promise.reject(new SwaprouteError('KEY_UNAVAILABLE', 'Gone.'))
    })
    await expect(given).rejects.toMatchObject({ funds: 'approved_only' })
    Object.assign(ETH.evm, { readAllowance })
    world.signer.sign = sign
    const [row] = (await world.openJournal()).list({ limit: 1 })
    const outcome = await resume(world, row?.swapId ?? '')
    expect(outcome).toMatchObject({ allowanceLeft: 0n, funds: 'none_moved' })
    expectNothingLeft(world)
  })
})

test('an approval that its payment used up needs no revocation', async () => {
  const world = createWorld()
  const outcome = await swap(world, 'baseline', () => {})
  expect(outcome).toMatchObject({ status: { status: 'SUCCESS' }, allowanceLeft: 0n })
  expect(numbersOf(world)).toEqual([0, 1])
  expectNothingLeft(world)
})

describe('a revocation that was mined before the swap came to its end', () => {
  /** A swap between chains that left something of its allowance, and is about to be delivered. */
  async function revoked(): Promise<{ world: World; id: string }> {
    const world = createWorld()
    world.chains.ETH.leftAllowance = 7n
    world.status = () => ({ status: 'PENDING', destinationTxHash: null })
    const id = await killAt(world, 'delivering', { dstToken: arbUsdc })
    const paidOut = world.chains.ARBITRUM.payOut(arbUsdc.address, alice, arrived)
    world.status = () => ({ status: 'SUCCESS', destinationTxHash: paidOut })
    return { world, id }
  }

  async function replace(world: World, id: string): Promise<void> {
    world.chains.ETH.reorganize(await revokeOf(world, id))
    world.chains.ETH.spendNumber(alice)
    expect(allowed(world)).toBe(7n)
    world.onSleep = () => world.chains.ETH.addBlocks(20, 240)
  }

  test('and left the chain: what it took away is taken away again', async () => {
    const { world, id } = await revoked()
    await replace(world, id)
    const outcome = await resume(world, id)
    expect(outcome).toMatchObject({ status: { status: 'SUCCESS' }, allowanceLeft: 0n })
    expect(numbersOf(world)).toEqual([0, 1, 2, 3])
    expectNothingLeft(world)
  })

  test('and left the chain, in a process that dies at the end: the next one sees to it', async () => {
    const { world, id } = await revoked()
    await replace(world, id)
    const context = world.context(await world.openJournal(), { killAt: 'done' })
    await expect(resumeSwap(id, context, wait)).rejects.toThrow(Killed)
    expect(allowed(world)).toBe(7n)
    expect(await resume(world, id)).toMatchObject({ allowanceLeft: 0n })
    expectNothingLeft(world)
  })

  test('and left the chain, seen without a key: the allowance is reported', async () => {
    const { world, id } = await revoked()
    await replace(world, id)
    const outcome = await trackSwap(id, world.context(await world.openJournal()), wait)
    expect(outcome).toMatchObject({
      status: { status: 'SUCCESS' },
      allowanceLeft: 7n,
      warnings: [expect.objectContaining({ code: 'ALLOWANCE_LEFT' })],
    })
    expect(await resume(world, id)).toMatchObject({ allowanceLeft: 0n, warnings: [] })
    expectNothingLeft(world)
  })

  test('and is still in the chain: nothing more is signed', async () => {
    const { world, id } = await revoked()
    const outcome = await resume(world, id)
    expect(outcome).toMatchObject({ status: { status: 'SUCCESS' }, allowanceLeft: 0n })
    expect(numbersOf(world)).toEqual([0, 1, 2])
    expectNothingLeft(world)
  })
})
