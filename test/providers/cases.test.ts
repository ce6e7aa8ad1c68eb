import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

import { serviceUrl } from './callCase.ts'
import { builtRows } from '../../src/providers/catalog.ts'
import {
  brokenCases,
  callCases,
  contractCases,
  depositCases,
  foreignCases,
  tonCases,
} from './cases.ts'

/** On no kit: it has suites and rows of its own. */
const withoutKit = ['across']

test('every case can be loaded', () => {
  expect(Object.fromEntries(brokenCases)).toEqual({})
})

test('every provider on a kit has a case, and no case is without its provider', () => {
  const calls = [...callCases, ...contractCases, ...foreignCases].flatMap(
    ([, it]) => it.create(serviceUrl).ids,
  )
  const others = [...depositCases, ...tonCases].map(([id]) => id)
  const listed = [...new Set([...calls, ...others])]
  const built = builtRows().map(([id]) => String(id))
  expect([...listed, ...withoutKit].toSorted()).toEqual(built.toSorted())
  for (const id of listed) {
    const file = `${id.toLowerCase()}.case.ts`
    expect(existsSync(new URL(file, import.meta.url)), file).toBe(true)
  }
})
