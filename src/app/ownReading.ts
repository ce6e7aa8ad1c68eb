import { toStatusAnswer } from '../backend/statusAnswer.ts'
import { parseAmount } from '../core/amounts.ts'
import { startDeadline } from '../core/deadline.ts'
import { toSwaprouteError } from '../core/errors.ts'
import type { QuoteRequest, SwapRef } from '../core/quote.ts'
import { defaultReferrer, type RouteRequest, slippageBpsOf } from '../core/routeRequest.ts'
import type { FollowedOrder, PlanContext } from '../execution/context.ts'
import { catalogRow } from '../providers/catalog.ts'
import { toOrderToken, writeOrderState } from '../providers/kits/deposit/state.ts'
import { proofOf, type ProviderContext, providerContext } from '../providers/types.ts'
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
  const inTime = async <T>(work: (context: ProviderContext) => Promise<T>): Promise<T> => {
    const deadline = startDeadline(signal, askingMs)
    try {
      return await work(providerContext(clients, deadline.signal))
    } finally {
      deadline.end()
    }
  }
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
        : { reason: `${id} has no order status to read.`, hint: 'Choose another with --provider.' }
    },
    read: async (id, claim) => {
      const own = await providers.find(id)
      const proof = own === null ? null : proofOf(own, 'order')
      return proof === null ? null : await inTime((context) => proof.read(claim, context))
    },
    poolAmount: async (id, request) => {
      const own = catalogRow(id) === null ? await providers.find(id) : null
      const asked = toQuestion(request)
      if (own === null || !own.supports(asked).includes(id)) return null
      try {
        const { quotes } = await inTime((context) => own.quote(asked, new Set([id]), context))
        const amounts = quotes.map(({ dstAmount }) => dstAmount).toSorted(compareBigint)
        return amounts.at(-1) ?? null
      } catch (thrown) {
        const { code } = toSwaprouteError(thrown)
        if (code === 'INTERRUPTED' || code === 'INTERNAL') throw thrown
        return null
      }
    },
    status: async (order) => {
      const { routeId, provider, srcToken, dstToken, srcTxHash } = order
      const adapter = await providers.adapterOf(provider)
      const status = await inTime((context) => adapter.status(provider, toSwapRef(order), context))
      const [source, destination] = [srcToken.blockchain, dstToken.blockchain]
      const swap = { id: routeId, provider, srcTxHash, source, destination, status }
      return toStatusAnswer(clients, swap)
    },
  }
}

/** The order as its adapter would have stored it. */
function toSwapRef(order: FollowedOrder): SwapRef {
  const { instruction, srcToken, dstToken, fromAddress, receiver, createdAtMs } = order
  const { exchangeId, depositAddress, amountToSend, memo, expiresAtMs } = instruction
  return {
    srcBlockchain: srcToken.blockchain,
    srcTxHash: order.srcTxHash,
    dstBlockchain: dstToken.blockchain,
    orderId: exchangeId,
    fromAddress,
    receiver,
    durationSeconds: order.durationSeconds,
    startedAtMs: createdAtMs,
    providerState: writeOrderState({
      orderId: exchangeId,
      depositAddress,
      depositMemo: memo?.value ?? null,
      receiver,
      refundAddress: order.refundAddress ?? fromAddress,
      srcToken: toOrderToken(srcToken),
      dstToken: toOrderToken(dstToken),
      srcAmount: parseAmount(amountToSend, srcToken.decimals),
      dstAmount: order.dstAmount,
      createdAtMs,
      expiresAtMs,
      own: {},
    }),
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
