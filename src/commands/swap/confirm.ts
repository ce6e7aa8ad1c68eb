import { parseAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Confirmation, ReviewCard } from '../../core/review.ts'
import { renderCard } from '../../format/card.ts'
import { cellText, plain } from '../../format/plain.ts'
import { reviewCard } from '../../format/review.ts'
import type { Expected } from '../frame/ask.ts'
import type { Ctx } from '../frame/context.ts'

/** What the command line says in advance. */
export type GivenAnswers = {
  yes: boolean
  confirmAmount: string | null
  confirmGas: string | null
}

/**
 * Shows the card and gets the answer (cli contract, section 5; docs/safety.md K12). Returning means yes.
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
  const isAsked = !given.yes && ctx.ask.possible
  if (card.repeatOf != null && !isAsked) {
    const { repeatError } = await import('../../execution/repeat.ts')
    throw repeatError(card.repeatOf, ctx.repeated)
  }
  if (given.yes) {
    checkFlags(card, need, given)
    return
  }
  if (!isAsked) throw answerNeeded(card, need)
  const symbol = plain(card.send.token.symbol, 16)
  const accepted =
    need.interactive === 'yes_no'
      ? await ctx.ask.confirm(`Send ${need.amountText} ${symbol}?`)
      : await ctx.ask.typed(
          `${sentence(need.reasons)} Type "${need.amountText} ${symbol}" to send it:`,
          typedAmount(card.send, `${need.amountText} ${symbol}`, 'send nothing'),
        )
  if (!accepted || !(await isGasTyped(need, ctx))) {
    throw new SwaprouteError('DECLINED', 'Cancelled. Nothing was signed.', {
      hint: 'Get a new quote when you are ready.',
    })
  }
}

/** Gas that no price values is accepted by its cost in the native coin (docs/safety.md E11). */
async function isGasTyped({ gas }: Confirmation, ctx: Ctx): Promise<boolean> {
  if (gas === null) return true
  const { token } = gas
  const text = `${gas.text} ${plain(token.symbol, 16)}`
  const expected = { token, amount: parseAmount(gas.text, token.decimals) }
  return ctx.ask.typed(
    `Gas may cost up to ${text}. Type "${text}" to accept it:`,
    typedAmount(expected, text, 'send nothing'),
  )
}

function checkFlags(
  card: ReviewCard,
  need: Confirmation,
  { confirmAmount, confirmGas }: GivenAnswers,
): void {
  const wrong = confirmAmount !== null && !isSameAmount(confirmAmount, card.send)
  if (wrong) {
    throw new SwaprouteError(
      'CONFIRMATION_REQUIRED',
      `--confirm-amount ${confirmAmount.slice(0, 40)} is not the amount that would be sent.`,
      { hint: `The amount is ${need.amountText}.`, context: preview(card, need) },
    )
  }
  const isGasCovered = need.gas === null || (confirmGas !== null && covers(confirmGas, card))
  const isAmountGiven =
    need.flags === 'yes' || (need.flags === 'confirm_amount' && confirmAmount !== null)
  if (isAmountGiven && isGasCovered) return
  throw answerNeeded(card, need)
}

/** Whether an amount of the native coin is at least what gas may cost. */
function covers(text: string, { maxGasCost }: ReviewCard): boolean {
  const given = amountIn(text, maxGasCost.token)
  return given !== null && given >= maxGasCost.amount
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
  const amount = need.flags === 'yes' ? '' : ` --confirm-amount ${need.amountText}`
  const flags = `--yes${amount}${need.gas === null ? '' : ` --confirm-gas ${need.gas.text}`}`
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

type Payable = Pick<ReviewCard['send'], 'token' | 'amount'>

/** The amount that has to be typed, in any spelling that means exactly it. */
export function typedAmount(send: Payable, text: string, otherwise: string): Expected {
  return {
    accepts: (typed) => typed === cellText(text) || isSameAmount(typed, send),
    mismatch: `That is not the amount. Type "${text}", or "no" to ${otherwise}.`,
  }
}

/** Whether a text means exactly this amount, with or without its symbol. */
export function isSameAmount(text: string, send: Payable): boolean {
  return amountIn(text, send.token) === send.amount
}

/** Base units of a text with or without the token's symbol; null for what is not an amount. */
function amountIn(text: string, { symbol, decimals }: Payable['token']): bigint | null {
  const amount = text.trim().replace(new RegExp(`\\s+${escaped(symbol)}$`, 'i'), '')
  try {
    return parseAmount(amount, decimals)
  } catch {
    return null
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Reasons as one run of sentences; a provider's words may be among them. */
export function sentence(reasons: readonly string[]): string {
  return reasons.map((reason) => `${plain(reason).replace(/\.$/, '')}.`).join(' ')
}
