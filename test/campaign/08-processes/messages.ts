import type { ErrorCode } from '../../../src/core/errors.ts'

/** The instruction of a process. */
export type Job =
  /** Appends to a swap of its own. */
  | { type: 'records'; count: number }
  /** Swaps that pay different amounts, one after the other. */
  | { type: 'payments'; count: number; first: number }
  /** One swap under a key that everybody has. */
  | { type: 'key'; key: string; amount: number }

export type Report = {
  index: number
  /** A word for each thing that was to be done. */
  done: string[]
  problems: string[]
}

export type Answer =
  | { type: 'ready' }
  | { type: 'ask'; id: number; target: string; method: string; values: unknown[] }
  | { type: 'report'; report: Report }

export type Told =
  | Job
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refusal'; id: number; code: ErrorCode; message: string }
