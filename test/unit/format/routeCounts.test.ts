import { expect, test } from 'vitest'
import { countLines } from '../../../src/format/routeCounts.ts'

const row = (providerType: string, data: Record<string, unknown>) => ({
  providerType,
  data: { code: 2001, reason: 'why', data },
})

test('what skipFeeProviders leaves out is counted and named, asked or not', () => {
  const failed = [
    row('relay', { asked: false, leftOut: 'fee' }),
    row('dln', { asked: true, leftOut: 'fee' }),
    row('mayan', {}),
  ]
  expect(countLines({ routes: [], failed, showFailed: true, preferred: null })).toEqual([
    '0 routes · 2 providers asked · 0 answered · 1 had no offer · 2 left out for a fee.',
    'Left out for a fee (--skip-fee-providers): relay, dln.',
  ])
})
