/** `doctor --live`: the check of each node of a chain. */
import { encodeFunctionResult, multicall3Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { chainById } from '../../../src/chains/chains.ts'
import type { LiveRow } from '../../../src/core/live.ts'
import type { TonCenter, TonNode } from '../../../src/http/toncenterTypes.ts'
import { evmNeeds } from '../../../src/live/lacks.ts'
import { checkNodes } from '../../../src/live/nodes.ts'
import { json, serve, testClient } from '../http/loopback.ts'

type Call = { id: number; method: string; params: unknown[] }

const nowMs = Date.UTC(2026, 10, 23, 12)
const missing = Symbol('a method that the node does not have')
/** Multicall3's answer to so many reads. */
const readsOf = (count: number): string =>
  encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: Array.from({ length: count }, () => ({ success: true, returnData: '0x01' as const })),
  })
const hex = (value: number): string => `0x${value.toString(16)}`

/** A node of ETH whose last block is ten seconds old, changed as a test wants it. */
async function check(
  changes: Record<string, unknown> = {},
  { status = 200, sandbox = false } = {},
): Promise<LiveRow> {
  const results: Record<string, unknown> = {
    eth_chainId: hex(1),
    eth_getBlockByNumber: { number: hex(21_000_000), timestamp: hex(nowMs / 1000 - 10) },
    eth_gasPrice: hex(1),
    eth_getBalance: hex(0),
    eth_getTransactionCount: hex(0),
    eth_estimateGas: hex(21_000),
    eth_getTransactionReceipt: null,
    eth_getLogs: [],
    eth_call: readsOf(100),
    overrides: `0x${'1'.padStart(64, '0')}`,
    eth_sendRawTransaction: undefined,
    eth_feeHistory: { baseFeePerGas: [hex(1)], reward: [[hex(1)]] },
    eth_getCode: '0x60806040',
    eth_simulateV1: [],
    ...changes,
  }
  const answer = ({ id, method, params }: Call): unknown => {
    const result = results[method === 'eth_call' && params.length === 3 ? 'overrides' : method]
    if (method === 'eth_sendRawTransaction' && result === undefined) {
      return { jsonrpc: '2.0', id, error: { code: -32000, message: 'typed transaction too short' } }
    }
    const error = { code: -32601, message: 'the method does not exist' }
    return result === undefined || result === missing
      ? { jsonrpc: '2.0', id, error }
      : { jsonrpc: '2.0', id, result }
  }
  const node = await serve((response, { body }) => {
    const asked: Call | Call[] = JSON.parse(body)
    json(response, Array.isArray(asked) ? asked.map(answer) : answer(asked), status)
  })
  const { client } = testClient([node.url])
  const [row] = checkNodes('ETH', {
    http: client,
    ton: noTon,
    rpcUrls: () => [node.url],
    chainId: () => chainById('ETH').chainId,
    now: () => nowMs,
    sandbox,
    signal: new AbortController().signal,
  })
  if (row === undefined) throw new Error('nothing was asked')
  const { host } = new URL(node.url)
  const answered = await row
  expect(answered).toMatchObject({ kind: 'node', name: 'ETH', host, shapes: [] })
  return answered
}

type Tools = Parameters<typeof checkNodes>[1]
const noTon = { has: () => false } as unknown as TonCenter

test('a healthy node: height, batches, simulation', async () => {
  const { state, findings } = await check()
  expect([state, ...findings]).toEqual([
    'ok',
    'block 21000000',
    'batches of 8',
    'state overrides',
    'eth_simulateV1',
  ])
})

test('what a node need not have is reported, and is not a fault', async () => {
  const { state, findings } = await check({ eth_simulateV1: undefined, overrides: undefined })
  expect([state, ...findings.slice(-2)]).toEqual([
    'ok',
    'no state overrides: token transfer fees are not measured',
    'no eth_simulateV1: payments are not simulated',
  ])
  // A node that ignores the override runs the account's own code, and answers with nothing.
  expect((await check({ overrides: '0x' })).findings.at(-2)).toMatch(/^no state overrides/)
})

test.each(evmNeeds)(
  'reports a node without $call.method as odd: $without',
  async ({ call, without }) => {
    const { state, findings } = await check({ [call.method]: missing })
    expect([state, findings[0]]).toEqual(['unexpected', without])
    expect(without.startsWith(`no ${call.method}: `)).toBe(true)
  },
)

