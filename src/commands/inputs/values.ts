import { parseAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { nearest } from '../../core/nearest.ts'
import { isProviderId, type ProviderId, providerIds } from '../../core/providerIds.ts'

const foreignOwners = ['lifi', 'rango', 'zerox', 'dflow'] as const
type ForeignOwner = (typeof foreignOwners)[number]

const maxSlippageBps = 5_000

/**
 * `0.5%` or `50bps` as the fraction of the wire (0.005). A number without a unit is ambiguous and
 * refused, as is anything finer than a basis point or above 50%.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readSlippage(text: string): number {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?(%|bps)$/i.exec(text.replace(/\s/g, ''))
  if (match === null) {
    const bare = /^[\d.]+$/.test(text)
    throw refused(
      bare ? `The slippage "${text}" has no unit.` : `"${text.slice(0, 40)}" is not a slippage.`,
      'Write it with its unit: --slippage 0.5% or --slippage 50bps.',
    )
  }
  const [, whole = '', fraction = '', unit = ''] = match
  if (unit.toLowerCase() === 'bps' && fraction !== '') {
    throw refused(
      'Slippage is set in basis points; one is the smallest step.',
      'Write it in whole bps.',
    )
  }
  const bps = unit === '%' ? Number(whole) * 100 + Number(fraction.padEnd(2, '0')) : Number(whole)
  if (bps > maxSlippageBps) {
    throw refused(`A slippage of ${text} is above 50%.`, 'Choose one of at most 50%.')
  }
  return bps / 10_000
}

/** @throws SwaprouteError INVALID_ARGUMENT outside 2 to 60 seconds */
export function readTimeout(text: string): number {
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds >= 2 && seconds <= 60)) {
    throw refused(
      `The timeout "${text.slice(0, 40)}" is not between 2 and 60 seconds.`,
      'Write seconds, for example --timeout 30.',
    )
  }
  return seconds
}

/**
 * A provider as the contract spells it. Some names exist twice (`lifi` among the bridges, `LIFI`
 * among the exchanges): the exact spelling decides; other letter cases are accepted if unambiguous.
 * @throws SwaprouteError UNKNOWN_PROVIDER with the nearest ones
 */
export function readProvider(text: string): ProviderId {
  if (isProviderId(text)) return text
  const same = providerIds.filter((id) => id.toLowerCase() === text.toLowerCase())
  const [only, second] = same
  if (only !== undefined && second === undefined) return only
  const meant = same.length > 0 ? same : likeProviders(text)
  const guess = meant.length === 0 ? '' : `Did you mean ${meant.join(' or ')}? `
  throw new SwaprouteError('UNKNOWN_PROVIDER', `There is no provider "${text.slice(0, 40)}".`, {
    hint: `${guess}\`swaproute providers\` lists all of them.`,
    context: { provider: text, suggestions: meant },
  })
}

/**
 * Providers with the same beginning, ignoring separators (`uniswap`, `UNI_SWAP_V3`), else similar
 * ones.
 */
function likeProviders(text: string): ProviderId[] {
  const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const wanted = letters(text)
  const alike = providerIds.filter((id) => wanted.length > 2 && letters(id).startsWith(wanted))
  const near = nearest(text, providerIds, 3).filter(isProviderId)
  return [...new Set(alike.length > 0 ? alike : near)].slice(0, 4)
}

/**
 * `--exclude a,b --exclude c`. A service ignores an unknown name with a warning, since its callers
 * may know more providers. Here it is a typo that would let the excluded provider through, so it is
 * refused before any call.
 * @throws SwaprouteError UNKNOWN_PROVIDER
 */
export function readExclusions(values: readonly string[]): ProviderId[] {
  return [...new Set(values.flatMap(parts).map(readProvider))]
}

/**
 * `--exclude-foreign lifi=a,b`, repeatable.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readForeignExclusions(
  values: readonly string[],
): Record<ForeignOwner, string[]> | undefined {
  if (values.length === 0) return undefined
  const lists: Record<ForeignOwner, string[]> = { lifi: [], rango: [], zerox: [], dflow: [] }
  for (const value of values) {
    const [owner = '', list] = value.split(/=(.*)/s)
    const known = foreignOwners.find((name) => name === owner.toLowerCase())
    if (known === undefined || list === undefined || parts(list).length === 0) {
      throw refused(
        `"${value.slice(0, 60)}" is not an exclusion.`,
        `Write --exclude-foreign OWNER=a,b with one of ${foreignOwners.join(', ')}.`,
      )
    }
    lists[known].push(...parts(list))
  }
  return lists
}

const usdDecimals = 18

/**
 * Dollars times 10^18.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readMaxFee(text: string): bigint {
  return readDecimal(text, usdDecimals, '--max-fee-usd')
}

/** A plain non-negative decimal with at most `decimals` places, in units of its last place. */
export function readDecimal(text: string, decimals: number, what: string): bigint {
  const match = /^(\d{1,40})(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (match === null || fraction.length > decimals) {
    throw refused(
      `"${text.slice(0, 40)}" is not a value for ${what}.`,
      `Write a plain decimal with at most ${decimals} decimals.`,
    )
  }
  return parseAmount(text, decimals)
}

function parts(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function refused(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, { hint })
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }
const longestMs = 24 * 3_600_000

/**
 * A waiting time in milliseconds. A number without a unit is ambiguous and refused.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readDuration(text: string): number {
  const match = /^(\d{1,6})([smh])$/.exec(text)
  const ms = Number(match?.[1] ?? Number.NaN) * (unitMs[match?.[2] ?? ''] ?? Number.NaN)
  if (ms > 0 && ms <= longestMs) return ms
  throw refused(
    `"${text.slice(0, 40)}" is not a waiting time.`,
    'Write a number with its unit, at most 24 hours: 90s, 30m, 2h.',
  )
}

const [leastEverySeconds, mostEverySeconds] = [5, 3600]

/**
 * Destination tokens for a whole source token, times 10^18.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readRate(text: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  const rate = BigInt(whole + fraction.padEnd(18, '0'))
  if (whole !== '' && rate > 0n) return rate
  throw refused(
    `"${text.slice(0, 40)}" is not a rate.`,
    'Write how many destination tokens one source token must bring: --until 3100.',
  )
}

/**
 * A change of a rate, basis points.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readChange(text: string): number {
  const [, whole = '', fraction = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?%$/.exec(text) ?? []
  const bps = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (bps > 0) return bps
  throw refused(`"${text.slice(0, 20)}" is not a change in percent.`, 'Write --alert 1%.')
}

/**
 * Seconds between two rounds of `--watch`.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readEvery(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (seconds >= leastEverySeconds && seconds <= mostEverySeconds) return seconds
  throw refused(
    `"${text.slice(0, 20)}" is not a valid interval.`,
    `Write seconds from ${leastEverySeconds} to ${mostEverySeconds}.`,
  )
}
