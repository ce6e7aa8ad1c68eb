// By name: `z.core` as a value would bring all of zod with it, its 50 languages included.
import {
  $ZodArray,
  $ZodBoolean,
  $ZodDefault,
  $ZodNullable,
  $ZodNumber,
  $ZodObject,
  $ZodOptional,
  $ZodString,
  type $ZodType,
} from 'zod/v4/core'
import { isRecord } from '../core/json.ts'

/**
 * The value without harmless differences between clients and services of the contract: blanks
 * around a text, a number as text or the reverse, null or `{}` for an optional member. Everything
 * else is left to the schema.
 */
export function lenient(schema: $ZodType, value: unknown): unknown {
  if (schema instanceof $ZodOptional || schema instanceof $ZodDefault) {
    const inner = schema._zod.def.innerType
    if (value === null && !takesNull(inner)) return undefined
    // Some members are declared as objects and sent as a text or a boolean.
    if (isEmptyObject(value) && (isText(inner) || isBoolean(inner))) return undefined
    return lenient(inner, value)
  }
  if (schema instanceof $ZodNullable) {
    return value === null ? null : lenient(schema._zod.def.innerType, value)
  }
  if (isText(schema)) return typeof value === 'number' ? textOf(value) : trimmed(value)
  if (schema instanceof $ZodNumber) return typeof value === 'string' ? numberIn(value) : value
  if (isBoolean(schema)) return typeof value === 'string' ? booleanIn(value) : value
  if (schema instanceof $ZodArray) {
    const { element } = schema._zod.def
    return Array.isArray(value) ? value.map((one: unknown) => lenient(element, one)) : value
  }
  if (schema instanceof $ZodObject) {
    return isRecord(value) ? lenientMembers(schema._zod.def.shape, value) : value
  }
  return trimmed(value)
}

function lenientMembers(
  shape: Readonly<Record<string, $ZodType>>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    const read = schema === undefined ? member : lenient(schema, member)
    return read === undefined ? [] : [[name, read]]
  })
  return Object.fromEntries(members)
}

/** Digits a JSON number preserves exactly; more may be lost when it is parsed. */
const exactDigits = 15

/** A number as text; unchanged if digits may be lost or it has an exponent. */
function textOf(value: number): unknown {
  const text = String(value)
  const digits = text.replace(/^-|\./g, '').length
  const exact = Number.isSafeInteger(value) || digits <= exactDigits
  return exact && /^-?\d+(\.\d+)?$/.test(text) ? text : value
}

function numberIn(text: string): unknown {
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text.trim()) ? Number(text) : text
}

function booleanIn(text: string): unknown {
  const word = text.trim().toLowerCase()
  return word === 'true' || word === 'false' ? word === 'true' : text
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

function takesNull(schema: $ZodType): boolean {
  return schema instanceof $ZodNullable
}

function isText(schema: $ZodType): boolean {
  return schema instanceof $ZodString
}

function isBoolean(schema: $ZodType): boolean {
  return schema instanceof $ZodBoolean
}

function isEmptyObject(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}
