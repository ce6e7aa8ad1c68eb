import type { TonChainTransaction } from '../../../../../src/core/tonChain.ts'
import type { Checkpoint } from '../../../../../src/execution/checkpoints.ts'
import type { WaitOptions } from '../../../../../src/execution/context.ts'
import { executeSwap } from '../../../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../../../src/execution/outcome.ts'
import { planSwap } from '../../../../../src/execution/plan.ts'
import { resumeSwap } from '../../../../../src/execution/resume.ts'
import type { JournalEvent } from '../../../../../src/store/eventSchema.ts'
import type { Journal } from '../../../../../src/store/journal.ts'
import { Killed } from '../../../../support/mortal.ts'
import type { TonSwapWorld } from '../../../../support/tonExecution.ts'
import type { OrderChanges } from '../../../../support/requests.ts'

export const wait: WaitOptions = { wait: true }

export async function swap(
  world: TonSwapWorld,
  change: OrderChanges = {},
  options: WaitOptions = wait,
): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  return await executeSwap(await planSwap(world.order(change), context), context, options)
}

/** A swap whose process is killed at a point; returns its receipt id. */
export async function killAt(world: TonSwapWorld, point: Checkpoint): Promise<string> {
  const journal = await world.openJournal()
  const before = idsIn(journal)
  const context = world.context(journal, point)
  const planned = await planSwap(world.order(), context)
  try {
    await executeSwap(planned, context, wait)
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown
  }
  const id = idsIn(journal).find((one) => !before.includes(one))
  if (id === undefined) throw new Error(`nothing was recorded before ${point}`)
  return id
}

/** By a new process. */
export async function resume(
  world: TonSwapWorld,
  id: string,
  options: WaitOptions = wait,
): Promise<SwapOutcome> {
  return await resumeSwap(id, world.context(await world.openJournal()), options)
}

/** What the wallet did at the word of its key: transfers that it took. */
export function transfers({ chain, wallet }: TonSwapWorld): TonChainTransaction[] {
  return chain.transactions.filter(
    ({ account, inMessage }) =>
      account === wallet && inMessage !== null && inMessage.normalizedHash !== null,
  )
}

export async function eventsOf(world: TonSwapWorld, id: string): Promise<JournalEvent[]> {
  const journal = await world.openJournal()
  return journal.read(id).map(({ event }) => event)
}

function idsIn(journal: Journal): string[] {
  return journal.list({ limit: 50 }).map(({ swapId }) => swapId)
}
