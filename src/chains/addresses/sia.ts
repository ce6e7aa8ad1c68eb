import { blake2b } from '@noble/hashes/blake2.js'

import { hexBytes, withoutChecksum } from './codecs.ts'
import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

/** 32 bytes and 6 of checksum, in hexadecimal. https://docs.sia.tech */
export const siaKind: AddressKind = {
  shape: () => '76 hexadecimal digits',
  check: (text) => {
    const bytes = /^[0-9a-f]{76}$/i.test(text) ? hexBytes(text) : null
    if (bytes === null) return refuse('it is not 76 hexadecimal digits')
    const body = withoutChecksum(bytes, 6, (data) => blake2b(data, { dkLen: 32 }))
    return body === null ? refuse(wrongChecksum) : accept(text.toLowerCase(), body)
  },
}
