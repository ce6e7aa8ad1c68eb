import { bech32Parts, hexBytes, wordBytes } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse, wrongChecksum } from './result.ts'

// Accounts that are plain hexadecimal numbers without a checksum.

// Tools print all 64 digits; up to four leading zeros are sometimes left out. Anything shorter is
// an EVM address, a system object or a text cut in copying.
const leastDigits = 60

/**
 * SUI and APTOS. https://docs.sui.io/concepts/cryptography/transaction-auth/keys-addresses and
 * https://github.com/aptos-foundation/AIPs/blob/main/aips/aip-40.md
 */
export const moveKind: AddressKind = {
  shape: () => '0x and 64 hexadecimal digits',
  check: checkLongHex,
}

/** Since 2025 the accounts of a Move chain; the bech32 form is of the network before. */
export const iotaKind: AddressKind = {
  shape: () => '0x and 64 hexadecimal digits',
  check: (text) => {
    if (!/^iota1/i.test(text)) return checkLongHex(text)
    const parts = bech32Parts(text)
    const bytes = parts === null ? null : wordBytes(parts.words)
    if (bytes === null) return refuse(wrongChecksum)
    if (bytes.length !== 33) return refuse('it is cut or mistyped')
    return accept(text.toLowerCase(), bytes.subarray(1), {
      notes: ['form of the network before 2025; ask the receiver for his 0x address'],
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
