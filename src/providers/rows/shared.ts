import type { RequestRates } from '../row.ts'

// Of services with two identifiers, one for bridges and one for a single chain: a host has one limit.

/** 50 requests a minute, with a key 300, by the page that `debridgeKeys` names (read 2026-11). */
export const debridgeRate: RequestRates = {
  perSecond: 0.7,
  burst: 8,
  keyed: { perSecond: 4, burst: 40 },
}
export const debridgeKeys =
  'https://docs.debridge.com/dln-details/integration-guidelines/order-creation/authentication'

/**
 * Without a key, 100 requests in a minute, of which 75 quotes in two hours; it returns when to come
 * back. With a key, 100 in a minute of all kinds: https://docs.li.fi/api-reference/rate-limits (read
 * 2026-11).
 */
export const lifiRate: RequestRates = { perSecond: 1.5, burst: 10 }
export const lifiKeys = 'https://li.fi/plans'

/** On request; the limits are those of the key, in no published number. */
export const rangoKeys = 'https://docs.rango.exchange/api-integration/api-key-and-rate-limits'
