import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import type { Budgets, Rate } from '../core/budgets.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isOutwaited, isSlowness } from '../core/lateness.ts'
import { createBases, type Target } from './bases.ts'
import { acceptedEncodings, decodeBody } from './body.ts'
import { createLookup, type HostLookup } from './dns.ts'
import { exchange } from './roundTrip.ts'
import { abortedError, describeFault, rateLimited, upstreamFault } from './faults.ts'
import { createHostGate, type HostGate, type Silences } from './hostGate.ts'
import { createHostShare, type HostShare } from './hostShare.ts'
import { findJsonFault } from './json.ts'
import { type Connection, createPools, type ProxySettings } from './pools.ts'
import { rateOf } from './rates.ts'
import type { HttpClient, HttpRequest, HttpResponse } from './types.ts'
import { conditionOf, validatorIn } from './validators.ts'

const maxBodyBytes = 2 * 1_048_576
/** For token lists, by `HttpRequest.maxBytes`. */
const maxListBytes = 8 * 1_048_576

/** For requests without a limit of their own: no caller waits forever (H4). */
const maxRequestMs = 60_000

const maxRetries = 2
const firstBackoffMs = 250
const maxBackoffMs = 2_000
/** Longest wait for a host's rate limit; the error names the time to retry. */
const maxWaitMs = 5_000
/** A host that sends nothing for this long, in time limits that others keep, is silent. */
const silenceMs = 1_000
/** A host may ask for more, but a wrong header must not disable it for the life of a server. */
const maxPauseMs = 600_000
/** A number of seconds from here on is a timestamp, not a duration. */
const unixSecondsFrom = 1_000_000_000
/** Answers of a gateway, not of the service behind it; a read may be repeated. */
const transientStatus: ReadonlySet<number> = new Set([429, 502, 503, 504])

export type HttpClientOptions = {
  /** Every address this client may reach, with the path all its URLs start with (H1, H2). */
  bases: readonly string[]
  /** Requests per host, by origin, instead of `rateOf`. */
  rates?: Readonly<Record<string, Rate>>
  /** Addresses among `bases` that the user configured: no rate limit applies to them. */
  named?: readonly string[]
  /** Requests per second for hosts without a published limit, as configured by the user. */
  perSecond?: number | null
  /** Rate limits that are shared with other processes; absent: each host's limit is this client's. */
  budgets?: Budgets
  proxy?: ProxySettings | null
  userAgent?: string
  /** Removes secrets from an answer before any caller sees it (K9). */
  scrub?: (body: unknown) => unknown
  /** Unix milliseconds. */
  now?: () => number
  /** At least 0, less than 1. */
  random?: () => number
  /** Rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Where hosts are looked up; closed with the client. */
  names?: HostLookup
  /** Hosts found silent, in earlier runs too; in this process only if omitted. */
  silences?: Silences
  /** Longest wait for the next byte of an answer, if a person has to confirm the request. */
  silenceMs?: number
}

/** What one process sent to one origin. `requests` counts every attempt that left. */
export type OriginStats = { requests: number; retries: number; failures: number; bytes: number }

export type CountingHttpClient = HttpClient & {
  /** By origin; for tests, the bench and `--verbose`. */
  stats(): Record<string, OriginStats>
}

type Host = { gate: HostGate; share: HostShare | null; stats: OriginStats }
type Attempt =
  | { kind: 'answer'; response: HttpResponse }
  | { kind: 'failure'; error: SwaprouteError; transient: boolean }

/**
 * The only HTTP client of the program (H1 to H9). Reads are repeated at most twice, with full
 * jitter or after the host's own Retry-After; orders are sent exactly once, on a connection of their
 * own. One signal covers waiting, name lookup, connecting and reading.
 * @throws SwaprouteError CONFIG_INVALID when a base address is not allowed
 */
