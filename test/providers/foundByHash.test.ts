/**
 * Every swap of every case as made elsewhere: an empty home is given its hash alone, with the
 * providers of all cases there to be mistaken for the one that carried it.
 */
import { describe, expect, test } from 'vitest'

import type { StatusAnswer } from '../../src/api/schemas.ts'
import { toBuiltTransaction } from '../../src/api/builtRoute.ts'
import { createBackend } from '../../src/backend/backend.ts'
import type { StoredQuote } from '../../src/backend/storedQuotes.ts'
import { chainById } from '../../src/chains/chains.ts'
import { builtInTokens, nativeToken } from '../../src/chains/tokens.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import { isTrusted } from '../../src/core/providerChoice.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../src/core/quote.ts'
import { topics } from '../../src/evidence/logs.ts'
import type { Token } from '../../src/core/token.ts'
import type { HttpClient, RpcClient } from '../../src/http/types.ts'
import type { BuiltSwap, Provider } from '../../src/providers/types.ts'
import { fakeServices } from '../support/backend.ts'
import { memoryQuotes } from '../support/memoryQuotes.ts'
import { registryAnswer } from '../support/registry.ts'
import { type CallCase, serviceUrl } from './callCase.ts'
import { testNodes } from './chainNodes.ts'
import { callCases, contractCases, foreignCases } from './cases.ts'
import { nodesOf, payment } from './contractCase.ts'
import { type Exchange, nowMs, rpcKey } from './depositSupport.ts'
import { minedCall } from './minedCall.ts'
import { publishedWords } from './publishedWords.ts'
import { minedContract } from './minedContract.ts'
import { ownNode } from '../support/ownNode.ts'

const created = [...callCases, ...contractCases, ...foreignCases].map(([, it]) =>
  it.create(serviceUrl),
)
const everyone = [
  ...new Map(created.map((one): [string, Provider] => [one.ids.join(), one])).values(),
]

/** Services that know these exchanges, and nothing of any other hash. */
function serviceOf(exchanges: readonly Exchange[]): HttpClient {
  return {
    send: async ({ url, method = 'GET' }) => {
      const path = url.startsWith(serviceUrl) ? url.slice(serviceUrl.length) : url
      const found = exchanges.find((one) => one.path === path && (one.method ?? 'GET') === method)
      return found === undefined
        ? { status: 404, retryAfterSeconds: null, body: {} }
        : { status: found.status ?? 200, retryAfterSeconds: null, body: found.body }
    },
    close: async () => {},
  }
}

function nodesFrom(shown: Readonly<Record<string, unknown>>): RpcClient {
  const call: RpcClient['call'] = async (chain, method, params) =>
    method === 'eth_getBlockByNumber'
      ? { timestamp: `0x${Math.floor((nowMs + 60_000) / 1000).toString(16)}` }
      : (registryAnswer(method, params) ?? shown[rpcKey(chain, method, params)] ?? null)
  return {
    witnesses: ownNode,
    has: (chain) => chainById(chain).chainId !== null,
    call,
    batch: async (chain, calls, asking) =>
      Promise.all(
        calls.map(async ({ method, params }) => ({
          ok: true,
          result: await call(chain, method, params, asking),
        })),
      ),
  }
}

async function found(
  hash: string,
  world: { http: HttpClient; rpc: RpcClient },
  instead: readonly Provider[] = [],
  now = nowMs + 120_000,
): Promise<StatusAnswer> {
  const isReplaced = ({ ids }: Provider): boolean => instead.some((one) => one.ids[0] === ids[0])
  const providers = [...everyone.filter((one) => !isReplaced(one)), ...instead]
  const services = fakeServices(
    providers,
    { now },
    {
      ...world,
      nodes: testNodes,
      stateOf: () => ({ state: 'ready' }),
      chainId: (blockchain) => chainById(blockchain).chainId,
      nativeToken,
      tokensOf: builtInTokens,
    },
  )
  return await createBackend(services).status({ srcTxHash: hash })
}

/** Both ends, as far as any chain shows them. */
function endsOf(
  { srcToken, dstToken, srcAmount, receiver, fromAddress }: QuoteRequest,
  dstAmount: bigint,
  shows: { arrival: boolean; receiver: boolean },
): Partial<StatusAnswer> {
  return {
    sourceNetworkTitle: srcToken.blockchain,
    destinationNetworkTitle: dstToken.blockchain,
    srcTokenSymbol: srcToken.symbol,
    srcTokenAmount: formatAmount(srcAmount, srcToken.decimals),
    ...(shows.arrival
      ? {
          dstTokenSymbol: dstToken.symbol,
          dstTokenAmount: formatAmount(dstAmount, dstToken.decimals),
        }
      : {}),
    ...(fromAddress === null ? {} : { fromAddress }),
    ...(receiver === null || !shows.receiver ? {} : { receiver }),
  }
}

