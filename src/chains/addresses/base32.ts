import { blake2b } from '@noble/hashes/blake2.js'
import { sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { base32nopad } from '@scure/base'
import {
  base32Bytes,
  crc16,
  crc32,
  doubleSha256,
  hexBytes,
  isSame,
  keccak256,
  withoutChecksum,
} from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

/** https://dev.algorand.co/concepts/accounts/overview */
export const algorandKind: AddressKind = {
  shape: () => '58 capital letters or digits',
  check: (text) => {
    if (!/^[A-Z2-7]{58}$/.test(text)) return refuse('it is not 58 capital letters or digits 2-7')
    const bytes = base32Bytes(text)
    if (bytes?.length !== 36) return refuse('it is cut or mistyped')
    const key = bytes.subarray(0, 32)
    // The checksum is the end of the hash, not its beginning as in other formats.
    if (!isSame(sha512_256(key).subarray(-4), bytes.subarray(32))) return refuse(wrongChecksum)
    return accept(text, key)
  },
}

// https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md

const versionAccount = 6 << 3
const versionMuxed = 12 << 3
const versionContract = 2 << 3

export const stellarKind: AddressKind = {
  shape: () => 'G and 55 capital letters or digits',
  check: checkStellar,
}

function checkStellar(text: string): AddressCheck {
  if (!/^([GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/.test(text)) {
    return refuse('it is not G (or C, M) and 55 (M: 68) capital letters or digits 2-7')
  }
  const bytes = base32Bytes(text)
  if (bytes === null) return refuse('it is cut or mistyped')
  const body = bytes.subarray(0, -2)
  const sum = new DataView(bytes.buffer, bytes.byteOffset + body.length, 2).getUint16(0, true)
  if (crc16(body) !== sum) return refuse(wrongChecksum)
  const payload = body.subarray(1)
  switch (body[0] ?? -1) {
    case versionAccount:
      return accept(text, payload)
    case versionContract:
      return accept(text, payload, { notes: ['a contract; many senders cannot pay it'] })
    case versionMuxed: {
      const id = new DataView(payload.buffer, payload.byteOffset + 32, 8).getBigUint64(0)
      const notes = [`includes the owner's account number ${id}`]
      return accept(text, payload.subarray(0, 32), { memo: id.toString(), notes })
    }
    default:
      return refuse('it is of another kind')
  }
}

// https://internetcomputer.org/docs/references/ledger (accounts) and
// https://internetcomputer.org/docs/references/ic-interface-spec (principals)

export const icpKind: AddressKind = {
  shape: () => '64 hexadecimal digits, or a principal in groups of five characters',
  check: checkIcp,
}

function checkIcp(text: string): AddressCheck {
  if (/^[0-9a-f]{64}$/i.test(text)) {
    const bytes = hexBytes(text)
    return bytes === null || !hasLeadingCrc(bytes)
      ? refuse(wrongChecksum)
      : accept(text.toLowerCase(), bytes.subarray(4))
  }
  if (!/^[a-z2-7]{1,5}(-[a-z2-7]{1,5})+$/.test(text)) {
    return refuse('it is neither 64 hexadecimal digits nor a principal')
  }
  const bytes = base32Bytes(text.replaceAll('-', '').toUpperCase())
  if (bytes === null || bytes.length <= 4 || bytes.length > 33)
    return refuse('it is cut or mistyped')
  const grouped = base32nopad
    .encode(bytes)
    .toLowerCase()
    .replace(/(.{5})(?=.)/g, '$1-')
  if (!hasLeadingCrc(bytes) || grouped !== text) return refuse(wrongChecksum)
  return accept(text, bytes.subarray(4), {
    notes: ['a principal; some senders need the account of 64 hexadecimal digits'],
  })
}

function hasLeadingCrc(bytes: Uint8Array): boolean {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) === crc32(bytes.subarray(4))
}

// NEM and its successor SYMBOL: network byte, 20 bytes, checksum of 4 (NEM) or 3 bytes.
// https://docs.nem.io and https://docs.symbol.dev/concepts/account.html

const mainNetwork = 0x68
const testNetworkByte = 0x98

export const nemKind: AddressKind = {
  shape: () => 'N and 39 capital letters or digits',
  check: (text) => checkNem(text, 40, (bytes) => withoutChecksum(bytes, 4, keccak256)),
}

export const symbolKind: AddressKind = {
  shape: () => 'N and 38 capital letters or digits',
  check: (text) => checkNem(text, 39, (bytes) => withoutChecksum(bytes, 3, sha3_256)),
}

function checkNem(
  text: string,
  length: number,
  body: (bytes: Uint8Array) => Uint8Array | null,
): AddressCheck {
  const plain = text.replaceAll('-', '')
  if (plain.length !== length || !/^[A-Z2-7]+$/.test(plain)) {
    return refuse(`it is not ${length} capital letters or digits 2-7`)
  }
  const bytes = base32Bytes(plain)
  const address = bytes === null ? null : body(bytes)
  if (address === null) return refuse(wrongChecksum)
  if (address[0] === testNetworkByte) return refuse(testNetwork)
  return address[0] === mainNetwork && address.length === 21
    ? accept(plain, address.subarray(1))
    : refuse('it belongs to another network')
}

const nanoAlphabet = '13456789abcdefghijkmnopqrstuwxyz'

/**
 * 52 characters for the 32-byte key (after 4 zero bits), 8 for its 5-byte checksum, reversed.
 * https://docs.nano.org/integration-guides/the-basics/
 */
export const nanoKind: AddressKind = {
  shape: () => 'nano_ and 60 lower-case letters or digits',
  check: (text) => {
    const match = /^(?:nano|xrb)_([13][13-9a-km-uw-z]{51})([13-9a-km-uw-z]{8})$/.exec(text)
    const keyText = match?.[1]
    const sumText = match?.[2]
    if (keyText === undefined || sumText === undefined) {
      return refuse('it is not nano_ and 60 characters of its nanoAlphabet')
    }
    const key = nanoBytes(keyText, 32)
    const sum = blake2b(key, { dkLen: 5 }).reverse()
    if (!isSame(sum, nanoBytes(sumText, 5))) return refuse(wrongChecksum)
    return accept(text.replace(/^xrb_/, 'nano_'), key)
  },
}

function nanoBytes(text: string, size: number): Uint8Array {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(nanoAlphabet.indexOf(character))
  const digits = BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, '0')
  return Uint8Array.from(Buffer.from(digits, 'hex'))
}

// c32check: S, the version as one character, then 20 bytes and 4 of checksum as one number.
// https://docs.stacks.co and https://github.com/stacks-network/c32check

const stacksAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const mainVersions = new Set([22, 20])
const testVersions = new Set([26, 21])
const bodyBytes = 24

export const stacksKind: AddressKind = {
  shape: () => 'SP or SM and up to 39 capital letters or digits',
  check: checkStacks,
}

function checkStacks(text: string): AddressCheck {
  if (!/^S[0-9A-HJKMNP-TV-Z]{28,40}$/.test(text))
    return refuse('it is not SP or SM and its letters and digits')
  const version = stacksAlphabet.indexOf(text.charAt(1))
  const bytes = stacksBytes(text.slice(2))
  if (bytes === null) return refuse('it is cut or mistyped')
  const body = withoutChecksum(Uint8Array.from([version, ...bytes]), 4, doubleSha256)
  if (body === null) return refuse(wrongChecksum)
  if (testVersions.has(version)) return refuse(testNetwork)
  return mainVersions.has(version)
    ? accept(text, body.subarray(1))
    : refuse('it belongs to another network')
}

// Leading zero bytes are written as one leading zero character each.
function stacksBytes(text: string): Uint8Array | null {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(stacksAlphabet.indexOf(character))
  const digits = value.toString(16)
  const zeros = /^0*/.exec(text)?.[0].length ?? 0
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  if (zeros + bytes.length !== bodyBytes) return null
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes])
}