export function createHttpClient(options: HttpClientOptions): CountingHttpClient {
  const bases = createBases(options.bases)
  const now = options.now ?? Date.now
  const random = options.random ?? Math.random
  const scrub = options.scrub ?? ((body: unknown) => body)
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const rateOptions = {
    named: new Set(createBases(options.named ?? []).origins),
    perSecond: options.perSecond ?? null,
  }
  const names = options.names ?? createLookup()
  const pools = createPools(names.lookup, options.proxy ?? null, options.silenceMs)
  const hosts = new Map<string, Host>()
  const commonHeaders = {
    accept: 'application/json',
    'accept-encoding': acceptedEncodings,
    'user-agent': options.userAgent ?? 'swaproute',
  }

  const hostOf = (target: Target): Host => {
    const known = hosts.get(target.origin)
    if (known !== undefined) return known
    const rate = options.rates?.[target.origin] ?? rateOf(target.origin, rateOptions)
    const { budgets } = options
    const isShared = budgets !== undefined && rate !== null
    const host = {
      gate: createHostGate(target.host, isShared ? null : rate, options.silences),
      share: isShared
        ? createHostShare({ host: target.host, origin: target.origin, rate, budgets, now, sleep })
        : null,
      stats: { requests: 0, retries: 0, failures: 0, bytes: 0 },
    }
    hosts.set(target.origin, host)
    return host
  }

  /** Longest wait that still leaves time for a request before the deadline. */
  const patience = (request: HttpRequest): number =>
    request.deadlineMs === undefined
      ? maxWaitMs
      : Math.min(maxWaitMs, Math.max(0, request.deadlineMs - now()))

  const admit = async (host: Host, target: Target, request: HttpRequest): Promise<void> => {
    const entry = host.gate.enter(now(), patience(request))
    if ('refused' in entry) throw entry.refused
    try {
      if (entry.waitMs > 0) await sleep(entry.waitMs, request.signal)
      await host.share?.enter(patience(request), request.signal)
    } catch (thrown) {
      host.gate.withdrawn()
      if (request.signal.aborted) throw abortedError(request.signal, target.host, false)
      throw thrown
    }
  }

  const attempt = async (
    host: Host,
    target: Target,
    request: HttpRequest,
    connection: Connection,
  ): Promise<Attempt> => {
    const { signal, unless } = request
    const maxBytes = Math.min(request.maxBytes ?? maxBodyBytes, maxListBytes)
    const body = request.body === undefined ? null : JSON.stringify(request.body)
    let sent = false
    let heard = false
    const startedAtMs = now()
    host.stats.requests += 1
    try {
      const { status, headers, bytes } = await exchange({
        dispatcher: await pools.get(target.origin, connection),
        origin: target.origin,
        host: target.host,
        path: target.path,
        method: request.method ?? 'GET',
        headers: {
          ...commonHeaders,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(target.authorization === null ? {} : { authorization: target.authorization }),
          ...conditionOf(unless),
          ...request.headers,
        },
        body,
        signal,
        maxBytes,
        mayBeUnchanged: unless != null,
        onSent: () => {
          sent = true
        },
        onHeard: () => {
          heard = true
          host.gate.heard()
        },
      })
      host.stats.bytes += bytes.length
      // A 304 repeats the headers of a body that it does not have.
      const encoding = status === 304 ? undefined : headers['content-encoding']
      const decoded = await decodeBody(bytes, encoding, target.host, maxBytes)
      const response: HttpResponse = {
        status,
        retryAfterSeconds: readPause(status, headers, now()),
        body: scrub(readJson(decoded, status, headers['content-type'] ?? '', target.host)),
        ...(unless === undefined ? {} : validatorIn(headers)),
      }
      if (status >= 500) host.gate.failed(now(), `answered with HTTP ${status}`)
      else if (status === 429 && response.retryAfterSeconds === null) host.gate.limited(now())
      else host.gate.succeeded()
      return { kind: 'answer', response }
    } catch (thrown) {
      host.stats.failures += 1
      const wasCalledOff = signal.aborted && !isSlowness(signal.reason)
      const isSilence = !heard && !wasCalledOff && now() - startedAtMs >= silenceMs
      if (isSilence) host.gate.silent(now())
      return failed(host, target, signal, sent, thrown)
    }
  }

  const failed = (
    host: Host,
    target: Target,
    signal: AbortSignal,
    sent: boolean,
    thrown: unknown,
  ): Attempt => {
    if (signal.aborted) {
      const error = abortedError(signal, target.host, sent)
      if (error.code === 'TIMED_OUT' && !isOutwaited(signal.reason)) {
        host.gate.failed(now(), 'did not answer in time')
      } else host.gate.withdrawn()
      return { kind: 'failure', error, transient: false }
    }
    if (thrown instanceof SwaprouteError) {
      host.gate.failed(now(), 'returned an invalid answer')
      return { kind: 'failure', error: thrown, transient: false }
    }
    const { kind, text, transient } = describeFault(thrown)
    host.gate.failed(now(), text)
    const error = upstreamFault(target.host, kind, text, { cause: thrown, sent })
    return { kind: 'failure', error, transient }
  }

  const send = async (given: HttpRequest): Promise<HttpResponse> => {
    const deadline = startDeadline(given.signal, given.limitMs ?? maxRequestMs)
    try {
      return await sendWithin({ ...given, signal: deadline.signal })
    } finally {
      deadline.end()
    }
  }

  const sendWithin = async (request: HttpRequest): Promise<HttpResponse> => {
    const target = bases.resolve(request.url)
    const host = hostOf(target)
    const isOrder = request.effect === 'order'
    const retries = isOrder ? 0 : Math.min(request.retries ?? maxRetries, maxRetries)
    let last: Attempt | null = null
    for (let tried = 0; ; tried++) {
      if (request.signal.aborted) throw abortedError(request.signal, target.host, false)
      try {
        await admit(host, target, request)
      } catch (thrown) {
        // The breaker opened on this request's own failures, which are more informative.
        if (last === null || request.signal.aborted) throw thrown
        return settle(last, target)
      }
      // A host may have closed a kept connection meanwhile: a read is repeated on a new one, at once
      // and whatever `retries` is. An order never gets a kept one.
      const connection = isOrder || isLost(last) ? 'fresh' : 'kept'
      const outcome = await attempt(host, target, request, connection)
      last = outcome
      const asked = outcome.kind === 'answer' ? outcome.response.retryAfterSeconds : null
      if (asked !== null) {
        const pauseMs = Math.min(asked * 1000, maxPauseMs)
        host.gate.pauseUntil(now() + pauseMs)
        host.share?.pause(pauseMs)
      }

      const again =
        outcome.kind === 'answer' ? transientStatus.has(outcome.response.status) : outcome.transient
      const mayBeStale = tried === 0 && !isOrder && isLost(outcome)
      const backoff = mayBeStale
        ? 0
        : random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** tried)
      const waitMs = asked === null ? backoff : asked * 1000 + random() * firstBackoffMs
      const worthwhile = again && (tried < retries || mayBeStale) && waitMs <= patience(request)
      if (!worthwhile) return settle(outcome, target)
      host.stats.retries += 1
      try {
        await sleep(waitMs, request.signal)
      } catch (thrown) {
        const interrupted = abortedError(request.signal, target.host, false)
        if (!request.signal.aborted) throw thrown
        // The failure that caused the wait is more informative than the deadline.
        if (interrupted.code !== 'TIMED_OUT') throw interrupted
        return settle(outcome, target)
      }
    }
  }

  return {
    send,
    isSilent: (url) => hostOf(bases.resolve(url)).gate.isSilent(now()),
    stats: () =>
      Object.fromEntries([...hosts].map(([origin, { stats }]) => [origin, { ...stats }])),
    async close() {
      names.close()
      await pools.close()
    },
  }
}

