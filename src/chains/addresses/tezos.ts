import { base58CheckBytes, startsWithHex } from './codecs.ts'
import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

// tz1 to tz4: accounts by kind of key; KT1: contracts.
const prefixes = ['06a19f', '06a1a1', '06a1a4', '06a1a6', '025a79']

/** https://octez.tezos.com/docs/active/accounts.html */
export const tezosKind: AddressKind = {
  shape: () => 'tz1, tz2, tz3, tz4 or KT1 and 33 base58 characters',
  check: (text) => {
    if (!/^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) {
      return refuse('it is not tz1 to tz4 or KT1 and 33 characters')
    }
    const bytes = base58CheckBytes(text)
    if (bytes === null) return refuse(wrongChecksum)
    const isKnown = bytes.length === 23 && prefixes.some((prefix) => startsWithHex(bytes, prefix))
    return isKnown ? accept(text, bytes.subarray(3)) : refuse('it is of another kind')
  },
}
