/** Request bodies made from the document's own schemas: good, nearly good, and anything but. */
import type { Random } from '../support/random.ts'
import { listOf, recordOf, resolveReference, type Schema } from './jsonSchema.ts'

export type Made = { kind: string; text: string }

type Fields = Record<string, unknown>

/** Words that let some of the bodies be more than well-formed. */
const likely: Readonly<Record<string, readonly string[]>> = {
  srcTokenAddress: ['0x0000000000000000000000000000000000000000'],
  dstTokenAddress: [
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  ],
  srcTokenBlockchain: ['ETH'],
  dstTokenBlockchain: ['ETH', 'ARBITRUM'],
  srcTokenAmount: ['1', '0.5', '0', '-1', '1e3', `0.${'1'.repeat(19)}`, '9'.repeat(96)],
  fromAddress: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x12'],
  receiver: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'],
  id: ['c0ffee00-0000-4000-8000-000000000000'],
}

const letters = 'abcXYZ019 .-_/'.split('')

const strange = [
  '\u0000',
  '\u202e',
  '\ud800',
  '\u{1f4a9}'.repeat(40),
  'e\u0301'.repeat(20),
  '\u001b[2J',
  '\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  "' OR 1=1 --",
  '${process.env.HOME}',
  '%00%2e%2e',
]

const polluting = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

/** A body of one of the kinds, for the call whose body has this schema. */
export function makeBody(schema: Schema, document: Schema, random: Random): Made {
  const tools = createTools(document, random)
  const kind = random.pick(kinds)
  return { kind, text: makers[kind](schema, tools) }
}

type Tools = ReturnType<typeof createTools>

function createTools(document: Schema, random: Random) {
  const resolve = (schema: unknown): Schema => resolveReference(recordOf(schema), document)
  const value = (given: unknown, name: string): unknown => {
    const schema = resolve(given)
    const words = likely[name]
    if (words !== undefined && random() < 0.8) return random.pick(words)
    if (Array.isArray(schema['enum'])) return random.pick(listOf(schema['enum']))
    switch (schema['type']) {
      case 'string':
        return text(Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 40))
      case 'number': {
        const [low, high] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 100)]
        return low + random() * (high - low)
      }
      case 'boolean':
        return random() < 0.5
      case 'array':
        return Array.from({ length: random.below(4) }, () => value(schema['items'], ''))
      case 'object':
        return fields(schema)
      default:
        throw new Error(`no maker for ${JSON.stringify(schema)}`)
    }
  }
  const text = (min: number, max: number): string => {
    const length = min + random.below(Math.min(max - min, 60) + 1)
    return Array.from({ length }, () => random.pick(letters)).join('')
  }
  const fields = (schema: Schema): Fields => {
    const required = listOf(schema['required'])
    const made: Fields = {}
    for (const [name, property] of Object.entries(recordOf(schema['properties'] ?? {}))) {
      if (required.includes(name) || random() < 0.3) made[name] = value(property, name)
    }
    return made
  }
  const nameOf = (schema: Schema): string =>
    random.pick(Object.keys(recordOf(schema['properties'])))
  return { random, resolve, value, fields, nameOf }
}

type Maker = (schema: Schema, tools: Tools) => string

const withField = (schema: Schema, { fields, nameOf }: Tools, value: unknown): string =>
  JSON.stringify({ ...fields(schema), [nameOf(schema)]: value })

/** At a bound, one within and one beyond it. */
function atBound(schema: Schema, tools: Tools): string {
  const { random, resolve, fields } = tools
  const bounded = Object.entries(recordOf(schema['properties'])).flatMap(([name, property]) => {
    const { minimum, maximum, maxLength, minLength, maxItems, items } = resolve(property)
    const step = random.pick([-1, -1e-9, 0, 1e-9, 1])
    const length = random.pick([-1, 0, 1])
    const values: unknown[] = [
      ...[minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [Number(limit) + step])),
      ...[minLength, maxLength].flatMap((limit) =>
        limit === undefined ? [] : ['a'.repeat(Math.max(0, Number(limit) + length))],
      ),
      ...(maxItems === undefined
        ? []
        : [Array.from({ length: Number(maxItems) + length }, () => tools.value(items, ''))]),
    ]
    return values.map((value): [string, unknown] => [name, value])
  })
  const [name, value] = random.pick(bounded)
  return JSON.stringify({ ...fields(schema), [name]: value })
}

