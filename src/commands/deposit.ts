import { warnOfReceiver } from './swap/answers.ts'
import { toDepositOrder } from './swap/order.ts'
import type { RequestServices, QuoteServices } from './frame/services.ts'
import { SwaprouteError } from '../core/errors.ts'
import { type Route, toQuoteAll } from '../api/route.ts'
import type { Token } from '../core/token.ts'
import type { RouteRequest } from '../core/routeRequest.ts'
import { type Card, renderCard } from '../format/card.ts'
import {
  type DepositRoutesView,
  depositChoice,
  depositRoutesScreen,
  plainDepositRoutes,
} from '../format/depositRoutes.ts'
import { orderCard } from '../format/order.ts'
import { receiptCard } from '../format/receipt.ts'
import { plainFailed } from '../format/routes.ts'
import { depositAnswer, type DepositView, notifyOutcome } from './swap/outcome.ts'
import {
  bestOf,
  type DepositInput,
  depositFlags,
  earlierDeposit,
  type QuotedDeposits,
  quoteDeposits,
  refuseFees,
  withRefund,
} from './deposit/routes.ts'
import { pickedId } from './request/pick.ts'
import { withProfile } from './swap/confirm.ts'
import { depositTools } from './swap/execution.ts'
import { isAutoPicked } from '../core/providerChoice.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'
import { noRouteError, rememberRows } from './quoting.ts'
import { waitMsOf } from './inputs/flags.ts'
import { sentenceOf } from './request/request.ts'
import { completeRequest } from './guide/askMissing.ts'
import { sidesOf, withPage } from './watch/openPage.ts'

type View =
  | DepositView
  | { kind: 'routes'; routes: DepositRoutesView }
  | { kind: 'dry'; card: Card; token: Token; route: Route }

export const depositCommand = defineCommand({
  name: 'deposit',
  money: 'moves',
  summary: 'Swap without a wallet: an order that you pay yourself',
  usage: '[<amount> <from> [to] <to>]',
  about:
    'Without a choice it lists the routes that are paid by a deposit. With one (--best, --provider,\n' +
    '--id, or a pick on a terminal) it opens the order, reads it back, shows where to pay and, on a\n' +
    'terminal or with --ndjson or --wait, follows it to its end. It signs nothing.',
  examples: [
    'swaproute deposit 0.01 btc:BTC to eth:USDC --receiver 0x…',
    'swaproute deposit 0.01 btc:BTC to eth:USDC --receiver 0x… --refund-to bc1… --best',
    'swaproute deposit 50 xrp to eth:USDC -r 0x… --provider exolix --yes --json',
  ],
  flags: depositFlags,
  sentence: true,
  conflicts: [
    ['best', 'provider'],
    ['best', 'id'],
    ['id', 'provider'],
    ['best', 'route'],
    ['route', 'provider'],
    ['wait', 'no-wait'],
    ['open', 'dry-run'],
  ],
  refuses: ['keystore', 'password-file', 'key-stdin', 'signer'],
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
  ): Promise<Answer<View>> {
    const input = await completeRequest('deposit', given, ctx)
    const id = await pickedId(input, ctx)
    const quoted =
      id === undefined ? await quoteDeposits(input, ctx) : await earlierDeposit(input, id, ctx)
    const route = await choose(quoted, input, ctx)
    await warnOfReceiver(quoted.request, quoted.receiver, route !== null, ctx)
    if (route === null) return listAnswer(quoted, input, ctx)

    const whole = await withRefund(quoted, route, input, ctx)
    refuseFees(route, input)
    const order = toDepositOrder({ ...whole, route }, input, ctx)
    if (input.dryRun) {
      const tools = await ctx.services.planning({ onEvent: () => undefined })
      const card = await tools.planOrder(order)
      return {
        data: { id: route.id, route: route.item, review: card },
        view: {
          kind: 'dry',
          card: withProfile(orderCard(card), ctx),
          token: card.receive.token,
          route,
        },
      }
    }
    const { wait, maxWaitMs } = waiting(input, ctx)
    const { tools, presenter } = await depositTools(input, wait, ctx)
    const options = maxWaitMs === null ? { wait } : { wait, maxWaitMs }
    const startedAtMs = ctx.io.now()
    const outcome = await tools.executeDeposit(order, options)
    ctx.live.stop()
    if (wait) await notifyOutcome(outcome, input, startedAtMs, ctx)
    const answer = await depositAnswer(outcome, presenter.shown(), wait, order.receiver, ctx)
    return withPage<View>(answer, { open: input.open, sides: sidesOf(outcome) }, ctx)
  },
  screen: (view, screen) => {
    const { width, paint } = screen
    switch (view.kind) {
      case 'routes':
        return depositRoutesScreen(view.routes, width, paint)
      case 'dry': {
        const footer = 'Dry run: no order was opened.'
        return renderCard({ ...view.card, footer }, width, paint)
      }
      case 'card':
        return view.shown.lines(screen)
      case 'receipt':
        return renderCard(receiptCard(view.facts), width, paint)
      default:
        return view satisfies never
    }
  },
  plain: (view) => {
    if (view.kind === 'dry') return plainDepositRoutes([view.route], view.token)
    if (view.kind !== 'routes') return view.plain
    const { routes, asked, failed, showFailed } = view.routes
    return [
      ...plainDepositRoutes(routes, asked.to),
      ...(showFailed ? ['', ...plainFailed(failed)] : []),
    ]
  },
})

