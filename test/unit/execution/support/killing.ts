import { expect } from 'vitest'
import type { Checkpoint } from '../../../../src/execution/checkpoints.ts'
import { executeSwap } from '../../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../../src/execution/outcome.ts'
import { planSwap } from '../../../../src/execution/plan.ts'
import { resumeSwap } from '../../../../src/execution/resume.ts'
import { router } from '../../../support/executionChain.ts'
import { alice, usdc } from '../../../support/executionService.ts'
import type { World } from '../../../support/executionWorld.ts'
import { Killed } from '../../../support/mortal.ts'

export const arrived = 49_500_000n
export const wait = { wait: true }

/** Kills a swap at a checkpoint; the id of what its journal holds then. */
export async function killAt(world: World, point: Checkpoint, changes = {}): Promise<string> {
  const journal = await world.openJournal()
  const context = world.context(journal, { killAt: point })
  const planned = await planSwap(world.order(changes), context)
  await expect(executeSwap(planned, context, wait)).rejects.toThrow(Killed)
  const [row] = (await world.openJournal()).list({ limit: 9 })
  return row?.swapId ?? ''
}

export async function resume(world: World, id: string): Promise<SwapOutcome> {
  return await resumeSwap(id, world.context(await world.openJournal()), wait)
}

export function expectNothingLeft(world: World): void {
  expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
}
