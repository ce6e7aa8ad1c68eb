import { formatAmount, parseAmount, requireDecimal } from '../../core/amounts.ts'
import { disabledProvider } from '../../core/providerChoice.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { defaultTimeoutSeconds, type RouteRequest } from '../../core/routeRequest.ts'
import { isSameToken, type Token } from '../../core/token.ts'
import type { Asked } from '../../format/routes.ts'
import type { Ctx } from '../frame/command.ts'
import type { KeyValues, QuoteValues } from '../inputs/flags.ts'
import { required } from '../inputs/sentence.ts'
import type { CheckedAddress } from '../../chains/addresses.ts'
import type { ParsedAsset } from '../../chains/assets.ts'
import type { Assets, RequestServices } from '../frame/services.ts'
import { toCheckedAddress } from './address.ts'
import { readFromAddress } from './payer.ts'
import { readSlippage } from '../inputs/values.ts'

/** Input of a quote, by a command that may know the payer. */
type QuoteInput = QuoteValues & Partial<KeyValues>

/** A checked request and its texts for screens. */
export type CheckedRequest = { request: RouteRequest; asked: Asked; timeoutSeconds: number }

/**
 * Reads and checks a quote request. All offline checks run before the first network call; only
 * unlisted tokens are then read from their chain.
 */
export async function requestOfInput(
  input: QuoteInput,
  ctx: Ctx<RequestServices>,
): Promise<CheckedRequest> {
  const { rawAmount, testnets } = input
  const given = rawAmount ?? required(input.amount, 'amount', '--amount')
  const fromText = required(input.from, 'source asset', '--from')
  const toText = required(input.to, 'destination asset', '--to')
  const isRaw = rawAmount !== undefined
  const isMax = !isRaw && given.toLowerCase() === 'max'
  if (!isMax) checkAmountText(given, isRaw)

  const assets = await ctx.services.assets()
  const from = assets.parse(fromText, { testnets })
  const to = assets.parse(toText, { testnets })
  refuseEqual(from, to)
  warnOfEnd([chainOf(from), chainOf(to)], assets, ctx)
  const amount = isMax ? await maxOf(from, input, ctx) : given
  const listed = from.kind === 'listed' ? parseSourceAmount(amount, isRaw, from.token) : null
  const options = await readOptions(input, assets, from, to, ctx)

  const [srcToken, dstToken] = await resolveTokens(from, to, ctx)
  const srcAmount = listed ?? parseSourceAmount(amount, isRaw, srcToken)
  const amountText = isRaw ? formatAmount(srcAmount, srcToken.decimals) : amount
  const { referrer } = ctx.config
  return {
    request: {
      srcToken,
      dstToken,
      srcAmount,
      srcAmountText: amountText,
      referrer,
      ...options,
    },
    asked: { amount: amountText, from: srcToken, to: dstToken },
    timeoutSeconds: options.timeout ?? defaultTimeoutSeconds,
  }
}

function warnOfEnd(chains: readonly Token['blockchain'][], assets: Assets, ctx: Ctx): void {
  for (const chain of new Set(chains)) {
    const { name, status, note } = assets.chain(chain)
    if (status === 'ending') ctx.warn('CHAIN_ENDING', `${name} is ending: ${note}.`)
  }
}

/** `max`: everything the paying account can spend of the token. */
async function maxOf(
  asset: ParsedAsset,
  input: QuoteInput,
  ctx: Ctx<RequestServices>,
): Promise<string> {
  const [token] =
    asset.kind === 'listed' ? [asset.token] : await ctx.services.readTokens([asset], ctx.signal)
  if (token === undefined) {
    throw new SwaprouteError('UNKNOWN_TOKEN', 'The chain returned no metadata for this token.')
  }
  const { maxAmount } = await import('./max.ts')
  return await maxAmount(token, input, ctx)
}

/** The service skips checks without a wallet; a user who typed the flag expects them. */
export function requirePayerForChecks({ enableChecks, fromAddress }: RouteRequest): void {
  if (enableChecks !== true || fromAddress !== undefined) return
  throw new SwaprouteError('MISSING_FIELD', '--checks has no wallet to check.', {
    hint: 'Name the paying wallet with --from-address, or leave --checks out.',
  })
}

/** The swap as words of a command line: `250 eth:USDC to arb:USDC`. */
export function sentenceOf({ srcToken, dstToken, srcAmountText }: RouteRequest): string {
  return `${srcAmountText} ${assetWord(srcToken)} to ${assetWord(dstToken)}`
}

