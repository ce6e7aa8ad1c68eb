import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'

/** Left in the wallet after everything was sent: its own fees, and rent for a while. */
const walletReserve = 50_000_000n

/**
 * T5: the wallet holds everything that leaves it, and its own fees.
 * @throws SwaprouteError NOT_ENOUGH_BALANCE or NOT_ENOUGH_NATIVE, with what is missing
 */
export function requireTonFunds(facts: {
  srcToken: Token
  srcAmount: bigint
  nativeToken: Token
  /** Nanoton in the wallet. */
  balance: bigint
  /** Units of the source token; not read for the coin itself. */
  jettonBalance: bigint | null
  /** Nanoton that leave with the messages. */
  value: bigint
}): void {
  const { srcToken, srcAmount, nativeToken, balance, jettonBalance, value } = facts
  if (jettonBalance !== null && jettonBalance < srcAmount) {
    throw shortage('NOT_ENOUGH_BALANCE', srcToken, jettonBalance, srcAmount, 'the swap')
  }
  const needed = value + walletReserve
  if (balance >= needed) return
  if (srcToken.native && balance < srcAmount) {
    throw shortage('NOT_ENOUGH_BALANCE', srcToken, balance, srcAmount, 'the swap')
  }
  const purpose = 'the swap, what goes along with it and the wallet’s own fees'
  throw shortage('NOT_ENOUGH_NATIVE', nativeToken, balance, needed, purpose)
}

function shortage(
  code: 'NOT_ENOUGH_BALANCE' | 'NOT_ENOUGH_NATIVE',
  token: Token,
  held: bigint,
  needed: bigint,
  purpose: string,
): SwaprouteError {
  const text = (amount: bigint): string => `${formatAmount(amount, token.decimals)} ${token.symbol}`
  const message = `The wallet holds ${text(held)} on TON; for ${purpose} it takes ${text(needed)}, so ${text(needed - held)} is missing.`
  return new SwaprouteError(code, message, {
    hint: 'Nothing was signed. Add the missing amount, or swap less.',
    context: {
      check: 'T5',
      tokenSymbol: token.symbol,
      blockchain: token.blockchain,
      held: String(held),
      needed: String(needed),
      missing: String(needed - held),
    },
  })
}
