import { isSameTonAddress, showTonAddress } from '../../chains/ton/address.ts'
import { readBoc } from '../../chains/ton/boc.ts'
import { jettonOps, readInternalTransfer, readJettonTransfer } from '../../chains/ton/jettons.ts'
import { readComment } from '../../chains/ton/message.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ReviewSimulation, TonSimulation } from '../../core/review.ts'
import { slippageKind } from '../../core/slippage.ts'
import type { Token } from '../../core/token.ts'
import type { TonChainTransaction, TonTrace } from '../../core/tonChain.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import { balanceChange, gainsOf, sumOf } from '../../evidence/ton.ts'
import { acceptedMinimum, checkAge, checkMinimum } from '../checks/amounts.ts'
import { refuseContract } from '../checks/contracts.ts'
import { unsafe } from '../checks/unsafe.ts'
import type { PlanContext } from '../context.ts'
import { outageAsNull } from '../outage.ts'
import type { PlannedTonSwap, SwapOrder } from '../planned.ts'
import { buildReviewCard, readPrices } from '../review.ts'
import { depositRefund } from '../refund.ts'
import { builtTerms, termsOf, readRoute, toSwapRequest, warningsOf } from '../route.ts'
import { checkClock, type CheckedTonPayment, checkTonMessages, validitySeconds } from './checks.ts'
import { readMessages, toOutMessage } from './messages.ts'
import {
  type Payer,
  readPayer,
  requireAddress,
  requireTon,
  requireTonFunds,
  whyNotSignable,
} from './payer.ts'

/** Upper estimate of the wallet's own fees, five times those of a first jetton payment. */
const walletFees = 20_000_000n

/**
 * Turns a picked route into a frozen plan for a TON wallet: our own code decodes every message and
 * checks it against the plan (T1 to T7), then the payment is simulated.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED,
 * SIMULATION_FAILED, NOT_ENOUGH_BALANCE, NOT_ENOUGH_NATIVE, and what the service says
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

  const simulation = await simulateTon(messages, order, terms.dstMinAmount, payer)
  const gasCost = payment.attached + walletFees
  const warnings = warningsOf(built.warnings, order.route)
  const card = buildReviewCard({
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
  const kept = bought - sold - foreseen.coins
  return kept < 0n ? 0n : kept > most ? most : kept
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
    const words = comment === null ? '' : `, comment "${comment}"`
    return `${method}, with ${formatAmount(message.amount, 9)} TON${words}`
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

const hint = 'Nothing was signed. Get a new quote, or choose another provider with --provider.'

/**
 * Simulates the payment and everything that follows from it; a wallet's first one with its
 * contract. If the service does not answer, the card says so: the messages are decoded and checked
 * in any case.
 * @throws SwaprouteError UNSAFE_ROUTE (T1, T3) when more would leave than was planned,
 * SIMULATION_FAILED when it would not bring what was accepted
 */
export async function simulateTon(
  messages: readonly TonMessage[],
  order: SwapOrder,
  dstMinAmount: bigint,
  payer: Payer,
): Promise<TonSimulation> {
  const { ton, wallet, owner, walletVersion, raw } = payer
  const isFirst = wallet.status === 'uninitialized'
  if (isFirst && owner === null) {
    return undone('it is the wallet’s first, and its public key is not known')
  }
  if (walletVersion === null || whyNotSignable(wallet, ton.networkId) !== null) {
    return undone('no key of this program signs for the wallet')
  }
  const plan = {
    networkId: ton.networkId,
    from: raw,
    walletVersion,
    seqno: wallet.seqno,
    validUntilSeconds: wallet.atSeconds + validitySeconds,
    sendMode: 3 as const,
    deploys: isFirst,
    messages: messages.map(toOutMessage),
  }
  const answer = await outageAsNull(
    ton.access
      .simulate(plan, owner?.publicKey ?? null)
      .then((trace) => ({ trace: checkTaken(trace) })),
  )
  if (answer === null) return undone('the service that runs it did not answer')
  const { trace } = answer
  if (!trace.complete) return undone('it is longer than the service simulates')
  checkWallet(trace, raw, messages.length)
  const jettons = checkJettons(trace, order, payer)
  const received = await checkArrival(trace, order, dstMinAmount, payer)
  return { foreseen: { coins: balanceChange(trace, raw), jettons, received } }
}

function undone(reason: string): TonSimulation {
  return { foreseen: null, reason }
}

function checkTaken(trace: TonTrace | null): TonTrace {
  if (trace !== null) return trace
  throw failed('In the simulation, the wallet rejects the payment.')
}

/** T1: the wallet sends the planned messages, and never anything after that. */
function checkWallet({ transactions }: TonTrace, wallet: string, count: number): void {
  const [first, ...later] = transactions
  if (first === undefined || first.account !== wallet || !isCarriedOut(first)) {
    throw failed('In the simulation, the wallet does not execute the payment.')
  }
  const more = later.some(({ account, outMessages }) => account === wallet && sends(outMessages))
  if (!more && first.outMessages.length === count) return
  throw unsafe('T1', 'In the simulation, the wallet sends messages other than the planned ones.', {
    planned: count,
    sent: first.outMessages.length,
  })
}

/** Bounces are automatic; any other message of a wallet was requested. */
function sends(outMessages: TonChainTransaction['outMessages']): boolean {
  return outMessages.some(({ bounced, destination }) => !bounced && destination !== null)
}

function isCarriedOut({ aborted, compute, action }: TonChainTransaction): boolean {
  const acted = action?.success === true && action.skippedActions === 0
  return !aborted && compute?.success === true && acted
}

/** T3: exactly the accepted amount leaves our jetton wallet. Null when TON is sold. */
function checkJettons(
  { transactions }: TonTrace,
  { request: { srcToken, srcAmount } }: SwapOrder,
  { ownJettonWallet }: Payer,
): bigint | null {
  if (ownJettonWallet === null) return null
  const left = transactions
    .filter(({ account }) => account === ownJettonWallet)
    .flatMap(({ outMessages }) => outMessages)
    .filter(({ opcode, bounced }) => opcode === jettonOps.internalTransfer && !bounced)
    .reduce((sum, { body }) => sum + (readInternalTransfer(body)?.amount ?? 0n), 0n)
  if (left === srcAmount) return -left
  if (left === 0n) throw failed(`In the simulation, no ${srcToken.symbol} leaves the wallet.`)
  throw unsafe(
    'T3',
    `In the simulation, a different amount of ${srcToken.symbol} leaves the wallet.`,
    {
      accepted: String(srcAmount),
      left: String(left),
    },
  )
}

async function checkArrival(
  trace: TonTrace,
  { receiver, request: { srcToken, dstToken } }: SwapOrder,
  dstMinAmount: bigint,
  { ton }: Payer,
): Promise<bigint | null> {
  if (dstToken.blockchain !== srcToken.blockchain) return null
  // The receiver's jetton wallet address comes from the chain; without it nothing is known.
  const gains = await outageAsNull(gainsOf(ton.access, trace, dstToken, receiver))
  if (gains === null) return null
  const received = sumOf(gains)
  if (received >= dstMinAmount) return received
  const brings = received === 0n ? 'nothing' : amountText(received, dstToken)
  throw failed(
    `In the simulation, the swap brings ${brings}; the minimum is ${amountText(dstMinAmount, dstToken)}.`,
  )
}

function amountText(amount: bigint, { decimals, symbol }: Token): string {
  return `${formatAmount(amount, decimals)} ${symbol}`
}

function failed(message: string): SwaprouteError {
  return new SwaprouteError('SIMULATION_FAILED', message, { hint })
}
