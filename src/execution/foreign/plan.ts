import { toWireTransaction } from '../../api/builtRoute.ts'
import type { SwapAnswer, WireTransaction } from '../../api/schemas.ts'
import { checkForeign, type ForeignTerms, unsafeForeign } from '../../chains/foreign.ts'
import { tronToHex } from '../../chains/tron/addresses.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { PlannedApproval, ReviewCard } from '../../core/review.ts'
import type { DecodedForeign } from '../../core/transaction.ts'
import {
  type ForeignKind,
  type ForeignTransaction,
  isForeignKind,
} from '../../core/foreignTransaction.ts'
import { acceptedMinimum, checkAge, checkMinimum } from '../checks/amounts.ts'
import { refuseDisabled } from '../checks/contracts.ts'
import { checkRemote } from '../checks/dangers.ts'
import { checkParties, oneNodeReason, refuseDroppedMemo, withParties } from '../checks/parties.ts'
import type { PlanContext } from '../context.ts'
import type { SwapOrder } from '../planned.ts'
import { buildReviewCard, readPrices } from '../review.ts'
import { builtTerms, readRoute, termsOf, toSwapRequest, warningsOf } from '../route.ts'

/** A checked transaction for a wallet elsewhere; nothing of it is signed, sent or recorded here. */
export type PlannedForeign = {
  order: SwapOrder
  provider: ProviderId
  routeId: string
  answer: SwapAnswer
  card: ReviewCard
  /** In the order of sending. */
  unsigned: UnsignedForeign[]
}

/** `--unsigned`: the transaction in its chain's own form, with the members of the wire. */
export type UnsignedForeign = {
  leg: 'approve' | 'pay'
  blockchain: BlockchainId
  kind: ForeignKind
  from: string
  transaction: WireTransaction
}

/**
 * Asks the service for the transaction, has it read by our own reader of the chain, whichever
 * backend built it, and values it for the review.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED, and the errors of
 * the service
 */
export async function planForeign(order: SwapOrder, context: PlanContext): Promise<PlannedForeign> {
  refuseDisabled(order, context)
  refuseDroppedMemo(order)
  checkAge(order.quotedAtMs, context.now())
  const { request, fromAddress, receiver } = order
  const { srcToken, dstToken, srcAmount } = request
  const { blockchain } = srcToken
  const route = readRoute(order.route, request)
  const { provider } = route
  const step = { type: 'step', step: 'plan', blockchain, hash: null } as const
  context.onEvent({ ...step, state: 'started', text: `Asking ${provider} for the transaction` })

  const built = await context.api.swap(toSwapRequest(order, route), { signal: context.signal })
  const terms = builtTerms(built, order.route)
  const { transaction } = built
  if (!isForeign(transaction)) throw noTransaction(Object.keys(built.answer.transaction))
  if (context.decodeForeign === undefined) {
    throw unsafeForeign(provider, 'E8', 'cannot be read here')
  }
  const swap = { srcToken, dstToken, fromAddress, receiver }
  const read = await context.decodeForeign(provider, transaction, swap)
  const { targets } = await context.pinned(provider, blockchain)
  const accepted = acceptedMinimum({ request, quoted: termsOf(order.route), kind: 'pools' })
  const expected: ForeignTerms = { ...swap, srcAmount, dstMinAmount: accepted.acceptedMin, targets }
  checkForeign(provider, read, expected)
  checkMinimum({
    dstToken,
    decodedMin: read.minOut,
    claimedMin: terms.dstMinAmount,
    ...accepted,
    minReceive: order.minReceive,
  })
  const [prices, parties] = await Promise.all([
    readPrices(order, context),
    checkParties(order, context),
  ])
  const gasCost = read.networkFee ?? 0n
  const reviewed = buildReviewCard({
    order,
    route,
    terms,
    quoted: termsOf(order.route),
    target: read.target,
    spender: spenderOf(transaction),
    approvals: approvalsOf(transaction, request),
    chainId: null,
    gasCost,
    likelyGas: gasCost,
    simulation: { kind: 'read', lines: linesOf(read) },
    prices,
    refund: null,
    nativeToken: context.nativeToken(blockchain),
    warnings: warningsOf(built.warnings, order.route),
    nowMs: context.now(),
  })
  const named = withParties(reviewed, parties)
  const dangers = context.ownReading === undefined ? [] : checkRemote(named, request)
  const nodeReasons =
    read.oneNode === true ? [oneNodeReason(blockchain, 'what the transaction refers to')] : []
  const card = { ...named, typedReasons: [...dangers, ...nodeReasons, ...named.typedReasons] }
  context.onEvent({ ...step, state: 'done', text: 'Transaction checked' })
  return {
    order,
    provider,
    routeId: route.routeId,
    answer: built.answer,
    card,
    unsigned: [
      ...approvalsOf(transaction, request)
        .map(approvalCall)
        .map((call) => toUnsigned('approve', call)),
      toUnsigned('pay', transaction),
    ],
  }

  function toUnsigned(leg: UnsignedForeign['leg'], call: ForeignTransaction): UnsignedForeign {
    return {
      leg,
      blockchain,
      kind: call.kind,
      from: fromAddress,
      transaction: toWireTransaction(call, {}),
    }
  }
}

function spenderOf(transaction: ForeignTransaction): string | null {
  return transaction.kind === 'tron' ? transaction.approvalAddress : null
}

/** Exactly the amount, by our own call (E6); an existing allowance is not read. */
function approvalsOf(
  transaction: ForeignTransaction,
  { srcToken: token, srcAmount: amount }: SwapOrder['request'],
): PlannedApproval[] {
  const spender = spenderOf(transaction)
  return spender === null ? [] : [{ leg: 'approve', token, spender, amount }]
}

/** Sun for 100,000 units of energy and more. */
const approvalFeeLimit = 50_000_000n

function approvalCall({ token, spender, amount }: PlannedApproval): ForeignTransaction {
  const parameters = [(tronToHex(spender) ?? '').slice(2), amount.toString(16)]
  return {
    kind: 'tron',
    to: token.address,
    signature: 'approve(address,uint256)',
    rawParameter: parameters.map((parameter) => parameter.padStart(64, '0')).join(''),
    callValue: 0n,
    feeLimit: approvalFeeLimit,
    approvalAddress: null,
  }
}

function linesOf({ method, networkFee, notes }: DecodedForeign): string[] {
  return [
    method,
    'the contract enforces the minimum',
    ...(networkFee === null ? ['your wallet sets the network fee'] : []),
    ...notes,
  ]
}

function isForeign(transaction: { kind: string }): transaction is ForeignTransaction {
  return isForeignKind(transaction.kind)
}

function noTransaction(members: string[]): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', 'The service returned no transaction to sign.', {
    hint: 'Get a new quote, or choose another provider with --provider.',
    context: { members },
  })
}
