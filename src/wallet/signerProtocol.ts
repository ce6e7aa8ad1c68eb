import * as z from 'zod/mini'
import { type TonWalletVersion, tonWalletVersions } from '../chains/ton/wallets.ts'
import { isErrorCode, SwaprouteError } from '../core/errors.ts'
import type { SignerSecret } from './keys.ts'
import type { Realm } from './realm.ts'

// The protocol between program and signer process over two pipes: frames of a four-byte length, a
// one-byte kind and a payload. Secrets travel as raw bytes, never as strings that could not be
// overwritten; everything else is JSON.

export const frameKinds = {
  openKey: 1,
  openKeystore: 2,
  sign: 3,
  answer: 4,
  openTon: 5,
  signTon: 6,
} as const

export type Frame = { kind: number; payload: Buffer }

/** Far above any plan or keystore; a longer frame is a fault. */
const maxFrameBytes = 4 * 1024 * 1024
const headerBytes = 5

/** The caller writes the frame and then overwrites it if it has a secret. */
export function encodeFrame(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const frame = Buffer.alloc(headerBytes + length)
  frame.writeUInt32BE(length, 0)
  frame.writeUInt8(kind, 4)
  let position = headerBytes
  for (const part of parts) {
    frame.set(part, position)
    position += part.length
  }
  return frame
}

/**
 * Reassembles frames from the chunks of a pipe. Chunks and internal buffers are overwritten once
 * they are used; the receiver of a payload overwrites it.
 * @returns a function that takes the next chunk and returns the frames it completes
 */
export function createFrameReader(): (chunk: Buffer) => Frame[] {
  let pending = Buffer.alloc(0)
  return (chunk) => {
    const joined = Buffer.concat([pending, chunk])
    pending.fill(0)
    chunk.fill(0)
    const frames: Frame[] = []
    let start = 0
    while (joined.length - start >= headerBytes) {
      const length = joined.readUInt32BE(start)
      if (length > maxFrameBytes) throw new RangeError('frame too long')
      const end = start + headerBytes + length
      if (joined.length < end) break
      const payload = Buffer.from(joined.subarray(start + headerBytes, end))
      frames.push({ kind: joined.readUInt8(start + 4), payload })
      start = end
    }
    pending = Buffer.from(joined.subarray(start))
    joined.fill(0)
    return frames
  }
}

/**
 * First byte: the realm; then the key, or the password's length, the password and the keystore, or
 * the wallet version's index and the TON secret.
 */
export function encodeOpen(secret: SignerSecret, realm: Realm): Buffer {
  const realmByte = Uint8Array.of(realm === 'sandbox' ? 1 : 0)
  if (secret.kind === 'key') return encodeFrame(frameKinds.openKey, realmByte, secret.key)
  if (secret.kind === 'ton') {
    const version = Uint8Array.of(tonWalletVersions.indexOf(secret.walletVersion))
    return encodeFrame(frameKinds.openTon, realmByte, version, secret.secret)
  }
  const length = Buffer.alloc(4)
  length.writeUInt32BE(secret.password.length)
  return encodeFrame(frameKinds.openKeystore, realmByte, length, secret.password, secret.text)
}

/** Views into the payload: overwriting it overwrites them. */
export function decodeOpen(frame: Frame): { secret: SignerSecret; realm: Realm } {
  const { kind, payload } = frame
  const realm: Realm = payload.readUInt8(0) === 1 ? 'sandbox' : 'live'
  switch (kind) {
    case frameKinds.openKey:
      return { secret: { kind: 'key', key: payload.subarray(1) }, realm }
    case frameKinds.openKeystore: {
      const end = 5 + payload.readUInt32BE(1)
      const password = payload.subarray(5, end)
      return { secret: { kind: 'keystore', password, text: payload.subarray(end) }, realm }
    }
    case frameKinds.openTon: {
      const walletVersion = versionAt(payload.readUInt8(1))
      return { secret: { kind: 'ton', secret: payload.subarray(2), walletVersion }, realm }
    }
    default:
      throw new RangeError('unknown frame')
  }
}

function versionAt(index: number): TonWalletVersion {
  const version = tonWalletVersions[index]
  if (version === undefined) throw new RangeError('unknown wallet version')
  return version
}

const answerWire = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('opened'), address: z.string() }),
  z.strictObject({ type: z.literal('signed'), raw: z.string() }),
  z.strictObject({
    type: z.literal('openedTon'),
    publicKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    walletVersion: z.enum(['v4r2', 'v5r1']),
  }),
  z.strictObject({ type: z.literal('signedTon'), boc: z.string() }),
  z.strictObject({
    type: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    hint: z.nullable(z.string()),
    context: z.record(z.string(), z.unknown()),
  }),
])

export type SignerAnswer = z.output<typeof answerWire>

export function encodeAnswer(answer: SignerAnswer): Buffer {
  return encodeFrame(frameKinds.answer, Buffer.from(JSON.stringify(answer), 'utf8'))
}

/** @throws RangeError when the frame is not an answer */
export function decodeAnswer(frame: Frame): SignerAnswer {
  if (frame.kind !== frameKinds.answer) throw new RangeError('unknown frame')
  const result = z.safeParse(answerWire, parseJson(frame.payload.toString('utf8')))
  if (!result.success) throw new RangeError('unknown answer')
  return result.data
}

/**
 * Only this program's own errors are passed on; no other error text leaves the signer, because it
 * might repeat a secret.
 */
export function toRefusal(thrown: unknown): SignerAnswer {
  if (!(thrown instanceof SwaprouteError)) {
    const message = 'The signer failed unexpectedly; nothing was signed.'
    return { type: 'refused', code: 'INTERNAL', message, hint: null, context: {} }
  }
  const { code, message, hint, context } = thrown
  return { type: 'refused', code, message, hint: hint ?? null, context }
}

export function fromRefusal(refusal: Extract<SignerAnswer, { type: 'refused' }>): SwaprouteError {
  const { code, message, hint, context } = refusal
  const known = isErrorCode(code) ? code : 'INTERNAL'
  return new SwaprouteError(known, message, { ...(hint === null ? {} : { hint }), context })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RangeError('not JSON', { cause })
  }
}
