/** Swaps that other wallets sign: an empty home finds each by its hash alone, by its chain's node. */
import { describe, expect, test } from 'vitest'

import { createBackend } from '../../src/backend/backend.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import { builtInTokens, nativeToken } from '../../src/chains/tokens.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import type { SwapRef } from '../../src/core/quote.ts'
import type { ForeignTransaction } from '../../src/core/foreignTransaction.ts'
import type { RouteTransaction } from '../../src/core/transaction.ts'
import { type Provider, providerContext } from '../../src/providers/types.ts'
import { fakeServices } from '../support/backend.ts'
import { serviceUrl } from './callCase.ts'
import { foreignCases } from './cases.ts'
import { testNodes } from './chainNodes.ts'
import { nowMs, play, quoteOf, rpcKey } from './depositSupport.ts'

const everyone = [
  ...new Map(
    foreignCases.map(([id, it]): [string, Provider] => [id, it.create(serviceUrl)]),
  ).values(),
]

describe.each(foreignCases)('%s', (_id, it) => {
  const { request, honest, mined } = it
  const { srcToken, dstToken, srcAmount, fromAddress } = request
  const { blockchain } = srcToken

  test('is found by its hash alone', async () => {
    const provider = it.create(serviceUrl)
    const tape = play(serviceUrl, [...honest.quote, ...honest.build], honest.chains)
    const quote = await quoteOf(provider, request, tape.context)
    const { transaction } = await provider.build(quote, tape.context)
    if (!isForeign(transaction)) throw new Error('another kind of transaction')
    const scene = mined.as(transaction, { received: quote.dstAmount })
    const shown = { ...honest.chains?.rpc, ...scene.chains?.rpc }
    const { http, rpc, ton } = play(serviceUrl, [], {}).context
    const services = fakeServices(
      everyone,
      { now: nowMs },
      {
        ton,
        stateOf: () => ({ state: 'ready' }),
        nativeToken,
        tokensOf: builtInTokens,
        nodes: (chain) => [...testNodes(chain), 'https://rpc'],
        http: {
          ...http,
          send: async ({ url, method = 'GET', body }) => {
            const path = url.startsWith(serviceUrl) ? url.slice(serviceUrl.length) : url
            const told = scene.exchanges.find(
              (one) => one.path === path && (one.method ?? 'GET') === method,
            )
            return told === undefined
              ? { status: 404, retryAfterSeconds: null, body: body === undefined ? 'none' : {} }
              : { status: told.status ?? 200, retryAfterSeconds: null, body: told.body }
          },
        },
        rpc: {
          ...rpc,
          has: (chain) => scene.chains?.nodes?.includes(chain) === true,
          batch: async (chain, calls) =>
            calls.map(({ method, params }) => ({
              ok: true,
              result: shown[rpcKey(chain, method, params)] ?? null,
            })),
          call: async (chain, method, params) => shown[rpcKey(chain, method, params)] ?? null,
        },
      },
    )
    const answer = await createBackend(services).status({
      srcTxHash: mined.hash,
      srcTokenBlockchain: blockchain,
    })
    if (!(await isFollowed(services))) {
      // Its program is everybody's: what it did not make is not called its own.
      expect(answer.provider).not.toBe(provider.ids[0])
      return
    }
    expect(answer.transactionKind).toBe('swap')
    expect(answer).toMatchObject({
      status: 'SUCCESS',
      sourceNetworkTitle: blockchain,
      destinationNetworkTitle: blockchain,
      destinationTxHash: mined.hash,
      fromAddress,
      srcTokenSymbol: srcToken.symbol,
      srcTokenAmount: formatAmount(srcAmount, srcToken.decimals),
      dstTokenSymbol: dstToken.symbol,
      dstTokenAmount: formatAmount(quote.dstAmount, dstToken.decimals),
    })
    // Exchanges that are reached through one program cannot be distinguished by it.
    const ownTargets = new Set(targetsOf(provider, provider.ids[0]))
    const told = everyone.find(({ ids }) => ids.some((id) => id === answer.provider))
    expect(told).toBeDefined()
    if (told === undefined) return
    expect(targetsOf(told, told.ids[0]).some((target) => ownTargets.has(target))).toBe(true)
  })

  /** Whether the provider reports anything of a swap that was made elsewhere. */
  async function isFollowed(services: BackendServices): Promise<boolean> {
    const provider = it.create(serviceUrl)
    const [id] = provider.ids
    if (id === undefined) throw new Error('no identifier')
    const ref: SwapRef = {
      srcBlockchain: blockchain,
      srcTxHash: mined.hash,
      dstBlockchain: null,
      orderId: null,
      fromAddress: null,
      receiver: null,
      durationSeconds: null,
      startedAtMs: null,
      providerState: null,
    }
    const { signal } = new AbortController()
    const { status } = await provider.status(id, ref, providerContext(services, signal))
    return status !== 'NOT_FOUND'
  }

  function targetsOf(provider: Provider, id: Provider['ids'][number] | undefined) {
    return id === undefined ? [] : provider.pinned(id, blockchain).targets
  }
})

function isForeign(transaction: RouteTransaction): transaction is ForeignTransaction {
  return !['evm', 'ton', 'deposit'].includes(transaction.kind)
}
