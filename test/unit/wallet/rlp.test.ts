import { toRlp } from 'viem'
import { expect, test } from 'vitest'
import { type RlpItem, decodeRlp, encodeRlpList, encodeRlpNumber } from '../../../src/wallet/rlp.ts'
import { randomSource } from '../chains/support/random.ts'

type Tree = `0x${string}` | Tree[]

const bytes = (hex: string): Buffer => Buffer.from(hex.replace('0x', ''), 'hex')

function toTree(item: RlpItem): Tree {
  if (item.kind === 'list') return item.items.map(toTree)
  return `0x${Buffer.from(item.bytes).toString('hex')}`
}

test('reads what another implementation writes (seed 8, 500 trees)', () => {
  const random = randomSource(8)
  const sizes = [0, 1, 2, 32, 54, 55, 56, 57, 255, 256, 300]
  const grow = (depth: number): Tree =>
    depth > 3 || random.below(3) === 0
      ? random.hex(sizes[random.below(sizes.length)] ?? 0)
      : Array.from({ length: random.below(5) }, () => grow(depth + 1))
  for (let round = 0; round < 500; round += 1) {
    const tree = grow(0)
    const encoded = bytes(toRlp(tree))
    expect(toTree(decodeRlp(encoded))).toEqual(tree)
    const item = decodeRlp(encoded)
    if (item.kind !== 'list') continue
    const again = encodeRlpList(item.items.map((inner) => inner.encoded))
    expect(Buffer.from(again).equals(encoded)).toBe(true)
  }
})

test.each([0, 1, 127, 128, 255, 256, 13_370_001, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER])(
  'writes the number %d as another implementation does',
  (value) => {
    const digits = value.toString(16)
    const hex = value === 0 ? '' : digits.length % 2 === 0 ? digits : `0${digits}`
    expect(Buffer.from(encodeRlpNumber(value)).toString('hex')).toBe(toRlp(`0x${hex}`).slice(2))
  },
)

test.each([54, 55, 56, 57, 255, 256, 65_535, 65_536])(
  'writes a list of %d bytes as another implementation does',
  (length) => {
    const written = encodeRlpList(Array.from({ length }, () => Uint8Array.of(7)))
    const expected = toRlp(Array.from({ length }, () => '0x07' as const))
    expect(`0x${Buffer.from(written).toString('hex')}`).toBe(expected)
  },
)

test.each<[string, string, Tree]>([
  ['the first byte that needs a length', '0x8180', '0x80'],
  ['five lists in one another', '0xc4c3c2c1c0', [[[[[]]]]]],
])('reads %s', (_, hex, expected) => {
  expect(toTree(decodeRlp(bytes(hex)))).toEqual(expected)
})

test.each([
  ['nothing', '0x'],
  ['bytes left over', '0x8000'],
  ['a text that ends early', '0x83aabb'],
  ['a list that ends early', '0xc3aabb'],
  ['an item that leaves its list', '0xc283aabbcc'],
  ['an item that goes on in the list around its own', '0xc5c283010203'],
  ['a small byte with a length', '0x8105'],
  ['the last small byte with a length', '0x817f'],
  ['a long form for a short text', `0xb801${'aa'}`],
  ['a long form for 55 bytes', `0xb837${'aa'.repeat(55)}`],
  ['a length with a leading zero', `0xb90038${'aa'.repeat(56)}`],
  ['a long form for a short list', '0xf801aa'],
  ['a length of eight bytes', '0xbfffffffffffffffff'],
  ['a length beyond the end', '0xbb7fffffff'],
  ['six lists in one another', '0xc5c4c3c2c1c0'],
])('refuses %s', (_, hex) => {
  expect(() => decodeRlp(bytes(hex))).toThrow(RangeError)
})
