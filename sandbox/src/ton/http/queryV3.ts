import { readAddress, readHash } from './hashText.ts'

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
