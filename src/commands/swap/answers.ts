import type { ReviewCard } from '../../core/review.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { PlannedSwap, UnsignedTransaction } from '../../execution/planned.ts'
import { isUtf8 } from '../../format/ascii.ts'
import type { Card } from '../../format/card.ts'
import { noPaint } from '../../format/paint.ts'
import { type ReceiptFacts, receiptCard } from '../../format/receipt.ts'
import { reviewCard } from '../../format/review.ts'
import { withProfile } from './confirm.ts'
import { plainTerminal, type QrChoice, qrOf, type ShownDeposit } from './present.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer, Screen } from '../frame/shapes.ts'
import { plain } from '../../format/plain.ts'
import { plainReceipt } from './outcome.ts'

/** View of `swap` and `claim`. */
export type SwapView =
  // Built on display, since --json does not need them.
  | (
      | { card: () => Card; below: (screen: Screen) => readonly string[] }
      | { shown: ShownDeposit }
    ) & {
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
      below: () => [],
    },
  }
}

/** The bare answer for scripts: the hash of the payment, or the receipt id before there is one. */
export function briefReceipt({ hashes, receiptId }: ReceiptFacts): string[] {
  const payment = hashes.find(({ step }) => step === 'source')
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
export function dryAnswer(planned: PlannedSwap, ctx: Pick<Ctx, 'config'>): Answer<SwapView> {
  return {
    data: { ...planData(planned), review: planned.card },
    view: {
      card: () => ({
        ...withProfile(reviewCard(planned.card), ctx),
        footer: 'Dry run: nothing was signed or sent.',
      }),
      plain: () => planLines(planned),
      below: () => [],
    },
  }
}

/**
 * `--unsigned`: the transactions for another signer, in the order of sending. On a screen with the
 * link and the QR code of those that a wallet can read.
 */
export async function unsignedAnswer(
  planned: PlannedSwap,
  { qr = 'auto' }: { qr: QrChoice | undefined },
  ctx: Ctx<'assets'>,
): Promise<Answer<SwapView>> {
  const { walletLink } = await ctx.services.assets()
  // A QR code cannot be drawn in ASCII.
  const isDrawn = qr !== 'never' && isUtf8(ctx.io.env)
  const steps = await Promise.all(
    planned.unsigned.map(async (transaction) => {
      if ('messages' in transaction) return { transaction, lines: () => [] }
      const link = walletLink(transaction)
      if (link === null) return { transaction, lines: () => [noLink] }
      const draw = isDrawn && ctx.mode === 'human' ? await qrOf(link) : null
      const lines = (screen: Screen): string[] => [
        `   link  ${link}`,
        ...codeLines(draw, qr, screen),
      ]
      return { transaction, lines }
    }),
  )
  return {
    data: { ...planData(planned), review: planned.card, unsigned: planned.unsigned },
    view: {
      card: () => ({
        ...withProfile(reviewCard(planned.card), ctx),
        footer: 'Nothing was signed or sent. To sign, in order:',
      }),
      plain: () => planLines(planned),
      below: (screen) =>
        steps.flatMap(({ transaction, lines }, index) => [
          '',
          `${index + 1}. ${transaction.leg} on ${transaction.blockchain} (chain id ${transaction.chainId})`,
          `   from  ${transaction.from}`,
          ...unsignedLines(transaction),
          ...lines(screen),
        ]),
    },
  }
}

/** A wallet that scans a link without its calldata would pay for nothing. */
const noLink = '   link  none: it would lack the calldata; --json has it'

type Draw = Awaited<ReturnType<typeof qrOf>>

/** The QR code under a link, or why there is none. */
function codeLines(draw: Draw | null, qr: QrChoice, { width, paint }: Screen): string[] {
  if (draw === null) return []
  if (qr === 'auto' && paint === noPaint) return [`   code  ${plainTerminal}`]
  const lines = draw(width, paint)
  return lines === null ? ['   code  none: there is no room for it'] : ['', ...lines]
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
