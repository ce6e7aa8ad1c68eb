import { builtInTokens } from '../../chains/tokens.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import { mulDivDown } from '../../core/amounts.ts'
import { type QuoteRequest, type QuoteWarning, taxWarning } from '../../core/quote.ts'

/**
 * What a token takes of every transfer, which no pool's quote contains: basis points, rounded up; 0
 * for a token that takes nothing.
 */
export type Taxes = {
  /** Of the source token, on its way into the pool. */
  sellBps: bigint
  /** Of the destination token, on its way out of it. */
  buyBps: bigint
}

export const untaxed: Taxes = { sellBps: 0n, buyBps: 0n }

/** All of an amount, in basis points. */
export const wholeBps = 10_000n

/** Whether a token has to be asked: no coin and no token of the built-in list takes anything. */
export function mayTax({ blockchain, address, native }: Token): boolean {
  if (native) return false
  return !builtInTokens(blockchain).some((token) => isSameAddress(token.address, address))
}

/** What is left of an amount after a transfer; rounded down. */
export function afterTax(amount: bigint, bps: bigint): bigint {
  return bps === 0n ? amount : mulDivDown(amount, wholeBps - bps, wholeBps)
}

/** `TAX5 takes 5% on transfer`, for each token that takes something. */
export function taxSentences(
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  { sellBps, buyBps }: Taxes,
): string[] {
  const both: readonly [Token, bigint][] = [
    [srcToken, sellBps],
    [dstToken, buyBps],
  ]
  return both
    .filter(([, bps]) => bps > 0n)
    .map(([{ symbol }, bps]) => `${symbol} takes ${percent(bps)} on transfer`)
}

export function taxWarnings(
  pair: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  taxes: Taxes,
): QuoteWarning[] {
  return taxSentences(pair, taxes).map((sentence) => ({
    code: taxWarning,
    reason: `${sentence}; the amounts shown are after it.`,
  }))
}

/** `5%`, `0.25%` */
function percent(bps: bigint): string {
  const [whole, part] = [bps / 100n, bps % 100n]
  return `${whole}${part === 0n ? '' : `.${String(part).padStart(2, '0').replace(/0$/, '')}`}%`
}
