import { describe, expect, test } from 'vitest'
import { type Keystore, parseKeystore } from '../../../src/wallet/keystoreFormat.ts'
import { thrownBy } from './support/errors.ts'

const scrypt = { n: 2, r: 8, p: 1, dklen: 32, salt: 'ab' }
const tonContent = {
  kind: 'ton',
  address: 'UQDCgZa4vgbHOIEYrbWTaD5pEmDN0opSfs3gQZ_dYOVzEsx1',
  walletVersion: 'v5r1',
}

type Change = {
  crypto?: Record<string, unknown>
  kdfparams?: Record<string, unknown>
  [field: string]: unknown
}

function text({ crypto = {}, kdfparams = {}, ...envelope }: Change = {}): Buffer {
  const whole = {
    version: 3,
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: 'ab'.repeat(16) },
      ciphertext: 'ab'.repeat(32),
      mac: 'ab'.repeat(32),
      kdf: 'scrypt',
      kdfparams: { ...scrypt, ...kdfparams },
      ...crypto,
    },
    ...envelope,
  }
  return Buffer.from(JSON.stringify(whole))
}

const parse = (change?: Change): Keystore => parseKeystore(text(change))

const pbkdf2 = (change: Record<string, unknown>): Change => ({
  crypto: {
    kdf: 'pbkdf2',
    kdfparams: { c: 1, prf: 'hmac-sha256', dklen: 32, salt: 'ab', ...change },
  },
})

/** A field within its bound, and beyond it. */
const bounds: [string, allowed: Change, refused: Change, field: string][] = [
  [
    'N of 2^20, in a gibibyte',
    { kdfparams: { n: 2 ** 20 } },
    { kdfparams: { n: 2 ** 21, r: 1 } },
    'crypto.kdfparams.n',
  ],
  ['N of 2', { kdfparams: { n: 2 } }, { kdfparams: { n: 1 } }, 'crypto.kdfparams.n'],
  [
    'a gibibyte',
    { kdfparams: { n: 2 ** 19, r: 16 } },
    { kdfparams: { n: 2 ** 19, r: 17 } },
    'crypto.kdfparams',
  ],
  [
    '16 MiB of lanes',
    { kdfparams: { r: 1, p: 2 ** 17 } },
    { kdfparams: { r: 1, p: 2 ** 17 + 1 } },
    'crypto.kdfparams',
  ],
  [
    'the work of four gibibytes',
    { kdfparams: { n: 2 ** 18, p: 16 } },
    { kdfparams: { n: 2 ** 18, p: 17 } },
    'crypto.kdfparams',
  ],
  ['r of 1', { kdfparams: { r: 1 } }, { kdfparams: { r: 0 } }, 'crypto.kdfparams.r'],
  [
    'a key of 32 bytes',
    { kdfparams: { dklen: 32 } },
    { kdfparams: { dklen: 31 } },
    'crypto.kdfparams.dklen',
  ],
  [
    'a key of 64 bytes',
    { kdfparams: { dklen: 64 } },
    { kdfparams: { dklen: 65 } },
    'crypto.kdfparams.dklen',
  ],
  [
    'a salt of 1024 bytes',
    { kdfparams: { salt: 'ab'.repeat(1024) } },
    { kdfparams: { salt: 'ab'.repeat(1025) } },
    'crypto.kdfparams.salt',
  ],
  ['one iteration', pbkdf2({ c: 1 }), pbkdf2({ c: 0 }), 'crypto.kdfparams.c'],
  [
    'ten million iterations',
    pbkdf2({ c: 10_000_000 }),
    pbkdf2({ c: 10_000_001 }),
    'crypto.kdfparams.c',
  ],
  [
    'a ciphertext of 1 byte',
    { crypto: { ciphertext: 'ab' } },
    { crypto: { ciphertext: '0x' } },
    'crypto.ciphertext',
  ],
  [
    'an EVM key of 32 bytes',
    { crypto: { ciphertext: `0x${'ab'.repeat(32)}` } },
    { crypto: { ciphertext: 'ab'.repeat(33) } },
    'crypto.ciphertext',
  ],
  [
    'a TON secret of 1024 bytes',
    { swaproute: tonContent, crypto: { ciphertext: `0x${'ab'.repeat(1024)}` } },
    { swaproute: tonContent, crypto: { ciphertext: 'ab'.repeat(1025) } },
    'crypto.ciphertext',
  ],
  ['unread fields three deep', { x: { a: { b: {} } } }, { x: { a: { b: { c: {} } } } }, 'depth'],
  ['names that differ', { other: 3 }, { Version: 3 }, 'doubled field'],
]

describe('bounds', () => {
  test.each(bounds)('%s', async (_name, allowed, refused, field) => {
    expect(() => parse(allowed)).not.toThrow()
    const error = await thrownBy(() => parse(refused))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5', field } })
  })

  test('an empty salt is read', () => {
    expect(parse({ kdfparams: { salt: '' } }).kdf.salt).toHaveLength(0)
  })

  test('the first field at fault is named', async () => {
    const error = await thrownBy(() => parse({ crypto: { cipher: 'none', mac: 'ab' } }))
    expect(error.context).toEqual({ check: 'K5', field: 'crypto.cipher' })
    expect(error.message).toContain('(crypto.cipher)')
  })
})

test('refuses bytes that are not text at any position', async () => {
  const [before, after] = text({ note: 'X' }).toString('latin1').split('"X"')
  const broken = Buffer.from(`${before}"\u00FF"${after}`, 'latin1')
  const error = await thrownBy(() => parseKeystore(broken))
  expect(error.context).toEqual({ check: 'K5', field: 'JSON' })
})

test('returns the content of the file', () => {
  expect(parse()).toEqual({
    content: { kind: 'evm', address: null },
    kdf: { name: 'scrypt', ...scrypt, salt: Buffer.from([0xab]) },
    iv: Buffer.alloc(16, 0xab),
    ciphertext: Buffer.alloc(32, 0xab),
    mac: Buffer.alloc(32, 0xab),
  })
  expect(parse(pbkdf2({ c: 7 })).kdf).toEqual({
    name: 'pbkdf2',
    iterations: 7,
    dklen: 32,
    salt: Buffer.from([0xab]),
  })
  expect(parse({ swaproute: tonContent }).content).toEqual({ ...tonContent, publicKey: null })
})
