import type { EvmFees } from '../../wallet/types.ts'
import { unsafe } from './unsafe.ts'

/** More than any block of the chains we know holds for one transaction. */
const maxGasLimit = 30_000_000n
/** Gas of one transaction at its worst may cost this much, USD times 10^18. */
export const maxGasUsdE18 = 250n * 10n ** 18n

export type GasFacts = {
  gasLimit: bigint
  fees: EvmFees
  /** Worst cost in USD times 10^18; null when the native coin has no price. */
  costUsdE18: bigint | null
}

/** E11: only the two known types, and caps on gas and on what it may cost. */
export function checkGas({ gasLimit, fees, costUsdE18 }: GasFacts): void {
  if (gasLimit < 21_000n || gasLimit > maxGasLimit) {
    throw unsafe('E11', `A gas limit of ${gasLimit} is out of all proportion.`, {
      gasLimit: String(gasLimit),
    })
  }
  if (
    maxFeeOf(fees) < 1n ||
    (fees.type === 'eip1559' && fees.maxPriorityFeePerGas > fees.maxFeePerGas)
  ) {
    throw unsafe('E11', 'The gas price is impossible.', { type: fees.type })
  }
  if (costUsdE18 !== null && costUsdE18 > maxGasUsdE18) {
    throw unsafe(
      'E11',
      `Gas could cost ${costUsdE18 / 10n ** 18n} USD, more than the limit of 250.`,
      {
        costUsd: String(costUsdE18 / 10n ** 18n),
      },
    )
  }
}

/** The most one unit of gas can cost, wei. */
export function maxFeeOf(fees: EvmFees): bigint {
  return fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice
}
