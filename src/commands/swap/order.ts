import type { EarlierQuote, QuoteServices, RequestServices } from '../frame/services.ts'
import { blockchainName } from '../../core/blockchainNames.ts'
import type { Route } from '../../api/route.ts'
import { parseAmount, slippageToBps } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isProviderId } from '../../core/providerIds.ts'
import { defaultTimeoutSeconds, type RouteRequest, slippageBpsOf } from '../../core/routeRequest.ts'
import { defaultSlippageBps, slippageKind } from '../../core/slippage.ts'
import type { Token } from '../../core/token.ts'
import { foreignKindOf, isForeignKind } from '../../core/foreignTransaction.ts'
import type { DepositOrder, SwapOrder } from '../../execution/planned.ts'
import type { Ctx } from '../frame/command.ts'
import { moneyFlags, qrFlag, quoteFlags } from '../inputs/flags.ts'
import type { Input } from '../inputs/input.ts'
import { isSwapNamed } from '../inputs/sentence.ts'
import { bestRoute, watchQuote } from '../quoting.ts'
import { nameAgain, toCheckedAddress } from '../request/address.ts'
import {
  partiesNamed,
  readReceiver,
  requestOfInput,
  refuseOtherReceiver,
  sentenceOf,
  quoteMismatch,
} from '../request/request.ts'
import { readSlippage } from '../inputs/values.ts'
import { accountKindOf, payingAddress, namedRefund, readFromAddress } from '../request/payer.ts'
import { earlierQuote, pickedId, pickFlags } from '../request/pick.ts'
import { readQuoteFile } from './quoteFile.ts'

export const swapFlags = [
  ...quoteFlags,
  ...moneyFlags,
  qrFlag,
  ...pickFlags,
  {
    name: 'quote',
    value: 'FILE',
    group: 'swap',
    values: 'file',
    hint: 'JSON of `quote` or `best`; - reads standard input',
  },
  {
    name: 'unsigned',
    group: 'output',
    hint: 'Print the transactions for another signer; send nothing',
  },
] as const

export type SwapInput = Input<typeof swapFlags>

/** Null if the payer is unknown: then only a deposit route can be used. */
type Payer = { fromAddress: string | null }
type Terms = Payer & Pick<SwapOrder, 'request' | 'route' | 'quotedAtMs' | 'receiver'>

/** A swap that an account of this machine pays, or one that is paid by hand or signed elsewhere. */
export type ReadOrder =
  | { payment: 'signed'; order: SwapOrder }
  | { payment: 'by_hand'; order: DepositOrder }
  /** A transaction signed by a wallet of its chain; the payer is null if unknown. */
  | { payment: 'elsewhere'; order: Omit<SwapOrder, 'fromAddress'> & Payer }

/** Everything `planSwap` needs: the picked route and the user's own limits. */
export async function readOrder(
  input: SwapInput,
  ctx: Ctx<RequestServices | QuoteServices>,
): Promise<ReadOrder> {
  const maxFeeUsdE18 = input.maxFeeUsd ?? null
  const id = await pickedId(input, ctx)
  const file = input.quote
  const isEarlier = id !== undefined || file !== undefined
  const terms = isEarlier ? await earlierTerms(input, id, file, ctx) : await bestTerms(input, ctx)
  const { fromAddress, ...others } = terms
  if (fromAddress !== null) await refuseCopiesOf(fromAddress, terms, ctx)
  const refundAddress = isEarlier
    ? await namedRefund(input.refundTo, terms.request, ctx)
    : (terms.request.refundAddress ?? null)
  const asked = { ...others, refundAddress }
  const isDefault = input.receiver === undefined && terms.receiver === fromAddress
  const deposit = {
    ...toDepositOrder({ ...asked, fromAddress }, input, ctx),
    ...(isDefault ? { receiverIsDefault: true as const } : {}),
  }
  if (isForeignKind(terms.route.executionKind)) {
    return { payment: 'elsewhere', order: { ...deposit, maxFeeUsdE18 } }
  }
  if (fromAddress === null || !(await canSign(terms.request.srcToken, ctx))) {
    return { payment: 'by_hand', order: deposit }
  }
  return { payment: 'signed', order: { ...deposit, fromAddress, maxFeeUsdE18 } }
}

