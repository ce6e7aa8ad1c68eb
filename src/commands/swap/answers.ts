import type { ReviewCard } from '../../core/review.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { PlannedSwap, UnsignedTransaction } from '../../execution/planned.ts'
import type { Card } from '../../format/card.ts'
import { type ReceiptFacts, receiptCard } from '../../format/receipt.ts'
import { reviewCard } from '../../format/review.ts'
import type { ShownDeposit } from './present.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer } from '../frame/shapes.ts'
import { plain } from '../../format/plain.ts'
import { hashLabels, plainReceipt } from './outcome.ts'

/** View of `swap` and `claim`. */
export type SwapView =
  // Built on display, since --json does not need them.
  | ({ card: () => Card; below: readonly string[] } | { shown: ShownDeposit }) & {
      plain: () => readonly string[]
      brief?: readonly string[]
    }

/** The current receipt of a swap. */
export function receiptAnswer(answer: Answer<ReceiptFacts>): Answer<SwapView> {
  const { view } = answer
  return {
    ...answer,
    view: {
      card: () => receiptCard(view),
      plain: () => plainReceipt(view),
      brief: briefReceipt(view),
      below: [],
    },
  }
}

/** The bare answer for scripts: the hash of the payment, or the receipt id before there is one. */
export function briefReceipt({ hashes, receiptId }: ReceiptFacts): string[] {
  const payment = hashes.find(({ label }) => label === hashLabels.source)
  return [plain(payment?.hash ?? receiptId)]
}

/**
 * Reasons that a person would have to type, as warnings, since there is no question here. On a
 * screen the card shows them.
 */
export function warnOfReasons(
  { typedReasons, yesBlockedBy }: Pick<ReviewCard, 'typedReasons' | 'yesBlockedBy'>,
  ctx: Pick<Ctx, 'mode' | 'warn'>,
): void {
  if (ctx.mode === 'human') return
  for (const { code, text } of typedReasons) ctx.warn(`REVIEW_${code.toUpperCase()}`, plain(text))
  if (yesBlockedBy !== null) ctx.warn('REVIEW_BY_A_PERSON', plain(yesBlockedBy))
}

/** `--dry-run`: the review card of a plan that passed every check; nothing is signed. */
export function dryAnswer(planned: PlannedSwap): Answer<SwapView> {
  return {
    data: { ...planData(planned), review: planned.card },
    view: {
      card: () => ({
        ...reviewCard(planned.card),
        footer: 'Dry run: nothing was signed or sent.',
      }),
      plain: () => planLines(planned),
      below: [],
    },
  }
}

/** `--unsigned`: the transactions for another signer, in the order of sending. */
export function unsignedAnswer(planned: PlannedSwap): Answer<SwapView> {
  return {
    data: { ...planData(planned), review: planned.card, unsigned: planned.unsigned },
    view: {
      card: () => ({
        ...reviewCard(planned.card),
        footer: 'Nothing was signed or sent. To sign, in order:',
      }),
      plain: () => planLines(planned),
      below: planned.unsigned.flatMap((transaction, index) => [
        '',
        `${index + 1}. ${transaction.leg} on ${transaction.blockchain} (chain id ${transaction.chainId})`,
        `   from  ${transaction.from}`,
        ...unsignedLines(transaction),
      ]),
    },
  }
}

function unsignedLines(transaction: UnsignedTransaction): string[] {
  if ('messages' in transaction) {
    const { validUntilSeconds, messages } = transaction
    return [
      `   until ${new Date(validUntilSeconds * 1000).toISOString()}`,
      ...messages.flatMap(({ address, amount, payload, stateInit }) => [
        `   to    ${address}`,
        `   value ${amount}`,
        `   body  ${payload ?? 'none'}`,
        ...(stateInit === null ? [] : [`   state ${stateInit}`]),
      ]),
    ]
  }
  const { to, value, gasLimit, data } = transaction
  return [
    `   to    ${to}`,
    `   value ${value}`,
    `   gas   ${gasLimit ?? 'estimate it once the approval is in force'}`,
    `   data  ${data}`,
  ]
}

function planData({ routeId, order, answer }: PlannedSwap): Record<string, unknown> {
  return {
    id: routeId,
    route: order.route.item,
    transaction: answer.transaction,
    hashes: {},
    status: null,
  }
}

function planLines({ unsigned }: PlannedSwap): string[] {
  const rows = unsigned.flatMap((transaction) => {
    const { leg, blockchain, chainId, from } = transaction
    const common = [leg, blockchain, chainId, from]
    if (!('messages' in transaction)) {
      const { to, value, gasLimit, data } = transaction
      return [[...common, to, value, gasLimit ?? '', data]]
    }
    return transaction.messages.map(({ address, amount, payload }) => [
      ...common,
      address,
      amount,
      '',
      payload ?? '',
    ])
  })
  const members = ['leg', 'blockchain', 'chainId', 'from', 'to', 'value', 'gasLimit', 'data']
  return [members, ...rows].map((row) => row.join('\t'))
}

/**
 * Warns of what the receiver has to prepare, unless a card on a screen shows it before an order is
 * opened.
 * @param isOrdered whether such a card is shown
 */
export async function warnOfReceiver(
  { dstToken, receiverMemo }: RouteRequest,
  receiver: string,
  isOrdered: boolean,
  ctx: Ctx<'assets'>,
): Promise<void> {
  if (isOrdered && ctx.mode === 'human' && ctx.io.terminal.stderr) return
  const assets = await ctx.services.assets()
  const notes = assets.receiverNotes(dstToken, receiver, receiverMemo ?? null)
  for (const note of notes) ctx.warn('RECEIVER_NOTE', note)
}
