import { isDeepStrictEqual } from 'node:util'

import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { HttpRequest } from '../../../src/http/types.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { testNodes } from '../../providers/chainNodes.ts'
import { type Exchange, nowMs, rpcKey } from '../../providers/depositSupport.ts'
import { noTon } from '../../support/noTon.ts'
import { registryAnswer } from '../../support/registry.ts'
import { type Answer, bodyOf } from './story.ts'
import { ownNode } from '../../support/ownNode.ts'

export type Loose = { context: ProviderContext; asked: HttpRequest[] }

/**
 * Plays recorded calls to any similar question: an order with another number has
 * another path, and a hostile provider answers all the same. What was not recorded does not exist.
 */
export function looseServer(
  baseUrl: string,
  exchanges: readonly Exchange[],
  answers: readonly Answer[],
  rpc: Readonly<Record<string, unknown>> = {},
  nodes: readonly BlockchainId[] = ['ETH'],
): Loose {
  const left = exchanges.map((exchange, index) => ({ exchange, index }))
  const asked: HttpRequest[] = []
  const answerTo = (request: HttpRequest): Answer => {
    const { url } = request
    const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
    const method = request.method ?? 'GET'
    const like = ({ exchange }: (typeof left)[number]): boolean =>
      (exchange.method ?? 'GET') === method && shapeOf(exchange.path) === shapeOf(path)
    const exact = ({ exchange }: (typeof left)[number]): boolean =>
      exchange.path === path &&
      (exchange.request === undefined || isDeepStrictEqual(exchange.request, request.body))
    const candidates = left.filter(like)
    const found = candidates.find(exact) ?? candidates[0]
    if (found === undefined) return { status: 404, body: { message: 'not found' } }
    // The last one of its kind is given again to every later question.
    if (candidates.length > 1) left.splice(left.indexOf(found), 1)
    return answers[found.index] ?? { status: 500, body: {} }
  }
  return {
    asked,
    context: {
      http: {
        send: async (request) => {
          asked.push(request)
          const answer = answerTo(request)
          return { status: answer.status, retryAfterSeconds: null, body: bodyOf(answer) }
        },
        close: async () => {},
      },
      rpc: {
        witnesses: ownNode,
        has: (blockchain) => nodes.includes(blockchain),
        call: async (blockchain, method, params) =>
          registryAnswer(method, params) ?? rpc[rpcKey(blockchain, method, params)] ?? null,
        batch: async (blockchain, calls) =>
          calls.map(({ method, params }) => ({
            ok: true,
            result:
              registryAnswer(method, params) ?? rpc[rpcKey(blockchain, method, params)] ?? null,
          })),
      },
      ton: noTon,
      chainId: (blockchain) => chainById(blockchain).chainId,
      nodes: testNodes,
      now: () => nowMs,
      signal: new AbortController().signal,
    },
  }
}

/** The first two parts of a path, which name the call and not its order. */
function shapeOf(path: string): string {
  return (path.split('?')[0] ?? '').split('/').slice(0, 3).join('/')
}
