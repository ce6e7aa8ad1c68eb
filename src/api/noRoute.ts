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
import { heldBack, isDanger } from '../core/providerChoice.ts'
import type { Token } from '../core/token.ts'
import type { FailedItem } from './schemas.ts'

/** What was asked for: the chains, and the tokens in words (`USDC on ETH`). */
type AskedFor = { from: string; to: string; srcBlockchain: string; dstBlockchain: string }

/** @param nameOf the chain as the reader of the error knows it */
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
 * Why there is no route to choose, from the rows of the providers that offered none; used by the
 * service and by the program that asks a remote one. In this order: prices that could not be
 * confirmed (an outage, to be tried again later), routes held back as dangerous, no provider that
 * answered (an outage too), the limits of the providers, nothing at all.
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

/** There are routes, and each waits until its provider is named. */
export function onlyByName(
  provider: string,
  warnings: readonly { code: number; reason: string }[],
): SwaprouteError {
  const held = warnings.filter(({ code }) => heldBack.has(code))
  const reasons = held.map(({ reason }) => foreignReason(reason, 200)).join('; ')
  const name = foreignReason(provider, 40)
  return new SwaprouteError('NO_ROUTE', `Only routes that are not picked for you: ${reasons}.`, {
    hint: `Take one by its provider: --provider ${name}. \`swaproute quote\` lists them all.`,
    context: { provider: name },
  })
}

function hiddenRoutes(hidden: readonly FailedItem[]): SwaprouteError {
  const routes = hidden.length === 1 ? '1 route is' : `${hidden.length} routes are`
  const outages = [...new Set(hidden.flatMap(outagesOf))]
  if (outages.length > 0) {
    const verb = outages.length === 1 ? 'does' : 'do'
    return new SwaprouteError(
      'UPSTREAM_FAILED',
      `Prices could not be confirmed: ${outages.join(' and ')} ${verb} not answer. ${routes} held back.`,
      {
        hint: 'Try again in a minute, or look at the routes with --dangerous (showDangerousRoutes).',
        context: { hidden: hidden.length, outages },
      },
    )
  }
  const reasons = [...new Set(hidden.map(({ data }) => withoutPrefix(data.reason)))]
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : ''
  return new SwaprouteError(
    'NO_ROUTE',
    `${routes} held back as dangerous: ${reasons[0] ?? ''}${more}.`,
    {
      hint: 'Look at them with --dangerous (showDangerousRoutes).',
      context: { hidden: hidden.length, reasons },
    },
  )
}

/** A row says that it is hidden before it says why. */
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
 * The error where no provider answered, else null. Whose error came first is chance. On one chain a
 * silent node is named, which the user can put right. Between chains few providers ask a node; where
 * the services are silent too, another node would not help.
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
      ? `None of the ${failed.length} providers answered.`
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

/** The limit that is the easiest to keep: the smallest minimum or the largest maximum. */
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

/** Comparable; null for what is not a plain decimal. */
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
          : 'Try another amount or token; --failed shows what each provider said.',
    context: { asked: providers.size, ...open },
  })
}

/** How many could not be heard, so that nothing is claimed for them. */
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
