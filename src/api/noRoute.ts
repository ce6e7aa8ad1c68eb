import { parseAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import {
  type ErrorCode,
  errorCodes,
  limitHint,
  otherNodeHint,
  SwaprouteError,
} from '../core/errors.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { manualOnlyWarnings, isDanger } from '../core/providerChoice.ts'
import type { Token } from '../core/token.ts'
import type { FailedItem } from './schemas.ts'

/** The requested chains, and the tokens as text (`USDC on ETH`). */
type AskedFor = { from: string; to: string; srcBlockchain: string; dstBlockchain: string }

/** @param nameOf name of a chain for the reader of the error */
export function askedFor(
  { srcToken, dstToken }: { srcToken: Token; dstToken: Token },
  nameOf: (blockchain: BlockchainId) => string,
): AskedFor {
  const words = ({ symbol, blockchain }: Token): string => `${symbol} on ${nameOf(blockchain)}`
  return {
    from: words(srcToken),
    to: words(dstToken),
    srcBlockchain: srcToken.blockchain,
    dstBlockchain: dstToken.blockchain,
  }
}

/**
 * Why there is no route to choose, from the rows of the providers without an offer; used by the
 * service and by the client of a remote one. In this order: unconfirmed prices (an outage, to be
 * tried again later), routes hidden as dangerous, no answer from any provider (an outage too), the
 * limits of the providers, no offer at all.
 */
export function nothingToChoose(failed: readonly FailedItem[], asked: AskedFor): SwaprouteError {
  const hidden = failed.filter(({ data }) => isDanger(data))
  if (hidden.length > 0) return hiddenRoutes(hidden)
  return (
    noAnswer(failed, asked) ??
    outsideLimits(failed, 'AMOUNT_TOO_LOW') ??
    outsideLimits(failed, 'AMOUNT_TOO_HIGH') ??
    noOffer(failed, asked)
  )
}

/** There are routes, but each is used only if its provider is named. */
export function onlyByName(
  provider: string,
  warnings: readonly { code: number; reason: string }[],
): SwaprouteError {
  const manual = warnings.filter(({ code }) => manualOnlyWarnings.has(code))
  const reasons = manual.map(({ reason }) => foreignReason(reason, 200)).join('; ')
  const name = foreignReason(provider, 40)
  return new SwaprouteError(
    'NO_ROUTE',
    `Only routes that are not picked automatically: ${reasons}.`,
    {
      hint: `Choose one by its provider: --provider ${name}. \`swaproute quote\` lists them all.`,
      context: { provider: name },
    },
  )
}

function hiddenRoutes(hidden: readonly FailedItem[]): SwaprouteError {
  const routes = hidden.length === 1 ? '1 route is' : `${hidden.length} routes are`
  const outages = [...new Set(hidden.flatMap(outagesOf))]
  if (outages.length > 0) {
    const verb = outages.length === 1 ? 'does' : 'do'
    return new SwaprouteError(
      'UPSTREAM_FAILED',
      `Prices could not be confirmed: ${outages.join(' and ')} ${verb} not answer. ${routes} hidden.`,
      {
        hint: 'Try again in a minute, or list the routes with --dangerous (showDangerousRoutes).',
        context: { hidden: hidden.length, outages },
      },
    )
  }
  const reasons = [...new Set(hidden.map(({ data }) => withoutPrefix(data.reason)))]
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : ''
  return new SwaprouteError(
    'NO_ROUTE',
    `${routes} hidden as dangerous: ${reasons[0] ?? ''}${more}.`,
    {
      hint: 'List them with --dangerous (showDangerousRoutes).',
      context: { hidden: hidden.length, reasons },
    },
  )
}

/** The reason of a hidden row without its prefix. */
function withoutPrefix(reason: string): string {
  return foreignReason(reason.replace(/^hidden as dangerous: /, ''), 200)
}

function outagesOf({ data }: FailedItem): string[] {
  const outages = data.data?.['outages']
  if (!Array.isArray(outages)) return []
  return outages.flatMap((name) => (typeof name === 'string' ? [foreignReason(name, 40)] : []))
}

/** Whether no provider answered at all: an outage, not the absence of routes. */
export function noProviderAnswered(failed: readonly FailedItem[]): boolean {
  return failed.length > 0 && failed.every(({ data }) => laterNumbers.has(data.code))
}

/**
 * The error if no provider answered, else null. On one chain, a failing node is named, since the
 * user can replace it. Between chains few providers ask a node; if the services fail too, another
 * node would not help.
 */
function noAnswer(
  failed: readonly FailedItem[],
  { srcBlockchain, dstBlockchain }: AskedFor,
): SwaprouteError | null {
  const { serviceCode: ofNodes } = errorCodes.CHAIN_UNAVAILABLE
  const isOneChain = srcBlockchain === dstBlockchain
  const named = failed.find(({ data }) => (data.code === ofNodes) === isOneChain) ?? failed[0]
  if (named === undefined || !noProviderAnswered(failed)) return null
  const { providerType, data } = named
  const code =
    laterCodes.find((each) => errorCodes[each].serviceCode === data.code) ?? 'UPSTREAM_FAILED'
  const who =
    failed.length > 1
      ? `No provider answered (${failed.length} asked).`
      : `${foreignReason(providerType, 40)} could not answer.`
  return new SwaprouteError(code, `${who} ${foreignReason(data.reason, longestReason)}`, {
    hint: laterHints[code]?.(srcBlockchain) ?? 'Check the network and try again.',
    context: { ...data.data, asked: failed.length },
    serviceCode: data.code,
  })
}

const longestReason = 400

const laterHints: Partial<Record<ErrorCode, (srcBlockchain: string) => string>> = {
  CHAIN_UNAVAILABLE: otherNodeHint,
  RATE_LIMITED: () => limitHint,
}

const limitMembers = { AMOUNT_TOO_LOW: 'minAmount', AMOUNT_TOO_HIGH: 'maxAmount' } as const

/** The limit that is easiest to meet: the smallest minimum or the largest maximum. */
function outsideLimits(
  failed: readonly FailedItem[],
  code: keyof typeof limitMembers,
): SwaprouteError | null {
  const refused = failed.filter(({ data }) => data.code === errorCodes[code].serviceCode)
  const [first] = refused
  if (first === undefined) return null
  const member = limitMembers[code]
  const sign = code === 'AMOUNT_TOO_LOW' ? 1n : -1n
  let nearest: { item: FailedItem; text: string; size: bigint } | null = null
  for (const item of refused) {
    const text = item.data.data?.[member]
    const amount = typeof text === 'string' ? sizeOf(text) : null
    if (typeof text !== 'string' || amount === null) continue
    const size = amount * sign
    if (nearest === null || size < nearest.size) nearest = { item, text, size }
  }
  if (nearest === null) {
    return new SwaprouteError(code, foreignReason(first.data.reason, 200), {
      context: { provider: first.providerType, ...unanswered(failed) },
    })
  }
  const { item, text } = nearest
  const symbol = item.data.data?.['tokenSymbol']
  const tokenSymbol = typeof symbol === 'string' ? foreignReason(symbol, 20) : ''
  const limit = `${text} ${tokenSymbol}`.trimEnd()
  const provider = foreignReason(item.providerType, 40)
  return new SwaprouteError(
    code,
    code === 'AMOUNT_TOO_LOW'
      ? `The amount is too small: ${provider} takes the smallest amounts here, from ${limit}.`
      : `The amount is too large: ${provider} takes the largest amounts here, up to ${limit}.`,
    {
      hint:
        code === 'AMOUNT_TOO_LOW' ? `Swap at least ${limit}.` : `Swap at most ${limit} at once.`,
      context: { provider, tokenSymbol, [member]: text, ...unanswered(failed) },
    },
  )
}

/** Comparable size; null if not a plain decimal. */
function sizeOf(text: string): bigint | null {
  return /^\d{1,30}(?:\.\d{1,30})?$/.test(text) ? parseAmount(text, 30) : null
}

function noOffer(failed: readonly FailedItem[], { from, to }: AskedFor): SwaprouteError {
  const providers = new Set(failed.map(({ providerType }) => providerType))
  const [only] = failed
  const message =
    only !== undefined && providers.size === 1
      ? `${foreignReason(only.providerType, 40)} has no route from ${from} to ${to}: ${foreignReason(only.data.reason, 200)}`
      : `No provider swaps ${from} to ${to}.`
  const open = unanswered(failed)
  const silent = open.unanswered ?? 0
  const charging = failed.filter(({ data }) => data.data?.['leftOut'] === 'fee').length
  return new SwaprouteError('NO_ROUTE', message, {
    hint:
      silent > 0
        ? `${silent} of ${providers.size} providers could not answer: try again in a minute; --failed shows why.`
        : charging > 0
          ? `${charging} of ${providers.size} providers are left out for a fee: ask without --skip-fee-providers (skipFeeProviders).`
          : 'Try another amount or token; --failed shows the reason of each provider.',
    context: { asked: providers.size, ...open },
  })
}

/** How many did not answer. */
function unanswered(failed: readonly FailedItem[]): { unanswered?: number } {
  const silent = failed.filter(({ data }) => laterNumbers.has(data.code))
  const count = new Set(silent.map(({ providerType }) => providerType)).size
  return count === 0 ? {} : { unanswered: count }
}

const laterCodes: readonly ErrorCode[] = [
  'UPSTREAM_FAILED',
  'UPSTREAM_REFUSED',
  'CHAIN_UNAVAILABLE',
  'RATE_LIMITED',
]
const laterNumbers: ReadonlySet<number> = new Set(
  laterCodes.map((code) => errorCodes[code].serviceCode),
)
