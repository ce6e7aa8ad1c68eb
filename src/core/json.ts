import type { Json } from './quote.ts'

/**
 * A deep copy as pure JSON; undefined members are omitted, as `JSON.stringify` does.
 * @throws TypeError for values that JSON does not have (a bigint, a function, NaN)
 */
export function toJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is not JSON`)
  const copy: { [key: string]: Json } = {}
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) copy[key] = toJson(member)
  }
  return copy
}

/**
 * The value of a JSON text.
 * @throws SyntaxError for text that is not JSON
 */
export function parseJson(text: string): Json {
  return toJson(JSON.parse(text))
}

/** Whether a value from outside is an object with members, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for a text that is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
