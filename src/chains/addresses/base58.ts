import { blake256 } from '@noble/hashes/blake1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58xmr } from '@scure/base'
import type { Chain } from '../chains.ts'
import { checkVersioned } from './bitcoin.ts'
import {
  base58Bytes,
  base58CheckBytes,
  keccak256,
  startsWithHex,
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

const tronVersion = 0x41

/** https://developers.tron.network/docs/account */
export const tronKind: AddressKind = {
  shape: () => 'T and 33 base58 characters',
  check: (text) => {
    if (/^(0x)?41[0-9a-fA-F]{40}$/.test(text)) return refuse('it is in hexadecimal form')
    if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text))
      return refuse('it is not T and 33 base58 characters')
    const bytes = base58CheckBytes(text)
    if (bytes === null) return refuse(wrongChecksum)
    if (bytes[0] !== tronVersion || bytes.length !== 21)
      return refuse('it belongs to another network')
    return accept(text, bytes.subarray(1))
  },
}

/**
 * A public key of 32 bytes in base58, without a checksum; HELIUM uses SOLANA accounts.
 * https://solana.com/docs/core/accounts
 */
export const solanaKind: AddressKind = {
  shape: () => '32 to 44 base58 characters, the form of 32 bytes',
  check: (text) => {
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) {
      return refuse('it is not 32 to 44 base58 characters')
    }
    const bytes = base58Bytes(text)
    if (bytes?.length !== 32)
      return refuse('it does not decode to 32 bytes, so it is cut or mistyped')
    return accept(text, bytes)
  },
}

// tz1 to tz4: accounts by kind of key; KT1: contracts.
const tezosPrefixes = ['06a19f', '06a1a1', '06a1a4', '06a1a6', '025a79']

/** https://octez.tezos.com/docs/active/accounts.html */
export const tezosKind: AddressKind = {
  shape: () => 'tz1, tz2, tz3, tz4 or KT1 and 33 base58 characters',
  check: (text) => {
    if (!/^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) {
      return refuse('it is not tz1 to tz4 or KT1 and 33 characters')
    }
    const bytes = base58CheckBytes(text)
    if (bytes === null) return refuse(wrongChecksum)
    const isKnown =
      bytes.length === 23 && tezosPrefixes.some((prefix) => startsWithHex(bytes, prefix))
    return isKnown ? accept(text, bytes.subarray(3)) : refuse('it is of another kind')
  },
}

const wavesVersion = 1
const wavesMain = 'W'.charCodeAt(0)
const wavesTest = 'T'.charCodeAt(0)

/** https://docs.waves.tech/en/blockchain/binary-format/address-binary-format */
export const wavesKind: AddressKind = {
  shape: () => '3P and 33 base58 characters',
  check: (text) => {
    if (!/^[1-9A-HJ-NP-Za-km-z]{35}$/.test(text)) return refuse('it is not 35 base58 characters')
    const bytes = base58Bytes(text)
    const body =
      bytes === null
        ? null
        : withoutChecksum(bytes, 4, (data) => keccak256(blake2b(data, { dkLen: 32 })))
    if (body === null) return refuse(wrongChecksum)
    if (body[1] === wavesTest) return refuse(testNetwork)
    const isMain = body.length === 22 && body[0] === wavesVersion && body[1] === wavesMain
    return isMain ? accept(text, body.subarray(2)) : refuse('it belongs to another network')
  },
}

/**
 * base58check of version 0xcb, two version bytes of the key, 32 bytes and a sign byte.
 * https://docs.minaprotocol.com
 */
export const minaKind: AddressKind = {
  shape: () => 'B62 and 52 base58 characters',
  check: (text) => {
    if (!/^B62[1-9A-HJ-NP-Za-km-z]{52}$/.test(text))
      return refuse('it is not B62 and 52 base58 characters')
    const bytes = base58CheckBytes(text)
    if (bytes === null) return refuse(wrongChecksum)
    const isKey = bytes.length === 36 && startsWithHex(bytes, 'cb0101')
    return isKey ? accept(text, bytes.subarray(3)) : refuse('it is of another kind')
  },
}

/** base58check with BLAKE-256 twice instead of SHA-256. https://docs.decred.org */
export const decredKind: AddressKind = {
  shape: () => 'Ds or Dc and base58 text',
  check: (text, chain) =>
    checkVersioned(text, chain, (address) =>
      base58CheckBytes(address, (bytes) => blake256(blake256(bytes))),
    ),
}

// POLKADOT, KUSAMA, ASTAR and POLYX.
// https://docs.polkadot.com/polkadot-protocol/basics/accounts

const ss58Salt = new TextEncoder().encode('SS58PRE')
const keyBytes = 32

export const ss58Kind: AddressKind = {
  shape: ({ addressParams: { ss58 } }) => `base58 text with the network number ${ss58}`,
  check: checkSs58,
}

function checkSs58(text: string, chain: Chain): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text)) return refuse('it is cut or mistyped')
  const bytes = base58Bytes(text)
  const body = bytes === null ? null : withoutChecksum(bytes, 2, saltedHash)
  if (body === null) return refuse(wrongChecksum)
  const [first = 0, second = 0] = body
  const isTwoBytes = (first & 0x40) !== 0
  const network = isTwoBytes
    ? ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
    : first
  const payload = body.subarray(isTwoBytes ? 2 : 1)
  if (first > 127 || payload.length !== keyBytes) return refuse('it is of another kind')
  if (network !== chain.addressParams.ss58) {
    const mismatch = `it has the network number ${network} instead of ${chain.addressParams.ss58}`
    return refuse(network === 42 ? `${mismatch} (the general form of all such chains)` : mismatch)
  }
  return accept(text, payload)
}

function saltedHash(bytes: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.from([...ss58Salt, ...bytes]))
}

// https://docs.getmonero.org/public-address/standard-address/

const standard = 18
const integrated = 19
const subaddress = 42
const testPrefixes = new Set([53, 54, 63, 24, 25, 36])

export const moneroKind: AddressKind = {
  shape: () => '4 or 8 and 94 base58 characters',
  check: checkMonero,
}

function checkMonero(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || (text.length !== 95 && text.length !== 106)) {
    return refuse('it is not 95 (or 106) base58 characters')
  }
  const body = moneroBytes(text)
  if (body === null) return refuse(wrongChecksum)
  const prefix = body[0] ?? 0
  if (testPrefixes.has(prefix)) return refuse(testNetwork)
  const payload = body.subarray(1, 65)
  if ((prefix === standard || prefix === subaddress) && body.length === 65)
    return accept(text, payload)
  if (prefix === integrated && body.length === 73) {
    return accept(text, payload, { notes: ['includes a payment id of the owner'] })
  }
  return refuse('it is of another kind')
}

function moneroBytes(text: string): Uint8Array | null {
  try {
    return withoutChecksum(base58xmr.decode(text), 4, keccak256)
  } catch {
    return null // a block that no 8 bytes encode to
  }
}
