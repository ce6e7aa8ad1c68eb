import { withSwapLock } from '../accountLock.ts'
import { requireSwap, resumeSwap } from '../resumeSwap.ts'
import { accounted } from '../standing.ts'
import type { SwapOutcome, WaitOptions } from '../types.ts'
import { isDepositStory, orderOfStory, replayDeposit } from './depositState.ts'
import { resumeDeposit } from './executeDeposit.ts'
import { resumePaying, withOrder } from './payDeposit.ts'
import { payingContext } from './paying.ts'
import type { DepositContext } from './types.ts'

/**
 * Goes on with any recorded swap: one that is paid by a transaction, an order that is paid by
 * hand, or an order that a transaction of ours pays.
 * @param id receipt id or the beginning of one, route id, order number, address or hash
 * @throws SwaprouteError as `resumeSwap` and `resumeDeposit`
 */
export async function resumeAny(
  id: string,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  context.journal.assertWritable()
  const swapId = requireSwap(context.journal, id)
  context.onEvent({ type: 'recorded', receiptId: swapId })
  return await accounted(swapId, context, () => goOn(swapId, context, options))
}

async function goOn(
  swapId: string,
  context: DepositContext,
  options: WaitOptions,
): Promise<SwapOutcome> {
  const records = context.journal.read(swapId)
  const order = orderOfStory(records)
  if (order.length === 0) return await resumeSwap(swapId, context, options)
  const state = replayDeposit(swapId, order)
  if (!isDepositStory(records)) {
    const outcome = await resumeSwap(swapId, payingContext(context, state), options)
    return withOrder(outcome, state)
  }
  const resume = state.plan.payment === 'signed' ? resumePaying : resumeDeposit
  return await withSwapLock(context, swapId, () => resume(swapId, context, options))
}
