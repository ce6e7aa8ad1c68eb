/** Quotes of a server are answered first and stored afterwards; none of their ids is ever unknown to a caller. */
import { afterEach, describe, expect, test } from 'vitest'
import { createLaterQuotes, type LaterQuotes } from '../../../src/backend/laterQuotes.ts'
import { createStoredQuotes, type StoredQuotes } from '../../../src/backend/storedQuotes.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { createLocalQuotes, type LocalQuoteStore } from '../../../src/store/localQuotes.ts'
import { embedded, fakeServices } from '../../support/backend.ts'
import { alice, v3 } from '../../support/bothWays.ts'
import { memoryQuotes } from '../../support/memoryQuotes.ts'
import { body } from '../../support/routing.ts'
import { temporaryFolder } from '../store/support/folder.ts'

const clock = { now: 1_000_000 }
const stores: LocalQuoteStore[] = []

afterEach(() => {
  for (const store of stores.splice(0)) store.close()
})

function onDisk(folder: string): StoredQuotes {
  const store = createLocalQuotes(folder, { now: () => clock.now })
  stores.push(store)
  return createStoredQuotes(store)
}

/** Quotes whose saves wait until `release` is called. */
function held(): {
  quotes: StoredQuotes
  saves: () => number
  finds: () => number
  release: () => void
} {
  const quotes = memoryQuotes()
  let saves = 0
  let finds = 0
  const find: StoredQuotes['find'] = (id) => {
    finds += 1
    return quotes.find(id)
  }
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const save: StoredQuotes['save'] = async (set) => {
    saves += 1
    await released
    await quotes.save(set)
  }
  const counts = { saves: () => saves, finds: () => finds }
  return { quotes: { ...quotes, find, save }, ...counts, release: () => release() }
}

const never = (thrown: unknown): void => {
  throw thrown
}

function apiOn(quotes: StoredQuotes) {
  return embedded(fakeServices([v3()], clock, { quotes: async () => quotes }))
}

const swapOf = (id: string | null = '') => ({ ...body, id: id ?? '', fromAddress: alice })

describe('a quote', () => {
  test('is answered before it is stored, and a swap that comes at once finds it', async () => {
    const { quotes, saves, finds, release } = held()
    const api = apiOn(createLaterQuotes(quotes, never))
    const { routes } = await api.quoteAll(body)
    expect(saves()).toBe(0)
    const swapped = api.swap(swapOf(routes[0]?.id))
    await expect.poll(saves).toBe(1)
    expect(finds()).toBe(0)
    release()
    expect((await swapped).transaction.data).toBe('0x01')
  })

  test('of quoteBest and its swap are one call for callers of swapBest', async () => {
    const api = apiOn(createLaterQuotes(onDisk(temporaryFolder()), never))
    expect((await api.swapBest({ ...body, fromAddress: alice })).transaction.data).toBe('0x01')
  })

  test('is found by another process on the same store as soon as it was answered', async () => {
    const folder = temporaryFolder()
    const [one, other] = [0, 1].map(() => apiOn(createLaterQuotes(onDisk(folder), never)))
    const { id } = (await one?.quoteBest(body)) ?? {}
    expect((await other?.swap(swapOf(id)))?.transaction.data).toBe('0x01')
  })

  test('is not lost by an orderly end', async () => {
    const folder = temporaryFolder()
    const later = createLaterQuotes(onDisk(folder), never)
    const answers = await Promise.all([0, 1, 2].map(() => apiOn(later).quoteAll(body)))
    await later.settled()
    const kept = onDisk(folder)
    const ids = answers.flatMap(({ routes }) => routes.map(({ id }) => id))
    expect(ids).toHaveLength(3)
    for (const id of ids) expect(await kept.find(id ?? '')).toMatchObject({ id })
  })
})

test('where quotes cannot be stored, the first failure is reported and the next call fails', async () => {
  const full = new SwaprouteError('STORE_DAMAGED', 'disk full')
  let isFull = true
  const memory = memoryQuotes()
  const save: StoredQuotes['save'] = async (set) => {
    if (isFull) throw full
    await memory.save(set)
  }
  const reported: unknown[] = []
  const later: LaterQuotes = createLaterQuotes({ ...memory, save }, (thrown) => {
    reported.push(thrown)
  })
  const api = apiOn(later)
  const { id } = await api.quoteBest(body)
  await later.settled()
  expect(reported).toEqual([full])
  await expect(api.swap(swapOf(id))).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  await expect(api.quoteBest(body)).rejects.toBe(full)
  isFull = false
  const again = await api.quoteBest(body)
  expect((await api.swap(swapOf(again.id))).transaction.data).toBe('0x01')
})
