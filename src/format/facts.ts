import type { Route } from '../api/route.ts'
import type { ErrorObject, TokenItem } from '../api/routeSchema.ts'
import { formatAmount } from '../core/amounts.ts'
import { manualOnlyWarnings, isAutoPicked } from '../core/providerChoice.ts'
import { taxWarning } from '../core/quote.ts'
import { stopsOf } from '../core/routing.ts'
import { plain } from './plain.ts'

// Facts of a route for screens: its terms, and members of the contract's document. The document's
// texts are foreign until they have passed plain().

type Decimals = Pick<TokenItem, 'decimals'>

/** Expected amount, with every digit. */
export function expectedText({ terms, item }: Route, { decimals }: Decimals): string {
  if ('invalid' in terms) return item.estimate.destinationTokenAmount
  return formatAmount(terms.dstAmount, decimals)
}

/** Minimum amount, with every digit. */
export function atLeastText({ terms, item }: Route, { decimals }: Decimals): string {
  if ('invalid' in terms) return item.estimate.destinationTokenMinAmount
  return formatAmount(terms.dstMinAmount, decimals)
}

/** A fixed fee in the native coin, with every digit; null if there is none. */
export function fixedFeeText(
  { terms, item }: Pick<Route, 'terms' | 'item'>,
  name: 'protocol' | 'provider',
): string | null {
  const { nativeToken, [name]: wire } = item.fees.gasTokenFees
  if ('invalid' in terms) return /[1-9]/.test(wire.fixedAmount) ? wire.fixedAmount : null
  const fee = name === 'protocol' ? terms.protocolFee : terms.providerFee
  return fee === 0n ? null : formatAmount(fee, nativeToken.decimals)
}

/** The router's warnings that hide a route unless --dangerous is given. */
const dangerTexts: Readonly<Record<number, string>> = {
  7001: 'loss',
  7002: 'unlisted',
  7003: 'unpriced',
  7004: 'too good',
  7005: 'too good',
}

/** Short reasons why a route is dangerous; empty if it is not. */
export function dangerNames(warnings: readonly ErrorObject[]): string[] {
  return [...new Set(warnings.flatMap(({ code }) => dangerTexts[code] ?? []))]
}

/** Why a route is used only if named; null if it may be picked automatically. */
export function manualOnlyReason(warnings: readonly ErrorObject[]): string | null {
  return warnings.find(({ code }) => manualOnlyWarnings.has(code))?.reason ?? null
}

/** Marks of a route: why it is dangerous, or that it is not picked automatically. */
export function marksOf(warnings: readonly ErrorObject[]): string[] {
  return [...dangerNames(warnings), ...(manualOnlyReason(warnings) === null ? [] : ['skipped'])]
}

/** Whether the route is paid by a transfer to a trusted provider rather than through a contract. */
export function isDeposit({ executionKind }: Pick<Route, 'executionKind'>): boolean {
  return executionKind === 'deposit'
}

/** Whether the contract enforces no minimum, or allows a refund of nothing. */
export function lacksMinimum(route: Pick<Route, 'executionKind' | 'rateType'>): boolean {
  return route.rateType === 'float' && !isDeposit(route)
}

/**
 * Cost of a route on top of the amount, in USD: gas and both fixed fees. Null if one of them is
 * unknown, since a partial sum would look cheap.
 */
export function extraCostUsd(route: Route): number | null {
  const { gas } = route.item.fees.gasTokenFees
  const parts = [gas?.totalUsdAmount, fixedUsd(route, 'protocol'), fixedUsd(route, 'provider')]
  let sum = 0
  for (const part of parts) {
    if (part === null || part === undefined) return null
    sum += part
  }
  return sum
}

/** Both fixed fees in USD, without gas; null if one of them is unknown. */
export function fixedCostUsd(route: Route): number | null {
  const [protocol, provider] = [fixedUsd(route, 'protocol'), fixedUsd(route, 'provider')]
  return protocol === null || provider === null ? null : protocol + provider
}

function fixedUsd(route: Route, name: 'protocol' | 'provider'): number | null {
  if (fixedFeeText(route, name) === null) return 0
  return route.item.fees.gasTokenFees[name].fixedUsdAmount ?? null
}

/** Value of a route in USD after gas and all fees on top; `estimated`: its gas is unknown. */
export type Net = { usd: number | null; estimated: boolean }

/**
 * Net value of each route of a list. An unknown network fee counts as the highest known one, as in
 * the ranking; if another fee or the value is unknown, so is the result.
 */
export function netsOf(routes: readonly Route[]): Net[] {
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
export function kindText(route: Route): string {
  if (isDeposit(route)) return route.rateType === null ? 'deposit' : `deposit ${route.rateType}`
  return route.item.swapType === 'on-chain' ? 'exchange' : 'bridge'
}

/** Whether the output of a deposit order is fixed or follows the market. */
export function rateName({ rateType }: Pick<Route, 'rateType'>): string {
  if (rateType === 'fixed') return 'fixed'
  return rateType === 'float' ? 'floating' : 'market'
}

/**
 * The route that sets the rate. Not always the first row: the user may sort by time or cost, and a
 * suspiciously good route sets no rate.
 */
export function mostReceived(routes: readonly Route[]): Route | undefined {
  const eligible = routes.filter(({ warnings }) => isAutoPicked(warnings))
  const amountOf = ({ terms }: Route): bigint => ('invalid' in terms ? 0n : terms.dstAmount)
  const [first, ...others] = eligible
  return others.reduce((most, route) => {
    return most !== undefined && amountOf(route) > amountOf(most) ? route : most
  }, first)
}

/** What to know of a route before taking it: `too good, skipped`; empty if nothing. */
export function noteText(route: Route): string {
  const words = marksOf(route.warnings)
  if (route.warnings.some(({ code }) => code === taxWarning)) words.push('taxed')
  if (lacksMinimum(route)) words.push('not guaranteed')
  if (route.id === null) words.push('preview')
  return words.join(', ')
}

/** `USDC → WETH → DAI`: the tokens of all hops, each once. */
export function pathText(route: Route): string {
  return stopsOf(route.item.routing)
    .map(({ symbol }) => plain(symbol, 16))
    .join(' → ')
}
