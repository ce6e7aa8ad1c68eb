import type { ProviderId } from '../core/providerIds.ts'
import type { Provider } from '../providers/types.ts'
import { checkNodes, type NodeTools } from './nodes.ts'
import { checkPools, checkPrices, checkProvider, type ServiceTools } from './services.ts'
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

/** One row per provider; a provider that cannot be asked gets a row with the reason. */
function askedProviders(ids: readonly ProviderId[] | null, tools: LiveTools): Promise<LiveRow>[] {
  const served = tools.services.flatMap((provider) => provider.ids.map((id) => ({ provider, id })))
  const wanted = ids ?? served.map(({ id }) => id)
  return wanted
    .filter((id) => !tools.pools.ids.includes(id))
    .map((id) => {
      const provider = served.find((one) => one.id === id)?.provider ?? null
      return checkProvider(provider, id, tools)
    })
}
