import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { usdc } from '../../support/executionService.ts'
import { createWorldIn } from '../../support/executionWorld.ts'
import { readRaw } from '../../support/executionSigner.ts'
import { openJournal } from '../../../src/store/journal.ts'
import { defineRow, type Row } from '../support/row.ts'
import { startCrowd } from './crowd.ts'

defineRow(
  {
    number: 8,
    title: 'records of many processes in one journal',
    cases: { fast: 80, full: 2_000 },
  },
  async (row) => {
    const [processes, records] = row.sized({ fast: [8, 10], full: [50, 40] } as const)
    const stage = await openStage(processes)
    const reports = await stage.crowd.work({ type: 'records', count: records })
    for (const problem of reports.flatMap(({ problems }) => problems))
      row.failed('process', problem)
    await stage.crowd.end()
    const rows = stage.rows()
    for (let index = 0; index < processes; index += 1) {
      const own = rows.filter(({ swap_id: id }) => id === `swap-${index}`)
      const exact = own.every(({ sequence }, at) => sequence === at + 1)
      const acknowledged = reports[index]?.done.length ?? 0
      if (exact && own.length === acknowledged) row.passed(own.length)
      else row.harm('lost record', `swap-${index} has ${own.length} rows of ${acknowledged}`)
    }
    await stage.expectSound(row, processes)
    stage.close()
  },
)

defineRow(
  {
    number: 8,
    title: 'payments of many processes from one account',
    cases: { fast: 12, full: 500 },
  },
  async (row) => {
    const [processes, payments] = row.sized({ fast: [3, 4], full: [10, 50] } as const)
    const stage = await openStage(processes)
    const first = 1_000_000
    const reports = await stage.crowd.work({ type: 'payments', count: payments, first })
    await stage.crowd.end()
    for (const problem of reports.flatMap(({ problems }) => problems))
      row.failed('process', problem)
    const { ETH } = stage.world.chains
    const amounts = ETH.payments.map(({ amount }) => Number(amount))
    for (let at = first; at < first + processes * payments; at += 1) {
      const times = amounts.filter((amount) => amount === at).length
      if (times === 1) row.passed()
      else if (times > 1) row.harm('double payment', `${at} was paid ${times} times`)
      else row.failed('payment', `${at} was never paid`)
    }
    judgeNumbers(row, stage)
    await stage.expectSound(row, processes * payments)
    stage.close()
  },
)

defineRow(
  {
    number: 8,
    title: 'one idempotency key for many processes',
    cases: { fast: 20, full: 4_000 },
  },
  async (row) => {
    const [processes, keys] = row.sized({ fast: [5, 4], full: [20, 200] } as const)
    const stage = await openStage(processes)
    const { ETH } = stage.world.chains
    for (let key = 0; key < keys; key += 1) {
      const amount = 1_000_000 + key
      const reports = await stage.crowd.work({ type: 'key', key: `key-${key}`, amount })
      const words = reports.flatMap(({ done }) => done)
      for (const problem of reports.flatMap(({ problems }) => problems))
        row.failed('process', problem)
      const paid = ETH.payments.filter((payment) => Number(payment.amount) === amount).length
      const told = words.filter((word) => word === 'SUCCESS').length
      if (paid > 1) row.harm('double payment', `key-${key} was paid ${paid} times`)
      else if (paid === 1 && told === 1) row.passed(words.length)
      else row.failed(`key-${key}`, `${paid} payments, ${told} processes say that it was theirs`)
    }
    await stage.crowd.end()
    judgeNumbers(row, stage)
    await stage.expectSound(row, keys)
    stage.close()
  },
)

type Stage = Awaited<ReturnType<typeof openStage>>

async function openStage(processes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-crowd-'))
  const world = createWorldIn(folder, () => {})
  world.clock = Date.now()
  const journal = await openJournal(join(folder, 'unused'), { now: Date.now })
  const { api, evm } = world.context(journal)
  const crowd = await startCrowd(folder, processes, (target) => {
    world.clock = Date.now()
    return target === 'api' ? api : evm
  })
  const file = join(folder, 'home', 'journal.db')
  return {
    world,
    crowd,
    /** Read by SQLite alone, without our own code. */
    rows: () =>
      query(file, 'SELECT swap_id, sequence, event FROM events ORDER BY swap_id, sequence'),
    expectSound: async (row: Row, swaps: number) => {
      const check = query(file, 'PRAGMA integrity_check')[0]?.['integrity_check']
      if (check !== 'ok') row.failed('the file', String(check))
      const reader = await openJournal(join(folder, 'home'), { now: Date.now })
      const damage = reader.damage()
      if (damage !== null) row.failed('the journal', damage.problem)
      const listed = reader
        .list({ limit: 100_000 })
        .filter(
          ({ swapId }) => !reader.read(swapId).some(({ event }) => event.type === 'abandoned'),
        )
      if (listed.length !== swaps) row.failed('the journal', `${listed.length} swaps of ${swaps}`)
      for (const { swapId } of listed) {
        try {
          reader.read(swapId)
        } catch (thrown) {
          row.harm('lost record', String(thrown))
        }
      }
      reader.close()
    },
    close: () => {
      journal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function query(file: string, sql: string): Record<string, unknown>[] {
  const database = new Sqlite(file)
  try {
    return database.prepare(sql).all() as Record<string, unknown>[] // checked by what reads it
  } finally {
    database.close()
  }
}

/** I6, by the bytes that reached the chain and by those that were recorded. */
function judgeNumbers(row: Row, { world, rows }: Stage): void {
  const owners = new Map<number, string>()
  const take = (nonce: number, raw: string): void => {
    const owner = owners.get(nonce)
    if (owner !== undefined && owner !== raw) {
      row.harm('double payment', `number ${nonce} was signed twice`)
    }
    owners.set(nonce, raw)
  }
  for (const { event } of rows()) {
    const { type, raw, nonce } = JSON.parse(String(event)) as Partial<Record<string, unknown>>
    if (type !== 'signed' || typeof raw !== 'string') continue
    if (readRaw(raw).nonce !== nonce) row.failed('record', `number ${String(nonce)} of other bytes`)
    take(Number(nonce), raw)
  }
  const { ETH } = world.chains
  const mined = ETH.payments.length
  // An approval and a payment each, and not one number left out.
  if (owners.size !== 2 * mined || Math.max(...owners.keys()) !== 2 * mined - 1) {
    row.failed('numbers', `${owners.size} numbers for ${mined} payments`)
  }
  if (ETH.allowanceOf(usdc.address, world.signer.address, world.pinned.spenders[0] ?? '') !== 0n) {
    row.failed('allowance', 'something is left')
  }
}
