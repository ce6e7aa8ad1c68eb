import { createHash } from 'node:crypto'

// The sandbox chain has no blocks: a message and all that follows happen at once. Clients are told
// of one block per second of its clock, whose hashes are made of its number.

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
