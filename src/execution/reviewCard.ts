import type { ErrorObject } from '../api/schemas.ts'
import { isSameTonAddress } from '../chains/ton/address.ts'
import { formatAmount, mulDivUp } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import { slippageBetween } from '../core/slippage.ts'
import type { Token } from '../core/token.ts'
import { type UsdPrice, usdValueE18 } from '../core/usd.ts'
import { checkGain, checkLoss, checkSlippage, lossInBps } from './checks/price.ts'
import { atStake, typedValueUsdE18, unpricedTyped } from './confirmation.ts'
import type { RouteFacts } from './routeFacts.ts'
import type { QuotedTerms } from './terms.ts'
import type {
  PlannedApproval,
  ReviewCard,
  ReviewFee,
  ReviewReason,
  ReviewSimulation,
} from './reviewTypes.ts'
import type { SwapOrder } from './types.ts'

/** Prices that at least two independent sources agree on; null where there is none (P1). */
export type ReviewPrices = { src: UsdPrice | null; dst: UsdPrice | null; native: UsdPrice | null }

export type ReviewFacts = {
  order: SwapOrder
  route: RouteFacts
  terms: QuotedTerms
  quoted: QuotedTerms
  target: string
  spender: string | null
  approvals: PlannedApproval[]
  chainId: number
  /** Most that gas can cost, native base units. */
  gasCost: bigint
  /** What gas is likely to cost: the loss is told by it, limits hold for the most. */
  likelyGas: bigint
  simulation: ReviewSimulation
  prices: ReviewPrices
  nativeToken: Token
  warnings: readonly ErrorObject[]
  nowMs: number
}

/** Price impact above which the amount is typed, percent (cli contract, section 5). */
const typedImpactPercent = 3
/** Numbers of warnings that make a route dangerous (service-facts 8.3). */
const dangerNumbers = { first: 7000, last: 7099 }

/**
 * Every fact of the review, valued; P2, P3 and P4 are checked here because they need the prices.
 * @throws SwaprouteError UNSAFE_ROUTE (P2, P3, P4), PRICE_MOVED above `--max-fee-usd`
 */
export function buildReviewCard(facts: ReviewFacts): ReviewCard {
  const { order, route, terms, quoted, prices, nativeToken } = facts
  const { srcToken, dstToken, srcAmount } = order
  const send = {
    token: srcToken,
    amount: srcAmount,
    usdE18: valueOf(srcAmount, srcToken, prices.src),
  }
  const receive = {
    token: dstToken,
    expected: terms.dstAmount,
    atLeast: terms.dstMinAmount,
    expectedUsdE18: valueOf(terms.dstAmount, dstToken, prices.dst),
    atLeastUsdE18: valueOf(terms.dstMinAmount, dstToken, prices.dst),
  }
  const fees = listFees(facts)
  const feesUsdE18 = sum(fees.map(({ usdE18 }) => usdE18))
  requireFeeLimit(order.maxFeeUsdE18, feesUsdE18)
  const lossBps = lossBetween(send.usdE18, receive.expectedUsdE18)
  const fixedFees = terms.protocolFee + terms.providerFee
  const besides = valueOf(facts.likelyGas + fixedFees, nativeToken, prices.native)
  const greatestLossBps = lossBetween(sum([send.usdE18, besides ?? 0n]), receive.atLeastUsdE18)
  const stakeUsdE18 = atStake({ send, fees })

  return {
    occasion: 'swap',
    routeId: route.routeId,
    provider: route.provider,
    swapType: route.swapType,
    send,
    receive,
    quoted: { expected: quoted.dstAmount, atLeast: quoted.dstMinAmount },
    priceImpactPercent: terms.priceImpactPercent,
    slippageBps: slippageBetween(receive.expected, receive.atLeast),
    durationSeconds: terms.durationSeconds,
    fees,
    feesUsdE18,
    target: facts.target,
    spender: facts.spender,
    from: order.fromAddress,
    receiver: order.receiver,
    receiverIsSender: isSameAccount(order.receiver, order.fromAddress),
    refundAddress: order.refundAddress,
    quoteAgeMs: Math.max(0, facts.nowMs - order.quotedAtMs),
    chainId: facts.chainId,
    approvals: facts.approvals,
    maxGasCost: { token: nativeToken, amount: facts.gasCost },
    simulation: facts.simulation,
    lossBps,
    warnings: facts.warnings.map(({ code, reason }) => ({ code: String(code), text: reason })),
    typedReasons: [
      ...valueReasons(send.usdE18, receive.expectedUsdE18, stakeUsdE18),
      ...(prices.native === null ? [gasUnknown(facts)] : []),
      ...checkLoss(greatestLossBps, order.maxLossBps),
      ...checkGain(lossBps),
      ...checkSlippage(receive.expected, receive.atLeast),
      ...impactReasons(terms.priceImpactPercent),
      ...dangerReasons(facts.warnings),
    ],
    yesBlockedBy: yesBlockedBy(facts.simulation),
  }
}

