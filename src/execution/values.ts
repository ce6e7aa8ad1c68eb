import { isSameToken, type TokenAmount } from '../core/token.ts'
import type { ReviewCard } from '../core/review.ts'

/** What a swap was worth by the prices of the card that was accepted, USD times 10^18; null: unknown. */
export type SwapValues = {
  sent: bigint | null
  received: bigint | null
  networkFee: bigint | null
  /** All fees of the route but gas, also those inside the rate. */
  otherFees: bigint | null
}

const unknown: SwapValues = { sent: null, received: null, networkFee: null, otherFees: null }

/** @param card null: the swap was paid by hand, or an older version recorded none */
export function valuesOf(
  card: ReviewCard | null,
  moved: { sent: TokenAmount; received: TokenAmount | null; gasSpent: TokenAmount },
): SwapValues {
  if (card === null) return unknown
  const { send, receive, fees } = card
  const priced: Priced[] = [
    { token: send.token, amount: send.amount, usdE18: send.usdE18 },
    { token: receive.token, amount: receive.expected, usdE18: receive.expectedUsdE18 },
  ]
  const gas = fees.filter(({ name }) => name === 'gas')
  const others = fees.filter(({ name }) => name !== 'gas').map(({ usdE18 }) => usdE18)
  return {
    sent: valueBy(priced, moved.sent),
    received: moved.received === null ? null : valueBy(priced, moved.received),
    networkFee: valueBy([...gas, ...priced], moved.gasSpent),
    otherFees: others.reduce<bigint | null>(
      (sum, usd) => (sum === null || usd === null ? null : sum + usd),
      0n,
    ),
  }
}

type Priced = { token: TokenAmount['token']; amount: bigint | null; usdE18: bigint | null }

/** The value at the price of the first of the known amounts that is of the same token. */
function valueBy(known: readonly Priced[], { token, amount }: TokenAmount): bigint | null {
  for (const { token: one, amount: of, usdE18 } of known) {
    if (of === null || of === 0n || usdE18 === null || !isSameToken(one, token)) continue
    return (usdE18 * amount) / of
  }
  return amount === 0n ? 0n : null
}
