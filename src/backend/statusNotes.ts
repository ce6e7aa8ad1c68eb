import type { StatusAnswer } from '../api/schemas.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'

/** What a transaction is that no provider knows as the payment of a swap. */
export function notASwap(
  { blockchain, kind, state }: ChainTransaction,
  legs: Partial<StatusAnswer>,
): string {
  if (state === 'failed') {
    return `The transaction failed on ${blockchain}: nothing moved but its network fee.`
  }
  switch (kind.is) {
    case 'approval':
      return `The transaction is on ${blockchain}: an approval, which lets ${kind.spender} take tokens later and moves none itself.`
    case 'transfer': {
      const { srcTokenAmount, srcTokenSymbol, receiver } = legs
      const what =
        srcTokenAmount == null || srcTokenSymbol == null
          ? ''
          : ` of ${srcTokenAmount} ${srcTokenSymbol}`
      const whom = receiver == null ? '' : ` to ${receiver}`
      return `The transaction is on ${blockchain}: a plain transfer${what}${whom}; it is not a swap of a provider this service knows.`
    }
    case 'call':
      return `The transaction is on ${blockchain}, but it is not a swap of a provider this service knows.`
    default:
      return kind satisfies never
  }
}
