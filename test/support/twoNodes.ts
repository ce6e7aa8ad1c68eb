import { createRpcClient } from '../../src/http/rpc.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import type { RpcCall, RpcClient } from '../../src/http/types.ts'
import { json, serve, testClient } from '../unit/http/loopback.ts'

/** What a node returns for a call; undefined: it reverts. */
export type NodeWords = (call: RpcCall) => unknown

/** A call that reverts with these bytes. */
export class Revert {
  readonly data: string
  constructor(data: string) {
    this.data = data
  }
}

/** A client of public nodes of different hosts, each with its own words: one of them may lie. */
export async function twoNodes(
  blockchain: BlockchainId,
  ...nodes: readonly NodeWords[]
): Promise<{ rpc: RpcClient; hosts: string[] }> {
  const servers = await Promise.all(
    nodes.map((words) =>
      serve((response, { body }) => {
        const asked: unknown = JSON.parse(body)
        const answers = [asked].flat().map((one) => {
          const { id, ...call } = one as RpcCall & { id: number }
          const result = words(call)
          const data = result instanceof Revert ? result.data : '0x'
          const error = { code: 3, message: 'execution reverted', data }
          const isRevert = result === undefined || result instanceof Revert
          return { jsonrpc: '2.0', id, ...(isRevert ? { error } : { result }) }
        })
        json(response, Array.isArray(asked) ? answers : answers[0])
      }),
    ),
  )
  const urls = servers.map(({ url }) => url)
  const { client } = testClient(urls)
  const rpc = createRpcClient({ http: client, endpoints: { [blockchain]: urls } })
  return { rpc, hosts: urls.map((url) => new URL(url).host) }
}