function assetWord(token: Token): string {
  const chain = token.blockchain.toLowerCase()
  return `${chain}:${token.listed && /^[\w.-]+$/.test(token.symbol) ? token.symbol : token.address}`
}

async function readOptions(
  input: QuoteInput,
  assets: Assets,
  from: ParsedAsset,
  to: ParsedAsset,
  ctx: Ctx<RequestServices>,
): Promise<Partial<RouteRequest>> {
  const options: Partial<RouteRequest> = {}
  const noted = ({ address, notes }: CheckedAddress): string => {
    for (const note of notes) ctx.warn('ADDRESS_NOTE', `${address}: ${note}`)
    return address
  }
  const { disabled, backend } = ctx.config
  const slippage = input.slippage ?? readConfigured(ctx)
  if (slippage !== undefined) options.slippage = slippage
  const { timeout, provider, exclude, excludeForeign } = input
  if (timeout !== undefined) options.timeout = timeout
  if (provider !== undefined) {
    if (disabled.providers.includes(provider)) throw disabledProvider(provider)
    options.preferredProvider = provider
  }
  // A remote service does not have the user's own list, so those providers are excluded in the
  // request.
  const unwanted = backend === 'remote' ? [...exclude, ...disabled.providers] : exclude
  if (unwanted.length > 0) options.nativeBlacklist = [...new Set(unwanted)]
  if (excludeForeign !== undefined) options.foreignBlacklist = excludeForeign

  const { fromAddress, receiver, refundTo, integrator, deposits } = input
  if (fromAddress !== undefined) {
    options.fromAddress = await readFromAddress(fromAddress, chainOf(from), ctx)
  }
  if (receiver !== undefined) {
    Object.assign(options, await readReceiver(input, receiver, chainOf(to), ctx))
  } else if (readMemo(input, chainOf(to), assets) !== null) {
    throw new SwaprouteError('MISSING_FIELD', '--receiver-memo needs the receiver it belongs to.', {
      hint: 'Add --receiver with its address.',
    })
  }
  if (refundTo !== undefined) {
    options.refundAddress = await toCheckedAddress(chainOf(from), refundTo, 'receiver', ctx)
  }
  // Integrators are registered with an EVM address whatever the chains of the swap.
  if (integrator !== undefined) options.integratorAddress = noted(assets.account('ETH', integrator))

  if (input.testnets) options.enableTestnets = true
  if (input.checks) options.enableChecks = true
  if (input.skipFeeProviders) options.skipFeeProviders = true
  if (input.failed) options.showFailedRoutes = true
  if (input.dangerous) options.showDangerousRoutes = true
  if (input.preferDeposit) options.useDepositTradeIfAvailable = true
  if (deposits !== undefined) {
    options.depositTradeParams =
      deposits === 'only' ? 'onlyDeposits' : deposits === 'none' ? 'noDeposits' : 'all'
  }
  return options
}

function readConfigured({ config: { slippage } }: Ctx): number | undefined {
  return slippage === null ? undefined : readSlippage(slippage)
}

/** `--receiver-memo none`: the receiver needs none, so there is no question. */
export const noMemo = 'none'

/** The memo of the command line; null if absent. */
function readMemo(
  input: Pick<QuoteValues, 'receiverMemo'>,
  blockchain: Token['blockchain'],
  assets: Assets,
): string | null {
  const text = input.receiverMemo
  return text === undefined || text === noMemo ? null : assets.receiverMemo(blockchain, text)
}

/**
 * The receiver of the command line and its memo: after the address (`r…:12345`, `r…?dt=12345`),
 * inside an X-address, or by its own flag.
 * @throws SwaprouteError INVALID_ARGUMENT for two different memos
 */
export async function readReceiver(
  input: Pick<QuoteValues, 'receiverMemo'>,
  text: string,
  blockchain: Token['blockchain'],
  ctx: Ctx<RequestServices>,
): Promise<{ receiver: string; receiverMemo?: string }> {
  const assets = await ctx.services.assets()
  const memo = readMemo(input, blockchain, assets)
  const written = assets.splitReceiver(blockchain, text)
  const isOther = written.memo !== null && written.memo !== memo
  if (isOther && input.receiverMemo !== undefined) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `--receiver contains the tag ${written.memo}, --receiver-memo names another.`,
      { hint: 'Leave out one of them.' },
    )
  }
  const receiver = await toCheckedAddress(blockchain, written.address, 'receiver', ctx)
  const receiverMemo = memo ?? written.memo
  return receiverMemo === null ? { receiver } : { receiver, receiverMemo }
}

