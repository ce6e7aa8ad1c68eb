import { parseWire } from '../../http/wire.ts'
import type { Limits } from './errors.ts'
import { type AcrossQuote, limitsWire, quoteWire } from './wire.ts'

/** @throws SwaprouteError UPSTREAM_FAILED when a field that is read is not as documented */
export function readQuoteAnswer(body: unknown): AcrossQuote {
  return parseWire(quoteWire, body, 'The quote of Across')
}

/** @throws SwaprouteError UPSTREAM_FAILED, as above */
export function readLimitsAnswer(body: unknown): Limits {
  const wire = parseWire(limitsWire, body, 'The limits of Across')
  return { min: wire.minDeposit, max: wire.maxDeposit }
}
