import { describe, expect, test, vi } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import { agreed } from '../../../src/http/agreed.ts'
import { createRpcClient, type RpcClientOptions } from '../../../src/http/rpc.ts'
import type { RpcClient } from '../../../src/http/types.ts'
import { json, serve, testClient, type Answering } from './loopback.ts'

type Call = { id: number; method: string; params: unknown[] }
type Node = (call: Call) => unknown

const signal = new AbortController().signal
const calls = [
  { method: 'eth_blockNumber', params: [] },
  { method: 'eth_call', params: [{ to: '0x00' }, 'latest'] },
  { method: 'eth_chainId', params: [] },
]

const echo: Node = ({ id, method }) => ({ jsonrpc: '2.0', id, result: method })

/** A node; `batches`: how it treats a list of calls. */
function node(
  answer: Node = echo,
  batches: 'yes' | 'reversed' | 'one error' | 'status 400' | 'short' = 'yes',
): Answering {
  return (response, { body }) => {
    const parsed: Call | Call[] = JSON.parse(body)
    if (!Array.isArray(parsed)) return json(response, answer(parsed))
    if (batches === 'status 400') return json(response, 'no batches', 400)
    if (batches === 'one error') {
      return json(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } })
    }
    const answers = parsed.map(answer)
    if (batches === 'short') return json(response, answers.slice(1))
    return json(response, batches === 'reversed' ? answers.reverse() : answers)
  }
}

function rpcFor(urls: string[], more: Partial<RpcClientOptions> = {}): RpcClient {
  const { client } = testClient(urls)
  return createRpcClient({ http: client, endpoints: { ETH: urls }, ...more })
}

async function refusal(promise: Promise<unknown>): Promise<SwaprouteError> {
  const thrown = await promise.catch((reason: unknown) => reason)
  if (thrown instanceof SwaprouteError) return thrown
  throw new Error('expected a SwaprouteError')
}

describe('batch', () => {
  test('is one request, answers come back in the order of the calls', async () => {
    const server = await serve(node(echo, 'reversed'))
    const answers = await rpcFor([server.url]).batch('ETH', calls, { signal })
    expect(answers).toEqual(calls.map(({ method }) => ({ ok: true, result: method })))
    expect(server.received).toHaveLength(1)
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(
      calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })),
    )
  })

  test('of one call is a plain call, of no call no request', async () => {
    const server = await serve(node())
    const rpc = rpcFor([server.url])
    await expect(rpc.batch('ETH', [], { signal })).resolves.toEqual([])
    await rpc.batch('ETH', calls.slice(0, 1), { signal })
    expect(server.received.map(({ body }) => body)).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
    ])
  })

  test.each(['one error', 'status 400', 'short'] as const)(
    'falls back to single calls when the node answers "%s", and remembers',
    async (batches) => {
      const server = await serve(node(echo, batches))
      const rpc = rpcFor([server.url])
      const expected = calls.map(({ method }) => ({ ok: true, result: method }))
      await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(expected)
      expect(server.received).toHaveLength(4)
      await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(expected)
      expect(server.received).toHaveLength(7)
    },
  )

  test('keeps an error of one call as its answer', async () => {
    const server = await serve(
      node((call) =>
        call.method === 'eth_call'
          ? { id: call.id, error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } }
          : echo(call),
      ),
    )
    await expect(rpcFor([server.url]).batch('ETH', calls, { signal })).resolves.toEqual([
      { ok: true, result: 'eth_blockNumber' },
      { ok: false, code: 3, message: 'execution reverted', data: '0x08c379a0' },
      { ok: true, result: 'eth_chainId' },
    ])
  })
})