const makers = {
  valid: (schema, { fields }) => JSON.stringify(fields(schema)),
  'at a bound': atBound,
  'other spelling': (schema, tools) => {
    const { fields, random } = tools
    const respelled = Object.entries(fields(schema)).map(([name, value]) => [
      name,
      random.pick([value, value, ` ${String(value)} `, String(value), Number(value), null, {}]),
    ])
    return JSON.stringify(Object.fromEntries(respelled))
  },
  'wrong type': (schema, tools) =>
    withField(
      schema,
      tools,
      tools.random.pick([null, 7, true, [], {}, [[]], ['ETH'], { a: 1 }, '', -1e300]),
    ),
  'field missing': (schema, { fields, random }) => {
    const made = fields(schema)
    Reflect.deleteProperty(made, random.pick(listOf(schema['required']).map(String)))
    return JSON.stringify(made)
  },
  'field too many': (schema, { fields, random }) =>
    JSON.stringify({
      ...fields(schema),
      [random.pick(['slipage', 'srcamount', '', ' id', 'ID'])]: 1,
    }),
  'polluting key': (schema, { fields, random }) => {
    const key = random.pick(polluting)
    const value = random.pick(['{"isAdmin":true,"timeout":5}', '[]', 'null', '"x"'])
    const inner = JSON.stringify(fields(schema)).slice(1)
    const first = `{${JSON.stringify(key)}:${value}${inner === '}' ? '' : ','}${inner}`
    return random() < 0.5 ? first : `{"foreignBlacklist":{"${key}":${value}},${inner}`
  },
  deep: (schema, tools) => {
    const depth = tools.random.pick([10, 100, 1_000, 9_000])
    const list = tools.random() < 0.5
    const nested = list
      ? '['.repeat(depth) + ']'.repeat(depth)
      : '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    if (tools.random() < 0.3) return nested
    return `{${JSON.stringify(tools.nameOf(schema))}:${nested}}`
  },
  'long list': (schema, { random, fields }) => {
    const item = random.pick(['1', '"x"', '""', '"across"', 'null', '{}', '[]'])
    const list = `[${Array.from({ length: random.pick([301, 3_000, 9_000]) }, () => item).join()}]`
    const name = random.pick(['nativeBlacklist', 'srcTokenAddress', 'extra'])
    return JSON.stringify({ ...fields(schema), [name]: 0 }).replace(
      `"${name}":0`,
      `"${name}":${list}`,
    )
  },
  huge: (schema, tools) =>
    withField(schema, tools, 'x'.repeat(tools.random.pick([5_000, 65_000, 65_536, 80_000]))),
  'many keys': (schema, { fields, random }) =>
    JSON.stringify({
      ...fields(schema),
      ...Object.fromEntries(
        Array.from({ length: random.pick([50, 4_000]) }, (_, at) => [`k${at}`, 0]),
      ),
    }),
  unicode: (schema, tools) => withField(schema, tools, tools.random.pick(strange)),
  number: (schema, { fields, nameOf, random }) => {
    const digits = random.pick(['1e999', '-0', '1E5', '0.1e-320', '9007199254740993', '00', '.5'])
    const rest = JSON.stringify(fields(schema)).slice(1)
    return `{${JSON.stringify(nameOf(schema))}:${digits}${rest === '}' ? '' : ','}${rest}`
  },
  'key twice': (schema, { fields, random }) => {
    const made = JSON.stringify(fields(schema))
    return `${made.slice(0, -1)},"srcTokenAmount":${random.pick(['"1"', '2', 'null'])}}`
  },
  'no object': (_schema, { random }) =>
    random.pick(['', ' ', 'null', '[]', '0', '"text"', 'true', '[{}]', '{}', '\u0000', 'NaN']),
  'broken JSON': (schema, { fields, random }) => {
    const made = JSON.stringify(fields(schema))
    const cut = made.slice(0, random.below(made.length))
    return random.pick([
      cut,
      `${made}}`,
      `\ufeff${made}`,
      `${made}\u0000`,
      made.replaceAll('"', "'"),
    ])
  },
} satisfies Record<string, Maker>

const kinds = Object.keys(makers).flatMap((name) =>
  isKind(name) ? (name === 'valid' ? [name, name, name] : [name]) : [],
)

function isKind(name: string): name is keyof typeof makers {
  return Object.hasOwn(makers, name)
}
