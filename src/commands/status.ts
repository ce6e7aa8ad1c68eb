import type { StatusAnswer } from '../api/schemas.ts'
import { type FundsState, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { isStatusName, type StatusName } from '../core/status.ts'
import { renderCard } from '../format/card.ts'
import { plain } from '../format/plain.ts'
import { waitingText } from '../format/progress.ts'
import { hintsOf, statusCard, type StatusView } from '../format/status.ts'
import type { ReportFrame } from '../format/statusReport.ts'
import { statusText } from '../format/statusTexts.ts'
import { type Command, type Ctx, defineCommand, type WholeCtx } from './frame/command.ts'
import { chainFlag, notifyFlag, openFlag, waitFlags, waitMsOf } from './inputs/flags.ts'
import type { Answer } from './frame/shapes.ts'
import { addressAnswer, addressLines, addressRows, type OfAddress } from './status/address.ts'
import {
  ask,
  askedText,
  followStatus,
  lacksStatus,
  lookingText,
  silentIn,
  statusSides,
} from './status/ask.ts'
import {
  isSeveral,
  type Several,
  severalLines,
  severalRows,
  statusOfEach,
} from './status/several.ts'
import { lookUp } from './status/subject.ts'
import { type KnownSwap, readSubjects } from './status/swapText.ts'
import { ownLinks, ownMembers, toView } from './status/view.ts'
import { standingOf } from './swap/follow.ts'
import { completeSubject } from './guide/askMissing.ts'
import { withPage } from './watch/openPage.ts'

type CardView = {
  kind: 'card'
  /** Null if there was no answer; the report names who did not answer. */
  card: StatusView | null
  report: readonly string[] | null
}

type View = CardView | OfAddress

/** Maximum swaps per command. */
const mostSubjects = 20
export const statusCommand: Command = defineCommand({
  name: 'status',
  money: 'follows',
  summary: 'Where a swap is, in plain words',
  usage: '<hash, order id, receipt id, address or link>...',
  about:
    'Works for swaps made elsewhere, for explorer links, and for several at once. An address lists\n' +
    'the swaps of this machine that use it.\n' +
    '--wait blocks until the swap ends, at most 30 minutes or the time of --wait-for; --exit-status\n' +
    'maps the state to the exit code (0 delivered, 7 failed, 8 not known yet, 12 to be claimed, 13 not found).\n' +
    '"Not found" needs an answer from every chain and provider; otherwise the exit code is 5.',
  examples: [
    'swaproute status 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    'swaproute status 0x5c50…2060 --chain arb --wait-for 10m --exit-status',
    'swaproute status 2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604 --report',
  ],
  flags: [
    chainFlag,
    { name: 'watch', group: 'output', hint: 'Refresh until the swap ends' },
    ...waitFlags,
    notifyFlag,
    openFlag,
    { name: 'exit-status', group: 'output', hint: 'Map the state to the exit code' },
    { name: 'report', group: 'output', hint: 'A report for a support ticket, without secrets' },
  ],
  maxWords: mostSubjects,
  wordValues: ['receipt'],
  async run(
    given,
    ctx: WholeCtx, // several swaps are runs of this command
  ): Promise<Answer<View | Several>> {
    const input = await completeSubject(given, ctx)
    const startedAtMs = ctx.io.now()
    const looking = (what: string): void => {
      ctx.live.start(() => [waitingText(what, ctx.io.now() - startedAtMs)])
    }
    looking('Looking it up on this machine')
    const texts = readSubjects(input.words)
    if (texts.length > 1) {
      if (input.open) throw openOfSeveral()
      return await statusOfEach(
        texts,
        (one, quiet) => statusCommand.prepare(input.given, [one])(quiet),
        ctx,
      )
    }
    const [text] = texts
    if (text === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The hash or id of the swap is missing.', {
        hint: 'Give the hash of the source transaction, an order id or a receipt id.',
      })
    }
    const limitMs = waitMsOf(input)
    const waits = limitMs !== null || input.watch
    const waitMs = limitMs ?? Number.POSITIVE_INFINITY
    const chainText = input.chain
    const assets = await ctx.services.assets()
    const chain = chainText === undefined ? null : assets.chain(chainText).id
    const swap = await lookUp(text, chain, ctx)
    if (swap.kind === 'address') {
      if (input.open) throw openOfSeveral()
      return addressAnswer(swap, ctx)
    }
    looking(lookingText(swap, ctx))

    await setInterruptSummary(swap, ctx)
    const wantsReport = input.report
    const asked = await (waits ? followStatus(swap, waitMs, ctx) : ask(swap, ctx)).catch(
      (thrown: unknown) => {
        const error = toSwaprouteError(thrown)
        if (!wantsReport || ctx.signal.aborted || error.retry !== 'later') throw thrown
        return error
      },
    )
    if (asked instanceof SwaprouteError) return await failedAnswer(asked, text, swap, ctx)
    const { answer, own, warnings } = asked
    if (waits) {
      const { notifyEnd } = await import('./watch/ends.ts')
      const { status, destinationTxHash } = answer
      const { receiptId, provider, srcTxHash } = swap
      const facts = { status, receiptId, provider, srcTxHash, destinationTxHash }
      await notifyEnd(input, facts, startedAtMs, ctx)
    }
    warnOfClaim(answer, swap, ctx)
    const data: StatusAnswer = {
      ...answer,
      id: answer.id ?? swap.id,
      srcTxHash: answer.srcTxHash ?? swap.srcTxHash,
      ...(swap.srcTransactionHash === undefined
        ? {}
        : { srcTransactionHash: swap.srcTransactionHash }),
      ...(swap.hashKind === undefined ? {} : { hashKind: swap.hashKind }),
    }
    const card = await toView(data, swap, own, ctx)
    Object.assign(data, ownLinks(card), ownMembers(card))
    const isMapped = input.exitStatus || limitMs !== null
    const funds = own?.funds ?? statusText(answer.status, hintsOf(card)).funds
    const isSilent = lacksStatus(own, warnings)
    // Loaded on demand.
    const reports = wantsReport ? await import('../format/statusReport.ts') : null
    const report =
      reports?.statusReport(card, exitOf(answer.status), {
        ...frameOf(text, swap, ctx),
        notAsked: isSilent ? [card.provider ?? 'the provider'] : (answer.notAsked ?? []),
      }) ?? null
    const shown: Answer<View | Several> = {
      data: report === null ? data : { ...data, report },
      view: { kind: 'card', card, report },
      funds,
      warnings,
      ...(ctx.signal.aborted ? { failure: interrupted(card, funds) } : {}),
      exit: isMapped || isSilent ? exitOf(answer.status) : 0,
    }
    return withPage(shown, { open: input.open, sides: statusSides(data, swap) }, ctx)
  },
  screen: (view, screen) => {
    if (isSeveral(view)) return severalLines(view, screen)
    if (view.kind === 'address') return addressLines(view, screen)
    return view.card === null || view.report !== null
      ? (view.report ?? [])
      : renderCard(statusCard(view.card), screen.width, screen.paint)
  },
  plain: (view) =>
    isSeveral(view)
      ? severalRows(view)
      : view.kind === 'address'
        ? addressRows(view)
        : plainRows(view),
})