describe('other addresses', () => {
  test('the next one is asked at once, and first from then on', async () => {
    const broken = await serve((response) => json(response, {}, 503))
    const good = await serve(node())
    const rpc = rpcFor([broken.url, good.url])
    await rpc.batch('ETH', calls, { signal })
    await rpc.batch('ETH', calls, { signal })
    expect([broken.received.length, good.received.length]).toEqual([1, 2])
  })

  test.each<[string, Node]>([
    ['no JSON-RPC', ({ id }) => ({ id, nothing: true })],
    ['a foreign id', () => ({ id: 99, result: '0x1' })],
    ['its limit', ({ id }) => ({ id, error: { code: -32005, message: 'limit exceeded' } })],
  ])('a node that answers with %s is passed over', async (_name, answer) => {
    const bad = await serve(node(answer))
    const good = await serve(node())
    const call = rpcFor([bad.url, good.url]).call('ETH', 'eth_chainId', [], { signal })
    await expect(call).resolves.toBe('eth_chainId')
  })

  test('a silent node is passed over after its share of the time', async () => {
    const silent = await serve(() => {})
    const good = await serve(node())
    const waited: number[] = []
    const rpc = rpcFor([silent.url, good.url], {
      sleep: async (ms) => {
        waited.push(ms)
        while (silent.received.length === 0) await new Promise((done) => setImmediate(done))
      },
    })
    await expect(rpc.call('ETH', 'eth_chainId', [], { signal })).resolves.toBe('eth_chainId')
    expect(waited).toEqual([4_000])
  })

  test('is CHAIN_UNAVAILABLE when all fail, without the path of an address', async () => {
    const broken = await serve((response) => json(response, 'down', 502))
    const urls = [`${broken.url}/v2/SECRETKEY1`, `${broken.url}/v2/SECRETKEY2?k=SECRETKEY3`]
    const error = await refusal(rpcFor(urls).call('ETH', 'eth_chainId', [], { signal }))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
    const text = JSON.stringify([error.message, error.hint, error.context])
    expect(text).toContain(new URL(broken.url).host)
    expect(text).not.toContain('SECRETKEY')
  })

  test('a chain without an address names the variable that sets one', async () => {
    const rpc = rpcFor([])
    const error = await refusal(rpc.call('POLYGON', 'eth_chainId', [], { signal }))
    expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(error.hint).toContain('SWAPROUTE_RPC_POLYGON')
    expect([rpc.has('POLYGON'), rpc.has('ETH')]).toEqual([false, false])
  })

  test('the end of the outer signal ends everything', async () => {
    const silent = await serve(() => {})
    const other = await serve(node())
    const controller = new AbortController()
    const rpc = rpcFor([silent.url, other.url], { sleep: () => new Promise(() => {}) })
    const answer = refusal(rpc.call('ETH', 'eth_chainId', [], { signal: controller.signal }))
    while (silent.received.length === 0) await new Promise((done) => setImmediate(done))
    controller.abort(new DOMException('late', 'TimeoutError'))
    expect((await answer).code).toBe('TIMED_OUT')
    expect(other.received).toHaveLength(0)
  })
})

describe('call', () => {
  test('throws the error of the node with code and data', async () => {
    const server = await serve(
      node(({ id }) => ({
        id,
        error: {
          code: -32000,
          message: 'see https://evil.example\u202E now\nPay here',
          data: { originalError: { data: '0xdeadbeef' } },
        },
      })),
    )
    const error = await refusal(rpcFor([server.url]).call('ETH', 'eth_call', [], { signal }))
    expect(error).toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'The ETH node returned an error: see [link removed] now Pay here',
      context: { blockchain: 'ETH', method: 'eth_call', code: -32000, data: '0xdeadbeef' },
    })
  })
})

