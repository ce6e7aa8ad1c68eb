import { limitHint, SwaprouteError } from '../core/errors.ts'
import { isSlowness } from '../core/lateness.ts'

/** Machine-readable kind of a transport failure, kept in `context.fault`. */
export type FaultKind =
  | 'unreachable'
  | 'unresolved'
  | 'certificate'
  | 'closed'
  | 'slow'
  | 'malformed'
  | 'limit'
  | 'redirect'
  | 'refused'
  | 'status'
  | 'breaker'
  | 'rate'

type Fault = { kind: FaultKind; text: string; transient: boolean }

/** Code of a failed connection to the proxy itself. */
export const proxyDown = 'SWAPROUTE_PROXY_DOWN'

const faults: Record<string, Fault> = {
  [proxyDown]: {
    kind: 'unreachable',
    text: 'cannot be reached: the proxy accepts no connection',
    transient: true,
  },
  ECONNREFUSED: { kind: 'unreachable', text: 'refused the connection', transient: true },
  EHOSTUNREACH: { kind: 'unreachable', text: 'cannot be reached', transient: true },
  ENETUNREACH: { kind: 'unreachable', text: 'cannot be reached', transient: true },
  ETIMEDOUT: { kind: 'unreachable', text: 'did not accept a connection in time', transient: true },
  UND_ERR_CONNECT_TIMEOUT: {
    kind: 'unreachable',
    text: 'did not accept a connection in time',
    transient: true,
  },
  ENOTFOUND: {
    kind: 'unresolved',
    text: 'could not be resolved (name not found, or this machine is offline)',
    transient: false,
  },
  EAI_AGAIN: { kind: 'unresolved', text: 'could not be resolved', transient: true },
  ECONNRESET: { kind: 'closed', text: 'closed the connection', transient: true },
  EPIPE: { kind: 'closed', text: 'closed the connection', transient: true },
  UND_ERR_SOCKET: { kind: 'closed', text: 'closed the connection early', transient: true },
  UND_ERR_CLOSED: {
    kind: 'closed',
    text: 'was disconnected: this program is ending',
    transient: false,
  },
  UND_ERR_DESTROYED: {
    kind: 'closed',
    text: 'was disconnected: this program is ending',
    transient: false,
  },
  UND_ERR_ABORTED: {
    kind: 'unreachable',
    text: 'cannot be reached through the proxy',
    transient: false,
  },
  UND_ERR_HEADERS_TIMEOUT: { kind: 'slow', text: 'did not answer in time', transient: false },
  UND_ERR_BODY_TIMEOUT: {
    kind: 'slow',
    text: 'stopped in the middle of its answer',
    transient: false,
  },
  UND_ERR_HEADERS_OVERFLOW: { kind: 'limit', text: 'sent too many headers', transient: false },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    kind: 'malformed',
    text: 'sent a different length than announced',
    transient: true,
  },
}

const certificateCode =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Classifies socket, TLS, DNS and decompression errors; unknown ones are final and "malformed". */
export function describeFault(thrown: unknown): Fault {
  // The same code means "never connected" or "connection lost".
  const code = isLostOnTheWay(thrown) ? 'ECONNRESET' : codeOf(thrown)
  const known = faults[code]
  if (known !== undefined) return known
  if (certificateCode.test(code)) {
    return { kind: 'certificate', text: 'has no valid certificate', transient: false }
  }
  if (code.startsWith('HPE_'))
    return { kind: 'malformed', text: 'does not speak HTTP', transient: false }
  return { kind: 'malformed', text: 'could not be reached', transient: false }
}

/**
 * The error for an answer or connection that broke a rule; `check` is the rule of docs/safety.md,
 * if any.
 */
export function upstreamFault(
  host: string,
  kind: FaultKind,
  text: string,
  more: { check?: string; status?: number; cause?: unknown; sent?: boolean } = {},
): SwaprouteError {
  const { cause, ...facts } = more
  return new SwaprouteError('UPSTREAM_FAILED', `${host} ${text}.`, {
    context: { host, fault: kind, ...facts },
    cause,
  })
}

export function rateLimited(host: string, retryAfterSeconds: number | null): SwaprouteError {
  const when = retryAfterSeconds === null ? '' : ` for ${retryAfterSeconds} s`
  return new SwaprouteError('RATE_LIMITED', `${host} accepts no more requests${when}.`, {
    hint: limitHint,
    context: { host, fault: 'rate', retryAfterSeconds },
  })
}

/**
 * Why `signal` aborted: a SwaprouteError given as its reason passes through, slowness becomes
 * TIMED_OUT, everything else is the user's interrupt.
 */
export function abortedError(signal: AbortSignal, host: string, sent: boolean): SwaprouteError {
  const reason: unknown = signal.reason
  if (reason instanceof SwaprouteError) return reason
  if (isSlowness(reason)) {
    return new SwaprouteError('TIMED_OUT', `${host} did not answer in time.`, {
      hint: 'Try again, or allow more time.',
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
  // Happy eyeballs joins the errors of all addresses; the first one is representative.
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0])
  return 'cause' in thrown ? codeOf(thrown.cause) : ''
}
