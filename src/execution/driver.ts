import type { PlanContext } from './context.ts'
import type { PlannedSwap, SwapOrder } from './planned.ts'
import type { Session } from './session.ts'
import type { Arrival, Settled } from './settled.ts'

/** The parts of a swap that depend on the kind of its source chain. */
export type Driver = {
  /** Checks a built route by every rule, simulates and values it; signs and records nothing. */
  plan(order: SwapOrder, context: PlanContext): Promise<PlannedSwap>
  /**
   * Signs and sends, or continues where an earlier process stopped, until the payment's outcome is
   * known or time is up. Call under the account's lock.
   * @param fresh called right before signing
   * @param wait false: check once, and return even if the payment is not mined yet
   */
  pay(session: Session, fresh: FreshPlan, wait: boolean): Promise<void>
  /** Watches a signed payment until its outcome is known or time is up. */
  awaitPayment(session: Session, waitMs?: number): Promise<void>
  /**
   * Whether the confirmed payment is still on chain (S3); false if no node answers. On TON this
   * also records the cost of an order, including its `refund`.
   */
  isPaymentStanding(session: Session, refund?: Arrival | null): Promise<boolean>
  /**
   * State of a one-chain swap by on-chain evidence: ended, pending (`wait`), or known only to the
   * service (`ask`).
   */
  sameChainEnd(session: Session): Promise<Settled | 'wait' | 'ask'>
}

/**
 * A plan that may be signed now: the current one while its quote is fresh, else a new one.
 * @param current null: the plan this process started with, if any
 */
export type FreshPlan = (current: PlannedSwap | null) => Promise<PlannedSwap>
