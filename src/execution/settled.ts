import type { StatusAnswer } from '../api/schemas.ts'
import type { Arrival } from './arrival.ts'

/** An end with what it is believed by; `arrival` null: the payment's own fate, or a claim. */
export type Settled = {
  type: 'done' | 'refunded' | 'failed'
  answer: StatusAnswer
  arrival: Arrival | null
}
