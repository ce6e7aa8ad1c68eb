import type { BlockchainId } from '../core/blockchainIds.ts'

/** A read may be retried (H7); an order creates something upstream and is sent exactly once. */
export type Effect = 'read' | 'order'

/** One request to a provider; the URL must be under one of the client's base addresses. */
export type HttpRequest = {
  method?: 'GET' | 'POST'
  /** Absolute; query already encoded. */
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  effect: Effect
  signal: AbortSignal
  /** Larger bodies for token lists only (H3). */
  maxBytes?: number
  /**
   * Asks only for what has changed since an earlier answer: unchanged, it is a 304 without a body.
   * Null: there was none, but the answer's own marks are wanted.
   */
  unless?: Validator | null
  /**
   * At most this many repetitions instead of the two a read may have, for callers with another
   * address to try.
   */
  retries?: number
  /**
   * Time limit for the whole call including repetitions, however slowly the answer arrives; default
   * one minute, the longest calculation of the contract (H4).
   */
  limitMs?: number
  /** When `signal` will abort, if the caller knows: no wait begins that would exceed it. */
  deadlineMs?: number
}

/** Validators of an answer: with them its host can say that nothing has changed (RFC 9110, section 8.8). */
export type Validator = { etag: string | null; lastModified: string | null }

/** Any status; the body passed the limits H3 to H6 and is JSON, or else text. */
export type HttpResponse = {
  status: number
  /** Seconds of a Retry-After header, if present. */
  retryAfterSeconds: number | null
  body: unknown
  /** Of a request with `unless` whose answer has such marks. */
  validator?: Validator
}

/**
 * The only HTTP client. Throws SwaprouteError: UPSTREAM_FAILED (refused connection, bad JSON,
 * broken limits), RATE_LIMITED (429 after the retries), TIMED_OUT (the deadline), never a foreign
 * error.
 */
export type HttpClient = {
  send(request: HttpRequest): Promise<HttpResponse>
  /**
   * Whether the host of an address sent nothing lately, when others answered: a comparison of
   * offers does not wait for it. Requests that move or follow money never ask this.
   */
  isSilent?(url: string): boolean
  /** Closes kept-alive sockets so that the process can end. */
  close(): Promise<void>
}

export type RpcCall = { method: string; params: readonly unknown[] }

/** Answer of one call: the node's result, or its error with code and revert data. */
export type RpcAnswer =
  | { ok: true; result: unknown }
  | { ok: false; code: number; message: string; data: string | null }

/**
 * Level of agreement on an answer: two hosts that agree, the user's own node for the chain, or a
 * single node, if the chain has no other one or no other one answered.
 */
export type Vouchers = 'two_nodes' | 'own_node' | 'one_node'

/** Calls to one node, in one request. */
export type AskNode = (calls: readonly RpcCall[]) => Promise<RpcAnswer[]>

/** The answers of one or two hosts. */
export type HostAnswers<T> = {
  answers: readonly [HostAnswer<T>, HostAnswer<T>?]
  by: Vouchers
}

export type HostAnswer<T> = { host: string; answer: T }

export type ReadOptions = {
  signal: AbortSignal
  /**
   * Whether results fit the request, if only the caller can decide; if not, the chain's next node
   * is asked, and the first answers are returned only if no node has better ones.
   */
  suits?: (answers: readonly RpcAnswer[]) => boolean
}

/**
 * JSON-RPC of the chains, over the same client. One `batch` is one HTTP request; a node that
 * refuses batches gets its calls one by one, in parallel. A node that does not answer, or answers
 * with an error that is not a call's own (revert data), is replaced by the chain's next URL; an
 * error that all nodes have is the answer. A broadcast goes to all of them. Throws
 * CHAIN_UNAVAILABLE when none answers.
 */
export type RpcClient = {
  batch(
    blockchain: BlockchainId,
    calls: readonly RpcCall[],
    options: ReadOptions,
  ): Promise<RpcAnswer[]>
  /** One call; a node's error is thrown as UPSTREAM_FAILED with its code and data in `context`. */
  call(
    blockchain: BlockchainId,
    method: string,
    params: readonly unknown[],
    options: { signal: AbortSignal },
  ): Promise<unknown>
  /**
   * Reads that decide where money goes (docs/safety.md N1), from nodes of two different hosts at
   * once; a node of the user's own is enough. `ask` gets one node, for as many calls as it needs. A
   * node that throws is replaced by the next host. Throws CHAIN_UNAVAILABLE if none answers.
   */
  witnesses<T>(
    blockchain: BlockchainId,
    ask: (batch: AskNode) => Promise<T>,
    options: { signal: AbortSignal },
  ): Promise<HostAnswers<T>>
  /** Whether the chain has an RPC address. */
  has(blockchain: BlockchainId): boolean
}
