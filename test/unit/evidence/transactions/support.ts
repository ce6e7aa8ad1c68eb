import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import { readChainTransaction } from '../../../../src/evidence/transactions/readers.ts'
import type { ChainTransaction } from '../../../../src/evidence/transactions/transaction.ts'
import type { HttpRequest } from '../../../../src/http/types.ts'
import { ownNode } from '../../../support/ownNode.ts'

export type Told = { status?: number; body: unknown }

export const nowMs = Date.UTC(2026, 10, 20, 9)

/** The addresses of a chain in these tests. */
export const first = 'https://first.test'
export const second = 'https://second.test/'

/** One read of a chain whose nodes answer so, by method and URL; `down`: no answer. */
export async function read(
  blockchain: BlockchainId,
  hash: string,
  answers: Readonly<Record<string, Told | 'down'>>,
  nodes: readonly string[] = [first],
): Promise<{ found: ChainTransaction | null; asked: HttpRequest[] }> {
  const asked: HttpRequest[] = []
  const found = await readChainTransaction(blockchain, hash, {
    http: {
      send: async (request) => {
        asked.push(request)
        const { method = 'GET', url } = request
        const told = answers[`${method} ${url}`]
        if (told === undefined) throw new Error(`not expected: ${method} ${url}`)
        if (told === 'down') throw new SwaprouteError('UPSTREAM_FAILED', `${url} is down.`)
        return { status: told.status ?? 200, retryAfterSeconds: null, body: told.body }
      },
      close: async () => {},
    },
    rpc: {
      witnesses: ownNode,
      has: () => true,
      call: () => Promise.reject(new Error('not asked one by one')),
      batch: async (_chain, calls) =>
        calls.map(({ method }) => {
          const told = answers[method]
          if (told === undefined || told === 'down') {
            throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No node answers.')
          }
          return told.status === undefined
            ? { ok: true, result: told.body }
            : { ok: false, code: told.status, message: String(told.body), data: null }
        }),
    },
    signal: new AbortController().signal,
    now: () => nowMs,
    nodes: () => nodes,
  })
  return { found, asked }
}
