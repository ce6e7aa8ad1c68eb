import * as z from 'zod/mini'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { showTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import { type TonWalletVersion, walletAddress } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import { tonNetworkIds } from './realm.ts'

/**
 * The content of a keystore. An EVM key is plain version 3, whose address field is optional. Every
 * other kind is marked by an additional field `swaproute`, which other programs ignore.
 */
export type KeystoreContent =
  | { kind: 'evm'; address: string | null }
  /**
   * 24 words or 64 hexadecimal digits as UTF-8 text; one secret has another address per wallet
   * contract (K7), here the non-bounceable one of the main network. The public key (64 hex digits)
   * belongs to the address; null in files of other makers.
   */
  | { kind: 'ton'; address: string; walletVersion: TonWalletVersion; publicKey: string | null }

export type Kdf =
  | { name: 'scrypt'; n: number; r: number; p: number; dklen: number; salt: Buffer }
  | { name: 'pbkdf2'; iterations: number; dklen: number; salt: Buffer }

/** A keystore as read; nothing in it is secret without the password. */
export type Keystore = {
  content: KeystoreContent
  kdf: Kdf
  iv: Buffer
  ciphertext: Buffer
  mac: Buffer
}

const gibibyte = 2 ** 30
/**
 * K5, plus a limit on time: N·r·p of four full gibibyte runs, some twenty seconds. Memory is the
 * table of N blocks and the blocks of the p lanes, which are few in ordinary files.
 */
const kdfLimits = {
  n: 2 ** 20,
  memory: gibibyte,
  lanes: 2 ** 24,
  work: 2 ** 25,
  iterations: 10_000_000,
} as const
const maxSecretBytes = 1024

const positive = z.int().check(z.gte(1))
const dklen = z.int().check(z.gte(32), z.lte(64))
const salt = hexBytes(0, 1024)

const scryptParams = z
  .object({ n: z.int().check(z.gte(2), z.lte(kdfLimits.n)), r: positive, p: positive, dklen, salt })
  .check(
    z.refine(({ n }) => Number.isInteger(Math.log2(n))),
    z.refine(({ n, r }) => 128 * n * r <= kdfLimits.memory),
    z.refine(({ r, p }) => 128 * r * p <= kdfLimits.lanes),
    z.refine(({ n, r, p }) => n * r * p <= kdfLimits.work),
  )

const pbkdf2Params = z.object({
  c: z.int().check(z.gte(1), z.lte(kdfLimits.iterations)),
  prf: z.string().check(z.regex(/^hmac-sha256$/i)),
  dklen,
  salt,
})

const address = z.pipe(
  z.string().check(z.regex(/^(?:0x)?[0-9a-f]{40}$/i)),
  z.transform((text: string) => toChecksumAddress(`0x${text.replace(/^0x/i, '')}`)),
)

const otherContent = z.object({
  kind: z.literal('ton'),
  address: z.string().check(z.refine((text) => toRawTonAddress(text) !== null)),
  walletversion: z.enum(['v4r2', 'v5r1']),
  publickey: z.nullish(hexBytes(32, 32)),
})

const envelope = z.object({
  version: z.union([z.literal(3), z.literal('3')]),
  // Some programs write an empty address instead of omitting it.
  address: z.nullish(z.union([address, z.literal('')])),
  swaproute: z.optional(otherContent),
  crypto: z.object({
    cipher: z.string().check(z.regex(/^aes-128-ctr$/i)),
    cipherparams: z.object({ iv: hexBytes(16, 16) }),
    ciphertext: hexBytes(1, maxSecretBytes),
    mac: hexBytes(32, 32),
    kdf: z.string(),
    kdfparams: z.unknown(),
  }),
})

/** Hex with or without `0x`, in any letter case, of `min` to `max` bytes. */
function hexBytes(min: number, max: number) {
  return z.pipe(
    z.string().check(
      z.maxLength(2 * max + 2),
      z.regex(/^(?:0x)?(?:[0-9a-f]{2})*$/i),
      z.refine((text) => text.replace(/^0x/i, '').length >= 2 * min),
      z.refine((text) => text.replace(/^0x/i, '').length <= 2 * max),
    ),
    z.transform((text: string) => Buffer.from(text.replace(/^0x/i, ''), 'hex')),
  )
}

/**
 * Parses the text of a version 3 keystore. Field names in any letter case (early geth wrote
 * `Crypto`), hex with or without `0x`, address optional. The limits on the key derivation are
 * checked before anything is derived (K5).
 * @throws SwaprouteError KEY_UNAVAILABLE naming the invalid field
 */
export function parseKeystore(text: Uint8Array): Keystore {
  const wire = check(envelope, lowerCaseKeys(parseJson(text), 0), [])
  const { crypto } = wire
  const content = toContent(wire)
  // An EVM key has 32 bytes, slightly fewer where early clients removed leading zeros.
  if (content.kind === 'evm' && crypto.ciphertext.length > 32) throw unreadable('crypto.ciphertext')
  return {
    content,
    kdf: toKdf(crypto.kdf, crypto.kdfparams),
    iv: crypto.cipherparams.iv,
    ciphertext: crypto.ciphertext,
    mac: crypto.mac,
  }
}

function toContent(wire: z.output<typeof envelope>): KeystoreContent {
  if (wire.swaproute === undefined) return { kind: 'evm', address: wire.address || null }
  const { kind, address: own, walletversion: walletVersion, publickey } = wire.swaproute
  const publicKey = publickey ?? null
  if (publicKey !== null) {
    const made = walletAddress(walletVersion, publicKey, tonNetworkIds.live)
    if (made !== toRawTonAddress(own)) throw otherAddress(own, showTonAddress(made, 'wallet'))
  }
  return { kind, address: own, walletVersion, publicKey: publicKey?.toString('hex') ?? null }
}

function toKdf(name: string, params: unknown): Kdf {
  const path = ['crypto', 'kdfparams']
  switch (name.toLowerCase()) {
    case 'scrypt':
      return { name: 'scrypt', ...check(scryptParams, params, path) }
    case 'pbkdf2': {
      const { c, dklen: length, salt: bytes } = check(pbkdf2Params, params, path)
      return { name: 'pbkdf2', iterations: c, dklen: length, salt: bytes }
    }
    default:
      throw unreadable('crypto.kdf')
  }
}

function parseJson(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch {
    throw unreadable('JSON') // the parser's message repeats parts of the file
  }
}

/**
 * Only to the depth of a keystore.
 * @throws SwaprouteError when two names differ only in case
 */
function lowerCaseKeys(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (depth > 3) throw unreadable('depth')
  const entries = Object.entries(value).map(
    ([key, inner]) => [key.toLowerCase(), lowerCaseKeys(inner, depth + 1)] as const,
  )
  const names = new Set(entries.map(([key]) => key))
  if (names.size !== entries.length) throw unreadable('doubled field')
  return Object.fromEntries(entries)
}

function check<T extends z.ZodMiniType>(schema: T, value: unknown, path: string[]): z.output<T> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw unreadable([...path, ...(issue?.path ?? [])].join('.') || 'contents')
}

/** The error for a file whose address and key belong to different wallets (K5). */
export function otherAddress(stated: string, actual: string): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The keystore states ${stated} but has the key of ${actual}.`,
    { hint: 'The file was changed; restore it from a copy.', context: { check: 'K5' } },
  )
}

function unreadable(field: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', `The file is not a readable keystore (${field}).`, {
    hint: 'Use a version 3 keystore with aes-128-ctr and scrypt (N up to 2^20, 1 GiB) or pbkdf2.',
    context: { check: 'K5', field },
  })
}
