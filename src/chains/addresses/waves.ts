import { blake2b } from '@noble/hashes/blake2.js'

import { base58Bytes, keccak256, withoutChecksum } from './codecs.ts'
import { accept, type AddressKind, refuse, testNetwork, wrongChecksum } from './result.ts'

const version = 1
const mainNetwork = 'W'.charCodeAt(0)
const testNetworkByte = 'T'.charCodeAt(0)

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
    if (body[1] === testNetworkByte) return refuse(testNetwork)
    const isMain = body.length === 22 && body[0] === version && body[1] === mainNetwork
    return isMain ? accept(text, body.subarray(2)) : refuse('it belongs to another network')
  },
}
