import { base58xmr } from '@scure/base'

import { keccak256, withoutChecksum } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// https://docs.getmonero.org/public-address/standard-address/

const standard = 18
const integrated = 19
const subaddress = 42
const testPrefixes = new Set([53, 54, 63, 24, 25, 36])

export const moneroKind: AddressKind = {
  shape: () => '4 or 8 and 94 base58 characters',
  check: checkMonero,
}

function checkMonero(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || (text.length !== 95 && text.length !== 106)) {
    return refuse('it is not 95 (or 106) base58 characters')
  }
  const body = moneroBytes(text)
  if (body === null) return refuse(wrongChecksum)
  const prefix = body[0] ?? 0
  if (testPrefixes.has(prefix)) return refuse(testNetwork)
  const payload = body.subarray(1, 65)
  if ((prefix === standard || prefix === subaddress) && body.length === 65)
    return accept(text, payload)
  if (prefix === integrated && body.length === 73) {
    return accept(text, payload, { notes: ['carries a payment id of its owner'] })
  }
  return refuse('it is of another kind')
}

function moneroBytes(text: string): Uint8Array | null {
  try {
    return withoutChecksum(base58xmr.decode(text), 4, keccak256)
  } catch {
    return null // a block that no 8 bytes encode to
  }
}
