import { isDeepStrictEqual } from 'node:util'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import type { Journal } from '../../../src/store/journal.ts'
import type { JournalRecord } from '../../../src/store/records.ts'
import { Violation } from './machine.ts'
import type { Process } from './process.ts'

type EventOf<T extends JournalRecord['event']['type']> = Extract<
  JournalRecord['event'],
  { type: T }
>
export type EndEvent =
  | EventOf<'done'>
  | EventOf<'refunded'>
  | EventOf<'failed'>
  | EventOf<'abandoned'>
export type FirstEvent = EventOf<'planned'> | EventOf<'order_planned'>

/** What the machine itself knows to be true of a swap, identified by its amount. */
export type Truth = {
  /** How often the payment took effect on the chain. */
  payments: (first: FirstEvent) => number
  /** Null when the end is what happened, otherwise what is wrong with it. */
  judgeEnd: (
    end: EndEvent,
    first: FirstEvent,
    records: readonly JournalRecord[],
  ) => Promise<string | null>
}

/** Compares the journal with what was acknowledged and with the truth. */
export type Watch = {
  kept(record: JournalRecord): void
  /** Checks what was written since the last check; all swaps at the end of a run. */
  look(journal: Journal, truth: Truth): Promise<void>
  lookAtAll(journal: Journal, truth: Truth): Promise<void>
  /** What a living process answered has to be so. */
  hear(said: unknown, process: Process<unknown>, journal: Journal, truth: Truth): void
}

const passedLater: ReadonlySet<string> = new Set(['allowance', 'cost', 'freed'])

export function createWatch(): Watch {
  const acknowledged = new Map<string, JournalRecord[]>()
  /** Per swap, the records since the last check. */
  const touched = new Map<string, JournalRecord[]>()
  /** Swaps whose end was judged when it was written: the world goes on after it. */
  const ended = new Map<string, number>()

  const checkOwnSwap = async (
    swapId: string,
    journal: Journal,
    truth: Truth,
    known: readonly JournalRecord[],
  ): Promise<void> => {
    const records = journal.read(swapId)
    for (const record of known) {
      if (!isDeepStrictEqual(records[record.sequence - 1], record)) {
        throw new Violation(
          `I3: record ${record.sequence} of ${swapId} is not what was acknowledged`,
        )
      }
    }
    const [first] = records
    if (first === undefined) return
    const plan = first.event
    if (plan.type !== 'planned' && plan.type !== 'order_planned') throw new Violation('no plan')
    const payments = truth.payments(plan)
    if (payments > 1) throw new Violation(`I1: swap ${swapId} was paid ${payments} times`)
    await judgeEnds(swapId, plan, records, truth)
  }
  const judgeEnds = async (
    swapId: string,
    plan: FirstEvent,
    records: readonly JournalRecord[],
    truth: Truth,
  ): Promise<void> => {
    const ends = records.filter(({ event }) => isEnd(event))
    if (ends.length > 1) throw new Violation(`S3: swap ${swapId} ended ${ends.length} times`)
    const end = ends[0]?.event
    if (end === undefined || !isEnd(end)) return
    if (!ended.has(swapId)) {
      const problem = await truth.judgeEnd(end, plan, records)
      if (problem !== null)
        throw new Violation(`I4: swap ${swapId} ended as ${end.type}: ${problem}`)
    }
    ended.set(swapId, records.length)
    const after = records.slice(records.findIndex(({ event }) => event === end) + 1)
    const strange = after.find(({ event }) => {
      const isOfRevoke = 'leg' in event && event.leg !== 'pay'
      return !isOfRevoke && !passedLater.has(event.type)
    })
    if (strange !== undefined) throw new Violation(`S3: "${strange.event.type}" after the end`)
  }

  return {
    kept: (given) => {
      const record: JournalRecord = JSON.parse(JSON.stringify(given))
      for (const list of [acknowledged, touched]) {
        const records = list.get(record.swapId)
        if (records === undefined) list.set(record.swapId, [record])
        else records.push(record)
      }
    },
    look: async (journal, truth) => {
      for (const [swapId, known] of touched) await checkOwnSwap(swapId, journal, truth, known)
      touched.clear()
    },
    lookAtAll: async (journal, truth) => {
      const swaps = new Set(journal.list({ limit: 999 }).map(({ swapId }) => swapId))
      for (const swapId of acknowledged.keys()) {
        if (!swaps.has(swapId)) throw new Violation(`I3: swap ${swapId} is lost`)
      }
      for (const swapId of swaps) {
        await checkOwnSwap(swapId, journal, truth, acknowledged.get(swapId) ?? [])
      }
    },
    hear: (said, process, journal, truth) => {
      if (process.isDead()) return
      if (isOutcome(said)) {
        const { status } = said.status
        const end = journal.read(said.receiptId).find(({ event }) => isEnd(event))?.event.type
        const wanted = { SUCCESS: 'done', REVERTED: 'refunded', FAIL: 'failed' }[status]
        if (wanted !== undefined && end !== wanted) {
          throw new Violation(`S: told ${status} of a swap whose journal says ${String(end)}`)
        }
        return
      }
      if (!(said instanceof SwaprouteError) || said.code === 'INTERNAL') throw said
      if (said.code === 'STORE_DAMAGED' && !process.isDiskFull()) throw said
      const id = said.context['receiptId']
      const first = typeof id === 'string' ? journal.read(id)[0]?.event : undefined
      if (first?.type !== 'planned' && first?.type !== 'order_planned') return
      if (said.code === 'DUPLICATE' || said.funds !== 'none_moved') return
      if (truth.payments(first) > 0) {
        throw new Violation(`S: "${said.message}" says that nothing moved, but the swap was paid`)
      }
    },
  }
}

export function isEnd(event: JournalRecord['event']): event is EndEvent {
  return /^(?:done|refunded|failed|abandoned)$/.test(event.type)
}

function isOutcome(said: unknown): said is SwapOutcome {
  return typeof said === 'object' && said !== null && 'receiptId' in said && 'hashes' in said
}
