import { mulDivUp } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'
import { type UsdPrice, usdValueE18 } from '../core/usd.ts'
import type { Leg } from '../store/journalTables.ts'
import type { EvmAccess, EvmCall, EvmFees, Simulation } from '../wallet/types.ts'
import { approvalCall } from './approvals.ts'
import { checkGas, leastGas, maxFeeOf, priceNow } from './checks/gas.ts'
import { checkReceiverSimulation, checkSimulation } from './checks/simulation.ts'
import type { Terms } from './terms.ts'
import type { PlannedApproval } from './reviewTypes.ts'
import type { PlanContext, PlannedEvmSwap, SwapOrder } from './types.ts'

/** The calls of a swap in the order of sending. */
export type PlannedCalls = { approvals: PlannedApproval[]; payment: EvmCall; terms: Terms }

type GasLimits = PlannedEvmSwap['gasLimits']

/** Gas of an approval where nothing can be estimated yet: twice what odd tokens were seen to take. */
const approvalGas = 120_000n
/** Gas of a payment that nobody estimates; only for the balance check, never signed. */
const paymentGas = 1_000_000n

/** E10: runs all calls in a row at the payer and, for a swap on one chain, at the receiver. */
export async function simulateCalls(
  order: SwapOrder,
  { approvals, payment, terms }: PlannedCalls,
  { evm }: Pick<PlanContext, 'evm'>,
): Promise<Simulation> {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver } = order
  const { blockchain } = srcToken
  const calls = [...approvals.map((approval) => approvalCall(fromAddress, approval)), payment]
  const legs: Leg[] = [...approvals.map(({ leg }) => leg), 'pay']
  const sameChain = blockchain === dstToken.blockchain
  const toSelf = receiver.toLowerCase() === fromAddress.toLowerCase()
  const watched = [srcToken.address, ...(sameChain ? [dstToken.address] : [])]
  const simulation = await evm.simulate(blockchain, fromAddress, calls, watched)
  const arrival = sameChain ? { token: dstToken, atLeast: terms.dstMinAmount } : null
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
    const atReceiver = await evm.simulate(blockchain, receiver, calls, [dstToken.address])
    if (atReceiver.kind === 'unavailable') return atReceiver
    checkReceiverSimulation(atReceiver, legs, arrival)
  }
  return simulation
}

/**
 * From the simulation where there is one; the payment's is estimated again before it is signed. Less
 * than any transaction takes is what is said where nothing was measured, and counts as nothing said.
 */
export async function chooseGasLimits(
  blockchain: BlockchainId,
  { approvals, payment, terms }: PlannedCalls,
  simulation: Simulation,
  evm: Pick<EvmAccess, 'estimateGas'>,
): Promise<GasLimits> {
  if (approvals.length === 0) return { pay: await evm.estimateGas(blockchain, payment) }
  const used = simulation.kind === 'simulated' ? simulation.gasUsed : []
  const withMargin = (index: number): bigint | null => {
    const gas = measured(used[index])
    return gas === null ? null : mulDivUp(gas, 3n, 2n)
  }
  const limits: GasLimits = {}
  approvals.forEach(({ leg }, index) => {
    limits[leg] = withMargin(index) ?? approvalGas
  })
  limits.pay = withMargin(approvals.length) ?? measured(terms.gasLimit) ?? paymentGas
  return limits
}

function measured(gas: bigint | null | undefined): bigint | null {
  return gas == null || gas < leastGas ? null : gas
}

/**
 * E11 for each transaction; the worst cost of all together in native base units.
 * @param price null: it cannot be valued, and the review asks for the amount
 */
export function checkGasCost(
  limits: GasLimits,
  fees: EvmFees,
  nativeToken: Token,
  price: UsdPrice | null,
): bigint {
  let total = 0n
  for (const gasLimit of Object.values(limits)) {
    const cost = gasLimit * maxFeeOf(fees)
    const costUsdE18 = price === null ? null : usdValueE18(cost, nativeToken.decimals, price)
    checkGas({ gasLimit, fees, costUsdE18 })
    total += cost
  }
  return total
}

/** What gas is likely to cost: the simulated use where there is one, at the price of now. */
export function likelyGasCost(limits: GasLimits, fees: EvmFees, simulation: Simulation): bigint {
  const used = simulation.kind === 'simulated' ? simulation.gasUsed : Object.values(limits)
  return used.reduce((total, units) => total + units, 0n) * priceNow(fees)
}

/** What another signer needs (`--unsigned`). */
export function toUnsigned(
  blockchain: BlockchainId,
  chainId: number,
  { approvals, payment }: PlannedCalls,
  gasLimits: GasLimits,
): PlannedEvmSwap['unsigned'] {
  const common = { chainId, blockchain }
  const steps: [Leg, EvmCall][] = approvals.map((approval) => [
    approval.leg,
    approvalCall(payment.from, approval),
  ])
  // Behind an approval the payment's estimate is a guess from the simulation: not to be signed.
  const payLimit = approvals.length === 0 ? (gasLimits.pay ?? null) : null
  return [
    ...steps.map(([leg, call]) => ({ leg, ...common, ...call, gasLimit: gasLimits[leg] ?? null })),
    { leg: 'pay' as const, ...common, ...payment, gasLimit: payLimit },
  ]
}
