import { limitsOf } from './rates.ts'
import { type DepositProvider, type Order, paidIn, type Reason } from './types.ts'

/**
 * What an exchange does with a payment that is not the one it asked for:
 * - `reprice`: exchanges what came, at the same price; a late payment at a worse one
 * - `refund`: sends it back
 * - `excess`: exchanges what was agreed and sends the rest back
 * - `await`: waits for the rest, and sends back what came when it does not come
 * - `keep`: stops until the user decides
 * - `ignore`: does not see it
 */
type Handling = 'reprice' | 'refund' | 'excess' | 'await' | 'keep' | 'ignore'

type Rules = {
  /** Less than asked for, but no less than the smallest payment. */
  short: Handling
  belowMinimum: Handling
  over: Handling
  late: Handling
  /** With a wrong memo, or without one. */
  memo: 'ignore' | 'refund'
}

// What the providers' own pages say of it, as far as they do: statuses of refunds, holds and
// actions to be taken (Exolix, 1Click, Relay, ChangeNOW, Quickex, THORNode, Chainflip; read
// 2026-11).
const floating: Readonly<Record<DepositProvider, Rules>> = {
  exolix: rules('reprice', 'refund', 'reprice', 'reprice', 'ignore'),
  near_intents: rules('await', 'await', 'excess', 'refund', 'ignore'),
  relay: rules('reprice', 'refund', 'reprice', 'refund', 'ignore'),
  changenow: rules('reprice', 'keep', 'reprice', 'reprice', 'ignore'),
  quickex: rules('reprice', 'refund', 'reprice', 'refund', 'ignore'),
  thorchain: rules('reprice', 'refund', 'reprice', 'refund', 'refund'),
  chainflip: rules('reprice', 'keep', 'reprice', 'ignore', 'ignore'),
  stealthex: rules('reprice', 'refund', 'reprice', 'reprice', 'ignore'),
  simple_swap: rules('reprice', 'refund', 'reprice', 'reprice', 'ignore'),
  baltex: rules('reprice', 'refund', 'reprice', 'reprice', 'ignore'),
}

/** Where the rate was promised, or the address belongs to one exact payment. */
const promised: Readonly<Partial<Record<DepositProvider, Rules>>> = {
  exolix: rules('refund', 'refund', 'refund', 'refund', 'ignore'),
  relay: rules('refund', 'refund', 'excess', 'refund', 'ignore'),
  changenow: rules('keep', 'keep', 'excess', 'keep', 'ignore'),
  quickex: rules('refund', 'refund', 'excess', 'refund', 'ignore'),
  stealthex: rules('refund', 'refund', 'refund', 'refund', 'ignore'),
  simple_swap: rules('refund', 'refund', 'refund', 'refund', 'ignore'),
  baltex: rules('refund', 'refund', 'refund', 'refund', 'ignore'),
}

/** A late payment is exchanged at what the market gives by then. */
const latePenaltyBps = 50n

export type Verdict =
  /** `excess` in base units of the source coin. */
  | { kind: 'exchange'; amountOut: bigint; excess: bigint }
  | { kind: 'await' }
  | { kind: 'refund'; reason: Reason }
  | { kind: 'keep'; reason: Reason }
  | { kind: 'ignore'; reason: Reason }

/** Verdict on the payments of an order with the right memo and coin. */
export function judge(order: Order): Verdict {
  const rule = rulesOf(order)
  const paid = paidIn(order)
  if (order.overdue && rule.late !== 'reprice') return toVerdict(rule.late, 'late', order)
  if (paid < order.amountIn) {
    const isTooSmall = paid < limitsOf(order.provider, order.from).min
    return toVerdict(isTooSmall ? rule.belowMinimum : rule.short, 'amount', order)
  }
  return toVerdict(paid > order.amountIn ? rule.over : 'reprice', 'amount', order)
}

/** Handling of a payment without the order's memo. */
export function memoRule(provider: DepositProvider): Rules['memo'] {
  return floating[provider].memo
}

function rulesOf({ provider, rateType, facts }: Order): Rules {
  const isPromised = rateType === 'fixed' || facts['strict'] === true
  return (isPromised ? promised[provider] : undefined) ?? floating[provider]
}

function toVerdict(handling: Handling, reason: Reason, order: Order): Verdict {
  switch (handling) {
    case 'reprice':
      return reprice(order)
    case 'excess':
      return {
        kind: 'exchange',
        amountOut: order.amountOut,
        excess: paidIn(order) - order.amountIn,
      }
    case 'await':
      return { kind: 'await' }
    case 'refund':
    case 'keep':
    case 'ignore':
      return { kind: handling, reason }
    default:
      return handling satisfies never
  }
}

function reprice(order: Order): Verdict {
  const atOldPrice = (order.amountOut * paidIn(order)) / order.amountIn
  const amountOut = order.overdue ? (atOldPrice * (10_000n - latePenaltyBps)) / 10_000n : atOldPrice
  const isTooLittle =
    (order.minOut !== null && amountOut < order.minOut) || order.facts['missesPrice'] === true
  return isTooLittle
    ? { kind: 'refund', reason: 'price' }
    : { kind: 'exchange', amountOut, excess: 0n }
}

function rules(
  short: Handling,
  belowMinimum: Handling,
  over: Handling,
  late: Handling,
  memo: Rules['memo'],
): Rules {
  return { short, belowMinimum, over, late, memo }
}
