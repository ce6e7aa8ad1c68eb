import { setTimeout as wait } from 'node:timers/promises'

import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { upstreamFault } from './faults.ts'
import { foreignReason } from './reason.ts'
import type { HttpClient, HttpResponse, RpcAnswer, RpcCall, RpcClient } from './types.ts'

export type RpcClientOptions = {
  /** Must know the endpoints as bases. */
  http: HttpClient
  /** Addresses per chain, best first. */
  endpoints: Readonly<Partial<Record<BlockchainId, readonly string[]>>>
  /** How long an address may think while another one is left to ask; 4 s. */
  attemptMs?: number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** For one HTTP request to a node, the last one included: a node that only drips is none. */
const requestMs = 20_000

type Effect = 'read' | 'order'
type Endpoint = { url: string; host: string; takesBatches: boolean }
type Chain = { endpoints: Endpoint[]; preferred: number }

/** Broadcasts: sent once, to one node; whoever asked looks on chain before sending again (H7). */
const orderMethods: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_sendTransaction',
])
/** "Limit exceeded" (EIP-1474) and what hosted nodes send in its place. */
const limitCodes: ReadonlySet<number> = new Set([-32005, -32097, 429])

/**
 * JSON-RPC over the one HTTP client. The address that answered last is asked first the next time;
 * messages name hosts only, since paths of RPC addresses often are keys (K9).
 */
export function createRpcClient(options: RpcClientOptions): RpcClient {
  const attemptMs = options.attemptMs ?? 4_000
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const chains = new Map<BlockchainId, Chain>()

  const chainOf = (blockchain: BlockchainId): Chain => {
    const known = chains.get(blockchain)
    if (known !== undefined) return known
    const urls = options.endpoints[blockchain] ?? []
    const endpoints = urls.map((url) => ({ url, host: hostOf(url), takesBatches: true }))
    const chain = { endpoints, preferred: 0 }
    chains.set(blockchain, chain)
    return chain
  }

  const batch: RpcClient['batch'] = async (blockchain, calls, { signal }) => {
    if (calls.length === 0) return []
    const chain = chainOf(blockchain)
    const effect = calls.some(({ method }) => orderMethods.has(method)) ? 'order' : 'read'
    const order = effect === 'order' ? [chain.preferred] : rotation(chain)
    const failures: SwaprouteError[] = []
    for (const [position, index] of order.entries()) {
      const endpoint = chain.endpoints[index]
      if (endpoint === undefined) continue
      const isLast = position === order.length - 1
      try {
        const answers = await limited(isLast ? null : attemptMs, signal, sleep, (within) =>
          ask(options.http, endpoint, calls, effect, within, order.length > 1),
        )
        if (!isLast && answers.every(isLimitError)) continue
        chain.preferred = index
        return answers
      } catch (thrown) {
        const error = toSwaprouteError(thrown)
        if (signal.aborted || error.code === 'INTERRUPTED' || error.code === 'INTERNAL') throw error
        failures.push(error)
      }
    }
    throw unavailable(blockchain, failures)
  }

  return {
    batch,
    async call(blockchain, method, params, callOptions) {
      const [answer] = await batch(blockchain, [{ method, params }], callOptions)
      if (answer === undefined) throw unavailable(blockchain, [])
      if (answer.ok) return answer.result
      throw new SwaprouteError(
        'UPSTREAM_FAILED',
        `The ${blockchain} node says: ${answer.message}`,
        {
          context: { blockchain, method, code: answer.code, data: answer.data },
        },
      )
    },
    has: (blockchain) => (options.endpoints[blockchain] ?? []).length > 0,
  }
}

/** Indexes of all addresses, the preferred one first. */
function rotation(chain: Chain): number[] {
  const all = chain.endpoints.map((_, index) => index)
  return [...all.slice(chain.preferred), ...all.slice(0, chain.preferred)]
}

/** Runs `work` with a signal that also ends after `ms`, as TIMED_OUT of this attempt alone. */
async function limited<T>(
  ms: number | null,
  outer: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (ms === null) return work(outer)
  const inner = new AbortController()
  const finished = new AbortController()
  const forward = (): void => inner.abort(outer.reason)
  if (outer.aborted) forward()
  outer.addEventListener('abort', forward, { once: true })
  sleep(ms, finished.signal).then(
    () => inner.abort(new DOMException('attempt over', 'TimeoutError')),
    // Rejected because the work was done first.
    () => {},
  )
  try {
    return await work(inner.signal)
  } finally {
    finished.abort()
    outer.removeEventListener('abort', forward)
  }
}