/**
 * An account given by its key alone is only known now: neither the receiver nor the refund address
 * may imitate it (docs/safety.md A6).
 */
async function refuseCopiesOf(
  payer: string,
  { receiver, request: { dstToken, srcToken, refundAddress } }: Terms,
  ctx: Ctx<'assets'>,
): Promise<void> {
  const assets = await ctx.services.assets()
  assets.receiver(dstToken.blockchain, receiver, [payer])
  if (refundAddress !== undefined) assets.receiver(srcToken.blockchain, refundAddress, [payer])
}

/** Whether this program has accounts on the source chain. */
async function canSign({ blockchain }: Token, ctx: Ctx<'assets'>): Promise<boolean> {
  return accountKindOf(blockchain, await ctx.services.assets()) !== null
}

/** Without a picked route: quotes now and takes the best route. */
async function bestTerms(input: SwapInput, ctx: Ctx<RequestServices | 'api'>): Promise<Terms> {
  const { request: given, timeoutSeconds } = await requestOfInput(input, ctx)
  const named = given.fromAddress ?? null
  const fromAddress = await payer(input, named, given.srcToken, ctx)
  const receiver = await receiverOf(given, fromAddress, ctx)
  const request: RouteRequest = {
    ...given,
    ...(fromAddress === null ? {} : { fromAddress }),
    receiver,
    ...((await canSign(given.srcToken, ctx))
      ? withTransaction(input, given)
      : unsignable(input, given)),
  }
  const best = await bestToPay(request, timeoutSeconds, ctx)
  return { ...best, quotedAtMs: ctx.io.now(), fromAddress, receiver }
}

/**
 * The best route, by the same rule as `best`. A named provider is asked alone, and no other one
 * replaces it.
 */
async function bestToPay(
  given: RouteRequest,
  timeoutSeconds: number,
  ctx: Ctx<'api'>,
): Promise<{ route: Route; request: RouteRequest }> {
  const { preferredProvider } = given
  const request =
    preferredProvider === undefined ? given : { ...given, preferredProviderOnly: true }
  const { onEvent, stop } = watchQuote(ctx, given.dstToken, timeoutSeconds)
  const call = { signal: ctx.signal, onEvent }
  const route = await bestRoute(request, call, ctx).finally(stop)
  return { route, request }
}

/**
 * The best route of the other providers, if a remote service's best route is unproved. Nothing of
 * that one was recorded, shown or signed.
 * @throws the first route's error if the user chose its provider or the route, if it has another
 *   reason, or if no other provider has a route
 */
export async function nextBest(
  read: ReadOrder,
  thrown: unknown,
  input: SwapInput,
  ctx: Ctx<'api'>,
): Promise<ReadOrder> {
  const { request, route } = read.order
  const { provider } = route
  const { provider: named, id, route: row, quote } = input
  const isChosen = (named ?? id ?? row ?? quote) !== undefined
  if (ctx.config.backend !== 'remote' || read.payment !== 'signed' || isChosen) throw thrown
  if (!isUnproved(thrown, route) || !isProviderId(provider)) throw thrown
  const quotedAtMs = ctx.io.now()
  const nativeBlacklist = [...(request.nativeBlacklist ?? []), provider]
  const others = { ...request, nativeBlacklist }
  const { timeout = defaultTimeoutSeconds } = request
  const best = await bestToPay(others, timeout, ctx).catch((failure: unknown) => {
    throw failure instanceof SwaprouteError && failure.code === 'NO_ROUTE' ? thrown : failure
  })
  ctx.warn(
    'ROUTE_REFUSED',
    `The best route, by ${provider}, was refused: ${thrown.message} The next best is by ${best.route.provider}.`,
  )
  return { ...read, order: { ...read.order, ...best, quotedAtMs } }
}

/** An unsigned order, or an address that turned out to be a deposit address. */
function isUnproved(thrown: unknown, { executionKind }: Route): thrown is SwaprouteError {
  // An error with `funds` is about a swap under way, which is not replaced by another one.
  if (!(thrown instanceof SwaprouteError) || thrown.funds !== null) return false
  const { check } = thrown.context
  return check === 'E18' || (check === 'E2' && executionKind === null)
}

