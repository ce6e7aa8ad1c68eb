import type { OrderCard } from '../core/review.ts'
import type { Card, CardRow } from './card.ts'
import { durationText, percentText } from './numbers.ts'
import { plain, quoted, symbolText } from './plain.ts'
import { amountText, placed, usd } from './review.ts'

/** Everything about an order that is about to be opened; addresses in full. */
export function orderCard(facts: OrderCard): Card {
  const { send, receive, refundAddress } = facts
  const { token } = receive
  return {
    title: `Open this order · ${plain(facts.provider, 32)} · ${rateText(facts.rateType)}`,
    groups: [
      [
        { label: 'You send', value: `${placed(send)} (${usd(send.usdE18)})` },
        {
          label: facts.rateType === 'fixed' ? 'You receive' : 'About',
          value: `${placed({ token, amount: receive.expected })} (${usd(receive.expectedUsdE18)})`,
          tone: 'good',
        },
        {
          label: 'At least',
          value: `${amountText({ token, amount: receive.atLeast })} (${usd(receive.atLeastUsdE18)}) ${leastText(facts.rateType)}`,
        },
        ...limitRows(facts),
        { label: 'Value lost', value: lossText(facts.lossBps) },
        { label: 'Time', value: durationText(facts.durationSeconds * 1000) },
        { label: 'Quote age', value: durationText(facts.quoteAgeMs) },
      ],
      [
        { label: 'Receiver', value: plain(facts.receiver) },
        {
          label: 'Refund to',
          value: refundAddress === null ? 'no address named (--refund-to)' : plain(refundAddress),
          ...(refundAddress === null ? { tone: 'warn' as const } : {}),
        },
      ],
      cautionRows(facts),
    ],
  }
}

/** `fixed rate`, `floating rate`. */
function rateText(rateType: 'fixed' | 'float' | null): string {
  if (rateType === null) return 'market rate'
  return rateType === 'fixed' ? 'fixed rate' : 'floating rate'
}

function leastText(rateType: OrderCard['rateType']): string {
  return rateType === 'fixed'
    ? 'when it is paid in time'
    : 'when the order is opened; the rate moves until the payment is confirmed'
}

function limitRows({ limits, send }: OrderCard): CardRow[] {
  const symbol = symbolText(send.token.symbol, send.token.address)
  const parts = [
    ...(limits.min === null ? [] : [`at least ${plain(limits.min, 96)}`]),
    ...(limits.max === null ? [] : [`at most ${plain(limits.max, 96)}`]),
  ]
  return parts.length === 0 ? [] : [{ label: 'Limits', value: `${parts.join(', ')} ${symbol}` }]
}

function lossText(lossBps: number | null): string {
  if (lossBps === null) return 'unknown; no independent price'
  return lossBps < 0
    ? `none; ${percentText(-lossBps / 100)} better than independent prices`
    : `${percentText(lossBps / 100)} by independent prices`
}

function cautionRows({ warnings, typedReasons }: OrderCard): CardRow[] {
  return [
    ...warnings.map(({ text }, index): CardRow => ({
      label: index === 0 ? 'Warning' : '',
      value: quoted(text),
      tone: 'bad',
    })),
    ...typedReasons.map(({ text }, index): CardRow => ({
      label: index === 0 ? 'Careful' : '',
      value: plain(text),
      tone: 'warn',
    })),
  ]
}
