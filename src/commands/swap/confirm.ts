import { parseAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ReviewCard } from '../../execution/reviewTypes.ts'
import type { Confirmation } from '../../execution/types.ts'
import { renderCard } from '../../format/card.ts'
import { plain } from '../../format/plain.ts'
import { reviewCard } from '../../format/review.ts'
import type { Ctx } from '../frame/context.ts'

/** What the command line says in advance. */
export type GivenAnswers = { yes: boolean; confirmAmount: string | null }

/**
 * Shows the card and gets the answer (cli contract, section 5; SAFETY.md K12). Returning means yes.
 * @throws SwaprouteError DECLINED, or CONFIRMATION_REQUIRED with the preview and the flag that
 * answers it
 */
export async function confirmReview(
  card: ReviewCard,
  need: Confirmation,
  given: GivenAnswers,
  ctx: Ctx,
): Promise<void> {
  const { width, paint } = ctx.notes
  const shown = reviewCard(card)
  const title = ctx.config.sandbox ? `${shown.title} · SANDBOX` : shown.title
  const lines = [...renderCard({ ...shown, title }, width, paint), '']
  if (given.yes) ctx.note(lines)
  else ctx.show(lines)
  if (given.yes) {
    checkFlags(card, need, given)
    return
  }
  if (!ctx.ask.possible) throw answerNeeded(card, need)
  const symbol = plain(card.send.token.symbol, 16)
  const accepted =
    need.interactive === 'yes_no'
      ? await ctx.ask.confirm(`Send ${need.amountText} ${symbol}?`)
      : await ctx.ask.typed(
          `${sentence(need.reasons)} Type "${need.amountText} ${symbol}" to send it:`,
          `${need.amountText} ${symbol}`,
        )
  if (!accepted) {
    throw new SwaprouteError('DECLINED', 'Declined; nothing was signed.', {
      hint: 'Quote again whenever you like.',
    })
  }
}

function checkFlags(card: ReviewCard, need: Confirmation, { confirmAmount }: GivenAnswers): void {
  const wrong = confirmAmount !== null && !isSameAmount(confirmAmount, card.send)
  if (wrong) {
    throw new SwaprouteError(
      'CONFIRMATION_REQUIRED',
      `--confirm-amount ${confirmAmount.slice(0, 40)} is not the amount that would be sent.`,
      { hint: `The amount is ${need.amountText}.`, context: preview(card, need) },
    )
  }
  if (need.flags === 'yes' || (need.flags === 'confirm_amount' && confirmAmount !== null)) return
  throw answerNeeded(card, need)
}

function answerNeeded(card: ReviewCard, need: Confirmation): SwaprouteError {
  const why = sentence(need.reasons)
  if (need.flags === 'impossible') {
    return new SwaprouteError(
      'CONFIRMATION_REQUIRED',
      'This swap has to be confirmed by a person.',
      {
        hint: `${why}${why === '' ? '' : ' '}Run it in a terminal without --yes.`,
        context: preview(card, need),
      },
    )
  }
  const flags = need.flags === 'yes' ? '--yes' : `--yes --confirm-amount ${need.amountText}`
  return new SwaprouteError('CONFIRMATION_REQUIRED', 'The swap is not confirmed.', {
    hint: `${why}${why === '' ? '' : ' '}Add ${flags} to send it.`,
    context: preview(card, need, flags),
  })
}

function preview(card: ReviewCard, need: Confirmation, flags?: string): Record<string, unknown> {
  return {
    preview: card,
    reasons: need.reasons,
    ...(flags === undefined ? {} : { flags }),
  }
}

/** Whether a text means exactly this amount, with or without its symbol. */
export function isSameAmount(text: string, send: ReviewCard['send']): boolean {
  const amount = text.trim().replace(new RegExp(`\\s+${escaped(send.token.symbol)}$`, 'i'), '')
  try {
    return parseAmount(amount, send.token.decimals) === send.amount
  } catch {
    return false // not an amount at all, so not this one
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Reasons as one run of sentences. */
export function sentence(reasons: readonly string[]): string {
  return reasons.map((reason) => `${reason.replace(/\.$/, '')}.`).join(' ')
}
