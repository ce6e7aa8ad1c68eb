import { base32nopad } from '@scure/base'

import { base32Bytes, crc32, hexBytes } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse, wrongChecksum } from './result.ts'

// https://internetcomputer.org/docs/references/ledger (accounts) and
// https://internetcomputer.org/docs/references/ic-interface-spec (principals)

export const icpKind: AddressKind = {
  shape: () => '64 hexadecimal digits, or a principal in groups of five characters',
  check: checkIcp,
}

function checkIcp(text: string): AddressCheck {
  if (/^[0-9a-f]{64}$/i.test(text)) {
    const bytes = hexBytes(text)
    return bytes === null || !hasLeadingCrc(bytes)
      ? refuse(wrongChecksum)
      : accept(text.toLowerCase(), bytes.subarray(4))
  }
  if (!/^[a-z2-7]{1,5}(-[a-z2-7]{1,5})+$/.test(text)) {
    return refuse('it is neither 64 hexadecimal digits nor a principal')
  }
  const bytes = base32Bytes(text.replaceAll('-', '').toUpperCase())
  if (bytes === null || bytes.length <= 4 || bytes.length > 33)
    return refuse('it is cut or mistyped')
  const grouped = base32nopad
    .encode(bytes)
    .toLowerCase()
    .replace(/(.{5})(?=.)/g, '$1-')
  if (!hasLeadingCrc(bytes) || grouped !== text) return refuse(wrongChecksum)
  return accept(text, bytes.subarray(4), {
    notes: ['a principal; some senders need the account of 64 hexadecimal digits'],
  })
}

function hasLeadingCrc(bytes: Uint8Array): boolean {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) === crc32(bytes.subarray(4))
}
