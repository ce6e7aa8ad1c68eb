import { formatAmount } from '../../core/amounts.ts'
import type { Token } from '../../core/token.ts'
import { unsafe } from './unsafe.ts'

export type MinimumFacts = {
  dstToken: Token
  /** What the call itself enforces; null when it cannot be read or does not say. */
  decodedMin: bigint | null
  /** What the service says the transaction guarantees. */
  claimedMin: bigint
  /** What the accepted route had promised. */
  acceptedMin: bigint
  /** `--min-receive`. */
  minReceive: bigint | null
}

/** E9: neither the claim nor the call itself goes below what was accepted. */
export function checkMinimum(facts: MinimumFacts): void {
  const { dstToken, decodedMin, claimedMin, acceptedMin, minReceive } = facts
  const refuse = (what: string, amount: bigint, floor: bigint): void => {
    if (amount >= floor) return
    const text = (value: bigint): string =>
      `${formatAmount(value, dstToken.decimals)} ${dstToken.symbol}`
    throw unsafe('E9', `${what} ${text(amount)}, less than the accepted ${text(floor)}.`, {
      minimum: String(amount),
      accepted: String(floor),
    })
  }
  const floor = minReceive !== null && minReceive > acceptedMin ? minReceive : acceptedMin
  refuse('The route now promises at least', claimedMin, floor)
  if (decodedMin !== null) refuse('The call itself guarantees only', decodedMin, claimedMin)
}
