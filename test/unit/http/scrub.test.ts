import { expect, test } from 'vitest'
import { createRedactor } from '../../../src/http/redact.ts'

const key = 'k3y-0f-a-provider-4711'

test('an answer that repeats the key loses it at every depth, the rest stays', () => {
  const redactor = createRedactor()
  redactor.addSecret(key)
  const answer = { error: [`bad key ${key}!`, { sent: Buffer.from(key).toString('base64') }], n: 7 }
  expect(redactor.scrub(answer)).toEqual({
    error: ['bad key [redacted]!', { sent: expect.not.stringContaining('azN5') }],
    n: 7,
  })
})

test('a short secret changes no answer: it could be part of an honest one', () => {
  const redactor = createRedactor()
  redactor.addSecret('dead')
  const answer = { address: '0x000000000000000000000000000000000000dead', amount: '1000' }
  expect(redactor.scrub(answer)).toEqual(answer)
})

test('credentials of an address are known as they are sent; names in its path are not secret', () => {
  const redactor = createRedactor()
  redactor.addUrl('https://owner:p4ssw0rd-of-owner@node.example/ethereum-mainnet/0a1b2c3d4e5f')
  const basic = Buffer.from('owner:p4ssw0rd-of-owner').toString('base64')
  expect(redactor.redact(`authorization: Basic ${basic}, 0a1b2c3d4e5f`)).not.toMatch(/b3du|0a1b/)
  expect(redactor.redact('the owner of ethereum-mainnet')).toBe('the owner of ethereum-mainnet')
})