/** The routes of a quote depend on the memo, and on its absence. */
export function refuseOtherReceiver(
  given: { receiver: string; receiverMemo?: string } | undefined,
  quoted: Pick<RouteRequest, 'receiver' | 'receiverMemo'>,
): void {
  if (given === undefined) return
  if (quoted.receiver !== undefined && given.receiver !== quoted.receiver) {
    throw quoteMismatch('The route was quoted for another receiver.')
  }
  if (given.receiverMemo === undefined || given.receiverMemo === quoted.receiverMemo) return
  throw quoteMismatch('The route was quoted without this memo of the receiver.')
}

/** Parties of a stored route that the command line does not name itself. */
export function partiesNamed(
  given: Pick<QuoteValues, 'receiver' | 'refundTo'>,
  { receiver, refundAddress, srcToken, dstToken }: RouteRequest,
): { address: string | undefined; blockchain: Token['blockchain'] }[] {
  return [
    ...(given.receiver === undefined
      ? [{ address: receiver, blockchain: dstToken.blockchain }]
      : []),
    ...(given.refundTo === undefined
      ? [{ address: refundAddress, blockchain: srcToken.blockchain }]
      : []),
  ]
}

export function quoteMismatch(message: string): SwaprouteError {
  return new SwaprouteError('QUOTE_MISMATCH', message, {
    hint: 'Leave out what differs, or get a new quote.',
  })
}

async function resolveTokens(
  from: ParsedAsset,
  to: ParsedAsset,
  ctx: Ctx<'readTokens'>,
): Promise<[src: Token, dst: Token]> {
  const unlisted = [from, to].flatMap((asset) => (asset.kind === 'unlisted' ? [asset] : []))
  const read = unlisted.length === 0 ? [] : await ctx.services.readTokens(unlisted, ctx.signal)
  const resolved = [from, to].map((asset) => (asset.kind === 'listed' ? asset.token : read.shift()))
  const [src, dst] = resolved
  if (src === undefined || dst === undefined) {
    throw new SwaprouteError('UNKNOWN_TOKEN', 'The chain returned no metadata for these tokens.')
  }
  return [src, dst]
}

function chainOf(asset: ParsedAsset): Token['blockchain'] {
  return asset.kind === 'listed' ? asset.token.blockchain : asset.blockchain
}

function addressOf(asset: ParsedAsset): string {
  return asset.kind === 'listed' ? asset.token.address : asset.address
}

function refuseEqual(from: ParsedAsset, to: ParsedAsset): void {
  const equal =
    from.kind === 'listed' && to.kind === 'listed'
      ? isSameToken(from.token, to.token)
      : chainOf(from) === chainOf(to) &&
        addressOf(from).toLowerCase() === addressOf(to).toLowerCase()
  if (!equal) return
  throw new SwaprouteError('EQUAL_TOKENS', 'Source and destination are the same token.', {
    hint: 'Choose another token or another chain on one side.',
  })
}

/** Checks an amount before the token's decimals are known. */
function checkAmountText(text: string, isRaw: boolean): void {
  if (isRaw) {
    if (/^[1-9]\d{0,77}$/.test(text)) return
    throw new SwaprouteError('INVALID_AMOUNT', `"${text.slice(0, 40)}" is not a raw amount.`, {
      hint: 'Write whole base units greater than zero, for example --raw-amount 1500000.',
    })
  }
  if (text.startsWith('-')) {
    throw new SwaprouteError('INVALID_AMOUNT', `The amount ${text.slice(0, 40)} is negative.`, {
      hint: 'Write a plain decimal greater than zero.',
    })
  }
  if (/^\d[\d.]*e[+-]?\d+$/i.test(text)) {
    throw new SwaprouteError('INVALID_AMOUNT', `The amount ${text.slice(0, 40)} has an exponent.`, {
      hint: 'Write all digits, for example 0.001 instead of 1e-3.',
    })
  }
  if (/^\d{1,3}(?:[,_' ]\d{3})+(?:\.\d+)?$/.test(text)) {
    throw new SwaprouteError(
      'INVALID_AMOUNT',
      `The amount ${text.slice(0, 40)} has thousands separators.`,
      { hint: 'Write digits only, with a point before the decimals.' },
    )
  }
  requireDecimal(text)
}

function parseSourceAmount(text: string, isRaw: boolean, token: Token): bigint {
  const amount = isRaw ? BigInt(text) : parseAmount(text, token.decimals)
  if (amount > 0n) return amount
  throw new SwaprouteError('INVALID_AMOUNT', 'The amount is zero.', {
    hint: 'Write an amount greater than zero.',
  })
}
