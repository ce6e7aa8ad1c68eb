import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base32nopad, base58, bech32, bech32m } from '@scure/base'

// Decoders return null instead of throwing: a text is only a guess at an address until it is
// checked.

type Hash = (data: Uint8Array) => Uint8Array

export function doubleSha256(data: Uint8Array): Uint8Array {
  return sha256(sha256(data))
}

export function keccak256(data: Uint8Array): Uint8Array {
  return keccak_256(data)
}

export function base58Bytes(text: string): Uint8Array | null {
  return attempt(() => base58.decode(text))
}

/** The bytes before the four checksum bytes; null when the text or its checksum is wrong. */
export function base58CheckBytes(text: string, hash: Hash = doubleSha256): Uint8Array | null {
  const bytes = base58Bytes(text)
  return bytes === null ? null : withoutChecksum(bytes, 4, hash)
}

export function base32Bytes(text: string): Uint8Array | null {
  return attempt(() => base32nopad.decode(text))
}

/** The bytes before a checksum that is the first `size` bytes of their hash. */
export function withoutChecksum(bytes: Uint8Array, size: number, hash: Hash): Uint8Array | null {
  if (bytes.length <= size) return null
  const body = bytes.subarray(0, bytes.length - size)
  const sum = bytes.subarray(bytes.length - size)
  return isSame(hash(body).subarray(0, size), sum) ? body : null
}

export type Bech32Parts = { hrp: string; words: number[]; variant: 'bech32' | 'bech32m' }

/** Reads bech32 and bech32m; `limit` false lifts the 90-character limit of BIP-173. */
export function bech32Parts(text: string, limit: number | false = 90): Bech32Parts | null {
  for (const [variant, coder] of [
    ['bech32', bech32],
    ['bech32m', bech32m],
  ] as const) {
    const parts = coder.decodeUnsafe(text, limit)
    if (parts !== undefined) return { hrp: parts.prefix, words: parts.words, variant }
  }
  return null
}

/** Bytes of 5-bit words; null when padding bits are left over or not zero. */
export function bytesOfWords(words: number[]): Uint8Array | null {
  return bech32.fromWordsUnsafe(words) ?? null
}

/** Bytes of plain hex digits of even length, without `0x`. */
export function hexBytes(digits: string): Uint8Array | null {
  const isHex = digits.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(digits)
  return isHex ? Uint8Array.from(Buffer.from(digits, 'hex')) : null
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** Whether `bytes` begin with the bytes of a hex text. */
export function startsWithHex(bytes: Uint8Array, digits: string): boolean {
  return toHex(bytes.subarray(0, digits.length / 2)) === digits
}

/** CRC-16/XMODEM (polynomial 0x1021, start 0), as TON and STELLAR use it. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff
    }
  }
  return crc
}

/** CRC-32 (IEEE 802.3), as CARDANO and ICP use it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320
    }
  }
  return (crc ^ 0xffffffff) >>> 0
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null // the decoders throw on any text in another format
  }
}
