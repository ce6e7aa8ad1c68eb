/** The one reader of the routes that services answer with, and the printer of what was read. */
import { slippageToBps } from '../core/amounts.ts'
import type {
  ErrorObject,
  Estimate,
  FailedItem,
  Fees,
  QuoteAllAnswer,
  QuoteEcho,
  RouteItem,
} from './schemas.ts'

/** The numbers a route is decided by, in base units and basis points. */
export type RouteTerms = {
  dstAmount: bigint
  dstMinAmount: bigint
  /** Fixed fees paid along as value, native base units. */
  protocolFee: bigint
  providerFee: bigint
  /** The service's guess of the payment's gas, units; null when it has none. */
  gasLimit: bigint | null
  percentFee: number
  slippageBps: number
  durationSeconds: number
  priceImpactPercent: number | null
}

/** A route: what it is decided by, and the contract's document, which it is shown and kept as. */
export type Route<Item extends RouteItem = RouteItem> = {
  id: string | null
  /** As the service names it. */
  provider: string
  executionKind: string | null
  rateType: 'fixed' | 'float' | null
  warnings: readonly ErrorObject[]
  /** `odd`: a member is not an amount. Such a route is shown but cannot be taken. */
  terms: RouteTerms | { odd: string }
  /** The contract's document: printed once, or as received, unknown members included. */
  item: Item
}

/** All routes of a request; `more` holds what a service answers besides. */
export type Quoted = {
  quote: QuoteEcho
  routes: readonly Route[]
  failed?: readonly FailedItem[]
  more?: Readonly<Record<string, unknown>>
}

/** A route of which only the document is known. */
export function readRouteItem<Item extends RouteItem>(item: Item): Route<Item> {
  return toRoute(item, readRouteTerms(item.estimate, item.fees))
}

/** @param terms the numbers of the document, where they are at hand */
export function toRoute<Item extends RouteItem>(item: Item, terms: Route['terms']): Route<Item> {
  const { id, providerType: provider, executionKind = null, rateType, warnings } = item
  const rate = rateType === 'fixed' || rateType === 'float' ? rateType : null
  return { id, provider, executionKind, rateType: rate, warnings, terms, item }
}

export function readRouteTerms(estimate: Estimate, fees: Fees): Route['terms'] {
  const { gasTokenFees, percentFees } = fees
  const gasLimit = gasTokenFees.gas?.gasLimit
  const texts = {
    destinationWeiAmount: estimate.destinationWeiAmount,
    destinationWeiMinAmount: estimate.destinationWeiMinAmount,
    'fees.protocol': gasTokenFees.protocol.fixedWeiAmount,
    'fees.provider': gasTokenFees.provider.fixedWeiAmount,
    ...(gasLimit == null ? {} : { 'fees.gas.gasLimit': gasLimit }),
  }
  const odd = Object.entries(texts).find(([, text]) => !isWei(text))
  if (odd !== undefined) return { odd: odd[0] }
  return {
    dstAmount: BigInt(estimate.destinationWeiAmount),
    dstMinAmount: BigInt(estimate.destinationWeiMinAmount),
    protocolFee: BigInt(gasTokenFees.protocol.fixedWeiAmount),
    providerFee: BigInt(gasTokenFees.provider.fixedWeiAmount),
    gasLimit: gasLimit == null ? null : BigInt(gasLimit),
    percentFee: percentFees.percent,
    slippageBps: slippageToBps(estimate.slippage),
    durationSeconds: Math.round(estimate.durationInMinutes * 60),
    priceImpactPercent: estimate.priceImpact ?? null,
  }
}

/** The wire writes smallest units as decimal or, in a transaction's value, as 0x-hex. */
export function isWei(text: string): boolean {
  return /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text)
}

export function readQuoteAll({ quote, routes, failed, ...more }: QuoteAllAnswer): Quoted {
  return {
    quote,
    routes: routes.map(readRouteItem),
    ...(failed === undefined ? {} : { failed }),
    more,
  }
}

export function toQuoteAll({ quote, routes, failed, more }: Quoted): QuoteAllAnswer {
  return {
    ...more,
    quote,
    routes: routes.map(({ item }) => item),
    ...(failed === undefined ? {} : { failed: [...failed] }),
  }
}
