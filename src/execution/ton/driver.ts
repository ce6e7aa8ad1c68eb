import { attemptOf, isPaymentOver } from '../attempts.ts'
import { readBaseline } from '../baseline.ts'
import type { Driver, FreshPlan } from '../driver.ts'
import { isTonPlan, type PlannedSwap, type PlannedTonSwap } from '../planned.ts'
import type { Session } from '../session.ts'
import { freeUnsigned } from '../transaction.ts'
import { readyWallet } from './payer.ts'
import { planTonSwap } from './plan.ts'
import { recordOrderCost, sameChainTonEnd } from './arrival.ts'
import { awaitTon, sendTon, takenWaitMs, wasTakenAfterAll } from './transaction.ts'

/** Planning, paying and following on TON. */
export const tonDriver: Driver = {
  plan: planTonSwap,
  pay: payOnTon,
  awaitPayment: awaitTon,
  // A block that a TON node reports is final: nothing to recheck.
  isPaymentStanding: async (session, refund = null) => {
    await recordOrderCost(session, refund)
    return attemptOf(session.state(), 'pay')?.stage === 'confirmed'
  },
  sameChainEnd: sameChainTonEnd,
}

/**
 * Pays, or continues where an earlier process stopped, until the wallet has accepted the payment or
 * time is up. A transfer proved to have expired is signed again, once (docs/safety.md section 3);
 * otherwise only the same bytes are sent again (I1). Call under the account's lock.
 */
async function payOnTon(session: Session, fresh: FreshPlan, wait: boolean): Promise<void> {
  const { state, context } = session
  await freeUnsigned(session)
  for (;;) {
    const attempt = attemptOf(state(), 'pay')
    if (attempt === null || (attempt.stage === 'expired' && !isPaymentOver(state()))) {
      // First, since it may take minutes and the quote would expire meanwhile (P5).
      const { seqno } = await readyWallet(session)
      if (await wasTakenAfterAll(session, seqno)) return
      const ready = tonOnly(await fresh(null))
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