describe('broadcast', () => {
  const broadcast = (rpc: RpcClient): Promise<unknown> =>
    rpc.call('ETH', 'eth_sendRawTransaction', ['0x02'], { signal })

  const refuses = (code: number, message: string): Answering =>
    node(({ id }) => ({ jsonrpc: '2.0', id, error: { code, message } }))

  test.each<[string, Answering, boolean | undefined]>([
    ['a lost connection', (response) => void response.socket?.destroy(), true],
    ['a gateway error', (response) => json(response, {}, 502), undefined],
  ])('is sent once to a node, also after %s', async (_name, answer, sent) => {
    const first = await serve(answer)
    const second = await serve(answer)
    const error = await refusal(broadcast(rpcFor([first.url, second.url])))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
    expect(error.context['sent']).toBe(sent)
    expect([first.received.length, second.received.length]).toEqual([1, 1])
  })

  test.each<[string, Answering]>([
    ['has no such method', refuses(-32_601, 'Method not found')],
    ['has it already', refuses(-32_000, 'already known')],
    ['is behind', refuses(-32_000, 'nonce too low')],
    ['is another network’s', refuses(-32_000, 'insufficient funds for gas * price + value')],
    ['is down', (response) => json(response, {}, 503)],
    ['is cut off', (response) => void response.socket?.destroy()],
    ['is silent', () => {}],
  ])('goes to every node, and is taken where the first one %s', async (_, answer) => {
    for (const order of [
      [answer, node()],
      [node(), answer],
    ] as const) {
      const nodes = [await serve(order[0]), await serve(order[1])]
      const rpc = rpcFor(nodes.map(({ url }) => url))
      await expect(broadcast(rpc)).resolves.toBe('eth_sendRawTransaction')
      await vi.waitFor(() => expect(nodes.map(({ received }) => received.length)).toEqual([1, 1]))
    }
  })

  test('that no node takes is reported in the words of a pool, before those of a node', async () => {
    const poor = await serve(refuses(-32_000, 'insufficient funds for gas * price + value'))
    const reader = await serve(refuses(-32_601, 'Method not found'))
    const error = await refusal(broadcast(rpcFor([reader.url, poor.url])))
    expect(error.message).toContain('insufficient funds')
  })

  test('that one node refuses and another may have taken is open', async () => {
    const poor = await serve(refuses(-32_000, 'nonce too low'))
    const lost = await serve((response) => void response.socket?.destroy())
    const error = await refusal(broadcast(rpcFor([poor.url, lost.url])))
    expect([error.code, error.context['sent']]).toEqual(['CHAIN_UNAVAILABLE', true])
  })

  test('in a batch the node refuses is not repeated singly', async () => {
    const server = await serve(node(echo, 'one error'))
    const batch = [...calls, { method: 'eth_sendRawTransaction', params: ['0x02'] }]
    const error = await refusal(rpcFor([server.url]).batch('ETH', batch, { signal }))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
    expect(server.received).toHaveLength(1)
  })
})

describe('agreed', () => {
  const says = (result: string): Answering => node(({ id }) => ({ jsonrpc: '2.0', id, result }))
  const down: Answering = (response) => json(response, 'down', 503)
  const ask = async (nodes: Answering[], more: Partial<RpcClientOptions> = {}) => {
    const urls: string[] = []
    for (const one of nodes) urls.push((await serve(one)).url)
    return await agreed(rpcFor(urls, more), 'ETH', calls.slice(0, 1), { signal })
  }

  test.each<[what: string, nodes: Answering[], by: string]>([
    ['two hosts that say the same, in any letter case', [says('0xAB'), says('0xab')], 'two_nodes'],
    ['a third host where one is down', [down, says('0xab'), says('0xab')], 'two_nodes'],
    ['the only host that answers', [says('0xab'), down], 'one_node'],
    ['the only host of the chain', [says('0xab')], 'one_node'],
  ])('by %s', async (_, nodes, by) => {
    const found = await ask(nodes)
    expect(found.by).toBe(by)
    expect(String(found.answers.map((answer) => answer.ok && answer.result))).toMatch(/^0xab$/i)
  })

  test('two addresses of one host are one node', async () => {
    const { url } = await serve(says('0xab'))
    const rpc = rpcFor([`${url}/a`, `${url}/b`])
    const found = await agreed(rpc, 'ETH', calls.slice(0, 1), { signal })
    expect(found.by).toBe('one_node')
  })

  test.each<[what: string, nodes: Answering[]]>([
    ['the first lies', [says('0x01'), says('0xab')]],
    ['the second lies', [says('0xab'), says('0x01')]],
    [
      'one reports that the call reverts',
      [
        node(({ id }) => ({ jsonrpc: '2.0', id, error: { code: 3, message: 'reverted' } })),
        says('0xab'),
      ],
    ],
  ])('is refused where %s, naming both hosts', async (_, nodes) => {
    const { code, message, context } = await refusal(ask(nodes))
    expect([code, context?.['check']]).toEqual(['UNSAFE_ROUTE', 'N1'])
    expect(message).toMatch(/127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+/)
  })

  test('the user’s own nodes need no second host', async () => {
    const found = await ask([says('0xab'), says('0x01')], { isOwn: () => true })
    expect(found).toEqual({ answers: [{ ok: true, result: '0xab' }], by: 'own_node' })
  })

  test('no node: CHAIN_UNAVAILABLE', async () => {
    expect((await refusal(ask([]))).code).toBe('CHAIN_UNAVAILABLE')
  })
})
