import { describe, expect, test } from 'vitest'

import { unsafeCall } from '../../src/chains/evm/calls.ts'
import { unsafeForeign } from '../../src/chains/foreign.ts'
import type { SwaprouteError } from '../../src/core/errors.ts'
import { unsafe } from '../../src/execution/checks/unsafe.ts'
import { refusedCall } from '../../src/providers/kits/evm/builtCall.ts'

const refusals: [string, (what: string) => SwaprouteError][] = [
  ['of a call', (what) => unsafeCall('Bridgers', what)],
  ['of a built transaction', (what) => refusedCall('bridgers', 'E8', what)],
  ['of a transaction of another chain', (what) => unsafeForeign('AVNU', 'E2', what)],
  ['before a signature', (what) => unsafe('E8', what, { recipient: what })],
]

describe.each(refusals)('the refusal %s', (_name, refuse) => {
  test.each(['\u0000', '\u001b]0;owned\u0007', '\u202e', '\ud800'])(
    'that quotes %j is one line of text',
    (bytes) => {
      const { message, context } = refuse(`pays 0x12${bytes}34 instead of the receiver`)
      expect(message).toMatch(/pays 0x12 .*34 instead of the receiver/)
      expect(JSON.stringify([message, context])).not.toMatch(/\\u|[\p{Cc}\p{Cf}\p{Cs}]/u)
    },
  )

  test('that quotes a whole page is cut', () => {
    expect(refuse(`calls ${'x'.repeat(100_000)}`).message.length).toBeLessThan(400)
  })
})
