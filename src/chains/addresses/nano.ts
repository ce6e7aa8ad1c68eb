import { blake2b } from '@noble/hashes/blake2.js'

import { isSame } from './codecs.ts'
import { accept, type AddressKind, refuse, wrongChecksum } from './result.ts'

const alphabet = '13456789abcdefghijkmnopqrstuwxyz'

/**
 * 52 characters for the 32-byte key (4 zero bits in front), 8 for its 5-byte checksum, reversed.
 * https://docs.nano.org/integration-guides/the-basics/
 */
export const nanoKind: AddressKind = {
  shape: () => 'nano_ and 60 lower-case letters or digits',
  check: (text) => {
    const match = /^(?:nano|xrb)_([13][13-9a-km-uw-z]{51})([13-9a-km-uw-z]{8})$/.exec(text)
    const keyText = match?.[1]
    const sumText = match?.[2]
    if (keyText === undefined || sumText === undefined) {
      return refuse('it is not nano_ and 60 characters of its alphabet')
    }
    const key = toBytes(keyText, 32)
    const sum = blake2b(key, { dkLen: 5 }).reverse()
    if (!isSame(sum, toBytes(sumText, 5))) return refuse(wrongChecksum)
    return accept(text.replace(/^xrb_/, 'nano_'), key)
  },
}

function toBytes(text: string, size: number): Uint8Array {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(alphabet.indexOf(character))
  const digits = BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, '0')
  return Uint8Array.from(Buffer.from(digits, 'hex'))
}
