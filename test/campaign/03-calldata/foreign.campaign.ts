/**
 * Row 3, chains that other wallets sign: the transaction of every case, changed byte by byte and
 * member by member. The verdict of the checks before printing is compared with an oracle that knows where
 * the accounts and the amounts of the swap are.
 */
import { Buffer } from 'node:buffer'

import type { ForeignTransaction } from '../../../src/core/foreignTransaction.ts'
import { foreignCases } from '../../providers/cases.ts'
import { type BuiltForeign, builtForeign, judgeForeign } from '../support/foreignSwaps.ts'
import type { Random } from '../support/random.ts'
import { defineRow, type Row } from '../support/row.ts'
import { wanted } from '../support/wanted.ts'
import { put, at as valueAt } from '../../support/bodies.ts'
import { foreignOracle, partsOf, writeBytes } from './foreignOracle.ts'
import { withoutStacks } from './withoutStacks.ts'

const cases = wanted(foreignCases)
const perCase = { fast: 400, full: 20_000 }

type Case = (typeof cases)[number][1]

defineRow(
  {
    number: 3,
    title: 'transactions of other chains against an oracle',
    cases: { fast: cases.length * perCase.fast, full: cases.length * perCase.full },
  },
  async (row) => {
    withoutStacks()
    const counts = { safe: 0, odd: 0, 'odd but accepted': 0, unsafe: 0 }
    for (const [id, it] of cases) await runCase(row, id, it, counts)
    row.note(`${cases.length} honest forms; ${JSON.stringify(counts)}`)
  },
)

type Counts = Record<'safe' | 'odd' | 'odd but accepted' | 'unsafe', number>

async function runCase(row: Row, id: string, it: Case, counts: Counts): Promise<void> {
  const { random } = row
  const built = await builtForeign(it)
  const oracle = foreignOracle(built)
  await row.twin(id, async () => {
    if (oracle.known === 0) throw new Error('the oracle finds no term of the swap')
    const { rule } = await judgeForeign(it, built, built.transaction)
    if (rule !== 'ok') throw new Error(`refused by ${rule}`)
  })
  for (let at = 0; at < row.sized(perCase); at += 1) {
    const bent = changed(built, random)
    const { verdict, why } = oracle.judge(bent)
    const what = `${id} #${at} ${why} ${JSON.stringify(bent, plain)}`
    counts[verdict] += 1
    try {
      const { rule, decoded } = await judgeForeign(it, built, bent)
      if (verdict === 'odd' && rule === 'ok') counts['odd but accepted'] += 1
      if (verdict === 'unsafe' && rule === 'ok') row.harm('unsafe signature', `${why} ${what}`)
      else if (verdict === 'safe' && rule !== 'ok') row.failed(what, `refused by ${rule}`)
      else if (decoded !== null && !keepsTerms(built, decoded)) row.harm('unsafe signature', what)
      else row.passed()
    } catch (thrown) {
      row.failed(what, thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
}

/** A check that accepts a changed transaction has read the same swap in it. */
function keepsTerms({ decoded: honest, terms }: BuiltForeign, read: typeof honest): boolean {
  return (
    read.payer === honest.payer &&
    read.recipient === honest.recipient &&
    read.srcToken === honest.srcToken &&
    read.dstToken === honest.dstToken &&
    read.srcAmount === terms.srcAmount &&
    read.minOut >= terms.dstMinAmount
  )
}

/** One or two changes of an honest transaction. */
function changed({ transaction }: BuiltForeign, random: Random): ForeignTransaction {
  let bent: Record<string, unknown> = { ...transaction }
  for (let left = 1 + random.below(2); left > 0; left -= 1) {
    const { bytes, words } = partsOf(bent as ForeignTransaction)
    const names = [...bytes.keys(), ...bytes.keys(), ...bytes.keys(), ...words.keys()]
    const name = random.pick(names.filter((each) => each !== 'kind'))
    const old = bytes.get(name)
    const value = valueAt(bent, name)
    bent = structuredClone(bent)
    put(
      bent,
      name,
      old === undefined
        ? otherWord(value, random)
        : writeBytes(String(value), otherBytes(old, random)),
    )
  }
  return bent as ForeignTransaction
}

function otherBytes(old: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(old)
  const at = random.below(bytes.length)
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([bytes, random.bytes(1 + random.below(33))])
    case 1:
      return bytes.subarray(0, at)
    case 2:
      bytes.fill(0, at, Math.min(at + 32, bytes.length))
      return bytes
    case 3:
      Buffer.from(random.bytes(32)).copy(bytes, at)
      return bytes
    case 4: {
      // Two accounts change places.
      const from = random.below(bytes.length)
      const [one, two] = [at, from].map((place) => Buffer.from(bytes.subarray(place, place + 32)))
      if (one?.length === 32 && two?.length === 32) {
        two.copy(bytes, at)
        one.copy(bytes, from)
      }
      return bytes
    }
    default:
      bytes[at] = random.pick([0, 255, (bytes[at] ?? 0) ^ 1, random.below(256)])
      return bytes
  }
}

function otherWord(old: unknown, random: Random): unknown {
  if (typeof old === 'bigint') return random.pick([old + 1n, old * 2n, 0n, old / 2n])
  if (typeof old === 'number') return random.pick([old + 1, 0, old * 2])
  if (typeof old === 'boolean') return !old
  if (typeof old !== 'string') return random.pick(['', null])
  const at = random.below(Math.max(old.length, 1))
  return random.pick(['', `${old}x`, old.slice(0, at), `${old.slice(0, at)}1${old.slice(at + 1)}`])
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