describe.each(callCases)('%s', (_id, it) => {
  const [id] = it.create(serviceUrl).ids
  const { orders, request } = it
  const { srcToken, dstToken } = request
  // An order of the case is reported with the chains of its first swap.
  const isTold = orders !== undefined && isFirstRoute(it)
  const isUnread = orders?.isUnread === true
  // Nobody but the provider knows whom it pays.
  const isUnnamed = isTrusted(id ?? '') && it.call.receiver.length === 0
  const isOpaque = it.create(serviceUrl).proofs.some(({ kind }) => kind === 'opaque')

  test('is found by its hash alone', async () => {
    const answer = await foundCall(it, 'done', 'payout')
    const { foundAs = id } = it
    expect(answer).toMatchObject({ provider: foundAs, transactionKind: 'swap' })
    // Then it is that provider's service which is asked.
    if (foundAs !== id || (orders !== undefined && !isTold)) return
    if (isUnread || isUnnamed) {
      const note = expect.stringMatching(/does not say whom|cannot be read from the payment/)
      expect(answer).toMatchObject({ status: 'PENDING', note })
      return
    }
    expect(answer).toMatchObject({ status: 'SUCCESS', action: 'none' })
    // A coin that an exchange pays out leaves no event, and what cannot be read names no receiver.
    const arrival = orders !== undefined || (!dstToken.native && !isOpaque)
    expect(answer.srcTokenWeiAmount).toBe(String(request.srcAmount))
    // These nodes do not say the decimals of a token that is on no list.
    if (![srcToken, dstToken].every(isListed)) return
    const ends = endsOf(request, (await minedCall(it)).built.dstAmount, {
      arrival,
      receiver: !isOpaque,
    })
    expect(answer).toMatchObject(ends)
  })

  if (orders === undefined || !isTold || it.foundAs !== undefined) return

  test.skipIf(orders.refunded === undefined || isUnread)(
    'that came back is found by its hash alone',
    async () => {
      const { hashes } = await minedCall(it)
      expect(await foundCall(it, 'refunded', 'refund')).toMatchObject({
        provider: id,
        status: 'REVERTED',
        destinationTxHash: hashes.refund,
        destinationNetworkTitle: srcToken.blockchain,
        dstTokenSymbol: srcToken.symbol,
      })
    },
  )

  test.each(orders.words)('%s is %s by its hash alone', async (word) => {
    const answer = await foundCall(it, word, null)
    expect(answer.provider).toBe(id)
    expect(['SUCCESS', 'REVERTED', 'NOT_FOUND']).not.toContain(answer.status)
  })

  test.each([...orders.words.map(([word]) => word), 'MEDITATING'])(
    '%s is not on its way for ever',
    async (word) => {
      const answer = await foundCall(it, word, null, nowMs + 3 * 86_400_000)
      expect(['LONG_PENDING', 'FAIL', 'REVERT', 'READY_TO_CLAIM']).toContain(answer.status)
      expect(['ask_support', 'refund', 'claim']).toContain(answer.action)
      if (word !== 'MEDITATING') return
      expect(answer.note).toMatch(/"MEDITATING" for a long time.* Ask its support with /i)
    },
  )
})

const published = callCases.flatMap(([, it]) => {
  const [id = ''] = it.create(serviceUrl).ids
  const isAsked = it.orders !== undefined && isFirstRoute(it) && it.foundAs === undefined
  return isAsked ? (publishedWords[id]?.words ?? []).map((word) => [id, word, it] as const) : []
})

test.each(published)('%s: the published status %s means something', async (_id, word, it) => {
  const answer = await foundCall(it, word, null, nowMs + 3 * 86_400_000)
  expect(answer.note ?? '').not.toContain('for a long time')
  expect(answer.status).not.toBe('PENDING')
})

test('what LI.FI delivered in part may be another token', async () => {
  const it = callCases.find(([id]) => id === 'lifi')?.[1]
  if (it === undefined) throw new Error('no case of lifi')
  const { status, note } = await foundCall(it, 'DONE PARTIAL', null)
  expect([status, note]).toEqual(['PENDING', expect.stringMatching(/, but .*another token/)])
})

function isListed({ blockchain, address }: Token): boolean {
  return builtInTokens(blockchain).some((token) => token.address === address)
}

function isFirstRoute({ create, request }: CallCase): boolean {
  const [id] = create(serviceUrl).ids
  const first = callCases.find(([, { create: other }]) => other(serviceUrl).ids[0] === id)?.[1]
  const { srcToken, dstToken } = first?.request ?? request
  return (
    srcToken.blockchain === request.srcToken.blockchain &&
    dstToken.blockchain === request.dstToken.blockchain
  )
}

