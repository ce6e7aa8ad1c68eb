import { blake2b } from '@noble/hashes/blake2.js'

import { hexBytes, toHex } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse, wrongChecksum } from './result.ts'

// 01 and an Ed25519 key, 02 and a Secp256k1 key. Mixed case carries the checksum of CEP-57.
// https://github.com/casper-network/ceps/blob/master/text/0057-checksummed-addresses.md

export const casperKind: AddressKind = {
  shape: () => '01 and 64, or 02 and 66 hexadecimal digits',
  check: checkCasper,
}

function checkCasper(text: string): AddressCheck {
  const accountHash = /^account-hash-([0-9a-fA-F]{64})$/.exec(text)?.[1]
  if (accountHash !== undefined) {
    return checkDigits(text, accountHash, {
      notes: ['an account hash; many senders need the public key'],
    })
  }
  if (!/^(01[0-9a-fA-F]{64}|02[0-9a-fA-F]{66})$/.test(text)) {
    return refuse('it is not 01 and 64 or 02 and 66 hexadecimal digits')
  }
  return checkDigits(text, text.slice(2))
}

function checkDigits(text: string, digits: string, extra: { notes?: string[] } = {}): AddressCheck {
  const bytes = hexBytes(digits)
  if (bytes === null) return refuse('it is cut or mistyped')
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isOneCase && digits !== checksummed(bytes)) return refuse(wrongChecksum)
  return accept(isOneCase ? text.toLowerCase() : text, bytes, extra)
}

/** Each letter takes the next bit of the hash, lowest bit of each byte first; 1 means capital. */
function checksummed(bytes: Uint8Array): string {
  const hash = blake2b(bytes, { dkLen: 32 })
  let position = 0
  return [...toHex(bytes)]
    .map((digit) => {
      if (digit <= '9') return digit
      const bit = ((hash[(position >> 3) % hash.length] ?? 0) >> (position & 7)) & 1
      position += 1
      return bit === 1 ? digit.toUpperCase() : digit
    })
    .join('')
}
