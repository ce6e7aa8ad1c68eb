import { blake2b } from '@noble/hashes/blake2.js'
import { bech32Parts, hexBytes, toHex, withoutChecksum, bytesOfWords } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse, wrongChecksum } from './result.ts'

// Accounts that are plain hexadecimal numbers without a checksum.

// Tools print all 64 digits; some omit up to four leading zeros. Anything shorter is an EVM
// address, a system object or a text cut while copying.
const leastDigits = 60

/**
 * SUI and APTOS. https://docs.sui.io/concepts/cryptography/transaction-auth/keys-addresses and
 * https://github.com/aptos-foundation/AIPs/blob/main/aips/aip-40.md
 */
export const moveKind: AddressKind = {
  shape: () => '0x and 64 hexadecimal digits',
  check: checkLongHex,
}

/** The accounts of a Move chain since 2025; the bech32 form is of the network before. */
export const iotaKind: AddressKind = {
  shape: () => '0x and 64 hexadecimal digits',
  check: (text) => {
    if (!/^iota1/i.test(text)) return checkLongHex(text)
    const parts = bech32Parts(text)
    const bytes = parts === null ? null : bytesOfWords(parts.words)
    if (bytes === null) return refuse(wrongChecksum)
    if (bytes.length !== 33) return refuse('it is cut or mistyped')
    return accept(text.toLowerCase(), bytes.subarray(1), {
      notes: ['form of the network before 2025; ask the receiver for the 0x address'],
    })
  },
}

/** A number below 2^251. https://docs.starknet.io */
export const starknetKind: AddressKind = {
  shape: () => '0x and up to 64 hexadecimal digits',
  check: (text) => {
    const check = checkLongHex(text)
    if ('refused' in check || BigInt(check.address) < 1n << 251n) return check
    return refuse('it is larger than any account of the chain')
  },
}

export const aionKind: AddressKind = {
  shape: () => '0xa0 and 62 hexadecimal digits',
  check: (text) => {
    if (!/^0xa0[0-9a-f]{62}$/i.test(text)) return refuse('it is not 0xa0 and 62 hexadecimal digits')
    return accept(text.toLowerCase(), hexBytes(text.slice(2)))
  },
}

/** https://developers.flow.com/build/cadence/basics/accounts */
export const flowKind: AddressKind = {
  shape: () => '0x and 16 hexadecimal digits',
  check: (text) => {
    if (!/^(0x)?[0-9a-f]{16}$/i.test(text)) return refuse('it is not 0x and 16 hexadecimal digits')
    const digits = text.replace(/^0x/i, '').toLowerCase()
    return accept(`0x${digits}`, hexBytes(digits))
  },
}

/** `hx` for accounts, `cx` for contracts. https://docs.icon.community */
export const iconKind: AddressKind = {
  shape: () => 'hx (or cx) and 40 hexadecimal digits',
  check: (text) => {
    if (!/^[hc]x[0-9a-f]{40}$/.test(text))
      return refuse('it is not hx or cx and 40 lower-case digits')
    return accept(text, hexBytes(text.slice(2)))
  },
}

/** An account of one key is `k:` and that key. https://docs.kadena.io */
export const kadenaKind: AddressKind = {
  shape: () => 'k: and 64 hexadecimal digits',
  check: (text) => {
    if (/^k:[0-9a-f]{64}$/.test(text)) return accept(text, hexBytes(text.slice(2)))
    const isOtherPrincipal = /^(w:[\w-]{43}:[\w<>=.-]+|[crum]:[\w:.-]+)$/.test(text)
    if (isOtherPrincipal)
      return accept(text, null, { notes: ['account that is not owned by one key'] })
    return refuse('it is not k: and 64 lower-case hexadecimal digits')
  },
}

function checkLongHex(text: string): AddressCheck {
  if (!text.startsWith('0x')) return refuse('it does not begin with 0x')
  const digits = text.slice(2)
  if (!/^[0-9a-fA-F]+$/.test(digits)) {
    return refuse('it has characters other than 0-9 and a-f after 0x')
  }
  if (digits.length > 64 || digits.length < leastDigits) {
    return refuse(`it has ${digits.length} digits after 0x instead of 64`)
  }
  const full = digits.toLowerCase().padStart(64, '0')
  const notes = digits.length === 64 ? [] : ['leading zeros added']
  return accept(`0x${full}`, hexBytes(full), { notes })
}

/** 32 bytes and 6 of checksum, in hexadecimal. https://docs.sia.tech */
export const siaKind: AddressKind = {
  shape: () => '76 hexadecimal digits',
  check: (text) => {
    const bytes = /^[0-9a-f]{76}$/i.test(text) ? hexBytes(text) : null
    if (bytes === null) return refuse('it is not 76 hexadecimal digits')
    const body = withoutChecksum(bytes, 6, (data) => blake2b(data, { dkLen: 32 }))
    return body === null ? refuse(wrongChecksum) : accept(text.toLowerCase(), body)
  },
}

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

/** Each letter uses the next bit of the hash, lowest bit of each byte first; 1 means a capital. */
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
