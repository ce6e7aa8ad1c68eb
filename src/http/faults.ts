import { SwaprouteError } from '../core/errors.ts'

/** Machine word of what went wrong on the way, kept in `context.fault`. */
export type FaultWord =
  | 'unreachable'
  | 'unresolved'
  | 'certificate'
  | 'closed'
  | 'slow'
  | 'malformed'
  | 'limit'
  | 'redirect'
  | 'status'
  | 'breaker'
  | 'rate'

type Fault = { word: FaultWord; text: string; transient: boolean }

/** Code of a connection to the proxy itself that failed. */
export const proxyDown = 'SWAPROUTE_PROXY_DOWN'

const faults: Record<string, Fault> = {
  [proxyDown]: {
    word: 'unreachable',
    text: 'cannot be reached: the proxy accepts no connection',
    transient: true,
  },
  ECONNREFUSED: { word: 'unreachable', text: 'refused the connection', transient: true },
  EHOSTUNREACH: { word: 'unreachable', text: 'cannot be reached', transient: true },
  ENETUNREACH: { word: 'unreachable', text: 'cannot be reached', transient: true },
  ETIMEDOUT: { word: 'unreachable', text: 'did not accept a connection in time', transient: true },
  UND_ERR_CONNECT_TIMEOUT: {
    word: 'unreachable',
    text: 'did not accept a connection in time',
    transient: true,
  },
  ENOTFOUND: { word: 'unresolved', text: 'has no address (name not found)', transient: false },
  EAI_AGAIN: { word: 'unresolved', text: 'could not be looked up', transient: true },
  ECONNRESET: { word: 'closed', text: 'closed the connection', transient: true },
  EPIPE: { word: 'closed', text: 'closed the connection', transient: true },
  UND_ERR_SOCKET: { word: 'closed', text: 'closed the connection early', transient: true },
  UND_ERR_CLOSED: { word: 'closed', text: 'was left: this program is ending', transient: false },
  UND_ERR_DESTROYED: { word: 'closed', text: 'was left: this program is ending', transient: false },
  UND_ERR_ABORTED: {
    word: 'unreachable',
    text: 'cannot be reached through the proxy',
    transient: false,
  },
  UND_ERR_HEADERS_TIMEOUT: { word: 'slow', text: 'did not answer in time', transient: false },
  UND_ERR_BODY_TIMEOUT: {
    word: 'slow',
    text: 'stopped in the middle of its answer',
    transient: false,
  },
  UND_ERR_HEADERS_OVERFLOW: { word: 'limit', text: 'sent too many headers', transient: false },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    word: 'malformed',
    text: 'sent another length than announced',
    transient: true,
  },
}

const certificateCode =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA)/

/** What a socket, TLS, DNS or decompression error means; unknown ones are final and "malformed". */
export function describeFault(thrown: unknown): Fault {
  // The same code means "never connected" or "lost on the way".
  const code = isLostOnTheWay(thrown) ? 'ECONNRESET' : codeOf(thrown)
  const known = faults[code]
  if (known !== undefined) return known
  if (certificateCode.test(code)) {
    return { word: 'certificate', text: 'has no valid certificate', transient: false }
  }
  if (code.startsWith('HPE_'))
    return { word: 'malformed', text: 'does not speak HTTP', transient: false }
  return { word: 'malformed', text: 'could not be asked', transient: false }
}

/** An answer or connection that broke a rule; `check` is the rule of docs/safety.md where there is one. */
export function upstreamFault(
  host: string,
  word: FaultWord,
  text: string,
  more: { check?: string; status?: number; cause?: unknown; sent?: boolean } = {},
): SwaprouteError {
  const { cause, ...facts } = more
  return new SwaprouteError('UPSTREAM_FAILED', `${host} ${text}.`, {
    context: { host, fault: word, ...facts },
    cause,
  })
}

export function rateLimited(host: string, retryAfterSeconds: number | null): SwaprouteError {
  const when = retryAfterSeconds === null ? '' : ` for ${retryAfterSeconds} s`
  return new SwaprouteError('RATE_LIMITED', `${host} accepts no more requests${when}.`, {
    hint: 'Wait a little and ask again, or set an API key of your own for this provider.',
    context: { host, fault: 'rate', retryAfterSeconds },
  })
}

/**
 * Why `signal` ended: a SwaprouteError given as its reason passes through, a TimeoutError becomes
 * TIMED_OUT, everything else is the user's interrupt.
 */
export function abortedError(signal: AbortSignal, host: string, sent: boolean): SwaprouteError {
  const reason: unknown = signal.reason
  if (reason instanceof SwaprouteError) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new SwaprouteError('TIMED_OUT', `${host} did not answer in time.`, {
      hint: 'Ask again, or allow more time.',
      context: { host, fault: 'slow', sent },
    })
  }
  return new SwaprouteError('INTERRUPTED', `The request to ${host} was cancelled.`, {
    context: { host, sent },
  })
}

function isLostOnTheWay(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'syscall' in thrown &&
    (thrown.syscall === 'read' || thrown.syscall === 'write')
  )
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  // Happy eyeballs joins the errors of all addresses tried; the first one speaks for all.
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0])
  return 'cause' in thrown ? codeOf(thrown.cause) : ''
}
