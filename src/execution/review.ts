import type { RouteTerms } from '../api/route.ts'
import type { ErrorObject } from '../api/routeSchema.ts'
import { isSameParty } from '../chains/ton/address.ts'
import { formatAmount, mulDivDown, mulDivUp } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import {
  type Confirmation,
  type PlannedApproval,
  type ReviewCard,
  type ReviewFee,
  type ReviewReason,
  type ReviewRefund,
  type ReviewSimulation,
  movedBy,
} from '../core/review.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { isDanger } from '../core/providerChoice.ts'
import { isRefundNote } from '../core/quote.ts'
import { slippageBetween } from '../core/slippage.ts'
import type { Token } from '../core/token.ts'
import { stopsOf } from '../core/routing.ts'
import { percentText, usdE18Text } from '../core/figures.ts'
import { type UsdPrice, usdValueE18 } from '../core/usd.ts'
import {
  checkGain,
  checkLoss,
  checkMarket,
  checkRefund,
  checkSlippage,
  greatestLoss,
  lossBetween,
} from './checks/amounts.ts'
import { maxGasUsdE18 } from './checks/gas.ts'
import { unsafe } from './checks/unsafe.ts'
import type { PlanContext } from './context.ts'
import { outageAsNull } from './outage.ts'
import type { SwapOrder } from './planned.ts'
import type { RouteIdentity } from './route.ts'

const usd = 10n ** 18n
/** From this value on the amount is typed out on a terminal (cli contract, section 5). */
const typedValueUsdE18 = 500n * usd
/** Up to this much `--yes` alone is enough, amount, fees and gas together (docs/safety.md K12). */
export const yesValueUsdE18 = 100n * usd

const unpricedTyped: ReviewReason = {
  code: 'value_unknown',
  text: 'The value is unknown: fewer than two independent sources price it.',
}

/** What a yes may cost. */
type Stake = Pick<ReviewCard, 'send' | 'fees' | 'refund'>

/**
 * What a yes puts at stake: the amount and everything paid on top, gas at its maximum, and a
 * refund's fees. Null where a part of it has no confirmed price.
 */
export function atStake({ send, fees, refund }: Stake): bigint | null {
  let total = sum([send.usdE18, refund === undefined ? 0n : refund.feeUsdE18])
  for (const { usdE18, included } of fees) {
    if (included) continue
    if (total === null || usdE18 === null) return null
    total += usdE18
  }
  return total
}

/**
 * What gas may cost once a card is accepted, native base units: within the limit its answer holds
 * for, or a quarter above what was typed, since limits are estimated anew behind an approval.
 */
export function gasBudget(
  card: Stake & Pick<ReviewCard, 'maxGasCost'>,
  nativePrice: UsdPrice | null,
): bigint {
  const { amount, token } = card.maxGasCost
  if (nativePrice === null || nativePrice.e18 === 0n) return mulDivUp(amount, 5n, 4n)
  const stake = atStake(card)
  const gas = usdValueE18(amount, token.decimals, nativePrice)
  const most =
    stake === null || stake > yesValueUsdE18 ? maxGasUsdE18 : yesValueUsdE18 - (stake - gas)
  return mulDivDown(most, 10n ** BigInt(token.decimals), nativePrice.e18)
}

/** Which answer to a review card is enough. */
export function confirmationFor(card: ReviewCard): Confirmation {
  const { typedReasons, yesBlockedBy } = card
  const send = movedBy(card)
  const stakeUsdE18 = atStake(card)
  const reasons = typedReasons.map(({ text }) => text)
  const aboveYes = stakeUsdE18 === null || stakeUsdE18 > yesValueUsdE18
  const flags =
    yesBlockedBy !== null
      ? 'impossible'
      : aboveYes || typedReasons.length > 0
        ? 'confirm_amount'
        : 'yes'
  return {
    interactive: typedReasons.length > 0 ? 'type_amount' : 'yes_no',
    flags,
    amountText: formatAmount(send.amount, send.token.decimals),
    gas: gasToType(card),
    trust: typedReasons.some(({ code }) => code === 'trusted') ? card.provider : null,
    reasons: [
      ...reasons,
      ...(flags === 'confirm_amount' && reasons.length === 0
        ? ['Amount, fees and gas together come to more than $100.00.']
        : []),
      ...(yesBlockedBy === null ? [] : [yesBlockedBy]),
    ],
  }
}

/** Digits behind the point of a gas cost that a person has to type; rounded up. */
const typedDecimals = 6

/** E11: without a price for gas, the cost itself is accepted. */
function gasToType({ maxGasCost, typedReasons }: ReviewCard): Confirmation['gas'] {
  if (!typedReasons.some(({ code }) => code === 'gas_unknown')) return null
  const { token, amount } = maxGasCost
  const grain = 10n ** BigInt(Math.max(0, token.decimals - typedDecimals))
  return { text: formatAmount(mulDivUp(amount, 1n, grain) * grain, token.decimals), token }
}

