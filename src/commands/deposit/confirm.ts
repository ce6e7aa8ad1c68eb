import { SwaprouteError } from '../../core/errors.ts'
import type { Confirmation, OrderCard } from '../../core/review.ts'
import { renderCard } from '../../format/card.ts'
import { orderCard } from '../../format/order.ts'
import { plain } from '../../format/plain.ts'
import type { Ctx } from '../frame/context.ts'
import { type GivenAnswers, isSameAmount, sentence, typedAmount } from '../swap/confirm.ts'

/**
 * Shows what an order would be and gets the answer before it is opened (cli contract, section 5).
 * Returning means yes.
 * @throws SwaprouteError DECLINED, or CONFIRMATION_REQUIRED with the preview and the flag that
 * answers it
 */
export async function confirmOrder(
  card: OrderCard,
  need: Confirmation,
  given: GivenAnswers,
  ctx: Ctx,
): Promise<void> {
  const { width, paint } = ctx.notes
  const shown = orderCard(card)
  const title = ctx.config.sandbox ? `${shown.title} · SANDBOX` : shown.title
  const lines = [...renderCard({ ...shown, title }, width, paint), '']
  const isAsked = !given.yes && ctx.ask.possible
  if (card.repeatOf != null && !isAsked) {
    const { repeatError } = await import('../../execution/repeat.ts')
    throw repeatError(card.repeatOf, ctx.repeated)
  }
  if (given.yes) {
    ctx.note(lines)
    checkFlags(card, need, given)
    return
  }
  ctx.show(lines)
  if (!isAsked) throw answerNeeded(card, need)
  const symbol = plain(card.send.token.symbol, 16)
  const amount = `${need.amountText} ${symbol}`
  const accepted =
    need.interactive === 'yes_no'
      ? await ctx.ask.confirm(`Open this order for ${amount} at ${card.provider}?`)
      : await ctx.ask.typed(
          `${sentence(need.reasons)} Type "${amount}" to open the order:`,
          typedAmount(card.send, amount, 'open none'),
        )
  if (accepted) return
  throw new SwaprouteError('DECLINED', 'Cancelled. No order was opened.', {
    hint: 'Get a new quote when you are ready.',
  })
}

function checkFlags(card: OrderCard, need: Confirmation, { confirmAmount }: GivenAnswers): void {
  if (confirmAmount !== null && !isSameAmount(confirmAmount, card.send)) {
    throw new SwaprouteError(
      'CONFIRMATION_REQUIRED',
      `--confirm-amount ${confirmAmount.slice(0, 40)} is not the amount of the order.`,
      { hint: `The amount is ${need.amountText}.`, context: { preview: card } },
    )
  }
  if (need.flags === 'yes' || (need.flags === 'confirm_amount' && confirmAmount !== null)) return
  throw answerNeeded(card, need)
}

function answerNeeded(card: OrderCard, need: Confirmation): SwaprouteError {
  const why = sentence(need.reasons)
  const flags = need.flags === 'yes' ? '--yes' : `--yes --confirm-amount ${need.amountText}`
  return new SwaprouteError('CONFIRMATION_REQUIRED', 'The order is not confirmed.', {
    hint: `${why}${why === '' ? '' : ' '}Add ${flags} to open it.`,
    context: { preview: card, reasons: need.reasons, flags },
  })
}
