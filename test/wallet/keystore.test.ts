import { createCipheriv, scryptSync } from 'node:crypto'
import { scrypt } from '@noble/hashes/scrypt.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import { addressOfKey, createEvmKey } from '../../src/wallet/evmKey.ts'
import { openKeystore, writeKeystore } from '../../src/wallet/keystore.ts'
import { parseKeystore } from '../../src/wallet/keystoreFormat.ts'
import { watchWiped } from '../support/wiped.ts'
import { randomSource } from '../unit/chains/support/random.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { officialAddress, officialKeystores } from './vectors/keystores.ts'

const tonAddress = 'UQDCgZa4vgbHOIEYrbWTaD5pEmDN0opSfs3gQZ_dYOVzEsx1'

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const [scryptVector, pbkdf2Vector, cheapVector] = officialKeystores

const open = (text: Buffer, password: Buffer): Promise<Buffer> =>
  openKeystore(parseKeystore(text), password)

/** The cheap vector with one member replaced, as text. */
function changed(path: string, value: unknown): Buffer {
  const copy: unknown = structuredClone(cheapVector.json)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let place: unknown = copy
  for (const step of steps) place = Reflect.get(Object(place), step)
  if (value === undefined) Reflect.deleteProperty(Object(place), last)
  else Reflect.set(Object(place), last, value)
  return utf8(JSON.stringify(copy))
}

describe('reading', () => {
  test.each(officialKeystores)('opens the vector: $name', async ({ json, password, key }) => {
    const opened = await open(utf8(JSON.stringify(json)), utf8(password))
    expect(opened.toString('hex')).toBe(key)
  })

  test('gives the address the definition names', () => {
    expect(addressOfKey(Buffer.from(scryptVector.key, 'hex'))).toBe(officialAddress)
  })

  const upperCased = JSON.stringify(cheapVector.json)
    .replace('"crypto"', '"Crypto"')
    .replace('"kdfparams"', '"KdfParams"')
    .replace('"n":', '"N":')
    .replace('"aes-128-ctr"', '"AES-128-CTR"')
    .replace('"scrypt"', '"Scrypt"')
  const { mac } = cheapVector.json.crypto
  test.each([
    ['field names and words in other letter case', utf8(upperCased)],
    ['upper-case hex', changed('crypto.mac', mac.toUpperCase())],
    ['hex with 0x', changed('crypto.mac', `0x${mac}`)],
    ['the version as text', changed('version', '3')],
    ['no id', changed('id', undefined)],
    ['an empty address', changed('address', '')],
    ['no address (null)', changed('address', null)],
    ['unknown fields', changed('x-ethers', { client: 'other' })],
  ])('accepts %s', async (_, text) => {
    const key = await open(text, utf8(cheapVector.password))
    expect(key.toString('hex')).toBe(cheapVector.key)
  })

  test('shows the address in checksum form, with and without 0x', () => {
    const bare = officialAddress.slice(2).toLowerCase()
    for (const address of [bare, `0x${bare}`, bare.toUpperCase()]) {
      const { content } = parseKeystore(changed('address', address))
      expect(content).toEqual({ kind: 'evm', address: officialAddress })
    }
  })

  /** A keystore made here, by the definition, with other libraries than the program's. */
  function sealed(kdf: { n: number; r: number; p: number; dklen: number }): Buffer {
    const { n: N, r, p, dklen: dkLen } = kdf
    const salt = Buffer.alloc(32, 5)
    const derived = Buffer.from(scrypt('foo', salt, { N, r, p, dkLen }))
    const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.alloc(16, 6))
    const ciphertext = Buffer.concat([cipher.update(Buffer.alloc(32, 0x46)), cipher.final()])
    const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]))
    const crypto = {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '06'.repeat(16) },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { ...kdf, salt: salt.toString('hex') },
      mac: Buffer.from(mac).toString('hex'),
    }
    return utf8(JSON.stringify({ version: 3, crypto }))
  }

  test.each([
    ['a derived key that is longer than needed', { n: 2, r: 8, p: 1, dklen: 64 }],
    ['many lanes', { n: 2, r: 1, p: 300, dklen: 32 }],
    ['the largest N that OpenSSL takes with r of 1', { n: 2 ** 15, r: 1, p: 1, dklen: 32 }],
    ['the first N that it refuses', { n: 2 ** 16, r: 1, p: 1, dklen: 32 }],
  ])('opens a keystore with %s', async (_, kdf) => {
    expect(await open(sealed(kdf), utf8('foo'))).toEqual(Buffer.alloc(32, 0x46))
  })

  test('refuses a keystore that names another address than its key has', async () => {
    const text = changed('address', officialAddress)
    const error = await thrownBy(() => open(text, utf8(cheapVector.password)))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5' } })
  })

  test.each([pbkdf2Vector, cheapVector])('a wrong password: $name', async ({ json }) => {
    const error = await thrownBy(() => open(utf8(JSON.stringify(json)), utf8('wrong')))
    expect(error).toMatchObject({
      code: 'KEY_UNAVAILABLE',
      exit: 3,
      context: { reason: 'wrong_password' },
    })
    expect(error.message).not.toContain('wrong')
  })
})

