import { expect, test } from 'vitest'
import { rules } from '../../src/core/rules.ts'
import { safetyPage, sources } from './rules.ts'

const codes = new Set<string>(rules.map(({ code }) => code))
/** A rule code as a literal of its own: what `context.check` and the refusals are given. */
const literal = /'([AEHKLNPSTVXD][1-9]\d?)'/g

test('section 2 of docs/safety.md is printed from the table of rules', async () => {
  await expect(safetyPage()).toMatchFileSnapshot('../../docs/safety.md')
})

test('every rule has one code, a sentence and an action', () => {
  expect(codes.size).toBe(rules.length)
  for (const { code, rule, action } of rules) {
    expect(code).toMatch(/^[A-Z][1-9]\d?$/)
    for (const text of [rule, action]) expect(text, code).toMatch(/^\S.*\.$/)
  }
})

test('every check that a refusal names is a rule', () => {
  const thrown = sources().flatMap(({ name, text }) =>
    [...text.matchAll(literal)].map(([, code]) => ({ name, code: code ?? '' })),
  )
  expect(new Set(thrown.map(({ code }) => code)).size).toBeGreaterThan(40)
  const unknown = thrown.filter(({ code }) => !codes.has(code))
  expect(unknown).toEqual([])
})

test('every rule that a comment cites is in the table', () => {
  const cited = sources().flatMap(({ text }) =>
    [...text.matchAll(/docs\/safety\.md ([A-Z]\d{1,2})\b/g)].map(([, code]) => code ?? ''),
  )
  expect(new Set(cited).size).toBeGreaterThan(10)
  expect([...new Set(cited)].filter((code) => !codes.has(code) && !/^I[1-6]$/.test(code))).toEqual(
    [],
  )
})
