import { createHash } from 'node:crypto'

// A payment is recognised later by what was built for it: a call this program can no longer decode
// may still be that one, and any other call is not a payment, whatever its data (S9).

/** What a payment sends to its contract. */
export type SentCall = { data: string; value: bigint }

/** Stored with an order: value, length and digest of the calldata. */
export function markOf({ data, value }: SentCall): string {
  return `${value}.${data.length}.${digestOf(data)}`
}

/** More may follow the calldata: wallets and their builders sign with it. */
export function hasMark(mark: string, { data, value }: SentCall): boolean {
  const [markedValue, length, digest] = mark.split('.')
  if (markedValue !== String(value)) return false
  return digestOf(data.slice(0, Number(length))) === digest
}

function digestOf(data: string): string {
  return createHash('sha256').update(data.toLowerCase()).digest('hex')
}
