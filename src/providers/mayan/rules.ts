import { isSameAccount } from '../../chains/accountKey.ts'
import { chainById } from '../../chains/chains.ts'
import { builtInTokens } from '../../chains/tokens.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { CallTerms } from '../../chains/evm/calls.ts'

// Which orders are created at all: these rules select the offers, and calls are checked against them.

/** Amounts of orders have at most so many decimals. */
const orderDecimals = 8
/** Share of the payment that may be lost when an order is given back; percent. */
const mostRefundPercent = 10n
/** Share of native coins that wrapping them has to give back; percent. */
const leastWrappedPercent = 99n

/** Base units of a token in one unit of an order. */
export function orderUnit({ decimals }: Token): bigint {
  return 10n ** BigInt(Math.max(0, decimals - orderDecimals))
}

/**
 * Whether a payment that is given back is nearly whole.
 * @param fees in units of the order
 */
export function areFeesSmall(fees: bigint, token: Token, amount: bigint): boolean {
  return amount >= leastPaid(fees, token)
}

/** Base units of the least payment that such fees leave nearly whole. */
export function leastPaid(fees: bigint, token: Token): bigint {
  const units = (fees * 100n + mostRefundPercent - 1n) / mostRefundPercent
  return units * orderUnit(token)
}

type Promised = Pick<CallTerms, 'dst' | 'dstToken' | 'minOut'>

/**
 * Base units that a swap before an order has to give; null where they cannot be compared.
 * @param wrapped native coins that are swapped
 */
export function leastMiddle(
  blockchain: BlockchainId,
  middle: Token,
  { dst, dstToken, minOut }: Promised,
  wrapped: bigint | null,
): bigint | null {
  const { wrappedNative } = chainById(blockchain)
  const isWrapped =
    wrappedNative !== null && isSameAccount(blockchain, middle.address, wrappedNative)
  if (isWrapped && wrapped !== null) return (wrapped * leastWrappedPercent) / 100n
  if (dst === null || dst === 'same' || dstToken === null || minOut === null) return null
  const bought = knownToken(dst, dstToken)
  if (bought === null || bought.native || bought.symbol !== middle.symbol) return null
  const [up, down] = [middle.decimals, bought.decimals].map((places) => 10n ** BigInt(places))
  if (up === undefined || down === undefined) return null
  return (minOut * up + down - 1n) / down
}

/** @param named the zero address for native coins */
export function knownToken(blockchain: BlockchainId, named: string): Token | null {
  const isIt = ({ native, address }: Token): boolean =>
    native ? named === zeroAddress : isSameAccount(blockchain, address, named)
  return builtInTokens(blockchain).find(isIt) ?? null
}
