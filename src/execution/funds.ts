import { formatAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'

export type FundsFacts = {
  srcToken: Token
  srcAmount: bigint
  tokenBalance: bigint
  nativeToken: Token
  nativeBalance: bigint
  /** Native coins the payment sends along. */
  value: bigint
  /** Gas of all transactions still to come, at its most. */
  gasCost: bigint
}

/**
 * @throws SwaprouteError NOT_ENOUGH_BALANCE or NOT_ENOUGH_NATIVE, with what is there, what is
 *   needed and what is missing
 */
export function requireFunds(facts: FundsFacts): void {
  const { srcToken, srcAmount, tokenBalance, nativeToken, nativeBalance, value, gasCost } = facts
  if (!srcToken.native && tokenBalance < srcAmount) {
    throw shortage('NOT_ENOUGH_BALANCE', srcToken, tokenBalance, srcAmount, 'the swap')
  }
  const needed = value + gasCost
  if (nativeBalance >= needed) return
  if (srcToken.native && nativeBalance < value) {
    throw shortage('NOT_ENOUGH_BALANCE', srcToken, nativeBalance, value, 'the swap')
  }
  const purpose = srcToken.native ? 'the swap and its gas' : value > 0n ? 'fees and gas' : 'gas'
  throw shortage('NOT_ENOUGH_NATIVE', nativeToken, nativeBalance, needed, purpose)
}

function shortage(
  code: 'NOT_ENOUGH_BALANCE' | 'NOT_ENOUGH_NATIVE',
  token: Token,
  held: bigint,
  needed: bigint,
  purpose: string,
): SwaprouteError {
  const text = (amount: bigint): string => `${formatAmount(amount, token.decimals)} ${token.symbol}`
  const message = `The account holds ${text(held)} on ${token.blockchain}; ${purpose} needs ${text(needed)}, so ${text(needed - held)} is missing.`
  return new SwaprouteError(code, message, {
    hint: 'Nothing was signed. Add the missing amount, or swap less.',
    context: {
      tokenSymbol: token.symbol,
      blockchain: token.blockchain,
      held: String(held),
      needed: String(needed),
      missing: String(needed - held),
    },
  })
}
