import { Buffer } from 'node:buffer'

// Where things are in the bytes of a chain, for an oracle that shares nothing with the readers.

/**
 * Accounts that Jupiter's IDL names for a method, by the method's first bytes. What follows is handed
 * to the exchanges of the route: Jupiter itself holds what leaves the source to the amount, and what
 * reaches the destination to the minimum, whatever the route is given.
 */
const namedAccounts: Readonly<Record<string, number>> = {
  bb64facc31c4af14: 10, // route_v2
  d19853937cfed8e9: 12, // shared_accounts_route_v2
}

/**
 * A transaction of Solana with every account written out where an instruction names it: the order in
 * which a message lists its accounts follows from which of them may change, and means nothing itself.
 * Null for bytes of another form.
 */
export function solanaInFull(bytes: Buffer): Buffer | null {
  let at = 0
  const take = (length: number): Buffer => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const count = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const [byte = 0] = take(1)
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    return value
  }
  const list = <T>(read: () => T): T[] =>
    Array.from({ length: Math.min(count(), bytes.length) }, read)
  list(() => take(64))
  if (bytes[at] === 0x80) take(1)
  const [signers = 0] = take(3)
  const keys = list(() => take(32))
  take(32) // a block's hash, by which the message ends some day
  const calls = list(() => ({ program: take(1), accounts: take(count()), data: take(count()) }))
  const tables = list(() => ({ table: take(32), writable: take(count()), readonly: take(count()) }))
  if (at !== bytes.length) return null
  const inTable = (of: 'writable' | 'readonly'): Buffer[] =>
    tables.flatMap((one) => [...one[of]].map((place) => Buffer.from([...one.table, place])))
  const accounts = [...keys, ...inTable('writable'), ...inTable('readonly')]
  const places = calls.flatMap((call) => [...call.program, ...call.accounts])
  if (places.some((place) => accounts[place] === undefined)) return null
  const written = (index: number): Buffer => accounts[index] ?? Buffer.alloc(0)
  const named = calls.map((call) => {
    const most = namedAccounts[call.data.subarray(0, 8).toString('hex')]
    return [...call.program, ...call.accounts.subarray(0, most)]
  })
  return Buffer.concat([
    ...keys.slice(0, signers),
    ...named.flatMap((one) => one.map(written)),
    ...calls.map(({ data }) => data),
  ])
}

/**
 * Where the list of entries begins that a call on Stellar may touch: behind what is called and what is
 * permitted. It is the first place that reads as resources of the first version with one to sixty
 * keys, the first of a kind that there is; nothing of a call has such words in a row.
 */
export function stellarResourcesAt(bytes: Buffer): number {
  for (let at = 0; at + 16 <= bytes.length; at += 4) {
    const [soroban, version, keys = 0, kind = 0] = [0, 4, 8, 12].map((more) =>
      bytes.readUInt32BE(at + more),
    )
    const isList = keys > 0 && keys <= 60 && [0, 1, 6, 7].includes(kind)
    if (soroban === 1 && version === 0 && isList) return at
  }
  return bytes.length
}
