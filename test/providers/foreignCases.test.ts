/** Every provider of a chain that is signed elsewhere, from its case. */
import { describe, expect, test } from 'vitest'

import { checkForeign } from '../../src/chains/foreign.ts'
import { foreignKindOf, isForeignKind } from '../../src/core/foreignTransaction.ts'
import { type BuiltSwap, type Provider, proofOf } from '../../src/providers/types.ts'
import { put } from '../support/bodies.ts'
import { serviceUrl } from './callCase.ts'
import { foreignCases } from './cases.ts'
import {
  bent,
  type Body,
  cosmos,
  type Exchange,
  hash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
  tron,
} from './depositSupport.ts'
import type { ForeignCase, MinedAs } from './foreignCase.ts'

const other = {
  SOLANA: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  NEAR: 'somebody-else.near',
  OSMOSIS: cosmos('somebody else', 'osmo'),
  STARKNET: `0x07${hash('somebody else').slice(4)}`,
  STELLAR: 'GDQE7IXJ4HUHV6RQHIUPRJSEZE4DRS5WY577O2FY6YQ5LVWZ7JZTU2V5',
  SUI: `0x${'5'.repeat(64)}`,
  TRON: tron('somebody else'),
}

describe.each(foreignCases)('%s', (_id, it) => {
  const { request, honest, wire, hostile, refusals, reads, mined } = it
  const provider = it.create(serviceUrl)
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const { srcToken, dstToken, srcAmount, fromAddress } = request
  const receiver = request.receiver ?? fromAddress
  const swap = { srcToken, dstToken, fromAddress, receiver }

  const built = async (build: readonly Exchange[] = honest.build): Promise<Built> => {
    const tape = play(serviceUrl, [...honest.quote, ...build], honest.chains)
    const quote = await quoteOf(provider, request, tape.context)
    const made = await provider.build(quote, tape.context)
    return { quote, made, unused: tape.unused(), context: tape.context }
  }

  test('supports its own chain alone', () => {
    expect(provider.supports(request)).toEqual([id])
    expect(provider.supports(requestOf(srcToken, tokenOf('ETH', 'USDC'), 1n))).toEqual([])
    expect(provider.supports(requestOf(tokenOf('ETH', 'ETH'), dstToken, 1n))).toEqual([])
    expect(provider.supports(requestOf(srcToken, srcToken, 1n))).toEqual([])
    expect(provider.pinned(id, 'ETH')).toEqual({ targets: [], spenders: [] })
  })

  test('builds what was asked for, and its reader confirms it', async () => {
    const { quote, made, unused, context } = await built()
    expect(unused).toEqual([])
    expect(quote.executionKind).toBe(foreignKindOf(srcToken.blockchain))
    const { transaction } = made
    if (!isForeign(transaction)) throw new Error('another kind of transaction')
    const decoded = await proofOf(provider, 'foreign')?.decode(transaction, swap, context)
    expect(decoded).toMatchObject({
      payer: fromAddress,
      recipient: receiver,
      srcToken: srcToken.address,
      dstToken: dstToken.address,
      srcAmount,
      ...reads,
    })
    expect(decoded?.minOut).toBeGreaterThanOrEqual(quote.dstMinAmount)
    expect(made.dstMinAmount).toBeGreaterThanOrEqual(quote.dstMinAmount)
    expect(JSON.parse(JSON.stringify(made.providerState))).toEqual(made.providerState)
  })

  test.each(hostile)('refuses %s (%s)', async (_name, check, bend) => {
    const exchanges = bentAt(it, bend)
    const tape = play(serviceUrl, [...honest.quote, ...exchanges], honest.chains)
    const quote = await quoteOf(provider, request, tape.context)
    const error = await refusal(provider.build(quote, tape.context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test.each(it.hostileChains ?? [])('refuses %s (%s)', async (_name, check, chains) => {
    const tape = play(serviceUrl, [...honest.quote, ...honest.build], chains)
    const quote = await quoteOf(provider, request, tape.context)
    const error = await refusal(provider.build(quote, tape.context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test.each(it.transactions ?? [])(
    'refuses a transaction with %s (%s)',
    async (_name, check, bend) => {
      const { made, context, quote } = await built()
      const { transaction } = made
      if (!isForeign(transaction)) throw new Error('another kind of transaction')
      const { targets } = provider.pinned(id, srcToken.blockchain)
      const terms = { ...swap, srcAmount, dstMinAmount: quote.dstMinAmount, targets }
      const checked = async (): Promise<void> => {
        const decoded = await proofOf(provider, 'foreign')?.decode(bend(transaction), swap, context)
        if (decoded !== undefined) checkForeign(id, decoded, terms)
      }
      const error = await refusal(checked())
      expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
    },
  )

  test('compares the decoded terms with others', async () => {
    const { made, context } = await built()
    if (!isForeign(made.transaction)) throw new Error('another kind of transaction')
    const decoded = await proofOf(provider, 'foreign')?.decode(made.transaction, swap, context)
    if (decoded === undefined) throw new Error('no reader')
    const { targets } = provider.pinned(id, srcToken.blockchain)
    const terms = { ...swap, srcAmount, dstMinAmount: decoded.minOut, targets }
    checkForeign(id, decoded, terms)
    const someone = otherAccount(srcToken.blockchain)
    const changes = [
      ['E2', { targets: [someone] }],
      ['E8', { fromAddress: someone }],
      ['E8', { receiver: someone }],
      ['E8', { srcToken: dstToken }],
      ['E8', { dstToken: srcToken }],
      ['E5', { srcAmount: srcAmount + 1n }],
      ['E5', { srcAmount: srcAmount - 1n }],
      ['E9', { dstMinAmount: decoded.minOut + 1n }],
    ] as const
    for (const [check, change] of changes) {
      const refused = (): void => checkForeign(id, decoded, { ...terms, ...change })
      expect(refused, JSON.stringify(Object.keys(change))).toThrow(`(check ${check})`)
    }
  })

  const misquotes: readonly (readonly [string, string, string])[] = [
    ['another token sold', wire.srcToken, otherAccount(srcToken.blockchain)],
    ['another token bought', wire.dstToken, otherAccount(srcToken.blockchain)],
    ...(wire.srcAmount === null ? [] : [['another amount', wire.srcAmount, '1'] as const]),
    ['nothing', wire.dstAmount, '0'],
    ['no amount', wire.dstAmount, '1.5'],
  ]
  test.each(misquotes)('refuses a quote of %s', async (_name, path, value) => {
    const [first, ...rest] = honest.quote
    if (first === undefined) throw new Error('no quote')
    const body = bent(first.body, (copy) => put(copy, path, value))
    const tape = play(serviceUrl, [{ ...first, body }, ...rest], honest.chains)
    expect((await refusal(quoteOf(provider, request, tape.context))).code).toBe('UPSTREAM_FAILED')
  })

  test.each(refusals)('%i %o is %s', async (status, body, code) => {
    const [first] = honest.quote
    if (first === undefined) throw new Error('no quote')
    const tape = play(serviceUrl, [{ ...first, status, body }], honest.chains)
    expect((await refusal(quoteOf(provider, request, tape.context))).code).toBe(code)
  })

  const told = async (how: MinedAs, more: Partial<ReturnType<typeof refOf>> = {}) => {
    const { quote, made } = await built()
    if (!isForeign(made.transaction)) throw new Error('another kind of transaction')
    const { exchanges, chains } = mined.as(made.transaction, {
      received: quote.dstAmount,
      ...how,
    })
    const { context } = play(serviceUrl, exchanges, chains)
    const ref = refOf(quote, made, { srcTxHash: mined.hash, receiver, ...more })
    return { status: await provider.status(id, ref, context), quote }
  }

  test('a transaction that the chain does not know is not found', async () => {
    const { quote, made } = await built()
    const { exchanges, chains } = mined.unknown
    const { context } = play(serviceUrl, exchanges, chains)
    const ref = refOf(quote, made, { srcTxHash: mined.hash, receiver })
    expect((await provider.status(id, ref, context)).status).toBe('NOT_FOUND')
    const none = await provider.status(id, { ...ref, srcTxHash: null }, context)
    expect(none.status).toBe('NOT_FOUND')
  })

  test('the chain alone proves that it is paid', async () => {
    const { status, quote } = await told({})
    expect(status).toMatchObject({
      status: 'SUCCESS',
      destinationTxHash: mined.hash,
      receivedAmount: quote.dstAmount,
    })
  })

  test.each([
    ['a failure', { failed: true }, 'FAIL'],
    ['nothing received', { received: 0n }, 'INDETERMINATE'],
    ['far too little received', { received: 1n }, 'INDETERMINATE'],
  ] as const)('%s is %s', async (_name, how, word) => {
    expect((await told(how)).status.status).toBe(word)
  })

  test.each([{}, { failed: true }] as const)('no end before it is final: %o', async (how) => {
    const { status } = await told({ ...how, young: true })
    // A chain whose blocks are final at once shows the end.
    if (it.finalAtOnce === true) return
    expect(status).toMatchObject({ status: 'PENDING', destinationTxHash: null })
  })

  test('the transaction of another account, or of another swap, proves nothing', async () => {
    const someone = otherAccount(srcToken.blockchain)
    const { made } = await built()
    const state = made.providerState as Body
    for (const more of [
      { fromAddress: someone },
      { receiver: someone },
      { providerState: { ...state, srcAmount: '1' } },
      { providerState: { ...state, minOut: String(10n ** 30n) } },
      { providerState: { ...state, dstToken: someone } },
    ]) {
      expect((await told({}, more)).status.status, JSON.stringify(more)).toBe('NOT_FOUND')
    }
  })
})

type Built = {
  quote: Awaited<ReturnType<typeof quoteOf>>
  made: BuiltSwap
  unused: string[]
  context: Parameters<Provider['build']>[1]
}

function isForeign(
  transaction: BuiltSwap['transaction'],
): transaction is Parameters<ForeignCase['mined']['as']>[0] {
  return isForeignKind(transaction.kind)
}

function otherAccount(blockchain: string): string {
  const found = Object.entries(other).find(([chain]) => chain === blockchain)?.[1]
  if (found === undefined) throw new Error(`no other account on ${blockchain}`)
  return found
}

/** The answers of a build, one of them bent. */
function bentAt({ honest, bentAt: place }: ForeignCase, bend: (body: Body) => void): Exchange[] {
  const index = place ?? honest.build.length - 1
  return honest.build.map((exchange, at) =>
    at === index ? { ...exchange, body: bent(exchange.body, bend) } : exchange,
  )
}
