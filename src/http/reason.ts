import { withoutLinks } from '../core/links.ts'
import { isRecord } from '../core/json.ts'

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu

/**
 * Text of an upstream as one short line: no control, bidi or zero-width characters, no links (X1 to
 * X3). For the `reason` part of messages; always put it after the upstream's name, never alone.
 */
export function foreignReason(text: string, maxLength = 160): string {
  // The input is cut first: an answer may have 2 MiB, and the patterns below visit every character.
  const line = withoutLinks(text.slice(0, maxLength * 8).replace(unprintable, ' '))
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxLength) return line
  return `${characters.slice(0, maxLength - 1).join('')}…`
}

const reasonFields = ['message', 'reason', 'error_description', 'detail', 'msg', 'error'] as const

/**
 * The reason inside an error envelope: `{error: "…"}`, `{error: {message}}`, `{message}`, `{errors:
 * [{reason}]}` and the like, also in a 2xx (H9); null where the body has no `error` or `errors`
 * member and `anyField` is off. One clean line.
 */
export function envelopeError(body: unknown, options: { anyField?: boolean } = {}): string | null {
  if (!isRecord(body)) return null
  const list = body['errors']
  const inner: unknown = body['error'] ?? (Array.isArray(list) ? list[0] : list)
  if (inner !== undefined && inner !== null && inner !== false) {
    return reasonOf(inner) ?? 'no reason given'
  }
  return options.anyField === true ? reasonOf(body) : null
}

function reasonOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : foreignReason(value)
  if (!isRecord(value)) return null
  for (const field of reasonFields) {
    const reason = reasonOf(value[field])
    if (reason !== null) return reason
  }
  return null
}
