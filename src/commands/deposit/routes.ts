import type { RequestServices } from '../frame/services.ts'
import { blockchainName } from '../../core/blockchainNames.ts'
import type { Quoted, Route } from '../../api/route.ts'
import type { FailedItem } from '../../api/schemas.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { usdText } from '../../core/figures.ts'
import { usdToNumber } from '../../core/usd.ts'
import { isAutoPicked, needsRefundAddress } from '../../core/providerChoice.ts'
import { depositIds, type ProviderId } from '../../core/providerIds.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { DepositOrder } from '../../execution/planned.ts'
import { dangerNames, fixedCostUsd } from '../../format/facts.ts'
import type { Asked } from '../../format/routes.ts'
import type { Ctx } from '../frame/command.ts'
import { moneyFlags, qrFlag, quoteFlags, waitFlags } from '../inputs/flags.ts'
import type { Input } from '../inputs/input.ts'
import { isSwapNamed } from '../inputs/sentence.ts'
import { noRouteError, watchQuote, withReasons } from '../quoting.ts'
import { nameAgain } from '../request/address.ts'
import {
  noMemo,
  partiesNamed,
  readReceiver,
  requestOfInput,
  refuseOtherReceiver,
} from '../request/request.ts'
import { accountKindOf, namedPayer, namedRefund } from '../request/payer.ts'
import { earlierQuote, pickFlags } from '../request/pick.ts'

export const depositFlags = [
  ...quoteFlags,
  ...moneyFlags,
  { name: 'best', group: 'swap', hint: 'Order the best route' },
  {
    name: 'rate',
    value: 'KIND',
    choices: ['fixed', 'float'],
    group: 'swap',
    hint: 'Only routes of this kind',
  },
  ...pickFlags,
  qrFlag,
  ...waitFlags,
] as const

export type DepositInput = Input<typeof depositFlags>

/** The deposit routes of one quote, with everything needed to order one of them. */
export type QuotedDeposits = Pick<
  DepositOrder,
  'request' | 'quotedAtMs' | 'fromAddress' | 'receiver' | 'refundAddress'
> & {
  asked: Asked
  /** The request as typed, to repeat the quote; null for routes of an earlier quote. */
  line: RouteRequest | null
  /** The service's answer; null for a route of an earlier quote. */
  answer: Quoted | null
  routes: readonly Route[]
  failed: readonly FailedItem[]
}

/**
 * Asks for all deposit routes. Receiver and refund address are checked against their chains before
 * any request.
 * @throws SwaprouteError RECEIVER_REQUIRED, and errors of the line or the quote
 */
export async function quoteDeposits(
  input: DepositInput,
  ctx: Ctx<RequestServices | 'api' | 'rememberQuote'>,
): Promise<QuotedDeposits> {
  const { request: given, asked, timeoutSeconds } = await requestOfInput(input, ctx)
  if (given.depositTradeParams === 'noDeposits') {
    throw new SwaprouteError('INVALID_ARGUMENT', '--deposits none leaves no deposit route.', {
      hint: 'Leave it out, or use `swaproute quote` for the other routes.',
    })
  }
  if (given.enableChecks === true) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      '--checks needs a known paying wallet; a deposit can be paid from any.',
      {
        hint: 'Leave --checks out.',
      },
    )
  }
  const receiver = requireReceiver(given)
  const memo = given.receiverMemo ?? (await askMemo(input, given.dstToken, ctx))
  const line = memo === null ? given : { ...given, receiverMemo: memo }
  const fromAddress = await namedPayer(input, line, ctx)
  const request = toDepositRequest({ ...line, receiver }, fromAddress)
  const api = await ctx.services.api()
  const quotedAtMs = ctx.io.now()
  const watch = watchQuote(ctx, line.dstToken, timeoutSeconds)
  const call = { signal: ctx.signal, onEvent: watch.onEvent }
  const { answer, failed } = await withReasons(request, (asking) =>
    api.quoteDepositTrades(asking, call),
  ).finally(watch.stop)
  await ctx.services.rememberQuote(request, answer.routes)
  const rate = input.rate
  const routes = answer.routes.filter(({ rateType }) => rate === undefined || rateType === rate)
  if (rate !== undefined && routes.length === 0 && answer.routes.length > 0) {
    throw new SwaprouteError('NO_ROUTE', `No route for this swap has a ${rate} rate.`, {
      hint: 'Leave out --rate to see the others.',
    })
  }
  return {
    request,
    quotedAtMs,
    fromAddress,
    receiver,
    refundAddress: request.refundAddress ?? null,
    asked,
    line,
    answer,
    routes,
    failed,
  }
}

