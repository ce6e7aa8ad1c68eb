import type { Chain } from '../chains.ts'
import { base58CheckBytes, bytesOfWords } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// BITCOIN_CASH and E_CASH.
// https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/cashaddr.md

const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const testPrefix = /^(bchtest|bchreg|ectest|ecregtest):/i
const checksumWords = 8
const hashBytes = 20
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

export const cashaddrKind: AddressKind = {
  shape: ({ addressParams: { prefix = '' } }) => `${prefix}: and lower-case letters and digits`,
  check: checkCashaddr,
}

function checkCashaddr(text: string, chain: Chain): AddressCheck {
  const { prefix = '', versions = [] } = chain.addressParams
  const isOwn = text.toLowerCase().startsWith(`${prefix}:`)
  if (!isOwn && testPrefix.test(text)) return refuse(testNetwork)

  const legacy = base58CheckBytes(text)
  if (legacy !== null) return fromLegacy(legacy, prefix, versions)

  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase()
  const lower = text.toLowerCase()
  const colon = lower.indexOf(':')
  if (colon !== -1 && lower.slice(0, colon) !== prefix)
    return refuse('it has the prefix of another network')
  const body = lower.slice(colon + 1)
  const words = [...body].map((character) => charset.indexOf(character))
  if (!isOneCase || words.includes(-1) || words.length <= checksumWords) {
    return refuse('it is cut or mistyped')
  }
  if (polymod([...prefixWords(prefix), ...words]) !== 0n) return refuse(wrongChecksum)

  const bytes = bytesOfWords(words.slice(0, -checksumWords))
  if (bytes === null || !isKnownVersion(bytes)) return refuse('it has an unknown type')
  return accept(`${prefix}:${body}`, bytes.subarray(1))
}

// The version byte: bits 3-6 the type (0 to 3: key hash, script hash, each also for token-aware
// wallets), bits 0-2 the size of the hash (0: 20 bytes, 3: 32 bytes).
function isKnownVersion(bytes: Uint8Array): boolean {
  const version = bytes[0] ?? 0xff
  const size = [hashBytes, 0, 0, 32][version & 7]
  return version < 4 << 3 && bytes.length === 1 + (size ?? 0)
}

function fromLegacy(bytes: Uint8Array, prefix: string, versions: readonly string[]): AddressCheck {
  const version = (bytes[0] ?? 0).toString(16).padStart(2, '0')
  const type = versions.indexOf(version)
  if (type === -1 || bytes.length !== 1 + hashBytes) return refuse('it belongs to another network')
  const hash = bytes.subarray(1)
  const words = toWords(Uint8Array.from([type << 3, ...hash]))
  const sum = polymod([
    ...prefixWords(prefix),
    ...words,
    ...Array.from({ length: checksumWords }, () => 0),
  ])
  const sumWords = Array.from({ length: checksumWords }, (_, index) =>
    Number((sum >> BigInt(5 * (checksumWords - 1 - index))) & 31n),
  )
  const body = [...words, ...sumWords].map((word) => charset.charAt(word)).join('')
  return accept(`${prefix}:${body}`, hash, {
    notes: [
      'converted from the old form, which BITCOIN also uses: make sure it is not a BITCOIN address',
    ],
  })
}

function toWords(bytes: Uint8Array): number[] {
  const words: number[] = []
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      words.push((value >> bits) & 31)
      value &= (1 << bits) - 1
    }
  }
  if (bits > 0) words.push((value << (5 - bits)) & 31)
  return words
}

function prefixWords(prefix: string): number[] {
  return [...[...prefix].map((character) => character.charCodeAt(0) & 31), 0]
}

function polymod(words: number[]): bigint {
  let sum = 1n
  for (const word of words) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    generators.forEach((generator, index) => {
      if ((top >> BigInt(index)) & 1n) sum ^= generator
    })
  }
  return sum ^ 1n
}
