import { Buffer } from 'node:buffer'

import { base32, base58 } from '@scure/base'

import type { ForeignTransaction } from '../../../src/core/foreignTransaction.ts'
import type { Judgement } from '../../providers/judgeCall.ts'
import type { BuiltForeign } from '../support/foreignSwaps.ts'
import { nearFault } from './nearOracle.ts'
import { solanaInFull, stellarResourcesAt } from './foreignLayout.ts'

// What an honest transaction of another chain may not have changed, by its bytes alone: the accounts
// and the amounts of the swap are in it as the chain writes them, at any position. This shares
// nothing with the readers of the chains.

/** The members of a transaction that are encoded bytes, and all others. */
export type Parts = { bytes: ReadonlyMap<string, Buffer>; words: ReadonlyMap<string, string> }

/** Where an entry of a list is counted from, in the paths of what it holds. */
type CountedFrom = 'start' | 'end'

export function partsOf(transaction: ForeignTransaction, from: CountedFrom = 'start'): Parts {
  const bytes = new Map<string, Buffer>()
  const words = new Map<string, string>()
  for (const [name, value] of leavesOf(transaction, from)) {
    // Inside of a document nothing is encoded bytes.
    const isMember = typeof value === 'string' && !name.includes('.')
    const read = isMember ? readBytes(value) : null
    if (read === null) words.set(name, String(value))
    else bytes.set(name, read)
  }
  return { bytes, words }
}

/** Every text and number of a transaction, by its path. */
function leavesOf(value: unknown, from: CountedFrom, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const nameOf = (name: string): string =>
    from === 'end' && Array.isArray(value) ? String(Number(name) - value.length) : name
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, from, path === '' ? nameOf(name) : `${path}.${nameOf(name)}`),
  )
}

/** Whether a text of a document has this term: as it is, quoted in another text, or as a number. */
function says(text: string, term: string): boolean {
  if (text === term || text.includes(`"${term}"`)) return true
  const [one, other] = [text, term].map((each) =>
    /^0x[\da-f]{1,64}$/i.test(each) ? BigInt(each) : null,
  )
  return one !== null && one === other
}

/** Terms that a document has as text. */
function textsOf({ terms, decoded }: BuiltForeign): string[] {
  const { fromAddress, receiver, srcAmount } = terms
  const amount = srcAmount > 255n ? [String(srcAmount), `0x${srcAmount.toString(16)}`] : []
  return [fromAddress, receiver, decoded.target, decoded.payer, decoded.recipient, ...amount]
}

/** Long texts of hex or base64. */
function readBytes(text: string): Buffer | null {
  if (text.length < 64) return null
  if (/^(?:[\da-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z\d+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64')
    : null
}

/** As `readBytes` reads it. */
export function writeBytes(old: string, bytes: Buffer): string {
  return /^(?:[\da-f]{2})+$/i.test(old) ? bytes.toString('hex') : bytes.toString('base64')
}

/** How chains write the terms of a swap into bytes. */
function needlesOf({ terms, decoded }: BuiltForeign): Buffer[] {
  const { fromAddress, receiver, srcAmount } = terms
  const accounts = [fromAddress, receiver, decoded.target, decoded.payer, decoded.recipient]
  return [...accounts.flatMap(accountBytes), ...(srcAmount > 255n ? amountBytes(srcAmount) : [])]
}

/** The position of a minimum, and the order of its bytes: a larger one is harmless. */
type Minimum = { at: number; size: number; isReversed: boolean }

function minimumsIn(bytes: Buffer, { terms, decoded }: BuiltForeign): Minimum[] {
  const found = [terms.dstMinAmount, decoded.minOut]
    .filter((amount) => amount > 255n)
    .flatMap((amount) =>
      amountBytes(amount).flatMap((needle, index) => {
        const at = bytes.indexOf(needle)
        return at < 0 ? [] : [{ at, size: needle.length, isReversed: index === 1 }]
      }),
    )
  // The last half of a word alone proves nothing: the word as a whole may have grown.
  return found.filter(({ at, size }) =>
    found.every((word) => word.size <= size || at < word.at || at >= word.at + word.size),
  )
}

function minimumAt(bytes: Buffer, { at, size, isReversed }: Minimum): bigint {
  const digits = bytes.subarray(at, at + size)
  const ordered = Buffer.from(isReversed ? digits.toReversed() : digits)
  return BigInt(`0x${ordered.toString('hex')}`)
}

function accountBytes(address: string): Buffer[] {
  if (/^0x[\da-f]{40,64}$/i.test(address)) return [Buffer.from(address.slice(2), 'hex')]
  // Stellar: a byte of its kind before the account, two of a checksum behind it.
  if (/^[CG][A-Z2-7]{55}$/.test(address))
    return [Buffer.from(base32.decode(address).subarray(1, 33))]
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,50}$/.test(address)) return []
  const decoded = Buffer.from(base58.decode(address))
  if (decoded.length === 32) return [decoded]
  // TRON: a byte of the network before the account, four of a checksum behind it.
  return decoded.length === 25 ? [decoded.subarray(1, 21)] : []
}

/** A word of 32 bytes; eight bytes, last one first; eight bytes. */
function amountBytes(amount: bigint): Buffer[] {
  const word = Buffer.from(amount.toString(16).padStart(64, '0'), 'hex')
  const half = word.subarray(24)
  return amount >= 1n << 64n ? [word] : [word, Buffer.from(half.toReversed()), half]
}

/** The places of a member's bytes that say a term of the swap. */
function protectedPlaces(bytes: Buffer, needles: readonly Buffer[]): Set<number> {
  const places = new Set<number>()
  for (const needle of needles) {
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      for (let next = at; next < at + needle.length; next += 1) places.add(next)
    }
  }
  return places
}

