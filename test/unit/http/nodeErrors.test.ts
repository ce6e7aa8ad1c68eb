/** Whom an error is about: the next node is asked unless it is the call's own. */
import { describe, expect, test } from 'vitest'

import type { RpcAnswer } from '../../../src/http/types.ts'
import {
  answered,
  type Call,
  failed,
  node,
  reads,
  results,
  rpcFor,
  signal,
  sizes,
  takesAll,
  tooMany,
} from './fakeNode.ts'
import { json, type Loopback, serve } from './loopback.ts'

/**
 * Refusals in the words of node software and of vendors, as public threads quote them (2024 to
 * 2026): none is the execution error of a call with its revert data.
 */
const nodeErrors: [string, object][] = [
  ['a limit', { code: -32_005, message: 'daily request count exceeded' }],
  ['the limit of proxyd', { code: -32_016, message: 'over rate limit' }],
  ['the limit of OnFinality', { code: -32_029, message: 'Too Many Requests' }],
  ['an internal error', { code: -32_603, message: 'internal error' }],
  ['a missing key', { code: -32_000, message: 'Unauthorized: You must authenticate your request' }],
  ['a lost block', { code: -32_000, message: 'header not found' }],
  ['a pruned state', { code: -32_000, message: 'missing trie node 5fe1 (path )' }],
  ['a time-out', { code: -32_000, message: 'request timed out' }],
  ['patience', { code: -32_000, message: 'Please try again next time' }],
  ['a missing method', { code: -32_601, message: 'Method not found' }],
  [
    'geth’s missing method',
    { code: -32_601, message: 'the method eth_call does not exist/is not available' },
  ],
  ['an unsupported method', { code: -32_600, message: 'Unsupported method' }],
  ['EIP-1474’s unsupported method', { code: -32_004, message: 'Method not supported' }],
  [
    'a project’s limits',
    { code: -32_002, message: 'project ID does not have access to this network' },
  ],
  ['a plan’s limits', { code: 35, message: 'method is not available on freemium' }],
  [
    'drpc without a provider',
    { code: 15, message: "Can't route your request to suitable provider" },
  ],
  ['drpc’s free tier', { code: 30, message: 'Request timeout on the free tier, please upgrade' }],
  [
    'publicnode’s restriction',
    { code: -32_701, message: 'Please specify an address in your request' },
  ],
  ['publicnode’s archive', { code: -32_602, message: 'Archive requests require a personal token' }],
  ['an unserved chain', { code: -32_001, message: 'Chain not supported' }],
  ['an empty pool of nodes', { code: -32_000, message: 'no available nodes' }],
  ['too little gas', { code: -32_000, message: 'out of gas' }],
  ['a gas cap', { code: -32_000, message: 'gas limit exceeds block gas limit' }],
  ['Nethermind without revert data', { code: -32_015, message: 'VM execution error.' }],
  ['a revert without its data', { code: -32_000, message: 'execution reverted' }],
  ['a list it finds too long', { code: -32_600, message: 'batch too large' }],
  ['a block to come', { code: -32_000, message: 'cannot query unfinalized data' }],
  ['a lost height', { code: -32_000, message: 'height is not available' }],
  ['data it finds too long', { code: -32_000, message: 'oversized data' }],
  ['jsonrpsee’s size limit', { code: -32_008, message: 'Response is too big' }],
  ['bad parameters', { code: -32_602, message: 'invalid argument 0' }],
  ['unknown words', { code: 77, message: 'perchance tomorrow' }],
  [
    'a limit with data',
    { code: -32_005, message: 'slow down', data: { see: 'https://x.test/0xab' } },
  ],
]

