import * as z from 'zod/mini'

import { SwaprouteError } from '../../../core/errors.ts'
import type { Quote } from '../../../core/quote.ts'
import type { QuoteOutcome } from '../../types.ts'

/** A promised amount, or one that follows the market until the payment is exchanged. */
export type RateType = 'float' | 'fixed'

const rateState = z.object({
  rateType: z.enum(['float', 'fixed']),
  rateId: z.nullable(z.string()),
})

export type RateState = z.output<typeof rateState>

/**
 * Asks for both rates at once; one that is not offered does not hide the other.
 * @throws SwaprouteError what was said of the floating rate, or a limit where one was the reason
 */
export async function bothRates(
  ask: (rateType: RateType) => Promise<Quote>,
): Promise<QuoteOutcome> {
  const answers = await Promise.allSettled([ask('float'), ask('fixed')])
  const quotes = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (quotes.length > 0) return { quotes, failed: [] }
  const reasons = answers.map((answer): unknown =>
    answer.status === 'rejected' ? answer.reason : null,
  )
  throw reasons.find(isLimit) ?? reasons[0]
}

/** Which of the two rates a quote is, and its number at the provider. */
export function readRateState({ providerState }: Quote): RateState {
  const parsed = z.safeParse(rateState, providerState)
  if (parsed.success) return parsed.data
  throw new SwaprouteError('QUOTE_EXPIRED', 'The quote is of another version.', {
    hint: 'Quote again.',
  })
}

function isLimit(reason: unknown): boolean {
  return (
    reason instanceof SwaprouteError &&
    (reason.code === 'AMOUNT_TOO_LOW' || reason.code === 'AMOUNT_TOO_HIGH')
  )
}
