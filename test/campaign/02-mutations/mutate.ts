import { beginCell, Cell } from '@ton/core'

import type { Body } from '../../providers/depositSupport.ts'
import type { Random } from '../support/random.ts'
import { strangers } from './strangers.ts'

// One answer becomes another that a broken or hostile provider might give, by one to three changes
// at places that chance picks; the same for the same seed.

type Way = readonly (string | number)[]
type Change = (value: Body, random: Random, whole: Body) => Body

/** Texts that a reader may take for numbers. */
const oddNumbers: readonly Body[] = [
  '0',
  '-1',
  '1e400',
  '1e18',
  '1E-7',
  '0x10',
  '0b1',
  '007',
  '1.5',
  '.5',
  '5.',
  '1_000',
  '1,000',
  '+1',
  ' 1',
  '1 ',
  '１２',
  'NaN',
  'Infinity',
  '9'.repeat(80),
  `0.${'0'.repeat(60)}1`,
  String(2n ** 256n),
  String(2n ** 256n - 1n),
  String(-(2n ** 255n)),
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e300,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
]

const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u001b[2J\u001b]0;owned\u0007pay mallory',
  '\u202emoc.live',
  'a\u0000b',
  '\r\nSet-Cookie: x',
  '\ud800',
  '\u200b\u200d',
  '%2e%2e/%00',
  '../../etc',
  '{"a":1}',
  '<script>',
  '${jndi:x}',
  'https://evil.test/?q=1',
  'A'.repeat(20_000),
  'constructor',
  'null',
  'undefined',
  'true',
]

const changes: readonly Change[] = [
  // Another type.
  (value, random) => random.pick<Body>([null, true, false, [], {}, [value], { value }, '']),
  (value) => (typeof value === 'number' ? String(value) : Number(value)),
  // Another number, text, or encoding.
  (_value, random) => random.pick(oddNumbers),
  (_value, random) => random.pick(oddTexts),
  (value, random) => otherDigit(String(value), random),
  (value, random) =>
    typeof value === 'number'
      ? value * random.pick([-1, 0.3, 3, 10, 1e6])
      : recoded(String(value), random),
  (value, random) =>
    typeof value === 'string' && /^\d+$/.test(value)
      ? scaled(value, random)
      : otherDigit(String(value), random),
  (value, random) => String(value).slice(0, random.below(String(value).length + 1)),
  (value, random) => String(value) + String(value).slice(random.below(String(value).length + 1)),
  // Another one of the same shape.
  (value, random) => sameShape(value, random),
  (value, random) => sameShape(value, random),
  (_value, random, whole) => random.pick(leavesOf(whole)).value,
  (value, random) =>
    typeof value === 'string' && isBag(value) ? bentBag(value, random) : sameShape(value, random),
  (value, random) =>
    typeof value === 'string' && isCallData(value)
      ? bentWords(value, random)
      : sameShape(value, random),
]

/** A copy with one to three changes. */
export function mutated(body: Body, random: Random): Body {
  if (random.below(60) === 0)
    return random.pick<Body>([null, [], {}, '', 'text', 7, true, [body], { data: body }])
  let copy: Body = structuredClone(body)
  for (let left = 1 + random.below(random.below(4) === 0 ? 3 : 1); left > 0; left -= 1) {
    copy = changedOnce(copy, random)
  }
  return copy
}

/** The same value, everywhere in the answers, becomes another one of its shape. */
export function replacedEverywhere(bodies: readonly Body[], random: Random): Body[] {
  const leaves = bodies.flatMap((body) => leavesOf(body)).filter(({ value }) => value !== null)
  const { value: from } = random.pick(leaves)
  const to = random.pick([sameShape, otherOf])(from, random)
  const swap = (value: Body): Body => {
    if (Array.isArray(value)) return value.map(swap)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swap(one)]))
    }
    return isSame(value, from) ? to : value
  }
  return bodies.map(swap)
}

function isSame(a: Body, b: Body): boolean {
  return (
    a === b ||
    (typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase())
  )
}

function otherOf(value: Body, random: Random): Body {
  return typeof value === 'number'
    ? value * random.pick([0.3, 3, 1.01])
    : otherDigit(String(value), random)
}

function changedOnce(copy: Body, random: Random): Body {
  if (typeof copy !== 'object' || copy === null) return random.pick(changes)(copy, random, copy)
  const structural = random.below(4) === 0
  if (structural) return restructured(copy, random)
  const leaves = leavesOf(copy)
  if (leaves.length === 0) return restructured(copy, random)
  const { way, value } = random.pick(leaves)
  return put(copy, way, random.pick(changes)(value, random, copy))
}

/** Members and elements go, come twice, swap places, or nest. */
function restructured(copy: Body, random: Random): Body {
  const ways = containersOf(copy)
  const way = random.pick(ways)
  const place = at(copy, way)
  const keys = Object.keys(place)
  const key = keys.length === 0 ? 'more' : random.pick(keys)
  const isList = Array.isArray(place)
  switch (random.below(8)) {
    case 0:
      if (isList) place.splice(Number(key) || 0, 1)
      else delete place[key]
      return copy
    case 1:
      if (isList) place.push(structuredClone(place[Number(key) || 0] ?? null))
      else place[`${key}_`] = structuredClone(place[key] ?? null)
      return copy
    case 2: {
      const other = keys.length === 0 ? 'more' : random.pick(keys)
      const kept = place[key]
      place[key] = place[other]
      place[other] = kept
      return copy
    }
    case 3:
      if (isList) place.length = 0
      else place[key] = {}
      return copy
    case 4:
      if (isList)
        for (let left = 300; left > 0; left -= 1) place.push(structuredClone(place[0] ?? null))
      else for (let left = 300; left > 0; left -= 1) place[`more${left}`] = left
      return copy
    case 5: {
      let deep: Body = place[key] ?? null
      for (let left = 60; left > 0; left -= 1)
        deep = random.below(2) === 0 ? [deep] : { [key]: deep }
      place[key] = deep
      return copy
    }
    case 6: {
      // Two leaves anywhere change places.
      const leaves = leavesOf(copy)
      if (leaves.length < 2) return copy
      const [one, two] = [random.pick(leaves), random.pick(leaves)]
      return put(put(copy, one.way, two.value), two.way, one.value)
    }
    default:
      place[random.pick(['__proto__x', 'status', 'error', 'message', 'id', 'address', 'amount'])] =
        random.pick(oddTexts)
      return copy
  }
}

