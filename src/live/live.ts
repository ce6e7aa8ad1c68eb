import { type ProviderId, providerIds } from '../core/providerIds.ts'
import type { Provider } from '../providers/types.ts'
import { checkNodes, type NodeTools } from './nodes.ts'
import { checkPools, checkPrices, checkProvider, type ServiceTools } from './upstreams.ts'
import type { LiveQuestions, LiveRow } from '../core/live.ts'

export type LiveTools = NodeTools &
  ServiceTools & {
    /** The pool reader, which serves many identifiers. */
    pools: Provider
    /** All other providers. */
    services: readonly Provider[]
  }

/**
 * Sends one cheap request to every listed node and service, all in parallel; the HTTP client keeps
 * each host's rate limit. Nothing is signed, no order is opened.
 * @param onRow called with each answer as it arrives
 */
export async function checkLive(
  questions: LiveQuestions,
  tools: LiveTools,
  onRow: (row: LiveRow) => void,
): Promise<LiveRow[]> {
  const asked = [
    ...questions.nodes.flatMap((blockchain) => checkNodes(blockchain, tools)),
    ...(questions.prices ? checkPrices(tools.http, tools) : []),
    ...askedProviders(questions.providers, tools),
    ...questions.pools.map((blockchain) => checkPools(tools.pools, blockchain, tools)),
  ]
  return Promise.all(
    asked.map(async (answer) => {
      const row = await answer
      onRow(row)
      return row
    }),
  )
}

/**
 * One row per provider; one that cannot be asked gets a row with the reason. Providers on one host
 * are asked in sequence, since together they may exceed its limit.
 */
function askedProviders(ids: readonly ProviderId[] | null, tools: LiveTools): Promise<LiveRow>[] {
  const lastAt = new Map<string, Promise<LiveRow>>()
  return (ids ?? providersOf(tools))
    .filter((id) => !tools.pools.ids.includes(id))
    .map((id) => {
      const provider = tools.services.find((one) => one.ids.includes(id)) ?? null
      const url = tools.urls[id]
      if (url === undefined) return checkProvider(provider, id, tools)
      const { host } = new URL(url)
      const before = lastAt.get(host) ?? Promise.resolve()
      const answer = before.then(() => checkProvider(provider, id, tools))
      lastAt.set(host, answer)
      return answer
    })
}

/** Every provider implemented in this run, available or not. */
function providersOf({ stateOf }: LiveTools): readonly ProviderId[] {
  return providerIds.filter((id) => {
    const { state } = stateOf(id)
    return state !== 'closed' && state !== 'not_in_sandbox'
  })
}
