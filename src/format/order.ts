import { usdE18Text } from '../core/figures.ts'
import type { OrderCard } from '../core/review.ts'
import type { Card, CardRow } from './card.ts'
import { durationText } from './numbers.ts'
import { plain, symbolText } from './plain.ts'
import { receiverLines } from './receipt.ts'
import { amountText, lossText, placed, refundRows, routeFeeRows, warningRows } from './review.ts'

/** The full terms of an order before it is opened; addresses whole. */
export function orderCard(facts: OrderCard): Card {
  const { send, receive, refundAddress } = facts
  const { token } = receive
  return {
    title: `Open this order · ${plain(facts.provider, 32)} · ${rateText(facts.rateType)}`,
    groups: [
      [
        { label: 'You pay', value: `${placed(send)} (${usdE18Text(send.usdE18)})` },
        {
          label: 'You get',
          value: `${facts.rateType === 'fixed' ? '' : 'about '}${placed({ token, amount: receive.expected })} (${usdE18Text(receive.expectedUsdE18)})`,
          tone: 'good',
        },
        {
          label: 'At least',
          value: `${amountText({ token, amount: receive.atLeast })} (${usdE18Text(receive.atLeastUsdE18)}) ${leastText(facts.rateType)}`,
        },
        ...routeFeeRows(facts.fees),
        ...refundRows(facts),
        ...limitRows(facts),
        { label: 'Market', value: lossText(facts.lossBps) },
        { label: 'Time', value: `about ${durationText(facts.durationSeconds * 1000)}` },
        { label: 'Quote age', value: durationText(facts.quoteAgeMs) },
      ],
      [
        {
          label: 'Receiver',
          value: receiverLines(facts.receiver, facts.receiverMemo, facts.receiverName),
        },
        {
          label: 'Refund to',
          value: refundAddress === null ? 'none; set one with --refund-to' : plain(refundAddress),
          ...(refundAddress === null ? { tone: 'warn' as const } : {}),
        },
      ],
      noteRows(facts),
      warningRows(facts),
    ],
  }
}

/** What the receiver has to prepare before the order. */
function noteRows({ notes = [] }: OrderCard): CardRow[] {
  return notes.map((text, index): CardRow => ({
    label: index === 0 ? 'Check' : '',
    value: plain(text, 300),
    tone: 'warn',
  }))
}

/** `fixed rate`, `floating rate`. */
function rateText(rateType: 'fixed' | 'float' | null): string {
  if (rateType === null) return 'market rate'
  return rateType === 'fixed' ? 'fixed rate' : 'floating rate'
}

function leastText(rateType: OrderCard['rateType']): string {
  return rateType === 'fixed'
    ? 'if paid in time'
    : 'at opening; the rate moves until the payment is confirmed'
}

function limitRows({ limits, send }: OrderCard): CardRow[] {
  const symbol = symbolText(send.token.symbol, send.token.address)
  const parts = [
    ...(limits.min === null ? [] : [`at least ${plain(limits.min, 96)}`]),
    ...(limits.max === null ? [] : [`at most ${plain(limits.max, 96)}`]),
  ]
  return parts.length === 0 ? [] : [{ label: 'Limits', value: `${parts.join(', ')} ${symbol}` }]
}
