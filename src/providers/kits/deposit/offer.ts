import { minimumAfterSlippage } from '../../../core/amounts.ts'
import { blockchainName } from '../../../core/blockchainNames.ts'
import { defaultSlippageBps } from '../../../core/slippage.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import {
  type Quote,
  type QuoteRequest,
  type QuoteWarning,
  refundNeededNote,
} from '../../../core/quote.ts'
import { needsRefundAddress } from '../../../core/providerChoice.ts'
import { type Limits, priceMoved, type ProviderName } from '../errors.ts'

export type DepositOffer = {
  provider: ProviderId
  request: QuoteRequest
  dstAmount: bigint
  /**
   * Guaranteed amount, below which the provider refunds; null for a market rate. Then the minimum
   * is what `build` still accepts when it opens the order.
   */
  guaranteed: bigint | null
  rateType?: 'fixed' | 'float'
  limits?: Limits
  durationSeconds: number
  expiresAtMs?: number | null
  priceImpactPercent?: number | null
  /** Fee already deducted from the amounts, percent of the source amount. */
  feePercent?: number
  warnings?: QuoteWarning[]
  providerState: Quote['providerState']
}

/** Default for how far the market may move before the order is opened; basis points. */
export const usualSlippageBps = defaultSlippageBps.deposit

/**
 * Slippage that holds an order at the accepted minimum after the price moved; whole basis points,
 * rounded so that the minimum is never below the accepted one.
 * @throws SwaprouteError PRICE_MOVED when even the expected amount is below it
 */
export function remainingSlippageBps(
  provider: ProviderName,
  acceptedMin: bigint,
  expectedNow: bigint,
): number {
  if (expectedNow < acceptedMin) throw priceMoved(provider, acceptedMin, expectedNow)
  return Number(((expectedNow - acceptedMin) * 10_000n) / expectedNow)
}

/** A route paid by a plain transfer: no gas of ours, no spender. */
export function toDepositQuote(offer: DepositOffer): Quote {
  const { provider, request, dstAmount, guaranteed, durationSeconds } = offer
  const { srcToken, dstToken, srcAmount } = request
  const wanted = request.slippageBps ?? usualSlippageBps
  const dstMinAmount = guaranteed ?? minimumAfterSlippage(dstAmount, wanted)
  const resulting =
    dstAmount === 0n ? 0 : Number(((dstAmount - dstMinAmount) * 10_000n) / dstAmount)
  return {
    provider,
    swapType: 'cross-chain',
    executionKind: 'deposit',
    request,
    dstAmount,
    dstMinAmount,
    slippageBps: guaranteed === null ? wanted : resulting,
    durationSeconds: Math.max(1, Math.ceil(durationSeconds)),
    priceImpactPercent: offer.priceImpactPercent ?? null,
    fees: {
      gas: null,
      protocolFixed: 0n,
      providerFixed: 0n,
      percent:
        offer.feePercent === undefined ? null : { percent: offer.feePercent, token: srcToken },
    },
    spender: null,
    steps: [
      {
        type: 'cross-chain',
        provider,
        from: { token: srcToken, amount: srcAmount },
        to: { token: dstToken, amount: dstAmount },
      },
    ],
    ...(offer.limits === undefined ? {} : { limits: offer.limits }),
    ...(offer.rateType === undefined ? {} : { rateType: offer.rateType }),
    expiresAtMs: offer.expiresAtMs ?? null,
    warnings: [...refundNote(provider, request), ...(offer.warnings ?? [])],
    providerState: offer.providerState,
  }
}

/** What the swap request has to name before its order can be opened. */
function refundNote(
  provider: ProviderId,
  { refundAddress, fromAddress, srcToken }: QuoteRequest,
): QuoteWarning[] {
  if (!needsRefundAddress(provider) || refundAddress !== null || fromAddress !== null) return []
  const chain = blockchainName(srcToken.blockchain)
  const reason = `the order needs an address for refunds on ${chain}`
  return [{ code: refundNeededNote, reason, data: { field: 'refundAddress' } }]
}
