import type { Ctx } from '../frame/context.ts'
import type { ExecutionTools } from '../frame/services.ts'
import type { Flags } from '../frame/shapes.ts'
import { createContractAsker } from '../swap/acceptContract.ts'
import { confirmReview } from '../swap/confirm.ts'
import { followExecution } from '../swap/follow.ts'
import { confirmOrder } from './confirm.ts'
import { createPresenter, type Presenter, type QrChoice } from './present.ts'

type AnswerFlag = 'yes' | 'confirm-amount' | 'confirm-gas' | 'qr' | 'accept-contract'

/**
 * The execution with everything it may ask and show on the way, for every command that signs,
 * opens an order, or goes on with either.
 * @param now whether a deposit card is shown as soon as it may be; false: it is the answer
 */
export async function depositTools(
  flags: Flags<AnswerFlag>,
  now: boolean,
  ctx: Ctx,
  payment: 'by_hand' | 'signed' = 'by_hand',
): Promise<{ tools: ExecutionTools; presenter: Presenter }> {
  const given = {
    yes: flags.on('yes'),
    confirmAmount: flags.text('confirm-amount') ?? null,
    confirmGas: flags.text('confirm-gas') ?? null,
  }
  const presenter = createPresenter({ qr: qrChoice(flags.text('qr')), yes: given.yes, now }, ctx)
  const journal = await ctx.services.journal()
  const tools = await ctx.services.execution({
    onEvent: followExecution(ctx, { journal, shown: () => presenter.shown()?.facts ?? null }),
    review: async (card) => {
      ctx.live.stop()
      await confirmReview(card, tools.confirmationFor(card), given, ctx)
    },
    confirmOrder: async (card) => {
      ctx.live.stop()
      await confirmOrder(card, tools.orderConfirmation(card, payment), given, ctx)
    },
    present: (card) => presenter.present(card),
    ...createContractAsker(flags, ctx),
  })
  return { tools, presenter }
}

function qrChoice(text: string | undefined): QrChoice {
  return text === 'always' || text === 'never' ? text : 'auto'
}
