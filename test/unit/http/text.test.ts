import { describe, expect, test } from 'vitest'

import { describeFault } from '../../../src/http/faults.ts'
import { foreignReason } from '../../../src/core/foreignReason.ts'
import { envelopeError } from '../../../src/http/reason.ts'
import { createRedactor } from '../../../src/http/redact.ts'

describe('foreignReason (X1 to X3)', () => {
  test.each([
    ['amount too low', 'amount too low'],
    ['two\nlines\tand  gaps ', 'two lines and gaps'],
    ['\u001b[31mred\u001b[0m', '[31mred [0m'],
    ['a\u202Eb\u200Bc\u2066d\uFEFF', 'a b c d'],
    ['go to https://evil.example/x?y=1 now', 'go to [link removed] now'],
    ['www.evil.example', '[link removed]'],
    ['\u0000', ''],
    ['é漢字', 'é漢字'],
  ])('%j', (text, expected) => {
    expect(foreignReason(text)).toBe(expected)
  })

  test('is cut to its length, also when it is huge', () => {
    expect(foreignReason('x'.repeat(2_000_000))).toBe(`${'x'.repeat(159)}…`)
    expect(foreignReason('abcdef', 4)).toBe('abc…')
  })
})

describe('envelopeError (H9)', () => {
  test.each([
    [{ error: 'no route' }, 'no route'],
    [{ error: { code: 2001, reason: 'nothing found' } }, 'nothing found'],
    [{ error: { message: 'bad' }, id: 1 }, 'bad'],
    [
      { errors: [{ code: 1005, reason: 'srcTokenAmount is missing' }] },
      'srcTokenAmount is missing',
    ],
    [{ error: true }, 'no reason given'],
    [{ error: {} }, 'no reason given'],
    [{ message: 'fine' }, null],
    [{ error: null, data: 1 }, null],
    [{ error: false }, null],
    [[{ error: 'x' }], null],
    ['text', null],
    [null, null],
  ])('%j', (body, expected) => {
    expect(envelopeError(body)).toBe(expected)
  })

  test('reads a message outside an envelope where the status is an error already', () => {
    expect(envelopeError({ message: 'bad key' }, { anyField: true })).toBe('bad key')
  })
})

describe('redactor (K9)', () => {
  const key = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'

  test.each([
    key,
    key.slice(2),
    key.toUpperCase(),
    BigInt(key).toString(),
    Buffer.from(key.slice(2), 'hex').toString('base64'),
    Buffer.from(key).toString('base64url'),
    Buffer.from(key).toString('hex'),
  ])('takes out %s', (spelling) => {
    const redactor = createRedactor()
    redactor.addSecret(key)
    const clean = redactor.redact(`before ${spelling} after`)
    expect(clean).toMatch(/^before (0x)?\[redacted\]=? after$/i)
  })

  test.each([
    ['pa"ss wörd', JSON.stringify('pa"ss wörd')],
    ['pa"ss wörd', encodeURIComponent('pa"ss wörd')],
    ['legal  winner\nthank year', 'legal winner thank year'],
    ['a.b*c$d', 'a.b*c$d'],
  ])('takes out %j spelled %s', (secret, spelling) => {
    const redactor = createRedactor()
    redactor.addSecret(secret)
    expect(redactor.redact(`x${spelling}y`)).toContain('[redacted]')
    expect(redactor.redact(`x${spelling}y`)).not.toContain(spelling.replaceAll('"', ''))
  })

  test('takes bytes, in hex and base64', () => {
    const redactor = createRedactor()
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => 7 * index + 1)
    redactor.addSecret(bytes)
    const text = `${Buffer.from(bytes).toString('hex')} ${Buffer.from(bytes).toString('base64')}`
    expect(redactor.redact(text)).toBe('[redacted] [redacted]=')
  })

  test.each([
    ['https://rpc.example/v2/KEYKEYKEY failed', 'https://rpc.example/… failed'],
    ['"https://rpc.example/v2/KEYKEYKEY?a=b"', '"https://rpc.example/…"'],
    ['path /v2/KEYKEYKEY', 'path /v2/[redacted]'],
    ['token=TOKENTOKEN', 'token=[redacted]'],
    [
      'https://rpc.example/ and https://rpc.example.',
      'https://rpc.example/ and https://rpc.example.',
    ],
    ['https://rpc.example.org/tx/1', 'https://rpc.example.org/tx/1'],
    ['hunter2hunter2', '[redacted]'],
  ])('shows only the host of a registered address: %s', (text, expected) => {
    const redactor = createRedactor()
    redactor.addUrl('https://user:hunter2hunter2@rpc.example/v2/KEYKEYKEY?token=TOKENTOKEN&n=1')
    expect(redactor.redact(text)).toBe(expected)
  })

  test('leaves text alone as long as nothing is known, and too short secrets always', () => {
    const redactor = createRedactor()
    redactor.addSecret('abc')
    expect(redactor.redact('abc https://rpc.example/v2/KEYKEYKEY')).toBe(
      'abc https://rpc.example/v2/KEYKEYKEY',
    )
  })
})

describe('describeFault', () => {
  const coded = (code: string, more: object = {}): Error =>
    Object.assign(new Error('x'), { code, ...more })

  test.each([
    [coded('ECONNREFUSED', { syscall: 'connect' }), 'unreachable'],
    [coded('ETIMEDOUT', { syscall: 'connect' }), 'unreachable'],
    [coded('ETIMEDOUT', { syscall: 'read' }), 'closed'],
    [coded('EHOSTUNREACH', { syscall: 'write' }), 'closed'],
    [
      new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')], 'all failed'),
      'unreachable',
    ],
    [new Error('wrapped', { cause: coded('ENOTFOUND') }), 'unresolved'],
    [coded('CERT_HAS_EXPIRED'), 'certificate'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'certificate'],
    [coded('HPE_INVALID_CONSTANT'), 'malformed'],
    ['a thrown text', 'malformed'],
    [null, 'malformed'],
  ])('%o', (thrown, word) => {
    expect(describeFault(thrown).kind).toBe(word)
  })
})
