import type { OrderToken } from './state.ts'

/** Clocks of two chains and a provider differ; an older payment is another one. */
const clockSlackMs = 10 * 60_000

/** Somebody's money on its chain: what should have come to whom, and not before when. */
export type Arrival = { token: OrderToken; to: string; notBeforeMs: number | null }

export type Evidence =
  /** The chain shows it; base units that came. */
  | { kind: 'paid'; amount: bigint }
  /** The chain was asked and does not show it; a clause that follows "but". */
  | { kind: 'unseen'; why: string }
  /** Nobody here reads this chain. */
  | { kind: 'unreadable' }

export function isTooEarly(atMs: number | null, { notBeforeMs }: Arrival): boolean {
  return atMs !== null && notBeforeMs !== null && atMs < notBeforeMs - clockSlackMs
}
