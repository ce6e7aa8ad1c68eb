import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
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

describe('parseEvmKey', () => {
  test.each([
    sample,
    `0x${sample}`,
    `0X${sample.toUpperCase()}`,
    `  0x${sample}\r\n`,
    `\t${sample} \n`,
  ])('reads %j', (text) => {
    expect(parseEvmKey(Buffer.from(text)).toString('hex')).toBe(sample)
  })

  test.each([
    '',
    '0x',
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
