import { onAbort } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import { abortedError, upstreamFault } from './faults.ts'
import { knownBatchLimit } from './nodeLimits.ts'
import {
  batchRefusal,
  isNodeError,
  isRateLimit,
  isTooLarge,
  toAnswer,
  toAnswers,
  toEnvelope,
} from './rpcWire.ts'
import type { Effect, HttpClient, HttpResponse, RpcAnswer, RpcCall } from './types.ts'

export type AskOptions = {
  effect: Effect
  signal: AbortSignal
  /** Another node is available: this one gets little time and no second try. */
  hasOther: boolean
}

/** One address of a chain and its learned batch limits. */
export type RpcNode = {
  url: string
  /** The only part of the address that may be shown. */
  host: string
  /**
   * Answers in the order of the calls, in as few requests as the node accepts.
   * @throws SwaprouteError when the node cannot be used; if another node is available, also with
   *   the fault 'refused' for a refused request or part of it; a single node is retried in other
   *   ways
   */
  ask(calls: readonly RpcCall[], options: AskOptions): Promise<RpcAnswer[]>
}

/** Learned calls per request, by host. `read` gives null for an unknown host. */
export type BatchLimits = {
  read(host: string): number | null
  write(host: string, calls: number): void
}

export type RpcNodeOptions = {
  http: HttpClient
  url: string
  /** Stored between runs; in memory only if omitted. */
  limits: BatchLimits | undefined
  /** Time limit of one request while another node remains. */
  attemptMs: number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** For one HTTP request to a node: one that sends too slowly counts as down. */
const requestMs = 20_000
/** Sizes tried in turn if a node refuses a batch without naming its limit. */
const usualLimits = [100, 50, 20, 10, 3, 1] as const
/** Requests in parallel to a node with a small batch limit, within its rate. */
const parallelRequests = 8
/** Retries for a rate limit if no other node is available. */
const patience = { tries: 4, firstMs: 500 } as const
/** Statuses of an address that does not serve us at all. */
const closedStatus: ReadonlySet<number> = new Set([401, 402, 403, 404, 410])

export function createRpcNode({ http, url, limits, attemptMs, sleep }: RpcNodeOptions): RpcNode {
  const host = hostOf(url)
  let batchLimit = Math.min(knownBatchLimit(host), limits?.read(host) ?? Number.POSITIVE_INFINITY)
  let bodyLimit = Number.POSITIVE_INFINITY
  /** The limits are a guess that no batch has confirmed yet: the next one goes alone. */
  let isUntested = false
  let hasLearned = false
  const slots = createSlots(parallelRequests)

  const post = (body: unknown, { effect, signal, hasOther }: AskOptions): Promise<HttpResponse> =>
    limited(hasOther ? attemptMs : null, signal, sleep, (within) =>
      http.send({
        method: 'POST',
        url,
        body,
        effect,
        signal: within,
        limitMs: requestMs,
        // Another node answers sooner than the same one after a pause.
        ...(hasOther ? { retries: 0 } : {}),
      }),
    )

  const askOne = async (call: RpcCall, options: AskOptions): Promise<RpcAnswer> => {
    const { status, body } = await post(toEnvelope(call, 1), options)
    const answer = toAnswer(body, 1)
    if (answer !== null) return answer
    if (isTooLarge(status, body)) {
      const message = 'the request is too large for the node'
      return { ok: false, code: 413, message, data: null }
    }
    throw upstreamFault(host, 'malformed', `answered ${status} without JSON-RPC`, { status })
  }

  /** `cut` if the node requires smaller batches; its limit is remembered. */
  const askList = async (
    calls: readonly RpcCall[],
    options: AskOptions,
  ): Promise<RpcAnswer[] | 'cut'> => {
    const sent = calls.map(toEnvelope)
    const { status, body } = await post(sent, options)
    const refusal = batchRefusal(body)
    const answers = refusal === null ? toAnswers(body, calls.length) : null
    if (answers !== null) return answers
    if (options.effect === 'order') {
      throw upstreamFault(host, 'malformed', 'refused a batch of calls', { sent: true })
    }
    if (refusal === null && (status >= 502 || closedStatus.has(status))) {
      throw upstreamFault(host, 'status', `answered ${status}`, { status })
    }
    const allowed = numberIn(refusal, calls.length)
    if (options.hasOther && allowed === null) {
      throw upstreamFault(host, 'refused', refusalText(status, body), { status })
    }
    if (refusal === null && isTooLarge(status, body)) {
      bodyLimit = Math.min(bodyLimit, Math.floor(JSON.stringify(sent).length / 2))
      isUntested = true
      return 'cut'
    }
    const single = refusal === null ? toAnswer(body, 1) : null
    if (single !== null && isRateLimit(single)) return calls.map(() => single)
    // A refusal that does not mention batches may mean all of them.
    const next = refusal === null ? 1 : usualLimits.find((number) => number < calls.length)
    batchLimit = Math.min(batchLimit, allowed ?? next ?? 1)
    isUntested = allowed === null
    hasLearned = true
    return 'cut'
  }

  /** One request. An error is returned as the answer to its call. */
  const askOnce = async (
    calls: readonly RpcCall[],
    options: AskOptions,
    mayWait: boolean,
  ): Promise<RpcAnswer[] | 'cut' | 'later'> => {
    if (options.signal.aborted) throw abortedError(options.signal, host, false)
    const [first] = calls
    const sent =
      calls.length === 1 && first !== undefined
        ? askOne(first, options).then((answer) => [answer])
        : askList(calls, options)
    const answers = await sent.catch((thrown: unknown) => {
      if (mayWait && thrown instanceof SwaprouteError && thrown.code === 'RATE_LIMITED') return null
      throw thrown
    })
    if (answers === null) return 'later'
    if (answers === 'cut') return answers
    if (hasLearned) limits?.write(host, batchLimit)
    hasLearned = false
    isUntested = false
    return mayWait && answers.some(isRateLimit) ? 'later' : answers
  }

  const askPiece = async (calls: readonly RpcCall[], options: AskOptions): Promise<RpcAnswer[]> => {
    const { effect, hasOther, signal } = options
    for (let tried = 0; ; tried += 1) {
      const mayWait = effect === 'read' && !hasOther && tried < patience.tries
      const answers = await slots(() => askOnce(calls, options, mayWait))
      if (answers === 'cut') return inPieces(calls, options)
      if (answers !== 'later') return answers
      await sleep(patience.firstMs * 2 ** tried, signal).catch((thrown: unknown) => {
        throw signal.aborted ? abortedError(signal, host, false) : thrown
      })
    }
  }

  /** A node that fails in one part does not get the others while another node remains. */
  const askPart = async (calls: readonly RpcCall[], options: AskOptions): Promise<RpcAnswer[]> => {
    const answers = await askPiece(calls, options)
    const trouble = options.hasOther ? answers.find(isNodeError) : undefined
    if (trouble === undefined) return answers
    throw upstreamFault(host, 'refused', `returned an error: ${trouble.message}`)
  }

  const inPieces = async (calls: readonly RpcCall[], options: AskOptions): Promise<RpcAnswer[]> => {
    const pieces = cut(calls, batchLimit, bodyLimit)
    const [first = []] = pieces
    if (first.length === calls.length) return askPiece(calls, options)
    if (isUntested) {
      const answers = await askPart(first, options)
      return [...answers, ...(await inPieces(calls.slice(first.length), options))]
    }
    return (await Promise.all(pieces.map((piece) => askPart(piece, options)))).flat()
  }

  return {
    url,
    host,
    async ask(calls, options) {
      if (options.effect === 'order') return askPiece(calls, options)
      // One failed request cancels its siblings that have not been sent yet.
      const rest = new AbortController()
      const leave = onAbort(options.signal, () => rest.abort(options.signal.reason))
      try {
        return await inPieces(calls, { ...options, signal: rest.signal })
      } finally {
        leave()
        rest.abort(new SwaprouteError('INTERRUPTED', `${host} accepts no more requests.`))
      }
    },
  }
}

/** Follows the host: "… returned an error: batch too large". */
function refusalText(status: number, body: unknown): string {
  const error = toAnswer(Array.isArray(body) ? body[0] : body, 1)
  return error?.ok === false
    ? `returned an error: ${error.message}`
    : `answered ${status} without JSON-RPC`
}

/** The number of calls that a refusal of a batch of `length` allows; null if not stated. */
function numberIn(refusal: string | null, length: number): number | null {
  const numbers = [...(refusal ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))
  return numbers.find((number) => number >= 1 && number < length) ?? null
}

function cut(calls: readonly RpcCall[], most: number, bytes: number): RpcCall[][] {
  const pieces: RpcCall[][] = []
  let piece: RpcCall[] = []
  let size = 0
  for (const call of calls) {
    const own = bytes === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(toEnvelope(call, 1)).length
    if (piece.length > 0 && (piece.length >= most || size + own > bytes)) {
      pieces.push(piece)
      piece = []
      size = 0
    }
    piece.push(call)
    size += own
  }
  return piece.length === 0 ? pieces : [...pieces, piece]
}

/** Runs up to `count` tasks at a time, in the order they came. */
function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((done) => waiting.push(done))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** Runs `work` with a signal that also aborts after `ms`, as TIMED_OUT of this attempt alone. */
async function limited<T>(
  ms: number | null,
  outer: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (ms === null) return work(outer)
  const inner = new AbortController()
  const finished = new AbortController()
  const leave = onAbort(outer, () => inner.abort(outer.reason))
  sleep(ms, finished.signal).then(
    () => inner.abort(new DOMException('attempt over', 'TimeoutError')),
    // Rejected after the work is done.
    () => {},
  )
  try {
    return await work(inner.signal)
  } finally {
    finished.abort()
    leave()
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a node'
}
