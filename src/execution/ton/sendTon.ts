import { isSameBody } from '../../chains/ton/message.ts'
import type { DecodedTon, SignedTon, TonPlan, TonWalletState } from '../../wallet/types.ts'
import { recordSent } from '../broadcastLeg.ts'
import { unsafe } from '../checks/unsafe.ts'
import { toSwaprouteError } from '../../core/errors.ts'
import { requireSignable, type Session, stopIfInterrupted } from '../session.ts'
import type { PlannedTonSwap } from '../types.ts'
import { checkClock, validitySeconds } from './checks.ts'
import { toOutMessage } from './outMessage.ts'
import { requireTon, whyNotSignable } from './payer.ts'
import { readyWallet } from './seqno.ts'
import { requireTonFunds } from './tonFunds.ts'

/**
 * Signs and sends the payment: number, then bytes, then broadcast, each on disk before the next
 * begins. Returns once the node has answered, whatever it said: only the chain decides. To be
 * called under the account's lock.
 */
export async function sendTon(session: Session, planned: PlannedTonSwap): Promise<void> {
  const { context, append, tell } = session
  stopIfInterrupted(session)
  const plan = await freezeTonPlan(session, planned)
  const { networkId: chainId, seqno: nonce } = plan
  const account = planned.order.fromAddress
  append({ type: 'signing', leg: 'pay', account, chainId, nonce })
  await context.checkpoint('pay_signing')

  const signed = await signTonPayment(session, plan)
  const { boc, messageHash: hash } = signed
  append({
    type: 'ton_signed',
    leg: 'pay',
    blockchain: planned.order.srcToken.blockchain,
    chainId,
    account,
    nonce,
    hash,
    boc,
    validUntilSeconds: plan.validUntilSeconds,
    messages: plan.messages.map((message) => ({ ...message, value: String(message.value) })),
  })
  await context.checkpoint('pay_signed')

  const refusal = await broadcastTon(session, boc)
  recordSent(session, 'pay', hash, refusal)
  if (refusal !== null) {
    const text = `The node did not take the transfer (${refusal}); only the chain decides.`
    context.onEvent({ type: 'warning', code: 'BROADCAST_REFUSED', text })
  }
  tell('pay', 'sent', 'The payment is sent', hash)
  await context.checkpoint('pay_sent')
}

/** What the node says, or that it says nothing, decides nothing; it is only returned as text. */
export async function broadcastTon(
  { context, swapId }: Session,
  boc: string,
): Promise<string | null> {
  context.journal.assertOwned(swapId)
  const answer = requireTon(context)
    .access.broadcast(boc)
    .then(
      ({ refusal }) => refusal,
      (thrown: unknown) => toSwaprouteError(thrown).message,
    )
  await context.checkpoint('pay_broadcast')
  return await answer
}

/** Reads what is still free to choose; nothing of it can change afterwards. */
async function freezeTonPlan(
  session: Session,
  { order, transaction }: PlannedTonSwap,
): Promise<TonPlan> {
  const { context } = session
  const { networkId, access, hasOwnClock } = requireTon(context)
  const { srcToken, srcAmount, fromAddress } = order
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
    throw unsafe('T2', 'The wallet on the chain is of another version than its key.')
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

/** A number whose bytes were never made, or never leave, is given back. */
async function signTonPayment(session: Session, plan: TonPlan): Promise<SignedTon> {
  try {
    const signer = await session.tonSigner()
    session.context.journal.assertOwned(session.swapId)
    const signed = await signer.sign(plan)
    checkSignedTransfer(plan, signed.decoded)
    return signed
  } catch (thrown) {
    session.append({ type: 'freed', leg: 'pay', nonce: plan.seqno })
    throw thrown
  }
}

/** E13: what was read back out of the signed bytes is the frozen plan, field by field. */
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
  throw unsafe('E13', `The signed bytes do not say what was planned: ${field} differs.`, { field })
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
