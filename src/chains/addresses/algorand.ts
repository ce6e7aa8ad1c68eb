import { sha512_256 } from '@noble/hashes/sha2.js'

import { base32Bytes, isSame } from './codecs.ts'
import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

/** https://dev.algorand.co/concepts/accounts/overview */
export const algorandKind: AddressKind = {
  shape: () => '58 capital letters or digits',
  check: (text) => {
    if (!/^[A-Z2-7]{58}$/.test(text)) return refuse('it is not 58 capital letters or digits 2-7')
    const bytes = base32Bytes(text)
    if (bytes?.length !== 36) return refuse('it is cut or mistyped')
    const key = bytes.subarray(0, 32)
    // The checksum is the end of the hash, not its beginning as elsewhere.
    if (!isSame(sha512_256(key).subarray(-4), bytes.subarray(32))) return refuse(wrongChecksum)
    return accept(text, key)
  },
}
