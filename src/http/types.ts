import type { BlockchainId } from '../core/blockchainIds.ts'

/** One request to a provider; the URL must lie under a base address the client was given. */
export type HttpRequest = {
  method?: 'GET' | 'POST'
  /** Absolute; query already encoded. */
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** `read` may be retried (H7); `order` creates something upstream and is sent exactly once. */
  effect: 'read' | 'order'
  signal: AbortSignal
  /** Larger bodies for token lists only (H3). */
  maxBytes?: number
  /** Fewer repetitions than the two a read may have, for callers with another address to ask. */
  retries?: number
  /**
   * Time for all of it, repetitions included, however slowly the answer drips; a minute where
   * nothing is said, the longest calculation of the contract (H4).
   */
  limitMs?: number
  /** When `signal` will end, where the caller knows it: no wait is begun that would pass it. */
  deadlineMs?: number
}

/** Any status; the body passed the limits H3 to H6 and is JSON or, where it is not, text. */
export type HttpResponse = {
  status: number
  /** Seconds of a Retry-After header, where there is one. */
  retryAfterSeconds: number | null
  body: unknown
}

/**
 * The one way out. Throws SwaprouteError: UPSTREAM_FAILED (refused connection, bad JSON, broken
 * limits), RATE_LIMITED (429 after the retries), TIMED_OUT (the deadline), never a foreign error.
 */
export type HttpClient = {
  send(request: HttpRequest): Promise<HttpResponse>
  /** Closes kept-alive sockets so that the process can end. */
  close(): Promise<void>
}

export type RpcCall = { method: string; params: readonly unknown[] }

/** Answer of one call: the node's result, or its error with code and revert data. */
export type RpcAnswer =
  | { ok: true; result: unknown }
  | { ok: false; code: number; message: string; data: string | null }

/**
 * JSON-RPC of the chains, over the same client. One `batch` is one HTTP request; a node that
 * refuses batches gets its calls one by one, at once. A node that does not answer is replaced by
 * the chain's next URL (reads only). Throws CHAIN_UNAVAILABLE when none answers.
 */
export type RpcClient = {
  batch(
    blockchain: BlockchainId,
    calls: readonly RpcCall[],
    options: { signal: AbortSignal },
  ): Promise<RpcAnswer[]>
  /** One call; a node's error is thrown as UPSTREAM_FAILED with its code and data in `context`. */
  call(
    blockchain: BlockchainId,
    method: string,
    params: readonly unknown[],
    options: { signal: AbortSignal },
  ): Promise<unknown>
  /** Whether an RPC address is known for the chain. */
  has(blockchain: BlockchainId): boolean
}
