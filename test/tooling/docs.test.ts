import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ruleCodes } from '../../src/commands/explain/ruleTexts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const safety = readFileSync(join(root, 'docs/safety.md'), 'utf8')
const documented = [...safety.matchAll(/^- \*\*([A-Z]\d{1,2})\*\* /gm)].map(
  ([, code]) => code ?? '',
)

test('docs/safety.md has every rule that `explain` knows, once', () => {
  const rules = documented.filter((code) => !code.startsWith('I'))
  expect(new Set(rules).size).toBe(rules.length)
  expect(rules.toSorted()).toEqual([...ruleCodes].toSorted())
})

test('every rule that a comment cites is one of them', () => {
  const cited = new Set<string>()
  const names = ['src', 'sandbox/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  for (const name of names) {
    if (!name.endsWith('.ts')) continue
    const text = readFileSync(name, 'utf8')
    for (const [, code] of text.matchAll(/docs\/safety\.md ([A-Z]\d{1,2})\b/g))
      cited.add(code ?? '')
  }
  expect(cited.size).toBeGreaterThan(10)
  expect([...cited].filter((code) => !documented.includes(code))).toEqual([])
})
