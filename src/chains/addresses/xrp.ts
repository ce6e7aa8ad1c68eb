import { base58xrp } from '@scure/base'

import { doubleSha256, startsWithHex, withoutChecksum } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// https://xrpl.org/docs/references/protocol/data-types/base58-encodings and
// https://github.com/XRPLF/XRPL-Standards/discussions/31 (X-addresses)

export const xrpKind: AddressKind = {
  shape: () => 'r and 24 to 34 characters, or X and 46',
  check: checkXrp,
}

function checkXrp(text: string): AddressCheck {
  if (!/^[rXT][1-9A-HJ-NP-Za-km-z]{24,46}$/.test(text)) {
    return refuse('it is not r and 24 to 34 characters')
  }
  const bytes = xrpBytes(text)
  if (bytes === null) return refuse(wrongChecksum)
  if (bytes.length === 21 && bytes[0] === 0) return accept(text, bytes.subarray(1))
  if (startsWithHex(bytes, '0493')) return refuse(testNetwork)
  if (startsWithHex(bytes, '0544') && bytes.length === 31) return checkExtended(text, bytes)
  return refuse('it is of another kind')
}

// 2 bytes prefix, 20 bytes account, 1 byte flags (1: has a tag), 8 bytes tag, little endian, the
// upper four always zero.
function checkExtended(text: string, bytes: Uint8Array): AddressCheck {
  const account = bytes.subarray(2, 22)
  const flags = bytes[22]
  const view = new DataView(bytes.buffer, bytes.byteOffset + 23, 8)
  const tag = view.getUint32(0, true)
  const isPlain = flags === 0 && tag === 0
  if (view.getUint32(4, true) !== 0 || !(isPlain || flags === 1))
    return refuse('it is of another kind')
  if (isPlain) return accept(text, account)
  return accept(text, account, {
    memo: String(tag),
    notes: [`includes the destination tag ${tag}`],
  })
}

/**
 * The classic `r…` address of either form, without the tag of an X-address; null for other texts.
 */
export function classicXrpAddress(text: string): string | null {
  const bytes = xrpBytes(text)
  if (bytes === null) return null
  const isClassic = bytes.length === 21 && bytes[0] === 0
  if (isClassic) return text
  if (!startsWithHex(bytes, '0544') || bytes.length !== 31) return null
  const body = Uint8Array.of(0, ...bytes.subarray(2, 22))
  return base58xrp.encode(Uint8Array.of(...body, ...doubleSha256(body).subarray(0, 4)))
}

function xrpBytes(text: string): Uint8Array | null {
  try {
    return withoutChecksum(base58xrp.decode(text), 4, doubleSha256)
  } catch {
    return null // not of the XRP alphabet
  }
}
