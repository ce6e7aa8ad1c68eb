import { isErrorCode, SwaprouteError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'

/** Set for the processes that `serve --workers` starts; the number of the worker, from 1. */
export const workerVariable = 'SWAPROUTE_WORKER'

/** What the workers of one server and its first process send each other. */
export type WorkerMessage =
  | { swaproute: 'ready'; url: string }
  /** The worker cannot serve and waits for its end. */
  | { swaproute: 'failed'; code: string; message: string; hint: string | null }
  /** To the worker: finish and end. */
  | { swaproute: 'stop' }
  /** Asks for the metrics of all workers. */
  | { swaproute: 'scrape'; id: number }
  /** Null: they could not be collected. */
  | { swaproute: 'scraped'; id: number; text: string | null }

/** Null for messages of others: of the cluster module, of prom-client. */
export function readMessage(message: unknown): WorkerMessage | null
export function readMessage(message: unknown): unknown {
  return isRecord(message) && typeof message['swaproute'] === 'string' ? message : null
}

export function failedMessage({ code, message, hint }: SwaprouteError): WorkerMessage {
  return { swaproute: 'failed', code, message, hint: hint ?? null }
}

export function toFailure({
  code,
  message,
  hint,
}: Extract<WorkerMessage, { swaproute: 'failed' }>): SwaprouteError {
  const known = isErrorCode(code) ? code : 'INTERNAL'
  return new SwaprouteError(known, message, hint === null ? {} : { hint })
}
