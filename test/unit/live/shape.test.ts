/** What a report shows of an answer: its structure, and nothing that was in it. */
import { expect, test } from 'vitest'
import { recordShapes, shapeOf } from '../../../src/live/shape.ts'

test.each([
  [
    { id: 'f7c3', amount: '1200', price: '0.25', fee: 0.3, count: 2 },
    '{id: text(4), amount: "int(4)", price: "decimal", fee: number, count: int}',
  ],
  [{ list: [{ a: true }, { a: false }], none: [] }, '{list: [2 × {a: boolean}], none: []}'],
  [{ to: '0xcEe20818B7a8d5ff4dA6502aeeD518bD35bdc872', gone: null }, '{to: "hex(42)", gone: null}'],
  ['<html>blocked</html>', 'text(20)'],
])('%j', (value, shape) => {
  expect(shapeOf(value)).toBe(shape)
})

test('a member named by an address or a number is not part of the structure', () => {
  const shape = shapeOf({ '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': 1, id_1234567: 2, 日本: 3 })
  expect(shape).toBe('{<name>: int, <name>: int, <name>: int}')
})

test('deep and wide answers stay short', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 50; level += 1) deep = { deep }
  expect(shapeOf(deep).length).toBeLessThan(80)
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`m${i}`, i]))
  expect(shapeOf(wide)).toContain('… 460 more')
})

test('a call is named without its query and without what may be a key', async () => {
  const { http, shapes } = recordShapes({
    send: async () => ({ status: 200, retryAfterSeconds: null, body: { ok: true } }),
    close: async () => undefined,
  })
  const signal = new AbortController().signal
  const key = 'a8f0c2d94be1437f'
  await http.send({
    url: `https://node.example/v2/${key}/quote?apikey=${key}`,
    effect: 'read',
    signal,
  })
  expect(shapes).toEqual([
    { call: 'GET node.example/v2/<id>/quote', status: 200, shape: '{ok: boolean}' },
  ])
  expect(JSON.stringify(shapes)).not.toContain(key)
})