/** Prices that at least two independent sources agree on; null if unknown (P1). */
export type ReviewPrices = { src: UsdPrice | null; dst: UsdPrice | null; native: UsdPrice | null }

export type ReviewFacts = {
  order: SwapOrder
  route: RouteIdentity
  terms: RouteTerms
  quoted: RouteTerms
  target: string
  spender: string | null
  approvals: PlannedApproval[]
  chainId: number | null
  /** Most that gas can cost, native base units. */
  gasCost: bigint
  /** Likely gas cost: the loss is computed from it, limits from the maximum. */
  likelyGas: bigint
  /** The part that a rollup charges for data. */
  dataFee?: bigint
  simulation: ReviewSimulation
  prices: ReviewPrices
  /** Null if there is no refund or it costs nothing. */
  refund: ReviewRefund | null
  nativeToken: Token
  warnings: readonly ErrorObject[]
  nowMs: number
}

/** Price impact above which the amount is typed, percent (cli contract, section 5). */
const typedImpactPercent = 3

/** Numbers of warnings about a route: each has to be typed. */
const routeNumbers = { first: 7000, last: 7099 }

/**
 * Every fact of the review, valued; P2, P3 and P4 are checked here because they need the prices.
 * @throws SwaprouteError UNSAFE_ROUTE (P2, P3, P4), PRICE_MOVED above `--max-fee-usd`
 */
export function buildReviewCard(facts: ReviewFacts): ReviewCard {
  const { order, route, terms, quoted, prices, refund, nativeToken } = facts
  const { srcToken, dstToken, srcAmount } = order.request
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
  const gas = valueOf(facts.gasCost, nativeToken, prices.native)
  const fees: ReviewFee[] = [
    nativeFee('gas', facts.gasCost, nativeToken, gas),
    ...listFees(terms, order.request, prices, nativeToken),
  ]
  const feesUsdE18 = sum(fees.map(({ usdE18 }) => usdE18))
  requireFeeLimit(order.maxFeeUsdE18, feesUsdE18)
  const lossBps = lossBetween(send.usdE18, receive.expectedUsdE18)
  const fixedFees = terms.protocolFee + terms.providerFee
  const extra = valueOf(facts.likelyGas + fixedFees, nativeToken, prices.native)
  const paidUsdE18 = sum([send.usdE18, extra ?? 0n])
  const greatestLossBps = greatestLoss(paidUsdE18, receive.atLeastUsdE18, refund)
  const stakeUsdE18 = atStake({ send, fees, ...(refund === null ? {} : { refund }) })

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
    ...(refund === null ? {} : { refund }),
    fees,
    feesUsdE18,
    target: facts.target,
    spender: facts.spender,
    from: order.fromAddress,
    receiver: order.receiver,
    receiverIsSender: isSameParty(order.receiver, order.fromAddress),
    refundAddress: order.refundAddress,
    quoteAgeMs: Math.max(0, facts.nowMs - order.quotedAtMs),
    chainId: facts.chainId,
    approvals: facts.approvals,
    maxGasCost: { token: nativeToken, amount: facts.gasCost },
    likelyGas: {
      amount: facts.likelyGas,
      usdE18: valueOf(facts.likelyGas, nativeToken, prices.native),
    },
    ...(facts.dataFee === undefined || facts.dataFee === 0n
      ? {}
      : {
          dataFee: {
            amount: facts.dataFee,
            usdE18: valueOf(facts.dataFee, nativeToken, prices.native),
          },
        }),
    path: stopsOf(order.route.item.routing),
    simulation: facts.simulation,
    lossBps,
    warnings: warningsBeside(refund, facts.warnings),
    typedReasons: [
      ...valueReasons(send.usdE18, receive.expectedUsdE18, stakeUsdE18),
      ...(prices.native === null ? [gasUnknown(facts)] : []),
      ...checkLoss(greatestLossBps, order.maxLossBps),
      ...checkRefund(refund),
      ...checkMarket(lossBps),
      ...checkGain(
        lossBps,
        order.route.rateType !== 'float' && order.route.executionKind !== 'deposit',
      ),
      ...checkSlippage(receive.expected, receive.atLeast),
      ...impactReasons(terms.priceImpactPercent),
      ...dangerReasons(facts.warnings),
    ],
    yesBlockedBy: yesBlockedBy(facts.simulation),
  }
}

/** The warnings of a card; what a refund costs is among its figures, where they have it. */
export function warningsBeside(
  refund: ReviewRefund | null,
  warnings: readonly ErrorObject[],
): ReviewCard['warnings'] {
  return warnings
    .filter((one) => refund === null || !isRefundNote(one))
    .map(({ code, reason }) => ({ code: String(code), text: reason }))
}

/** Unattended runs sign only what was simulated (E10). */
function yesBlockedBy(simulation: ReviewFacts['simulation']): string | null {
  if (simulation.kind === 'unavailable') {
    return `The transaction could not be simulated: ${simulation.reason}.`
  }
  return simulation.kind === 'decoded' && simulation.foreseen === null
    ? `The payment was not simulated: ${simulation.reason}.`
    : null
}

