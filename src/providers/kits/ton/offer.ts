import { isSameTonAddress } from '../../../chains/ton/address.ts'
import { minimumAfterSlippage } from '../../../core/amounts.ts'
import { type Decimal, toRoundNumber } from '../../../core/decimals.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { Json, Quote, QuoteFees, QuoteRequest } from '../../../core/quote.ts'
import { defaultSlippageBps, inParts } from '../../../core/slippage.ts'
import type { Token } from '../../../core/token.ts'

/** A wallet of version 4 sends no more at once; who has another one gets no fewer offers by it. */
export const mostMessages = 4
/** From the wallet's transaction to the last message of a swap, usually. */
const usualSeconds = 30

/** What a service offers; amounts in base units, tokens in its words. `Own`: what only it reads. */
export type TonOffer<Own> = {
  /** What the service says it was asked for: compared with the request. */
  srcAmount: bigint
  dstAmount: bigint
  /** Ways that lead from token to token, one message each. */
  parts: readonly OfferPart[]
  /** Percent lost against the pools' own price, negative for a gain; null where it does not say. */
  impactPercent: Decimal | null
  /** Share that is off the output already; absent: it does not say. */
  fee?: QuoteFees['percent']
  own: Own
}

export type OfferPart = {
  srcToken: string
  dstToken: string
  /** Null where it does not say. */
  srcAmount: bigint | null
  /** Nanoton that it uses up; null where it does not say. */
  gas: bigint | null
}

/** Whether a message on TON can say the amount at all; nothing is worth no swap. */
export function isPayable(amount: bigint): boolean {
  return amount > 0n && amount < 1n << 120n
}

/**
 * The echo of an offer: every part leads from the asked token to the asked one, and together they
 * sell exactly the asked amount.
 * @throws SwaprouteError UPSTREAM_FAILED
 */
export function checkTonOffer<Own>(
  { name, coin, mostParts }: { name: string; coin: string; mostParts: number },
  { srcAmount: said, dstAmount, parts }: TonOffer<Own>,
  { srcToken, dstToken, srcAmount }: QuoteRequest,
): void {
  const is = (word: string, { native, address }: Token): boolean =>
    native ? word === coin || isSameTonAddress(word, coin) : isSameTonAddress(word, address)
  const isAsked =
    said === srcAmount &&
    isPayable(dstAmount) &&
    parts.length > 0 &&
    parts.length <= mostParts &&
    parts.every((part) => is(part.srcToken, srcToken) && is(part.dstToken, dstToken)) &&
    (sumOf(parts.map((part) => part.srcAmount)) ?? srcAmount) === srcAmount
  if (isAsked) return
  const text = `${name} answered with a quote for something else.`
  throw new SwaprouteError('UPSTREAM_FAILED', text, { context: { fault: 'echo' } })
}

/** A quote of one hop, whatever lies between. */
export function toTonQuote<Own>(
  provider: ProviderId,
  request: QuoteRequest,
  offer: TonOffer<Own>,
  /** What the service rounds by itself part by part, and wants back when it makes the messages. */
  service: { carry: Json } | null,
): Quote {
  const { srcToken, dstToken, srcAmount } = request
  const { dstAmount, parts, impactPercent } = offer
  const slippageBps = request.slippageBps ?? defaultSlippageBps.ton
  const least = minimumAfterSlippage(dstAmount, slippageBps)
  const [from, to] = [
    { token: srcToken, amount: srcAmount },
    { token: dstToken, amount: dstAmount },
  ]
  return {
    provider,
    swapType: 'on-chain',
    executionKind: 'ton',
    request,
    dstAmount,
    dstMinAmount: service === null ? least : inParts(least, BigInt(parts.length)),
    slippageBps,
    durationSeconds: usualSeconds,
    priceImpactPercent: impactPercent && Math.max(0, toRoundNumber(impactPercent, 6)),
    fees: tonFees(offer),
    spender: null,
    steps: [{ type: 'on-chain', provider, from, to }],
    expiresAtMs: null,
    warnings: [],
    providerState: service?.carry ?? null,
  }
}

/** One unit of gas is one nanoton. */
export function tonFees<Own>({ parts, fee = null }: TonOffer<Own>): QuoteFees {
  const used = sumOf(parts.map(({ gas }) => gas))
  const gas = used === null ? null : { limit: used, price: 1n }
  return { gas, protocolFixed: 0n, providerFixed: 0n, percent: fee }
}

/** Null where one of them is not known. */
export function sumOf(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0n)
}
