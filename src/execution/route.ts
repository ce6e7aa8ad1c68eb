import { readSpender } from '../api/approvals.ts'
import type { Fees, RouteItem, SwapAnswer, SwapBody } from '../api/schemas.ts'
import { slippageToBps } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { EvmTransaction, TonTransaction } from '../core/transaction.ts'
import type { SwapOrder } from './planned.ts'

/** The service's own checks are off: it would refuse because the approval is still to come. */
export function toSwapBody(order: SwapOrder, { routeId }: RouteFacts): SwapBody {
  return {
    ...order.body,
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
export function readRoute(
  route: RouteItem,
  order: Pick<SwapOrder, 'srcToken' | 'dstToken'>,
): RouteFacts {
  if (route.id === null) {
    throw new SwaprouteError('QUOTE_EXPIRED', 'The route has no id and cannot be swapped.', {
      hint: 'Quote again.',
    })
  }
  if (!isProviderId(route.providerType)) {
    const message = `The service names a provider this program does not know: ${route.providerType}.`
    throw new SwaprouteError('UPSTREAM_REFUSED', message, {
      hint: 'Nothing was signed. Choose a known one with --provider; `swaproute providers` lists them.',
    })
  }
  // Not what the service says: a swap that leaves the chain needs evidence from another one.
  const crossChain = order.srcToken.blockchain !== order.dstToken.blockchain
  return {
    routeId: route.id,
    provider: route.providerType,
    swapType: crossChain ? 'cross-chain' : 'on-chain',
  }
}

/** What the service says of a built swap, as numbers that can be held against the plan. */
export type Terms = {
  transaction: EvmTransaction
  dstAmount: bigint
  dstMinAmount: bigint
  /** Fixed fees paid along as value, native base units. */
  protocolFee: bigint
  providerFee: bigint
  /** Service's guess of the payment's gas, units; null when it has none. */
  gasLimit: bigint | null
  percentFee: number
  slippageBps: number
  durationSeconds: number
  priceImpactPercent: number | null
}

/** The same of a route that is only quoted. */
export type QuotedTerms = Omit<Terms, 'transaction'>

/** The numbers of an answer, whatever kind of transaction it holds. */
export function readAnswerTerms(answer: SwapAnswer, route: RouteItem): QuotedTerms {
  return readEstimate(answer.estimate ?? route.estimate, answer.fees ?? route.fees)
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
export function readTerms(answer: SwapAnswer, route: RouteItem): Terms {
  return {
    ...readAnswerTerms(answer, route),
    transaction: readTransaction(answer, route),
  }
}

export function readQuotedTerms(route: RouteItem): QuotedTerms {
  return readEstimate(route.estimate, route.fees)
}

function readEstimate(estimate: RouteItem['estimate'], fees: Fees): QuotedTerms {
  const { gasTokenFees, percentFees } = fees
  const gasLimit = gasTokenFees.gas?.gasLimit
  return {
    dstAmount: readWei(estimate.destinationWeiAmount, 'destinationWeiAmount'),
    dstMinAmount: readWei(estimate.destinationWeiMinAmount, 'destinationWeiMinAmount'),
    protocolFee: readWei(gasTokenFees.protocol.fixedWeiAmount, 'fees.protocol'),
    providerFee: readWei(gasTokenFees.provider.fixedWeiAmount, 'fees.provider'),
    gasLimit: gasLimit == null ? null : readWei(gasLimit, 'fees.gas.gasLimit'),
    percentFee: percentFees.percent,
    slippageBps: slippageToBps(estimate.slippage),
    durationSeconds: Math.round(estimate.durationInMinutes * 60),
    priceImpactPercent: estimate.priceImpact ?? null,
  }
}

function readTransaction({ transaction }: SwapAnswer, route: RouteItem): EvmTransaction {
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
      ? route.transaction.approvalAddress
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

/** The wire writes smallest units as decimal or, in a transaction's value, as 0x-hex. */
export function readWei(text: string, field: string): bigint {
  if (/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text)) return BigInt(text)
  throw new SwaprouteError('UPSTREAM_REFUSED', `The service's ${field} is no amount.`, {
    hint: 'Nothing was signed. Quote again, or choose another provider with --provider.',
    context: { field },
  })
}

export function rateTypeOf(text: string | null | undefined): 'fixed' | 'float' | null {
  return text === 'fixed' || text === 'float' ? text : null
}
