import {
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomBytes,
  randomUUID,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { SwaprouteError } from '../core/errors.ts'
import { addressOfKey, evmKeyBytes } from './evmKey.ts'
import { type Kdf, type Keystore, type KeystoreContent, otherAddress } from './keystoreFormat.ts'

// Web3 Secret Storage, version 3.
// https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage (read 2026-11)

const nativeScrypt: (
  password: Uint8Array,
  salt: Uint8Array,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer> = promisify(scrypt)
const pbkdf2Async = promisify(pbkdf2)

/** docs/safety.md K6. */
const writtenKdf = { n: 2 ** 18, r: 8, p: 1, dklen: 32 } as const
const cipherName = 'aes-128-ctr'

/**
 * The secret inside a keystore: 32 bytes of an EVM key, or the UTF-8 text of a TON secret. Takes as
 * long as the file's key derivation requires, about a second for common ones. The caller overwrites
 * it. The format's checksum does not cover the iv: in a file without an address (Foundry's) a
 * changed iv silently gives a different key; only the resulting address shows it.
 * @throws SwaprouteError KEY_UNAVAILABLE: wrong password (or a damaged file, which cannot be
 *   distinguished), a secret that is not a key, or one of a different address than the file states
 */
export async function openKeystore(keystore: Keystore, password: Uint8Array): Promise<Buffer> {
  const derived = await deriveKey(keystore.kdf, password)
  try {
    const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), keystore.ciphertext]))
    if (!timingSafeEqual(mac, keystore.mac)) {
      throw new SwaprouteError('KEY_UNAVAILABLE', 'The password does not open the keystore.', {
        hint: 'Try again; if the password is right, the file is damaged: restore it from a copy.',
        context: { reason: 'wrong_password' },
      })
    }
    const decipher = createDecipheriv(cipherName, derived.subarray(0, 16), keystore.iv)
    const secret = Buffer.concat([decipher.update(keystore.ciphertext), decipher.final()])
    if (keystore.content.kind !== 'evm') return secret
    return toEvmKey(secret, keystore.content.address)
  } finally {
    derived.fill(0)
  }
}

/**
 * The text of a new version 3 keystore, readable by geth, Foundry and others where it contains an
 * EVM key. The caller overwrites `secret` and `password`.
 */
export async function writeKeystore(
  secret: Uint8Array,
  password: Uint8Array,
  content: KeystoreContent,
): Promise<string> {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const derived = await deriveKey({ name: 'scrypt', salt, ...writtenKdf }, password)
  try {
    const cipher = createCipheriv(cipherName, derived.subarray(0, 16), iv)
    const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()])
    const mac = Buffer.from(keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext])))
    const keystore = {
      ...describe(content),
      crypto: {
        cipher: cipherName,
        cipherparams: { iv: iv.toString('hex') },
        ciphertext: ciphertext.toString('hex'),
        kdf: 'scrypt',
        kdfparams: { ...writtenKdf, salt: salt.toString('hex') },
        mac: mac.toString('hex'),
      },
      id: randomUUID(),
      version: 3,
    }
    return `${JSON.stringify(keystore, null, 2)}\n`
  } finally {
    derived.fill(0)
  }
}

function describe(content: KeystoreContent): Record<string, unknown> {
  switch (content.kind) {
    case 'evm':
      return content.address === null ? {} : { address: content.address.slice(2).toLowerCase() }
    case 'ton':
      return { swaproute: content }
  }
}

async function deriveKey(kdf: Kdf, password: Uint8Array): Promise<Buffer> {
  switch (kdf.name) {
    case 'scrypt': {
      const { n: N, r, p, dklen, salt } = kdf
      // As OpenSSL counts it: the blocks of all lanes, the table, and two scratch blocks.
      const maxmem = 128 * r * (N + p + 2)
      if (N < 2 ** (16 * r)) return await nativeScrypt(password, salt, dklen, { N, r, p, maxmem })
      // OpenSSL enforces this bound of RFC 7914; the specification's own example exceeds it.
      const { scryptAsync } = await import('@noble/hashes/scrypt.js')
      return Buffer.from(await scryptAsync(password, salt, { N, r, p, dkLen: dklen, maxmem }))
    }
    case 'pbkdf2':
      return await pbkdf2Async(password, kdf.salt, kdf.iterations, kdf.dklen, 'sha256')
  }
}

/** Early clients removed leading zero bytes of their keys. */
function toEvmKey(secret: Buffer, address: string | null): Buffer {
  const key = Buffer.alloc(evmKeyBytes)
  secret.copy(key, evmKeyBytes - secret.length)
  secret.fill(0)
  const actual = addressOfKey(key)
  if (address !== null && actual.toLowerCase() !== address.toLowerCase()) {
    key.fill(0)
    throw otherAddress(address, actual)
  }
  return key
}
