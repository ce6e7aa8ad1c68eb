import type { BuiltDeposit, BuiltRoute } from '../../api/builtRoute.ts'
import { parseTonAddress } from '../../chains/addresses/ton.ts'
import { showTonAddress, toRawTonAddress } from '../../chains/ton/address.ts'
import { isSameBody } from '../../chains/ton/message.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { TonChainMessage, TonChainTransaction } from '../../core/tonChain.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import type { TonOutMessage } from '../../wallet/types.ts'
import { unsafe } from '../checks/unsafe.ts'
import type { PlanContext, TonTools } from '../context.ts'
import type { SwapOrder } from '../planned.ts'
import { messagesOf, type RouteIdentity } from '../route.ts'
import type { Payer } from './payer.ts'

/**
 * Whether a wallet's transaction paid: both phases succeeded, nothing was skipped, and exactly the
 * planned messages were sent. A changed seqno proves nothing.
 * @returns null if everything was sent, else the problem as the end of a sentence
 */
export function paymentProblem(
  { aborted, compute, action, outMessages }: TonChainTransaction,
  planned: readonly TonOutMessage[],
): string | null {
  if (compute === null) return 'it was not carried out (no code or no gas)'
  if (!compute.success) return `its contract ended with exit code ${compute.exitCode}`
  if (action === null) return 'nothing was sent'
  const missing = missingMessages(outMessages, planned)
  const unsent = `${missing} of ${planned.length} messages could not be sent`
  if (!action.success || aborted) {
    return missing > 0
      ? `${unsent} (code ${action.resultCode})`
      : `the sending failed with code ${action.resultCode}`
  }
  if (action.skippedActions > 0) return `${unsent}, for lack of money or a bad address`
  if (missing > 0) return `${missing} of ${planned.length} messages are not the planned ones`
  return outMessages.length > planned.length ? 'it sent more than was planned' : null
}

/** How many of the planned messages a transaction sent. */
export function sentMessages(
  { outMessages }: TonChainTransaction,
  planned: readonly TonOutMessage[],
): number {
  return planned.length - missingMessages(outMessages, planned)
}

function missingMessages(
  sent: readonly TonChainMessage[],
  planned: readonly TonOutMessage[],
): number {
  const left = [...sent]
  let missing = 0
  for (const message of planned) {
    const place = left.findIndex((candidate) => isSameMessage(candidate, message))
    if (place === -1) missing += 1
    else left.splice(place, 1)
  }
  return missing
}

function isSameMessage(sent: TonChainMessage, { to, value, payload }: TonOutMessage): boolean {
  return sent.destination === to && sent.value === value && isSameBody(sent.body, payload)
}

type Messages = { messages: TonMessage[]; decoded: (DecodedTonMessage | null)[] }

/**
 * The service's messages, or our own transfer for a deposit instruction, and their decoding by our
 * own code.
 */
export async function readMessages(
  order: SwapOrder,
  { provider, routeId }: RouteIdentity,
  built: BuiltRoute,
  { raw, ownJettonWallet, ton }: Payer,
  context: Pick<PlanContext, 'confirmDeposit'>,
): Promise<Messages> {
  const { receiver, request } = order
  const { srcToken, dstToken, srcAmount } = request
  const { transaction } = built
  if (transaction.kind === 'deposit') {
    const confirmedDeposit = (await context.confirmDeposit?.(provider, routeId)) ?? null
    const facts = { srcToken, srcAmount, from: raw, ownJettonWallet, confirmedDeposit }
    const transfer = await depositMessage({ ...facts, transaction })
    const { message, oneNode } = srcToken.native
      ? await asPayable(transfer, ton)
      : { message: asContract(transfer), oneNode: false }
    const deposit = readDeposit(transaction.depositAddress, { srcAmount, receiver, dstToken })
    return { messages: [message], decoded: [oneNode ? { ...deposit, oneNode } : deposit] }
  }
  const messages = messagesOf(built).map(asContract)
  const swap = { srcToken, dstToken, fromAddress: raw }
  const decoded: (DecodedTonMessage | null)[] = []
  for (const message of messages) decoded.push(await read(message))
  return { messages, decoded }

  async function read(message: TonMessage): Promise<DecodedTonMessage | null> {
    try {
      return await ton.decodeMessage(provider, message, swap)
    } catch (thrown) {
      if (thrown instanceof RangeError) return null // cells that end where a field should be
      throw thrown
    }
  }
}