/** The parts of two members that decide, of the same size; those of Solana are written out. */
function decisive(kind: string, bytes: Buffer, other: Buffer): [honest: Buffer, bent: Buffer] {
  if (kind === 'stellar') {
    // Stellar lists what a call touches behind it, which changes nothing of the call.
    const end = stellarResourcesAt(bytes)
    return [bytes.subarray(0, end), other.subarray(0, end)]
  }
  if (kind !== 'solana') return [bytes, other]
  const [honest, bent] = [solanaInFull(bytes), solanaInFull(other)]
  const isAlike = honest !== null && honest.length === bent?.length
  return isAlike ? [honest, bent] : [bytes, other]
}

export type Oracle = {
  /** Terms that were found in the honest bytes; empty: the oracle is blind. */
  known: number
  judge(transaction: ForeignTransaction): Judgement
}

/** The possible verdicts on bent transactions of one honest one. */
export function foreignOracle(built: BuiltForeign): Oracle {
  const { kind } = built.transaction
  // On NEAR, as many registrations as the chain asks for come before the payment.
  const from = kind === 'near' ? 'end' : 'start'
  const honest = partsOf(built.transaction, from)
  const needles = needlesOf(built)
  const texts = textsOf(built)
  const said = new Map(
    [...honest.words].map(([name, word]) => [name, texts.filter((text) => says(word, text))]),
  )
  const known =
    [...honest.bytes.values()]
      .map((bytes) => protectedPlaces(decisive(kind, bytes, bytes)[0], needles).size)
      .reduce((sum, size) => sum + size, 0) +
    [...said.values()].reduce((sum, found) => sum + found.length, 0)
  const changedIn = (old: Buffer, now: Buffer): number | undefined =>
    [...protectedPlaces(old, needles)].find((at) => now[at] !== old[at])
  const judge = (transaction: ForeignTransaction): Judgement => {
    const bent = partsOf(transaction, from)
    const fault = transaction.kind === 'near' ? nearFault(transaction, built) : null
    if (fault !== null) return { verdict: 'unsafe', why: fault }
    let isSame = bent.bytes.size === honest.bytes.size
    for (const [name, bytes] of honest.bytes) {
      const other = bent.bytes.get(name)
      if (other?.equals(bytes) === true) continue
      isSame = false
      if (other === undefined || other.length !== bytes.length)
        return { verdict: 'unsafe', why: `${name} of another size` }
      const [old, now] = decisive(kind, bytes, other)
      // Accounts of a route's steps are the program's own affair: they count where bytes of a term do.
      const isListed = kind !== 'solana' || changedIn(bytes, other) !== undefined
      const changed = isListed ? changedIn(old, now) : undefined
      if (changed !== undefined) return { verdict: 'unsafe', why: `${name} at ${changed}` }
      const least = minimumsIn(old, built).map((minimum) => minimumAt(now, minimum))
      if (least.some((minimum) => minimum < built.terms.dstMinAmount))
        return { verdict: 'unsafe', why: `${name} promises less` }
    }
    const words = [...honest.words].filter(([name, value]) => bent.words.get(name) !== value)
    const absent: string[] = []
    for (const [name] of words) {
      const [terms = [], word] = [said.get(name), bent.words.get(name)]
      if (word === undefined) {
        if (terms.length > 0) absent.push(name)
        continue
      }
      const lost = terms.find((text) => !says(word, text))
      if (lost !== undefined) return { verdict: 'unsafe', why: `${name} no longer says ${lost}` }
    }
    // Last, because the terms that are present may prove it unsafe first.
    if (absent.length > 0) return { verdict: 'unsafe', why: `${absent.join()} of another size` }
    return isSame && words.length === 0
      ? { verdict: 'safe', why: '' }
      : { verdict: 'odd', why: words.map(([name]) => name).join() }
  }
  return { known, judge }
}
