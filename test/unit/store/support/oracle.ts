import { expect } from 'vitest'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { Journal } from '../../../../src/store/journal.ts'
import { account, planned } from './events.ts'

/** What a journal answers; the word for a question that it refused because of damage. */
type Answers = Record<string, unknown>

const refused = 'damaged'

function answer(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return refused
    throw thrown
  }
}

function idsIn(journal: Journal, options: Parameters<Journal['list']>[0]): string[] {
  return journal.list(options).map(({ swapId, open }) => `${swapId} ${open ? 'open' : 'ended'}`)
}

/** Every question about so many swaps (`swap-0` with `key-0` and `route-0`, …). */
export function askAll(journal: Journal, swaps: number): Answers {
  const numbers = Array.from({ length: swaps }, (_, number) => number)
  const questions: [string, () => unknown][] = [
    ['open', () => idsIn(journal, { open: true, limit: 999 })],
    ['count', () => journal.countOpen()],
    ['newest', () => idsIn(journal, { limit: 999 })],
    ['latest', () => idsIn(journal, { limit: 3 })],
    ['pending', () => journal.pendingTransactions(1, account)],
    ['settled', () => journal.settledTransactions(1, account, 0)],
    ['keys', () => journal.keysSince('key-', 0).toSorted()],
    ...numbers.flatMap((number): [string, () => unknown][] => [
      [`records ${number}`, () => journal.read(`swap-${number}`)],
      [`key ${number}`, () => journal.findByIdempotencyKey(`key-${number}`)],
      [`name ${number}`, () => journal.findByHash(`route-${number}`)],
      [`id ${number}`, () => journal.find(`swap-${number}`)],
      [`receiver ${number}`, () => journal.lastReceiver(`name-${number}`)],
    ]),
  ]
  return Object.fromEntries(questions.map(([name, ask]) => [name, answer(ask)]))
}

/**
 * A damaged journal may refuse to answer, and then takes no swap; what it answers has to be what was
 * written. Returns whether it refused anything.
 */
export function expectNothingHidden(journal: Journal, swaps: number, expected: Answers): boolean {
  const wasFound = journal.damage() !== null
  const answers = askAll(journal, swaps)
  // What is left of a file that was found damaged on opening is incomplete, and says so.
  if (!wasFound) {
    const told = Object.entries(answers).filter(([, value]) => value !== refused)
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(told.map(([name]) => [name, expected[name]])),
    )
  }
  const isTold = wasFound || Object.values(answers).includes(refused)
  const write = (): unknown => journal.create('new', planned())
  if (isTold) expect(write).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  return isTold
}
