import { createHmac } from 'node:crypto'

import { SwaprouteError } from '../../core/errors.ts'

/** Who asks: nobody in particular, a partner who is credited, or one with an account. */
export type QuickexAccess = {
  keys: { publicKey: string; secret: string } | null
  /** `aff_…`: credits orders to a partner. */
  referrerId: string | null
}

/**
 * The one setting of Quickex: `aff_…` (a referrer), `public:secret` (a partner's keys: orders are
 * signed), or both as `public:secret:aff_…`.
 * @throws SwaprouteError CONFIG_INVALID for anything else, never repeating it
 */
export function readAccess(setting: string | null): QuickexAccess {
  const parts = setting === null ? [] : setting.split(':')
  const referrerId = parts.at(-1)?.startsWith('aff_') === true ? (parts.pop() ?? null) : null
  const [publicKey = '', secret = '', ...rest] = parts
  if (parts.length === 0) return { keys: null, referrerId }
  if (publicKey !== '' && secret !== '' && rest.length === 0) {
    return { keys: { publicKey, secret }, referrerId }
  }
  throw new SwaprouteError('CONFIG_INVALID', 'SWAPROUTE_QUICKEX_API_KEY cannot be read.', {
    hint: 'Write it as public:secret, or as the aff_… of a referrer.',
  })
}

/**
 * Headers of a signed call: HMAC-SHA256 over timestamp, body and public key (page "api-v2", read
 * 2026-11).
 * @param body the exact text that is sent; empty for GET
 */
export function signedHeaders(
  { publicKey, secret }: NonNullable<QuickexAccess['keys']>,
  body: string,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(nowMs)
  const signature = createHmac('sha256', secret)
    .update(`${timestamp}${body}${publicKey}`)
    .digest('base64')
  return {
    'x-api-public-key': publicKey,
    'x-api-timestamp': timestamp,
    'x-api-signature': signature,
  }
}
