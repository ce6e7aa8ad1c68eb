import type { ProviderId } from '../core/providerIds.ts'
import type { Provider } from '../providers/types.ts'
import { checkNodes, type NodeTools } from './nodes.ts'
import { checkPools, checkPrices, checkProvider, type ServiceTools } from './services.ts'
import type { LiveQuestions, LiveRow } from '../core/live.ts'

export type LiveTools = NodeTools &
  ServiceTools & {
    /** The reader of pools, which answers for many identifiers. */
    pools: Provider
    /** All others. */
    services: readonly Provider[]
  }

/**
 * One cheap question to every node and service that is named, all at once; the HTTP client keeps
 * the pace of each host. Nothing is signed, no order is opened.
 * @param onRow each answer as it comes
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

/** A named one that cannot be asked says why. */
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