/** `--id` or `--quote`: a route of an earlier quote, with its request. */
async function earlierTerms(
  input: SwapInput,
  id: string | undefined,
  file: string | undefined,
  ctx: Ctx<RequestServices | 'findQuote' | 'readRequest'>,
): Promise<Terms> {
  const found: EarlierQuote =
    file === undefined ? await earlierQuote(id ?? '', ctx) : await readQuoteFile(file, ctx)
  const { request, route, quotedAtMs, names = [] } = found
  const { srcToken, dstToken } = request
  const isRepeated = isSwapNamed(input)
  if (isRepeated) {
    refuseOther((await requestOfInput(input, ctx)).request, request)
  } else if (file !== undefined && isUnseen(input)) {
    throw fileOnly('amount and tokens', sentenceOf(request))
  }
  refuseOtherProvider(input, route)
  refuseOtherSlippage(found, file !== undefined && isUnseen(input), input, ctx)
  const flagged = input.fromAddress
  const named =
    flagged === undefined
      ? (request.fromAddress ?? null)
      : await readFromAddress(flagged, srcToken.blockchain, ctx)
  const fromAddress = await payer(input, named, srcToken, ctx)
  const receiverFlag = input.receiver
  const given =
    receiverFlag === undefined
      ? undefined
      : await readReceiver(input, receiverFlag, dstToken.blockchain, ctx)
  refuseOtherReceiver(given, request)
  const asked = given === undefined ? request : { ...request, receiver: given.receiver }
  const receiver = await receiverOf(asked, fromAddress, ctx)
  await nameAgain(names, partiesNamed(input, request), ctx)
  if (file !== undefined) await refuseFileParties({ request, receiver, fromAddress }, input, ctx)
  return { request, route, quotedAtMs, fromAddress, receiver }
}

/** `--unsigned` prints a transaction, which a deposit order does not have. */
function withTransaction(
  input: SwapInput,
  { depositTradeParams, preferredProvider }: RouteRequest,
): Partial<RouteRequest> {
  const isOpen = depositTradeParams === undefined && preferredProvider === undefined
  return input.unsigned && isOpen ? { depositTradeParams: 'noDeposits' } : {}
}

/** Whether the swap continues without a person's confirmation of its review. */
function isUnseen(input: SwapInput): boolean {
  return input.yes || input.unsigned
}

/**
 * A file never decides who is paid (X7): the receiver and the refund address are the paying
 * account's own, or are repeated on the command line.
 */
async function refuseFileParties(
  { request, receiver, fromAddress }: Pick<Terms, 'request' | 'receiver' | 'fromAddress'>,
  input: SwapInput,
  ctx: Ctx<RequestServices>,
): Promise<void> {
  if (input.receiver === undefined && receiver !== fromAddress) {
    throw fileOnly('receiver', `--receiver ${receiver}`)
  }
  const { refundAddress, srcToken, dstToken, receiverMemo } = request
  if (receiverMemo !== undefined) {
    const text = input.receiver ?? receiver
    const line = await readReceiver(input, text, dstToken.blockchain, ctx)
    if (line.receiverMemo !== receiverMemo) {
      throw fileOnly('memo of the receiver', `--receiver-memo ${receiverMemo}`)
    }
  }
  if (refundAddress === undefined || refundAddress === fromAddress) return
  const typed = input.refundTo
  const given =
    typed === undefined ? null : await toCheckedAddress(srcToken.blockchain, typed, 'receiver', ctx)
  if (given !== refundAddress) throw fileOnly('refund address', `--refund-to ${refundAddress}`)
}

function fileOnly(what: string, words: string): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `Only the quote file names the ${what}.`, {
    hint: `Check and repeat it on the command line: ${words}`,
    context: { check: 'X7' },
  })
}

function refuseOtherProvider(input: SwapInput, { provider }: Route): void {
  const wanted = input.provider
  if (wanted === undefined || wanted === provider) return
  throw quoteMismatch(`The route is one of ${provider}, not of ${wanted}.`)
}

/**
 * A route has the slippage it was quoted with. That of a file is untrusted: without a person who
 * reads the review, more than the user's own or the default must be repeated on the command line
 * (E9, X7).
 */
