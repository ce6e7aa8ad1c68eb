import { type BlockchainId, blockchainIds } from '../core/blockchainIds.ts'
import { toSwaprouteError } from '../core/errors.ts'
import { type Observe, type Outcome, outcomeOf } from '../core/observation.ts'
import type { HttpClient } from './types.ts'

type Endpoints = Readonly<Partial<Record<BlockchainId, readonly string[]>>>

/**
 * A client that reports the outcome and time of every request, with its repetitions.
 * @param nodes addresses of nodes by their chain; requests to all others are other services'
 */
export function observed<Client extends HttpClient>(
  http: Client,
  nodes: Endpoints,
  observe: Observe,
): Client {
  const chains = chainsByUrl(nodes)
  return {
    ...http,
    async send(request) {
      const startedMs = performance.now()
      const report = (outcome: Outcome, status: number | null): void => {
        const { host } = new URL(request.url)
        const chain = chains.get(request.url) ?? null
        observe({
          kind: 'request',
          host,
          chain,
          outcome,
          status,
          ms: performance.now() - startedMs,
        })
      }
      try {
        const response = await http.send(request)
        report(response.status < 500 ? 'answered' : 'failed', response.status)
        return response
      } catch (thrown) {
        report(outcomeOf(toSwaprouteError(thrown)), null)
        throw thrown
      }
    },
  }
}

function chainsByUrl(nodes: Endpoints): Map<string, BlockchainId> {
  const chains = new Map<string, BlockchainId>()
  for (const chain of blockchainIds) {
    for (const url of nodes[chain] ?? []) chains.set(url, chain)
  }
  return chains
}
