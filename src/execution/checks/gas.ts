import { blockchainName } from '../../core/blockchainNames.ts'
import { amountWithSymbol, mulDivDown, mulDivUp } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { usdE18Text } from '../../core/figures.ts'
import type { Token } from '../../core/token.ts'
import type { EvmFeeReading, EvmFees } from '../../wallet/types.ts'
import { unsafe } from './unsafe.ts'

/** Less than any transaction takes (Ethereum Yellow Paper, appendix G). */
export const leastGas = 21_000n
/** Above the per-transaction limit of every supported chain. */
const maxGasLimit = 30_000_000n
/** Maximum gas cost of one transaction, USD times 10^18. */
export const maxGasUsdE18 = 250n * 10n ** 18n
/** Maximum gas price, as a multiple of the chain's recent price. */
const mostTimesUsual = 5n

export type GasFacts = {
  gasLimit: bigint
  fees: EvmFees
  /** Worst cost in USD times 10^18; null when the native coin has no price. */
  costUsdE18: bigint | null
}

/** E11: only the two known types, and caps on gas and its cost. */
export function checkGas({ gasLimit, fees, costUsdE18 }: GasFacts): void {
  if (gasLimit < leastGas || gasLimit > maxGasLimit) {
    throw unsafe('E11', `A gas limit of ${gasLimit} is far out of range.`, {
      gasLimit: String(gasLimit),
    })
  }
  if (
    maxFeeOf(fees) < 1n ||
    (fees.type === 'eip1559' && fees.maxPriorityFeePerGas > fees.maxFeePerGas)
  ) {
    throw unsafe('E11', 'The gas price is invalid.', { type: fees.type })
  }
  if (costUsdE18 !== null && costUsdE18 > maxGasUsdE18) {
    throw unsafe(
      'E11',
      `Gas could cost ${usdE18Text(costUsdE18)}, more than the limit of ${usdE18Text(maxGasUsdE18)}.`,
      {
        costUsd: String(costUsdE18 / 10n ** 18n),
      },
    )
  }
}

/**
 * E11: bounds the fees so that the gas price is at most five times that of recent blocks and at
 * most the accepted one. Room for a rising base fee is cut to that, and the tip down to half of
 * today's usual; a higher price is refused. If the node reports no recent blocks, only the cost is
 * limited.
 * @param accepted fees of the review, for what is signed after it; null before
 */
export function boundFees({ fees, usual }: EvmFeeReading, accepted: EvmFees | null): EvmFees {
  const bounds: [most: bigint, what: string][] = []
  if (usual !== null) {
    bounds.push([mostTimesUsual * usual, 'more than five times the price of recent blocks'])
  }
  if (accepted !== null) {
    bounds.push([maxFeeOf(accepted), 'more than the price that was accepted'])
  }
  let lowest = maxFeeOf(fees)
  for (const [most, what] of bounds) {
    if (leastPriceNow(fees) > most) {
      throw unsafe('E11', `A unit of gas costs ${priceNow(fees)} wei, ${what}.`, {
        price: String(priceNow(fees)),
        most: String(most),
      })
    }
    if (most < lowest) lowest = most
  }
  return cutTo(fees, lowest)
}

/**
 * Fees under which all transactions together cost at most `mostCost`, where they would still be
 * mined soon; otherwise the fees as they are, for a card that is shown again (P7).
 * @param limits gas of each transaction
 */
export function feesWithin(
  fees: EvmFees,
  limits: readonly bigint[],
  mostCost: bigint | undefined,
): EvmFees {
  const units = limits.reduce((total, limit) => total + limit, 0n)
  if (mostCost === undefined || units === 0n) return fees
  const most = mulDivDown(mostCost, 1n, units)
  return leastPriceNow(fees) > most ? fees : cutTo(fees, most)
}

/** L1 base fees rise by an eighth a block: to twice within six blocks of an L1 (EIP-1559). */
const dataFeeRoom = 2n

/**
 * The maximum data fee on top of gas until the payment is mined: twice what it costs now, less
 * where an accepted cost leaves no more (P7), never less than now.
 */
export function mostDataFee(now: bigint, gasCost: bigint, mostCost: bigint | undefined): bigint {
  const most = now * dataFeeRoom
  const left = mostCost === undefined ? most : mostCost - gasCost
  if (left >= most) return most
  return left > now ? left : now
}

function cutTo(fees: EvmFees, most: bigint): EvmFees {
  if (maxFeeOf(fees) <= most) return fees
  if (fees.type === 'legacy') return { ...fees, gasPrice: most }
  const overBase = most - baseFeeOf(fees)
  const { maxPriorityFeePerGas: tip } = fees
  return { ...fees, maxFeePerGas: most, maxPriorityFeePerGas: tip < overBase ? tip : overBase }
}

/** Lowest price to be mined soon: base fee plus half the tip. Wei, rounded up. */
function leastPriceNow(fees: EvmFees): bigint {
  return fees.type === 'legacy'
    ? priceNow(fees)
    : baseFeeOf(fees) + mulDivUp(fees.maxPriorityFeePerGas, 1n, 2n)
}

/**
 * Current gas price, wei, rounded up. Fees leave room for twice the base fee, legacy ones for a
 * tenth more; that room is not paid while the base fee stays.
 */
export function priceNow(fees: EvmFees): bigint {
  return fees.type === 'legacy'
    ? mulDivUp(fees.gasPrice, 10n, 11n)
    : baseFeeOf(fees) + fees.maxPriorityFeePerGas
}

/** Of fees with room for twice the base fee; wei, rounded up. */
function baseFeeOf(fees: Extract<EvmFees, { type: 'eip1559' }>): bigint {
  return mulDivUp(fees.maxFeePerGas - fees.maxPriorityFeePerGas, 1n, 2n)
}

/** The most one unit of gas can cost, wei. */
export function maxFeeOf(fees: EvmFees): bigint {
  return fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice
}

export type FundsFacts = {
  srcToken: Token
  srcAmount: bigint
  tokenBalance: bigint
  nativeToken: Token
  nativeBalance: bigint
  /** Native coins the payment sends along. */
  value: bigint
  /** Maximum gas cost of all remaining transactions. */
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
  code: Shortage['code'],
  token: Token,
  held: bigint,
  needed: bigint,
  purpose: string,
) {
  return shortageError({ code, token, held, needed }, (text) => {
    const missing = text(needed - held)
    return `The account holds ${text(held)} on ${blockchainName(token.blockchain)}; ${purpose} needs ${text(needed)}, so ${missing} is missing.`
  })
}

type Shortage = {
  code: 'NOT_ENOUGH_BALANCE' | 'NOT_ENOUGH_NATIVE'
  token: Token
  /** Base units, as `needed`. */
  held: bigint
  needed: bigint
}

/** @param say the sentence; it gets a printer of amounts of the token */
export function shortageError(
  { code, token, held, needed }: Shortage,
  say: (text: (amount: bigint) => string) => string,
  more: { check?: string } = {},
): SwaprouteError {
  const text = (amount: bigint): string => amountWithSymbol(amount, token)
  return new SwaprouteError(code, say(text), {
    hint: 'Nothing was signed. Add the missing amount, or swap less.',
    context: {
      ...more,
      tokenSymbol: token.symbol,
      blockchain: token.blockchain,
      held: String(held),
      needed: String(needed),
      missing: String(needed - held),
    },
  })
}
