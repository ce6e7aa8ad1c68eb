import type { ProviderId } from '../../../core/providerIds.ts'
import { minimumAfterSlippage } from '../../../core/amounts.ts'
import { defaultSlippageBps, inParts } from '../../../core/slippage.ts'
import type { Quote, QuoteFees, QuoteRequest } from '../../../core/quote.ts'

/** A wallet of version 4 sends no more at once; who has another one gets no fewer offers by it. */
export const mostMessages = 4
/** From the wallet's transaction to the last message of a swap, usually. */
const usualSeconds = 30

/**
 * What every offer on TON has in common. Amounts, path and fees are the adapter's; the state of a
 * quote that was not built is empty.
 */
export function toTonQuote({
  provider,
  request,
}: {
  provider: ProviderId
  request: QuoteRequest
}): Quote {
  return {
    provider,
    swapType: 'on-chain',
    executionKind: 'ton',
    request,
    dstAmount: 0n,
    dstMinAmount: 0n,
    slippageBps: request.slippageBps ?? defaultSlippageBps.ton,
    durationSeconds: usualSeconds,
    priceImpactPercent: null,
    fees: tonGas(null),
    spender: null,
    steps: [],
    expiresAtMs: null,
    warnings: [],
    providerState: null,
  }
}

/** Whether a message on TON can say the amount at all; nothing is worth no swap. */
export function isPayable(amount: bigint): boolean {
  return amount > 0n && amount < 1n << 120n
}

/** The fields of an offer that goes from token to token in one step, whatever lies between. */
export function oneStep(
  { provider, request, slippageBps }: Quote,
  dstAmount: bigint,
): Pick<Quote, 'dstAmount' | 'dstMinAmount' | 'steps'> {
  const { srcToken, dstToken, srcAmount } = request
  const [from, to] = [
    { token: srcToken, amount: srcAmount },
    { token: dstToken, amount: dstAmount },
  ]
  return {
    dstAmount,
    dstMinAmount: minimumAfterSlippage(dstAmount, slippageBps),
    steps: [{ type: 'on-chain', provider, from, to }],
  }
}

/** The least amount of a swap whose parts a service rounds by itself. */
export function minimumInParts(dstAmount: bigint, slippageBps: number, parts: number): bigint {
  return inParts(minimumAfterSlippage(dstAmount, slippageBps), BigInt(parts))
}

/** Nanoton that a swap uses up, as an offer says it: one unit of gas is one nanoton. */
export function tonGas(nanoton: bigint | null): QuoteFees {
  const gas = nanoton === null ? null : { limit: nanoton, price: 1n }
  return { gas, protocolFixed: 0n, providerFixed: 0n, percent: null }
}
