import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  pbkdf2,
  sign,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import { SwaprouteError } from '../core/errors.ts'

const pbkdf2Async = promisify(pbkdf2)

/** Bytes of an Ed25519 seed, which TON calls the first half of a secret key. */
const tonSeedBytes = 32
const mnemonicLength = 24

// The bytes before the 32 key bytes in the standard encodings of Ed25519 keys (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * A new secret: 24 words as text, created as in every TON wallet. The caller overwrites it.
 * https://github.com/ton-org/ton-crypto (read 2026-11)
 */
export async function createTonSecret(): Promise<Buffer> {
  const { mnemonicNew } = await import('./tonWords.ts')
  return Buffer.from((await mnemonicNew(mnemonicLength)).join(' '), 'utf8')
}

/**
 * A secret as users have it, normalized for storing: 24 words, or a key in hexadecimal (64 digits,
 * or 128 with the public key after it). The caller overwrites both.
 * @throws SwaprouteError KEY_UNAVAILABLE; the input is never repeated
 */
export async function parseTonSecret(text: Uint8Array): Promise<Buffer> {
  const words = Buffer.from(text).toString('utf8').trim().toLowerCase().split(/\s+/)
  const [only = ''] = words
  if (words.length === 1) {
    const digits = only.replace(/^0x/, '')
    if (/^[0-9a-f]{64}$/.test(digits)) return Buffer.from(digits, 'utf8')
    if (/^[0-9a-f]{128}$/.test(digits)) return Buffer.from(checkedPair(digits), 'utf8')
    throw noSecret('A key is 64 or 128 hexadecimal digits.')
  }
  if (words.length !== mnemonicLength) {
    throw noSecret(`A TON phrase has ${mnemonicLength} words; ${words.length} were given.`)
  }
  const { mnemonicValidate } = await import('./tonWords.ts')
  if (await mnemonicValidate(words)) return Buffer.from(words.join(' '), 'utf8')
  throw noSecret(
    'A word is mistyped, or it is another kind of phrase: phrases of other chains (BIP-39) and ' +
      'phrases with a password are not supported here.',
  )
}

/** 128 digits whose second half is the public key of the first. */
function checkedPair(digits: string): string {
  const seed = digits.slice(0, 64)
  const bytes = Buffer.from(seed, 'hex')
  const isPair = tonPublicKey(bytes).toString('hex') === digits.slice(64)
  bytes.fill(0)
  if (isPair) return seed
  throw noSecret('The two halves of the key do not belong together.')
}

/**
 * The 32-byte seed of a stored secret (`parseTonSecret`); takes a moment for words. The caller
 * overwrites it.
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function tonSeedOf(secret: Uint8Array): Promise<Buffer> {
  // A view of the caller's bytes: a copy would have to be overwritten too.
  const text = Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
  if (text.length === 2 * tonSeedBytes && /^[0-9a-f]+$/.test(text.toString('latin1'))) {
    return Buffer.from(text.toString('latin1'), 'hex')
  }
  if (text.toString('utf8').split(' ').length !== mnemonicLength) {
    throw noSecret('The keystore has different content.')
  }
  const entropy = createHmac('sha512', text).digest()
  const derived = await pbkdf2Async(entropy, 'TON default seed', 100_000, 64, 'sha512')
  const seed = Buffer.from(derived.subarray(0, tonSeedBytes))
  entropy.fill(0)
  derived.fill(0)
  return seed
}

/** The curve arithmetic is OpenSSL's, which does not leak the key through its timing. */
export function tonPublicKey(seed: Uint8Array): Buffer {
  const spki = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' })
  return Buffer.from(spki.subarray(publicPrefix.length))
}

export function signWithTonKey(message: Uint8Array, seed: Uint8Array): Buffer {
  return sign(null, message, privateKey(seed))
}

export function isTonSignature(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const der = Buffer.concat([publicPrefix, publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}

function privateKey(seed: Uint8Array): KeyObject {
  if (seed.length !== tonSeedBytes) throw noSecret('A key has 32 bytes.')
  const der = Buffer.concat([privatePrefix, seed])
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}

function noSecret(hint: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', 'That is not the secret of a TON wallet.', {
    hint,
  })
}
