import { createECDH, randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { SwaprouteError } from '../core/errors.ts'

/** Bytes of a secp256k1 private key. */
export const evmKeyBytes = 32

/**
 * The checksummed address of a private key. The curve arithmetic is OpenSSL's, which does not
 * leak the key through its timing.
 * @throws SwaprouteError KEY_UNAVAILABLE when the bytes are not a key (zero, or not below the
 * order of the curve)
 */
export function addressOfKey(key: Uint8Array): string {
  const ecdh = createECDH('secp256k1')
  try {
    if (key.length !== evmKeyBytes) throw new RangeError('wrong length')
    ecdh.setPrivateKey(key)
  } catch {
    // The cause is dropped: an error must never carry anything that touched a key.
    throw new SwaprouteError('KEY_UNAVAILABLE', 'The private key is not valid on secp256k1.', {
      hint: 'Check that it is the key of an EVM account, 64 hexadecimal digits.',
    })
  }
  return addressOfPublicKey(ecdh.getPublicKey(null, 'uncompressed').subarray(1))
}

/** The checksummed address of a public key, given as its two coordinates in 64 bytes. */
export function addressOfPublicKey(coordinates: Uint8Array): string {
  const hash = keccak_256(coordinates)
  return toChecksumAddress(`0x${Buffer.from(hash.subarray(12)).toString('hex')}`)
}

/** A new random private key; the caller overwrites it after use. */
export function createEvmKey(): Buffer {
  for (;;) {
    const key = randomBytes(evmKeyBytes)
    try {
      addressOfKey(key)
      return key
    } catch {
      key.fill(0) // outside the order of the curve: once in 2^128 draws
    }
  }
}

/**
 * A private key written as 64 hexadecimal digits, with or without `0x`, surrounding spaces allowed.
 * Works on bytes, so that no string of the key exists; the caller overwrites both.
 * @throws SwaprouteError KEY_UNAVAILABLE; the input is never repeated
 */
export function parseEvmKey(text: Uint8Array): Buffer {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  // "0x" or "0X"
  if (text[start] === 0x30 && ((text[start + 1] ?? 0) | 0x20) === 0x78) start += 2

  const key = Buffer.alloc(evmKeyBytes)
  if (end - start === 2 * evmKeyBytes) {
    const isHex = key.every((_, index) => {
      const high = hexDigit(text[start + 2 * index])
      const low = hexDigit(text[start + 2 * index + 1])
      key[index] = ((high & 0x0f) << 4) | (low & 0x0f)
      return high >= 0 && low >= 0
    })
    if (isHex) {
      addressOfKey(key)
      return key
    }
  }
  key.fill(0)
  throw new SwaprouteError('KEY_UNAVAILABLE', 'That is not a private key.', {
    hint: 'A key is 64 hexadecimal digits, with or without 0x; a seed phrase has 12 to 24 words.',
  })
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** Value of an ASCII hexadecimal digit; -1 for anything else. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1
}
