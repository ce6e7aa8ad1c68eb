import { lacksCallById } from '../../api/missingCall.ts'
import type { StatusAnswer } from '../../api/schemas.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { WaitOptions } from '../context.ts'
import { changedOrder } from '../errors.ts'
import { follow, type Followed, isSameAnswer, withBlockchain } from '../follow.ts'
import { termsOf } from '../route.ts'
import type { DepositSession } from '../session.ts'
import { moneyOf, payoutArrival, orderRefundArrival } from './depositArrival.ts'

const pauses = { first: 1_000, longest: 15_000, slow: 30_000 }
/** Sandbox exchanges take about a second per step. */
const sandboxPauses = { first: 400, longest: 400, slow: 400 }

/** Follows an open order to its end or the time limit. */
export async function followOrder(session: DepositSession, options: WaitOptions): Promise<void> {
  await follow(openedOrder(session), options)
}

/**
 * What is known of an order: by the service, or by its provider itself where the service has no call
 * for a swap by its id. A hash does not identify an order at an exchange.
 * @param srcTxHash of its payment, if this machine sent it
 */
export async function askOrderStatus(
  { context: { api, ownReading, signal }, state }: Pick<DepositSession, 'context' | 'state'>,
  srcTxHash: string | null = null,
): Promise<StatusAnswer> {
  const { plan, order, route, createdAtMs } = state()
  try {
    return await api.statusExtended({ id: plan.routeId }, { signal })
  } catch (thrown) {
    if (!lacksCallById(thrown) || ownReading === undefined || order === null) throw thrown
    const { durationSeconds } = termsOf(route)
    return await ownReading.status({ ...plan, ...order, createdAtMs, durationSeconds, srcTxHash })
  }
}

function openedOrder(session: DepositSession): Followed {
  const { context, state } = session
  return {
    session,
    pauses: context.sandbox ? sandboxPauses : pauses,
    prefix: 'deposit_',
    begin: async () => {},
    mayPoll: async () => state().order !== null,
    ownEnd: async () => 'ask',
    ask: async () => {
      try {
        return await askOrderStatus(session)
      } catch (thrown) {
        const changed = thrown instanceof SwaprouteError && thrown.code === 'UNSAFE_ROUTE'
        throw changed ? changedOrder(session, thrown) : thrown
      }
    },
    delivery: async (hash) => withBlockchain(await payoutArrival(context, moneyOf(state()), hash)),
    farDelivery: async (hash) =>
      withBlockchain(await payoutArrival(context, moneyOf(state()), hash, 'any')),
    refund: async (hash) =>
      withBlockchain(await orderRefundArrival(context, moneyOf(state()), hash)),
    agreed: () => moneyOf(state()).expected,
    isPaymentMined: async () => true,
    notFound: async (answer) => {
      // The order was read back, so a service that does not know it is only late (S1).
      if (state().answer === null) return null
      const note = answer.note ?? 'The service did not return the state of the order.'
      return { ...answer, destinationTxHash: null, note }
    },
    isSameNews: (before, answer) =>
      isSameAnswer(before, answer) && before?.srcTxHash === answer.srcTxHash,
    fallback: (answer) => {
      const { blockchain } = state().plan.srcToken
      return { source: 'claim', blockchain, hash: answer.srcTxHash ?? null, blockNumber: null }
    },
  }
}
