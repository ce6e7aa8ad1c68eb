/** Nodes that answer as a test wants, and calls to ask them. */
import { createRpcClient, type RpcClientOptions } from '../../../src/http/rpc.ts'
import type { RpcCall, RpcClient } from '../../../src/http/types.ts'
import { json, type Loopback, testClient, type Answering } from './loopback.ts'

export type Call = { id: number; method: string; params: unknown[] }

export const signal = new AbortController().signal

export function reads(count: number): RpcCall[] {
  return Array.from({ length: count }, (_, index) => ({ method: 'eth_call', params: [index] }))
}

export const results = (calls: readonly RpcCall[]) =>
  calls.map(({ params }) => ({ ok: true, result: `0x${String(params[0])}` }))

export const answered = ({ id, params }: Call) => ({
  jsonrpc: '2.0',
  id,
  result: `0x${String(params[0])}`,
})
export const failed = (error: unknown) => (call: Call) => ({ jsonrpc: '2.0', id: call.id, error })

/** A node; `limit` is how it treats a list it finds too long, null for one it takes. */
export function node(
  limit: (calls: Call[]) => unknown,
  answer: (call: Call) => unknown = answered,
  status = 200,
): Answering {
  return (response, { body }) => {
    const asked: Call | Call[] = JSON.parse(body)
    if (!Array.isArray(asked)) return json(response, answer(asked))
    const refused = limit(asked)
    if (refused === null) return json(response, asked.map(answer))
    return json(response, refused, status)
  }
}

export const takesAll = () => null

export function rpcFor(nodes: Loopback[], more: Partial<RpcClientOptions> = {}): RpcClient {
  const urls = nodes.map(({ url }) => url)
  const { client } = testClient(urls)
  return createRpcClient({ http: client, endpoints: { ETH: urls }, sleep: noTime, ...more })
}

/** Time passes only where a test moves it: an attempt never ends early. */
export const noTime = (): Promise<void> => new Promise(() => {})

export const sizes = ({ received }: Loopback) =>
  received.map(({ body }) => {
    const asked: unknown = JSON.parse(body)
    return Array.isArray(asked) ? asked.length : 1
  })

export const tooMany = 'Batch of more than 3 requests are not allowed on free tier'
