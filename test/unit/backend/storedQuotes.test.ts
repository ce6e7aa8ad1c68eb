/** How often the store on disk is asked for a quote, and what is known when it is not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/api/contract.ts'
import { createBackend } from '../../../src/backend/backend.ts'
import {
  createStoredQuotes,
  type StoredQuotes,
  withCachedRead,
} from '../../../src/backend/storedQuotes.ts'
import { createLocalQuotes, type LocalQuoteStore } from '../../../src/store/localQuotes.ts'
import { embedded, fakeServices } from '../../support/backend.ts'
import { alice, v3 } from '../../support/bothWays.ts'
import { body } from '../../support/routing.ts'
import { temporaryFolder } from '../store/support/folder.ts'

const clock = { now: 1_000_000 }
let store: LocalQuoteStore
let reads: string[] = []

/** One command of the program: its own handle on the store, its own memory of what it has read. */
function command(): ReturnType<typeof withCachedRead> & { api: Contract } {
  const quotes = withCachedRead(
    createStoredQuotes({
      ...store,
      find: (id) => {
        reads.push(id)
        return store.find(id)
      },
    }),
  )
  return { ...quotes, api: embedded(fakeServices([v3()], clock, { quotes: async () => quotes })) }
}

async function quotedId(): Promise<string> {
  const { id } = await command().api.quoteBest(body)
  reads = []
  return id ?? ''
}

const swapOf = (id: string) => ({ ...body, id, fromAddress: alice })

beforeEach(() => {
  store = createLocalQuotes(temporaryFolder(), { now: () => clock.now })
  reads = []
})

afterEach(() => store.close())

describe('a route by its id', () => {
  test('is read once by a command that shows it and swaps it', async () => {
    const id = await quotedId()
    const { read, api } = command()
    expect(await read(id)).toMatchObject({
      id,
      quotedAtMs: clock.now,
      request: { srcAmount: 10n ** 18n, srcAmountText: '1' },
      swap: null,
    })
    const { transaction } = await api.swap(swapOf(id))
    expect(transaction.data).toBe('0x01')
    expect(reads).toEqual([id])
  })

  test('is read once by a swap without an earlier read', async () => {
    const id = await quotedId()
    await command().api.swap(swapOf(id))
    expect(reads).toEqual([id])
  })

  test('is read again by every later call, so that a repeat gets what was stored', async () => {
    const id = await quotedId()
    const { read, api } = command()
    await read(id)
    const first = await api.swap(swapOf(id))
    expect(await api.swap(swapOf(id))).toEqual(first)
    expect(await command().api.swap(swapOf(id))).toEqual(first)
    expect(reads).toEqual([id, id, id])
  })

  test('that another process swapped meanwhile gives the swap that was stored first', async () => {
    const id = await quotedId()
    const { read, api } = command()
    await read(id)
    clock.now += 1_000
    const other = await command().api.swap(swapOf(id))
    expect(await api.swap(swapOf(id))).toEqual(other)
    const kept: StoredQuotes = createStoredQuotes(store)
    expect((await kept.find(id))?.swap?.builtAtMs).toBe(clock.now)
  })

  test('that is unknown is read each time', async () => {
    const { read, find } = command()
    expect([await read('none'), await find('none')]).toEqual([null, null])
    expect(reads).toEqual(['none', 'none'])
  })
})

test('what a swap hands over is what a later process reads of it', async () => {
  const id = await quotedId()
  const quotes = createStoredQuotes(store)
  const stored = await quotes.find(id)
  if (stored === null) throw new Error('the quote was not kept')
  const api = createBackend(fakeServices([v3()], clock, { quotes: async () => quotes }))
  const built = await api.swap({ ...stored.request, id, fromAddress: alice })
  expect(built.transaction).toMatchObject({ kind: 'evm', value: 10n ** 18n })
  expect((await createStoredQuotes(store).find(id))?.swap?.built).toEqual(built)
})

test('an unpaid swap is found by its payer in any spelling, and no more once it is paid', async () => {
  const id = await quotedId()
  await command().api.swap(swapOf(id))
  const quotes = createStoredQuotes(store)
  const spelled = [alice, alice.toLowerCase(), alice.toUpperCase().replace('X', 'x')]
  for (const payer of spelled) {
    expect((await quotes.findUnpaid('ETH', payer)).map((one) => one.id)).toEqual([id])
  }
  expect(await quotes.findUnpaid('ARBITRUM', alice)).toEqual([])
  await quotes.bindHash(id, `0x${'ab'.repeat(32)}`)
  expect(await quotes.findUnpaid('ETH', alice)).toEqual([])
})

test('what a swap answers is what the store has of it', async () => {
  const id = await quotedId()
  const answer = await command().api.swap(swapOf(id))
  const kept = await createStoredQuotes(store).find(id)
  expect(kept?.swap?.built.answer).toEqual(answer)
  expect(kept?.quote.request.fromAddress).toBe(alice)
})
