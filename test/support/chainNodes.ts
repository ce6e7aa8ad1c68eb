/** Nodes of EVM chains that know some transactions, and may hang, fail or hiccup. */
import * as z from 'zod'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { RpcClient } from '../../src/http/types.ts'
import { ownNode } from './ownNode.ts'

export type NodeTransaction = {
  hash: string
  from: string
  to: string | null
  input: string
  value: string
}

/** What a node does when it is asked for a transaction; a number: it fails that often first. */
export type NodeBehaviour = 'answers' | 'fails' | 'hangs' | number

export type FakeNode = {
  behaviour: NodeBehaviour
  transactions: readonly NodeTransaction[]
  /** Receipts by hash; absent: it has no receipt yet. */
  receipts?: Readonly<Record<string, { logs?: readonly unknown[] }>>
  /** Unix seconds of every block; absent: unknown. */
  atSeconds?: number
}

export type FakeNodes = RpcClient & { asked: string[] }

export function fakeNodes(chains: Readonly<Record<string, FakeNode>>): FakeNodes {
  const asked: string[] = []
  const failures = new Map<string, number>()
  const call: RpcClient['call'] = async (blockchain, method, [hash], { signal }) => {
    asked.push(blockchain)
    const node = chains[blockchain]
    const down = new SwaprouteError('CHAIN_UNAVAILABLE', `No node of ${blockchain} answers.`)
    if (node === undefined || node.behaviour === 'fails') throw down
    if (node.behaviour === 'hangs') {
      await new Promise((_, reject) => {
        if (signal.aborted) reject(down)
        signal.addEventListener('abort', () => reject(down))
      })
    }
    const failed = failures.get(blockchain) ?? 0
    if (typeof node.behaviour === 'number' && failed < node.behaviour) {
      failures.set(blockchain, failed + 1)
      throw down
    }
    switch (method) {
      case 'eth_getTransactionByHash':
        return node.transactions.find((found) => found.hash === hash) ?? null
      case 'eth_getTransactionReceipt':
        return node.receipts?.[String(hash)] ?? null
      case 'eth_getBlockByNumber':
        return node.atSeconds === undefined
          ? null
          : { timestamp: `0x${node.atSeconds.toString(16)}` }
      case 'eth_blockNumber':
        return '0x20'
      case 'eth_getLogs':
        return logsOf(node, hash)
      default:
        throw new Error(`unexpected ${method}`)
    }
  }
  const nodes: FakeNodes = {
    asked,
    call,
    batch: async (blockchain, calls, options) =>
      Promise.all(
        calls.map(async ({ method, params }) => ({
          ok: true,
          result: await nodes.call(blockchain, method, params, options),
        })),
      ),
    witnesses: ownNode,
    has: (blockchain) => chains[blockchain] !== undefined,
  }
  return nodes
}

const filterWire = z.object({ address: z.string(), topics: z.array(z.string()) })
const logWire = z.object({ address: z.string(), topics: z.array(z.string()) })

/** Where a filter fits a log of a receipt: its address, and each topic that the filter names. */
function logsOf({ receipts = {} }: FakeNode, given: unknown): object[] {
  const { address, topics } = filterWire.parse(given)
  return Object.entries(receipts).flatMap(([transactionHash, { logs = [] }]) =>
    logs.flatMap((log) => {
      const { success, data } = logWire.safeParse(log)
      const fits =
        success &&
        data.address.toLowerCase() === address.toLowerCase() &&
        topics.every((topic, index) => data.topics[index] === topic)
      return fits ? [{ transactionHash }] : []
    }),
  )
}
