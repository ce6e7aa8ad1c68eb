import { base58CheckBytes, startsWithHex } from './codecs.ts'
import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

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
