import { parseAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import {
  type Confirmation,
  movedBy,
  type OrderCard,
  quoteLifeMs,
  type ReviewCard,
} from '../../core/review.ts'
import { type Card, renderCard } from '../../format/card.ts'
import { orderCard } from '../../format/order.ts'
import { durationText } from '../../format/numbers.ts'
import { cellText, plain } from '../../format/plain.ts'
import { reviewCard } from '../../format/review.ts'
import type { Expected } from '../frame/ask.ts'
import type { Ctx } from '../frame/command.ts'

/** Answers given in advance on the command line. */
export type GivenAnswers = {
  yes: boolean
  confirmAmount: string | null
  confirmGas: string | null
  trust: string | null
}

/**
 * Shows the card and asks for confirmation (cli contract, section 5; docs/safety.md K12). Returning
 * means yes.
 * @throws SwaprouteError DECLINED, or CONFIRMATION_REQUIRED with the preview and the flag that
 *   answers it
 */
export async function confirmReview(
  card: ReviewCard,
  need: Confirmation,
  given: GivenAnswers,
  ctx: Ctx,
): Promise<void> {
  showCard(reviewCard(card), given, ctx)
  await refuseRepeat(card, given, ctx)
  if (given.yes) {
    refuseWorse(card)
    return checkFlags(card, need, given)
  }
  if (!ctx.ask.possible) throw answerNeeded(card, need)
  const moved = movedBy(card)
  const symbol = plain(moved.token.symbol, 16)
  const [verb, otherwise] =
    card.occasion === 'claim' ? ['Claim', 'sign nothing'] : ['Send', 'send nothing']
  const age = card.occasion === 'claim' ? undefined : ageNote(card.quoteAgeMs, ctx)
  const accepted =
    need.interactive === 'yes_no'
      ? await ctx.ask.confirm(
          `${verb} ${need.amountText} ${symbol}${namedReceiver(card)}?`,
          'no',
          age,
        )
      : await ctx.ask.typed(
          `${sentence(need.reasons)} Type "${need.amountText} ${symbol}" to ${verb.toLowerCase()} it${namedReceiver(card)}:`,
          typedAmount(moved, `${need.amountText} ${symbol}`, otherwise),
          age,
        )
  if (!accepted || !(await isGasTyped(need, ctx))) {
    throw new SwaprouteError('DECLINED', 'Cancelled. Nothing was signed.', {
      hint: 'Get a new quote when you are ready.',
    })
  }
}

/** A8: the question shows a name together with its address. */
function namedReceiver({
  receiver,
  receiverName,
}: Pick<ReviewCard, 'receiver' | 'receiverName'>): string {
  return receiverName === undefined ? '' : ` to ${plain(receiverName, 64)} (${plain(receiver)})`
}

/** Age of the quote while its question is open; an expired one is renewed after a yes. */
function ageNote(quoteAgeMs: number, ctx: Ctx): () => string {
  const quotedAtMs = ctx.io.now() - quoteAgeMs
  return () => {
    const ageMs = ctx.io.now() - quotedAtMs
    const age = `quote ${durationText(ageMs)} old`
    return ageMs > quoteLifeMs ? `${age}, yes renews it` : age
  }
}

/** Gas without a price is accepted by its cost in the native coin (docs/safety.md E11). */
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
  { confirmAmount, confirmGas, trust }: GivenAnswers,
): void {
  const wrong = confirmAmount !== null && !isSameAmount(confirmAmount, movedBy(card))
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
  const isTrusted = need.trust === null || trust === need.trust
  if (isAmountGiven && isGasCovered && isTrusted) return
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
  const gas = need.gas === null ? '' : ` --confirm-gas ${need.gas.text}`
  const trust = need.trust === null ? '' : ` --trust ${need.trust}`
  const flags = `--yes${amount}${gas}${trust}`
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

function showCard(card: Card, { yes }: GivenAnswers, ctx: Ctx): void {
  const { width, paint } = ctx.notes
  const title = ctx.config.sandbox ? `${card.title} · SANDBOX` : card.title
  const lines = [...renderCard(withProfile({ ...card, title }, ctx), width, paint), '']
  if (yes) ctx.note(lines)
  else ctx.show(lines)
}

/** With the profile of the run, and the account if it comes from there. */
export function withProfile(card: Card, { config }: Pick<Ctx, 'config'>): Card {
  const { profile, account, origins } = config
  if (profile === null) return card
  const isPayer = origins.some(({ key, origin }) => key === 'account' && origin === 'profile')
  const value = isPayer ? `${profile.name}, account ${plain(account ?? '', 64)}` : profile.name
  return { ...card, groups: [[{ label: 'Profile', value }], ...card.groups] }
}

/** P7: an answer given in advance does not apply to a worse plan. */
function refuseWorse({ replaces, ...renewed }: ReviewCard | OrderCard): void {
  if (replaces === undefined) return
  const { card, worse } = replaces
  const why = sentence(worse.map(({ text }) => text))
  const isPayment = 'from' in renewed && !('from' in card)
  const message = isPayment
    ? `The opened order is worse than the accepted one. ${why}`
    : `The quote was renewed and is worse. ${why}`
  throw new SwaprouteError('PRICE_MOVED', message, {
    hint: `${isPayment ? 'Nothing was paid; an unpaid order expires.' : 'Nothing more was signed.'} Get a new quote, or run it in a terminal without --yes.`,
    context: { check: 'P7', accepted: card, renewed },
  })
}

/** A repeat of the same swap is confirmed by a person, or refused. */
async function refuseRepeat(
  { repeatOf }: Pick<OrderCard, 'repeatOf'> | Pick<ReviewCard, 'repeatOf'>,
  { yes }: GivenAnswers,
  ctx: Ctx,
): Promise<void> {
  if (repeatOf == null || (!yes && ctx.ask.possible)) return
  const { repeatError } = await import('../../execution/repeat.ts')
  throw repeatError(repeatOf, ctx.repeated)
}

type Payable = Pick<ReviewCard['send'], 'token' | 'amount'>

/** The amount to type, in any spelling of exactly that amount. */
function typedAmount(send: Payable, text: string, otherwise: string): Expected {
  return {
    accepts: (typed) => typed === cellText(text) || isSameAmount(typed, send),
    mismatch: `That is not the amount. Type "${text}", or "no" to ${otherwise}.`,
  }
}

/** Whether a text means exactly this amount, with or without its symbol. */
function isSameAmount(text: string, send: Payable): boolean {
  return amountIn(text, send.token) === send.amount
}

/** Base units of a text with or without the token's symbol; null if it is not an amount. */
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

/** Reasons as one paragraph; it may contain a provider's text. */
function sentence(reasons: readonly string[]): string {
  return reasons.map((reason) => `${plain(reason).replace(/\.$/, '')}.`).join(' ')
}

/**
 * Shows the planned order and asks for confirmation before it is opened (cli contract, section 5).
 * Returning means yes.
 * @throws SwaprouteError DECLINED, or CONFIRMATION_REQUIRED with the preview and the flag that
 *   answers it
 */
export async function confirmOrder(
  card: OrderCard,
  need: Confirmation,
  given: GivenAnswers,
  ctx: Ctx,
): Promise<void> {
  await refuseRepeat(card, given, ctx)
  showCard(orderCard(card), given, ctx)
  if (given.yes) {
    refuseWorse(card)
    return checkOrderFlags(card, need, given)
  }
  if (!ctx.ask.possible) throw orderAnswerNeeded(card, need)
  const symbol = plain(card.send.token.symbol, 16)
  const amount = `${need.amountText} ${symbol}`
  const age = ageNote(card.quoteAgeMs, ctx)
  const accepted =
    need.interactive === 'yes_no'
      ? await ctx.ask.confirm(
          `Open this order for ${amount} at ${card.provider}${namedReceiver(card)}?`,
          'no',
          age,
        )
      : await ctx.ask.typed(
          `${sentence(need.reasons)} Type "${amount}" to open the order${namedReceiver(card)}:`,
          typedAmount(card.send, amount, 'open none'),
          age,
        )
  if (accepted) return
  throw new SwaprouteError('DECLINED', 'Cancelled. No order was opened.', {
    hint: 'Get a new quote when you are ready.',
  })
}

function checkOrderFlags(
  card: OrderCard,
  need: Confirmation,
  { confirmAmount }: GivenAnswers,
): void {
  if (confirmAmount !== null && !isSameAmount(confirmAmount, card.send)) {
    throw new SwaprouteError(
      'CONFIRMATION_REQUIRED',
      `--confirm-amount ${confirmAmount.slice(0, 40)} is not the amount of the order.`,
      { hint: `The amount is ${need.amountText}.`, context: { preview: card } },
    )
  }
  if (need.flags === 'yes' || (need.flags === 'confirm_amount' && confirmAmount !== null)) return
  throw orderAnswerNeeded(card, need)
}

function orderAnswerNeeded(card: OrderCard, need: Confirmation): SwaprouteError {
  const why = sentence(need.reasons)
  const flags = need.flags === 'yes' ? '--yes' : `--yes --confirm-amount ${need.amountText}`
  return new SwaprouteError('CONFIRMATION_REQUIRED', 'The order is not confirmed.', {
    hint: `${why}${why === '' ? '' : ' '}Add ${flags} to open it.`,
    context: { preview: card, reasons: need.reasons, flags },
  })
}
