import type { PlannedSwap } from './planned.ts'
import type { Session } from './session.ts'
import type { Arrival, Settled } from './settled.ts'

/** What of paying and following a swap depends on the chain it is paid on. */
export type Driver = {
  /** Pays, or goes on where an earlier process stopped; see `makePayment`. */
  pay(session: Session, planned: PlannedSwap | null, wait: boolean): Promise<void>
  /** Looks at a payment that is signed until its fate is known, or the time is over. */
  awaitPayment(session: Session, waitMs?: number): Promise<void>
  /**
   * Whether the confirmed payment is still where it was seen (S3); false where nobody says. On TON
   * it is also read what an order cost, with the `refund` that it ended with.
   */
  isPaymentStanding(session: Session, refund?: Arrival | null): Promise<boolean>
  /**
   * Where a swap on one chain is by the chain's own evidence: at its end, still under way
   * (`wait`), or where only the service can tell more (`ask`).
   */
  sameChainEnd(session: Session): Promise<Settled | 'wait' | 'ask'>
}
