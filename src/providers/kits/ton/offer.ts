import { isSameTonAddress } from '../../../chains/ton/address.ts'
import { minimumAfterSlippage } from '../../../core/amounts.ts'
import { type Decimal, toRoundNumber } from '../../../core/decimals.ts'
import { otherSwap } from '../errors.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { Json, Quote, QuoteFees, QuoteRequest } from '../../../core/quote.ts'
import { defaultSlippageBps, inParts } from '../../../core/slippage.ts'
import type { Token } from '../../../core/token.ts'

/** Limit of a V4 wallet; wallets with a higher limit get the same offers. */
export const mostMessages = 4
/** From the wallet's transaction to the last message of a swap, usually. */
const usualSeconds = 30

/**
 * An offer; amounts in base units, tokens in the service's terms. `Own`: data only the service
 * reads.
 */
export type TonOffer<Own> = {
  /** Echo of the amount, compared with the request. */
  srcAmount: bigint
  dstAmount: bigint
  /** Paths from token to token, one message each. */
  parts: readonly OfferPart[]
  /** Percent lost against the pools' price, negative for a gain; null: unknown. */
  impactPercent: Decimal | null
  /** Fee already deducted from the output; absent: unknown. */
  fee?: QuoteFees['percent']
  own: Own
}

export type OfferPart = {
  srcToken: string
  dstToken: string
  /** Null where it does not say. */
  srcAmount: bigint | null
  /** Nanoton used up; null: unknown. */
  gas: bigint | null
}

/** Whether a TON message can hold the amount; zero is not payable. */
export function isPayable(amount: bigint): boolean {
  return amount > 0n && amount < 1n << 120n
}

/**
 * Checks an offer's echo: every part leads from the requested source token to the requested
 * destination token, and together they sell exactly the requested amount.
 * @throws SwaprouteError UPSTREAM_FAILED
 */
export function checkTonOffer<Own>(
  { name, coin, mostParts }: { name: string; coin: string; mostParts: number },
  { srcAmount: quoted, dstAmount, parts }: TonOffer<Own>,
  { srcToken, dstToken, srcAmount }: QuoteRequest,
): void {
  const is = (text: string, { native, address }: Token): boolean =>
    native ? text === coin || isSameTonAddress(text, coin) : isSameTonAddress(text, address)
  const isAsked =
    quoted === srcAmount &&
    isPayable(dstAmount) &&
    parts.length > 0 &&
    parts.length <= mostParts &&
    parts.every((part) => is(part.srcToken, srcToken) && is(part.dstToken, dstToken)) &&
    (knownSum(parts.map((part) => part.srcAmount)) ?? srcAmount) === srcAmount
  if (!isAsked) throw otherSwap(name)
}

/** A quote of one hop, whatever the path. */
export function toTonQuote<Own>(
  provider: ProviderId,
  request: QuoteRequest,
  offer: TonOffer<Own>,
  /** Set for services that round part by part; `carry` is sent back to build the messages. */
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
  const used = knownSum(parts.map(({ gas }) => gas))
  const gas = used === null ? null : { limit: used, price: 1n }
  return { gas, protocolFixed: 0n, providerFixed: 0n, percent: fee }
}

/** Null if one is unknown. */
export function knownSum(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0n)
}
