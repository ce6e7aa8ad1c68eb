import type { Token } from '../core/token.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { EvmSource } from './evm.ts'

/** Money expected at an account, and its earliest time. */
export type ExpectedArrival = {
  token: Pick<Token, 'blockchain' | 'address' | 'native'>
  to: string
  /** Unix milliseconds by a foreign clock. */
  notBeforeMs: number | null
}

export type Evidence =
  /** Shown by the chain; base units received. */
  | { kind: 'paid'; amount: bigint }
  /** Not shown by the chain; `why` completes "but …". */
  | { kind: 'unseen'; why: string }
  /** This program does not read the chain. */
  | { kind: 'unreadable' }

/** Dependencies for reading; an adapter's context fits. */
export type Sources = EvmSource & { ton: TonCenter }

/** Allowed difference between the clocks of chains and providers. */
const clockSlackMs = 10 * 60_000

export const notPaid: Evidence = notProved('that transaction does not pay it to the address')

export function notProved(why: string): Evidence {
  return { kind: 'unseen', why }
}

export function isTooEarly(atMs: number | null, { notBeforeMs }: ExpectedArrival): boolean {
  return atMs !== null && notBeforeMs !== null && atMs < notBeforeMs - clockSlackMs
}

/** Between a third and three times the agreed amount (S2); never for zero. */
export function isNear(amount: bigint, agreed: bigint): boolean {
  return amount > 0n && 3n * amount >= agreed && amount <= 3n * agreed
}