/** `--id`: a route of an earlier quote, with its request. */
export async function earlierDeposit(
  input: DepositInput,
  id: string,
  ctx: Ctx<RequestServices | 'findQuote'>,
): Promise<QuotedDeposits> {
  const { request, route, quotedAtMs, names = [] } = await earlierQuote(id, ctx)
  if (isSwapNamed(input)) {
    throw new SwaprouteError('INVALID_ARGUMENT', '--id already fixes amount and tokens.', {
      hint: 'Leave out amount and tokens, or leave out --id.',
    })
  }
  if (route.executionKind !== null && route.executionKind !== 'deposit') {
    throw new SwaprouteError('INVALID_ARGUMENT', 'This route is not paid by a deposit.', {
      hint: `Use \`swaproute swap --id ${id}\`.`,
    })
  }
  const { srcToken, dstToken, srcAmountText } = request
  const written = input.receiver
  const given =
    written === undefined ? undefined : await readReceiver(input, written, dstToken.blockchain, ctx)
  refuseOtherReceiver(given, request)
  const receiver = given?.receiver ?? request.receiver
  if (receiver === undefined) throw receiverRequired(dstToken.blockchain)
  const refundAddress = await namedRefund(input.refundTo, request, ctx)
  await nameAgain(names, partiesNamed(input, request), ctx)
  return {
    request,
    quotedAtMs,
    fromAddress: await namedPayer(input, request, ctx),
    receiver,
    refundAddress,
    asked: { amount: srcAmountText, from: srcToken, to: dstToken },
    line: null,
    answer: null,
    routes: [route],
    failed: [],
  }
}

function hasRefund(
  { provider }: Pick<Route, 'provider'>,
  { refundAddress, fromAddress }: Pick<QuotedDeposits, 'refundAddress' | 'fromAddress'>,
): boolean {
  return refundAddress !== null || fromAddress !== null || !needsRefundAddress(provider)
}

/**
 * The quote with the refund address that an order of this route requires, asked for on a terminal.
 * @throws SwaprouteError MISSING_FIELD if it is missing and there is no terminal to ask on
 */
export async function withRefund(
  quoted: QuotedDeposits,
  route: Route,
  input: DepositInput,
  ctx: Ctx<'assets' | 'knownAddresses' | 'wallet'>,
): Promise<QuotedDeposits> {
  if (hasRefund(route, quoted)) return quoted
  const { blockchain } = quoted.request.srcToken
  const chain = blockchainName(blockchain)
  if (ctx.ask.possible && !input.yes && !input.dryRun) {
    const [{ askAddress }, { ownAccounts }, assets] = await Promise.all([
      import('../guide/parties.ts'),
      import('../guide/holdings.ts'),
      ctx.services.assets(),
    ])
    ctx.note([`If the swap fails, ${route.provider} sends the payment back to you.`])
    const asked = {
      pick: `Which of your ${chain} addresses takes refunds?`,
      type: `Your ${chain} address for refunds:`,
    }
    const isOwnKind = accountKindOf(blockchain, assets) !== null
    const accounts = isOwnKind ? await ownAccounts(ctx) : []
    const refundAddress = await askAddress(blockchain, asked, accounts, assets, ctx)
    return { ...quoted, refundAddress }
  }
  throw new SwaprouteError(
    'MISSING_FIELD',
    `${route.provider} needs a ${chain} address for refunds.`,
    {
      hint: 'Give one of your own with --refund-to, or choose a route of another provider.',
      context: { field: 'refundAddress' },
    },
  )
}

function isSafe(warnings: Route['warnings']): boolean {
  return dangerNames(warnings).length === 0
}

