import { sha3_256 } from '@noble/hashes/sha3.js'

import { base32Bytes, keccak256, withoutChecksum } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

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
