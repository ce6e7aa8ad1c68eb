/** A quote where the first node of the chain is of no use, over the real RPC client. */
import { beforeEach, describe, expect, test } from 'vitest'

import { createRpcClient } from '../../../src/http/rpc.ts'
import type { HttpClient, RpcAnswer, RpcCall } from '../../../src/http/types.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { ask, createBase, outputs } from './support/baseChain.ts'
import type { FakeChain } from './support/fakeChain.ts'

type Envelope = RpcCall & { id: number }

let good: FakeChain
let bad: FakeChain
let expected: Record<string, bigint>

beforeEach(async () => {
  good = createBase()
  bad = createBase()
  expected = outputs(await ask(createBase()))
})

/** The chain of `good`, whose first node is `bad`. */
function withBoth(): FakeChain {
  const nodes: Record<string, FakeChain> = { 'https://bad.test': bad, 'https://good.test': good }
  const http: HttpClient = {
    async send({ url, body }) {
      const asked = (Array.isArray(body) ? body : [body]) as Envelope[]
      const { rpc, signal } = (nodes[url] ?? good).context
      const answers = await rpc.batch('BASE', asked, { signal })
      const told = answers.map((answer, index) => toEnvelope(asked[index]?.id, answer))
      return { status: 200, retryAfterSeconds: null, body: Array.isArray(body) ? told : told[0] }
    },
    close: () => Promise.resolve(),
  }
  const rpc = createRpcClient({ http, endpoints: { BASE: Object.keys(nodes) } })
  return { ...good, context: { ...good.context, rpc } }
}

function toEnvelope(id: number | undefined, answer: RpcAnswer): unknown {
  if (answer.ok) return { jsonrpc: '2.0', id, result: answer.result }
  const { code, message, data } = answer
  return { jsonrpc: '2.0', id, error: { code, message, data } }
}

const refuses = (code: number, message: string) => (): void => {
  bad.intercept = ({ method }) =>
    method === 'eth_call' ? { ok: false, code, message, data: null } : null
}
const returns = (result: unknown) => (): void => {
  bad.intercept = ({ method }) => (method === 'eth_call' ? { ok: true, result } : null)
}

describe('a first node', () => {
  test.each<[string, () => void, number]>([
    ['without eth_call', refuses(-32_601, 'Method not found'), 1],
    ['that limits what it returns', refuses(-32_008, 'Response is too big'), 1],
    ['without any contract', returns('0x'), 1],
    ['that speaks another language', returns('0x1234'), 1],
    ['with hardly any gas', () => (bad.gasCap = 20_000), 1],
    ['with too little gas for any piece', () => (bad.gasCap = 600_000), 1],
  ])('%s is passed over', async (_, ail, asked) => {
    ail()
    const found = await ask(withBoth(), createOnchainProvider())
    expect(outputs(found)).toEqual(expected)
    expect(found.failed).toEqual([])
    expect([bad.batches.length, good.batches.length]).toEqual([asked, expect.any(Number)])
  })

  test('without Multicall3, like the second, is read call by call', async () => {
    bad.hasMulticall = false
    good.hasMulticall = false
    expect(outputs(await ask(withBoth(), createOnchainProvider()))).toEqual(expected)
  })
})
