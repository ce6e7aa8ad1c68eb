import { crc16, hexBytes } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// https://docs.ton.org/foundations/addresses/formats

const tagBounceable = 0x11
const tagNonBounceable = 0x51
const flagTestOnly = 0x80

export type TonAddress = {
  workchain: number
  /** 32 bytes. */
  hash: Uint8Array
  /** Null for the raw form, which does not say. */
  bounceable: boolean | null
  testOnly: boolean
}

export const tonKind: AddressKind = {
  shape: () => '48 characters that begin with UQ or EQ, or 0: and 64 hexadecimal digits',
  check: checkTon,
}

/** Both written forms, raw and friendly; null when the text is neither or its checksum is wrong. */
export function parseTonAddress(text: string): TonAddress | null {
  const raw = /^(0|-1):([0-9a-fA-F]{64})$/.exec(text)
  if (raw !== null) {
    const hash = hexBytes(raw[2] ?? '')
    return hash === null
      ? null
      : { workchain: Number(raw[1]), hash, bounceable: null, testOnly: false }
  }
  const bytes = friendlyBytes(text)
  if (bytes === null || crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return null
  const testOnly = (bytes.readUInt8(0) & flagTestOnly) !== 0
  const tag = bytes.readUInt8(0) & ~flagTestOnly
  const workchain = bytes.readInt8(1)
  const isKnown = tag === tagBounceable || tag === tagNonBounceable
  if (!isKnown || (workchain !== 0 && workchain !== -1)) return null
  return {
    workchain,
    hash: Uint8Array.from(bytes.subarray(2, 34)),
    bounceable: tag === tagBounceable,
    testOnly,
  }
}

/** The friendly form in its URL-safe alphabet: `EQ…` bounceable, `UQ…` not. */
export function formatTonAddress(address: TonAddress, bounceable: boolean): string {
  const bytes = Buffer.alloc(36)
  const flag = address.testOnly ? flagTestOnly : 0
  bytes.writeUInt8((bounceable ? tagBounceable : tagNonBounceable) | flag, 0)
  bytes.writeInt8(address.workchain, 1)
  bytes.set(address.hash, 2)
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34)
  return bytes.toString('base64url')
}

function checkTon(text: string): AddressCheck {
  const address = parseTonAddress(text)
  if (address === null) {
    return refuse(friendlyBytes(text) === null ? 'it is cut or mistyped' : wrongChecksum)
  }
  if (address.testOnly) return refuse(testNetwork)
  // A wallet that has never sent anything must be paid without the bounce flag.
  const notes = address.bounceable === null ? ['shown in wallet form'] : []
  return accept(formatTonAddress(address, address.bounceable ?? false), address.hash, { notes })
}

function friendlyBytes(text: string): Buffer | null {
  const isFriendly = /^[A-Za-z0-9_-]{48}$/.test(text) || /^[A-Za-z0-9+/]{48}$/.test(text)
  return isFriendly ? Buffer.from(text, 'base64') : null
}