/** What an empty home reports of the honest swap, while its service returns a word. */
async function foundCall(
  it: CallCase,
  say: string,
  end: 'payout' | 'refund' | null,
  now?: number,
): Promise<StatusAnswer> {
  const { orders, request } = it
  const { hashes, shown } = await minedCall(it)
  const words: Readonly<Record<string, string | undefined>> = {
    done: orders?.done,
    refunded: orders?.refunded,
  }
  const word = orders === undefined ? '' : (words[say] ?? say)
  const { paid } = hashes
  const told = orders?.told(word, { paid, ...(end === null ? {} : { [end]: hashes[end] }) }) ?? []
  const http = serviceOf(orders?.byPayment?.(told, paid) ?? told)
  const rpc = nodesFrom(withPayment(shown(), request, paid))
  const finder = orders?.finder?.(serviceUrl)
  return await found(paid, { http, rpc }, finder === undefined ? [] : [finder], now)
}

/** The receipt with the event of the tokens that were paid. */
function withPayment(
  shown: Readonly<Record<string, unknown>>,
  { srcToken, srcAmount, fromAddress }: QuoteRequest,
  paid: string,
): Readonly<Record<string, unknown>> {
  const key = rpcKey(srcToken.blockchain, 'eth_getTransactionReceipt', [paid])
  const receipt = shown[key] as { to: string; logs: object[] }
  if (srcToken.native || fromAddress === null) return shown
  const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const went = {
    address: srcToken.address.toLowerCase(),
    topics: [topics.transfer, word(fromAddress), word(receipt.to)],
    data: `0x${srcAmount.toString(16).padStart(64, '0')}`,
  }
  return { ...shown, [key]: { ...receipt, logs: [went, ...receipt.logs] } }
}

describe.each(contractCases)('%s', (_id, it) => {
  const [id] = it.create(serviceUrl).ids

  test.each(it.states)('%s is %s by its hash alone', async (_what, word, facts) => {
    const { paid } = await minedContract(it)
    const http = serviceOf(facts.exchanges ?? [])
    const { rpc } = nodesOf(paid(facts), it.gasPrices, nowMs)
    const answer = await found(payment, {
      http,
      rpc: { ...rpc, has: (chain) => chainById(chain).chainId !== null },
    })
    expect(answer).toMatchObject({
      provider: id,
      status: word,
      srcTxHash: payment,
      fromAddress: it.request.fromAddress,
      sourceNetworkTitle: it.request.srcToken.blockchain,
      action: word === 'READY_TO_CLAIM' ? 'claim' : expect.any(String),
    })
  })
})

/**
 * Swaps that were built here, and whose hash was never reported: many providers find one by their own
 * number only, which is stored with it.
 */
describe('a swap of this service', () => {
  type Built = { provider: Provider; quote: Quote; built: BuiltSwap }

  /** What the provider is asked with, for a hash alone. */
  async function askedFor(hash: string, { provider, quote, built }: Built, rpc: RpcClient) {
    const asked: SwapRef[] = []
    const follows: Provider['status'] = async (_id, ref) => {
      asked.push(ref)
      return { status: 'PENDING', destinationTxHash: null }
    }
    const quotes = memoryQuotes()
    const { transaction, providerState } = built
    quotes.put({
      id: 'route 7',
      quote: { ...quote, providerState },
      srcTxHash: null,
      swap: {
        built: { transaction: toBuiltTransaction(transaction, null), answer: {} },
        orderId: 'number 7',
        builtAtMs: nowMs,
      },
    } as unknown as StoredQuote)
    const services = fakeServices(
      [{ ...provider, status: follows }],
      { now: nowMs + 120_000 },
      { rpc, quotes: async () => quotes, stateOf: () => ({ state: 'ready' }), nativeToken },
    )
    const { id, provider: name } = await createBackend(services).status({ srcTxHash: hash })
    return { id, name, asked }
  }

  const followed = ({ quote, built }: Built) => ({
    id: 'route 7',
    name: quote.provider,
    asked: [
      {
        orderId: 'number 7',
        providerState: built.providerState,
        receiver: quote.request.receiver,
        fromAddress: quote.request.fromAddress,
      },
    ],
  })

  test.each(callCases)('%s is followed by its number', async (_, it) => {
    const mined = await minedCall(it)
    const rpc = nodesFrom(withPayment(mined.shown(), it.request, mined.hashes.paid))
    expect(await askedFor(mined.hashes.paid, mined, rpc)).toMatchObject(followed(mined))
  })

  test.each(callCases)('%s: another amount is not its payment (S9)', async (_, it) => {
    const mined = await minedCall(it)
    const shown = mined.shown({ paid: { value: '0x123456789' } })
    const rpc = nodesFrom(withPayment(shown, it.request, mined.hashes.paid))
    const { asked } = await askedFor(mined.hashes.paid, mined, rpc).catch(() => ({ asked: [] }))
    expect(asked.filter(({ orderId }) => orderId !== null)).toEqual([])
  })

  test.each(contractCases)('%s is followed by what was stored', async (_, it) => {
    const mined = await minedContract(it)
    const [first] = it.states
    const { rpc } = nodesOf(mined.paid(first?.[2] ?? {}), it.gasPrices, nowMs)
    expect(await askedFor(payment, mined, rpc)).toMatchObject(followed(mined))
  })
})
