import { preferredIsWorse } from '../core/preferred.ts'

// The members of the contract's answers that screens read. Answers of the service fit as they are;
// their texts are foreign until they have passed plain().

export type TokenFacts = {
  blockchain: string
  address: string
  symbol: string
  decimals: number
}

export type ErrorFacts = {
  code: number
  reason: string
  data?: unknown
}

export type EstimateFacts = {
  destinationTokenAmount: string
  destinationTokenMinAmount: string
  destinationUsdAmount?: number | null | undefined
  destinationUsdMinAmount?: number | null | undefined
  durationInMinutes: number
  priceImpact?: number | null | undefined
  slippage: number
}

export type FixedFeeFacts = { fixedAmount: string; fixedUsdAmount?: number | null | undefined }

export type FeeFacts = {
  gasTokenFees: {
    nativeToken: TokenFacts
    gas?:
      | {
          totalWeiAmount?: string | null | undefined
          totalUsdAmount?: number | null | undefined
        }
      | null
      | undefined
    protocol: FixedFeeFacts
    provider: FixedFeeFacts
  }
  percentFees: { percent: number; token?: TokenFacts | null | undefined }
}

export type RouteFacts = {
  id: string | null
  swapType: string
  providerType: string
  tokens: { from: TokenFacts & { amount?: string | null | undefined }; to: TokenFacts }
  estimate: EstimateFacts
  fees: FeeFacts
  routing: readonly {
    provider: string
    path: readonly (TokenFacts & { amount?: string | null | undefined })[]
  }[]
  transaction: {
    approvalAddress?: string | null | undefined
    depositAddress?: string | null | undefined
    tonMessages?: readonly unknown[] | null | undefined
  }
  warnings: readonly ErrorFacts[]
  /** How the route is paid: `evm`, `ton` or `deposit`. */
  executionKind?: string | null | undefined
  /** `fixed` or `float`; deposit routes only. */
  rateType?: string | null | undefined
}

export type FailedFacts = { providerType: string; data: ErrorFacts }

/** Warnings that hide a route unless --dangerous is given; the router's numbers. */
const dangerWords: Readonly<Record<number, string>> = {
  7001: 'loss',
  7002: 'unlisted',
  7003: 'unpriced',
  7004: 'too good',
  7005: 'too good',
}

/** Short reasons why a route is dangerous; empty for a route that is not. */
export function dangersOf(warnings: readonly ErrorFacts[]): string[] {
  return [...new Set(warnings.flatMap(({ code }) => dangerWords[code] ?? []))]
}

/**
 * Whether a route may be picked automatically: not dangerous, and not ranked below a better route
 * because of the preferred provider. The router's own rule, read from its warnings.
 */
export function isChosenByItself(warnings: readonly ErrorFacts[]): boolean {
  return dangersOf(warnings).length === 0 && !warnings.some(({ code }) => code === preferredIsWorse)
}

/** Paid by a transfer to a provider you have to trust, not through a contract. */
export function isDeposit({ executionKind }: Pick<RouteFacts, 'executionKind'>): boolean {
  return executionKind === 'deposit'
}

/**
 * What a route costs on top of the amount, in USD: gas and both fixed fees. Null when one of them
 * is unknown: a partial sum would look cheap.
 */
export function extraCostUsd(fees: FeeFacts): number | null {
  const { gas, protocol, provider } = fees.gasTokenFees
  const parts = [gas?.totalUsdAmount, fixedUsd(protocol), fixedUsd(provider)]
  let sum = 0
  for (const part of parts) {
    if (part === null || part === undefined) return null
    sum += part
  }
  return sum
}

/** Both fixed fees in USD, without gas; null when one of them is unknown. */
export function fixedCostUsd({ gasTokenFees }: FeeFacts): number | null {
  const [protocol, provider] = [fixedUsd(gasTokenFees.protocol), fixedUsd(gasTokenFees.provider)]
  return protocol === null || provider === null ? null : protocol + provider
}

function fixedUsd(fee: FixedFeeFacts): number | null {
  if (!/[1-9]/.test(fee.fixedAmount)) return 0
  return fee.fixedUsdAmount ?? null
}
