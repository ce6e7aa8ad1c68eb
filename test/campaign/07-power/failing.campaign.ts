import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import type { Database } from '../../../src/store/database.ts'
import { type Journal, openJournal } from '../../../src/store/journal.ts'
import type { JournalRecord } from '../../../src/store/records.ts'
import { createWorldIn } from '../../support/executionWorld.ts'
import { defineRow, type Row } from '../support/row.ts'

/** Where a commit fails: nothing is written, or all of it and only the flush is not certain. */
const ways = ['before', 'after'] as const

defineRow(
  { number: 7, title: 'every n-th write of a swap failing', cases: { fast: 16, full: 120 } },
  async (row) => {
    const writes = row.sized({ fast: 8, full: 60 })
    for (let nth = 1; nth <= writes; nth += 1) {
      for (const way of ways) {
        const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
        const folder = mkdtempSync(join(place, 'swaproute-failing-'))
        try {
          await row.check(`write ${nth}, ${way}`, () => runCase(row, folder, nth, way))
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }
    }
  },
)

/** A disk that fails once at the n-th transaction, and then every time. */
function failing(database: Database, nth: number, way: (typeof ways)[number]): Database {
  let count = 0
  const fault = (): Error => Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })
  return {
    ...database,
    transaction: (work) => {
      count += 1
      if (count > nth || (count === nth && way === 'before')) throw fault()
      const result = database.transaction(work)
      if (count === nth) throw fault()
      return result
    },
  }
}

async function runCase(
  row: Row,
  folder: string,
  nth: number,
  way: (typeof ways)[number],
): Promise<void> {
  const world = createWorldIn(folder, () => {})
  const { ETH } = world.chains
  ETH.leftAllowance = 7n
  const kept: JournalRecord[] = []
  let isFailed = false
  const real = await openJournal(folder, {
    now: () => world.clock,
    startOf: () => 'boot/1',
    wrap: (database) => failing(database, nth, way),
  })
  const keeping = <T extends unknown[]>(write: (...given: T) => JournalRecord) => {
    return (...given: T): JournalRecord => {
      try {
        const record = write(...given)
        kept.push(record)
        return record
      } catch (thrown) {
        isFailed = true
        throw thrown
      }
    }
  }
  const journal: Journal = { ...real, create: keeping(real.create), append: keeping(real.append) }
  const broadcast = ETH.evm.broadcast
  ETH.evm.broadcast = (blockchain, raw) => {
    if (isFailed) row.harm('double payment', `write ${nth}, ${way}: sent after a failed write`)
    return broadcast(blockchain, raw)
  }
  const context = world.context(journal)
  await executeSwap(await planSwap(world.order(), context), context, { wait: true }).catch(
    () => null, // where the money is then is checked by the unit tests
  )
  real.close()
  isFailed = false
  const next = await openJournal(folder, { now: () => world.clock, startOf: () => 'boot/2' })
  for (const { swapId, sequence, event } of kept) {
    const found = next.read(swapId)[sequence - 1]?.event
    if (!isDeepStrictEqual(found, event))
      row.harm('lost record', `write ${nth}, ${way}: ${sequence}`)
  }
  const [swap] = next.list({ limit: 9 })
  if (swap !== undefined) await resumeSwap(swap.swapId, world.context(next), { wait: true })
  next.close()
  if (ETH.payments.length > 1) row.harm('double payment', `write ${nth}, ${way}`)
  if (swap?.open === true && ETH.payments.length !== 1) throw new Error('the swap was never paid')
}