/** Exchanges and jetton wallets are contracts: what they refuse must bounce. */
function asContract(message: TonMessage): TonMessage {
  const raw = toRawTonAddress(message.address)
  return raw === null ? message : { ...message, address: showTonAddress(raw, 'contract') }
}

/**
 * A deposit address in the order's form; an undeployed one would bounce the money if the message
 * allowed it.
 */
async function asPayable(
  message: TonMessage,
  { access }: TonTools,
): Promise<{ message: TonMessage; oneNode: boolean }> {
  const raw = toRawTonAddress(message.address)
  if (raw === null || parseTonAddress(message.address)?.bounceable === false) {
    return { message, oneNode: false }
  }
  const { status, oneNode } = await access.agreedStatus(raw)
  const form = status === 'uninitialized' ? 'wallet' : 'contract'
  return { message: { ...message, address: showTonAddress(raw, form) }, oneNode }
}

/** Attached to a jetton transfer; most is returned. */
const jettonTransferValue = 60_000_000n
/** The minimum for the receiving wallet to notify its owner, with the comment. */
const notificationValue = 1n

export type TransferFacts = {
  transaction: Pick<BuiltDeposit, 'depositAddress' | 'memo'>
  srcToken: Token
  srcAmount: bigint
  /** Raw. */
  from: string
  /** Null for the coin itself. */
  ownJettonWallet: string | null
  /** Deposit address of the order as read back from the provider; null: the order does not exist. */
  confirmedDeposit: string | null
}

/**
 * The plain transfer that pays an order (D5, D8): exactly the accepted amount, with the memo as
 * comment.
 * @throws SwaprouteError UNSAFE_ROUTE (T2) when the address is not the order's own
 */
async function depositMessage(facts: TransferFacts): Promise<TonMessage> {
  const { transaction, srcToken, srcAmount, from, ownJettonWallet, confirmedDeposit } = facts
  const { depositAddress, memo } = transaction
  const destination = toRawTonAddress(depositAddress)
  if (destination === null) {
    throw new SwaprouteError('UPSTREAM_REFUSED', 'The deposit address is not on TON.', {
      hint: 'Nothing was signed. Choose another provider with --provider.',
    })
  }
  if (confirmedDeposit === null || toRawTonAddress(confirmedDeposit) !== destination) {
    throw unsafe('T2', `No order confirms the address ${depositAddress}.`, {
      address: depositAddress,
    })
  }
  const { commentBody, jettonTransferBody } = await import('../../chains/ton/build/bodies.ts')
  const comment = memo === null ? null : commentBody(memo.value)
  if (srcToken.native) {
    return { address: depositAddress, amount: srcAmount, payload: comment, stateInit: null }
  }
  if (ownJettonWallet === null) throw new Error('a jetton without its wallet')
  const payload = jettonTransferBody({
    queryId: 0n,
    amount: srcAmount,
    destination,
    responseDestination: from,
    forwardAmount: notificationValue,
    comment,
  })
  return { address: ownJettonWallet, amount: jettonTransferValue, payload, stateInit: null }
}

/** Our own transfer in decoded form, for the checks; the order covers the rest. */
function readDeposit(
  depositAddress: string,
  { srcAmount, receiver, dstToken }: { srcAmount: bigint; receiver: string; dstToken: Token },
): DecodedTonMessage {
  return {
    method: 'transfer',
    target: toRawTonAddress(depositAddress) ?? depositAddress,
    trusted: true,
    srcAmount,
    recipient: receiver,
    refundTo: null,
    dstToken: dstToken.native ? zeroAddress : dstToken.address,
    minOut: null,
    deadlineSeconds: null,
  }
}

/**
 * A route's message as the wallet sends it. Contracts bounce what they cannot use; undeployed
 * wallets must not.
 * @throws SwaprouteError UNSAFE_ROUTE (T2)
 */
export function toOutMessage({ address, amount, payload, stateInit }: TonMessage): TonOutMessage {
  const to = toRawTonAddress(address)
  if (to === null) throw unsafe('T2', `A message goes to ${address}, which is not a TON address.`)
  const bounce = parseTonAddress(address)?.bounceable ?? true
  return { to, value: amount, bounce, payload, stateInit }
}
