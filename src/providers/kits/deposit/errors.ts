import { formatAmount } from '../../../core/amounts.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import { envelopeError, foreignReason } from '../../../http/reason.ts'

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
  provider: ProviderName,
  status: number,
  body: unknown,
  hasKey = false,
): SwaprouteError {
  const { name } = provider
  const reason = envelopeError(body, { anyField: true })
  const said = reason === null ? '' : ` It says: "${reason}".`
  if (status === 401 || status === 403) return lockedOut(provider, status, body, hasKey)
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

/**
 * The error behind a 401 or 403. Not every one of them is about a key: firewalls and country blocks
 * answer so as well, mostly with a page of HTML, and some providers have no keys at all.
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
    const hint = `A key comes with an account of your own at ${name}.`
    return new SwaprouteError('UPSTREAM_REFUSED', text, { hint, context })
  }
  const reason = isPage(body) ? null : textOf(body)
  const said = reason === null ? '' : ` It says: "${reason}".`
  return new SwaprouteError(
    'UPSTREAM_REFUSED',
    `${name} does not serve this connection: it answered ${status}.${said}`,
    {
      hint: 'A firewall or a country block answers like this. Try another network, or another provider.',
      context,
    },
  )
}

/** 401 asks for credentials; 403 only where it speaks of them. */
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
 * The error behind an answer that is no offer: a pair that is not traded, unless it says more. Some
 * say so in plain text.
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
