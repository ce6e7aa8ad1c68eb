/** A judge of JSON Schema of its own, so that the server's checks are not compared with themselves. */

export type Schema = { readonly [keyword: string]: unknown }

/** Keywords that say nothing about what is allowed. */
const remarks: ReadonlySet<string> = new Set(['description', 'default', 'title'])

/**
 * Where and why `value` breaks the schema, or null. References are looked up in `document`.
 * @throws Error for a keyword it does not know: an unread rule would be no rule
 */
export function findBreach(
  schema: unknown,
  value: unknown,
  document: Schema,
  at = '$',
): string | null {
  if (typeof schema === 'boolean') return schema ? null : `${at} is not allowed`
  for (const [keyword, rule] of Object.entries(recordOf(schema))) {
    const check = checks[keyword]
    if (check === undefined) {
      if (remarks.has(keyword)) continue
      throw new Error(`unknown keyword ${keyword} at ${at}`)
    }
    const breach = check(rule, value, { schema: recordOf(schema), document, at })
    if (breach !== null) return breach
  }
  return null
}

export function resolveReference(schema: Schema, document: Schema): Schema {
  const name = schema['$ref']
  if (typeof name !== 'string') return schema
  const path = name.replace(/^#\//, '').split('/')
  return recordOf(path.reduce<unknown>((inner, key) => recordOf(inner)[key], document))
}

export function recordOf(value: unknown): Schema {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Error('not an object of the document')
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

type Place = { schema: Schema; document: Schema; at: string }
type Check = (rule: unknown, value: unknown, place: Place) => string | null

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For values of one kind only; a bound of another kind does not apply. */
function bound<T>(
  is: (value: unknown) => value is T,
  keeps: (value: T, limit: number) => boolean,
  text: string,
): Check {
  return (rule, value, { at }) =>
    !is(value) || keeps(value, Number(rule)) ? null : `${at} ${text} ${String(rule)}`
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const anyOf: Check = (rule, value, { document, at }) => {
  const breaches = listOf(rule).map((one) => findBreach(one, value, document, at))
  return breaches.includes(null) ? null : `${at} fits none: ${breaches.join(' | ')}`
}

const checks: Readonly<Record<string, Check>> = {
  $ref: (_rule, value, { schema, document, at }) =>
    findBreach(resolveReference(schema, document), value, document, at),
  type: (rule, value, { at }) => {
    const allowed = [rule].flat()
    const type = typeOf(value)
    const whole = type === 'number' && Number.isInteger(value) && allowed.includes('integer')
    return allowed.includes(type) || whole ? null : `${at} is ${type}, not ${allowed.join()}`
  },
  enum: (rule, value, { at }) =>
    listOf(rule).includes(value) ? null : `${at} is none of the listed values`,
  const: (rule, value, { at }) => (rule === value ? null : `${at} is not ${String(rule)}`),
  anyOf,
  oneOf: anyOf,
  minLength: bound(isText, (text, limit) => [...text].length >= limit, 'is shorter than'),
  maxLength: bound(isText, (text, limit) => [...text].length <= limit, 'is longer than'),
  pattern: (rule, value, { at }) =>
    !isText(value) || new RegExp(String(rule), 'u').test(value) ? null : `${at} breaks the pattern`,
  minimum: bound(isNumber, (number, limit) => number >= limit, 'is below'),
  maximum: bound(isNumber, (number, limit) => number <= limit, 'is above'),
  minItems: bound(isList, (list, limit) => list.length >= limit, 'has fewer entries than'),
  maxItems: bound(isList, (list, limit) => list.length <= limit, 'has more entries than'),
  items: (rule, value, { document, at }) => {
    if (!isList(value)) return null
    for (const [index, item] of value.entries()) {
      const breach = findBreach(rule, item, document, `${at}[${index}]`)
      if (breach !== null) return breach
    }
    return null
  },
  required: (rule, value, { at }) => {
    if (!isRecord(value)) return null
    const missing = listOf(rule)
      .map(String)
      .find((name) => !Object.hasOwn(value, name))
    return missing === undefined ? null : `${at}.${missing} is missing`
  },
  properties: (rule, value, { document, at }) => {
    if (!isRecord(value)) return null
    for (const [name, inner] of Object.entries(recordOf(rule))) {
      if (!Object.hasOwn(value, name)) continue
      const breach = findBreach(inner, value[name], document, `${at}.${name}`)
      if (breach !== null) return breach
    }
    return null
  },
  propertyNames: (rule, value, { document, at }) => {
    if (!isRecord(value)) return null
    const names = Object.keys(value)
    return names.map((name) => findBreach(rule, name, document, `${at} key`)).find(Boolean) ?? null
  },
  additionalProperties: (rule, value, { schema, document, at }) => {
    if (!isRecord(value)) return null
    const known = recordOf(schema['properties'] ?? {})
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(known, name)) continue
      const breach = findBreach(rule, value[name], document, `${at}.${name.slice(0, 40)}`)
      if (breach !== null) return breach
    }
    return null
  },
}