describe('damaged keystores are refused before anything is derived', () => {
  const longHex = 'ab'.repeat(2000)
  test.each([
    ['nothing', utf8('')],
    ['no JSON', utf8('{"crypto":')],
    ['a list', utf8('[]')],
    ['a number', utf8('3')],
    ['null', utf8('null')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x7b])],
    ['doubled fields', utf8('{"version":3,"crypto":{},"Crypto":{}}')],
    ['deep nesting', utf8(`{"version":3,"crypto":${'{"a":'.repeat(9)}1${'}'.repeat(9)}}`)],
    ['version 1', changed('version', 1)],
    ['version 4', changed('version', 4)],
    ['no version', changed('version', undefined)],
    ['no crypto', changed('crypto', undefined)],
    ['crypto as text', changed('crypto', 'x')],
    ['an invalid address', changed('address', '0x12')],
    ['another cipher', changed('crypto.cipher', 'aes-256-cbc')],
    ['no cipher', changed('crypto.cipher', undefined)],
    ['no iv', changed('crypto.cipherparams', {})],
    ['a short iv', changed('crypto.cipherparams.iv', 'ab')],
    ['a long iv', changed('crypto.cipherparams.iv', 'ab'.repeat(17))],
    ['an invalid iv', changed('crypto.cipherparams.iv', 'a'.repeat(31))],
    ['no ciphertext', changed('crypto.ciphertext', '')],
    ['a ciphertext that is no hex', changed('crypto.ciphertext', 'zz'.repeat(32))],
    ['a ciphertext of 33 bytes', changed('crypto.ciphertext', 'ab'.repeat(33))],
    ['an endless ciphertext', changed('crypto.ciphertext', longHex)],
    ['a short mac', changed('crypto.mac', 'ab'.repeat(31))],
    ['a long mac', changed('crypto.mac', 'ab'.repeat(33))],
    ['no mac', changed('crypto.mac', undefined)],
    ['another kdf', changed('crypto.kdf', 'argon2id')],
    ['the parameters of the other kdf', changed('crypto.kdf', 'pbkdf2')],
    ['no parameters', changed('crypto.kdfparams', undefined)],
    ['N of 1', changed('crypto.kdfparams.n', 1)],
    ['N not a power of two', changed('crypto.kdfparams.n', 3000)],
    ['N beyond 2^20', changed('crypto.kdfparams.n', 2 ** 21)],
    ['N as text', changed('crypto.kdfparams.n', '2')],
    ['N as a fraction', changed('crypto.kdfparams.n', 2.5)],
    ['a negative N', changed('crypto.kdfparams.n', -2)],
    ['r of 0', changed('crypto.kdfparams.r', 0)],
    ['p of 0', changed('crypto.kdfparams.p', 0)],
    ['an endless p', changed('crypto.kdfparams.p', 2 ** 30)],
    ['a short key', changed('crypto.kdfparams.dklen', 16)],
    ['a long key', changed('crypto.kdfparams.dklen', 128)],
    ['a salt that is no hex', changed('crypto.kdfparams.salt', 'salt')],
    ['an endless salt', changed('crypto.kdfparams.salt', longHex)],
    ['an unknown kind', changed('swaproute', { kind: 'solana', address: 'x', walletVersion: '1' })],
    ['a TON keystore without version', changed('swaproute', { kind: 'ton', address: tonAddress })],
    [
      'a TON keystore of an unknown version',
      changed('swaproute', { kind: 'ton', address: tonAddress, walletVersion: 'v3r2' }),
    ],
    [
      'a TON keystore with a mistyped address',
      changed('swaproute', {
        kind: 'ton',
        address: `${tonAddress.slice(0, -1)}2`,
        walletVersion: 'v5r1',
      }),
    ],
  ])('%s', async (_, text) => {
    const error = await thrownBy(() => parseKeystore(text))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5' } })
  })

  test.each([
    [2, 8, 2 ** 21],
    [2, 1, 2 ** 18],
    [4, 2 ** 20, 1],
  ])('lanes of more than 16 MiB: N %i, r %i, p %i', async (n, r, p) => {
    const text = changed('crypto.kdfparams', { ...cheapVector.json.crypto.kdfparams, n, r, p })
    const error = await thrownBy(() => parseKeystore(text))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'K5' } })
  })

  test('as many lanes as fit into 16 MiB are read', () => {
    const kdfparams = { ...cheapVector.json.crypto.kdfparams, n: 2, r: 8, p: 2 ** 14 }
    expect(parseKeystore(changed('crypto.kdfparams', kdfparams)).kdf).toMatchObject({ p: 2 ** 14 })
  })

  test('memory above 1 GiB, although N alone is allowed', async () => {
    const text = utf8(
      JSON.stringify({
        ...cheapVector.json,
        crypto: {
          ...cheapVector.json.crypto,
          kdfparams: { ...cheapVector.json.crypto.kdfparams, n: 2 ** 20, r: 16 },
        },
      }),
    )
    expect((await thrownBy(() => parseKeystore(text))).context).toMatchObject({ check: 'K5' })
  })

  test.each([
    ['another hash', { prf: 'hmac-sha1' }],
    ['no iterations', { c: 0 }],
    ['endless iterations', { c: 10_000_001 }],
  ])('pbkdf2 with %s', async (_, change) => {
    const { crypto } = pbkdf2Vector.json
    const kdfparams = { ...crypto.kdfparams, ...change }
    const text = utf8(JSON.stringify({ ...pbkdf2Vector.json, crypto: { ...crypto, kdfparams } }))
    expect((await thrownBy(() => parseKeystore(text))).context).toMatchObject({ check: 'K5' })
  })

  test('one flipped bit anywhere never yields another key (seed 17, 2000 cases)', async () => {
    const random = randomSource(17)
    // With its address: the format's checksum leaves the iv out, the address does not.
    const address = addressOfKey(Buffer.from(cheapVector.key, 'hex'))
    const original = utf8(JSON.stringify({ ...cheapVector.json, address }))
    let opened = 0
    for (let round = 0; round < 2000; round += 1) {
      const text = Buffer.from(original)
      const position = random.below(text.length)
      text[position] = (text[position] ?? 0) ^ (1 << random.below(8))
      try {
        const keystore = parseKeystore(text)
        // The costly derivations a flipped digit may ask for are bounded, but not worth the wait.
        if (keystore.kdf.name !== 'scrypt' || keystore.kdf.n > 1024) continue
        const key = await openKeystore(keystore, utf8(cheapVector.password))
        expect(key.toString('hex')).toBe(cheapVector.key)
        opened += 1
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'KEY_UNAVAILABLE' })
      }
    }
    // Flips in members that are not read, such as the id, change nothing.
    expect(opened).toBeGreaterThan(100)
    expect(opened).toBeLessThan(1000)
  })
})

