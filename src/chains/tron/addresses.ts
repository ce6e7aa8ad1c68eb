import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)
/** First byte of every account. https://developers.tron.network/docs/account */
const version = 0x41

/** The 20 bytes of an address as contracts hold them, 0x-hex; null for what is not one. */
export function tronToHex(address: string): string | null {
  try {
    const bytes = coder.decode(address)
    if (bytes.length !== 21 || bytes[0] !== version) return null
    return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`
  } catch {
    return null // a text that is not base58 with a checksum
  }
}

/** @param hex 20 bytes, with or without 0x, or 21 that begin with 41 */
export function hexToTron(hex: string): string {
  const digits = hex.replace(/^0x/, '').slice(-40)
  return coder.encode(Uint8Array.of(version, ...Buffer.from(digits, 'hex')))
}
