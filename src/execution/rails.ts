import { formatAmount } from '../core/amounts.ts'
import { awaitLeg, recheckLeg } from './awaitLeg.ts'
import { sameChainArrival } from './arrival.ts'
import { outageAsNull } from './outage.ts'
import { makePayment } from './payment.ts'
import type { Session } from './session.ts'
import type { Arrival, SourceRail } from './settled.ts'

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
    const { plan, terms } = session.state()
    // Neither logs nor balance tell: not proved, so the service is asked and its claim looked at.
    if (!plan.dstToken.native && arrival.amount === null) return 'ask'
    const short = whatIsMissing(arrival, terms.dstMinAmount)
    const answer = {
      status: short === null ? 'SUCCESS' : 'FAIL',
      destinationTxHash: receipt.hash,
      ...(short === null ? {} : { note: short }),
      sourceNetworkTitle: plan.srcToken.blockchain,
      sourceNetworkChainId: plan.chainId,
      destinationNetworkTitle: plan.dstToken.blockchain,
      destinationNetworkChainId: plan.chainId,
    }
    return { type: short === null ? 'done' : 'failed', answer, arrival }
  },
}

/**
 * S2: a payment that was mined is no delivery. The contract had to enforce the minimum; one that
 * did not is no exchange. Null where enough arrived, and for coins that nobody could measure.
 */
function whatIsMissing({ token, amount }: Arrival, minimum: bigint): string | null {
  if (token.native || (amount ?? 0n) >= minimum) return null
  const text = (value: bigint): string => `${formatAmount(value, token.decimals)} ${token.symbol}`
  return (
    `The payment was mined, but ${text(amount ?? 0n)} arrived of the ${text(minimum)} that were ` +
    'guaranteed. Keep the transaction hash and ask the exchange; do not use this route again.'
  )
}