describe('what a keystore is opened with is overwritten', () => {
  const { kdfparams } = cheapVector.json.crypto
  const password = utf8(cheapVector.password)
  const derived = scryptSync(password, Buffer.from(kdfparams.salt, 'hex'), kdfparams.dklen, {
    N: kdfparams.n,
    r: kdfparams.r,
    p: kdfparams.p,
  })
  const key = Buffer.from(cheapVector.key, 'hex')

  test('when it opens: all but the key itself', async () => {
    const wiped = watchWiped()
    expect((await open(changed('id', undefined), password)).equals(key)).toBe(true)
    // As early clients wrote it, without its leading zero.
    expect([wiped(derived), wiped(key.subarray(1)), wiped(key)]).toEqual([1, 1, 0])
  })

  test('when its key belongs to another address: the key as well', async () => {
    const wiped = watchWiped()
    await thrownBy(() => open(changed('address', officialAddress), password))
    expect([wiped(derived), wiped(key.subarray(1)), wiped(key)]).toEqual([1, 1, 1])
  })

  test('when the ciphertext was changed', async () => {
    const wiped = watchWiped()
    await thrownBy(() => open(changed('crypto.ciphertext', 'ab'.repeat(31)), password))
    expect(wiped(derived)).toBe(1)
  })
})

