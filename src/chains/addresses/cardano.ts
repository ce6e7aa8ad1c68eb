import type { Chain } from '../chains.ts'
import { base58Bytes, bech32Parts, crc32, bytesOfWords } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// https://github.com/cardano-foundation/CIPs/blob/master/CIP-0019/README.md

const mainNetwork = 1

export const cardanoKind: AddressKind = {
  shape: () => 'addr1 and lower-case letters or digits, or (Byron) Ae2 or DdzFF and base58 text',
  check: checkCardano,
}

function checkCardano(text: string, _chain: Chain): AddressCheck {
  const lower = text.toLowerCase()
  if (lower.startsWith('addr_test1')) return refuse(testNetwork)
  if (lower.startsWith('stake1')) return refuse('it is a stake address, which cannot be paid')
  return lower.startsWith('addr1') ? checkShelley(text) : checkByron(text)
}

// Header: upper four bits the type, lower four the network. Types 0-3 have payment and stake part,
// 4-5 a pointer, 6-7 a payment part only.
function checkShelley(text: string): AddressCheck {
  const parts = bech32Parts(text, false)
  if (parts === null || parts.hrp !== 'addr' || parts.variant !== 'bech32')
    return refuse(wrongChecksum)
  const bytes = bytesOfWords(parts.words)
  const header = bytes?.[0] ?? 0xff
  const kind = header >> 4
  if (bytes === null || kind > 7) return refuse('it has an unknown type')
  if ((header & 15) !== mainNetwork) return refuse(testNetwork)
  const fits =
    kind <= 3
      ? bytes.length === 57
      : kind <= 5
        ? bytes.length > 31 && bytes.length < 48
        : bytes.length === 29
  return fits ? accept(text.toLowerCase(), bytes.subarray(1)) : refuse('it has a wrong length')
}

// Byron: base58 of the CBOR array [tag 24 of the address bytes, CRC-32 of them].
function checkByron(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,130}$/.test(text))
    return refuse('it begins neither with addr1 nor like a Byron address')
  const bytes = base58Bytes(text)
  const outer = bytes === null ? null : readByron(bytes)
  if (outer === null) return refuse('it is cut or mistyped')
  if (crc32(outer.address) !== outer.sum) return refuse(wrongChecksum)
  const attributes = byronAttributes(outer.address)
  if (attributes === null) return refuse('it is cut or mistyped')
  if (attributes.has(networkMagicKey)) return refuse(testNetwork)
  return accept(text, outer.address.subarray(3, 31))
}

const networkMagicKey = 2

function readByron(bytes: Uint8Array): { address: Uint8Array; sum: number } | null {
  const [array, tag, tagNumber] = bytes
  if (array !== 0x82 || tag !== 0xd8 || tagNumber !== 24) return null
  const address = readItem(bytes, 3)
  if (address === null || address.major !== 2) return null
  const sum = readItem(bytes, address.end)
  if (sum === null || sum.major !== 0 || sum.end !== bytes.length) return null
  return { address: bytes.subarray(address.start, address.end), sum: sum.value }
}

/** Keys of the attribute map in [root hash, attributes, type]. */
function byronAttributes(address: Uint8Array): Set<number> | null {
  if (address[0] !== 0x83) return null
  const root = readItem(address, 1)
  if (root === null || root.major !== 2 || root.value !== 28) return null
  const map = readItem(address, root.end)
  if (map === null || map.major !== 5) return null
  const keys = new Set<number>()
  let position = map.end
  for (let entry = 0; entry < map.value; entry += 1) {
    const key = readItem(address, position)
    const value = key === null ? null : readItem(address, key.end)
    if (key === null || value === null) return null
    keys.add(key.value)
    position = value.end
  }
  return keys
}

/** One CBOR item; byte strings include their content, maps and arrays only their header. */
function readItem(
  bytes: Uint8Array,
  position: number,
): { major: number; value: number; start: number; end: number } | null {
  const head = bytes[position]
  if (head === undefined) return null
  const major = head >> 5
  const info = head & 31
  const extra = info < 24 ? 0 : info <= 26 ? 1 << (info - 24) : -1
  if (extra === -1) return null
  let value = info < 24 ? info : 0
  for (let index = 0; index < extra; index += 1) {
    value = value * 256 + (bytes[position + 1 + index] ?? 0)
  }
  const start = position + 1 + extra
  const end = major === 2 ? start + value : start
  return end <= bytes.length ? { major, value, start, end } : null
}
