import { toChecksumAddress } from '../evm/checksum.ts'
import { bech32 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Chain } from '../chains.ts'
import { bech32Parts, hexBytes, bytesOfWords } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// Accounts in bech32: the Cosmos family, MULTIVERS_X and ZILLIQA.

const testHrps = new Set(['sthor', 'tthor', 'tzil'])

/** https://docs.cosmos.network: 20 bytes, 32 for contracts and modules. */
export const cosmosKind: AddressKind = {
  shape: ({ addressParams: { hrp = '' } }) => `${hrp}1 and 38 lower-case letters or digits`,
  check: (text, chain) => checkBech32(text, chain, [20, 32]),
}

/** https://docs.multiversx.com */
export const multiversxKind: AddressKind = {
  shape: () => 'erd1 and 58 lower-case letters or digits',
  check: (text, chain) => checkBech32(text, chain, [32]),
}

/**
 * bech32 for people, 0x for machines: the same 20 bytes. A mixed-case 0x form must satisfy the
 * chain's own checksum or, since the chain has an EVM side, EIP-55.
 * https://dev.zilliqa.com
 */
export const zilliqaKind: AddressKind = {
  shape: () => 'zil1 and 38 lower-case letters or digits',
  check: (text, chain) => {
    if (!/^0x[0-9a-f]{40}$/i.test(text)) return checkBech32(text, chain, [20])
    const lower = text.toLowerCase()
    const isOneCase = text === lower || text === `0x${text.slice(2).toUpperCase()}`
    const bytes = hexBytes(lower.slice(2)) ?? new Uint8Array()
    const isChecked = text === zilliqaChecksum(lower, bytes) || text === toChecksumAddress(lower)
    if (!isOneCase && !isChecked) return refuse(wrongChecksum)
    return accept(bech32.encode('zil', bech32.toWords(bytes)), bytes, {
      notes: ['converted from the 0x form'],
    })
  },
}

function zilliqaChecksum(lower: string, bytes: Uint8Array): string {
  const hash = Buffer.from(sha256(bytes)).toString('hex')
  const bits = BigInt(`0x${hash}`)
  const digits = Array.from(lower.slice(2), (digit, index) =>
    (bits >> BigInt(255 - 6 * index)) & 1n ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join('')}`
}

function checkBech32(text: string, chain: Chain, sizes: readonly number[]): AddressCheck {
  const { hrp = '' } = chain.addressParams
  const parts = bech32Parts(text)
  if (parts === null) {
    const isShaped = new RegExp(`^${hrp}1[a-z0-9]{30,}$`, 'i').test(text)
    return refuse(isShaped ? wrongChecksum : 'it is cut or mistyped')
  }
  if (testHrps.has(parts.hrp)) return refuse(testNetwork)
  if (parts.hrp !== hrp) return refuse(`it begins with ${parts.hrp}1 instead of ${hrp}1`)
  const bytes = bytesOfWords(parts.words)
  if (bytes === null || !sizes.includes(bytes.length) || parts.variant !== 'bech32') {
    return refuse('it has a wrong length')
  }
  return accept(text.toLowerCase(), bytes)
}
