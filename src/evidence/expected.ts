import type { Token } from '../core/token.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { EvmSource } from './evm.ts'

/** Money that should have come to an account, and not before when. */
export type Arrival = {
  token: Pick<Token, 'blockchain' | 'address' | 'native'>
  to: string
  /** Unix milliseconds by another clock. */
  notBeforeMs: number | null
}

export type Evidence =
  /** The chain shows it; base units that came. */
  | { kind: 'paid'; amount: bigint }
  /** The chain was asked and does not show it; a clause that follows "but". */
  | { kind: 'unseen'; why: string }
  /** This chain is not read here. */
  | { kind: 'unreadable' }

/** What an adapter reads with; its context fits. */
export type Sources = EvmSource & { ton: TonCenter }

/** Clocks of two chains and a provider differ; an older payment is another one. */
const clockSlackMs = 10 * 60_000

export const notPaid: Evidence = unseen('that transaction does not pay it to the address')

export function unseen(why: string): Evidence {
  return { kind: 'unseen', why }
}

export function isTooEarly(atMs: number | null, { notBeforeMs }: Arrival): boolean {
  return atMs !== null && notBeforeMs !== null && atMs < notBeforeMs - clockSlackMs
}

/** Between a third and three times of what was agreed (S2); nothing never is. */
export function isNear(amount: bigint, agreed: bigint): boolean {
  return amount > 0n && 3n * amount >= agreed && amount <= 3n * agreed
}
