import { isSameTonAddress, showTonAddress } from '../../chains/ton/address.ts'
import { readBoc } from '../../chains/ton/boc.ts'
import { readJettonTransfer } from '../../chains/ton/jettons.ts'
import { readComment } from '../../chains/ton/message.ts'
import { formatAmount } from '../../core/amounts.ts'
import type { ReviewSimulation, TonSimulation } from '../../core/review.ts'
import { slippageKind } from '../../core/slippage.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import { acceptedMinimum, checkAge, checkMinimum } from '../checks/amounts.ts'
import { refuseContract } from '../checks/contracts.ts'
import { oneNode } from '../checks/parties.ts'
import type { PlanContext } from '../context.ts'
import type { PlannedTonSwap, SwapOrder } from '../planned.ts'
import { buildReviewCard, readPrices } from '../review.ts'
import { depositRefund } from '../refund.ts'
import { builtTerms, termsOf, readRoute, toSwapRequest, warningsOf } from '../route.ts'
import { checkClock, type CheckedTonPayment, checkTonMessages, validitySeconds } from './checks.ts'
import { readMessages } from './messages.ts'
import { readPayer, requireAddress, requireTon, requireTonFunds, whyNotSignable } from './payer.ts'
import { simulateTon } from './simulate.ts'

/** Upper estimate of the wallet's own fees, five times those of a first jetton payment. */
const walletFees = 20_000_000n

/**
 * Turns a picked route into a frozen plan for a TON wallet: our own code decodes every message and
 * checks it against the plan (T1 to T7), then the payment is simulated.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED,
 * SIMULATION_FAILED, NOT_ENOUGH_BALANCE, NOT_ENOUGH_NATIVE, and the errors of the service
 */
export async function planTonSwap(given: SwapOrder, context: PlanContext): Promise<PlannedTonSwap> {
  const ton = requireTon(context)
  checkAge(given.quotedAtMs, context.now())
  const raw = requireAddress(given.fromAddress)
  const order = { ...given, fromAddress: showTonAddress(raw, 'wallet') }
  const { srcToken, srcAmount } = order.request
  const route = readRoute(order.route, order.request)
  const step = { type: 'step', step: 'plan', blockchain: srcToken.blockchain, hash: null } as const
  const text = `Asking ${route.provider} for the transaction`
  context.onEvent({ ...step, state: 'started', text })

  const built = await context.api.swap(toSwapRequest(order, route), { signal: context.signal })
  const payer = await readPayer(raw, order.request, ton)
  if (!ton.hasOwnClock) checkClock(payer.wallet.atSeconds, context.now())
  const terms = builtTerms(built, order.route)
  const { messages, decoded } = await readMessages(order, route, built, payer, context)
  const { targets } = await context.pinned(route.provider, srcToken.blockchain)
  const payment = checkTonMessages({
    messages,
    decoded,
    from: raw,
    srcToken,
    dstToken: order.request.dstToken,
    srcAmount,
    receiver: order.receiver,
    refundAddress: order.refundAddress,
    pinned: targets,
    ownJettonWallet: payer.ownJettonWallet,
    walletVersion: payer.walletVersion,
    chainSeconds: payer.wallet.atSeconds,
  })
  for (const target of payment.targets) refuseContract('T2', 'TON', target, context)
  for (const { address } of messages) refuseContract('T2', 'TON', address, context)
  if (!srcToken.native) refuseContract('T2', 'TON', srcToken.address, context)
  checkMinimum({
    dstToken: order.request.dstToken,
    decodedMin: payment.minOut,
    claimedMin: terms.dstMinAmount,
    ...acceptedMinimum({
      request: order.request,
      quoted: termsOf(order.route),
      kind: slippageKind(order.request, false),
    }),
    minReceive: order.minReceive,
  })
  const nativeToken = context.nativeToken(srcToken.blockchain)
  const [jettonBalance, prices] = await Promise.all([
    srcToken.native ? null : ton.access.readBalance(raw, srcToken.address),
    readPrices(order, context),
  ])
  requireTonFunds({
    srcToken,
    srcAmount,
    nativeToken,
    balance: payer.wallet.balance,
    jettonBalance,
    value: payment.value,
  })

  const simulated = await simulateTon(messages, order, terms, payer)
  const { simulation } = simulated
  const gasCost = payment.attached + walletFees
  const warnings = warningsOf(built.warnings, order.route)
  const reviewed = buildReviewCard({
    order,
    route,
    terms: { ...terms, protocolFee: 0n, providerFee: 0n },
    quoted: termsOf(order.route),
    target: payment.targets.join(', '),
    spender: null,
    approvals: [],
    chainId: ton.networkId,
    gasCost,
    likelyGas: likelyFees(simulation, order, gasCost),
    simulation: toReview(messages, decoded, payment, simulation),
    prices,
    refund: depositRefund(warnings, order.request, prices),
    nativeToken,
    warnings,
    nowMs: context.now(),
  })
  const card = {
    ...reviewed,
    typedReasons: [
      ...oneNode(srcToken.blockchain, {
        'the contracts that are paid':
          payer.oneNode || decoded.some((message) => message?.oneNode === true),
        'the simulation': simulated.oneNode,
      }),
      ...reviewed.typedReasons,
    ],
  }
  context.onEvent({ ...step, state: 'done', text: 'Transaction checked' })
  return {
    order,
    ...route,
    answer: built.answer,
    transaction: { kind: 'ton', messages },
    chainId: ton.networkId,
    dstAmount: terms.dstAmount,
    dstMinAmount: terms.dstMinAmount,
    nativePrice: prices.native,
    unsigned: [
      {
        leg: 'pay',
        chainId: ton.networkId,
        blockchain: srcToken.blockchain,
        from: order.fromAddress,
        validUntilSeconds: payer.wallet.atSeconds + validitySeconds,
        messages,
      },
    ],
    cannotSign: whyNotSignable(payer.wallet, ton.networkId),
    card,
  }
}

