import { formatAmount } from '../../../core/amounts.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import { envelopeError } from '../../../http/reason.ts'

/** Amounts a provider takes for a pair, base units of the source token. */
export type Limits = { min: bigint | null; max: bigint | null }

/** How an adapter is spoken of, and the setting that holds its key. */
export type ProviderName = {
  /** For people: `Exolix`. */
  name: string
  /** `SWAPROUTE_EXOLIX_API_KEY`; null where the provider has no keys. */
  keyVariable: string | null
}

/**
 * The amount lies outside of the limits: 2005 or 2004, with the limit in token units. Null where
 * it lies inside, or where no limit is known.
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

/** A limit the provider names no number for. */
export function unnamedLimit(
  { name }: ProviderName,
  code: 'AMOUNT_TOO_LOW' | 'AMOUNT_TOO_HIGH',
  { symbol: tokenSymbol }: Token,
): SwaprouteError {
  const word = code === 'AMOUNT_TOO_LOW' ? 'low' : 'high'
  return new SwaprouteError(code, `The amount is too ${word} for ${name}.`, {
    context: { tokenSymbol },
  })
}

/** The error behind a status of 400 or more that no adapter knows better. */
export function answerError(
  { name, keyVariable }: ProviderName,
  status: number,
  body: unknown,
  hasKey = false,
): SwaprouteError {
  const reason = envelopeError(body, { anyField: true })
  const said = reason === null ? '' : ` It says: "${reason}".`
  if (status === 401 || status === 403) {
    const key = keyVariable ?? 'its settings'
    const text = hasKey ? `${name} refuses the key in ${key}.` : `${name} needs a key: ${key}.`
    return new SwaprouteError('UPSTREAM_REFUSED', text, {
      hint: `A key comes with an account of your own at ${name}.`,
      context: { status },
    })
  }
  if (status === 404) {
    return new SwaprouteError('NO_ROUTE', `${name} does not offer this swap.${said}`)
  }
  if (status >= 500) {
    return new SwaprouteError('UPSTREAM_FAILED', `${name} answered ${status}.${said}`, {
      context: { status },
    })
  }
  return new SwaprouteError('UPSTREAM_REFUSED', `${name} refused the request.${said}`, {
    context: { status },
  })
}

/** The error behind an answer that is no offer: a pair that is not traded, unless it says more. */
export function quoteError(
  provider: ProviderName,
  status: number,
  body: unknown,
  hasKey = false,
): SwaprouteError {
  if (status === 401 || status === 403 || status >= 500) {
    return answerError(provider, status, body, hasKey)
  }
  return noRoute(provider, envelopeError(body, { anyField: true }))
}

export function noRoute({ name }: ProviderName, reason: string | null = null): SwaprouteError {
  const said = reason === null ? '' : ` It says: "${reason}".`
  return new SwaprouteError('NO_ROUTE', `${name} does not offer this swap.${said}`)
}

/** What the opened order promises is less than what was accepted; nothing of it is shown. */
export function priceMoved({ name }: ProviderName, quoted: bigint, now: bigint): SwaprouteError {
  return new SwaprouteError('PRICE_MOVED', `${name} now promises less than was quoted.`, {
    hint: 'Nothing was paid. Ask for a new quote and accept it again.',
    context: { quoted: String(quoted), now: String(now) },
  })
}
