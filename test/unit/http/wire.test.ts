import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { findJsonFault } from '../../../src/http/json.ts'
import {
  parseWire,
  wireAddress,
  wireDecimal,
  wireHash,
  wireHex,
  wireHexUint,
  wireRatio,
  wireUint,
} from '../../../src/http/wire.ts'

const max = (1n << 256n) - 1n

describe('amounts (H6)', () => {
  test.each([
    ['0', 0n],
    ['1', 1n],
    [max.toString(), max],
    [0, 0n],
    [9_007_199_254_740_991, 9_007_199_254_740_991n],
  ])('wireUint takes %j', (value, expected) => {
    expect(wireUint.parse(value)).toBe(expected)
  })

  test.each([
    '',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '1_000',
    (max + 1n).toString(),
    '9'.repeat(79),
    1.5,
    -1,
    9_007_199_254_740_992,
    Number.NaN,
    null,
    undefined,
    {},
    ['1'],
    true,
  ])('wireUint refuses %j', (value) => {
    expect(wireUint.safeParse(value).success).toBe(false)
  })

  test.each([
    ['0x0', 0n],
    ['0x00ff', 255n],
    [`0x${'f'.repeat(64)}`, max],
  ])('wireHexUint takes %s', (value, expected) => {
    expect(wireHexUint.parse(value)).toBe(expected)
  })

  test.each(['0x', '', 'ff', '0xg', `0x1${'0'.repeat(64)}`, 1])(
    'wireHexUint refuses %j',
    (value) => {
      expect(wireHexUint.safeParse(value).success).toBe(false)
    },
  )

  test.each([
    ['0.35', '0.35'],
    ['1000', '1000'],
    [7, '7'],
  ])('wireDecimal takes %j', (value, expected) => {
    expect(wireDecimal.parse(value)).toBe(expected)
  })

  test.each(['.5', '5.', '-1', '1e3', '1,5', 0.5, Infinity])('wireDecimal refuses %j', (value) => {
    expect(wireDecimal.safeParse(value).success).toBe(false)
  })

  test.each([
    [0.9998, '0.9998'],
    [1.2e-7, '1.2e-7'],
    ['2500.5', '2500.5'],
  ])('wireRatio takes %j', (value, expected) => {
    expect(wireRatio.parse(value)).toBe(expected)
  })

  test.each([-1, Number.NaN, Infinity, 'NaN', '-1', ''])('wireRatio refuses %j', (value) => {
    expect(wireRatio.safeParse(value).success).toBe(false)
  })
})

test.each([
  [wireAddress, `0x${'aB'.repeat(20)}`, true],
  [wireAddress, `0x${'ab'.repeat(19)}`, false],
  [wireAddress, `0X${'ab'.repeat(20)}`, false],
  [wireHex, '0x', true],
  [wireHex, '0xab', true],
  [wireHex, '0xabc', false],
  [wireHash, `0x${'0'.repeat(64)}`, true],
  [wireHash, `0x${'0'.repeat(63)}`, false],
])('hex forms', (schema, value, accepted) => {
  expect(schema.safeParse(value).success).toBe(accepted)
})

describe('parseWire', () => {
  const schema = z.object({
    steps: z.object({ bridge: z.object({ outputAmount: wireUint }) }),
    list: z.optional(z.array(z.object({ a: z.string() }))),
  })

  test('returns what it checked, without the fields that are not read', () => {
    const body = { steps: { bridge: { outputAmount: '5', more: 1 } }, extra: true }
    expect(parseWire(schema, body, 'The quote')).toEqual({
      steps: { bridge: { outputAmount: 5n } },
    })
  })

  test.each([
    [{ steps: { bridge: { outputAmount: '5.5' } } }, 'steps.bridge.outputAmount'],
    [{ steps: {} }, 'steps.bridge'],
    [{ steps: { bridge: { outputAmount: '5' } }, list: [{ a: 'x' }, { a: 1 }] }, 'list[1].a'],
    ['<html>secret</html>', 'the answer'],
    [null, 'the answer'],
  ])('names the field: %j', (body, field) => {
    expect(() => parseWire(schema, body, 'The quote')).toThrow(
      expect.objectContaining({
        code: 'UPSTREAM_FAILED',
        message: `The quote cannot be used: ${field} is not as documented.`,
      }),
    )
  })
})

test.each([
  [{ a: [{ b: null }, 1, 'x', true] }, {}, null],
  [{ a: { b: { c: 1 } } }, { depth: 3 }, null],
  [{ a: { b: { c: 1 } } }, { depth: 2 }, 'is nested deeper than 2 levels'],
  [[1, 2, 3], { arrayLength: 2 }, 'contains an overlong list'],
  [[1, 2, 3], { values: 3 }, 'has more than 3 values'],
  ['xxx', { stringLength: 2 }, 'contains an overlong text'],
  [JSON.parse('{"a":[{"__proto__":1}]}'), {}, 'uses the forbidden key __proto__'],
])('findJsonFault %#', (value, limits, expected) => {
  const all = { depth: 40, values: 100, arrayLength: 50, stringLength: 50, ...limits }
  expect(findJsonFault(value, all)).toBe(expected)
})
