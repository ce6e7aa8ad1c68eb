import { formatAmount } from '../core/amounts.ts'
import { heldBack, isChosenByItself } from '../core/providerChoice.ts'

// What screens read of a route: its terms, and of the contract's document what has no other place.
// The document's texts are foreign until they have passed plain().

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
    gas?: { totalUsdAmount?: number | null | undefined } | null | undefined
    protocol: FixedFeeFacts
    provider: FixedFeeFacts
  }
  percentFees: { percent: number; token?: TokenFacts | null | undefined }
}

export type RouteFacts = {
  id: string | null
  provider: string
  /** How the route is paid: `evm`, `ton` or `deposit`; null: the service does not say. */
  executionKind: string | null
  /** Of deposit routes; `float` also of calls that guarantee no minimum. */
  rateType: 'fixed' | 'float' | null
  warnings: readonly ErrorFacts[]
  spender: string | null
  /** `odd`: not all of it are amounts, and the document's own texts are shown. */
  terms: TermsFacts | { odd: string }
  item: {
    swapType: string
    estimate: EstimateFacts
    fees: FeeFacts
    routing: readonly {
      provider: string
      path: readonly TokenFacts[]
      via?: readonly string[] | null | undefined
    }[]
    limits?: { min?: string | null | undefined; max?: string | null | undefined } | null | undefined
  }
}

type TermsFacts = {
  dstAmount: bigint
  dstMinAmount: bigint
  protocolFee: bigint
  providerFee: bigint
  gasCost: bigint | null
}

type Decimals = Pick<TokenFacts, 'decimals'>

/** What is expected to arrive, every digit. */
export function expectedText({ terms, item }: RouteFacts, { decimals }: Decimals): string {
  if ('odd' in terms) return item.estimate.destinationTokenAmount
  return formatAmount(terms.dstAmount, decimals)
}

/** What arrives at least, every digit. */
export function atLeastText({ terms, item }: RouteFacts, { decimals }: Decimals): string {
  if ('odd' in terms) return item.estimate.destinationTokenMinAmount
  return formatAmount(terms.dstMinAmount, decimals)
}

/** A fixed fee in the native coin, every digit; null where there is none. */
export function fixedFeeText(
  { terms, item }: Pick<RouteFacts, 'terms' | 'item'>,
  name: 'protocol' | 'provider',
): string | null {
  const { nativeToken, [name]: told } = item.fees.gasTokenFees
  if ('odd' in terms) return /[1-9]/.test(told.fixedAmount) ? told.fixedAmount : null
  const fee = name === 'protocol' ? terms.protocolFee : terms.providerFee
  return fee === 0n ? null : formatAmount(fee, nativeToken.decimals)
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
export function dangerNames(warnings: readonly ErrorFacts[]): string[] {
  return [...new Set(warnings.flatMap(({ code }) => dangerWords[code] ?? []))]
}

/** Why a route waits until it is named; null for one that is picked by itself. */
export function heldBackReason(warnings: readonly ErrorFacts[]): string | null {
  return warnings.find(({ code }) => heldBack.has(code))?.reason ?? null
}

/** The mark of a route: why it is dangerous, or that it is not taken by itself. */
export function marksOf(warnings: readonly ErrorFacts[]): string[] {
  return [...dangerNames(warnings), ...(heldBackReason(warnings) === null ? [] : ['skipped'])]
}

/** Paid by a transfer to a provider you have to trust, not through a contract. */
export function isDeposit({ executionKind }: Pick<RouteFacts, 'executionKind'>): boolean {
  return executionKind === 'deposit'
}

/** Paid through a contract that enforces no minimum, or that a refund of nothing satisfies as well. */
export function lacksMinimum(route: Pick<RouteFacts, 'executionKind' | 'rateType'>): boolean {
  return route.rateType === 'float' && !isDeposit(route)
}

/**
 * What a route costs on top of the amount, in USD: gas and both fixed fees. Null when one of them
 * is unknown: a partial sum would look cheap.
 */
export function extraCostUsd(route: RouteFacts): number | null {
  const { gas } = route.item.fees.gasTokenFees
  const parts = [gas?.totalUsdAmount, fixedUsd(route, 'protocol'), fixedUsd(route, 'provider')]
  let sum = 0
  for (const part of parts) {
    if (part === null || part === undefined) return null
    sum += part
  }
  return sum
}

/** Both fixed fees in USD, without gas; null when one of them is unknown. */
export function fixedCostUsd(route: RouteFacts): number | null {
  const [protocol, provider] = [fixedUsd(route, 'protocol'), fixedUsd(route, 'provider')]
  return protocol === null || provider === null ? null : protocol + provider
}

function fixedUsd(route: RouteFacts, name: 'protocol' | 'provider'): number | null {
  if (fixedFeeText(route, name) === null) return 0
  return route.item.fees.gasTokenFees[name].fixedUsdAmount ?? null
}

/** What a route leaves in USD, after gas and all fees on top; `estimated`: its gas is not known. */
export type Net = { usd: number | null; estimated: boolean }

/**
 * What each route of a list leaves. An unknown network fee counts as the highest known one, as in
 * the ranking; where another fee or the value is unknown, so is what is left.
 */
export function netsOf(routes: readonly RouteFacts[]): Net[] {
  const gas = routes.map(({ item }) => item.fees.gasTokenFees.gas?.totalUsdAmount ?? null)
  const known = gas.filter((usd) => usd !== null)
  const highest = known.length === 0 ? null : Math.max(...known)
  return routes.map((route, index) => {
    const value = route.item.estimate.destinationUsdAmount ?? null
    const fixed = fixedCostUsd(route)
    const cost = gas[index] ?? highest
    const isKnown = value !== null && fixed !== null && cost !== null
    return { usd: isKnown ? value - fixed - cost : null, estimated: gas[index] === null }
  })
}

/** `exchange`, `bridge`, or for orders at a custodian `deposit`, `deposit fixed`, `deposit float`. */
export function kindText(route: RouteFacts): string {
  if (isDeposit(route)) return route.rateType === null ? 'deposit' : `deposit ${route.rateType}`
  return route.item.swapType === 'on-chain' ? 'exchange' : 'bridge'
}

/** Whether the output of a deposit order is fixed or follows the market. */
export function rateWord({ rateType }: Pick<RouteFacts, 'rateType'>): string {
  if (rateType === 'fixed') return 'fixed'
  return rateType === 'float' ? 'floating' : 'market'
}

/**
 * The route that sets the rate. Not always the first row: the user may sort by time or cost, and a route that is too good to be
 * true sets no rate.
 */
export function mostReceived(routes: readonly RouteFacts[]): RouteFacts | undefined {
  const sound = routes.filter(({ warnings }) => isChosenByItself(warnings))
  const amountOf = ({ terms }: RouteFacts): bigint => ('odd' in terms ? 0n : terms.dstAmount)
  const [first, ...others] = sound
  return others.reduce((most, route) => {
    return most !== undefined && amountOf(route) > amountOf(most) ? route : most
  }, first)
}
