import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'

// What is around the 32 bytes in the standard encodings of Ed25519 keys (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefixBytes = 12

/** Of an Ed25519 seed, 32 bytes. */
export function tonPublicKey(seed: Uint8Array): Buffer {
  const spki = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' })
  return Buffer.from(spki.subarray(publicPrefixBytes))
}

export function signWithTonKey(message: Uint8Array, seed: Uint8Array): Buffer {
  return sign(null, message, privateKey(seed))
}

function privateKey(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([privatePrefix, seed])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}
