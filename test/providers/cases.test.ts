import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

import { builtRows } from '../../src/providers/catalog.ts'
import { callCases, depositCases, tonCases } from './cases.ts'

/** On no kit: it has suites and rows of its own. */
const withoutKit = ['across']

test('every provider on a kit has a case, and no case is without its provider', () => {
  const listed = [...callCases, ...depositCases, ...tonCases].map(([id]) => id)
  const built = builtRows().map(([id]) => String(id))
  expect([...listed, ...withoutKit].toSorted()).toEqual(built.toSorted())
  for (const id of listed) {
    const file = `${id.toLowerCase()}.case.ts`
    expect(existsSync(new URL(file, import.meta.url)), file).toBe(true)
  }
})
