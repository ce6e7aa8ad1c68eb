import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { foreignReason } from '../../core/foreignReason.ts'
import { envelopeError } from '../../http/reason.ts'

/** Amounts a provider takes for a pair, base units of the source token. */
export type Limits = { min: bigint | null; max: bigint | null }

/** A provider's display name and key setting. */
export type ProviderName = {
  /** Display name: `Exolix`. */
  name: string
  /** `SWAPROUTE_EXOLIX_API_KEY`; null: the provider has no keys. */
  keyVariable: string | null
}

/**
 * Error 2005 or 2004 for an amount outside the limits, with the limit in token units. Null inside
 * the limits, or if no limit is known.
 */
export function limitError(
  { name }: ProviderName,
  amount: bigint,
  token: Token,
  { min, max }: Limits,
): SwaprouteError | null {
  const { symbol: tokenSymbol, decimals } = token
  if (min !== null && amount < min) {
    const minAmount = formatAmount(min, decimals)
    const text = `${name} takes at least ${minAmount} ${tokenSymbol} on this route.`
    return new SwaprouteError('AMOUNT_TOO_LOW', text, { context: { tokenSymbol, minAmount } })
  }
  if (max !== null && amount > max) {
    const maxAmount = formatAmount(max, decimals)
    const text = `${name} takes at most ${maxAmount} ${tokenSymbol} on this route.`
    return new SwaprouteError('AMOUNT_TOO_HIGH', text, { context: { tokenSymbol, maxAmount } })
  }
  return null
}

/** The error for a limit without a number. */
export function unnamedLimit(
  { name }: ProviderName,
  code: 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH',
  { symbol: tokenSymbol }: Token,
): SwaprouteError {
  const side = code === 'AMOUNT_TOO_LOW' ? 'low' : 'high'
  return new SwaprouteError(code, `The amount is too ${side} for ${name}.`, {
    context: { tokenSymbol },
  })
}

/** The error of a status of 400 or more that the adapter does not map itself. */
export function answerError(
  provider: ProviderName,
  status: number,
  body: unknown,
  hasKey = false,
): SwaprouteError {
  const { name } = provider
  const reason = envelopeError(body, { anyField: true })
  const reasonText = reason === null ? '' : ` Its message: "${reason}".`
  if (status === 401 || status === 403) return lockedOut(provider, status, body, hasKey)
  if (status === 404) {
    return new SwaprouteError('NO_ROUTE', `${name} does not offer this swap.${reasonText}`)
  }
  if (status >= 500) {
    return new SwaprouteError('UPSTREAM_FAILED', `${name} answered ${status}.${reasonText}`, {
      context: { status },
    })
  }
  return new SwaprouteError('UPSTREAM_REFUSED', `${name} refused the request.${reasonText}`, {
    context: { status },
  })
}

/**
 * The error of a 401 or 403. Not all are about a key: firewalls and country blocks use them too,
 * mostly with an HTML page, and some providers have no keys.
 */
function lockedOut(
  { name, keyVariable }: ProviderName,
  status: number,
  body: unknown,
  hasKey: boolean,
): SwaprouteError {
  const context = { status }
  if (keyVariable !== null && isAboutKey(status, body)) {
    const text = hasKey
      ? `${name} refuses the key in ${keyVariable}.`
      : `${name} needs a key: ${keyVariable}.`
    const hint = `Create an account at ${name} to get a key.`
    return new SwaprouteError('UPSTREAM_REFUSED', text, { hint, context })
  }
  const reason = isPage(body) ? null : textOf(body)
  const reasonText = reason === null ? '' : ` Its message: "${reason}".`
  return new SwaprouteError(
    'UPSTREAM_REFUSED',
    `${name} does not serve this connection: it answered ${status}.${reasonText}`,
    {
      hint: 'This is usually a firewall or a country block. Try another network or provider.',
      context,
    },
  )
}

/** 401 asks for credentials; 403 only where its text mentions them. */
function isAboutKey(status: number, body: unknown): boolean {
  if (isPage(body)) return false
  return (
    status === 401 ||
    /\b(?:api[ _-]?)?(?:key|token)s?\b|unauthori|credential/i.test(textOf(body) ?? '')
  )
}

function isPage(body: unknown): boolean {
  return typeof body === 'string' && /^\s*</.test(body)
}

function textOf(body: unknown): string | null {
  if (typeof body !== 'string') return envelopeError(body, { anyField: true })
  return body.trim() === '' ? null : foreignReason(body)
}

/**
 * The error of an answer without an offer: a pair that is not traded, unless it is more specific. Some
 * answers are plain text.
 */
export function quoteError(
  provider: ProviderName,
  status: number,
  body: unknown,
  hasKey = false,
): SwaprouteError {
  if (status === 401 || status === 403 || status >= 500) {
    return answerError(provider, status, body, hasKey)
  }
  return noRoute(provider, isPage(body) ? null : textOf(body))
}

export function noRoute({ name }: ProviderName, reason: string | null = null): SwaprouteError {
  const reasonText = reason === null ? '' : ` Its message: "${reason}".`
  return new SwaprouteError('NO_ROUTE', `${name} does not offer this swap.${reasonText}`)
}

/** The opened order promises less than was accepted; it is not shown. */
export function priceMoved({ name }: ProviderName, quoted: bigint, now: bigint): SwaprouteError {
  return new SwaprouteError('PRICE_MOVED', `${name} now promises less than was quoted.`, {
    hint: 'Nothing was paid. Get a new quote and accept it.',
    context: { quoted: String(quoted), now: String(now) },
  })
}

/** The refusal of an offer that does not repeat what was asked for. */
export function otherSwap(name: string): SwaprouteError {
  const text = `${name} quoted a different swap.`
  return new SwaprouteError('UPSTREAM_FAILED', text, { context: { fault: 'echo' } })
}

/** @throws SwaprouteError MISSING_FIELD for a request without a payer */
export function payerOf({ fromAddress }: Pick<QuoteRequest, 'fromAddress'>): string {
  if (fromAddress !== null) return fromAddress
  throw new SwaprouteError('MISSING_FIELD', 'fromAddress is required to build the transaction.', {
    context: { field: 'fromAddress' },
  })
}
