import type { BuiltRoute } from '../api/builtRoute.ts'
import type { InvalidField, Route, RouteTerms } from '../api/route.ts'
import type { ErrorObject } from '../api/routeSchema.ts'
import { SwaprouteError } from '../core/errors.ts'
import { manualOnlyWarnings } from '../core/providerChoice.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { RouteRequest, SwapRequest } from '../core/routeRequest.ts'
import type { EvmTransaction, TonMessage } from '../core/transaction.ts'
import type { SwapOrder } from './planned.ts'

/** The service's own checks are off: it would refuse because the approval is still to come. */
export function toSwapRequest(order: SwapOrder, { routeId }: RouteIdentity): SwapRequest {
  return {
    ...order.request,
    id: routeId,
    fromAddress: order.fromAddress,
    receiver: order.receiver,
    ...(order.refundAddress === null ? {} : { refundAddress: order.refundAddress }),
    enableChecks: false,
  }
}

/** What identifies the picked route, read from what the service wrote. */
export type RouteIdentity = { routeId: string; provider: ProviderId; swapType: SwapType }

/** @throws SwaprouteError QUOTE_EXPIRED without an id, UPSTREAM_REFUSED for an unknown provider */
export function readRoute(route: Route, { srcToken, dstToken }: RouteRequest): RouteIdentity {
  if (route.id === null) {
    throw new SwaprouteError('QUOTE_EXPIRED', 'The route has no id and cannot be swapped.', {
      hint: 'Get a new quote.',
    })
  }
  if (!isProviderId(route.provider)) {
    const message = `The service names an unknown provider: ${route.provider}.`
    throw new SwaprouteError('UPSTREAM_REFUSED', message, {
      hint: 'Nothing was signed. Choose a known one with --provider; `swaproute providers` lists them.',
    })
  }
  // Never from the service: a swap that leaves the chain needs evidence from another chain.
  const crossChain = srcToken.blockchain !== dstToken.blockchain
  return {
    routeId: route.id,
    provider: route.provider,
    swapType: crossChain ? 'cross-chain' : 'on-chain',
  }
}

/** What the service reports about a built swap, as numbers to compare with the plan. */
export type Terms = RouteTerms & { transaction: EvmTransaction }

/**
 * The numbers of a route.
 * @throws SwaprouteError UPSTREAM_REFUSED where a member is not an amount
 */
export function termsOf({ terms }: Pick<Route, 'terms'>): RouteTerms {
  return requireValid(terms)
}

/**
 * The numbers of a built swap; what the service does not repeat is as quoted.
 * @throws SwaprouteError UPSTREAM_REFUSED where a member is not an amount
 */
export function builtTerms({ estimate, fees }: BuiltRoute, route: Route): RouteTerms {
  if (estimate !== null && fees !== null)
    return { ...requireValid(estimate), ...requireValid(fees) }
  return { ...termsOf(route), ...requireValid(estimate ?? {}), ...requireValid(fees ?? {}) }
}

/** @throws SwaprouteError UPSTREAM_REFUSED without TON messages, or with invalid numbers */
export function messagesOf({ transaction, answer }: BuiltRoute): TonMessage[] {
  if (transaction.kind !== 'ton') throw noTransaction(answer)
  return requireValid(transaction.messages)
}

/**
 * Warnings of a route that is built or quoted again; null: no new ones. V9: that it is not picked
 * automatically was decided beside the other routes, and no later answer of the service revokes it.
 */
export function warningsOf(
  reported: readonly ErrorObject[] | null,
  { warnings }: Pick<Route, 'warnings'>,
): readonly ErrorObject[] {
  if (reported === null) return warnings
  const repeated = new Set(reported.map(({ code }) => code))
  return [
    ...warnings.filter(({ code }) => manualOnlyWarnings.has(code) && !repeated.has(code)),
    ...reported,
  ]
}

/**
 * @throws SwaprouteError UPSTREAM_REFUSED without an EVM transaction, or with invalid numbers;
 * UNSAFE_ROUTE (E4)
 */
export function readTerms(built: BuiltRoute, route: Route): Terms {
  return { ...builtTerms(built, route), transaction: callOf(built, route) }
}

function callOf({ transaction, answer }: BuiltRoute, { spender }: Route): EvmTransaction {
  if (transaction.kind !== 'evm') throw noTransaction(answer)
  const { permit2Address, approvalAddress, value, ...call } = transaction
  if (permit2Address !== null) {
    throw new SwaprouteError('UNSAFE_ROUTE', 'The route needs a Permit2 allowance. (check E4)', {
      hint: 'Nothing was signed. Choose another provider with --provider.',
      context: { check: 'E4', permit2Address },
    })
  }
  // The built swap decides; some services name the spender in the quote only.
  const approved = approvalAddress === undefined ? spender : approvalAddress
  return { ...call, value: requireValid(value), approvalAddress: approved }
}

function noTransaction({ transaction }: BuiltRoute['answer']): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', 'The service returned no transaction to sign.', {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: { members: Object.keys(transaction) },
  })
}

function isInvalid(value: unknown): value is InvalidField {
  return typeof value === 'object' && value !== null && 'invalid' in value
}

function requireValid<T>(value: T | InvalidField): T {
  if (!isInvalid(value)) return value
  throw new SwaprouteError('UPSTREAM_REFUSED', `The service's ${value.invalid} is not an amount.`, {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: { field: value.invalid },
  })
}
