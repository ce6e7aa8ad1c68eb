/**
 * Cases that `npm run witness` wrote from records of live questions: the adapters still send the same
 * requests, and read the answers as they did.
 */
import { describe, expect, test } from 'vitest'

import { recordName } from '../../src/live/record.ts'
import proofs from '../../src/providers/proofs.json' with { type: 'json' }
import { caseNames } from './cases.ts'
import { recordedCases, replay } from './recording.ts'

test('there is a recorded case', () => {
  expect(recordedCases().length).toBeGreaterThan(0)
})

describe.each(recordedCases())('$name of $source, $at', (record) => {
  test('is read as it was recorded', async () => {
    expect(await replay(record)).toEqual({ reading: record.reading, differences: [] })
  })
})

test('a record has the name of the case that it may replace', () => {
  const shaped = Object.entries(proofs).filter(([, kind]) =>
    /^(?:shaped|vendor client)$/.test(kind),
  )
  const named = new Map<string, string>(caseNames)
  const names = shaped.map(([id]) => [id, named.get(id)])
  expect(names).toEqual(shaped.map(([id]) => [id, recordName(id).toLowerCase()]))
})
