import { Agent, request } from 'node:http'
import { pause } from './processes.ts'
import { isRecord } from '../../src/core/json.ts'

/** A JSON-RPC connection to one local chain. Answers are unchecked. */
export type Rpc = {
  port: number
  /** @throws RpcError for an error answer, Error when the node cannot be reached */
  call(method: string, params?: unknown[]): Promise<unknown>
  /** Drops all connections; the next call opens a new one. */
  disconnect(): void
}

/** The node answered with an error. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(method: string, code: number, message: string, data: unknown) {
    super(`${method}: ${message}`)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

const callTimeoutMs = 30_000
const receiptLimitMs = 5_000

/** Connects only to 127.0.0.1. */
export function createRpc(port: number): Rpc {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let id = 0
  return {
    port,
    async call(method, params = []) {
      id += 1
      const answer: unknown = JSON.parse(
        await post(agent, port, JSON.stringify({ jsonrpc: '2.0', id, method, params })),
      )
      if (!isRecord(answer)) throw new Error(`${method}: no answer`)
      if ('error' in answer) throw toRpcError(method, answer['error'])
      return answer['result']
    },
    disconnect: () => agent.destroy(),
  }
}

/** @throws Error when the answer is not the text it has to be */
export async function callText(rpc: Rpc, method: string, params?: unknown[]): Promise<string> {
  const result = await rpc.call(method, params)
  if (typeof result !== 'string') throw new Error(`${method}: answer is not text`)
  return result
}

/**
 * The receipt of a transaction once it is mined.
 * @throws Error when it is not mined within 5 s
 */
export async function waitForReceipt(rpc: Rpc, hash: string): Promise<Record<string, unknown>> {
  const deadline = Date.now() + receiptLimitMs
  for (;;) {
    const receipt = await rpc.call('eth_getTransactionReceipt', [hash])
    if (isRecord(receipt)) return receipt
    if (Date.now() > deadline) throw new Error(`transaction ${hash} is not mined`)
    await pause(10)
  }
}

/** Time of the latest or the coming block, Unix seconds. */
export async function blockTime(rpc: Rpc, tag: 'latest' | 'pending'): Promise<number> {
  const block = await rpc.call('eth_getBlockByNumber', [tag, false])
  if (!isRecord(block)) throw new Error(`the node has no ${tag} block`)
  return Number(block['timestamp'])
}

/** Hexadecimal text with its `0x` as the type of call data. @throws Error for other text */
export function asHex(text: string): `0x${string}` {
  if (!text.startsWith('0x')) throw new Error(`${text} is not hexadecimal`)
  return `0x${text.slice(2)}`
}

export function toHex(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`
}

function post(agent: Agent, port: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        timeout: callTimeoutMs,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('the local chain does not answer')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function toRpcError(method: string, error: unknown): RpcError {
  if (!isRecord(error)) return new RpcError(method, 0, 'failed', null)
  return new RpcError(method, Number(error['code']), String(error['message']), error['data'])
}
