import { createHash } from 'node:crypto'
import { toRawTonAddress } from '../../../../src/chains/ton/address.ts'

/** 32 bytes in hex or base64 (either alphabet) as 64 lower-case hex digits; null for others. */
export function readHash(text: string): string | null {
  const plain = text.replace(/^0x/i, '')
  if (/^[0-9a-fA-F]{64}$/.test(plain)) return plain.toLowerCase()
  // A plus sign in a query is read as a blank.
  const base64 = text.replaceAll(' ', '+')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(base64)) return null
  return Buffer.from(base64, 'base64').toString('hex')
}

export function toBase64Hash(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

/** Raw address of any form; null for other text. */
export function readAddress(text: string): string | null {
  return toRawTonAddress(text.trim())
}

// Query parameters of version 3. Invalid ones are answered with 422.

export class BadQueryError extends Error {}

export type Query = { one(name: string): string | null; all(name: string): string[] }

const pageLimit = 1_000

/** A page by `limit` and `offset`. */
export function cut<T>(items: readonly T[], query: Query): T[] {
  const offset = Number(query.one('offset') ?? 0)
  const limit = Math.min(Number(query.one('limit') ?? 10), pageLimit)
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(limit))
    throw new BadQueryError('bad page')
  return items.slice(offset, offset + limit)
}

/** @throws BadQueryError for an invalid hash; null without one */
export function hashIn(query: Query, name: string): string | null {
  const text = query.one(name)
  if (text === null) return null
  const hash = readHash(text)
  if (hash === null) throw new BadQueryError(`${name} is no hash`)
  return hash
}

/** @throws BadQueryError */
export function addressOf(text: string): string {
  const address = readAddress(text)
  if (address === null) throw new BadQueryError(`"${text.slice(0, 80)}" is no address`)
  return address
}

// The sandbox chain has no blocks: a message and all that follows happen at once. Clients are shown
// of one block per second of its clock, whose hashes are derived from its number.

/** Before this moment there was no block. */
const firstSecond = 1_700_000_000
export const shard = '-9223372036854775808'

export function blockNumberAt(seconds: number): number {
  return seconds - firstSecond
}

/** A hash of the block in base64. */
export function blockHash(kind: 'root' | 'file' | 'state', number: number): string {
  return createHash('sha256').update(`swaproute sandbox TON ${kind} ${number}`).digest('base64')
}
