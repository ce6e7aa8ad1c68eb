import type { Leg } from '../store/journalTables.ts'
import type { EvmReceipt } from '../evidence/evm.ts'
import { broadcastLeg, lostTrack, recordSent } from './broadcastLeg.ts'
import { isOutage } from './outage.ts'
import { tokenGain } from '../evidence/logs.ts'
import { sendEarlier } from './nonce.ts'
import { type Session, stopIfInterrupted } from './session.ts'
import { type Attempt, type SwapState, attemptOf, isOpenAttempt } from './swapState.ts'

/** How long one transaction is waited for before the answer is "not known yet". */
export const minedWaitMs = 10 * 60_000
const firstPauseMs = 400
const longestPauseMs = 8_000
/** A node that does not know the transaction gets its bytes again, at most this often. */
const resendAfterMs = 5_000
/** Another transaction under our number is final after both (docs/safety.md section 3). */
const finality = { blocks: 64n, seconds: 900 }

/**
 * Waits until an open signature is mined or replaced, or the time is over. Looks first, so that a
 * resumed swap with a mined transaction goes on at once.
 */
export async function awaitLeg(
  session: Session,
  leg: Leg,
  waitMs: number = minedWaitMs,
): Promise<void> {
  const { context, state } = session
  const deadline = context.now() + waitMs
  let pause = firstPauseMs
  for (;;) {
    const attempt = attemptOf(state(), leg)
    if (attempt === null || !isOpenAttempt(attempt)) return
    // Right after our own broadcast the node may not know the bytes yet.
    const resend = session.resends && context.now() - session.lastBroadcastMs >= resendAfterMs
    if (await look(session, attempt, resend)) {
      await context.checkpoint(`${leg}_confirmed`)
      return
    }
    stopIfInterrupted(session)
    if (context.now() >= deadline) return
    await context.sleep(Math.min(pause, deadline - context.now()))
    pause = Math.min(pause * 1.5, longestPauseMs)
  }
}

/** One look at the chain; true once the attempt is settled. A node that fails says nothing. */
async function look(session: Session, attempt: Attempt, resend: boolean): Promise<boolean> {
  const { leg, signed, account, nonce } = attempt
  if (signed?.type !== 'signed') return false
  const { evm } = session.context
  const { blockchain, hash, raw } = signed
  try {
    const receipt = await evm.readReceipt(blockchain, hash)
    if (receipt !== null) return recordMined(session, attempt, receipt)
    const { latest } = await evm.readNonce(blockchain, account)
    if (latest > nonce) {
      const late = await evm.readReceipt(blockchain, hash)
      return late === null
        ? await lookAtNumber(session, attempt)
        : recordMined(session, attempt, late)
    }
    if (!resend) return false
    await sendEarlier(session, blockchain, attempt.chainId, account, { latest, nonce })
    if (await evm.knowsTransaction(blockchain, hash)) return false
    const refusal = await broadcastLeg(session, leg, { raw })
    if (attempt.stage === 'signed') recordSent(session, leg, hash, refusal)
    return false
  } catch (thrown) {
    if (isOutage(thrown)) return false
    throw thrown
  }
}

function recordMined(session: Session, { leg, signed }: Attempt, receipt: EvmReceipt): boolean {
  const { plan } = session.state()
  const isPayment = leg === 'pay' && receipt.succeeded
  try {
    session.append({
      type: 'confirmed',
      leg,
      hash: signed?.hash ?? receipt.hash,
      succeeded: receipt.succeeded,
      blockNumber: String(receipt.blockNumber),
      blockHash: receipt.blockHash,
      gasUsed: String(receipt.gasUsed),
      effectiveGasPrice: String(receipt.effectiveGasPrice),
      spent: isPayment ? String(spentIn(receipt, plan)) : null,
    })
  } catch (cause) {
    throw lostTrack(session, leg, receipt.hash, cause)
  }
  const end = receipt.succeeded ? 'done' : 'failed'
  session.tell(leg, end, describeMined(leg, receipt.succeeded), receipt.hash)
  return true
}

/** What of the source token left the account; a native amount is in the value, not in logs. */
function spentIn({ logs }: EvmReceipt, plan: SwapState['plan']): bigint {
  if (plan.srcToken.native) return BigInt(plan.srcAmount)
  const gain = tokenGain(logs, plan.srcToken.address, plan.fromAddress)
  return gain < 0n ? -gain : 0n
}

/**
 * Another transaction has our number. Only when that cannot be undone any more is ours `replaced`:
 * until then a reorganised chain may still mine it.
 */
async function lookAtNumber(session: Session, attempt: Attempt): Promise<boolean> {
  const { leg, signed, passed } = attempt
  if (signed === null) return false
  const { evm } = session.context
  const { blockchain, hash } = signed
  const { number, timestampSeconds } = await evm.readBlock(blockchain)
  if (passed?.type !== 'nonce_passed') {
    const seen = { blockNumber: String(number), timestampSeconds }
    session.append({ type: 'nonce_passed', leg, hash, ...seen })
    return false
  }
  const old =
    number - BigInt(passed.blockNumber) >= finality.blocks &&
    timestampSeconds - passed.timestampSeconds >= finality.seconds
  // One that the node still knows is only missing from what it tells of mined ones.
  if (!old || (await evm.knowsTransaction(blockchain, hash))) return false
  // Of several nodes behind one address each may lack something else.
  const late = await evm.readReceipt(blockchain, hash)
  if (late !== null) return recordMined(session, attempt, late)
  session.append({ type: 'replaced', leg, hash })
  return true
}

/**
 * Whether the block of a mined transaction still belongs to the chain. If not, the transaction is
 * `sent` again and its bytes will be; null when the node does not say.
 */
export async function recheckLeg(session: Session, leg: Leg): Promise<EvmReceipt | null> {
  const attempt = attemptOf(session.state(), leg)
  if (attempt?.signed == null || attempt.confirmed?.type !== 'confirmed') return null
  const { blockchain, hash } = attempt.signed
  const { blockHash } = attempt.confirmed
  const receipt = await session.context.evm.readReceipt(blockchain, hash)
  if (receipt !== null && receipt.blockHash.toLowerCase() === blockHash.toLowerCase())
    return receipt
  session.append({ type: 'reorged', leg, hash, blockHash })
  await session.context.checkpoint('reorged')
  if (receipt !== null) {
    const open = attemptOf(session.state(), leg)
    if (open !== null) recordMined(session, open, receipt)
  }
  return receipt
}

function describeMined(leg: Leg, succeeded: boolean): string {
  if (!succeeded) return leg === 'pay' ? 'The payment was reverted' : 'The approval was reverted'
  if (leg === 'pay') return 'The payment is confirmed'
  return leg === 'approve' ? 'The approval is confirmed' : 'The allowance is taken away'
}
