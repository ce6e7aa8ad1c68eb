import { secondsText } from '../core/figures.ts'
import { countText } from './numbers.ts'
import { plain } from './plain.ts'

/** Progress while providers answer. `total`: null if unknown. */
export type QuoteProgress = {
  total: number | null
  calculated: number
  routes: number
  elapsedMs: number
  limitSeconds: number
  /** Providers that have not answered yet. */
  waiting: readonly string[]
  /** The key that stops waiting; null if none does. */
  endedBy: string | null
}

const mostNamed = 3

/** `5 of 6 providers · 7 routes · 3.2s of 30s · waiting for relay · Enter to stop waiting` */
export function quoteProgressText(progress: QuoteProgress): string {
  const parts =
    progress.total === null
      ? ['Asking the providers']
      : [`${progress.calculated} of ${countText(progress.total, 'provider')}`]
  if (progress.total !== null) parts.push(countText(progress.routes, 'route'))
  parts.push(`${secondsText(progress.elapsedMs)} of ${progress.limitSeconds}s`)
  if (progress.calculated > 0 && progress.waiting.length > 0) {
    const named = progress.waiting.slice(0, mostNamed).map((name) => plain(name, 32))
    const more = progress.waiting.length - named.length
    parts.push(`waiting for ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`)
    if (progress.endedBy !== null) parts.push(progress.endedBy)
  }
  return parts.join(' · ')
}

/** `Waiting for the destination · 41.0s` */
export function waitingText(what: string, elapsedMs: number): string {
  return `${what} · ${secondsText(elapsedMs)}`
}
