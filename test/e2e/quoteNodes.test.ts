/** The built program quotes on METIS, whose first node serves events alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { chainRows } from '../../src/providers/onchain/rows.ts'
import type { RpcCall } from '../../src/http/types.ts'
import { startUpstreams, type Upstreams } from '../campaign/support/upstreams.ts'
import { createFakeChain, pool, v2Router } from '../providers/onchain/support/fakeChain.ts'
import { type CliHome, createCliHome } from '../support/cliHome.ts'
import { json, serve } from '../unit/http/loopback.ts'

type Call = RpcCall & { id: number }
type Answer = (call: Call) => Promise<object>

const usdc = '0xEA32A96608495e54156Ae48931A7c20f0dcc1a21'

let home: CliHome
let upstreams: Upstreams

beforeAll(async () => {
  home = createCliHome()
  // Nothing else on this machine answers.
  upstreams = await startUpstreams((_, response) => void response.writeHead(404).end())
})

afterAll(async () => {
  await upstreams.stop()
  await home.remove()
})

async function node(answer: Answer): Promise<{ url: string; methods(): string[] }> {
  const { url, received } = await serve(async (response, { body }) => {
    const asked: Call | Call[] = JSON.parse(body)
    json(response, await (Array.isArray(asked) ? Promise.all(asked.map(answer)) : answer(asked)))
  })
  const methods = (): string[] =>
    received.flatMap(({ body }) => [JSON.parse(body)].flat().map(({ method }) => method))
  return { url, methods }
}

/** As hypersync.xyz answers: it knows the chain and its blocks, and runs no call. */
const eventsAlone: Answer = async ({ id, method }) =>
  method === 'eth_chainId'
    ? { jsonrpc: '2.0', id, result: '0x440' }
    : { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }

/** A node with one exchange: 1 METIS for about 12.5 m.USDC. */
function wholeNode(): Answer {
  const chain = createFakeChain('METIS')
  chain.now = Date.now()
  const row = chainRows('METIS')?.rows.find(({ id }) => id === 'NET_SWAP')
  if (row?.family !== 'uniswap-v2' || row.factory === null) throw new Error('no row')
  const { router, factory, wrapped } = row
  const facts = { router, factory, wrapped, getter: 'Metis' as const }
  chain.place(router, v2Router(facts, [pool(wrapped, usdc, 12.5e-12, 10n ** 13n)]))
  const { rpc, signal } = chain.context
  return async ({ id, method, params }) => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x440' }
    const [answer] = await rpc.batch('METIS', [{ method, params }], { signal })
    return answer?.ok === true
      ? { jsonrpc: '2.0', id, result: answer.result }
      : { jsonrpc: '2.0', id, error: answer }
  }
}

test('the second node is asked, and its price is shown', async () => {
  const [bad, good] = [await node(eventsAlone), await node(wholeNode())]
  const env = { ...upstreams.env, SWAPROUTE_RPC_METIS: `${bad.url},${good.url}` }
  const line = ['quote', '1', 'metis:METIS', 'to', 'metis:m.USDC', '--dangerous']
  const { code, stdout } = await home.run(line, { env })
  expect(stdout).toMatch(/NET_SWAP\s+exchange\s+12\.499984/)
  expect(code).toBe(0)
  expect(bad.methods()).toContain('eth_call')
})