function frameOf(subject: string, swap: KnownSwap, ctx: Ctx): Omit<ReportFrame, 'notAsked'> {
  return {
    version: ctx.io.version,
    madeAtMs: ctx.io.now(),
    // Foreign links are removed from a report; the hash is enough.
    subject: subject.includes('://') ? (swap.srcTxHash ?? swap.id ?? subject) : subject,
    sandbox: ctx.config.sandbox,
    asked: askedText(swap, ctx),
  }
}

/** The report of a failed request, since support has to know who did not answer. */
async function failedAnswer(
  error: SwaprouteError,
  text: string,
  swap: KnownSwap,
  ctx: Ctx,
): Promise<Answer<View>> {
  const { failedReport } = await import('../format/statusReport.ts')
  const report = failedReport(error, { ...frameOf(text, swap, ctx), notAsked: silentIn(error) })
  const { code, message, hint, context, cause } = error
  const failure = new SwaprouteError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    context: { ...context, report },
    cause,
  })
  return { data: null, view: { kind: 'card', card: null, report }, funds: 'unknown', failure }
}

function plainRows({ card, report }: CardView): readonly string[] {
  if (card === null) return report ?? []
  return (
    report ?? [
      ['status', 'subStatus', 'provider', 'srcTxHash', 'destinationTxHash', 'updatedAt'].join('\t'),
      [
        card.status,
        card.subStatus ?? '',
        card.provider ?? '',
        card.source.hash ?? '',
        card.destination.hash ?? '',
        card.updatedAtMs === null ? '' : new Date(card.updatedAtMs).toISOString(),
      ]
        .map((cell) => plain(cell))
        .join('\t'),
    ]
  )
}

function interrupted({ next, money }: StatusView, funds: FundsState): SwaprouteError {
  const message = 'Stopped watching; the last known state is shown above.'
  return new SwaprouteError('INTERRUPTED', message, {
    funds,
    ...(money === null ? {} : { money }),
    ...(next === null ? {} : { hint: `Continue with \`${next}\`.` }),
  })
}

function openOfSeveral(): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', '--open shows one swap.', {
    hint: 'Give the hash or id of that swap alone.',
  })
}

/** Sets the interrupt summary of a swap of this machine from its journal. */
async function setInterruptSummary({ receiptId }: KnownSwap, ctx: Ctx<'journal'>): Promise<void> {
  if (receiptId === null) return
  const journal = await ctx.services.journal()
  ctx.onInterrupt(() => standingOf(journal.receipt(receiptId), null, ctx.repeated, ctx.io.now()))
}

/** Warns that a remote service's claim cannot be checked without a record. */
function warnOfClaim({ status }: StatusAnswer, { receiptId }: KnownSwap, ctx: Ctx): void {
  if (ctx.config.backend !== 'remote' || receiptId !== null) return
  if (exitOf(status) !== 0 && exitOf(status) !== exits.FAIL) return
  ctx.warn(
    'NOT_VERIFIED',
    'Reported by the service only: this machine has no record of the swap to check it against.',
  )
}

/**
 * The exit code of a state (cli contract, section 4); an unrecognized status counts as not known
 * yet.
 */
export function exitOf(status: string): number {
  return exits[isStatusName(status) ? status : 'PENDING']
}

const exits: Record<StatusName, number> = {
  SUCCESS: 0,
  FAIL: 7,
  REVERT: 7,
  REVERTED: 7,
  PENDING: 8,
  LONG_PENDING: 8,
  INDETERMINATE: 8,
  WAITING_FOR_TRUSTLINE: 8,
  WAITING_FOR_REFUND_TRUSTLINE: 8,
  READY_TO_CLAIM: 12,
  NOT_FOUND: 13,
}
