import { awaitLeg, recheckLeg } from './awaitLeg.ts'
import { sameChainArrival } from './arrival.ts'
import { outageAsNull } from './outage.ts'
import { makePayment } from './payment.ts'
import type { Session } from './session.ts'
import type { Settled } from './settled.ts'
import type { PlannedSwap } from './types.ts'

/** What of paying and following a swap depends on the chain it is paid on. */
export type SourceRail = {
  /** Pays, or goes on where an earlier process stopped; see `makePayment`. */
  pay(session: Session, planned: PlannedSwap | null, wait: boolean): Promise<void>
  /** Looks at a payment that is signed until its fate is known, or the time is over. */
  awaitPayment(session: Session, waitMs?: number): Promise<void>
  /** Whether the confirmed payment is still where it was seen (S3); false where nobody says. */
  isPaymentStanding(session: Session): Promise<boolean>
  /**
   * Where a swap on one chain is by the chain's own evidence: at its end, still under way
   * (`wait`), or where only the service can tell more (`ask`).
   */
  sameChainEnd(session: Session): Promise<Settled | 'wait' | 'ask'>
}

function isTonSource({ state }: Pick<Session, 'state'>): boolean {
  return state().plan.srcToken.blockchain === 'TON'
}

/** The rail of the source chain; TON's is loaded only where it is needed. */
export async function railOf(session: Session): Promise<SourceRail> {
  return isTonSource(session) ? (await import('./ton/tonRail.ts')).tonRail : evmRail
}

const evmRail: SourceRail = {
  pay: makePayment,
  awaitPayment: (session, waitMs) => awaitLeg(session, 'pay', waitMs),
  isPaymentStanding: async (session) => {
    const receipt = await outageAsNull(recheckLeg(session, 'pay'))
    return receipt?.succeeded === true
  },
  sameChainEnd: async (session) => {
    const receipt = await outageAsNull(recheckLeg(session, 'pay'))
    // Mined again in another block, with another end: look again.
    if (receipt === null || !receipt.succeeded) return 'wait'
    const arrival = await outageAsNull(sameChainArrival(session, receipt))
    if (arrival === null) return 'wait'
    const { plan } = session.state()
    const answer = {
      status: 'SUCCESS',
      destinationTxHash: receipt.hash,
      destinationNetworkTitle: plan.dstToken.blockchain,
      destinationNetworkChainId: plan.chainId,
    }
    return { type: 'done', answer, arrival }
  },
}
