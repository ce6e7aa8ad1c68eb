/**
 * One row of the test bar: many cases of one kind, in a fast size inside `npm run check` and in full
 * size in `npm run campaign`. A case that fails does not stop the row; at its end the row fails
 * when a case failed, something happened that never may, or fewer cases ran than were promised.
 */
import { inject, test } from 'vitest'
import { createRandom, type Random } from './random.ts'

export type Size = 'fast' | 'full'

/** What never may happen; each is counted over the whole campaign. */
export const harms = [
  'double payment',
  'lost record',
  'unsafe signature',
  'secret found',
  'control byte printed',
] as const
export type Harm = (typeof harms)[number]

export type RowFacts = {
  /** Its number in the test bar. */
  number: number
  title: string
  /** Cases a run of each size has at least, without the honest counterparts. */
  cases: Record<Size, number>
  /** Minutes after which a row counts as hanging; default 5 fast, 60 full. */
  limitMinutes?: Partial<Record<Size, number>>
  /** It waits more than it works, for nothing that other rows of its file share. */
  concurrent?: boolean
}

export type RowResult = {
  number: number
  title: string
  size: Size
  seed: number
  run: number
  passed: number
  failed: number
  twins: { run: number; accepted: number }
  harm: Partial<Record<Harm, number>>
  notes: string[]
  /** The first failures, each on one line. */
  failures: string[]
}

export type Row = {
  size: Size
  seed: number
  /** The same sequence for the same seed, as long as it is asked in the same order. */
  random: Random
  /** Picks the number of this size. */
  sized<T>(sizes: Record<Size, T>): T
  /** Runs one case; a throw is its failure. True if it passed. */
  check(name: string, body: () => unknown): Promise<boolean>
  /** Cases that were looked at in a loop of the row's own. */
  passed(count?: number): void
  failed(name: string, problem: string): void
  /** The honest counterpart of hostile cases: has to be accepted. */
  twin(name: string, body: () => unknown): Promise<boolean>
  /** Something happened that never may; a failure besides. */
  harm(kind: Harm, what: string): void
  /** A remark for the table. */
  note(text: string): void
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `only`: the one provider whose case is run. */
    campaign: { size: Size; seed: number; only?: string }
  }
  interface TaskMeta {
    row?: RowResult
  }
}

const keptFailures = 20

/** Registers the row as a test of this file. */
export function defineRow(facts: RowFacts, body: (row: Row) => Promise<void>): void {
  const { size, seed } = inject('campaign')
  // A full row takes half an hour on a quiet machine, and hours on a busy one.
  const minutes = facts.limitMinutes?.[size] ?? (size === 'fast' ? 5 : 240)
  test(
    `row ${facts.number}: ${facts.title} (${size}, seed ${seed})`,
    { timeout: minutes * 60_000, concurrent: facts.concurrent ?? false },
    async ({ task }) => {
      const { row, result } = createRow(facts, size, seed)
      task.meta.row = result
      try {
        await body(row)
      } catch (thrown) {
        // The failures before it are reported as well.
        row.failed(
          'the row itself',
          thrown instanceof Error ? String(thrown.stack) : String(thrown),
        )
      }
      const expected = facts.cases[size]
      if (result.run < expected) {
        row.failed('the row itself', `${result.run} cases ran, ${expected} were promised`)
      }
      const refused = result.twins.run - result.twins.accepted
      if (result.failed === 0 && refused === 0) return
      throw new Error(
        [`${result.failed} of ${result.run} failed, ${refused} twins refused`, ...result.failures]
          .join('\n')
          .slice(0, 20_000),
      )
    },
  )
}

function createRow(facts: RowFacts, size: Size, seed: number): { row: Row; result: RowResult } {
  const { number, title } = facts
  const result: RowResult = {
    number,
    title,
    size,
    seed,
    run: 0,
    passed: 0,
    failed: 0,
    twins: { run: 0, accepted: 0 },
    harm: {},
    notes: [],
    failures: [],
  }
  const keep = (line: string): void => {
    if (result.failures.length < keptFailures) result.failures.push(line)
  }
  const failed = (name: string, problem: string): void => {
    result.run += 1
    result.failed += 1
    keep(`${name}: ${problem}`)
  }
  const row: Row = {
    size,
    seed,
    random: createRandom(seed + number),
    sized: (sizes) => sizes[size],
    check: async (name, body) => {
      try {
        await body()
      } catch (thrown) {
        failed(name, messageOf(thrown))
        return false
      }
      row.passed()
      return true
    },
    passed: (count = 1) => {
      result.run += count
      result.passed += count
    },
    failed,
    twin: async (name, body) => {
      result.twins.run += 1
      try {
        await body()
      } catch (thrown) {
        keep(`honest twin ${name}: ${messageOf(thrown)}`)
        return false
      }
      result.twins.accepted += 1
      return true
    },
    harm: (kind, what) => {
      result.harm[kind] = (result.harm[kind] ?? 0) + 1
      failed(kind, what)
    },
    note: (text) => void result.notes.push(text),
  }
  return { row, result }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
