/** Sui's own bytes, compared with vectors of another program, and its JSON. */
import { describe, expect, test } from 'vitest'

import { readSuiBytes, readSuiJson } from '../../../src/chains/sui/transaction.ts'

// near/omni-transaction-rs, src/sui/sui_transaction.rs, as a wallet's tests repeat them (2026-09).
const splitAndSend =
  '000002000840420f000000000000200000000000000000000000000000000000000000000000000000000000000003020200010100000101020000010100000000000000000000000000000000000000000000000000000000000000000201000000000000000000000000000000000000000000000000000000000000000102000000000000002063636363636363636363636363636363636363636363636363636363636363630000000000000000000000000000000000000000000000000000000000000002e803000000000000404b4c000000000000'
const sharedAndOwned =
  '0000030101000000000000000000000000000000000000000000000000000000000000000601000000000000000101001111111111111111111111111111111111111111111111111111111111111111050000000000000020636363636363636363636363636363636363636363636363636363636363636300082a0000000000000001000000000000000000000000000000000000000000000000000000000000000002037061790573706c69740107000000000000000000000000000000000000000000000000000000000000000203737569035355490002010100010200000000000000000000000000000000000000000000000000000000000000000201000000000000000000000000000000000000000000000000000000000000000102000000000000002063636363636363636363636363636363636363636363636363636363636363630000000000000000000000000000000000000000000000000000000000000002ee020000000000008096980000000000016400000000000000'
const received =
  '000002010222222222222222222222222222222222222222222222222222222222222222220700000000000000204242424242424242424242424242424242424242424242424242424242424242010000000000000000000000000000000000000000000000000000000000000000010200000000000000206363636363636363636363636363636363636363636363636363636363636363020300010101000501020000000000000000000000000000000000000000000000000000000000000000030200000000000000000000000000000000000000000000000000000000000000010200000000000000206363636363636363636363636363636363636363636363636363636363636363333333333333333333333333333333333333333333333333333333333333333309000000000000002042424242424242424242424242424242424242424242424242424242424242420000000000000000000000000000000000000000000000000000000000000003e80300000000000080841e000000000000'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const id = (digit: string): string => `0x${digit.padStart(64, '0')}`

describe('bytes', () => {
  test('a split and a transfer', () => {
    expect(readSuiBytes(hex(splitAndSend))).toEqual({
      sender: id('2'),
      inputs: [
        { kind: 'pure', bytes: hex('40420f0000000000') },
        { kind: 'pure', bytes: hex('3'.padStart(64, '0')) },
      ],
      commands: [
        { kind: 'split', coin: { kind: 'gas' }, amounts: [{ kind: 'input', index: 0 }] },
        {
          kind: 'transfer',
          objects: [{ kind: 'result', command: 0 }],
          to: { kind: 'input', index: 1 },
        },
      ],
    })
  })

  test('a call with objects of both kinds, and an end', () => {
    expect(readSuiBytes(hex(sharedAndOwned))).toEqual({
      sender: id('2'),
      inputs: [
        { kind: 'shared', id: id('6') },
        { kind: 'owned', id: `0x${'11'.repeat(32)}` },
        { kind: 'pure', bytes: hex('2a00000000000000') },
      ],
      commands: [
        {
          kind: 'call',
          package: id('2'),
          module: 'pay',
          method: 'split',
          types: [`${id('2')}::sui::SUI`],
          args: [
            { kind: 'input', index: 1 },
            { kind: 'input', index: 2 },
          ],
        },
      ],
    })
  })

  test('objects that are received are refused', () => {
    expect(() => readSuiBytes(hex(received))).toThrow('an object of another kind')
  })

  test.each([splitAndSend, sharedAndOwned])('rejects one byte less and one byte more', (text) => {
    const whole = hex(text)
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => readSuiBytes(whole.subarray(0, length)), String(length)).toThrow(RangeError)
    }
    expect(() => readSuiBytes(Buffer.concat([whole, Buffer.alloc(1)]))).toThrow(RangeError)
  })

  test('rejects gas that another account pays', () => {
    const bytes = hex(splitAndSend)
    bytes[bytes.length - 18] = 9
    expect(() => readSuiBytes(bytes)).toThrow('gas paid by another account')
  })
})

test.each([
  'no JSON',
  '[]',
  '{}',
  JSON.stringify({ version: 2, sender: '0x2', inputs: [], commands: [] }),
])('JSON of another form is refused: %s', (text) => {
  expect(() => readSuiJson(text)).toThrow(RangeError)
})
