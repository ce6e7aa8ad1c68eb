import { randomBytes, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../support/sqlite.ts'
import { describe, expect, test } from 'vitest'
import { createLocalQuotes } from '../../../src/store/localQuotes.ts'
import { temporaryFolder } from './support/folder.ts'
import { type NewRow, stored, together } from './support/quotes.ts'

const minute = 60_000
const hour = 60 * minute
const megabyte = 1024 * 1024

describe('quotes on disk', () => {
  const rounds = 100
  const answers = 10
  const path = (folder: string): string => join(folder, 'quotes.db')

  /** 1,000 answers of some 12 kB that no compression shrinks; the most the file took meanwhile. */
  async function fill(
    store: ReturnType<typeof createLocalQuotes>,
    file: string,
    next: () => number,
    rest: () => Promise<void> = async () => {},
  ): Promise<number> {
    let most = 0
    for (let round = 0; round < rounds; round += 1) {
      const at = next()
      for (let answer = 0; answer < answers; answer += 1) {
        const route = { noise: randomBytes(12_000).toString('base64') }
        await store.save(together({ ...stored(`${round}-${answer}`, at), route }))
      }
      await rest()
      most = Math.max(most, statSync(file).size)
    }
    return most
  }

  test('take no more than their limit, the oldest going first; swapped ones stay', async () => {
    const folder = temporaryFolder()
    const store = createLocalQuotes(folder, { now: () => 1_000, maxBytes: megabyte })
    await store.save(together(stored('swapped', 1)))
    await store.saveSwap('swapped', {})
    let at = 1
    const most = await fill(store, path(folder), () => (at += 1))
    expect(most).toBeLessThan(2 * megabyte)
    expect(await store.find('0-0')).toBeNull()
    expect(await store.find('99-9')).not.toBeNull()
    expect(await store.find('swapped')).not.toBeNull()
    store.close()
  }, 60_000)

  test('take no more than those of their life, and give the space back', async () => {
    const folder = temporaryFolder()
    let now = 1_000
    const store = createLocalQuotes(folder, { now: () => now })
    const most = await fill(store, path(folder), () => (now += minute), store.purge)
    expect(most).toBeLessThan(4 * megabyte) // all of them would be some 12
    now += hour
    await store.purge()
    store.close()
    const file = new Sqlite(path(folder))
    file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    file.close()
    expect(statSync(path(folder)).size).toBeLessThan(megabyte / 4)
  }, 60_000)

  test('without either limit they would take far more', async () => {
    const folder = temporaryFolder()
    const store = createLocalQuotes(folder, { now: () => 1_000 })
    expect(await fill(store, path(folder), () => 1_000)).toBeGreaterThan(10 * megabyte)
    store.close()
  }, 60_000)
})

/** Sixteen routes as an exchange answers them: different numbers, the same words. */
function answer(count: number): NewRow[] {
  return Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    const token = {
      address: `0x${'a'.repeat(40)}`,
      symbol: 'USDC',
      name: 'USD Coin',
      price: 0.9998,
    }
    const step = { type: 'on-chain', provider: `ROUTER_${index}`, path: [token, token, token] }
    const route = {
      id,
      estimate: { amount: `${index}123.45` },
      routing: [step, step],
      tokens: token,
    }
    return { ...stored(id), route }
  })
}

test('the routes of one answer are one row of few bytes, and one statement for all their ids', async () => {
  const folder = temporaryFolder()
  const store = createLocalQuotes(folder, { now: () => 1_000 })
  const routes = answer(16)
  const [first, ...others] = routes
  if (first === undefined) throw new Error('no route')
  await store.save(together(first, ...others))
  const file = new Sqlite(join(folder, 'quotes.db'))
  const rows = file.prepare('SELECT length(content) AS bytes FROM quote_sets').all()
  expect(rows).toEqual([{ bytes: expect.any(Number) }])
  expect((rows[0] as { bytes: number }).bytes).toBeLessThan(15_000)
  expect(JSON.stringify(routes.map(({ route }) => route)).length).toBeGreaterThan(15_000)
  expect(file.prepare('SELECT count(*) AS count FROM quotes').all()).toEqual([{ count: 0 }])
  for (const route of routes) {
    expect(await store.find(route.id)).toEqual({ ...route, swap: null, srcTxHash: null })
  }
  // A route that is swapped gets a row of its own, and nothing else of its answer.
  await store.saveSwap(first.id, { transaction: {} })
  expect(file.prepare('SELECT id FROM quotes').all()).toEqual([{ id: first.id }])
  expect(await store.idsBeginning(first.id.slice(0, 8), null)).toEqual([first.id])
  file.close()
  store.close()
})

test('a damaged answer is as good as unknown, and the others are read', async () => {
  const folder = temporaryFolder()
  const store = createLocalQuotes(folder, { now: () => 1_000 })
  await store.save(together(stored('one')))
  await store.save(together(stored('two')))
  const file = new Sqlite(join(folder, 'quotes.db'))
  file.exec(`UPDATE quote_sets SET content = x'00ff' WHERE set_id = 1`)
  file.close()
  expect(await store.find('one')).toBeNull()
  expect(await store.saveSwap('one', {})).toBe(false)
  expect((await store.find('two'))?.id).toBe('two')
  store.close()
})

test('routes of the earlier format are found until they end, and swapped ones stay', async () => {
  const folder = temporaryFolder()
  const first = createLocalQuotes(folder, { now: () => 1_000 })
  await first.save(together(stored('idle'), stored('swapped')))
  await first.saveSwap('swapped', { number: 1 })
  await first.claimOrder('idle') // its row of its own is as format 4 had it
  await first.releaseOrder('idle')
  first.close()
  const file = new Sqlite(join(folder, 'quotes.db'))
  file.exec('DROP TABLE quote_sets; DROP TABLE quote_ids; PRAGMA user_version=4')
  file.close()
  let now = 1_000
  const store = createLocalQuotes(folder, { now: () => now })
  expect(await store.find('idle')).toEqual({ ...stored('idle'), swap: null, srcTxHash: null })
  await store.save(together(stored('new')))
  expect((await store.find('new'))?.id).toBe('new')
  now += hour
  await store.purge()
  expect(await store.find('idle')).toBeNull()
  expect((await store.find('swapped'))?.swap).toEqual({ number: 1 })
  store.close()
})
