import { expect, test } from 'vitest'

import { createEvmReader, type EventFilter } from '../../../src/evidence/evm.ts'
import type { RpcAnswer, RpcClient } from '../../../src/http/types.ts'
import { ownNode } from '../../support/ownNode.ts'

const contract = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const newest = 1_000_000

/** How many blocks back each search goes, at a node that allows no more than `allowed`. */
async function searched(allowed: number, more: Partial<EventFilter> = {}): Promise<number[]> {
  const ranges: number[] = []
  const batch: RpcClient['batch'] = async (_, calls) =>
    calls.map(({ method, params: [filter] }): RpcAnswer => {
      if (method === 'eth_blockNumber') return { ok: true, result: `0x${newest.toString(16)}` }
      const from = typeof filter === 'object' && filter !== null && 'fromBlock' in filter
      const blocks = newest - Number(from ? filter.fromBlock : 0)
      ranges.push(blocks)
      if (blocks <= allowed) return { ok: true, result: [] }
      return { ok: false, code: -32_005, message: 'range too large', data: null }
    })
  const rpc: RpcClient = {
    witnesses: ownNode,
    has: () => true,
    batch,
    call: () => Promise.reject(new Error('unasked')),
  }
  const reader = createEvmReader({ rpc, signal: new AbortController().signal, now: () => 0 })
  await reader.findEvents('ETH', { address: contract, topics: [], ...more })
  return ranges
}

test.each<[what: string, allowed: number, mostBlocks: bigint | undefined, ranges: number[]]>([
  ['as far back as the node allows', 10_000, undefined, [50_000, 9_000]],
  ['no further than asked', 50_000, 7_200n, [7_200]],
  ['no range twice', 100, 600n, [600]],
  ['less where the node allows less', 1_000, 7_200n, [7_200, 900]],
])('events are searched %s', async (_what, allowed, mostBlocks, ranges) => {
  const more = mostBlocks === undefined ? {} : { mostBlocks }
  expect(await searched(allowed, more)).toEqual(ranges)
})