describe('an error of the node', () => {
  test.each(nodeErrors)('%s, in every item, moves on to the next', async (_, error) => {
    const ailing = await serve(node(takesAll, failed(error)))
    const healthy = await serve(node(takesAll))
    const calls = reads(5)
    const rpc = rpcFor([ailing, healthy])
    await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    await rpc.batch('ETH', calls, { signal })
    expect([sizes(ailing), sizes(healthy)]).toEqual([[5], [5, 5]])
  })

  test.each(nodeErrors)('%s, in one item, moves on to the next', async (_, error) => {
    const ailing = await serve(
      node(takesAll, (call) =>
        call.id === 2 ? { ...failed(error)(call), result: '' } : answered(call),
      ),
    )
    const healthy = await serve(node(takesAll))
    const calls = reads(5)
    await expect(rpcFor([ailing, healthy]).batch('ETH', calls, { signal })).resolves.toEqual(
      results(calls),
    )
  })

  test.each(
    nodeErrors.flatMap(([name, error]) =>
      [200, 400, 500].map((status) => [name, status, error] as const),
    ),
  )('%s, HTTP %i, for a whole list moves on to the next at once', async (_, status, error) => {
    const refused = (): object => ({ jsonrpc: '2.0', id: null, error })
    const ailing = await serve(node(refused, refused, status))
    const healthy = await serve(node(takesAll))
    const calls = reads(40)
    const asked = rpcFor([ailing, healthy]).batch('ETH', calls, { signal })
    await expect(asked).resolves.toEqual(results(calls))
    expect([sizes(ailing), sizes(healthy)]).toEqual([[40], [40]])
  })

  test.each(nodeErrors.filter(([, error]) => !/gas|VM|revert/.test(JSON.stringify(error))))(
    '%s, of a node that takes three at a time, spares it the rest',
    async (_, error) => {
      const short = (calls: Call[]): unknown =>
        calls.length > 3 ? calls.map(failed({ code: 31, message: tooMany })) : null
      const ailing = await serve(node(short, failed(error)))
      const healthy = await serve(node(takesAll))
      const calls = reads(80)
      const asked = rpcFor([ailing, healthy]).batch('ETH', calls, { signal })
      await expect(asked).resolves.toEqual(results(calls))
      expect(sizes(ailing).length).toBeLessThan(27)
      expect(sizes(healthy)).toEqual([80])
    },
  )

  test.each<[string, unknown, number]>([
    ['an empty list', [], 200],
    ['a page', '<html>403</html>', 200],
    ['a page', '<html>403</html>', 403],
    ['a price', { error: 'Payment Required' }, 402],
    ['a dead host', 'web server is down', 521],
  ])('%s in place of an answer moves on to the next: %j, HTTP %i', async (_, body, status) => {
    const ailing = await serve((response) => json(response, body, status))
    const healthy = await serve(node(takesAll))
    for (const count of [1, 5]) {
      const calls = reads(count)
      const asked = rpcFor([ailing, healthy]).batch('ETH', calls, { signal })
      await expect(asked).resolves.toEqual(results(calls))
    }
    expect(sizes(ailing)).toHaveLength(2)
  })

  test.each([null, 7, {}])(
    'a result that is not text, %j, moves on to the next',
    async (result) => {
      const ailing = await serve(node(takesAll, ({ id }) => ({ id, result })))
      const healthy = await serve(node(takesAll))
      const calls = reads(2)
      await expect(rpcFor([ailing, healthy]).batch('ETH', calls, { signal })).resolves.toEqual(
        results(calls),
      )
    },
  )

  test('the answer that every node gives counts, in the words of the first', async () => {
    const first = await serve(
      node(takesAll, failed({ code: -32_000, message: 'execution reverted' })),
    )
    const second = await serve(node(takesAll, failed({ code: -32_601, message: 'no such method' })))
    const down = await serve((response) => json(response, 'down', 503))
    for (const nodes of [
      [first, second],
      [second, first],
      [first, down],
      [down, first, second],
    ]) {
      const [answer] = await rpcFor(nodes).batch('ETH', reads(1), { signal })
      expect(answer).toMatchObject({ ok: false, message: 'execution reverted' })
    }
  })

  test('that takes three at a time is asked again where no other node answers', async () => {
    const short = (calls: Call[]): unknown =>
      calls.length > 3 ? calls.map(failed({ code: 31, message: tooMany })) : null
    const optional = (call: Call): unknown =>
      call.id === 1 ? failed({ code: -32_601, message: 'Method not found' })(call) : answered(call)
    const only = await serve(node(short, optional))
    const down = await serve((response) => json(response, 'down', 503))
    const answers = await rpcFor([only, down]).batch('ETH', reads(5), { signal })
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true, false])
  })

  test('that the asker alone can see moves on to the next', async () => {
    const ailing = await serve(node(takesAll, ({ id }) => ({ id, result: '0x' })))
    const healthy = await serve(node(takesAll))
    const calls = reads(2)
    const suits = (answers: readonly RpcAnswer[]): boolean =>
      answers.every((answer) => answer.ok && answer.result !== '0x')
    const asked = (nodes: Loopback[]): Promise<RpcAnswer[]> =>
      rpcFor(nodes).batch('ETH', calls, { signal, suits })
    await expect(asked([ailing, healthy])).resolves.toEqual(results(calls))
    await expect(asked([ailing])).resolves.toEqual(calls.map(() => ({ ok: true, result: '0x' })))
  })

  test.each([401, 403, 404, 410, 413, 429, 500, 502, 503])(
    'HTTP %i moves on to the next',
    async (status) => {
      const ailing = await serve((response) => json(response, { error: 'no' }, status))
      const healthy = await serve(node(takesAll))
      for (const count of [1, 5]) {
        const calls = reads(count)
        const asked = rpcFor([ailing, healthy]).batch('ETH', calls, { signal })
        await expect(asked).resolves.toEqual(results(calls))
      }
    },
  )

  test('a limit of the only node is waited out', async () => {
    let refused = 0
    const server = await serve(
      node(takesAll, (call) =>
        refused++ < 7 ? failed({ code: -32_005, message: 'slow down' })(call) : answered(call),
      ),
    )
    const waited: number[] = []
    const sleep = (ms: number): Promise<void> => {
      waited.push(ms)
      return Promise.resolve()
    }
    const calls = reads(5)
    const rpc = rpcFor([server], { sleep })
    await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    expect(waited).toEqual([500, 1000])
  })

  test('an error of the only node is the answer to its call', async () => {
    const server = await serve(
      node(takesAll, (call) =>
        call.id === 1 ? failed({ code: -32_603, message: 'internal error' })(call) : answered(call),
      ),
    )
    const answers = await rpcFor([server]).batch('ETH', reads(2), { signal })
    expect(answers.map(({ ok }) => ok)).toEqual([true, false])
  })
})

test.each([
  { code: 3, message: 'execution reverted: please try again later', data: '0x08c379a0' },
  { code: 3, message: 'execution reverted', data: '0x' },
  { code: -32_000, message: 'execution reverted: expired time', data: '0x08c379a0' },
  { code: -32_603, message: 'VM Exception: revert', data: { data: '0x08c379a0' } },
  { code: -32_015, message: 'VM execution error.', data: 'Reverted 0x' },
])(
  'an execution error with its data is the answer, no other node is asked: $message',
  async (error) => {
    const first = await serve(node(takesAll, failed(error)))
    const second = await serve(node(takesAll))
    const [answer] = await rpcFor([first, second]).batch('ETH', reads(1), { signal })
    expect(answer).toMatchObject({ ok: false, code: error.code, message: error.message })
    expect(second.received).toHaveLength(0)
  },
)
