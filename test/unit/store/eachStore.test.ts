/** What holds for a store of quotes on this machine and on a PostgreSQL server alike. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { QuoteStore } from '../../../src/store/quotes.ts'
import { engines, type TestStore } from './support/engines.ts'
import { hashOf } from './support/events.ts'
import { stored, together } from './support/quotes.ts'

// The first test on PostgreSQL waits for a server to be made.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minute = 60_000
const day = 24 * 60 * minute

describe.each(engines)('on $name', ({ skipped, create }) => {
  let world: TestStore
  let store: QuoteStore

  beforeEach(async ({ skip }) => {
    if (skipped) skip()
    world = await create()
    store = await world.open()
  })

  const at = (id: string, ageMs = 0) => stored(id, world.clock.nowMs - ageMs)

  test('quotes come back exactly, in another process, with their swap and hash', async () => {
    const [one, two] = [at('one'), at('two')]
    await store.save(together(one, two))
    await store.saveSwap('one', { transaction: { to: '0x' } })
    await store.bindHash('one', hashOf(6))
    await store.bindHash('one', hashOf(5).toUpperCase().replace('0X', '0x'))
    await store.saveSwap('two', {})
    await store.bindHash('two', hashOf(7))
    await store.bindHash('two', null)
    const other = await world.open()
    const swapped = { ...one, swap: { transaction: { to: '0x' } }, srcTxHash: hashOf(5) }
    expect(await other.find('one')).toEqual(swapped)
    expect(await other.findByHash(hashOf(5))).toEqual(swapped)
    expect(await other.findByHash(hashOf(6))).toBeNull()
    expect(await other.findByHash(hashOf(7))).toBeNull()
    expect(await other.find('two')).toEqual({ ...two, swap: {}, srcTxHash: null })
    expect(await other.find('three')).toBeNull()
  })

  test('quotes are found by every process as soon as they are saved', async () => {
    const other = await world.open()
    for (let count = 0; count < 10; count += 1) {
      await store.save(together(at(`id-${count}`)))
      expect((await other.find(`id-${count}`))?.id).toBe(`id-${count}`)
    }
    expect(await world.count('quote_sets')).toBe(10)
  })

  test('quotes end a few minutes after their life, unless they were swapped', async () => {
    await store.save(together(at('idle'), at('swapped'), at('ordered')))
    await store.saveSwap('swapped', {})
    await store.claimOrder('ordered')
    await store.purge()
    expect(await store.find('idle')).not.toBeNull()
    await world.pass(6 * minute + 1)
    await store.save(together(at('later')))
    await store.purge()
    expect(await store.find('idle')).toBeNull()
    expect(await world.count('quote_ids')).toBe(1)
    expect(await store.find('swapped')).not.toBeNull()
    expect(await store.find('later')).not.toBeNull()
    // Its order may have been opened: that it was lost has to be known to who asks again.
    expect(await store.find('ordered')).not.toBeNull()
    await world.pass(day + 1)
    await store.purge()
    expect(await store.find('ordered')).toBeNull()
    expect(await store.find('swapped')).not.toBeNull()
  })

  test('above the limit of size the oldest quotes end first', async () => {
    const small = await world.open({ maxBytes: 100_000 })
    for (let count = 0; count < 16; count += 1) {
      const route = { noise: randomBytes(12_000).toString('base64') }
      await small.save(together({ ...at(`id-${count}`, 100 - count), route }))
    }
    for (let round = 0; round < 10; round += 1) await small.purge()
    expect(await small.find('id-0')).toBeNull()
    expect(await small.find('id-15')).not.toBeNull()
    expect(await world.count('quote_sets')).toBeLessThan(10)
  })

  test('the unpaid swaps of a payer are found, the newest first', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `swap ${index}`)
    for (const [index, id] of ids.entries()) await store.save(together(at(id, 1_000 - index)))
    await store.save(together(at('other', 500)))
    for (const id of ids) await store.saveSwap(id, {}, [], 'ETH 0xpayer')
    await store.saveSwap('other', {}, [], 'ETH 0xother')
    await store.bindHash('swap 24', `0x${'ab'.repeat(32)}`)
    const found = await store.findUnpaid('ETH 0xpayer')
    expect(found.map(({ id }) => id)).toEqual(ids.slice(4, 24).toReversed())
    expect(await store.findUnpaid('BSC 0xpayer')).toEqual([])
  })

  test('one caller opens an order, in whatever process; its answer ends the claim', async () => {
    const other = await world.open()
    await store.save(together(at('a'), at('b')))
    const callers = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? store : other))
    const claims = await Promise.all(callers.map((caller) => caller.claimOrder('a')))
    expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1)
    expect(claims.filter((claim) => claim === 'busy')).toHaveLength(11)
    expect(await other.claimOrder('b')).toBe('claimed')
    await store.saveSwap('a', { transaction: {} }, ['EX-1', 'bc1qAddress', 'ex-1'])
    expect(await other.claimOrder('a')).toBe('built')
    expect((await other.findByName('ex-1'))?.id).toBe('a')
    expect((await other.findByName('BC1QADDRESS'))?.id).toBe('a')
    expect(await other.findByName('other')).toBeNull()
  })

  test('of swaps that are stored at once one stays, with its names', async () => {
    const other = await world.open()
    await store.save(together(at('a')))
    await store.claimOrder('a')
    const callers = [store, other, store, other]
    const isFirst = await Promise.all(
      callers.map((caller, index) => caller.saveSwap('a', { index }, [`EX-${index}`])),
    )
    expect(isFirst.filter(Boolean)).toHaveLength(1)
    const first = isFirst.indexOf(true)
    expect((await store.find('a'))?.swap).toEqual({ index: first })
    for (const index of callers.keys()) {
      const found = await other.findByName(`EX-${index}`)
      expect(found?.swap ?? null).toEqual(index === first ? { index } : null)
    }
    expect(await store.saveSwap('unknown', {})).toBe(false)
  })

  test('a released order may be opened, a lost one never', async () => {
    const other = await world.open()
    await store.save(together(at('a')))
    expect(await store.claimOrder('a')).toBe('claimed')
    await store.releaseOrder('a')
    expect(await other.claimOrder('a')).toBe('claimed')
    await other.loseOrder('a', null)
    expect(await store.claimOrder('a')).toBe('lost')
    expect(await store.findLoss('a')).toBeNull()
    expect(await store.findLoss('unknown')).toBeNull()
  })

  test('the reason of a refused order is stored with its claim, and no longer', async () => {
    await store.save(together(at('a')))
    await store.claimOrder('a')
    await store.loseOrder('a', { code: 'UNSAFE_ROUTE' })
    const refused = { code: 'UNSAFE_ROUTE' }
    expect([await store.claimOrder('a'), await store.findLoss('a')]).toEqual(['lost', refused])
    await world.pass(day + 1)
    await store.purge()
    expect(await store.findLoss('a')).toBeNull()
  })

  test('claims are for ids of any form, also those that are no quote', async () => {
    const ids = ['unknown', '', `${'x'.repeat(5_000)}1`, `${'x'.repeat(5_000)}2`, 'n\0l', '\ud800']
    for (const id of ids) expect(await store.claimOrder(id)).toBe('claimed')
    for (const id of ids) expect(await store.claimOrder(id)).not.toBe('claimed')
    expect(await store.find('n\0l')).toBeNull()
    expect(await store.findByName('n\0l')).toBeNull()
  })

  test('it is ready, and its budgets are one for all processes', async () => {
    await expect(store.ready()).resolves.toBeUndefined()
    const other = await world.open()
    const rate = { perSecond: 0.01, burst: 5.5 } // no token comes back during the test
    expect(await store.budgets.take('https://a', rate, 3)).toEqual({ requests: 3, nextMs: 0 })
    const next = await other.budgets.take('https://a', rate, 9)
    expect(next.requests).toBe(2)
    expect(next.nextMs).toBeGreaterThan(1_000)
    expect((await store.budgets.take('https://a', rate, 1)).requests).toBe(0)
    expect((await store.budgets.take('https://b', rate, 1)).requests).toBe(1)
    await store.budgets.pause('https://b', 60_000)
    const paused = await other.budgets.take('https://b', rate, 1)
    expect(paused.requests).toBe(0)
    expect(paused.nextMs).toBeGreaterThan(50_000)
    await store.budgets.pause('https://unknown', 60_000)
  })
})