describe('writing', () => {
  test('uses the parameters of K6, and opens again', async () => {
    const key = createEvmKey()
    const address = addressOfKey(key)
    const text = await writeKeystore(key, utf8('correct horse'), { kind: 'evm', address })
    const wire: unknown = JSON.parse(text)
    expect(wire).toMatchObject({
      version: 3,
      address: address.slice(2).toLowerCase(),
      crypto: {
        cipher: 'aes-128-ctr',
        kdf: 'scrypt',
        kdfparams: { n: 262144, r: 8, p: 1, dklen: 32 },
      },
    })
    expect(text).toMatch(
      /"id": "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/,
    )
    expect(text).not.toContain(key.toString('hex'))
    const opened = await open(utf8(text), utf8('correct horse'))
    expect(opened.equals(key)).toBe(true)
  })

  test('as text that people can read too; what it is encrypted with is overwritten', async () => {
    const wiped = watchWiped()
    const content = { kind: 'evm', address: null } as const
    const text = await writeKeystore(Buffer.alloc(32, 7), utf8('correct horse'), content)
    expect(text).toMatch(/^\{\n {2}"[^]+\n\}\n$/)
    const { salt } = parseKeystore(utf8(text)).kdf
    expect(salt).toHaveLength(32)
    const cost = { N: 2 ** 18, r: 8, p: 1, maxmem: 2 ** 29 }
    expect(wiped(scryptSync('correct horse', salt, 32, cost))).toBe(1)
  })

  test('a TON secret fits the same envelope', async () => {
    const mnemonic =
      'wreck whisper arrange remind aunt mountain pottery grid couch unique glue ramp'
    const content = {
      kind: 'ton',
      address: tonAddress,
      walletVersion: 'v5r1',
      publicKey: null,
    } as const
    const text = utf8(await writeKeystore(utf8(mnemonic), utf8('correct horse'), content))
    const keystore = parseKeystore(text)
    expect(keystore.content).toEqual(content)
    expect((await openKeystore(keystore, utf8('correct horse'))).toString('utf8')).toBe(mnemonic)
  })

  test('salt, iv and id are new every time', async () => {
    const key = Buffer.alloc(32, 7)
    const write = () => writeKeystore(key, utf8('correct horse'), { kind: 'evm', address: null })
    const [first, second] = [parseKeystore(utf8(await write())), parseKeystore(utf8(await write()))]
    expect(first.iv.equals(second.iv)).toBe(false)
    expect(first.kdf.salt.equals(second.kdf.salt)).toBe(false)
    expect(first.content).toEqual({ kind: 'evm', address: null })
  })
})