function refuseOtherSlippage(
  { request, route }: Pick<Terms, 'request' | 'route'>,
  isUnseenFile: boolean,
  input: SwapInput,
  { config }: Ctx,
): void {
  const kind = slippageKind(request, route.executionKind === 'deposit')
  const quoted = slippageBpsOf(request) ?? defaultSlippageBps[kind]
  const percent = (bps: number): string => `${bps / 100}%`
  if (input.slippage !== undefined) {
    const typed = slippageToBps(input.slippage)
    if (typed === quoted) return
    throw quoteMismatch(
      `The route was quoted with a slippage of ${percent(quoted)}, not of ${percent(typed)}.`,
    )
  }
  const own = config.slippage === null ? 0 : slippageToBps(readSlippage(config.slippage))
  if (isUnseenFile && quoted > Math.max(own, defaultSlippageBps[kind])) {
    throw fileOnly('slippage', `--slippage ${percent(quoted)}`)
  }
}

/**
 * No account here can pay on such a chain: the swap is a deposit, or a transaction signed elsewhere
 * if requested or if there is no deposit route.
 */
function unsignable(input: SwapInput, given: RouteRequest): Partial<RouteRequest> {
  const { depositTradeParams, preferredProvider, srcToken, dstToken } = given
  const hasReader = foreignKindOf(srcToken.blockchain) !== null
  if (hasReader && (preferredProvider !== undefined || input.unsigned)) {
    return withTransaction(input, given)
  }
  if (depositTradeParams !== undefined && depositTradeParams !== 'all') return {}
  return hasReader && srcToken.blockchain === dstToken.blockchain
    ? { useDepositTradeIfAvailable: true }
    : { depositTradeParams: 'onlyDeposits' }
}

/**
 * No key is needed if nothing is signed and the address is named, or on chains on which no account
 * of this program can pay.
 */
async function payer(
  input: SwapInput,
  named: string | null,
  srcToken: Token,
  ctx: Ctx<'assets' | 'payer'>,
): Promise<string | null> {
  if (!(await canSign(srcToken, ctx))) return named
  const signs = !input.dryRun && !input.unsigned
  if (!signs && named !== null) return named
  return payingAddress(input, named, srcToken.blockchain, ctx, signs ? 'sign' : 'plan')
}

/** The paying account, if the destination chain has the same kind of address. */
async function receiverOf(
  { receiver, srcToken, dstToken }: RouteRequest,
  fromAddress: string | null,
  ctx: Ctx<'assets'>,
): Promise<string> {
  if (receiver !== undefined) return receiver
  const assets = await ctx.services.assets()
  const isSameKind = assets.sameAddressKind(srcToken.blockchain, dstToken.blockchain)
  if (isSameKind && fromAddress !== null) return fromAddress
  throw new SwaprouteError(
    'RECEIVER_REQUIRED',
    `Which ${blockchainName(dstToken.blockchain)} address should receive the tokens? ${blockchainName(srcToken.blockchain)} has other addresses.`,
    { hint: 'Give it with --receiver.', context: { field: 'receiver' } },
  )
}

function refuseOther(repeated: RouteRequest, quoted: RouteRequest): void {
  const isSame = (one: Token, other: Token): boolean =>
    one.blockchain === other.blockchain && one.address === other.address
  const equal =
    repeated.srcAmount === quoted.srcAmount &&
    isSame(repeated.srcToken, quoted.srcToken) &&
    isSame(repeated.dstToken, quoted.dstToken)
  if (!equal) throw quoteMismatch('The route was quoted for another amount or other tokens.')
}

/** A picked route with the user's own limits. */
export function toDepositOrder(
  quoted: Terms & Pick<DepositOrder, 'refundAddress'>,
  { minReceive, idempotencyKey, force }: Pick<SwapInput, 'minReceive' | 'idempotencyKey' | 'force'>,
  { config }: Pick<Ctx, 'config'>,
): DepositOrder {
  const { request, route, quotedAtMs, fromAddress, receiver, refundAddress } = quoted
  return {
    request,
    route,
    quotedAtMs,
    fromAddress,
    receiver,
    refundAddress,
    minReceive:
      minReceive === undefined ? null : parseAmount(minReceive, request.dstToken.decimals),
    maxLossBps: config.maxLossBps,
    idempotencyKey: idempotencyKey ?? null,
    force,
  }
}
