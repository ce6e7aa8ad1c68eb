/** What nodes refuse, and which node is believed. */
import { describe, expect, test } from 'vitest'

import { createRpcClient } from '../../../src/http/rpc.ts'
import {
  answered,
  type Call,
  failed,
  node,
  noTime,
  reads,
  results,
  rpcFor,
  signal,
  sizes,
  takesAll,
  tooMany,
} from './fakeNode.ts'
import { json, refusal, serve, testClient, type Answering } from './loopback.ts'

const startMs = 1_800_000_000_000

describe('a list longer than a node takes', () => {
  const refusals: [string, (calls: Call[]) => unknown][] = [
    ['one error', () => ({ id: null, error: { code: -32_600, message: tooMany } })],
    ['the error in every item', (calls) => calls.map(failed({ code: 31, message: tooMany }))],
    ['an error of its service', () => ({ message: tooMany, code: 31 })],
  ]
  test.each(
    refusals.flatMap(([name, refused]) =>
      [200, 400, 500].map((status) => [name, status, refused] as const),
    ),
  )(
    'refused with %s, HTTP %i, is cut to the reported size, which is remembered',
    async (_, status, refused) => {
      const server = await serve(
        node((calls) => (calls.length > 3 ? refused(calls) : null), answered, status),
      )
      const rpc = rpcFor([server])
      const calls = reads(8)
      await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
      expect(sizes(server).toSorted((a, b) => a - b)).toEqual([2, 3, 3, 8])
      await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
      expect(sizes(server)).toHaveLength(7)
    },
  )

  test('is cut at once in the next run', async () => {
    const refused = (calls: Call[]) =>
      calls.length > 3 ? calls.map(failed({ code: 31, message: tooMany })) : null
    const server = await serve(node(refused))
    const limits = new Map<string, number>()
    const kept = {
      read: (host: string) => limits.get(host) ?? null,
      write: (host: string, calls: number) => void limits.set(host, calls),
    }
    const calls = reads(6)
    for (const _ of ['first run', 'second run']) {
      const rpc = rpcFor([server], { limits: kept })
      await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    }
    expect(sizes(server)).toEqual([6, 3, 3, 3, 3])
    expect([...limits]).toEqual([[new URL(server.url).host, 3]])
  })

  test('whose limit is not reported is cut in few requests', async () => {
    const refused = (calls: Call[]) =>
      calls.length > 10 ? { id: null, error: { code: -32_000, message: 'batch too large' } } : null
    const server = await serve(node(refused))
    const calls = reads(314)
    await expect(rpcFor([server]).batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    // 314, 100, 50 and 20 are refused, once each; then 32 lists of ten.
    expect(sizes(server).filter((size) => size > 10)).toEqual([314, 100, 50, 20])
    expect(sizes(server)).toHaveLength(4 + 32)
  })

  test.each([
    ['text', 'Request Entity Too Large', 413],
    ['JSON', { error: { code: -32_021, message: 'request body too large' } }, 413],
    ['JSON', { error: { code: -32_021, message: 'request body too large' } }, 200],
  ])('in bytes, refused as %s, goes in smaller pieces', async (_, refused, status) => {
    const server = await serve(async (response, request, count) => {
      if (request.body.length > 400) return json(response, refused, status)
      return node(takesAll)(response, request, count)
    })
    const calls = reads(40)
    await expect(rpcFor([server]).batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    expect(sizes(server).filter((size) => size > 10).length).toBeLessThan(6)
  })

  test('of singles only is asked within its rate, without running out of patience', async () => {
    const server = await serve(
      node((calls) => ({ id: null, error: { code: -32_600, message: `no ${calls.length}` } })),
    )
    const { client, slept } = testClient([server.url], {
      rates: { [server.url]: { perSecond: 20, burst: 40 } },
    })
    const rpc = createRpcClient({ http: client, endpoints: { ETH: [server.url] }, sleep: noTime })
    const calls = reads(314)
    await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    expect(Math.max(...slept)).toBeLessThan(1000)
    expect(slept.length).toBeGreaterThan(200)
  })

  test('and three of them a second, of the only node, is waited for', async () => {
    let now = 0
    const seconds = new Map<number, number>()
    const limited: Answering = (response, request, count) => {
      const second = Math.floor(now / 1000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
      if ((seconds.get(second) ?? 0) > 3) return json(response, 'slow down', 429)
      return node((calls) =>
        calls.length > 3 ? calls.map(failed({ code: 31, message: tooMany })) : null,
      )(response, request, count)
    }
    const sleep = (ms: number): Promise<void> => {
      now += ms
      return Promise.resolve()
    }
    const server = await serve(limited)
    const { client } = testClient([server.url], { now: () => now, sleep })
    const rpc = createRpcClient({ http: client, endpoints: { ETH: [server.url] }, sleep })
    const calls = reads(20)
    await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
  })

  test('a single call too large for the node is an answer, so that its asker can cut it', async () => {
    const server = await serve((response) => json(response, 'too big', 413))
    const [answer] = await rpcFor([server]).batch('ETH', reads(1), { signal })
    expect(answer).toMatchObject({ ok: false, message: 'the request is too large for the node' })
  })
})

describe('a node of another chain', () => {
  const chainNode = (chainId: string): Answering =>
    node(takesAll, (call: Call) =>
      call.method === 'eth_chainId' ? { id: call.id, result: chainId } : answered(call),
    )
  const identity = () => ({ chainId: 1, clock: null })

  test('is left, named and never believed; the right one is asked for its chain once', async () => {
    const polygon = await serve(chainNode('0x89'))
    const ethereum = await serve(chainNode('0x1'))
    const warnings: string[][] = []
    const warn = (...told: string[]): void => void warnings.push(told)
    const rpc = rpcFor([polygon, ethereum], { identity, warn })
    const calls = reads(2)
    await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    expect([sizes(polygon), sizes(ethereum)]).toEqual([[3], [3, 2]])
    const host = new URL(polygon.url).host
    expect(warnings).toEqual([
      ['NODE_OF_ANOTHER_CHAIN', `${host} serves chain 137, but ETH is chain 1. It is not used.`],
    ])
  })

  test('alone counts as no node, and gets no broadcast', async () => {
    const polygon = await serve(chainNode('0x89'))
    const rpc = rpcFor([polygon], { identity })
    const host = new URL(polygon.url).host
    for (const method of ['eth_call', 'eth_sendRawTransaction']) {
      await expect(refusal(rpc.call('ETH', method, ['0x02'], { signal }))).resolves.toMatchObject({
        code: 'CHAIN_UNAVAILABLE',
        message: `No ETH node responded: ${host} serves chain 137, but ETH is chain 1.`,
      })
    }
    expect(polygon.received.map(({ body }) => body).join('')).not.toContain('eth_sendRaw')
  })

  test('a broadcast goes to a node that has proved its chain, once', async () => {
    const ethereum = await serve(chainNode('0x1'))
    const rpc = rpcFor([ethereum], { identity })
    await rpc.call('ETH', 'eth_sendRawTransaction', ['0x02'], { signal })
    expect(ethereum.received.map(({ body }) => /eth_\w+/.exec(body)?.[0])).toEqual([
      'eth_chainId',
      'eth_sendRawTransaction',
    ])
  })
})

describe('a node behind the others', () => {
  const clock = { method: 'clock', params: [] }
  const identity = () => ({ chainId: null, clock })
  const aged = (seconds: number): Answering =>
    node(takesAll, (call: Call) =>
      call.method === 'clock'
        ? { id: call.id, result: `0x${(startMs / 1000 - seconds).toString(16).padStart(64, '0')}` }
        : answered(call),
    )

  async function asked(ages: number[]): Promise<{ chosen: number[]; warnings: string[] }> {
    const nodes = await Promise.all(ages.map((age) => serve(aged(age))))
    const warnings: string[] = []
    const warn = (_code: string, message: string): void => {
      const named = nodes.reduce(
        (text, { url }, index) => text.replaceAll(new URL(url).host, `node ${index}`),
        message,
      )
      warnings.push(named)
    }
    const rpc = rpcFor(nodes, { identity, warn, now: () => startMs })
    const calls = reads(2)
    for (const _ of [1, 2]) {
      await expect(rpc.batch('ETH', calls, { signal })).resolves.toEqual(results(calls))
    }
    return { chosen: nodes.map(({ received }) => received.length), warnings }
  }

  test.each<[string, number[], number[], string[]]>([
    ['is not looked for while the first is fresh', [59, 0], [2, 0], []],
    [
      'is left and named',
      [300, 0],
      [1, 2],
      ['node 0 is 5 minutes behind node 1 on ETH and is not used.'],
    ],
    ['is not left where the chain itself is quiet', [300, 299], [2, 1], []],
    ['alone is used', [300], [2], []],
    [
      'alone and very old is reported',
      [1200],
      [2],
      [
        'The newest ETH block on node 0 is 20 minutes old: the node may be behind and its data out of date.',
      ],
    ],
  ])('%s', async (_name, ages, chosen, warnings) => {
    await expect(asked(ages)).resolves.toEqual({ chosen, warnings })
  })

  /** What two witnesses and one later read are asked of, per node. */
  async function vouched(ages: number[]): Promise<{ by: string; hosts: number[]; read: number[] }> {
    const nodes = await Promise.all(ages.map((age) => serve(aged(age))))
    const rpc = rpcFor(nodes, { identity, now: () => startMs })
    const { answers, by } = await rpc.witnesses('ETH', (batch) => batch(reads(2)), { signal })
    const read = answers.flatMap((one) => one ?? [])
    for (const { answer } of read) expect(answer).toEqual(results(reads(2)))
    const before = nodes.map(({ received }) => received.length)
    await rpc.batch('ETH', reads(2), { signal })
    return {
      by,
      hosts: read.map(({ host }) => nodes.findIndex(({ url }) => new URL(url).host === host)),
      read: nodes.map(({ received }, index) => received.length - (before[index] ?? 0)),
    }
  }

  test.each<[string, number[], Awaited<ReturnType<typeof vouched>>]>([
    ['is no witness', [0, 300, 0], { by: 'two_nodes', hosts: [0, 2], read: [1, 0, 0] }],
    ['leaves one witness', [300, 0], { by: 'one_node', hosts: [1], read: [0, 1] }],
    ['is not judged by one ahead', [0, -300], { by: 'two_nodes', hosts: [0, 1], read: [1, 0] }],
    ['is one on a quiet chain', [300, 299], { by: 'two_nodes', hosts: [0, 1], read: [1, 0] }],
  ])('%s', async (_name, ages, expected) => {
    await expect(vouched(ages)).resolves.toEqual(expected)
  })
})
