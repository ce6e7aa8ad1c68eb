import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addressOfKey, createEvmKey, parseEvmKey } from '../../../src/wallet/evmKey.ts'
import { randomSource } from '../chains/support/random.ts'
import { thrownBy } from './support/errors.ts'

const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const sample = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'

test('addresses equal those of another implementation (seed 3, 200 keys)', () => {
  const random = randomSource(3)
  for (let round = 0; round < 200; round += 1) {
    const digits = random.hex(32)
    expect(addressOfKey(Buffer.from(digits.slice(2), 'hex'))).toBe(privateKeyToAddress(digits))
  }
})

test('new keys are valid and differ', () => {
  const [first, second] = [createEvmKey(), createEvmKey()]
  expect(addressOfKey(first)).not.toBe(addressOfKey(second))
})

test.each([0, 31, 33])('a key of %d bytes has no address', async (length) => {
  expect((await thrownBy(() => addressOfKey(Buffer.alloc(length, 7)))).code).toBe('KEY_UNAVAILABLE')
  expect(() => addressOfKey(Buffer.alloc(32, 7))).not.toThrow()
})

test('a draw outside the order of the curve is overwritten, and drawn again', () => {
  const { randomBytes } = crypto
  const draws: Buffer[] = []
  Object.assign(crypto, {
    randomBytes: (size: number) => {
      const drawn = draws.length === 0 ? Buffer.alloc(size, 0xff) : randomBytes(size)
      draws.push(drawn)
      return drawn
    },
  })
  syncBuiltinESMExports()
  try {
    expect(createEvmKey()).toBe(draws[1])
  } finally {
    Object.assign(crypto, { randomBytes })
    syncBuiltinESMExports()
  }
  expect(draws[0]).toEqual(Buffer.alloc(32))
})

describe('parseEvmKey', () => {
  test.each([
    sample,
    `${sample}\n`,
    ` ${sample}`,
    `0x${sample}\n`,
    `0x${sample}`,
    `0X${sample.toUpperCase()}`,
    `  0x${sample}\r\n`,
    `\t${sample} \n`,
  ])('reads %j', (text) => {
    expect(parseEvmKey(Buffer.from(text)).toString('hex')).toBe(sample)
  })

  test('reads a key that begins with a zero', () => {
    const key = `0${sample.slice(1)}`
    expect(parseEvmKey(Buffer.from(key)).toString('hex')).toBe(key)
  })

  test('overwrites the half of a key that it has read', async () => {
    const made = vi.spyOn(Buffer, 'alloc')
    onTestFinished(() => made.mockRestore())
    await thrownBy(() => parseEvmKey(Buffer.from(`${sample.slice(0, -1)}g`)))
    const [key] = made.mock.results.map(({ value }) => Buffer.from(value))
    expect(key).toEqual(Buffer.alloc(32))
  })

  test.each([
    '',
    ' ',
    '0',
    '0x',
    `1x${sample}`,
    `${sample}  0`,
    ...['/', ':', '@', 'G', '`', '!'].map((other) => sample.replace('7', other)),
    ...['/', ':', '@', 'G', '`', 'g'].map((other) => sample.replace(/d$/, other)),
    sample.slice(1),
    `${sample}0`,
    `0x0x${sample.slice(2)}`,
    sample.replace('7', 'g'),
    sample.replace('7a', ' a'),
    '0'.repeat(64),
    order,
    'f'.repeat(64),
    'wreck whisper arrange remind aunt mountain pottery grid couch unique glue ramp',
  ])('refuses %j without repeating it', async (text) => {
    const error = await thrownBy(() => parseEvmKey(Buffer.from(text)))
    expect(error.code).toBe('KEY_UNAVAILABLE')
    if (text.length > 8) expect(JSON.stringify([error.message, error.hint])).not.toContain(text)
    expect(error.cause).toBeUndefined()
  })
})
