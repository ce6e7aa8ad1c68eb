import { describe, expect, onTestFinished, test } from 'vitest'
import { openSharedStore } from '../../../src/store/postgres/sharedQuotes.ts'
import { hasPostgres, testDatabase } from '../../support/postgres.ts'
import { stored, together } from './support/quotes.ts'

describe.skipIf(!hasPostgres)('quick', () => {
  test('works', async () => {
    const db = await testDatabase()
    const store = await openSharedStore(db.address, { now: Date.now })
    onTestFinished(() => store.close())
    await store.ready()
    const now = Date.now()
    await store.save(together(stored('one', now), stored('two', now)))
    expect(await store.find('one')).toEqual({ ...stored('one', now), swap: null, srcTxHash: null })
    expect(await store.claimOrder('one')).toBe('claimed')
    expect(await store.claimOrder('one')).toBe('busy')
    expect(await store.saveSwap('one', { a: 1 }, ['EX-1'], 'ETH x')).toBe(true)
    expect(await store.saveSwap('one', { a: 2 }, ['EX-1'], 'ETH x')).toBe(false)
    expect(await store.claimOrder('one')).toBe('built')
    expect((await store.findByName('ex-1'))?.swap).toEqual({ a: 1 })
    expect((await store.findUnpaid('ETH x')).length).toBe(1)
    await store.bindHash('one', '0xAB')
    expect((await store.findByHash('0xab'))?.id).toBe('one')
    await store.purge()
    expect(await store.budgets.take('https://a', { perSecond: 20, burst: 40 }, 4)).toEqual({
      requests: 4,
      nextMs: 0,
    })
    expect(await store.budgets.take('https://a', { perSecond: 20, burst: 40 }, 400)).toEqual({
      requests: 16,
      nextMs: expect.any(Number),
    })
    expect(store.poolState()).toEqual({ total: 1, idle: 1, waiting: 0 })
  })
})
