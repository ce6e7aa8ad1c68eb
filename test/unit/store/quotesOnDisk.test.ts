import { statSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, test } from 'vitest'
import { createQuoteStore } from '../../../src/store/quotes.ts'
import { temporaryFolder } from './support/folder.ts'
import { stored } from './support/quotes.ts'

const minute = 60_000
const hour = 60 * minute
const megabyte = 1024 * 1024

describe('quotes on disk', () => {
  const batches = 100
  const batch = 100
  const path = (folder: string): string => join(folder, 'quotes.db')

  /** 10,000 quotes; the most the file took meanwhile. */
  async function fill(
    store: ReturnType<typeof createQuoteStore>,
    file: string,
    next: () => number,
  ): Promise<number> {
    let most = 0
    for (let round = 0; round < batches; round += 1) {
      const at = next()
      const ids = Array.from({ length: batch }, (_, index) => `${round}-${index}`)
      await store.save(ids.map((id) => stored(id, at)))
      most = Math.max(most, statSync(file).size)
    }
    return most
  }

  test('take no more than their limit, the oldest going first; swapped ones stay', async () => {
    const folder = temporaryFolder()
    const store = createQuoteStore(folder, { now: () => 1_000, maxBytes: megabyte })
    await store.save([stored('swapped', 1)])
    await store.saveSwap('swapped', {})
    let at = 1
    const most = await fill(store, path(folder), () => (at += 1))
    expect(most).toBeLessThan(2 * megabyte)
    expect(await store.find('0-0')).toBeNull()
    expect(await store.find('99-99')).not.toBeNull()
    expect(await store.find('swapped')).not.toBeNull()
    store.close()
  }, 60_000)

  test('take no more than those of their life, and give the space back', async () => {
    const folder = temporaryFolder()
    let now = 1_000
    const store = createQuoteStore(folder, { now: () => now })
    const most = await fill(store, path(folder), () => (now += minute))
    expect(most).toBeLessThan(4 * megabyte) // 10,000 of them would be some 20
    now += hour
    await store.save([])
    store.close()
    const file = new Libsql(path(folder))
    file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    file.close()
    expect(statSync(path(folder)).size).toBeLessThan(megabyte / 4)
  }, 60_000)

  test('without either limit they would take far more', async () => {
    const folder = temporaryFolder()
    const store = createQuoteStore(folder, { now: () => 1_000 })
    expect(await fill(store, path(folder), () => 1_000)).toBeGreaterThan(10 * megabyte)
    store.close()
  }, 60_000)
})
