import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { RpcAnswer, RpcCall, RpcClient } from '../../../../src/http/types.ts'
import { ownNode } from '../../../support/ownNode.ts'

/** What a scripted node answers to a method; a function is called with the parameters. */
export type Script = Record<string, unknown>

/** The node's own refusal, as opposed to a result. */
export class NodeError {
  readonly code: number
  readonly message: string
  readonly data: string | null

  constructor(code: number, message: string, data: string | null = null) {
    this.code = code
    this.message = message
    this.data = data
  }
}

/** An RPC client whose node answers from a script; a method without an answer is not found. */
export function scriptedRpc(script: Script): { rpc: RpcClient; batches: RpcCall[][] } {
  const batches: RpcCall[][] = []
  const answer = ({ method, params }: RpcCall): RpcAnswer => {
    if (!Object.hasOwn(script, method)) {
      return { ok: false, code: -32601, message: 'method not found', data: null }
    }
    const entry = script[method]
    const result: unknown = typeof entry === 'function' ? entry(params) : entry
    if (!(result instanceof NodeError)) return { ok: true, result }
    const { code, message, data } = result
    return { ok: false, code, message, data }
  }
  const batch = async (_: BlockchainId, calls: readonly RpcCall[]): Promise<RpcAnswer[]> => {
    batches.push([...calls])
    return calls.map(answer)
  }
  return {
    batches,
    rpc: {
      batch,
      call: () => Promise.reject(new Error('only batches are expected')),
      witnesses: ownNode,
      has: () => true,
    },
  }
}

/** Simulations as a node answers them: one result per call, from a list per run. */
export function runs(...results: object[][]): Script {
  let run = 0
  return {
    eth_simulateV1: () => {
      run += 1
      return [{ calls: results[run - 1] }]
    },
  }
}
