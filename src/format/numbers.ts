import { usdText } from '../core/figures.ts'

/** Estimated fees: `~$1.32`; zero and `< $0.0001` have no tilde. */
export function estimatedUsdText(usd: number | null): string {
  const text = usdText(usd)
  return usd === null || usd === 0 || text.startsWith('<') ? text : `~${text}`
}

/** A duration: `350ms`, `12s`, `3m`, `1h 20m`, `2d 3h`. */
export function durationText(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds))
  if (ms < 1000) return `${ms}ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return withRest(`${hours}h`, minutes % 60, 'm')
  return withRest(`${Math.floor(hours / 24)}d`, hours % 24, 'h')
}

/** A countdown: `5:48`; 0:00 once it is over. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Expected duration of a route, from the wire's minutes; `unknown` for null. */
export function minutesText(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || !Number.isFinite(minutes)) return 'unknown'
  return minutes <= 0 ? 'at once' : durationText(minutes * 60_000)
}

/** A time, always in UTC: `2026-11-21 14:03:22 UTC`. */
export function timeText(unixMs: number): string {
  return new Date(unixMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}

/** `1 route`, `2 routes`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Short form of an address or hash, for tables only: first and last six characters. */
export function shortAddress(address: string): string {
  return address.length <= 15 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`
}

function withRest(text: string, rest: number, unit: string): string {
  return rest === 0 ? text : `${text} ${rest}${unit}`
}
