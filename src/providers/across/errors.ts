import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { foreignReason } from '../../http/reason.ts'
import { lockedOut, type ProviderName } from '../kits/deposit/errors.ts'
import { errorWire } from './wire.ts'

const across: ProviderName = { name: 'Across', keyVariable: 'SWAPROUTE_ACROSS_API_KEY' }

/** Smallest and largest deposit, base units of the source token. */
export type Limits = { min: bigint; max: bigint }

/** Codes that mean: this pair, in this direction or amount, not now. */
const noRouteCodes: ReadonlySet<string> = new Set([
  'ROUTE_NOT_ENABLED',
  'SWAP_QUOTE_UNAVAILABLE',
  'SWAP_LIQUIDITY_INSUFFICIENT',
  'SWAP_SLIPPAGE_INSUFFICIENT',
  'SWAP_TYPE_NOT_GUARANTEED',
])
/** A parameter is refused because Across does not know the chain or the token it names. */
const routeParams: ReadonlySet<string> = new Set([
  'originChainId',
  'destinationChainId',
  'inputToken',
  'outputToken',
])

export function errorCodeOf(body: unknown): string | null {
  const parsed = z.safeParse(errorWire, body)
  return parsed.success ? (parsed.data.code ?? null) : null
}

/** The error behind a status of 400 or more; `limits` where the amount was refused. */
export function toError(
  status: number,
  body: unknown,
  request: QuoteRequest,
  hasKey: boolean,
  limits: Limits | null,
): SwaprouteError {
  const parsed = z.safeParse(errorWire, body)
  const { code, message, param } = parsed.success ? parsed.data : {}
  const said = message == null ? '' : ` It says: "${foreignReason(message)}".`
  if (status === 401 || status === 403) return lockedOut(across, status, body, hasKey)
  if (code === 'AMOUNT_TOO_LOW') return amountError('AMOUNT_TOO_LOW', request, limits?.min ?? null)
  if (code === 'AMOUNT_TOO_HIGH') {
    return amountError('AMOUNT_TOO_HIGH', request, limits?.max ?? null)
  }
  const isUnknown = status === 404 || (code === 'INVALID_PARAM' && routeParams.has(param ?? ''))
  if (isUnknown || noRouteCodes.has(code ?? '')) {
    return new SwaprouteError('NO_ROUTE', `Across does not offer this swap.${said}`)
  }
  if (status >= 500) {
    return new SwaprouteError('UPSTREAM_FAILED', `Across answered ${status}.${said}`, {
      context: { status },
    })
  }
  return new SwaprouteError('UPSTREAM_REFUSED', `Across refused the request.${said}`, {
    context: { status, ...(code == null ? {} : { providerCode: foreignReason(code, 60) }) },
  })
}

function amountError(
  code: 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH',
  { srcToken }: QuoteRequest,
  limit: bigint | null,
): SwaprouteError {
  const isLow = code === 'AMOUNT_TOO_LOW'
  const { symbol, decimals } = srcToken
  const amount = limit === null ? null : formatAmount(limit, decimals)
  const bound = isLow ? 'at least' : 'at most'
  const text =
    amount === null
      ? `The amount is too ${isLow ? 'low' : 'high'} for Across.`
      : `Across takes ${bound} ${amount} ${symbol} on this route.`
  return new SwaprouteError(code, text, {
    context: {
      tokenSymbol: symbol,
      ...(amount === null ? {} : isLow ? { minAmount: amount } : { maxAmount: amount }),
    },
  })
}
