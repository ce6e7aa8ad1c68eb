import { formatAmount } from '../core/amounts.ts'
import type { ReviewCard, ReviewReason } from './reviewTypes.ts'
import type { Confirmation } from './types.ts'

const usd = 10n ** 18n

/** From this value on the amount is typed out on a terminal (cli contract, section 5). */
export const typedValueUsdE18 = 500n * usd
/** Up to this value `--yes` alone is enough (SAFETY.md K12). */
export const yesValueUsdE18 = 100n * usd

export const unpricedTyped: ReviewReason = {
  code: 'value_unknown',
  text: 'The value is unknown: fewer than two independent sources price it.',
}

/** Which answer to a review card is enough. */
export function confirmationFor(card: ReviewCard): Confirmation {
  const { send, typedReasons, yesBlockedBy } = card
  const reasons = typedReasons.map(({ text }) => text)
  const aboveYes = send.usdE18 === null || send.usdE18 > yesValueUsdE18
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
    reasons: [
      ...reasons,
      ...(flags === 'confirm_amount' && reasons.length === 0
        ? ['The value is above 100 USD.']
        : []),
      ...(yesBlockedBy === null ? [] : [yesBlockedBy]),
    ],
  }
}