/**
 * Attached TON that is probably not returned, by the simulation; all of it without one. Nanoton.
 */
function likelyFees(
  { foreseen }: TonSimulation,
  { fromAddress, receiver, request: { srcToken, dstToken, srcAmount } }: SwapOrder,
  most: bigint,
): bigint {
  if (foreseen === null) return most
  const toSelf = isSameTonAddress(receiver, fromAddress)
  const bought = dstToken.native && toSelf ? (foreseen.received ?? 0n) : 0n
  const sold = srcToken.native ? srcAmount : 0n
  const gained = bought - sold - foreseen.coins
  return gained < 0n ? 0n : gained > most ? most : gained
}

/** The decoded messages and the simulation, for the review. */
function toReview(
  messages: readonly TonMessage[],
  decoded: readonly (DecodedTonMessage | null)[],
  { minOut, attached }: CheckedTonPayment,
  simulation: TonSimulation,
): ReviewSimulation {
  const lines = messages.map((message, index) => {
    const method = decoded[index]?.method ?? 'unknown'
    const comment = commentOf(message)
    const commentText = comment === null ? '' : `, comment "${comment}"`
    return `${method}, with ${formatAmount(message.amount, 9)} TON${commentText}`
  })
  return {
    kind: 'decoded',
    ...simulation,
    messages: [
      ...lines,
      ...(attached === 0n ? [] : ['unused TON is returned']),
      ...(minOut === null ? [] : ['the exchange enforces the minimum']),
      `valid for ${validitySeconds / 60} minutes after signing`,
    ],
  }
}

/** The comment of a message, as wallets show it. */
function commentOf({ payload }: TonMessage): string | null {
  if (payload === null) return null
  try {
    const body = readBoc(payload)
    return readComment(readJettonTransfer(body)?.forwardPayload ?? body) || null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null // something else, which the checks have read
    throw thrown
  }
}
