import { isSameBody } from '../../chains/ton/message.ts'
import type { TonChainTransaction } from '../../core/tonChain.ts'
import type { EventOf } from '../../store/eventSchema.ts'
import type {
  DecodedTon,
  SignedTon,
  TonOutMessage,
  TonPlan,
  TonWalletState,
} from '../../wallet/types.ts'
import { type Attempt, attemptOf } from '../attempts.ts'
import { unsafe } from '../checks/unsafe.ts'
import { isOutage } from '../outage.ts'
import type { PlannedTonSwap } from '../planned.ts'
import { requireSignable, type Session } from '../session.ts'
import { appendSent, awaitFate, handOver, recordSent, signAndSend } from '../transaction.ts'
import { checkClock, maxClockSkewSeconds, validitySeconds } from './checks.ts'
import { paymentProblem, sentMessages, toOutMessage } from './messages.ts'
import { readyWallet, requireTon, requireTonFunds, whyNotSignable } from './payer.ts'

/** Signs and sends the payment; see `signAndSend`. */
export async function sendTon(session: Session, planned: PlannedTonSwap): Promise<void> {
  const { context, swapId } = session
  const { fromAddress: account, request } = planned.order
  const { srcToken } = request
  await signAndSend<SignedTon>(session, async () => {
    const plan = await freezeTonPlan(session, planned)
    const { networkId: chainId, seqno: nonce, validUntilSeconds } = plan
    return {
      leg: 'pay',
      account,
      chainId,
      nonce,
      what: 'transfer',
      sign: async () => {
        const signer = await session.tonSigner()
        context.journal.assertOwned(swapId)
        const signed = await signer.sign(plan)
        checkSignedTransfer(plan, signed.decoded)
        return signed
      },
      toRecord: ({ boc, messageHash: hash }) => ({
        type: 'ton_signed',
        leg: 'pay',
        blockchain: srcToken.blockchain,
        chainId,
        account,
        nonce,
        hash,
        boc,
        validUntilSeconds,
        messages: plan.messages.map((message) => ({ ...message, value: String(message.value) })),
      }),
      broadcast: ({ boc }) => requireTon(context).access.broadcast(boc),
    }
  })
}

/** Reads the remaining values; the plan is frozen afterwards. */
async function freezeTonPlan(
  session: Session,
  { order, transaction }: PlannedTonSwap,
): Promise<TonPlan> {
  const { context } = session
  const { networkId, access, hasOwnClock } = requireTon(context)
  const { fromAddress, request } = order
  const { srcToken, srcAmount } = request
  const wallet = await readyWallet(session)
  requireSignable(whyNotSignable(wallet, networkId), fromAddress)
  if (!hasOwnClock) checkClock(wallet.atSeconds, context.now())
  requireTonFunds({
    srcToken,
    srcAmount,
    nativeToken: context.nativeToken(srcToken.blockchain),
    balance: wallet.balance,
    jettonBalance: srcToken.native ? null : await access.readBalance(fromAddress, srcToken.address),
    value: transaction.messages.reduce((sum, { amount }) => sum + amount, 0n),
  })
  const signer = await session.tonSigner()
  if (wallet.walletVersion !== null && wallet.walletVersion !== signer.walletVersion) {
    throw unsafe('T2', 'The wallet on chain has a different version than its key.')
  }
  return {
    networkId,
    from: signer.address,
    walletVersion: signer.walletVersion,
    seqno: wallet.seqno,
    validUntilSeconds: wallet.atSeconds + validitySeconds,
    sendMode: 3,
    deploys: isMissing(wallet),
    messages: transaction.messages.map(toOutMessage),
  }
}

function isMissing({ status }: TonWalletState): boolean {
  return status === 'uninitialized'
}

