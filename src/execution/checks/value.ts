import { mulDivDown } from '../../core/amounts.ts'
import type { Token } from '../../core/token.ts'
import { unsafe } from './unsafe.ts'

export type ValueFacts = {
  srcToken: Token
  srcAmount: bigint
  /** Native coins sent along, base units. */
  value: bigint
  /** Fixed fees of the answer and of the quote, native base units. */
  declaredFee: bigint
  quotedFee: bigint
  /** The most the provider's own entry here allows; nothing unless it says so. */
  allowedFee: bigint
}

/**
 * E5: what is sent along is the amount (of a native coin) and the declared fee, to the unit, and the
 * fee is one that this provider is known to take.
 */
export function checkValue({
  srcToken,
  srcAmount,
  value,
  declaredFee,
  quotedFee,
  allowedFee,
}: ValueFacts): void {
  const expected = (srcToken.native ? srcAmount : 0n) + declaredFee
  if (value !== expected) {
    throw unsafe('E5', 'The transaction sends another amount than the route and its fee.', {
      value: String(value),
      expected: String(expected),
    })
  }
  if (declaredFee > allowedFee) {
    throw unsafe('E5', 'The route takes a fixed fee that its provider is not known to take.', {
      fee: String(declaredFee),
      allowed: String(allowedFee),
    })
  }
  if (declaredFee > mulDivDown(quotedFee, 102n, 100n)) {
    throw unsafe('E5', 'The fee has grown by more than 2 % since the quote.', {
      fee: String(declaredFee),
      quoted: String(quotedFee),
    })
  }
}
