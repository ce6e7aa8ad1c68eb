import { foreignReason } from '../core/foreignReason.ts'
import { isRecord } from '../core/json.ts'

const reasonFields = ['message', 'reason', 'error_description', 'detail', 'msg', 'error'] as const

/**
 * The reason inside an error envelope: `{error: "…"}`, `{error: {message}}`, `{message}`, `{errors:
 * [{reason}]}` and the like, also in a 2xx (H9); null if the body has no `error` or `errors` member
 * and `anyField` is off. One clean line.
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
