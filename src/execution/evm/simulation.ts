import { isTrusted } from '../../core/providerChoice.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { ReviewSimulation } from '../../core/review.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { Leg } from '../../store/journalTables.ts'
import type { EvmFees, Simulation } from '../../wallet/types.ts'
import { checkReceiverSimulation, checkSimulation, withReceiver } from '../checks/simulation.ts'
import type { PlanContext } from '../context.ts'
import type { PlannedCalls, SwapOrder } from '../planned.ts'
import { approvalCall } from './allowance.ts'

/**
 * E10: simulates all calls in order for the payer and, for a one-chain swap, for the receiver, with
 * the prices of the payment (N3).
 */
export async function simulatePlanned(
  order: SwapOrder,
  { approvals, payment, terms }: PlannedCalls,
  fees: EvmFees,
  { evm }: Pick<PlanContext, 'evm'>,
): Promise<Simulation> {
  const { fromAddress, receiver, request } = order
  const { srcToken, dstToken, srcAmount } = request
  const { blockchain } = srcToken
  const calls = [...approvals.map((approval) => approvalCall(fromAddress, approval)), payment]
  const legs: Leg[] = [...approvals.map(({ leg }) => leg), 'pay']
  // A trusted swap on one chain is paid out by a later transaction.
  const sameChain = blockchain === dstToken.blockchain && !isTrusted(order.route.provider)
  const toSelf = receiver.toLowerCase() === fromAddress.toLowerCase()
  const watched = [srcToken.address, ...(sameChain ? [dstToken.address] : [])]
  const simulation = await evm.simulate(blockchain, fromAddress, calls, watched, fees)
  const arrival = sameChain
    ? { token: dstToken, atLeast: terms.dstMinAmount, expected: terms.dstAmount }
    : null
  checkSimulation({
    simulation,
    legs,
    srcToken,
    srcAmount,
    spender: terms.transaction.approvalAddress,
    value: payment.value,
    arrival: toSelf ? arrival : null,
  })
  if (arrival !== null && !toSelf && simulation.kind === 'simulated') {
    const atReceiver = await evm.simulate(blockchain, receiver, calls, [dstToken.address], fees)
    checkReceiverSimulation(atReceiver, legs, arrival)
    return withReceiver(simulation, atReceiver)
  }
  return simulation
}

/** What a simulation changed, in tokens of the request where they are known. */
export function toReviewSimulation(
  simulation: Simulation,
  { srcToken, dstToken }: RouteRequest,
  nativeToken: Token,
): ReviewSimulation {
  if (simulation.kind === 'unavailable') return { kind: 'unavailable', reason: simulation.reason }
  const known = [srcToken, dstToken, nativeToken].filter(
    ({ blockchain }) => blockchain === srcToken.blockchain,
  )
  const addressOf = (token: Token): string =>
    token.native ? zeroAddress : token.address.toLowerCase()
  return {
    kind: 'passed',
    changes: simulation.changes.map(({ token: address, delta }) => ({
      address,
      token: known.find((token) => addressOf(token) === address.toLowerCase()) ?? null,
      delta,
    })),
    gasUsed: simulation.gasUsed.reduce((total, gas) => total + gas, 0n),
  }
}
