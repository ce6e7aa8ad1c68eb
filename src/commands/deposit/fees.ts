import type { RouteItem } from '../../api/schemas.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { fixedCostUsd } from '../../format/facts.ts'
import type { Flags } from '../frame/shapes.ts'
import { readDecimal } from '../request/values.ts'

const usdDecimals = 6

/**
 * `--max-fee-usd` for an order: what the route takes on top. The gas is the paying wallet's own.
 * @throws SwaprouteError PRICE_MOVED above the limit, or where the fees cannot be valued
 */
export function refuseFees(route: RouteItem, flags: Flags<'max-fee-usd'>): void {
  const text = flags.text('max-fee-usd')
  if (text === undefined) return
  const limit = Number(readDecimal(text, usdDecimals, '--max-fee-usd')) / 10 ** usdDecimals
  const cost = fixedCostUsd(route.fees)
  if (cost !== null && cost <= limit) return
  const message =
    cost === null
      ? 'The fees cannot be valued, so they cannot be held against --max-fee-usd.'
      : `The fees come to ${cost.toFixed(2)} USD, above the limit of ${text} USD.`
  throw new SwaprouteError('PRICE_MOVED', message, {
    hint: 'No order was opened. Raise --max-fee-usd, or choose another route.',
    context: { check: 'max-fee-usd' },
  })
}