async function ask(
  http: HttpClient,
  endpoint: Endpoint,
  calls: readonly RpcCall[],
  effect: Effect,
  signal: AbortSignal,
  hasOther: boolean,
): Promise<RpcAnswer[]> {
  const post = (body: unknown): Promise<HttpResponse> =>
    http.send({
      method: 'POST',
      url: endpoint.url,
      body,
      effect,
      signal,
      limitMs: requestMs,
      // Another node answers sooner than the same one after a pause.
      ...(hasOther ? { retries: 0 } : {}),
    })
  const single = async (call: RpcCall): Promise<RpcAnswer> => {
    const { status, body } = await post(toEnvelope(call, 1))
    const answer = toAnswer(body, 1)
    if (answer !== null) return answer
    throw upstreamFault(endpoint.host, 'malformed', `answered ${status} without JSON-RPC`, {
      status,
    })
  }

  if (calls.length > 1 && endpoint.takesBatches) {
    const { status, body } = await post(calls.map(toEnvelope))
    const answers = toAnswers(body, calls.length)
    if (answers !== null) return answers
    if (status >= 502) {
      throw upstreamFault(endpoint.host, 'status', `answered ${status}`, { status })
    }
    if (effect === 'order') {
      throw upstreamFault(endpoint.host, 'malformed', 'refused a batch of calls', { sent: true })
    }
  }
  const answers = await Promise.all(calls.map(single))
  if (calls.length > 1) endpoint.takesBatches = false
  return answers
}

function toEnvelope({ method, params }: RpcCall, id: number): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params }
}

/** Answers in the order of the calls; null when the node did not answer every id exactly once. */
function toAnswers(body: unknown, count: number): RpcAnswer[] | null {
  if (!Array.isArray(body) || body.length !== count) return null
  const answers = new Map<number, RpcAnswer>()
  for (const item of body) {
    const id = isRecord(item) ? item['id'] : null
    const answer = typeof id === 'number' ? toAnswer(item, id) : null
    if (typeof id !== 'number' || answer === null || answers.has(id)) return null
    answers.set(id, answer)
  }
  const inOrder: RpcAnswer[] = []
  for (let id = 0; id < count; id++) {
    const answer = answers.get(id)
    if (answer === undefined) return null
    inOrder.push(answer)
  }
  return inOrder
}

/** Null for anything that is not the answer to `id`. An error may carry a null id. */
function toAnswer(body: unknown, id: number): RpcAnswer | null {
  if (!isRecord(body)) return null
  const error = body['error']
  if (isRecord(error)) {
    if (body['id'] !== id && body['id'] !== null && body['id'] !== undefined) return null
    const code = error['code']
    const message = error['message']
    return {
      ok: false,
      code: typeof code === 'number' ? code : 0,
      message: typeof message === 'string' ? foreignReason(message) : 'no reason given',
      data: revertData(error['data']),
    }
  }
  if (body['id'] !== id || body['result'] === undefined) return null
  return { ok: true, result: body['result'] }
}

/** Revert data as hex text; some nodes wrap it once or twice. */
function revertData(data: unknown): string | null {
  if (typeof data === 'string') {
    const hex = /0x(?:[0-9a-fA-F]{2})*$/.exec(data)
    return hex === null ? null : hex[0]
  }
  if (!isRecord(data)) return null
  return revertData(data['data'] ?? data['result'] ?? data['originalError'])
}

function isLimitError(answer: RpcAnswer): boolean {
  return !answer.ok && limitCodes.has(answer.code)
}

function unavailable(
  blockchain: BlockchainId,
  failures: readonly SwaprouteError[],
): SwaprouteError {
  const last = failures.at(-1)
  if (last === undefined) {
    return new SwaprouteError('CHAIN_UNAVAILABLE', `No RPC address is known for ${blockchain}.`, {
      hint: `Set one with SWAPROUTE_RPC_${blockchain}=https://….`,
      context: { blockchain },
    })
  }
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `No node of ${blockchain} answers: ${failures.map(({ message }) => message).join(' ')}`,
    {
      hint: `Try again, or set another node with SWAPROUTE_RPC_${blockchain}=https://….`,
      context: { ...last.context, blockchain },
      cause: last,
    },
  )
}

/** The only part of an RPC address that may be shown. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a node'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
