import type { RequestServices, QuoteServices } from './frame/services.ts'
import { SwaprouteError } from '../core/errors.ts'
import { renderCard } from '../format/card.ts'
import type { Token } from '../core/token.ts'
import { plainDepositRoutes } from '../format/depositRoutes.ts'
import { orderCard } from '../format/order.ts'
import {
  dryAnswer,
  receiptAnswer,
  type SwapView,
  unsignedAnswer,
  warnOfReasons,
  warnOfReceiver,
} from './swap/answers.ts'
import { depositAnswer, outcomeAnswer, notifyOutcome } from './swap/outcome.ts'
import { checkContractFlag, createContractAsker, depositTools } from './swap/execution.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'
import { withProfile } from './swap/confirm.ts'
import { swapElsewhere } from './swap/elsewhere.ts'
import { nextBest, type ReadOrder, readOrder, type SwapInput, swapFlags } from './swap/order.ts'
import { followExecution } from './swap/follow.ts'
import { completeRequest } from './guide/askMissing.ts'
import { sidesOf, withPage } from './watch/openPage.ts'

export const swapCommand = defineCommand({
  name: 'swap',
  money: 'moves',
  summary: 'Swap: review, approve exactly, sign, send, follow to the end',
  usage: '[<amount> <from> [to] <to>]',
  about:
    'Takes the best route, or one of an earlier quote by --id, or the JSON of a quote by --quote.\n' +
    'The best route is the one `best` shows. A deposit order is taken where it leaves over 2% more\n' +
    'than any other route, or with --deposits, --prefer-deposit, --provider. With --provider, only\n' +
    'that provider is asked.\n' +
    'Everything is shown before anything is signed. In scripts: --yes covers up to 100 USD with fees\n' +
    'and gas, --confirm-amount N is needed above that and if the value is unknown.',
  examples: [
    'swaproute swap 250 eth:USDC to arb:USDC --account main',
    'swaproute swap 250 eth:USDC to arb:USDC --account main --yes --confirm-amount 250 --json',
    'swaproute best 1 eth:ETH to eth:USDC --json | swaproute swap --quote - --dry-run --from-address 0x…',
  ],
  flags: swapFlags,
  sentence: true,
  conflicts: [
    ['id', 'quote'],
    ['route', 'quote'],
    ['dry-run', 'unsigned'],
    ['unsigned', 'yes'],
    ['open', 'dry-run'],
    ['open', 'unsigned'],
  ],
  maxWords: 4,
  async run(
    given,
    ctx: Ctx<
      | RequestServices
      | QuoteServices
      | 'execution'
      | 'journal'
      | 'openPage'
      | 'planning'
      | 'sleep'
      | 'wallet'
    >,
  ): Promise<Answer<SwapView>> {
    const input = await completeRequest('swap', given, ctx)
    refuseTwoOnStdin(input)
    checkContractFlag(input)
    let read = await readOrder(input, ctx)
    for (;;) {
      const refused = await swapRoute(read, input, ctx).then(
        (answer) => ({ answer }),
        (thrown: unknown) => ({ thrown }),
      )
      if ('answer' in refused) return refused.answer
      read = await nextBest(read, refused.thrown, input, ctx)
    }
  },
  screen: (view, screen) =>
    'shown' in view
      ? view.shown.lines(screen)
      : [...renderCard(view.card(), screen.width, screen.paint), ...view.below(screen)],
  brief: ({ brief, plain }) => brief ?? plain(),
  plain: ({ plain }) => plain(),
})

async function swapRoute(
  read: ReadOrder,
  input: SwapInput,
  ctx: Ctx<'assets' | 'execution' | 'journal' | 'openPage' | 'planning'>,
): Promise<Answer<SwapView>> {
  const wait = !input.noWait
  if (read.payment === 'elsewhere') return swapElsewhere(read.order, input, ctx)
  if (read.order.route.executionKind === 'deposit') return swapByDeposit(read, input, ctx)
  if (read.payment === 'by_hand') throw cannotSign(read.order.request.srcToken)
  const { order } = read
  if (input.dryRun || input.unsigned) {
    const { planSwap } = await ctx.services.planning({
      onEvent: followExecution(ctx),
      ...createContractAsker(input, ctx),
    })
    const planned = await planSwap(order)
    ctx.live.stop()
    warnOfReasons(planned.card, ctx)
    ctx.onPlanned?.(planned)
    return input.unsigned ? unsignedAnswer(planned, input, ctx) : dryAnswer(planned, ctx)
  }
  const { tools } = await depositTools(input, wait, ctx, 'signed')
  const planned = await tools.planSwap(order)
  const startedAtMs = ctx.io.now()
  const outcome = await tools.executeSwap(planned, { wait })
  ctx.live.stop()
  if (wait) await notifyOutcome(outcome, input, startedAtMs, ctx)
  const answer = receiptAnswer(await outcomeAnswer(outcome, wait, order.receiver, ctx))
  return withPage(answer, { open: input.open, sides: sidesOf(outcome) }, ctx)
}

/** The order is paid by a plain transfer of the account, or by hand without one. */
async function swapByDeposit(
  { payment, order }: Exclude<ReadOrder, { payment: 'elsewhere' }>,
  input: SwapInput,
  ctx: Ctx<'assets' | 'execution' | 'journal' | 'openPage' | 'planning'>,
): Promise<Answer<SwapView>> {
  if (input.unsigned) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'A deposit has no transaction to be signed.', {
      hint: 'Use `swaproute deposit`: it shows where any wallet can pay, and is data with --json.',
    })
  }
  if (input.dryRun) {
    const { planOrder } = await ctx.services.planning({ onEvent: followExecution(ctx) })
    const review = await planOrder(order)
    ctx.live.stop()
    return {
      data: {
        id: order.route.id,
        route: order.route.item,
        transaction: {},
        hashes: {},
        status: null,
        review,
      },
      view: {
        card: () => ({
          ...withProfile(orderCard(review), ctx),
          footer: 'Dry run: no order was opened.',
        }),
        plain: () => plainDepositRoutes([order.route], order.request.dstToken),
        below: () => [],
      },
    }
  }
  await warnOfReceiver(order.request, order.receiver, true, ctx)
  const isWatched = ctx.mode !== 'json' && ctx.mode !== 'plain'
  const wait = !input.noWait && (payment === 'signed' || isWatched)
  const { tools, presenter } = await depositTools(input, wait, ctx, payment)
  const startedAtMs = ctx.io.now()
  const outcome =
    payment === 'signed'
      ? await tools.payDeposit(order, { wait })
      : await tools.executeDeposit(order, { wait })
  ctx.live.stop()
  if (wait) await notifyOutcome(outcome, input, startedAtMs, ctx)
  const answer = await depositAnswer(outcome, presenter.shown(), wait, order.receiver, ctx)
  const { view } = answer
  return withPage(
    view.kind === 'card'
      ? { ...answer, view: { shown: view.shown, plain: () => view.plain } }
      : receiptAnswer({ ...answer, view: view.facts }),
    { open: input.open, sides: sidesOf(outcome) },
    ctx,
  )
}

function cannotSign({ blockchain }: Token): SwaprouteError {
  const message = `Swaps from ${blockchain} cannot be signed here, and this route takes no deposit.`
  return new SwaprouteError('INVALID_ARGUMENT', message, {
    hint: '`swaproute deposit` lists the routes that any wallet can pay.',
  })
}

function refuseTwoOnStdin({ keyStdin, quote }: SwapInput): void {
  if (keyStdin && quote === '-') {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      'Standard input cannot carry both the key and the quote.',
      { hint: 'Give the quote as a file.' },
    )
  }
}
