import { beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/api/contract.ts'
import type { StatusAnswer } from '../../../src/api/schemas.ts'
import { createContract } from '../../../src/backend/backend.ts'
import type { BackendServices } from '../../../src/backend/services.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Quote } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { fakeServices } from '../../support/backend.ts'
import { type FakeNode, fakeNodes, type NodeTransaction } from '../../support/chainNodes.ts'
import { body, fakeProvider, quote } from '../../support/routing.ts'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const contract = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const ether = 10n ** 18n
const right = `0x${'aa'.repeat(32)}`
const wrong = `0x${'bb'.repeat(32)}`
const nowhere = `0x${'33'.repeat(32)}`
const young = 4 * 60_000
const old = 6 * 60_000

const payment: NodeTransaction = {
  hash: right,
  from: alice.toLowerCase(),
  to: contract.toLowerCase(),
  input: '0x01',
  value: `0x${ether.toString(16)}`,
}

/** The payment of a swap decides; the provider answers SUCCESS to every hash. */
async function swapped(
  transactions: readonly NodeTransaction[],
  change: Partial<FakeNode> & { told?: SwapStatus; overrides?: Partial<BackendServices> } = {},
): Promise<{ api: Contract; id: string; clock: { now: number }; services: BackendServices }> {
  const { told, overrides, behaviour = 'answers' } = change
  const clock = { now: 0 }
  const provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
    pinned: () => ({ targets: [contract], spenders: [] }),
    status: async (_id, ref) =>
      told ?? { status: 'SUCCESS', destinationTxHash: ref.srcTxHash, providerStatus: '0x1' },
  })
  const rpc = fakeNodes({ ETH: { behaviour, transactions } })
  const services = fakeServices([provider], clock, { rpc, ...overrides })
  const api = createContract(services)
  const { id } = await api.quoteBest(body)
  await api.swap({ ...body, id: id ?? '', fromAddress: alice })
  return { api, id: id ?? '', clock, services }
}

const stored = async (services: BackendServices, id: string): Promise<string | null> =>
  (await (await services.quotes()).find(id))?.srcTxHash ?? null

describe('a hash that is given with the id of a swap', () => {
  test('is believed where its transaction is the payment that was built', async () => {
    const { api, id, services } = await swapped([payment])
    const expected = { status: 'SUCCESS', id, srcTxHash: right }
    expect(await api.statusExtended({ id, srcTxHash: right })).toMatchObject(expected)
    expect(await api.statusExtended({ id })).toMatchObject(expected)
    expect(await api.status({ srcTxHash: right })).toMatchObject(expected)
    expect(await stored(services, id)).toBe(right)
  })

  test('is believed with more behind the data, as wallets sign it, and with blanks around it', async () => {
    const { api, id } = await swapped([{ ...payment, input: '0x01facade' }])
    const answer = await api.statusExtended({ id, srcTxHash: ` ${right}\n` })
    expect(answer).toMatchObject({ status: 'SUCCESS', srcTxHash: right })
  })

  test.each<[what: string, change: Partial<NodeTransaction>]>([
    ['pays another contract', { to: `0x${'44'.repeat(20)}` }],
    ['makes a contract', { to: null }],
    ['pays less', { value: '0x1' }],
    ['pays more', { value: `0x${(2n * ether).toString(16)}` }],
    ['calls something else', { input: '0x02' }],
    ['comes from another account', { from: `0x${'44'.repeat(20)}` }],
  ])('is not believed where its transaction %s', async (_, change) => {
    const { api, id, services } = await swapped([{ ...payment, hash: wrong, ...change }])
    const answer = await api.statusExtended({ id, srcTxHash: wrong })
    expect(answer).toMatchObject({ status: 'NOT_FOUND', destinationTxHash: null, id })
    expect(answer.srcTxHash).toBeUndefined()
    expect(answer.note).toBe('The transaction is not the payment that was built for this swap.')
    expect(await stored(services, id)).toBeNull()
    expect((await api.statusExtended({ id })).status).toBe('NOT_FOUND')
    // By itself it is whatever it is, but not this swap.
    expect((await api.status({ srcTxHash: wrong })).id).toBeUndefined()
  })

  test('that no chain knows is pending while the swap is young, and is not stored', async () => {
    const { api, id, clock, services } = await swapped([])
    clock.now = young
    expect((await api.statusExtended({ id, srcTxHash: nowhere })).status).toBe('PENDING')
    clock.now = old
    expect((await api.statusExtended({ id, srcTxHash: nowhere })).status).toBe('NOT_FOUND')
    expect(await stored(services, id)).toBeNull()
    expect(await api.status({ srcTxHash: nowhere })).toMatchObject({ status: 'NOT_FOUND' })
  })

  test('never poisons the right one that comes later, nor what is known already', async () => {
    const other = { ...payment, hash: wrong, value: '0x1' }
    const { api, id } = await swapped([payment, other])
    for (const hash of [wrong, nowhere]) await api.statusExtended({ id, srcTxHash: hash })
    const expected = { status: 'SUCCESS', id, srcTxHash: right }
    expect(await api.statusExtended({ id, srcTxHash: right })).toMatchObject(expected)
    for (const hash of [wrong, nowhere]) {
      expect(await api.statusExtended({ id, srcTxHash: hash })).toMatchObject(expected)
    }
    expect(await api.statusExtended({ id })).toMatchObject(expected)
  })

  test.each(['', '  ', 'undefined', 'null', 'NULL'])(
    '"%s" counts as no hash',
    async (srcTxHash) => {
      const { api, id } = await swapped([payment])
      await api.statusExtended({ id, srcTxHash: right })
      const expected = { status: 'SUCCESS', srcTxHash: right }
      expect(await api.statusExtended({ id, srcTxHash })).toMatchObject(expected)
    },
  )

  test.each(['', ' ', 'undefined', 'null'])('"%s" without an id is refused', async (srcTxHash) => {
    const { api } = await swapped([payment])
    const refusal = { code: 'MISSING_FIELD', http: 400 }
    await expect(api.statusExtended({ srcTxHash })).rejects.toMatchObject(refusal)
    await expect(api.status({ srcTxHash })).rejects.toMatchObject(refusal)
  })

  test('decides nothing while its node does not answer', async () => {
    const { api, id, services } = await swapped([payment], { behaviour: 'fails' })
    const asked = api.statusExtended({ id, srcTxHash: right })
    await expect(asked).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(await stored(services, id)).toBeNull()
  })
})

