import { startDeadline } from '../core/deadline.ts'
import type { PlanContext } from '../execution/context.ts'
import { type ProviderContext, proofOf } from '../providers/types.ts'
import type { Network, Run } from './types.ts'

/** Time for the provider to tell of one order, a look at its lists included. */
const askingMs = 15_000

/**
 * What providers themselves say of orders, asked from this machine: for runs whose service is a
 * remote one, which cannot vouch for itself.
 */
export async function createOwnReading(
  run: Run,
  { world, providers }: Network,
): Promise<NonNullable<PlanContext['ownReading']>> {
  const { http, rpc, ton, chains } = world
  const { signal, io } = run.host
  return {
    obstacle: async (id) => {
      const own = await providers.find(id)
      if (own !== null && proofOf(own, 'order') !== null) return null
      const state = providers.stateOf(id)
      return state.state === 'needs_key'
        ? {
            reason: `${id} tells of its orders only with a key, and this machine has none.`,
            hint: `Set ${state.variable}.`,
          }
        : { reason: `${id} cannot be asked about orders.`, hint: 'Choose another with --provider.' }
    },
    read: async (id, claim) => {
      const own = await providers.find(id)
      const proof = own === null ? null : proofOf(own, 'order')
      if (proof === null) return null
      const deadline = startDeadline(signal, askingMs)
      const context: ProviderContext = {
        http,
        rpc,
        ton,
        chainId: (blockchain) => chains.settings(blockchain).chainId,
        now: io.now,
        signal: deadline.signal,
      }
      try {
        return await proof.read(claim, context)
      } finally {
        deadline.end()
      }
    },
  }
}