describe('reports as odd', () => {
  test.each([
    [
      'without calls',
      { eth_call: undefined },
      /reads of the size of a quote fail: the method does not/,
    ],
    ['that cuts its answers', { eth_call: readsOf(99) }, /quote fail: its answers are malformed/],
    ['without broadcasts', { eth_sendRawTransaction: missing }, /no eth_sendRawTransaction/],
    ['without Multicall3', { eth_getCode: '0x' }, /no Multicall3/],
    [
      'whose last block is old',
      { eth_getBlockByNumber: { number: hex(9), timestamp: hex(nowMs / 1000 - 3600) } },
      /latest block is 3600s old/,
    ],
  ])('a node %s', async (_, changes, finding) => {
    const { state, findings } = await check(changes)
    expect(state).toBe('unexpected')
    expect(findings.join('\n')).toMatch(finding)
  })

  test('an old block is expected in the sandbox, which mines with swaps only', async () => {
    const old = { number: hex(9), timestamp: hex(nowMs / 1000 - 3600) }
    expect(await check({ eth_getBlockByNumber: old }, { sandbox: true })).toMatchObject({
      state: 'ok',
    })
  })
})

test('a node of another chain is never ok', async () => {
  const { state, findings } = await check({ eth_chainId: hex(56) })
  expect(state).not.toBe('ok')
  expect(findings.join('\n')).toMatch(/56/)
})

test.each([401, 503])('a node that answers %i is down', async (status) => {
  const { state, findings } = await check({ eth_chainId: undefined }, { status })
  expect(state).not.toBe('ok')
  expect(findings.join('\n')).not.toContain('/')
})

test('does not ask a network that has ended, and reports its end', async () => {
  const tools = { rpcUrls: () => ['https://x.test'], ton: noTon } as unknown as Tools
  await expect(checkNodes('HARMONY', tools)[0]).resolves.toMatchObject({
    state: 'skipped',
    findings: [expect.stringMatching(/^the network has ended: no blocks since 2026-08-13/)],
  })
})

test('a chain without a public node is left out, not down', async () => {
  const tools = { rpcUrls: () => [], ton: noTon } as unknown as Tools
  await expect(checkNodes('ETH', tools)[0]).resolves.toMatchObject({ state: 'skipped' })
  await expect(checkNodes('TON', tools)[0]).resolves.toMatchObject({ state: 'skipped' })
})

describe('TON', () => {
  const fails = (): Promise<never> => Promise.reject(new Error('HTTP 404'))
  const hosts = (chainTime: TonNode['chainTime'], own = false) => ({
    own,
    list: ['one.ton', 'two.ton'].map((host) => ({ host, chainTime }) as TonNode),
  })
  const whole: Partial<TonCenter> = {
    has: () => true,
    chainTime: async () => nowMs / 1000 - 2,
    runGetMethod: async () => [],
    transactionByHash: async () => null,
    nodes: async () => hosts(async () => nowMs / 1000),
  }
  const checkTon = (changes: Partial<TonCenter> = {}): Promise<LiveRow> | undefined =>
    checkNodes('TON', {
      ton: { ...whole, ...changes },
      now: () => nowMs,
      signal: new AbortController().signal,
    } as unknown as Tools)[0]

  test('that answers whatever a swap asks is ok', async () => {
    expect(await checkTon()).toMatchObject({ state: 'ok', findings: ['clock in sync'] })
  })

  test.each<[string, Partial<TonCenter>, RegExp]>([
    ['get-methods', { runGetMethod: fails }, /^no get-methods \(v2\): no quotes on TON\. /],
    ['the index', { transactionByHash: fails }, /^no transactions \(v3\): payments cannot be/],
    [
      'a second host',
      { nodes: async () => hosts(fails) },
      /^no answer from two\.ton: it cannot confirm/,
    ],
    ['the time', { chainTime: async () => nowMs / 1000 - 50 }, /differ by 50s: payments on TON/],
  ])('without %s is odd, with what fails', async (_, changes, finding) => {
    const row = await checkTon(changes)
    expect(row).toMatchObject({ state: 'unexpected', findings: [expect.stringMatching(finding)] })
  })

  test('of the user is asked alone', async () => {
    expect(await checkTon({ nodes: async () => hosts(fails, true) })).toMatchObject({ state: 'ok' })
  })

  test('that does not report the time is down', async () => {
    expect(await checkTon({ chainTime: fails })).toMatchObject({ state: 'down' })
  })
})
