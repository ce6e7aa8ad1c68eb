import { doubleSha256, withoutChecksum } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// c32check: S, the version as one character, then 20 bytes and 4 of checksum as one number.
// https://docs.stacks.co and https://github.com/stacks-network/c32check

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const mainVersions = new Set([22, 20])
const testVersions = new Set([26, 21])
const bodyBytes = 24

export const stacksKind: AddressKind = {
  shape: () => 'SP or SM and up to 39 capital letters or digits',
  check: checkStacks,
}

function checkStacks(text: string): AddressCheck {
  if (!/^S[0-9A-HJKMNP-TV-Z]{28,40}$/.test(text))
    return refuse('it is not SP or SM and its letters and digits')
  const version = alphabet.indexOf(text.charAt(1))
  const bytes = toBytes(text.slice(2))
  if (bytes === null) return refuse('it is cut or mistyped')
  const body = withoutChecksum(Uint8Array.from([version, ...bytes]), 4, doubleSha256)
  if (body === null) return refuse(wrongChecksum)
  if (testVersions.has(version)) return refuse(testNetwork)
  return mainVersions.has(version)
    ? accept(text, body.subarray(1))
    : refuse('it belongs to another network')
}

// Leading zero bytes are written as one leading zero character each.
function toBytes(text: string): Uint8Array | null {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(alphabet.indexOf(character))
  const digits = value.toString(16)
  const zeros = /^0*/.exec(text)?.[0].length ?? 0
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  if (zeros + bytes.length !== bodyBytes) return null
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes])
}
