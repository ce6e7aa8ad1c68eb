import { changedError, SwaprouteError } from '../core/errors.ts'
import { isFinalStatus } from '../core/status.ts'
import type { SwapSummary } from '../execution/receipts.ts'
import { hasLeft } from '../format/funds.ts'
import { renderCard } from '../format/card.ts'
import { waitingText } from '../format/progress.ts'
import { receiptCard } from '../format/receipt.ts'
import { briefReceipt } from './swap/answers.ts'
import { depositAnswer, type DepositView, notifyOutcome } from './swap/outcome.ts'
import { depositTools } from './swap/execution.ts'
import {
  acceptContractFlag,
  confirmAmountFlag,
  confirmGasFlag,
  trustFlag,
  keyFlags,
  notifyFlag,
  openFlag,
  qrFlag,
  yesFlag,
} from './inputs/flags.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'
import { accountKindOf, isKeyNamed, keyRequest } from './request/payer.ts'
import { completeSubject } from './guide/askMissing.ts'
import { sidesOf, withPage } from './watch/openPage.ts'

type View = DepositView | null

export const resumeCommand = defineCommand({
  name: 'resume',
  money: 'follows',
  summary: 'Continue an unfinished swap; never pays twice',
  usage: '[id]',
  about:
    'Without an id: the last swap under way, otherwise the last unpaid one. First checks on chain what\n' +
    'was sent; an unpaid deposit order is read back before its address is shown again.',
  examples: ['swaproute resume', 'swaproute resume 7c1e --no-wait --json'],
  flags: [
    ...keyFlags,
    yesFlag,
    confirmAmountFlag,
    confirmGasFlag,
    trustFlag,
    acceptContractFlag,
    qrFlag,
    { name: 'no-wait', group: 'output', hint: 'Return once everything is sent' },
    notifyFlag,
    openFlag,
  ],
  maxWords: 1,
  wordValues: ['receipt'],
  async run(
    given,
    ctx: Ctx<'assets' | 'execution' | 'journal' | 'openPage' | 'payer'>,
  ): Promise<Answer<View>> {
    const input = await completeSubject(given, ctx, 'open')
    const startedAtMs = ctx.io.now()
    ctx.live.start(() => [waitingText('Checking the swap', ctx.io.now() - startedAtMs)])
    const journal = await ctx.services.journal()
    const [text] = input.words
    const open = text === undefined ? journal.openSwaps().toSorted(byNeed) : []
    const receiptId = text === undefined ? open[0]?.receiptId : journal.find(text)
    if (receiptId === null) {
      throw new SwaprouteError(
        'SWAP_NOT_FOUND',
        'The journal of this machine does not have this swap.',
        {
          hint: '`swaproute history` lists all; `swaproute status <hash>` finds swaps made elsewhere.',
        },
      )
    }
    if (receiptId === undefined) return { data: null, view: null }
    const keyNamed = isKeyNamed(input)
    // The journal has the payer; the signer checks that a selected key is the payer's.
    if (keyNamed) {
      const { blockchain } = journal.receipt(receiptId).send.token
      const kind = accountKindOf(blockchain, await ctx.services.assets())
      await ctx.services.payer({ ...keyRequest(input, ctx, kind), signs: true })
    }
    const wait = !input.noWait
    const { tools, presenter } = await depositTools(input, wait, ctx)
    const others = open.slice(1).map((swap) => swap.receiptId.slice(0, 8))
    if (others.length > 0) {
      ctx.note([`Continuing ${receiptId.slice(0, 8)}. Also unfinished: ${listed(others)}.`])
    }
    const outcome = await tools.resumeSwap(receiptId, { wait }).catch((thrown: unknown) => {
      throw withOthers(thrown, others)
    })
    ctx.live.stop()
    if (wait) await notifyOutcome(outcome, input, startedAtMs, ctx)
    const answer = await depositAnswer(outcome, presenter.shown(), wait, null, ctx)
    return withPage<View>(answer, { open: input.open, sides: sidesOf(outcome) }, ctx)
  },
  screen: (view, screen) => {
    if (view === null) return ['No unfinished swap.']
    return view.kind === 'card'
      ? view.shown.lines(screen)
      : renderCard(receiptCard(view.facts), screen.width, screen.paint)
  },
  brief: (view) =>
    view === null ? [] : view.kind === 'receipt' ? briefReceipt(view.facts) : view.plain,
  plain: (view) => view?.plain ?? [],
})

/** Swaps under way come first, then payable ones, then those left to support. */
function byNeed(a: SwapSummary, b: SwapSummary): number {
  return needOf(a) - needOf(b)
}

function needOf({ funds, status }: SwapSummary): number {
  if (isFinalStatus(status)) return 2
  return hasLeft(funds) ? 0 : 1
}

const mostNamed = 5

function listed(ids: readonly string[]): string {
  const more = ids.length - mostNamed
  return `${ids.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Another process may work on the chosen swap; the others are free. */
function withOthers(thrown: unknown, others: readonly string[]): unknown {
  const isBusy = thrown instanceof SwaprouteError && thrown.code === 'DUPLICATE'
  if (!isBusy || others.length === 0) return thrown
  const hint = `${thrown.hint ?? ''} Other unfinished swaps, by \`swaproute resume <id>\`: ${listed(others)}.`
  return changedError(thrown, { hint: hint.trim() })
}
