import type { SwapOutcome } from '../../execution/outcome.ts'
import { plainDeposit } from '../../format/deposit.ts'
import type { ReceiptFacts } from '../../format/receipt.ts'
import type { Ctx } from '../frame/context.ts'
import type { Answer } from '../frame/shapes.ts'
import { outcomeAnswer } from '../swap/outcome.ts'
import { plainReceipt } from '../swap/plain.ts'
import type { ShownDeposit } from './present.ts'

export type DepositView =
  | { kind: 'card'; shown: ShownDeposit; plain: readonly string[] }
  | { kind: 'receipt'; facts: ReceiptFacts; plain: readonly string[] }

/**
 * The answer of an order that was opened: the card where it is not followed, otherwise where it
 * stands. For machines the service's own answer with the address, the id, and what is known since.
 */
export async function depositAnswer(
  outcome: SwapOutcome,
  shown: ShownDeposit | null,
  waited: boolean,
  receiver: string | null,
  ctx: Ctx,
): Promise<Answer<DepositView>> {
  const answer = await outcomeAnswer(outcome, waited, receiver, ctx)
  const { data, view, ...rest } = answer
  return {
    ...rest,
    data: { ...outcome.deposit?.answer, ...data, provider: outcome.provider },
    view:
      shown === null || waited
        ? { kind: 'receipt', facts: view, plain: plainReceipt(view) }
        : {
            kind: 'card',
            shown,
            plain: plainDeposit({ ...shown.facts, status: outcome.status.status }),
          },
  }
}
