import { randomUUID } from 'node:crypto'
import { createSharing, type Sharing } from '../core/sharing.ts'
import type { RouteResult } from '../router/router.ts'
import type { RoutePlan } from '../router/selection.ts'

/** What providers answered to one plan, and when. */
export type FoundRoutes = { result: RouteResult; atMs: number }

/**
 * Routes for callers that ask for exactly the same: the providers are asked once. What is shared is
 * their answer; each caller gets ids and stored quotes of its own.
 */
export type SharedRoutes = {
  /** @param find its signal aborts when all callers with this plan have left */
  find(
    plan: RoutePlan,
    signal: AbortSignal,
    find: (signal: AbortSignal) => Promise<FoundRoutes>,
  ): Promise<FoundRoutes>
}

/** @param forMs how long an answer is given to later callers, 0 for those that wait at the same time */
export function createSharedRoutes(forMs: number): SharedRoutes {
  const sharing: Sharing<FoundRoutes> = createSharing(
    () => performance.now(),
    () => forMs,
  )
  return {
    find: (plan, signal, find) =>
      sharing.run(planKey(plan), signal, async (callers) => numbered(await find(callers))),
  }
}

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1)

/**
 * Everything in a plan, since each member reaches a provider or decides what is shown: tokens and
 * amount, payer, receiver, memo, refund address, slippage, referrer, integrator, exclusions.
 */
function planKey(plan: RoutePlan): string {
  return JSON.stringify(plan, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return value instanceof Set ? [...value].toSorted(byText) : value
  })
}

/**
 * A number on each offer that opens an order: many exchanges give a rate a number, and two orders
 * with it might be one and the same, so only one caller may take it (D2).
 */
function numbered({ result, atMs }: FoundRoutes): FoundRoutes {
  const offers = result.offers.map(({ quote, ...offer }) =>
    quote.executionKind === 'deposit'
      ? { ...offer, quote: { ...quote, offer: randomUUID() } }
      : { ...offer, quote },
  )
  return { result: { ...result, offers }, atMs }
}