/** E13: the decoded signed bytes equal the frozen plan, field by field. */
function checkSignedTransfer(plan: TonPlan, decoded: DecodedTon): void {
  const differing = [
    ['from', plan.from === decoded.from],
    ['walletVersion', plan.walletVersion === decoded.walletVersion],
    ['networkId', decoded.networkId === null || plan.networkId === decoded.networkId],
    ['seqno', plan.seqno === decoded.seqno],
    ['validUntilSeconds', plan.validUntilSeconds === decoded.validUntilSeconds],
    ['deploys', plan.deploys === decoded.deploys],
    ['messages', isSameList(plan, decoded)],
  ].find(([, same]) => same === false)
  if (differing === undefined) return
  const field = String(differing[0])
  throw unsafe('E13', `The signed bytes do not match the plan: ${field} differs.`, { field })
}

function isSameList({ messages, sendMode }: TonPlan, decoded: DecodedTon): boolean {
  return (
    messages.length === decoded.messages.length &&
    messages.every((planned, index) => {
      const found = decoded.messages[index]
      return (
        found?.to === planned.to &&
        found.value === planned.value &&
        found.bounce === planned.bounce &&
        found.sendMode === sendMode &&
        isSameBody(found.payload, planned.payload) &&
        isSameBody(found.stateInit, planned.stateInit)
      )
    })
  )
}

/** Validity, expiry proof, and some blocks. */
export const takenWaitMs = (validitySeconds + 180) * 1000

const firstPauseMs = 1_500
/** Minimum time between sending the same bytes again; the wallet accepts them once. */
const resendAfterMs = 20_000
/** A block this long after the end of validity proves that nothing was accepted. */
const expiryProofSeconds = 60
/** Another transfer with our seqno is final after this much chain time. */
const finalitySeconds = 120
/** Clock margin: our transfer cannot be older than its signature. */
const searchMarginSeconds = 120

type SignedTransfer = NonNullable<Attempt['signed']> & { type: 'ton_signed' }

/** Waits until the wallet has accepted the payment, provably never will, or time is up. */
export async function awaitTon(session: Session, waitMs: number = takenWaitMs): Promise<void> {
  const { context, state } = session
  let resendAt = attemptOf(state(), 'pay')?.stage === 'sent' ? context.now() + resendAfterMs : 0
  await awaitFate(session, 'pay', waitMs, firstPauseMs, async (attempt) => {
    const resend = session.resends && context.now() >= resendAt
    const isSettled = await check(session, attempt, resend)
    if (resend) resendAt = context.now() + resendAfterMs
    return isSettled
  })
}

/** Checks the chain once; true once the attempt is settled. A node failure changes nothing. */
async function check(session: Session, attempt: Attempt, resend: boolean): Promise<boolean> {
  const { signed } = attempt
  if (signed?.type !== 'ton_signed') return false
  const { access } = requireTon(session.context)
  try {
    const found = await findTaken(session, signed)
    if (found !== null) return recordTaken(session, signed, found)
    const wallet = await access.readWallet(signed.account)
    tellValidity(session, signed, wallet.atSeconds)
    if (wallet.seqno > signed.nonce) {
      return await recordRival(session, attempt, signed, wallet.atSeconds)
    }
    const isUntouched = wallet.seqno === signed.nonce
    if (isUntouched && isOver(session, signed, wallet.atSeconds)) {
      return await recordExpiry(session, signed, wallet.atSeconds)
    }
    // A wallet refuses an expired transfer, so sending it again is pointless.
    if (!resend || wallet.atSeconds > signed.validUntilSeconds) return false
    const refusal = await handOver(session, 'pay', () => access.broadcast(signed.boc))
    if (attempt.stage === 'signed') recordSent(session, 'pay', signed.hash, refusal)
    return false
  } catch (thrown) {
    if (isOutage(thrown)) return false
    throw thrown
  }
}

/** Null: all wallet transactions since the signature were checked. */
async function findTaken(
  { context }: Session,
  { account, hash, validUntilSeconds }: SignedTransfer,
): Promise<TonChainTransaction | null> {
  const since = validUntilSeconds - validitySeconds - searchMarginSeconds
  return await requireTon(context).access.findTransaction(account, hash, since)
}

