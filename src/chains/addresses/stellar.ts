import { base32Bytes, crc16 } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse, wrongChecksum } from './result.ts'

// https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md

const versionAccount = 6 << 3
const versionMuxed = 12 << 3
const versionContract = 2 << 3

export const stellarKind: AddressKind = {
  shape: () => 'G and 55 capital letters or digits',
  check: checkStellar,
}

function checkStellar(text: string): AddressCheck {
  if (!/^([GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/.test(text)) {
    return refuse('it is not G (or C, M) and 55 (M: 68) capital letters or digits 2-7')
  }
  const bytes = base32Bytes(text)
  if (bytes === null) return refuse('it is cut or mistyped')
  const body = bytes.subarray(0, -2)
  const sum = new DataView(bytes.buffer, bytes.byteOffset + body.length, 2).getUint16(0, true)
  if (crc16(body) !== sum) return refuse(wrongChecksum)
  const payload = body.subarray(1)
  switch (body[0] ?? -1) {
    case versionAccount:
      return accept(text, payload)
    case versionContract:
      return accept(text, payload, { notes: ['a contract; many senders cannot pay it'] })
    case versionMuxed: {
      const id = new DataView(payload.buffer, payload.byteOffset + 32, 8).getBigUint64(0)
      const notes = [`carries the account number ${id} of its owner`]
      return accept(text, payload.subarray(0, 32), { memo: id.toString(), notes })
    }
    default:
      return refuse('it is of another kind')
  }
}
