import type { PricedBytes } from '../../chains/evm/dataFees.ts'
import { mulDivUp } from '../../core/amounts.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import { type UsdPrice, usdValueE18 } from '../../core/usd.ts'
import type { Leg } from '../../store/journalTables.ts'
import type { EvmAccess, EvmCall, EvmFees, Simulation } from '../../wallet/types.ts'
import { checkGas, feesWithin, leastGas, maxFeeOf, mostDataFee, priceNow } from '../checks/gas.ts'
import type { PlanContext } from '../context.ts'
import type { PlannedCalls, PlannedEvmSwap } from '../planned.ts'
import type { ReviewPrices } from '../review.ts'
import { approvalCall } from './allowance.ts'

// What the transactions of a swap may cost: gas limits, prices, and the data that rollups charge for.

type GasLimits = PlannedEvmSwap['gasLimits']

/** Approval gas without an estimate: twice the highest observed. */
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

/** Fees and the most that gas and data cost, native base units; `dataFee`: what data costs now. */
type Cost = { fees: EvmFees; gasCost: bigint; dataFee: bigint }

/** Prices within what was accepted (P7), and E11 for each transaction. */
export async function chooseCost(
  blockchain: BlockchainId,
  calls: PlannedCalls,
  limits: GasLimits,
  usualFees: EvmFees,
  { native }: Pick<ReviewPrices, 'native'>,
  context: Pick<PlanContext, 'evm' | 'nativeToken' | 'mostGasCost'>,
): Promise<Cost> {
  const { mostGasCost } = context
  const units = Object.values(limits)
  const dataFee = await context.evm.readDataFee(blockchain, pricedOf(calls, limits))
  const usual = units.reduce((total, limit) => total + limit * maxFeeOf(usualFees), 0n)
  const data = mostDataFee(dataFee, usual, mostGasCost)
  const left = mostGasCost === undefined || mostGasCost < data ? undefined : mostGasCost - data
  const fees = feesWithin(usualFees, units, left)
  const gas = checkGasCost(limits, fees, data, context.nativeToken(blockchain), native)
  return { fees, dataFee, gasCost: gas }
}

/**
 * E11 for each transaction, the data of all with the first.
 * @returns the maximum total cost, native base units
 * @param price null: unknown, so the review asks for the amount
 */
function checkGasCost(
  limits: GasLimits,
  fees: EvmFees,
  data: bigint,
  nativeToken: Token,
  price: UsdPrice | null,
): bigint {
  let total = 0n
  for (const [index, gasLimit] of Object.values(limits).entries()) {
    const cost = gasLimit * maxFeeOf(fees) + (index === 0 ? data : 0n)
    const costUsdE18 = price === null ? null : usdValueE18(cost, nativeToken.decimals, price)
    checkGas({ gasLimit, fees, costUsdE18 })
    total += cost
  }
  return total
}

function pricedOf({ approvals, payment }: PlannedCalls, limits: GasLimits): PricedBytes[] {
  const calls: [Leg, EvmCall][] = [
    ...approvals.map((approval): [Leg, EvmCall] => [
      approval.leg,
      approvalCall(payment.from, approval),
    ]),
    ['pay', payment],
  ]
  return calls.map(([leg, call]) => ({ ...call, gas: limits[leg] ?? paymentGas }))
}

/** Likely gas cost: simulated use if known, at the current price. */
export function likelyGasCost(limits: GasLimits, fees: EvmFees, simulation: Simulation): bigint {
  const used = simulation.kind === 'simulated' ? simulation.gasUsed : Object.values(limits)
  return used.reduce((total, units) => total + units, 0n) * priceNow(fees)
}
