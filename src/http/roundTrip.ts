import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

import { onAbort } from '../core/deadline.ts'
import { upstreamFault } from './faults.ts'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

export type ExchangeOptions = {
  dispatcher: Dispatcher
  origin: string
  /** The only part of the address that errors may include. */
  host: string
  path: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal
  /** Received bytes, before decompression. */
  maxBytes: number
  /** A 304 is an answer, not a redirect: the request names an earlier answer. */
  mayBeUnchanged: boolean
  /** Called when the request is about to be written to a connected socket. */
  onSent: () => void
  /** Called at the first byte of an answer. */
  onHeard: () => void
}

/**
 * One request, one answer, body complete and still encoded. Rejects with the signal's reason as
 * soon as it aborts, also during name lookup or connecting.
 *
 * Built on `dispatch`, the layer below undici's `request`: it needs a third less CPU (measured),
 * and `request` does not notice the signal before the connection is open.
 * @throws SwaprouteError UPSTREAM_FAILED for a redirect (H2) or too many bytes (H3); errors of the
 * connection as they are
 */
export function exchange(options: ExchangeOptions): Promise<RawAnswer> {
  const { dispatcher, host, maxBytes, signal } = options
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let status = 0
    let headers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    let size = 0

    const stop = (): void => {
      controller?.abort(asError(signal.reason))
      reject(asError(signal.reason))
    }

    if (signal.aborted) return stop()
    const finish = onAbort(signal, stop)
    dispatcher.dispatch(
      {
        origin: options.origin,
        path: options.path,
        method: options.method,
        headers: options.headers,
        body: options.body,
      },
      {
        onRequestStart(given) {
          controller = given
          // The signal aborted while the connection was opening: nothing may be sent any more.
          if (signal.aborted) given.abort(asError(signal.reason))
          else options.onSent()
        },
        onResponseStart(given, statusCode, received) {
          options.onHeard()
          if (statusCode < 200) return
          status = statusCode
          headers = received
          const isRedirect = status !== 304 || !options.mayBeUnchanged
          if (status >= 300 && status < 400 && isRedirect) {
            given.abort(
              upstreamFault(host, 'redirect', 'answered with a redirect', { check: 'H2', status }),
            )
          } else if (Number(received['content-length'] ?? 0) > maxBytes) {
            given.abort(tooLarge(host, maxBytes))
          }
        },
        onResponseData(given, chunk) {
          size += chunk.length
          if (size > maxBytes) given.abort(tooLarge(host, maxBytes))
          else chunks.push(chunk)
        },
        onResponseEnd() {
          finish()
          const [first] = chunks
          const bytes =
            chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size)
          resolve({ status, headers, bytes })
        },
        onResponseError(_given, error) {
          finish()
          reject(error)
        },
      },
    )
  })
}

/** The error for more bytes than the limit H3, received or decoded. */
export function tooLarge(host: string, maxBytes: number): Error {
  const mebibytes = Math.round((maxBytes / 1_048_576) * 10) / 10
  return upstreamFault(host, 'limit', `sent more than ${mebibytes} MiB`, { check: 'H3' })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}