/** Only a person can choose a dangerous route (docs/safety.md P1 to P3). */
export function bestOf(quoted: QuotedDeposits, provider: ProviderId | null): Route {
  const { routes, failed, request } = quoted
  const own = routes.filter(
    (route) => route.id !== null && (provider === null || route.provider === provider),
  )
  // A provider named by the user may promise more than the market (P8).
  const mayPick = provider === null ? isAutoPicked : isSafe
  const eligible = own.filter(({ warnings }) => mayPick(warnings))
  const ready = eligible.find((route) => hasRefund(route, quoted)) ?? eligible[0]
  if (ready !== undefined) return ready
  const [dangerous] = own
  if (dangerous !== undefined) {
    const why = [
      ...dangerNames(dangerous.warnings),
      ...(isSafe(dangerous.warnings) ? ['too good'] : []),
    ].join(', ')
    const which = provider === null ? 'All routes' : `All routes of ${provider}`
    throw new SwaprouteError(
      'NO_ROUTE',
      `${which} are risky (${why}), so none is picked automatically.`,
      {
        hint: 'List them without --best and --provider, then pick one with --route.',
      },
    )
  }
  throw noRouteError(
    failed.filter(({ providerType }) => provider === null || providerType === provider),
    request,
  )
}

function requireReceiver({ receiver, dstToken }: RouteRequest): string {
  if (receiver !== undefined) return receiver
  throw receiverRequired(dstToken.blockchain)
}

function receiverRequired(blockchain: string): SwaprouteError {
  return new SwaprouteError(
    'RECEIVER_REQUIRED',
    `Which ${blockchainName(blockchain)} address should receive the tokens?`,
    {
      hint: 'Give the receiver with --receiver.',
      context: { field: 'receiver' },
    },
  )
}

/**
 * The request of the deposit call, which has no payer; the payer becomes the refund address where a
 * failed swap returns to it.
 */
function toDepositRequest(line: RouteRequest, fromAddress: string | null): RouteRequest {
  const { fromAddress: _payer, preferredProvider, ...rest } = line
  if (preferredProvider !== undefined && !depositIds.some((id) => id === preferredProvider)) {
    throw new SwaprouteError('UNKNOWN_PROVIDER', `${preferredProvider} takes no deposits.`, {
      hint: `Those that do: ${depositIds.join(', ')}.`,
      context: { provider: preferredProvider },
    })
  }
  return {
    ...rest,
    ...(rest.refundAddress === undefined && fromAddress !== null
      ? { refundAddress: fromAddress }
      : {}),
    ...(preferredProvider === undefined ? {} : { preferredProvider, preferredProviderOnly: true }),
  }
}

/**
 * Asks for the memo that an exchange account needs, before any route is chosen, since some
 * providers cannot send one. Null: none, or no terminal to ask on.
 */
async function askMemo(
  input: DepositInput,
  { blockchain }: RouteRequest['dstToken'],
  ctx: Ctx<'assets'>,
): Promise<string | null> {
  const isAnswered = input.yes || input.dryRun || input.receiverMemo !== undefined
  const assets = await ctx.services.assets()
  const { memo: memoName } = assets.chain(blockchain)
  if (memoName === null || isAnswered || !ctx.ask.possible) return null
  const { refusalOf } = await import('../guide/parties.ts')
  const isNone = (text: string): boolean => text === '' || text === noMemo
  const name = `${memoName.slice(0, 1).toUpperCase()}${memoName.slice(1)}`
  const question = `${name} from the receiver's exchange, if any (Enter for none):`
  const text = await ctx.ask.text(question, (typed) =>
    isNone(typed) ? null : refusalOf(() => assets.receiverMemo(blockchain, typed)),
  )
  return isNone(text) ? null : text
}

/**
 * `--max-fee-usd` for an order: the fees of the route, without the gas of the paying wallet.
 * @throws SwaprouteError PRICE_MOVED above the limit, or if the fees cannot be valued
 */
export function refuseFees(route: Route, { maxFeeUsd }: Pick<DepositInput, 'maxFeeUsd'>): void {
  if (maxFeeUsd === undefined) return
  const limit = usdToNumber(maxFeeUsd)
  const cost = fixedCostUsd(route)
  if (cost !== null && cost <= limit) return
  const message =
    cost === null
      ? 'The fees cannot be valued, so they cannot be compared with --max-fee-usd.'
      : `The fees come to ${usdText(cost)}, above the limit of ${usdText(limit)}.`
  throw new SwaprouteError('PRICE_MOVED', message, {
    hint: 'No order was opened. Raise --max-fee-usd, or choose another route.',
    context: { check: 'max-fee-usd' },
  })
}