/** Without anybody looking, nothing is signed that was not run in advance (E10). */
function yesBlockedBy(simulation: ReviewFacts['simulation']): string | null {
  if (simulation.kind === 'unavailable') {
    return `The transaction could not be simulated: ${simulation.reason}.`
  }
  return simulation.kind === 'decoded' && simulation.foreseen === null
    ? `The payment was not run in advance: ${simulation.reason}.`
    : null
}

/** TON writes one account in several ways, EVM in any letter case. */
function isSameAccount(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || isSameTonAddress(a, b)
}

function gasUnknown({ nativeToken }: Pick<ReviewFacts, 'nativeToken'>): ReviewReason {
  const text = `${nativeToken.symbol}, which pays for gas, has no confirmed price.`
  return { code: 'gas_unknown', text }
}

/** What of a value is lost in another, basis points; null where one of them is unknown. */
export function lossBetween(
  paidUsdE18: bigint | null,
  receivedUsdE18: bigint | null,
): number | null {
  if (paidUsdE18 === null || receivedUsdE18 === null) return null
  return lossInBps(paidUsdE18, receivedUsdE18)
}

/** @param stakeUsdE18 the amount with the fees and gas that are paid besides, where it is known */
export function valueReasons(
  sendUsdE18: bigint | null,
  receiveUsdE18: bigint | null,
  stakeUsdE18: bigint | null,
): ReviewReason[] {
  if (sendUsdE18 === null || receiveUsdE18 === null) return [unpricedTyped]
  const value = stakeUsdE18 ?? sendUsdE18
  if (value < typedValueUsdE18) return []
  return [{ code: 'value', text: `The value is ${value / 10n ** 18n} USD.` }]
}

export function impactReasons(percent: number | null): ReviewReason[] {
  if (percent === null || percent <= typedImpactPercent) return []
  return [{ code: 'price_impact', text: `The price impact is ${percent} %.` }]
}

export function dangerReasons(warnings: readonly ErrorObject[]): ReviewReason[] {
  return warnings
    .filter(({ code }) => code >= dangerNumbers.first && code <= dangerNumbers.last)
    .map(({ reason }) => ({ code: 'dangerous', text: `The route is dangerous: ${reason}` }))
}

function valueOf(amount: bigint, token: Token, price: UsdPrice | null): bigint | null {
  return price === null ? null : usdValueE18(amount, token.decimals, price)
}

function listFees(facts: ReviewFacts): ReviewFee[] {
  const { terms, order, prices, nativeToken, gasCost } = facts
  const native = (name: ReviewFee['name'], amount: bigint): ReviewFee => ({
    name,
    token: nativeToken,
    amount,
    percent: null,
    usdE18: valueOf(amount, nativeToken, prices.native),
    included: false,
  })
  const list = [
    native('gas', gasCost),
    native('protocol', terms.protocolFee),
    native('provider', terms.providerFee),
  ]
  if (terms.percentFee > 0) {
    // The percentage is a display number of the service; a millionth of a percent is its grain.
    const millionths = BigInt(Math.ceil(terms.percentFee * 1_000_000))
    const amount = mulDivUp(order.srcAmount, millionths, 100_000_000n)
    list.push({
      name: 'percent',
      token: order.srcToken,
      amount,
      percent: terms.percentFee,
      usdE18: valueOf(amount, order.srcToken, prices.src),
      included: true,
    })
  }
  return list.filter(({ name, amount }) => name === 'gas' || amount !== 0n)
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  let total = 0n
  for (const value of values) {
    if (value === null) return null
    total += value
  }
  return total
}

function requireFeeLimit(limit: bigint | null, feesUsdE18: bigint | null): void {
  if (limit === null || (feesUsdE18 !== null && feesUsdE18 <= limit)) return
  const usd = (value: bigint): string => `${formatAmount(value / 10n ** 16n, 2)} USD`
  const message =
    feesUsdE18 === null
      ? 'The fees cannot be valued, so they cannot be held against --max-fee-usd.'
      : `The fees can come to ${usd(feesUsdE18)}, above the limit of ${usd(limit)}.`
  throw new SwaprouteError('PRICE_MOVED', message, {
    hint: 'Nothing was signed. Raise --max-fee-usd, or wait for cheaper gas.',
    context: { check: 'max-fee-usd', fees: feesUsdE18 === null ? null : usd(feesUsdE18) },
  })
}
