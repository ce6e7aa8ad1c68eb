import { readSpender } from '../api/approvals.ts'
import { isWei, readRouteTerms, type Route, type RouteTerms } from '../api/route.ts'
import type { SwapAnswer } from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { RouteRequest, SwapRequest } from '../core/routeRequest.ts'
import type { EvmTransaction, TonTransaction } from '../core/transaction.ts'
import type { SwapOrder } from './planned.ts'

/** The service's own checks are off: it would refuse because the approval is still to come. */
export function toSwapRequest(order: SwapOrder, { routeId }: RouteFacts): SwapRequest {
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
export type RouteFacts = { routeId: string; provider: ProviderId; swapType: SwapType }

/** @throws SwaprouteError QUOTE_EXPIRED without an id, UPSTREAM_REFUSED for an unknown provider */
export function readRoute(route: Route, { srcToken, dstToken }: RouteRequest): RouteFacts {
  if (route.id === null) {
    throw new SwaprouteError('QUOTE_EXPIRED', 'The route has no id and cannot be swapped.', {
      hint: 'Quote again.',
    })
  }
  if (!isProviderId(route.provider)) {
    const message = `The service names a provider this program does not know: ${route.provider}.`
    throw new SwaprouteError('UPSTREAM_REFUSED', message, {
      hint: 'Nothing was signed. Choose a known one with --provider; `swaproute providers` lists them.',
    })
  }
  // Not what the service says: a swap that leaves the chain needs evidence from another one.
  const crossChain = srcToken.blockchain !== dstToken.blockchain
  return {
    routeId: route.id,
    provider: route.provider,
    swapType: crossChain ? 'cross-chain' : 'on-chain',
  }
}

/** What the service says of a built swap, as numbers that can be held against the plan. */
export type Terms = RouteTerms & { transaction: EvmTransaction }

/**
 * The numbers of a route.
 * @throws SwaprouteError UPSTREAM_REFUSED where a member is not an amount
 */
export function termsOf({ terms }: Pick<Route, 'terms'>): RouteTerms {
  if ('odd' in terms) throw noAmount(terms.odd)
  return terms
}

/** The numbers of an answer, whatever kind of transaction it holds. */
export function readAnswerTerms(
  { estimate, fees }: SwapAnswer,
  { terms, item }: Route,
): RouteTerms {
  if (estimate === undefined && fees === undefined) return termsOf({ terms })
  return termsOf({ terms: readRouteTerms(estimate ?? item.estimate, fees ?? item.fees) })
}

/** @throws SwaprouteError UPSTREAM_REFUSED when the answer holds no TON messages or odd numbers */
export function readTonTransaction({ transaction }: SwapAnswer): TonTransaction {
  const { tonMessages } = transaction
  if (tonMessages == null) throw noTransaction(Object.keys(transaction))
  return {
    kind: 'ton',
    messages: tonMessages.map(({ address, amount, payload, stateInit }) => ({
      address,
      amount: readWei(amount, 'tonMessages.amount'),
      payload: payload ?? null,
      stateInit: stateInit ?? null,
    })),
  }
}

/** @throws SwaprouteError UPSTREAM_REFUSED when the answer holds no EVM transaction or odd numbers */
export function readTerms(answer: SwapAnswer, route: Route): Terms {
  return {
    ...readAnswerTerms(answer, route),
    transaction: readTransaction(answer, route),
  }
}

function readTransaction({ transaction }: SwapAnswer, { item }: Route): EvmTransaction {
  const { to, data, value, permit2Address } = transaction
  if (to == null) throw noTransaction(Object.keys(transaction))
  if (permit2Address != null) {
    throw new SwaprouteError('UNSAFE_ROUTE', 'The route wants a Permit2 allowance. (check E4)', {
      hint: 'Nothing was signed. Choose another provider with --provider.',
      context: { check: 'E4', permit2Address },
    })
  }
  // The approval address of the answer counts; some services name it in the quote only.
  const approvalAddress = readSpender(
    transaction.approvalAddress === undefined
      ? item.transaction.approvalAddress
      : transaction.approvalAddress,
  )
  return {
    kind: 'evm',
    to,
    data: data ?? '0x',
    value: readWei(value ?? '0', 'value'),
    approvalAddress,
  }
}

function noTransaction(members: string[]): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', 'The service gave no transaction to sign.', {
    hint: 'Nothing was signed. Quote again, or choose another provider with --provider.',
    context: { members },
  })
}

function readWei(text: string, field: string): bigint {
  if (isWei(text)) return BigInt(text)
  throw noAmount(field)
}

function noAmount(field: string): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', `The service's ${field} is no amount.`, {
    hint: 'Nothing was signed. Quote again, or choose another provider with --provider.',
    context: { field },
  })
}
