import { formatAmount, mulDivDown, mulDivUp } from '../core/amounts.ts'
import { type UsdPrice, usdValueE18 } from '../core/usd.ts'
import { maxGasUsdE18 } from './checks/gas.ts'
import type { ReviewCard, ReviewReason } from './reviewTypes.ts'
import type { Confirmation } from './types.ts'

const usd = 10n ** 18n

/** From this value on the amount is typed out on a terminal (cli contract, section 5). */
export const typedValueUsdE18 = 500n * usd
/** Up to this much `--yes` alone is enough, amount, fees and gas together (docs/safety.md K12). */
export const yesValueUsdE18 = 100n * usd

export const unpricedTyped: ReviewReason = {
  code: 'value_unknown',
  text: 'The value is unknown: fewer than two independent sources price it.',
}

/**
 * What a yes puts at stake: the amount and everything that is paid besides, gas at its most. Null
 * where a part of it has no confirmed price.
 */
export function atStake({ send, fees }: Pick<ReviewCard, 'send' | 'fees'>): bigint | null {
  let total = send.usdE18
  for (const { usdE18, included } of fees) {
    if (included) continue
    if (total === null || usdE18 === null) return null
    total += usdE18
  }
  return total
}

/**
 * What gas may cost once a card is accepted, native base units: within the limit its answer stands
 * for, or a quarter above what was typed, since limits are estimated anew behind an approval.
 */
export function gasBudget(
  card: Pick<ReviewCard, 'send' | 'fees' | 'maxGasCost'>,
  nativePrice: UsdPrice | null,
): bigint {
  const { amount, token } = card.maxGasCost
  if (nativePrice === null || nativePrice.e18 === 0n) return mulDivUp(amount, 5n, 4n)
  const stake = atStake(card)
  const gas = usdValueE18(amount, token.decimals, nativePrice)
  const most =
    stake === null || stake > yesValueUsdE18 ? maxGasUsdE18 : yesValueUsdE18 - (stake - gas)
  return mulDivDown(most, 10n ** BigInt(token.decimals), nativePrice.e18)
}

/** Which answer to a review card is enough. */
export function confirmationFor(card: ReviewCard): Confirmation {
  const { send, typedReasons, yesBlockedBy } = card
  const stakeUsdE18 = atStake(card)
  const reasons = typedReasons.map(({ text }) => text)
  const aboveYes = stakeUsdE18 === null || stakeUsdE18 > yesValueUsdE18
  const flags =
    yesBlockedBy !== null
      ? 'impossible'
      : aboveYes || typedReasons.length > 0
        ? 'confirm_amount'
        : 'yes'
  return {
    interactive: typedReasons.length > 0 ? 'type_amount' : 'yes_no',
    flags,
    amountText: formatAmount(send.amount, send.token.decimals),
    gas: gasToType(card),
    reasons: [
      ...reasons,
      ...(flags === 'confirm_amount' && reasons.length === 0
        ? ['Amount, fees and gas together come to more than 100 USD.']
        : []),
      ...(yesBlockedBy === null ? [] : [yesBlockedBy]),
    ],
  }
}

/** Digits behind the point of a gas cost that a person has to type; rounded up. */
const typedDecimals = 6

/** E11: where no price says what gas costs, the cost itself is accepted. */
function gasToType({ maxGasCost, typedReasons }: ReviewCard): Confirmation['gas'] {
  if (!typedReasons.some(({ code }) => code === 'gas_unknown')) return null
  const { token, amount } = maxGasCost
  const grain = 10n ** BigInt(Math.max(0, token.decimals - typedDecimals))
  return { text: formatAmount(mulDivUp(amount, 1n, grain) * grain, token.decimals), token }
}