type Leaf = { way: Way; value: Body }

function leavesOf(value: Body, way: Way = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ way, value }]
  return Object.keys(value).flatMap((key) => leavesOf(value[key], [...way, key]))
}

function containersOf(value: Body, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return []
  return [way, ...Object.keys(value).flatMap((key) => containersOf(value[key], [...way, key]))]
}

function at(value: Body, way: Way): Body {
  return way.reduce<Body>((place, key) => place?.[key], value)
}

function put(copy: Body, way: Way, value: Body): Body {
  const last = way.at(-1)
  if (last === undefined) return value
  const place = at(copy, way.slice(0, -1))
  if (typeof place === 'object' && place !== null) place[last] = value
  return copy
}

function otherDigit(text: string, random: Random): string {
  const places = [...text.matchAll(/[0-9a-f]/gi)].map(({ index }) => index)
  if (places.length === 0) return `${text}1`
  const place = random.pick(places)
  const old = text[place] ?? '0'
  const digit = /\d/.test(old)
    ? String((Number(old) + 1 + random.below(9)) % 10)
    : random.pick(['a', 'b', 'c', 'd', 'e', 'f'])
  return text.slice(0, place) + digit + text.slice(place + 1)
}

function scaled(text: string, random: Random): string {
  const value = BigInt(text.slice(0, 90))
  const [up, down] = random.pick<[bigint, bigint]>([
    [3n, 10n],
    [3n, 1n],
    [10n, 1n],
    [1n, 10n],
    [99n, 100n],
    [101n, 100n],
  ])
  return String((value * up) / down + BigInt(random.below(3)) - 1n)
}

function recoded(text: string, random: Random): string {
  return random.pick<(text: string) => string>([
    (one) => one.toUpperCase(),
    (one) => one.toLowerCase(),
    (one) => one.replace(/^0x/i, ''),
    (one) => `0x${one}`,
    (one) => encodeURIComponent(Buffer.from(one).toString()),
    (one) => Buffer.from(one).toString('hex'),
    (one) => Buffer.from(one).toString('base64'),
    (one) => Buffer.from(one, 'base64').toString('hex'),
    (one) => one.replaceAll('+', '-').replaceAll('/', '_'),
    (one) => [...one].toReversed().join(''),
    (one) => ` ${one}\n`,
    (one) => one.normalize('NFD').replaceAll('a', 'а'),
  ])(text)
}

/** Another address, token, chain, hash or word of the same form. */
function sameShape(value: Body, random: Random): Body {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return Number(otherDigit(String(value), random))
  if (typeof value !== 'string') return value
  const found = strangers.find(({ form }) => form.test(value))
  return found === undefined ? otherDigit(value, random) : random.pick(found.others)
}

function isBag(text: string): boolean {
  return text.length > 20 && text.startsWith('te6cc')
}

/** Cells again, with bits, references or whole parts that are not what they were. */
function bentBag(text: string, random: Random): string {
  let cell: Cell
  try {
    cell = Cell.fromBase64(text)
  } catch {
    return otherDigit(text, random)
  }
  const count = (one: Cell): number => 1 + one.refs.reduce((sum, ref) => sum + count(ref), 0)
  let left = random.below(count(cell))
  const walk = (one: Cell): Cell => {
    const isIt = left === 0
    left -= 1
    const refs = one.refs.map(walk)
    const flip = isIt && one.bits.length > 0 ? random.below(one.bits.length) : -1
    const cut = isIt && random.below(8) === 0 ? random.below(one.bits.length + 1) : one.bits.length
    const builder = beginCell()
    for (let bit = 0; bit < cut; bit += 1) builder.storeBit(one.bits.at(bit) !== (bit === flip))
    const kept = isIt && random.below(10) === 0 ? refs.slice(1) : refs
    for (const ref of kept) builder.storeRef(ref)
    return builder.endCell()
  }
  return walk(cell).toBoc().toString('base64')
}

function isCallData(text: string): boolean {
  return /^0x[0-9a-f]{72,}$/i.test(text)
}

/** A word of call data or of an event becomes another one, wherever words begin. */
function bentWords(text: string, random: Random): string {
  const start = (text.length - 2) % 64 === 8 ? 10 : 2
  const words = Math.floor((text.length - start) / 64)
  const place = start + 64 * random.below(Math.max(1, words))
  const other = random.pick<string>([
    '0'.repeat(64),
    'f'.repeat(64),
    otherDigit(text.slice(place, place + 64), random),
    text.slice(start + 64 * random.below(Math.max(1, words))).slice(0, 64),
    `${'0'.repeat(24)}b063b120e898232aaa43428fbece4343525ae918`,
  ])
  const rest = text.slice(place + 64)
  return random.below(12) === 0 ? text.slice(0, place) + rest : text.slice(0, place) + other + rest
}