/**
 * The route to order; null if none was chosen and there is no terminal to ask on: then the routes
 * are listed.
 */
async function choose(
  quoted: QuotedDeposits,
  input: DepositInput,
  ctx: Ctx<'assets' | 'rememberShown'>,
): Promise<Route | null> {
  const { routes } = quoted
  if (input.id !== undefined || input.route !== undefined) return routes[0] ?? null
  const provider = input.provider
  if (input.best || provider !== undefined) {
    return bestOf(quoted, provider ?? null)
  }
  if (input.yes || input.dryRun) throw choiceNeeded(quoted)
  const open = routes.filter((route) => route.id !== null)
  if (!ctx.ask.possible || open.length === 0) return null
  const { width, paint } = ctx.notes
  const view = { ...(await routesView(quoted, input.failed, ctx)), next: null }
  ctx.show([...depositRoutesScreen(view, width, paint), ''])
  await rememberRows(routes, quoted.line, ctx)
  const none = 'Cancel'
  const index = await ctx.ask.choose('Which route?', [
    ...open.map((route) => depositChoice(route, quoted.asked.to)),
    none,
  ])
  const picked = open[index]
  if (picked !== undefined) return picked
  throw new SwaprouteError('DECLINED', 'Cancelled. No order was opened.', {
    hint: 'Get a new quote when you are ready.',
  })
}

/** `--yes` answers confirmations; it never picks a route (cli contract, section 3). */
function choiceNeeded({ routes }: QuotedDeposits): SwaprouteError {
  return new SwaprouteError('CONFIRMATION_REQUIRED', 'No route was chosen.', {
    hint: 'Add --best, or --provider with one of those below; --yes never picks a route.',
    context: {
      routes: routes.map(({ id, provider, item }) => ({
        id,
        providerType: provider,
        rateType: item.rateType ?? null,
        destinationTokenAmount: item.estimate.destinationTokenAmount,
      })),
      flags: '--best',
    },
  })
}

async function listAnswer(
  quoted: QuotedDeposits,
  input: DepositInput,
  ctx: Ctx<'assets' | 'rememberShown'>,
): Promise<Answer<View>> {
  const { routes, failed, answer } = quoted
  if (routes.length > 0) await rememberRows(routes, quoted.line, ctx)
  const failure = routes.length === 0 ? noRouteError(failed, quoted.request) : null
  if (failure !== null && !input.failed) throw failure
  return {
    data:
      answer === null
        ? { routes: routes.map(({ item }) => item) }
        : toQuoteAll({ ...answer, routes }),
    view: { kind: 'routes', routes: await routesView(quoted, input.failed, ctx) },
    ...(failure === null ? {} : { failure }),
  }
}

async function routesView(
  { asked, routes, failed, line }: QuotedDeposits,
  showFailed: boolean,
  ctx: Ctx<'assets'>,
): Promise<DepositRoutesView> {
  const assets = await ctx.services.assets()
  const { memo: memoName } = assets.chain(asked.from.blockchain)
  const ready = routes.filter((route) => route.id !== null)
  const first = ready.find(({ warnings }) => isAutoPicked(warnings)) ?? ready[0]
  const provider = first?.provider ?? ''
  const next =
    line === null || first === undefined || !/^[\w-]{1,40}$/.test(provider)
      ? null
      : {
          row: routes.indexOf(first) + 1,
          line: `swaproute deposit ${sentenceOf(line)}${partiesOf(line)} --provider ${provider}${ctx.repeated}`,
        }
  return { asked, routes, failed, showFailed, memoName, next }
}

function partiesOf({
  receiver,
  receiverMemo,
  refundAddress,
}: Pick<RouteRequest, 'receiver' | 'receiverMemo' | 'refundAddress'>): string {
  return [
    ...(receiver === undefined ? [] : [` --receiver ${receiver}`]),
    ...(receiverMemo === undefined ? [] : [` --receiver-memo ${shellQuoted(receiverMemo)}`]),
    ...(refundAddress === undefined ? [] : [` --refund-to ${refundAddress}`]),
  ].join('')
}

/** A text quoted as one shell argument. */
function shellQuoted(text: string): string {
  return /^\w+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * Whether the order is followed: on a terminal and with `--ndjson` always; elsewhere the answer is
 * the order itself, so that a script can pay it.
 */
function waiting(
  input: DepositInput,
  { mode, io }: Ctx,
): { wait: boolean; maxWaitMs: number | null } {
  if (input.noWait) return { wait: false, maxWaitMs: null }
  const limitMs = waitMsOf(input)
  if (limitMs !== null) return { wait: true, maxWaitMs: limitMs }
  const isWatched = mode === 'ndjson' || (mode === 'human' && io.terminal.stdout)
  return { wait: isWatched, maxWaitMs: null }
}