export function gasUnknown({ nativeToken }: Pick<ReviewFacts, 'nativeToken'>): ReviewReason {
  const text = `${nativeToken.symbol}, which pays for gas, has no confirmed price.`
  return { code: 'gas_unknown', text }
}

/** @param stakeUsdE18 the amount with the fees and gas paid on top; null if unknown */
export function valueReasons(
  sendUsdE18: bigint | null,
  receiveUsdE18: bigint | null,
  stakeUsdE18: bigint | null,
): ReviewReason[] {
  if (sendUsdE18 === null || receiveUsdE18 === null) return [unpricedTyped]
  const value = stakeUsdE18 ?? sendUsdE18
  if (value < typedValueUsdE18) return []
  return [{ code: 'value', text: `The value is ${usdE18Text(value)}.` }]
}

export function impactReasons(percent: number | null): ReviewReason[] {
  if (percent === null || percent <= typedImpactPercent) return []
  return [
    { code: 'price_impact', text: `The price impact is ${percentText(percent)}.`, size: percent },
  ]
}

export function dangerReasons(warnings: readonly ErrorObject[]): ReviewReason[] {
  return warnings
    .filter(({ code }) => code >= routeNumbers.first && code <= routeNumbers.last)
    .map((warning) => {
      const what = isDanger(warning) ? 'is dangerous' : 'has a warning'
      return {
        code: 'dangerous',
        text: `The route ${what}: "${foreignReason(warning.reason, 240)}".`,
      }
    })
}

export function valueOf(amount: bigint, token: Token, price: UsdPrice | null): bigint | null {
  return price === null ? null : usdValueE18(amount, token.decimals, price)
}

/** What a route takes, the gas of its transactions apart. */
export function listFees(
  terms: Pick<RouteTerms, 'protocolFee' | 'providerFee' | 'percentFee'>,
  { srcToken, srcAmount }: Pick<SwapOrder['request'], 'srcToken' | 'srcAmount'>,
  prices: Omit<ReviewPrices, 'dst'>,
  nativeToken: Token,
): ReviewFee[] {
  const native = (name: ReviewFee['name'], amount: bigint): ReviewFee =>
    nativeFee(name, amount, nativeToken, valueOf(amount, nativeToken, prices.native))
  const list = [native('protocol', terms.protocolFee), native('provider', terms.providerFee)]
  if (terms.percentFee > 0) {
    // The percentage is a display number of the service; a millionth of a percent is its grain.
    const millionths = BigInt(Math.ceil(terms.percentFee * 1_000_000))
    const amount = mulDivUp(srcAmount, millionths, 100_000_000n)
    list.push({
      name: 'percent',
      token: srcToken,
      amount,
      percent: terms.percentFee,
      usdE18: valueOf(amount, srcToken, prices.src),
      included: true,
    })
  }
  return list.filter(({ amount }) => amount !== 0n)
}

function nativeFee(
  name: ReviewFee['name'],
  amount: bigint,
  token: Token,
  usdE18: bigint | null,
): ReviewFee {
  return { name, token, amount, percent: null, usdE18, included: false }
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
  const message =
    feesUsdE18 === null
      ? 'The fees cannot be valued, so they cannot be compared with --max-fee-usd.'
      : `The fees can come to ${usdE18Text(feesUsdE18)}, above the limit of ${usdE18Text(limit)}.`
  throw new SwaprouteError('PRICE_MOVED', message, {
    hint: 'Nothing was signed. Raise --max-fee-usd, or wait for cheaper gas.',
    context: { check: 'max-fee-usd', fees: feesUsdE18 === null ? null : usdE18Text(feesUsdE18) },
  })
}

/** P1: a price that fewer than two independent sources agree on decides nothing here. */
export async function readPrices(order: SwapOrder, context: PlanContext): Promise<ReviewPrices> {
  const [src, dst, native] = await Promise.all([
    confirmedPrice(order.request.srcToken, context),
    confirmedPrice(order.request.dstToken, context),
    confirmedPrice(context.nativeToken(order.request.srcToken.blockchain), context),
  ])
  return { src, dst, native }
}

/**
 * Null for a price that is not confirmed, and where no source answers.
 * @throws SwaprouteError UNSAFE_ROUTE (N2) where a source gives the token other decimals
 */
export async function confirmedPrice(
  token: Token,
  context: Pick<PlanContext, 'priceOf'>,
): Promise<UsdPrice | null> {
  const found = await outageAsNull(context.priceOf(token))
  const decimals = found?.decimals
  if (decimals !== undefined && decimals !== token.decimals && !token.native) {
    throw unsafe(
      'N2',
      `A price source gives ${token.symbol} on ${token.blockchain} ${decimals} decimals; the amounts were counted with ${token.decimals}.`,
      {
        blockchain: token.blockchain,
        address: token.address,
        told: decimals,
        counted: token.decimals,
      },
    )
  }
  return found?.confirmed === true ? found : null
}
