import { blake2b } from '@noble/hashes/blake2.js'

import { base32Bytes, withoutChecksum } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// https://spec.filecoin.io/appendix/address/

const payloadBytes: Readonly<Record<string, number>> = { '1': 20, '2': 20, '3': 48 }

export const filecoinKind: AddressKind = {
  shape: () => 'f1 and 39 lower-case letters or digits, or f0, f2, f3, f4',
  check: checkFilecoin,
}

function checkFilecoin(text: string): AddressCheck {
  if (/^t[0-4]/.test(text)) return refuse(testNetwork)
  if (/^f0(0|[1-9]\d{0,18})$/.test(text)) return accept(text, null)
  const plain = /^f([123])([a-z2-7]+)$/.exec(text)
  if (plain !== null) {
    const [, protocol = '', body = ''] = plain
    return withSum(text, body, [Number(protocol)], payloadBytes[protocol] ?? null)
  }
  const delegated = /^f4(\d{1,10})f([a-z2-7]+)$/.exec(text)
  if (delegated !== null) {
    const [, manager = '', body = ''] = delegated
    return withSum(text, body, [4, ...leb128(Number(manager))], null)
  }
  return refuse('it is not f0, f1, f2, f3 or f4 and its number or letters')
}

/** The checksum covers the protocol (and manager) before the payload. */
function withSum(text: string, body: string, head: number[], size: number | null): AddressCheck {
  const bytes = base32Bytes(body.toUpperCase())
  if (bytes === null || bytes.length <= 4 || bytes.length > 58)
    return refuse('it is cut or mistyped')
  if (size !== null && bytes.length !== size + 4) return refuse('it has a wrong length')
  const whole = withoutChecksum(Uint8Array.from([...head, ...bytes]), 4, (data) =>
    blake2b(data, { dkLen: 4 }),
  )
  return whole === null ? refuse(wrongChecksum) : accept(text, bytes.subarray(0, -4))
}

function leb128(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest === 0 ? low : low + 128)
  } while (rest !== 0)
  return bytes
}
