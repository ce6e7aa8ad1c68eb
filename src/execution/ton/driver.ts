import { SwaprouteError } from '../../core/errors.ts'
import { attemptOf, isPaymentOver } from '../attempts.ts'
import { readBaseline } from '../baseline.ts'
import type { Driver } from '../driver.ts'
import { stopIfInterrupted } from '../errors.ts'
import { outageAsNull } from '../outage.ts'
import { freshPlan } from '../plan.ts'
import { isTonPlan, type PlannedSwap, type PlannedTonSwap } from '../planned.ts'
import { freeUnsigned, type Session } from '../session.ts'
import { validitySeconds } from './checks.ts'
import { requireTon } from './payer.ts'
import { recordOrderCost, sameChainTonEnd } from './tonArrival.ts'
import { awaitTon, sendTon, takenWaitMs, wasTakenAfterAll } from './transaction.ts'
import type { TonWalletState } from '../../wallet/types.ts'

/** Paying and following on TON. */
export const tonDriver: Driver = {
  pay: payOnTon,
  awaitPayment: awaitTon,
  // A block of TON that the node tells of is final: there is nothing to look at again.
  isPaymentStanding: async (session, refund = null) => {
    await recordOrderCost(session, refund)
    return attemptOf(session.state(), 'pay')?.stage === 'confirmed'
  },
  sameChainEnd: sameChainTonEnd,
}

/**
 * Pays, or goes on where an earlier process stopped, until the wallet has taken the payment or the
 * time is over. A transfer that is proved to have expired is signed again, once (docs/safety.md section
 * 3); everything else is only ever sent again with the same bytes (I1). To be called under the
 * account's lock.
 */
async function payOnTon(
  session: Session,
  planned: PlannedSwap | null,
  wait: boolean,
): Promise<void> {
  const { state, context } = session
  await freeUnsigned(session)
  for (;;) {
    const attempt = attemptOf(state(), 'pay')
    if (attempt === null || (attempt.stage === 'expired' && !isPaymentOver(state()))) {
      // First of all: it may take minutes, and the quote would grow old meanwhile (P5).
      const { seqno } = await readyWallet(session)
      if (await wasTakenAfterAll(session, seqno)) return
      const ready = tonOnly(await freshPlan(session, planned))
      await readBaseline(session)
      await context.checkpoint('baseline')
      await sendTon(session, ready)
    }
    await awaitTon(session, wait ? takenWaitMs : 0)
    const after = attemptOf(state(), 'pay')?.stage
    if (after !== 'expired' || isPaymentOver(state())) return
  }
}

function tonOnly(planned: PlannedSwap): PlannedTonSwap {
  if (isTonPlan(planned)) return planned
  throw new Error('a plan for another chain')
}

const pauseMs = 4_000

/** A transfer can be taken until its time is over; then some more for the block to be seen. */
const graceSeconds = 60

/**
 * The wallet as it is once no earlier transfer of ours can take the next seqno any more (I6); to be
 * called under the account's lock. A wallet takes transfers one after the other: one that is
 * signed, not seen, and still good would shut ours out, or be shut out by it.
 * @throws SwaprouteError TIMED_OUT when that takes too long, INTERRUPTED
 */
export async function readyWallet(session: Session): Promise<TonWalletState> {
  const { context, state, tell } = session
  const address = state().plan.fromAddress
  const { access, networkId } = requireTon(context)
  const deadline = context.now() + (validitySeconds + 2 * graceSeconds) * 1000
  let told = false
  for (;;) {
    stopIfInterrupted(session)
    const wallet = await access.readWallet(address)
    const rival = rivalOf(session, address, networkId, wallet)
    if (rival === null) return wallet
    if (!told) tell('lock', 'waiting', `Waiting for the transfer of swap ${rival.swapId}`)
    told = true
    // The same bytes again do no harm, and perhaps nobody has them.
    await outageAsNull(access.broadcast(rival.boc))
    if (context.now() >= deadline) throw stillOpen(rival.swapId)
    await context.sleep(pauseMs)
  }
}

type Rival = { swapId: string; boc: string }

function rivalOf(
  { context, swapId }: Session,
  address: string,
  networkId: number,
  { seqno, atSeconds }: TonWalletState,
): Rival | null {
  const { journal } = context
  for (const pending of journal.pendingTransactions(networkId, address)) {
    if (pending.swapId === swapId || pending.nonce < seqno) continue
    const signed = journal
      .read(pending.swapId)
      .map(({ event }) => event)
      .find((event) => event.type === 'ton_signed' && event.hash === pending.hash)
    if (signed?.type !== 'ton_signed') continue
    if (atSeconds <= signed.validUntilSeconds + graceSeconds) {
      return { swapId: pending.swapId, boc: signed.boc }
    }
  }
  return null
}

function stillOpen(swapId: string): SwaprouteError {
  return new SwaprouteError('TIMED_OUT', `A transfer of swap ${swapId} is still open.`, {
    hint: `Go on with it first: \`swaproute resume ${swapId}\`.`,
    context: { receiptId: swapId },
  })
}
