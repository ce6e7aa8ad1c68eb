import { mulDivUp } from '../../core/amounts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import { type UsdPrice, usdValueE18 } from '../../core/usd.ts'
import type { EvmAccess, EvmFees, Simulation } from '../../wallet/types.ts'
import { checkGas, leastGas, maxFeeOf, priceNow } from '../checks/gas.ts'
import type { PlannedCalls, PlannedEvmSwap } from '../planned.ts'

// Gas of the transactions of one swap.

type GasLimits = PlannedEvmSwap['gasLimits']

/** Approval gas without an estimate: twice the highest seen. */
const approvalGas = 120_000n
/** Gas of a payment without any estimate; only for the balance check, never signed. */
const paymentGas = 1_000_000n

/**
 * From the simulation if there is one; the payment's gas is estimated again before signing. Values
 * below any transaction's minimum mean "not measured" and are ignored.
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
 * E11 for each transaction. @returns the maximum total cost, native base units @param price null:
 * unknown, so the review asks for the amount
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

/** Likely gas cost: simulated use if known, at the current price. */
export function likelyGasCost(limits: GasLimits, fees: EvmFees, simulation: Simulation): bigint {
  const used = simulation.kind === 'simulated' ? simulation.gasUsed : Object.values(limits)
  return used.reduce((total, units) => total + units, 0n) * priceNow(fees)
}
