import { createHmac, pbkdf2Sync } from 'node:crypto'
import {
  keyPairFromSeed,
  mnemonicToPrivateKey,
  mnemonicValidate,
  sign as librarySign,
  signVerify,
} from '@ton/crypto'
import { describe, expect, test } from 'vitest'
import {
  createTonSecret,
  isTonSignature,
  parseTonSecret,
  signWithTonKey,
  tonPublicKey,
  tonSeedOf,
} from '../../../src/wallet/tonKey.ts'
import { watchWiped } from '../../support/wiped.ts'
import { randomSource } from '../chains/support/random.ts'
import { thrownBy } from './support/errors.ts'

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const seed = Buffer.alloc(32, 0x42)
const pair = keyPairFromSeed(seed)

describe('24 words', { timeout: 30_000 }, () => {
  // Valid as any is: made once by another wallet's library.
  const words =
    'case silk master auto kitchen clarify edit ozone dawn theme crane comic inhale frozen tunnel buyer galaxy surface history appear ask slice attack inch'.split(
      ' ',
    )

  test('new ones are what other wallets take, and give the key other wallets get', async () => {
    const secret = await createTonSecret()
    const made = secret.toString('utf8').split(' ')
    expect(made).toHaveLength(24)
    expect(await mnemonicValidate(made)).toBe(true)
    const theirs = await mnemonicToPrivateKey(made)
    const own = await tonSeedOf(secret)
    expect(own.equals(theirs.secretKey.subarray(0, 32))).toBe(true)
    expect(tonPublicKey(own).equals(theirs.publicKey)).toBe(true)
  })

  test('are read in any letter case and with any space between them', async () => {
    const written = `\n  ${words.map((word) => word.toUpperCase()).join(' \t\r\n ')}\n`
    expect((await parseTonSecret(utf8(written))).toString('utf8')).toBe(words.join(' '))
  })

  test('with one word changed, left out or of another kind are refused', async () => {
    const swapped = [...words.slice(1), words[0] ?? '']
    const bip39 = `${'abandon '.repeat(23)}art`
    for (const text of [swapped.join(' '), words.slice(1).join(' '), bip39, 'word '.repeat(24)]) {
      const error = await thrownBy(() => parseTonSecret(utf8(text)))
      expect(error.code).toBe('KEY_UNAVAILABLE')
      expect(`${error.message} ${error.hint}`).not.toContain(words[3])
    }
  })
})

describe('a secret key', () => {
  const hex = seed.toString('hex')
  test.each([
    ['64 digits', hex],
    ['with 0x and in capitals', `0x${hex.toUpperCase()}`],
    ['with its public key behind it', `${hex}${pair.publicKey.toString('hex')}\n`],
  ])('as %s', async (_, text) => {
    const secret = await parseTonSecret(utf8(text))
    expect(secret.toString('utf8')).toBe(hex)
    expect((await tonSeedOf(secret)).equals(seed)).toBe(true)
  })

  test.each([
    ['too short', hex.slice(1)],
    ['another public key', `${hex}${hex}`],
    ['no hexadecimal', 'z'.repeat(64)],
    ['nothing', ''],
  ])('%s is refused', async (_, text) => {
    expect((await thrownBy(() => parseTonSecret(utf8(text)))).code).toBe('KEY_UNAVAILABLE')
  })

  test('in a keystore that holds something else', async () => {
    const error = await thrownBy(() => tonSeedOf(utf8('no secret')))
    expect(error.code).toBe('KEY_UNAVAILABLE')
  })

  test('signs as the library does', () => {
    const random = randomSource(11)
    for (let round = 0; round < 8; round += 1) {
      const [own, message] = [Buffer.from(random.bytes(32)), Buffer.from(random.bytes(32))]
      const keys = keyPairFromSeed(own)
      const signature = signWithTonKey(message, own)
      expect(signature.equals(librarySign(message, keys.secretKey))).toBe(true)
      expect(signVerify(message, signature, keys.publicKey)).toBe(true)
      expect(isTonSignature(message, signature, tonPublicKey(own))).toBe(true)
      signature[0] = (signature[0] ?? 0) ^ 1
      expect(isTonSignature(message, signature, tonPublicKey(own))).toBe(false)
    }
  })
})

describe('refusals say what is wrong', () => {
  const hex = seed.toString('hex')
  test.each([
    ['one word', 'word', '64 or 128 hexadecimal digits'],
    ['23 words', 'word '.repeat(23), '24 words; 23 were given'],
    ['25 words', 'word '.repeat(25), '24 words; 25 were given'],
    ['24 words that belong to no key', 'word '.repeat(24), 'mistyped'],
    ['two halves of two keys', hex + hex, 'do not belong together'],
  ])('%s', async (_, text, hint) => {
    expect((await thrownBy(() => parseTonSecret(utf8(text)))).hint).toContain(hint)
  })

  test.each(['', 'ab', hex.slice(2), `${hex}ab`, 'z'.repeat(64), 'word '.repeat(25)])(
    'a keystore that holds "%s"',
    async (text) => {
      expect((await thrownBy(() => tonSeedOf(utf8(text)))).code).toBe('KEY_UNAVAILABLE')
    },
  )

  test.each([0, 31, 33, 64])('a key of %i bytes', async (length) => {
    const error = await thrownBy(() => signWithTonKey(seed, Buffer.alloc(length, 7)))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', hint: 'A key has 32 bytes.' })
  })
})

describe('what a secret is read with is overwritten', () => {
  const privateDer = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])

  test('when it is signed with, and when its public key is made', () => {
    const wiped = watchWiped()
    signWithTonKey(utf8('text'), seed)
    expect(wiped(privateDer)).toBe(1)
    tonPublicKey(seed)
    expect(wiped(privateDer)).toBe(2)
    expect(seed.equals(Buffer.alloc(32, 0x42))).toBe(true)
  })

  test('when both halves of a key are compared', async () => {
    const wiped = watchWiped()
    await parseTonSecret(utf8(`${seed.toString('hex')}${pair.publicKey.toString('hex')}`))
    expect(wiped(seed)).toBe(1)
  })

  test('when a seed is made of words', async () => {
    const words = utf8(Array.from({ length: 24 }, () => 'word').join(' '))
    const entropy = createHmac('sha512', words).digest()
    const derived = pbkdf2Sync(entropy, 'TON default seed', 100_000, 64, 'sha512')
    const wiped = watchWiped()
    const made = await tonSeedOf(words)
    expect([wiped(entropy), wiped(derived)]).toEqual([1, 1])
    expect(made.equals(derived.subarray(0, 32))).toBe(true)
  })
})