describe('a false hash that an earlier version stored', () => {
  const other = { ...payment, hash: wrong, value: '0x1' }
  let world: Awaited<ReturnType<typeof swapped>>

  beforeEach(async () => {
    world = await swapped([payment, other])
    world.clock.now = old
  })

  const keep = async (hash: string): Promise<void> =>
    (await world.services.quotes()).bindHash(world.id, hash)

  test.each([wrong, nowhere])('%s gives way to the right one', async (hash) => {
    await keep(hash)
    const { api, id, services } = world
    const answer = await api.statusExtended({ id, srcTxHash: right })
    expect(answer).toMatchObject({ status: 'SUCCESS', srcTxHash: right })
    expect(await stored(services, id)).toBe(right)
  })

  test('is taken back by itself where it pays something else', async () => {
    await keep(wrong)
    const { api, id, services } = world
    expect(await api.statusExtended({ id })).toMatchObject({ status: 'NOT_FOUND' })
    expect(await stored(services, id)).toBeNull()
  })

  test.each([wrong, nowhere])(
    '%s is not reported as this swap when it is asked for',
    async (hash) => {
      await keep(hash)
      expect((await world.api.status({ srcTxHash: hash })).id).toBeUndefined()
    },
  )
})

describe('an order', () => {
  const address = `0x${'99'.repeat(20)}`
  const order = (executionKind: Quote['executionKind'] = 'deposit') =>
    fakeProvider('exolix', [quote('exolix', 2990_000000n, { executionKind })], {
      build: async (built) => ({
        transaction: {
          kind: 'deposit',
          depositAddress: address,
          amountToSend: '1',
          exchangeId: 'ex1',
          extraFields: null,
          expiresAtMs: null,
        },
        dstAmount: built.dstAmount,
        dstMinAmount: built.dstMinAmount,
        fees: built.fees,
        orderId: 'ex1',
        uniqueInfo: {},
        providerState: null,
      }),
      status: async (_id, { srcTxHash }) => ({
        status: 'PENDING',
        destinationTxHash: null,
        note: `asked about ${srcTxHash}`,
      }),
    })

  async function ordered(transactions: readonly NodeTransaction[], node: Partial<FakeNode> = {}) {
    const rpc = fakeNodes({ ETH: { behaviour: 'answers', transactions, ...node } })
    const api = createContract(fakeServices([order()], { now: 0 }, { rpc }))
    const { id } = await api.quoteBest({ ...body, receiver: alice })
    await api.swapDepositTrade({ ...body, receiver: alice, id: id ?? '', fromAddress: alice })
    return (srcTxHash: string): Promise<StatusAnswer> =>
      api.statusExtended({ id: id ?? '', srcTxHash })
  }
  const transfer = { ...payment, to: address, input: '0x', from: `0x${'12'.repeat(20)}` }

  test('takes the transfer that pays it, from any account', async () => {
    const answer = await (await ordered([transfer]))(right)
    expect(answer).toMatchObject({ srcTxHash: right, note: `asked about ${right}` })
  })

  test.each([
    ['an empty hash', '', [transfer], {}],
    ['another payment', wrong, [{ ...transfer, hash: wrong, value: '0x1' }], {}],
    ['an unknown hash', nowhere, [transfer], {}],
    ['a hash that cannot be read now', right, [transfer], { behaviour: 'fails' }],
  ] as const)('is found by its number whatever is given: %s', async (_, hash, known, node) => {
    const answer = await (await ordered(known, node))(hash)
    expect(answer).toMatchObject({ status: 'PENDING', note: 'asked about null' })
    expect(answer.srcTxHash).toBeUndefined()
  })
})

test('a node that hiccups while a swap of this service is asked about is asked again', async () => {
  const { api, id } = await swapped([payment], { behaviour: 2 })
  expect((await api.statusExtended({ id, srcTxHash: right })).status).toBe('SUCCESS')
})

test('a provider that fails is an outage, not an end', async () => {
  const failing = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
    status: () => Promise.reject(new SwaprouteError('UPSTREAM_FAILED', 'down')),
  })
  const rpc = fakeNodes({ ETH: { behaviour: 'answers', transactions: [payment] } })
  const api = createContract(fakeServices([failing], { now: 0 }, { rpc }))
  const { id } = await api.quoteBest(body)
  await api.swap({ ...body, id: id ?? '', fromAddress: alice })
  const asked = api.statusExtended({ id: id ?? '', srcTxHash: right })
  await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})
