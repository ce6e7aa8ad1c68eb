import { blake2b } from '@noble/hashes/blake2.js'

import type { Chain } from '../chains.ts'
import { base58Bytes, withoutChecksum } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse, wrongChecksum } from './result.ts'

// POLKADOT, KUSAMA, ASTAR and POLYX.
// https://docs.polkadot.com/polkadot-protocol/basics/accounts

const salt = new TextEncoder().encode('SS58PRE')
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
    const words = `it has the network number ${network} instead of ${chain.addressParams.ss58}`
    return refuse(network === 42 ? `${words} (the general form of all such chains)` : words)
  }
  return accept(text, payload)
}

function saltedHash(bytes: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.from([...salt, ...bytes]))
}
