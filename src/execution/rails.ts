import { awaitLeg, recheckLeg } from './awaitLeg.ts'
import { sameChainArrival } from './arrival.ts'
import { outageAsNull } from './outage.ts'
import { makePayment } from './payment.ts'
import type { Session } from './session.ts'
import type { SourceRail } from './settled.ts'

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
