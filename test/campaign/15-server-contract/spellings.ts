/** The oracle's own reading of a body: which texts mean a value of the document. */
import { listOf, recordOf, resolveReference, type Schema } from './jsonSchema.ts'

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with its harmless spellings replaced by the document's own. */
export function spelled(given: unknown, value: unknown, document: Schema): unknown {
  const schema = resolveReference(recordOf(given), document)
  switch (schema['type']) {
    case 'string': {
      if (typeof value === 'string') return value.trim()
      const isPlain = /^-?\d{1,16}(\.\d+)?$/.test(String(value))
      const digits = String(value).replace(/\D/g, '').length
      const isExact = typeof value === 'number' && (Number.isSafeInteger(value) || digits <= 15)
      return isPlain && isExact ? String(value) : value
    }
    case 'number':
      return typeof value === 'string' && /^\s*-?\d{1,20}(\.\d{1,20})?\s*$/.test(value)
        ? Number(value)
        : value
    case 'boolean':
      return typeof value === 'string' && /^\s*(true|false)\s*$/i.test(value)
        ? /true/i.test(value)
        : value
    case 'array':
      return Array.isArray(value)
        ? value.map((one: unknown) => spelled(schema['items'], one, document))
        : value
    case 'object':
      return isRecord(value) ? spelledMembers(schema, value, document) : value
    default:
      return value
  }
}

function spelledMembers(schema: Schema, value: Schema, document: Schema): Schema {
  const properties = recordOf(schema['properties'] ?? {})
  const required = listOf(schema['required'])
  const read: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) continue // unknown members mean nothing
    const { type, enum: words } = resolveReference(recordOf(properties[name]), document)
    const optional = !required.includes(name)
    if (optional && member === null) continue
    const isEmpty = isRecord(member) && Object.keys(member).length === 0
    if (optional && isEmpty && words === undefined && (type === 'string' || type === 'boolean')) {
      continue
    }
    read[name] = spelled(properties[name], member, document)
  }
  return read
}

const deepest = 8
const longest = 400

/** Whether a text of JSON is nested or filled more than any body of the contract. */
export function isExcessive(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inner = Object.values(value)
  if (depth >= deepest || inner.length > longest) return true
  return inner.some((one) => isExcessive(one, depth + 1))
}

/** Whether an object in a text of JSON has a name twice: then more are written than are read. */
export function hasNameTwice(text: string, value: unknown): boolean {
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=(\s*:)?)/g)].filter(
    ([, colon]) => colon !== undefined,
  )
  return written.length > countNames(value)
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, one) => sum + countNames(one), own)
}
