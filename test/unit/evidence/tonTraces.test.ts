/** Within one poll of a TON swap its trace is read once for all that judge it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createContract } from '../../../src/backend/backend.ts'
import { providerContext } from '../../../src/providers/types.ts'
import { nativeToken } from '../../../src/chains/tokens.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { TonChainTransaction, TonTrace } from '../../../src/core/tonChain.ts'
import { findArrival } from '../../../src/evidence/arrival.ts'
import { createAgreedTon } from '../../../src/evidence/tonAgreed.ts'
import { hasTraceEnded, isAbout, readTrace } from '../../../src/evidence/tonTraces.ts'
import { tonClaimedArrival } from '../../../src/execution/ton/claimedArrivals.ts'
import type { TonCenter } from '../../../src/http/toncenterTypes.ts'
import { readTonSwapStatus } from '../../../src/providers/kits/ton/status.ts'
import { createTonAccess } from '../../../src/wallet/ton.ts'
import { sealed, transactionBoc } from '../../providers/tonCells.ts'
import { raw, transaction } from '../../providers/tonSupport.ts'
import { plainHash, ton as walletOf } from '../../providers/depositSupport.ts'
import { fakeServices } from '../../support/backend.ts'
import { noTon } from '../../support/noTon.ts'
import { fakeProvider } from '../../support/routing.ts'

const nano = 1_000_000_000n
const [payer, exchange] = [walletOf('payer'), walletOf('exchange')]
const coin = nativeToken('TON')
const { signal } = new AbortController()

const sent = sealed(transaction(payer, { from: null }))
const paid = sealed(transaction(payer, { from: exchange, value: 7n * nano }, { lt: 2n }))
const messageHash = sent.inMessage?.normalizedHash ?? ''
const whole: TonTrace = { id: sent.hash, complete: true, transactions: [sent, paid] }

let asked: string[]
let known: TonTrace | null
let clock: { now: number }
let ton: TonCenter

const hasHash = (one: TonChainTransaction, of: Parameters<TonCenter['trace']>[0]): boolean =>
  'messageHash' in of
    ? one.inMessage?.normalizedHash === of.messageHash || one.inMessage?.hash === of.messageHash
    : one.hash === of.transactionHash

beforeEach(() => {
  asked = []
  known = whole
  clock = { now: sent.atSeconds * 1000 + 20_000 }
  ton = {
    ...noTon,
    has: () => true,
    trace: async (of) => {
      asked.push(Object.keys(of).join())
      return known?.transactions.some((one) => hasHash(one, of)) === true ? known : null
    },
    transactionsByMessage: async (hash) =>
      [sent, paid].filter(
        ({ inMessage }) => inMessage?.hash === hash || inMessage?.normalizedHash === hash,
      ),
    transactionByHash: async (hash) => [sent, paid].find((one) => one.hash === hash) ?? null,
    rawTransactions: async (account) =>
      [paid, sent]
        .filter((one) => one.account === account)
        .map((one) => ({ boc: transactionBoc(one), lt: one.lt, hash: one.hash })),
  }
})

const terms = {
  reportedBy: raw(payer),
  sold: { owner: raw(payer), jettonWallet: raw(exchange), amount: 1n },
  bought: { owner: raw(payer), jettonWallet: null, minimum: 1n },
}

function world() {
  const refs: SwapRef[] = []
  const provider = fakeProvider('STONFI', [], {
    blockchains: () => ['TON'],
    status: async (_id, ref, context) => {
      refs.push(ref)
      return await readTonSwapStatus(ref, async () => terms, context)
    },
  })
  const services = fakeServices([provider], clock, { ton })
  return { services, refs, api: createContract(services) }
}

const source = () => ({ ton, signal, now: () => clock.now })
const recent = { recent: true }

describe('status of a TON swap', () => {
  test.each([
    ['its message', messageHash],
    ['its first transaction', sent.hash],
    ['a transaction in its middle', paid.hash],
  ])('by %s: found and judged by one trace', async (_, srcTxHash) => {
    const { api } = world()
    expect(await api.status({ srcTxHash })).toMatchObject({
      status: 'SUCCESS',
      srcTxHash: messageHash,
      destinationTxHash: paid.hash,
    })
    expect(asked).toHaveLength(1)
  })

  test('what the provider and the execution believed it by is not read again', async () => {
    const { services, api } = world()
    await api.status({ srcTxHash: messageHash })
    const arrival = { token: coin, to: payer, notBeforeMs: null }
    expect(await findArrival(paid.hash, arrival, providerContext(services, signal))).toEqual({
      kind: 'paid',
      amount: 7n * nano,
    })
    const own = await tonClaimedArrival(
      {
        // @ts-expect-error -- of the tools only what is read here
        ton: { access: createTonAccess({ ...source(), agreed: createAgreedTon(ton) }) },
        // @ts-expect-error -- of the journal only what is read here
        journal: { findByHash: () => [], read: () => [] },
      },
      { swapId: 's', createdAtMs: 0, token: coin, owners: [payer], fits: () => true },
      paid.hash,
    )
    expect(own).toMatchObject({ amount: 7n * nano, hash: paid.hash })
    expect(asked).toHaveLength(1)
  })

  test('the next poll reads again', async () => {
    const { api } = world()
    await api.status({ srcTxHash: messageHash })
    clock.now += 5_001
    await api.status({ srcTxHash: messageHash })
    expect(asked).toHaveLength(2)
  })

  test('reports the end of a running one a second later', async () => {
    const { api } = world()
    known = { ...whole, complete: false, transactions: [sent] }
    expect(await api.status({ srcTxHash: sent.hash })).toMatchObject({ status: 'PENDING' })
    known = whole
    clock.now += 1_001
    expect(await api.status({ srcTxHash: sent.hash })).toMatchObject({ status: 'SUCCESS' })
    expect(asked).toHaveLength(2)
  })
})

describe('a trace', () => {
  const read = async (transactionHash: string, options?: { recent: boolean }) =>
    await readTrace(source(), { transactionHash }, options)

  test('is reused by any of its hashes, to the last millisecond', async () => {
    await read(sent.hash)
    clock.now += 5_000
    expect(await read(paid.hash, recent)).toBe(whole)
    expect(await readTrace(source(), { messageHash }, recent)).toBe(whole)
    expect(asked).toHaveLength(1)
    clock.now += 1
    expect(await read(paid.hash, recent)).toBe(whole)
    expect(asked).toHaveLength(2)
  })

  test.each<[string, Partial<TonTrace>]>([
    ['with messages in flight', { complete: false }],
    ['with a transaction only foreseen', { transactions: [sent, { ...paid, emulated: true }] }],
  ])('%s is reused for one second', async (_, change) => {
    known = { ...whole, ...change }
    await read(sent.hash)
    clock.now += 1_000
    expect(await read(sent.hash, recent)).toBe(known)
    expect(asked).toHaveLength(1)
    clock.now += 1
    await read(sent.hash, recent)
    expect(asked).toHaveLength(2)
  })

  test('is always read for a caller that wants it new, and then replaces the older', async () => {
    known = { ...whole, complete: false, transactions: [sent] }
    await read(sent.hash)
    known = whole
    expect(await read(sent.hash)).toBe(whole)
    expect(await read(sent.hash, recent)).toBe(whole)
    expect(asked).toHaveLength(2)
  })

  test('that TON does not know is not remembered, and one it dropped is forgotten', async () => {
    known = null
    expect(await read(sent.hash, recent)).toBeNull()
    known = whole
    expect(await read(sent.hash, recent)).toBe(whole)
    known = null
    expect(await read(sent.hash)).toBeNull()
    expect(await read(sent.hash, recent)).toBeNull()
    expect(asked).toHaveLength(4)
  })

  test('of another swap is not taken for it', async () => {
    await read(sent.hash)
    expect(await read(plainHash('other'), recent)).toBeNull()
    expect(asked).toHaveLength(2)
  })

  test('is one of at most fifty that are stored', async () => {
    const nth = (index: number): TonTrace => ({
      ...whole,
      transactions: [{ ...sent, hash: plainHash(`${index}`), inMessage: null }],
    })
    for (let index = 0; index < 50; index += 1) {
      known = nth(index)
      await read(plainHash(`${index}`))
    }
    await read(plainHash('0'), recent)
    expect(asked).toHaveLength(50)
    known = nth(50)
    await read(plainHash('50'))
    await read(plainHash('1'), recent)
    await read(plainHash('50'), recent)
    expect(asked).toHaveLength(51)
    known = nth(0)
    await read(plainHash('0'), recent)
    expect(asked).toHaveLength(52)
  })
})

test('a hash names a transaction in any of its senses', () => {
  const { inMessage, hash } = sent
  for (const wanted of [hash, inMessage?.hash ?? '', messageHash]) {
    expect(isAbout(sent, wanted)).toBe(true)
  }
  expect(isAbout(sent, paid.hash)).toBe(false)
  expect(isAbout({ ...sent, inMessage: null }, messageHash)).toBe(false)
})

test('a trace has ended when nothing is in flight or only foreseen', () => {
  expect(hasTraceEnded(whole)).toBe(true)
  expect(hasTraceEnded({ ...whole, complete: false })).toBe(false)
  expect(hasTraceEnded({ ...whole, transactions: [sent, { ...paid, emulated: true }] })).toBe(false)
})
