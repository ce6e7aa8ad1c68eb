/**
 * Cases that `npm run witness` wrote from records of live questions: the adapters still send the same
 * requests, and read the answers as they did.
 */
import { describe, expect, test } from 'vitest'

import { recordedCases, replay } from './recording.ts'

test('there is a recorded case', () => {
  expect(recordedCases().length).toBeGreaterThan(0)
})

describe.each(recordedCases())('$name of $source, $at', (record) => {
  test('is read as it was recorded', async () => {
    expect(await replay(record)).toEqual({ reading: record.reading, differences: [] })
  })
})
