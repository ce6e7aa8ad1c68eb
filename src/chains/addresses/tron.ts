import { base58CheckBytes } from './codecs.ts'
import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

const version = 0x41

/** https://developers.tron.network/docs/account */
export const tronKind: AddressKind = {
  shape: () => 'T and 33 base58 characters',
  check: (text) => {
    if (/^(0x)?41[0-9a-fA-F]{40}$/.test(text)) return refuse('it is in hexadecimal form')
    if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text))
      return refuse('it is not T and 33 base58 characters')
    const bytes = base58CheckBytes(text)
    if (bytes === null) return refuse(wrongChecksum)
    if (bytes[0] !== version || bytes.length !== 21) return refuse('it belongs to another network')
    return accept(text, bytes.subarray(1))
  },
}
