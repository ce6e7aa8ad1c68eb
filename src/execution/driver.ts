import type { PlanContext } from './context.ts'
import type { PlannedSwap, SwapOrder } from './planned.ts'
import type { Session } from './session.ts'
import type { Arrival, Settled } from './settled.ts'

/** What of a swap depends on the kind of chain it is paid on. */
export type Driver = {
  /** Checks a built route by every rule, simulates and values it; signs and records nothing. */
  plan(order: SwapOrder, context: PlanContext): Promise<PlannedSwap>
  /**
   * Signs and sends, or goes on where an earlier process stopped, until the payment's fate is known
   * or the time is over. To be called under the account's lock.
   * @param fresh asked right before something is signed
   * @param wait false: look once, and return although the payment is in no block yet
   */
  pay(session: Session, fresh: FreshPlan, wait: boolean): Promise<void>
  /** Looks at a payment that is signed until its fate is known, or the time is over. */
  awaitPayment(session: Session, waitMs?: number): Promise<void>
  /**
   * Whether the confirmed payment is still where it was seen (S3); false where no node answers. On
   * TON this also reads what an order cost, with the `refund` that it ended with.
   */
  isPaymentStanding(session: Session, refund?: Arrival | null): Promise<boolean>
  /**
   * Where a swap on one chain is by the chain's own evidence: at its end, still under way
   * (`wait`), or where only the service can tell more (`ask`).
   */
  sameChainEnd(session: Session): Promise<Settled | 'wait' | 'ask'>
}

/**
 * A plan that may be signed now: the current one while its quote is fresh, otherwise a new one.
 * @param current null: the plan that this process began with, if any
 */
export type FreshPlan = (current: PlannedSwap | null) => Promise<PlannedSwap>
