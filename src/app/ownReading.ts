import { providerContext } from '../backend/services.ts'
import { startDeadline } from '../core/deadline.ts'
import { toSwaprouteError } from '../core/errors.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { defaultReferrer, type RouteRequest, slippageBpsOf } from '../core/routeRequest.ts'
import type { PlanContext } from '../execution/context.ts'
import { catalogRow } from '../providers/catalog.ts'
import { proofOf } from '../providers/types.ts'
import { compareBigint } from '../router/danger.ts'
import type { Clients } from './clients.ts'

/** Time for one order read, list lookups included. */
const askingMs = 15_000

/**
 * Reads orders at the providers from this machine, for runs with a remote service, whose own
 * answers are not proof.
 */
export function createOwnReading(
  clients: Clients,
  signal: AbortSignal,
): NonNullable<PlanContext['ownReading']> {
  const { providers } = clients
  return {
    obstacle: async (id) => {
      const own = await providers.find(id)
      if (own !== null && proofOf(own, 'order') !== null) return null
      const state = providers.stateOf(id)
      return state.state === 'needs_key'
        ? {
            reason: `${id} needs a key to read its orders back, and none is set.`,
            hint: `Set ${state.variable}.`,
          }
        : { reason: `${id} cannot be asked about orders.`, hint: 'Choose another with --provider.' }
    },
    read: async (id, claim) => {
      const own = await providers.find(id)
      const proof = own === null ? null : proofOf(own, 'order')
      if (proof === null) return null
      const deadline = startDeadline(signal, askingMs)
      try {
        return await proof.read(claim, providerContext(clients, deadline.signal))
      } finally {
        deadline.end()
      }
    },
    poolAmount: async (id, request) => {
      const own = catalogRow(id) === null ? await providers.find(id) : null
      const asked = toQuestion(request)
      if (own === null || !own.supports(asked).includes(id)) return null
      const deadline = startDeadline(signal, askingMs)
      try {
        const context = providerContext(clients, deadline.signal)
        const { quotes } = await own.quote(asked, new Set([id]), context)
        return (
          quotes
            .map(({ dstAmount }) => dstAmount)
            .toSorted(compareBigint)
            .at(-1) ?? null
        )
      } catch (thrown) {
        const { code } = toSwaprouteError(thrown)
        if (code === 'INTERRUPTED' || code === 'INTERNAL') throw thrown
        return null
      } finally {
        deadline.end()
      }
    },
  }
}

function toQuestion(request: RouteRequest): QuoteRequest {
  const { srcToken, dstToken, srcAmount, receiver, fromAddress, refundAddress } = request
  return {
    srcToken,
    dstToken,
    srcAmount,
    receiver: receiver ?? null,
    fromAddress: fromAddress ?? null,
    refundAddress: refundAddress ?? null,
    slippageBps: slippageBpsOf(request),
    referrer: defaultReferrer,
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
  }
}
