/** The one reader of the routes in services' answers. */
import { slippageToBps } from '../core/amounts.ts'
import {
  isAboveEnforced,
  isDanger,
  isEnforced,
  unenforcedGain,
  unenforcedWarning,
} from '../core/providerChoice.ts'
import { readSpender } from './approvals.ts'
import type { FailedItem, QuoteAllAnswer, QuoteEcho } from './schemas.ts'
import type { ErrorObject, Estimate, Fees, RouteItem } from './routeSchema.ts'

/** The numbers a route is decided by, in base units and basis points. */
export type RouteTerms = EstimateTerms & FeeTerms

export type EstimateTerms = {
  dstAmount: bigint
  dstMinAmount: bigint
  slippageBps: number
  durationSeconds: number
  priceImpactPercent: number | null
}

export type FeeTerms = {
  /** Fixed fees paid along as value, native base units. */
  protocolFee: bigint
  providerFee: bigint
  /** The service's estimate of the payment's gas, units; null if it has none. */
  gasLimit: bigint | null
  /** The service's estimate of its cost, native base units. */
  gasCost: bigint | null
  percentFee: number
}

/** A member of a document that should be an amount but is not. */
export type InvalidField = { invalid: string }

/** A route: the numbers decisions use, and the contract's document, which is shown and stored. */
export type Route<Item extends RouteItem = RouteItem> = {
  id: string | null
  /** Identifier used by the service. */
  provider: string
  executionKind: string | null
  rateType: 'fixed' | 'float' | null
  warnings: readonly ErrorObject[]
  /** The contract to approve for the source token; null if absent. */
  spender: string | null
  /** `invalid`: a member is not an amount. Such a route is shown but cannot be swapped. */
  terms: RouteTerms | InvalidField
  /** The contract's document: printed once, or as received, unknown members included. */
  item: Item
}

/** All routes of a request; `more`: further members of the answer. */
export type Quoted = {
  quote: QuoteEcho
  routes: readonly Route[]
  failed?: readonly FailedItem[]
  more?: Readonly<Record<string, unknown>>
}

/** A route read from its document alone. */
export function readRouteItem<Item extends RouteItem>(item: Item): Route<Item> {
  return toRoute(item, readTerms(item.estimate, item.fees))
}

/** @param terms the numbers of the document, if already read */
export function toRoute<Item extends RouteItem>(item: Item, terms: Route['terms']): Route<Item> {
  const { id, providerType: provider, executionKind = null, rateType, warnings } = item
  const rate = rateType === 'fixed' || rateType === 'float' ? rateType : null
  const spender = readSpender(item.transaction.approvalAddress)
  return { id, provider, executionKind, rateType: rate, warnings, spender, terms, item }
}

function readTerms(estimate: Estimate, fees: Fees): Route['terms'] {
  const expected = readEstimateTerms(estimate)
  if ('invalid' in expected) return expected
  const taken = readFeeTerms(fees)
  return 'invalid' in taken ? taken : { ...expected, ...taken }
}

export function readEstimateTerms(estimate: Estimate): EstimateTerms | InvalidField {
  const { destinationWeiAmount, destinationWeiMinAmount } = estimate
  return (
    invalidOf({ destinationWeiAmount, destinationWeiMinAmount }) ?? {
      dstAmount: BigInt(destinationWeiAmount),
      dstMinAmount: BigInt(destinationWeiMinAmount),
      slippageBps: slippageToBps(estimate.slippage),
      durationSeconds: Math.round(estimate.durationInMinutes * 60),
      priceImpactPercent: estimate.priceImpact ?? null,
    }
  )
}

export function readFeeTerms({ gasTokenFees, percentFees }: Fees): FeeTerms | InvalidField {
  const { protocol, provider, gas } = gasTokenFees
  const gasLimit = gas?.gasLimit ?? null
  const gasCost = gas?.totalWeiAmount ?? null
  const texts = {
    'fees.protocol': protocol.fixedWeiAmount,
    'fees.provider': provider.fixedWeiAmount,
    ...(gasLimit === null ? {} : { 'fees.gas.gasLimit': gasLimit }),
  }
  return (
    invalidOf(texts) ?? {
      protocolFee: BigInt(protocol.fixedWeiAmount),
      providerFee: BigInt(provider.fixedWeiAmount),
      gasLimit: gasLimit === null ? null : BigInt(gasLimit),
      // Only displayed: the gas limit in force is calculated before signing.
      gasCost: gasCost !== null && /^\d+$/.test(gasCost) ? BigInt(gasCost) : null,
      percentFee: percentFees.percent,
    }
  )
}

function invalidOf(texts: Record<string, string>): InvalidField | null {
  const invalid = Object.entries(texts).find(([, text]) => !isWei(text))
  return invalid === undefined ? null : { invalid: invalid[0] }
}

/** Base units on the wire are decimal or, in a transaction's value, 0x-hex. */
export function isWei(text: string): boolean {
  return /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text)
}

export function readQuoteAll({ quote, routes, failed, ...more }: QuoteAllAnswer): Quoted {
  return {
    quote,
    routes: readRouteItems(routes),
    ...(failed === undefined ? {} : { failed }),
    more,
  }
}

/**
 * The routes of one answer. P8, V9: a promise that no contract enforces is compared with the
 * enforced ones in the same answer, whatever the service reports.
 */
export function readRouteItems<Item extends RouteItem>(items: readonly Item[]): Route<Item>[] {
  const routes = items.map(readRouteItem)
  const mostEnforced = routes
    .filter((route) => isEnforced(route) && !route.warnings.some(isDanger))
    .reduce((most, route) => (promisedBy(route) > most ? promisedBy(route) : most), 0n)
  return routes.map((route) => {
    const isFair = isEnforced(route) || !isAboveEnforced(promisedBy(route), mostEnforced)
    if (isFair || route.warnings.some(({ code }) => code === unenforcedGain)) return route
    const warning = unenforcedWarning(route.provider, 'the best route that a contract enforces')
    const warnings = [...route.item.warnings, warning]
    return { ...route, warnings, item: { ...route.item, warnings } }
  })
}

function promisedBy({ terms }: Pick<Route, 'terms'>): bigint {
  return 'invalid' in terms ? 0n : terms.dstAmount
}

export function toQuoteAll({ quote, routes, failed, more }: Quoted): QuoteAllAnswer {
  return {
    ...more,
    quote,
    routes: routes.map(({ item }) => item),
    ...(failed === undefined ? {} : { failed: [...failed] }),
  }
}