/** Whether the connection ended after the request was sent, and before its whole answer. */
function isLost(outcome: Attempt | null): boolean {
  if (outcome?.kind !== 'failure' || !outcome.transient) return false
  const { fault, sent } = outcome.error.context
  return fault === 'closed' && sent === true
}

function settle(outcome: Attempt, target: Target): HttpResponse {
  if (outcome.kind === 'failure') throw outcome.error
  const { status, retryAfterSeconds } = outcome.response
  if (status === 429) throw rateLimited(target.host, retryAfterSeconds)
  return outcome.response
}

/**
 * The pause a host asks for: Retry-After, or after a 429 without one the time at which its limit
 * resets, as LI.FI (seconds) and Jupiter (Unix seconds) report it.
 */
function readPause(status: number, headers: IncomingHttpHeaders, nowMs: number): number | null {
  const asked = readRetryAfter(headers['retry-after'], nowMs)
  if (asked !== null || status !== 429) return asked
  const reset = headers['ratelimit-reset'] ?? headers['x-ratelimit-reset']
  if (typeof reset !== 'string' || !/^\d{1,10}$/.test(reset)) return null
  const seconds = Number(reset)
  return seconds < unixSecondsFrom ? seconds : Math.max(0, Math.ceil(seconds - nowMs / 1000))
}

/** Seconds of a Retry-After header in either form, rounded up; null without a usable one. */
function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

/**
 * JSON within the limits (H5); text if neither the content type nor the first byte suggests JSON.
 */
function readJson(bytes: Buffer, status: number, contentType: string, host: string): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text.trim() === '') return null
  const promised = /\bjson\b/i.test(contentType)
  if (!promised && !/^\s*[{[]/.test(text)) return text
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // An error page labelled as JSON still has a meaningful status.
    if (!promised || status >= 400) return text
    throw upstreamFault(host, 'malformed', 'sent an answer that is not JSON', { status })
  }
  const fault = findJsonFault(value)
  if (fault === null) return value
  throw upstreamFault(host, 'limit', `sent an answer that ${fault}`, { check: 'H5', status })
}
