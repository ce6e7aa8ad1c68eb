/** How near and how early a payment may be (S2). */
import { describe, expect, test } from 'vitest'
import { isNear, isTooEarly } from '../../../src/evidence/expected.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'

const slackMs = 600_000
const arrivalAfter = (notBeforeMs: number | null) => ({
  token: nativeToken('ETH'),
  to: '0x',
  notBeforeMs,
})

describe('time', () => {
  test.each([
    [slackMs, false],
    [0, false],
    [-slackMs, false],
    [-slackMs - 1, true],
  ])('%s milliseconds after the order', (after, isEarly) => {
    expect(isTooEarly(1e12 + after, arrivalAfter(1e12))).toBe(isEarly)
  })

  test('an unknown time is not too early', () => {
    expect(isTooEarly(null, arrivalAfter(1e12))).toBe(false)
    expect(isTooEarly(0, arrivalAfter(null))).toBe(false)
  })
})

test.each([
  [33n, 99n, true],
  [32n, 99n, false],
  [34n, 99n, true],
  [297n, 99n, true],
  [298n, 99n, false],
  [1n, 1n, true],
  [1n, 3n, true],
  [0n, 0n, false],
  [1n, 0n, false],
  [-1n, -1n, false],
])('%s where %s was agreed', (amount, agreed, near) => {
  expect(isNear(amount, agreed)).toBe(near)
})