function recordTaken(
  session: Session,
  signed: SignedTransfer,
  transaction: TonChainTransaction,
): boolean {
  const planned = signed.messages.map((message): TonOutMessage => ({
    ...message,
    value: BigInt(message.value),
  }))
  const problem = paymentProblem(transaction, planned)
  const record: EventOf<'ton_confirmed'> = {
    type: 'ton_confirmed',
    leg: 'pay',
    hash: signed.hash,
    transactionHash: transaction.hash,
    succeeded: problem === null,
    problem,
    lt: String(transaction.lt),
    atSeconds: transaction.atSeconds,
    sentMessages: sentMessages(transaction, planned),
    fees: String(feesOf(transaction)),
  }
  appendSent(session, record, signed.hash)
  const text = problem === null ? 'Payment confirmed' : `The payment failed: ${problem}`
  session.report('pay', problem === null ? 'done' : 'failed', text, transaction.hash)
  return true
}

/** The wallet's fees for the transaction and for forwarding its messages. */
function feesOf({ totalFees, outMessages }: TonChainTransaction): bigint {
  return outMessages.reduce((sum, { forwardFee }) => sum + forwardFee, totalFees)
}

/**
 * The seqno is past ours, and no wallet transaction has our message: another transfer used it. Ours
 * is `replaced` only after a while: the two answers may come from different nodes.
 */
async function recordRival(
  session: Session,
  { passed }: Attempt,
  signed: SignedTransfer,
  chainSeconds: number,
): Promise<boolean> {
  const { hash } = signed
  if (passed?.type !== 'seqno_passed') {
    session.append({ type: 'seqno_passed', leg: 'pay', hash, chainSeconds })
    return false
  }
  if (chainSeconds - passed.chainSeconds < finalitySeconds) return false
  const late = await findTaken(session, signed)
  if (late !== null) return recordTaken(session, signed, late)
  session.append({ type: 'replaced', leg: 'pay', hash })
  return true
}

/** By the chain's clock and ours: a node with a fast clock proves nothing. */
function isOver(
  { context }: Session,
  { validUntilSeconds }: SignedTransfer,
  chainSeconds: number,
): boolean {
  const provenAt = validUntilSeconds + expiryProofSeconds
  const ownSeconds = context.now() / 1000 + maxClockSkewSeconds
  return chainSeconds > provenAt && (requireTon(context).hasOwnClock || ownSeconds > provenAt)
}

/**
 * Rechecks an expired transfer whose seqno is used, before signing another: the node that proved
 * the expiry may have been behind. True if it was accepted after all.
 * @param seqno of the wallet now
 */
export async function wasTakenAfterAll(session: Session, seqno: number): Promise<boolean> {
  const signed = attemptOf(session.state(), 'pay')?.signed
  if (signed?.type !== 'ton_signed') return false
  const found = seqno > signed.nonce ? await findTaken(session, signed) : null
  return found !== null && recordTaken(session, signed, found)
}

/**
 * Proof that nothing was or will be paid: a block after the validity shows the same seqno, and then
 * no wallet transaction has our message.
 */
async function recordExpiry(
  session: Session,
  signed: SignedTransfer,
  chainSeconds: number,
): Promise<boolean> {
  const late = await findTaken(session, signed)
  if (late !== null) return recordTaken(session, signed, late)
  const { hash, nonce } = signed
  session.append({ type: 'expired', leg: 'pay', hash, nonce, chainSeconds })
  session.report('pay', 'failed', 'The payment expired: the wallet did not accept it in time', hash)
  await session.context.checkpoint('pay_expired')
  return true
}

/** Reports the end of validity by our clock, for the countdown. */
function tellValidity(
  { context, state }: Session,
  { validUntilSeconds, hash, nonce }: SignedTransfer,
  chainSeconds: number,
): void {
  const attempt = attemptOf(state(), 'pay')
  if (attempt === null || attempt.nonce !== nonce) return
  context.onEvent({
    type: 'validity',
    step: 'pay',
    validUntilMs: context.now() + (validUntilSeconds - chainSeconds) * 1000,
    blockchain: state().plan.srcToken.blockchain,
    hash,
  })
}
