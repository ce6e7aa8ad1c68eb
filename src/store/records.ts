import { createHash } from 'node:crypto'
import { isRecord } from '../core/json.ts'
import type { Json } from '../core/quote.ts'
import { readTonHash } from '../core/tonHash.ts'
import { type Row, asBytes, numberIn, textIn } from './database.ts'
import type { JournalEvent } from './eventSchema.ts'

/** Version of the single record; raised only when older programs would misread a newer record. */
export const recordFormat = 1

/** A line of the journal. `sequence` counts per swap from 1; `format` is the record's version. */
export type JournalRecord = {
  swapId: string
  sequence: number
  format: number
  atMs: number
  event: JournalEvent
}

/** The journal's problem and what was lost, in words for users. */
export type JournalDamage = { problem: string; lost: string }

/** Validates a value read from disk; throws when it is not an event of this version. */
export type EventReader = (value: unknown) => JournalEvent

/** The events after which a swap no longer needs `resume`. */
export const endTypes: readonly JournalEvent['type'][] = ['done', 'refunded', 'failed', 'abandoned']

/** Whether a swap's records may begin with this event. */
export function isBeginning({ type }: JournalEvent): boolean {
  return type === 'planned' || type === 'order_planned'
}

/** Whether a swap with this event no longer needs `resume`. */
export function isEnd(event: JournalEvent): boolean {
  return endTypes.includes(event.type)
}

/** The texts by which this event makes a swap findable; lower case. */
export function namesIn(event: JournalEvent): string[] {
  const { type } = event
  const named = (...names: (string | null)[]): string[] =>
    names.flatMap((name) => (name === null ? [] : [name.toLowerCase()]))
  if (type === 'planned' || type === 'accepted' || type === 'order_planned') {
    return named(event.routeId)
  }
  if (type === 'ordered') return named(event.exchangeId, event.depositAddress)
  if (type === 'signed' || type === 'ton_signed') return named(event.hash)
  if (type === 'ton_confirmed') return named(event.transactionHash)
  if (type === 'status' || type === 'needs_action') return named(paymentIn(event.answer))
  if (type === 'done' || type === 'refunded' || type === 'failed') {
    return named(event.evidence.hash, paymentIn(event.answer))
  }
  return []
}

/** Every payer, receiver, refund or deposit address in the records, each once. */
export function uniqueAddresses(records: readonly { event: unknown }[]): string[] {
  return [...new Set(records.flatMap(({ event }) => addressesIn(event)))]
}

function addressesIn(event: unknown): string[] {
  if (!isRecord(event)) return []
  const { type, depositAddress, receiver, fromAddress, refundAddress } = event
  const named =
    type === 'ordered'
      ? [depositAddress]
      : type === 'planned' || type === 'order_planned'
        ? [receiver, fromAddress, refundAddress]
        : []
  return named.filter((address) => typeof address === 'string')
}

/** The payment reported by the service: the only source of the hash of a deposit paid by hand. */
function paymentIn(answer: Json): string | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null
  const { srcTxHash } = answer
  return typeof srcTxHash === 'string' && srcTxHash.length >= 16 ? srcTxHash : null
}

/**
 * Spellings under which a name may be recorded: TON hashes have three, and some programs prefix 0x.
 */
export function namesFor(text: string): string[] {
  const name = text.toLowerCase()
  const hex = readTonHash(text.replace(/^0x(?=[0-9a-f]{64}$)/i, ''))?.hex ?? name
  return hex === name ? [name] : [name, hex]
}

/** The only swap id in the list; null if there is none or several. */
export function onlyOne(swapIds: readonly string[]): string | null {
  return swapIds.length === 1 ? (swapIds[0] ?? null) : null
}

/** SQLite has no checksums for rows: this one detects a flipped digit. */
export function digestOf(
  swapId: string,
  sequence: number,
  format: number,
  atMs: number,
  event: string,
): string {
  const text = `${swapId}\n${sequence}\n${format}\n${atMs}\n${event}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** The columns `toRecord` needs from a row of events. */
export const recordColumns = `id, sequence, format, at_ms, ${asBytes('swap_id', 'event', 'digest')}`

/** @throws Error with the reason why the row is not the record that was written */
export function toRecord(row: Row, readEvent: EventReader): JournalRecord {
  const { text, ...rest } = intactRow(row)
  try {
    const value: unknown = JSON.parse(text)
    return { ...rest, event: readEvent(value) }
  } catch (cause) {
    throw new Error(`${placeOf(rest)} cannot be read`, { cause })
  }
}

/**
 * The idempotency key a swap claimed, from the row of its first record; null if absent.
 * @throws Error when the row is not the record that was written
 */
export function claimedKey(row: Row): string | null {
  const event = intactEvent(row)
  if (!isRecord(event)) return null
  const { idempotencyKey } = event
  return typeof idempotencyKey === 'string' ? idempotencyKey : null
}

/**
 * The event of a row as it was written, for reading a member or two of many.
 * @throws Error when the row is not the record that was written
 */
export function intactEvent(row: Row): unknown {
  return JSON.parse(intactRow(row).text)
}

/** @throws Error when the row is not the record that was written */
export function assertIntact(row: Row): void {
  intactRow(row)
}

type IntactRow = Omit<JournalRecord, 'event'> & { text: string }

function intactRow(row: Row): IntactRow {
  const swapId = textIn(row, 'swap_id')
  const sequence = numberIn(row, 'sequence')
  const format = numberIn(row, 'format')
  const atMs = numberIn(row, 'at_ms')
  const text = textIn(row, 'event')
  const where = placeOf({ swapId, sequence })
  if (format > recordFormat) throw new Error(`${where} was written by a newer version`)
  if (digestOf(swapId, sequence, format, atMs, text) !== textIn(row, 'digest')) {
    throw new Error(`${where} was altered on disk`)
  }
  return { swapId, sequence, format, atMs, text }
}

function placeOf({ swapId, sequence }: Pick<JournalRecord, 'swapId' | 'sequence'>): string {
  return `record ${sequence} of swap ${swapId}`
}

/**
 * @throws Error when a record between the first and the last is missing, or the first is not a
 * beginning
 */
export function assertUnbroken(records: readonly JournalRecord[]): void {
  records.forEach((record, index) => {
    if (record.sequence !== index + 1) {
      throw new Error(`record ${index + 1} of swap ${record.swapId} is missing`)
    }
  })
  const first = records[0]
  if (first !== undefined && !isBeginning(first.event)) {
    throw new Error(`the beginning of swap ${first.swapId} is missing`)
  }
}
