import { isRecord } from '../../../core/json.ts'
import type { ExchangeEnvelope } from './ask.ts'

/**
 * JSON-RPC 2.0: the body of a call is its `method` and its parameters; `params` where they are a
 * list. An error sent with HTTP 200 becomes a refusal with the HTTP status of its code, else 400.
 */
export function jsonRpc(statusOf: Readonly<Record<string, number>> = {}): ExchangeEnvelope {
  return {
    write: ({ method, params, ...fields }) => ({
      jsonrpc: '2.0',
      id: String(method),
      method,
      params: params ?? fields,
    }),
    read: (answer) => {
      const { status, body } = answer
      if (!isRecord(body)) return answer
      const { error, result } = body
      if (error === undefined || error === null) {
        return status < 400 ? { ...answer, body: result } : answer
      }
      const code = isRecord(error) ? String(error['code']) : ''
      const meant = Object.hasOwn(statusOf, code) ? statusOf[code] : undefined
      return { ...answer, status: status >= 400 ? status : (meant ?? 400), body: error }
    },
  }
}
