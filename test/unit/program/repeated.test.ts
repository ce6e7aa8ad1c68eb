/** Commands that are printed work when they are pasted. */
import { describe, expect, test } from 'vitest'
import { repeatedFlags, withRepeated } from '../../../src/program/failures.ts'
import { givenOf } from '../../../src/commands/inputs/input.ts'

describe('flags that decide where a command runs', () => {
  test.each([
    [{}, ''],
    [{ sandbox: '' }, ' --sandbox'],
    [{ sandbox: '', json: '', yes: '' }, ' --sandbox'],
    [
      { backend: 'remote', url: 'http://127.0.0.1:7801' },
      ' --backend remote --url http://127.0.0.1:7801',
    ],
    [{ config: "/srv/a b/it's.json" }, " --config '/srv/a b/it'\\''s.json'"],
  ])('%j', (values, text) => {
    expect(repeatedFlags(givenOf(values))).toBe(text)
  })
})

describe('hints of layers that know no flags', () => {
  test.each([
    [
      'Continue with `swaproute resume 7c1e`; it never pays twice.',
      'Continue with `swaproute resume 7c1e --sandbox`; it never pays twice.',
    ],
    [
      'See `swaproute receipt 7c1e` or `swaproute history`.',
      'See `swaproute receipt 7c1e --sandbox` or `swaproute history --sandbox`.',
    ],
    ['Use `swaproute resume 7c1e --sandbox`.', 'Use `swaproute resume 7c1e --sandbox`.'],
    ['`swaproute config list` shows it.', '`swaproute config list` shows it.'],
  ])('%s', (hint, told) => {
    expect(withRepeated(hint, ' --sandbox')).toBe(told)
    expect(withRepeated(hint, '')).toBe(hint)
  })
})
