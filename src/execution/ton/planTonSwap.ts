import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import { isSameTonAddress, showTonAddress } from '../../chains/ton/address.ts'
import { readBoc } from '../../chains/ton/boc.ts'
import { readJettonTransfer } from '../../chains/ton/jettons.ts'
import { readComment } from '../../chains/ton/message.ts'
import { formatAmount } from '../../core/amounts.ts'
import { refuseContract } from '../checks/disabled.ts'
import { acceptedMinimum, checkMinimum, slippageKind } from '../checks/minimum.ts'
import { checkAge } from '../checks/price.ts'
import { readPrices, toSwapBody } from '../planning.ts'
import { buildReviewCard } from '../reviewCard.ts'
import { readRoute } from '../routeFacts.ts'
import { readAnswerTerms, readQuotedTerms } from '../terms.ts'
import type { ReviewSimulation, TonSimulation } from '../reviewTypes.ts'
import type { PlanContext, PlannedTonSwap, SwapOrder } from '../types.ts'
import { type CheckedTonPayment, checkClock, checkTonMessages, validitySeconds } from './checks.ts'
import { readPayer, requireAddress, requireTon, whyNotSignable } from './payer.ts'
import { readMessages } from './readMessages.ts'
import { simulateTon } from './simulateTon.ts'
import { requireTonFunds } from './tonFunds.ts'

/** What the wallet's own work costs, generously: a first payment with a jetton takes a fifth. */
const walletFees = 20_000_000n

/**
 * Turns a picked route into a frozen plan for a TON wallet: every message is read by our own code
 * and held against the plan (T1 to T7), then the payment is run in advance.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED,
 *   SIMULATION_FAILED, NOT_ENOUGH_BALANCE, NOT_ENOUGH_NATIVE, and what the service says
 */
export async function planTonSwap(given: SwapOrder, context: PlanContext): Promise<PlannedTonSwap> {
  const ton = requireTon(context)
  checkAge(given.quotedAtMs, context.now())
  const raw = requireAddress(given.fromAddress)
  const order = { ...given, fromAddress: showTonAddress(raw, 'wallet') }
  const { srcToken, srcAmount } = order
  const route = readRoute(order.route, order)
  const step = { type: 'step', step: 'plan', blockchain: srcToken.blockchain, hash: null } as const
  const text = `Asking ${route.provider} for the transaction`
  context.onEvent({ ...step, state: 'started', text })

  const answer = await context.api.swap(toSwapBody(order, route), { signal: context.signal })
  const payer = await readPayer(raw, order, ton)
  if (!ton.hasOwnClock) checkClock(payer.wallet.atSeconds, context.now())
  const terms = readAnswerTerms(answer, order.route)
  const { messages, decoded } = await readMessages(order, route, answer, payer, context)
  const { targets } = await context.pinned(route.provider, srcToken.blockchain)
  const payment = checkTonMessages({
    messages,
    decoded,
    from: raw,
    srcToken,
    dstToken: order.dstToken,
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
    dstToken: order.dstToken,
    decodedMin: payment.minOut,
    claimedMin: terms.dstMinAmount,
    ...acceptedMinimum({
      body: order.body,
      quoted: readQuotedTerms(order.route),
      kind: slippageKind(order, false),
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

  const simulation = await simulateTon(messages, order, terms.dstMinAmount, payer)
  const gasCost = payment.attached + walletFees
  const card = buildReviewCard({
    order,
    route,
    terms: { ...terms, protocolFee: 0n, providerFee: 0n },
    quoted: readQuotedTerms(order.route),
    target: payment.targets.join(', '),
    spender: null,
    approvals: [],
    chainId: ton.networkId,
    gasCost,
    likelyGas: likelyFees(simulation, order, gasCost),
    simulation: toReview(messages, decoded, payment, simulation),
    prices,
    nativeToken,
    warnings: answer.warnings ?? order.route.warnings,
    nowMs: context.now(),
  })
  context.onEvent({ ...step, state: 'done', text: 'The transaction is checked' })
  return {
    order,
    ...route,
    answer,
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
 * What of the attached coins is likely not to come back: by the run in advance, all of them where
 * there was none. Nanoton.
 */
function likelyFees(
  { foreseen }: TonSimulation,
  { srcToken, dstToken, srcAmount, fromAddress, receiver }: SwapOrder,
  most: bigint,
): bigint {
  if (foreseen === null) return most
  const toSelf = isSameTonAddress(receiver, fromAddress)
  const bought = dstToken.native && toSelf ? (foreseen.received ?? 0n) : 0n
  const sold = srcToken.native ? srcAmount : 0n
  const kept = bought - sold - foreseen.coins
  return kept < 0n ? 0n : kept > most ? most : kept
}

/** What each message says, and what would come of it. */
function toReview(
  messages: readonly TonMessage[],
  decoded: readonly (DecodedTonMessage | null)[],
  { minOut, attached }: CheckedTonPayment,
  simulation: TonSimulation,
): ReviewSimulation {
  const lines = messages.map((message, index) => {
    const method = decoded[index]?.method ?? 'unknown'
    const comment = commentOf(message)
    const words = comment === null ? '' : `, comment "${comment}"`
    return `${method}, with ${formatAmount(message.amount, 9)} TON${words}`
  })
  return {
    kind: 'decoded',
    ...simulation,
    messages: [
      ...lines,
      ...(attached === 0n ? [] : ['what is not used of it comes back']),
      ...(minOut === null ? [] : ['the exchange itself enforces the least output']),
      `good for ${validitySeconds / 60} minutes once it is signed`,
    ],
  }
}

/** What the receiver is told with the money, as every wallet would show it. */
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
