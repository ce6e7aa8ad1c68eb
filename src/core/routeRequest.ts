import { slippageToBps } from './amounts.ts'
import type { ProviderId } from './providerIds.ts'
import type { QuoteRequest } from './quote.ts'
import type { Token } from './token.ts'

/**
 * A request to the service: tokens resolved, the amount in base units, addresses in their chains'
 * own spelling. Members the caller left out are absent; names are the contract's.
 */
export type RouteRequest = {
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  /** The amount as the caller wrote it, which the echo of the request repeats. */
  srcAmountText: string
  referrer?: string | undefined
  receiver?: string | undefined
  /** Memo, tag or comment that the payment to the receiver has to carry. */
  receiverMemo?: string | undefined
  fromAddress?: string | undefined
  refundAddress?: string | undefined
  integratorAddress?: string | undefined
  /** Fraction of 1, as the echo repeats it; calculations use `slippageBpsOf`. */
  slippage?: number | undefined
  /** As the caller wrote it; an unknown name excludes nothing. */
  nativeBlacklist?: string[] | undefined
  foreignBlacklist?:
    | { [Owner in keyof QuoteRequest['foreignExclusions']]?: string[] | undefined }
    | undefined
  preferredProvider?: ProviderId | undefined
  preferredProviderOnly?: boolean | undefined
  depositTradeParams?: 'onlyDeposits' | 'noDeposits' | 'all' | undefined
  useDepositTradeIfAvailable?: boolean | undefined
  /** Seconds for the calculation. */
  timeout?: number | undefined
  enableTestnets?: boolean | undefined
  /** Check balance and allowance of `fromAddress`. */
  enableChecks?: boolean | undefined
  skipFeeProviders?: boolean | undefined
  showFailedRoutes?: boolean | undefined
  showDangerousRoutes?: boolean | undefined
}

/** A route to build, with its request and its parties. */
export type SwapRequest = RouteRequest & { id: string }

/** Time limit of a calculation if the caller sets none. */
export const defaultTimeoutSeconds = 30
/** Referrer if the caller names none. */
export const defaultReferrer = 'swaproute'

/** The caller's maximum slippage, basis points; null: each provider's own default. */
export function slippageBpsOf({ slippage }: Pick<RouteRequest, 'slippage'>): number | null {
  return slippage === undefined ? null : slippageToBps(slippage)
}

/**
 * Who requested a quote: the person at this command line, a client of `serve`, or an agent. Only
 * the first has typed its contents (docs/safety.md X7).
 */
export type Asker = 'person' | 'client' | 'agent'

/** The last list of routes shown in one shell. */
export type ShownRoutes = {
  /** In the order of the rows; null for a row that cannot be swapped. */
  ids: readonly (string | null)[]
  /** The command that repeats the quote; null if it cannot be pasted. */
  again: string | null
}
