import { showTonAddress, toRawTonAddress } from '../../chains/ton/address.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { SwapAnswer } from '../../api/schemas.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import type { TonWalletState } from '../../wallet/types.ts'
import { checkMinimum } from '../checks/minimum.ts'
import { checkAge } from '../checks/price.ts'
import { readPrices, toSwapBody } from '../planning.ts'
import { buildReviewCard } from '../reviewCard.ts'
import { type RouteFacts, readRoute } from '../routeFacts.ts'
import { readAnswerTerms, readQuotedTerms, readTonTransaction } from '../terms.ts'
import type {
  PlanContext,
  PlannedTonSwap,
  ReviewSimulation,
  SwapOrder,
  TonTools,
} from '../types.ts'
import {
  type CheckedTonPayment,
  checkClock,
  checkTonMessages,
  requireTonFunds,
  validitySeconds,
} from './checks.ts'
import { depositMessage, readDeposit } from './transfer.ts'

/** What the wallet's own work costs, generously: a first payment with a jetton takes a fifth. */
const walletFees = 20_000_000n

/** What is known of the payer before anything is asked of the service. */
type Payer = { raw: string; wallet: TonWalletState; ownJettonWallet: string | null }

/**
 * Turns a picked route into a frozen plan for a TON wallet. No node of TON simulates a transfer;
 * in its place every message is read by our own code and held against the plan (T1 to T7), and
 * the card says so.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`, QUOTE_EXPIRED,
 *   NOT_ENOUGH_BALANCE, NOT_ENOUGH_NATIVE, and what the service says
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
  checkWallet(payer.wallet, order.fromAddress)
  checkClock(payer.wallet.atSeconds, context.now())
  const terms = readAnswerTerms(answer, order.route)
  const { messages, decoded } = await readMessages(order, route, answer, payer, context)
  const payment = checkTonMessages({
    messages,
    decoded,
    from: raw,
    srcToken,
    dstToken: order.dstToken,
    srcAmount,
    receiver: order.receiver,
    refundAddress: order.refundAddress,
    pinned: context.pinned(route.provider, srcToken.blockchain).targets,
    ownJettonWallet: payer.ownJettonWallet,
    walletVersion: payer.wallet.walletVersion,
  })
  checkMinimum({
    dstToken: order.dstToken,
    decodedMin: payment.minOut,
    claimedMin: terms.dstMinAmount,
    acceptedMin: readQuotedTerms(order.route).dstMinAmount,
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

  const card = buildReviewCard({
    order,
    route,
    terms: { ...terms, protocolFee: 0n, providerFee: 0n },
    quoted: readQuotedTerms(order.route),
    target: payment.targets.join(', '),
    spender: null,
    approvals: [],
    chainId: ton.networkId,
    gasCost: payment.attached + walletFees,
    simulation: toReview(messages, decoded, payment),
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
    card,
  }
}

/** @throws SwaprouteError CONFIG_INVALID where TON cannot be reached */
export function requireTon({ ton }: Pick<PlanContext, 'ton'>): TonTools {
  if (ton !== undefined) return ton
  throw new SwaprouteError('CONFIG_INVALID', 'No address is known for TON.', {
    hint: 'Set SWAPROUTE_TONCENTER_URL.',
  })
}

function requireAddress(address: string): string {
  const raw = toRawTonAddress(address)
  if (raw !== null) return raw
  throw new SwaprouteError('INVALID_ARGUMENT', `${address} is no TON address.`, {
    hint: 'Name a TON account with --account, or its address with --from-address.',
  })
}

async function readPayer(
  raw: string,
  { srcToken }: SwapOrder,
  { access }: TonTools,
): Promise<Payer> {
  const wallet = await access.readWallet(raw)
  const ownJettonWallet = srcToken.native
    ? null
    : await access.readJettonWallet(srcToken.address, raw)
  return { raw, wallet, ownJettonWallet }
}

/**
 * A wallet this program can sign for, or none yet.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export function checkWallet(wallet: TonWalletState, address: string): void {
  const { status, walletVersion, takesSignatures } = wallet
  const why =
    status === 'frozen'
      ? 'is frozen: it owed more rent than it held'
      : status === 'active' && walletVersion === null
        ? 'is no wallet of version V4R2 or V5R1'
        : takesSignatures
          ? null
          : 'takes orders from its extensions only'
  if (why === null) return
  throw new SwaprouteError('KEY_UNAVAILABLE', `The account ${address} ${why}.`, {
    hint: 'Nothing was signed. Use another wallet, or --unsigned with the program it belongs to.',
    context: { address, status },
  })
}

type Messages = { messages: TonMessage[]; decoded: (DecodedTonMessage | null)[] }

/** The messages of the service, or our own transfer where it gave a deposit instruction. */
async function readMessages(
  order: SwapOrder,
  { provider, routeId }: RouteFacts,
  answer: SwapAnswer,
  { raw, ownJettonWallet }: Payer,
  context: PlanContext,
): Promise<Messages> {
  const { srcToken, dstToken, srcAmount, receiver } = order
  const { transaction } = answer
  if (transaction.depositAddress != null && transaction.tonMessages == null) {
    const confirmedDeposit = (await context.confirmDeposit?.(provider, routeId)) ?? null
    const { depositAddress } = transaction
    const facts = { srcToken, srcAmount, from: raw, ownJettonWallet, confirmedDeposit }
    const message = depositMessage({ ...facts, transaction: { ...transaction, depositAddress } })
    return {
      messages: [message],
      decoded: [readDeposit(depositAddress, { srcAmount, receiver, dstToken })],
    }
  }
  const { messages } = readTonTransaction(answer)
  const ton = requireTon(context)
  const swap = { srcToken, dstToken, fromAddress: raw }
  const decoded: (DecodedTonMessage | null)[] = []
  for (const message of messages) decoded.push(await ton.decodeMessage(provider, message, swap))
  return { messages, decoded }
}

/** In the place of a simulation: what each message says. */
function toReview(
  messages: readonly TonMessage[],
  decoded: readonly (DecodedTonMessage | null)[],
  { minOut }: CheckedTonPayment,
): ReviewSimulation {
  const lines = messages.map(({ amount }, index) => {
    const method = decoded[index]?.method ?? 'unknown'
    return `${method}, with ${formatAmount(amount, 9)} TON`
  })
  const unused = 'what is not used of it comes back'
  const promise = minOut === null ? [] : ['the exchange itself enforces the least output']
  return {
    kind: 'decoded',
    reason: 'TON has no node that simulates; every message was read and checked instead',
    messages: [...lines, unused, ...promise],
  }
}
