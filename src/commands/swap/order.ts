import type { QuoteAllBody, RouteItem } from '../../api/schemas.ts'
import { parseAmount } from '../../core/amounts.ts'
import { errorCodes, SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import type { DepositOrder } from '../../execution/deposit/types.ts'
import type { SwapOrder } from '../../execution/types.ts'
import { toDepositOrder } from '../deposit/order.ts'
import type { Ctx } from '../frame/context.ts'
import type { Input } from '../frame/shapes.ts'
import { watchQuote } from '../quoting.ts'
import {
  type CheckedRequest,
  readRequest,
  readTokens,
  toCheckedAddress,
} from '../request/request.ts'
import { readDecimal } from '../request/values.ts'
import type { SwapFlag } from './flags.ts'
import { accountKindOf, payingAddress } from './key.ts'
import { readQuoteFile } from './quoteFile.ts'

/** Null where nobody is known to pay: then a deposit route is the only one that can be taken. */
type Payer = { fromAddress: string | null }
type Terms = Payer &
  Pick<
    SwapOrder,
    'body' | 'route' | 'quotedAtMs' | 'srcToken' | 'dstToken' | 'srcAmount' | 'receiver'
  >

/** An order that an account of this machine pays, or one that somebody pays by hand. */
export type ReadOrder =
  | { payment: 'signed'; order: SwapOrder }
  | { payment: 'by_hand'; order: DepositOrder }

const usdDecimals = 18

/** Everything `planSwap` needs: the route the user picked and the terms he set on top. */
export async function readOrder(input: Input<SwapFlag>, ctx: Ctx): Promise<ReadOrder> {
  const { flags } = input
  const maxFee = flags.text('max-fee-usd')
  const maxFeeUsdE18 =
    maxFee === undefined ? null : readDecimal(maxFee, usdDecimals, '--max-fee-usd')
  const id = flags.text('id')
  const file = flags.text('quote')
  const terms =
    id === undefined && file === undefined
      ? await bestTerms(input, ctx)
      : await earlierTerms(input, id, file, ctx)
  const { fromAddress, ...others } = terms
  const asked = { ...others, refundAddress: terms.body.refundAddress ?? null }
  if (fromAddress === null || !(await canSign(terms.srcToken, ctx))) {
    return {
      payment: 'by_hand',
      order: toDepositOrder({ ...asked, fromAddress }, terms.route, flags),
    }
  }
  const deposit = toDepositOrder({ ...asked, fromAddress }, terms.route, flags)
  return { payment: 'signed', order: { ...deposit, fromAddress, maxFeeUsdE18 } }
}

/** Whether this program has accounts on the chain that is paid from. */
async function canSign({ blockchain }: Token, ctx: Ctx): Promise<boolean> {
  return accountKindOf(blockchain, await ctx.services.assets()) !== null
}

/** The sentence form: quote now and take the best route. */
async function bestTerms(input: Input<SwapFlag>, ctx: Ctx): Promise<Terms> {
  const request = await readRequest(input, ctx)
  const named = request.body.fromAddress ?? null
  const fromAddress = await payer(input, named, request.srcToken, ctx)
  const receiver = await receiverOf(request, fromAddress, ctx)
  const body: QuoteAllBody = {
    ...request.body,
    ...(fromAddress === null ? {} : { fromAddress }),
    receiver,
    ...((await canSign(request.srcToken, ctx)) ? {} : onlyDeposits(request.body)),
  }
  const { route, body: asked } = await bestToPay(body, request.timeoutSeconds, ctx)
  const { srcToken, dstToken, srcAmount } = request
  const quotedAtMs = ctx.io.now()
  return { body: asked, route, quotedAtMs, srcToken, dstToken, srcAmount, fromAddress, receiver }
}

/**
 * The best route, and the request it answers. Where nobody said which provider or kind is wanted, a
 * route whose least output contracts enforce goes before a deposit, which somebody has to be
 * trusted with; deposits are asked for when there is no other.
 */
async function bestToPay(
  body: QuoteAllBody,
  timeoutSeconds: number,
  ctx: Ctx,
): Promise<{ route: RouteItem; body: QuoteAllBody }> {
  const api = await ctx.services.api()
  const best = async (asked: QuoteAllBody): Promise<{ route: RouteItem; body: QuoteAllBody }> => {
    const watch = watchQuote(ctx, timeoutSeconds)
    const call = { signal: ctx.signal, onEvent: watch.onEvent }
    return { route: await api.quoteBest(asked, call).finally(watch.stop), body: asked }
  }
  const { depositTradeParams, useDepositTradeIfAvailable, preferredProvider } = body
  const isOpen =
    depositTradeParams === undefined &&
    useDepositTradeIfAvailable !== true &&
    preferredProvider === undefined
  if (!isOpen) return best(body)
  try {
    return await best({ ...body, depositTradeParams: 'noDeposits' })
  } catch (thrown) {
    if (toSwaprouteError(thrown).exit !== errorCodes.NO_ROUTE.exit) throw thrown
    return best(body)
  }
}

/** `--id` or `--quote`: a route that was quoted before, with the request it was quoted for. */
async function earlierTerms(
  input: Input<SwapFlag>,
  id: string | undefined,
  file: string | undefined,
  ctx: Ctx,
): Promise<Terms> {
  const found =
    file === undefined ? await ctx.services.findQuote(id ?? '') : await readQuoteFile(file, ctx)
  if (found === null) {
    throw new SwaprouteError('QUOTE_EXPIRED', 'This route id is not known on this machine.', {
      hint: 'Routes can be swapped for 60 seconds; quote again.',
      serviceCode: 1004,
      context: { id },
    })
  }
  const { body, route, quotedAtMs } = found
  const { srcToken, dstToken } = await readTokens(body, ctx)
  const srcAmount = parseAmount(body.srcTokenAmount, srcToken.decimals)
  if (input.words.length > 0 || input.flags.on('amount') || input.flags.on('from')) {
    const repeated = await readRequest(input, ctx)
    refuseOther(repeated, srcToken, dstToken, srcAmount)
  }
  const flagged = input.flags.text('from-address')
  const named =
    flagged === undefined
      ? (body.fromAddress ?? null)
      : await toCheckedAddress(srcToken.blockchain, flagged, 'account', ctx)
  const fromAddress = await payer(input, named, srcToken, ctx)
  const receiverFlag = input.flags.text('receiver')
  const given =
    receiverFlag === undefined
      ? undefined
      : await toCheckedAddress(dstToken.blockchain, receiverFlag, 'receiver', ctx)
  if (given !== undefined && body.receiver !== undefined && given !== body.receiver) {
    throw mismatch('The route was quoted for another receiver.')
  }
  const asked = { body: { ...body, ...(given === undefined ? {} : { receiver: given }) } }
  const receiver = await receiverOf({ ...asked, srcToken, dstToken }, fromAddress, ctx)
  return { body, route, quotedAtMs, srcToken, dstToken, srcAmount, fromAddress, receiver }
}

/** No account here pays on such a chain: other routes could not be taken anyway. */
function onlyDeposits({ depositTradeParams }: QuoteAllBody): Partial<QuoteAllBody> {
  return depositTradeParams === undefined || depositTradeParams === 'all'
    ? { depositTradeParams: 'onlyDeposits' }
    : {}
}

/**
 * Without a key where nothing is signed, provided the address is named, and on chains on which no
 * account of this program can pay.
 */
async function payer(
  input: Input<SwapFlag>,
  named: string | null,
  srcToken: Token,
  ctx: Ctx,
): Promise<string | null> {
  const { flags } = input
  if (!(await canSign(srcToken, ctx))) return named
  const signs = !flags.on('dry-run') && !flags.on('unsigned')
  return !signs && named !== null ? named : payingAddress(flags, named, srcToken.blockchain, ctx)
}

/** The paying account, when the destination chain has the same kind of address. */
async function receiverOf(
  { body, srcToken, dstToken }: Pick<CheckedRequest, 'body' | 'srcToken' | 'dstToken'>,
  fromAddress: string | null,
  ctx: Ctx,
): Promise<string> {
  if (body.receiver !== undefined) return body.receiver
  const assets = await ctx.services.assets()
  const isSameKind = assets.sameAddressKind(srcToken.blockchain, dstToken.blockchain)
  if (isSameKind && fromAddress !== null) return fromAddress
  throw new SwaprouteError(
    'RECEIVER_REQUIRED',
    `${dstToken.blockchain} has other addresses than ${srcToken.blockchain}: who receives?`,
    { hint: 'Give the receiver with --receiver.' },
  )
}

function refuseOther(
  repeated: CheckedRequest,
  srcToken: Token,
  dstToken: Token,
  srcAmount: bigint,
): void {
  const equal =
    repeated.srcAmount === srcAmount &&
    repeated.srcToken.blockchain === srcToken.blockchain &&
    repeated.srcToken.address === srcToken.address &&
    repeated.dstToken.blockchain === dstToken.blockchain &&
    repeated.dstToken.address === dstToken.address
  if (!equal) throw mismatch('The route was quoted for another amount or other tokens.')
}

function mismatch(message: string): SwaprouteError {
  return new SwaprouteError('QUOTE_MISMATCH', message, {
    hint: 'Leave out what differs, or quote again.',
  })
}
