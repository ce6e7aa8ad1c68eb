/** The hosts of TON besides toncenter: which there are, and what TonAPI answers (N1). */
import { describe, expect, test } from 'vitest'

import { addressSlice } from '../../../src/chains/ton/jettons.ts'
import { tonWitnesses } from '../../../src/http/agreed.ts'
import { createTonCenter } from '../../../src/http/toncenter.ts'
import type { TonCenterOptions, TonNode } from '../../../src/http/toncenterTypes.ts'
import { json, serve, testClient, type Received } from './loopback.ts'
import { account, type Answer, errorOf, result, signal } from './toncenterServer.ts'

async function server(answer: Answer): Promise<{ url: string; received: Received[] }> {
  return await serve((response) => json(response, answer.body, answer.status ?? 200))
}

async function tonApi(answer: Answer, apiKey: string | null = null) {
  const { url, received } = await server(answer)
  const { client: http } = testClient([url])
  const ton = createTonCenter({
    http,
    baseUrl: url,
    apiKey: null,
    tonapi: { baseUrl: url, apiKey },
  })
  const [, node] = (await ton.nodes()).list
  if (node === undefined) throw new Error('no second host')
  return { node, received }
}

type Tree = { transaction: object; children?: Tree[] }

function branch(raw: string, children: Tree[] = [], of = account.toUpperCase()): Tree {
  return { transaction: { account: { address: of }, raw, out_msgs: [] }, children }
}

describe('TonAPI', () => {
  test('a tree of transactions is read level by level, as cells', async () => {
    const tree = branch('aa', [branch('bb', [branch('dd')]), branch('cc')])
    const { node, received } = await tonApi({ body: tree })
    const cells = ['aa', 'bb', 'cc', 'dd'].map((hex) => ({
      account,
      boc: Buffer.from(hex, 'hex').toString('base64'),
    }))
    expect(await node.emulate('te6c', { signal })).toEqual({ form: 'stored', transactions: cells })
    expect(received).toMatchObject([
      { method: 'POST', path: '/v2/traces/emulate?ignore_signature_check=true' },
    ])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ boc: 'te6c' })
    expect(received[0]?.headers['authorization']).toBeUndefined()
  })

  test('sends a token where one is set', async () => {
    const { node, received } = await tonApi({ body: branch('aa') }, 'secret')
    await node.emulate('te6c', { signal })
    expect(received[0]?.headers['authorization']).toBe('Bearer secret')
  })

  test('distinguishes a message that its contract rejects from a failing service', async () => {
    const { node } = await tonApi({ status: 406, body: { error: 'not accepted' } })
    expect(await node.emulate('te6c', { signal })).toBeNull()
  })

  test.each<[string, Answer]>([
    ['a failure', { status: 500, body: { error: 'no emulator' } }],
    ['too many requests', { status: 429, body: { error: 'rate limit' } }],
    ['no cell', { body: { transaction: { account: { address: account } } } }],
    ['a cell that is no hex', { body: branch('zz') }],
    ['a foreign account', { body: branch('aa', [], 'EQxyz') }],
    ['a broken branch', { body: { ...branch('aa'), children: [{}] } }],
    [
      'a trace without end',
      {
        body: branch(
          'aa',
          Array.from({ length: 200 }, () => branch('bb')),
        ),
      },
    ],
  ])('rejects %s as an answer', async (_name, answer) => {
    const { node } = await tonApi(answer)
    const { code } = await errorOf(node.emulate('te6c', { signal }))
    expect(['CHAIN_UNAVAILABLE', 'RATE_LIMITED']).toContain(code)
  })

  test('its clock is that of the newest block', async () => {
    const { node, received } = await tonApi({ body: { gen_utime: 1_800_000_000 } })
    expect(await node.chainTime({ signal })).toBe(1_800_000_000)
    expect(received).toMatchObject([{ path: '/v2/blockchain/masterchain-head' }])
  })

  test('a get-method is asked with cells in hex, and read whatever its items', async () => {
    const boc = addressSlice(account)
    const hex = Buffer.from(boc, 'base64').toString('hex')
    const stack = [
      { type: 'num', num: '-0x5' },
      { type: 'cell', cell: hex },
      { type: 'null' },
      { type: 'tuple', tuple: [{ type: 'num', num: '7' }] },
    ]
    const { node, received } = await tonApi({ body: { success: true, exit_code: 0, stack } })
    const asked = [account, 'get_wallet_address', [{ type: 'slice', boc }]] as const
    expect(await node.runGetMethod(...asked, { signal })).toEqual([
      { type: 'num', value: -5n },
      { type: 'cell', boc },
      { type: 'null' },
      { type: 'tuple', items: [{ type: 'num', value: 7n }] },
    ])
    const path = `/v2/blockchain/accounts/${account}/methods/get_wallet_address?args=${hex}`
    expect(received).toMatchObject([{ method: 'GET', path }])
  })

  test.each<[string, Answer, string]>([
    ['that fails', { body: { exit_code: 11, stack: [] } }, 'UPSTREAM_REFUSED'],
    ['of no contract', { status: 404, body: { error: 'not found' } }, 'CHAIN_UNAVAILABLE'],
    ['of nothing', { body: { exit_code: 0 } }, 'CHAIN_UNAVAILABLE'],
    ['without a value', { body: { exit_code: 0, stack: [{ type: 'num' }] } }, 'CHAIN_UNAVAILABLE'],
    ['of another kind', { body: { exit_code: 0, stack: [{ type: 'x' }] } }, 'CHAIN_UNAVAILABLE'],
  ])('rejects a get-method %s', async (_name, answer, code) => {
    const { node } = await tonApi(answer)
    const asked = node.runGetMethod(account, 'seqno', [], { signal })
    expect((await errorOf(asked)).code).toBe(code)
  })

  test('states of accounts are not asked of it', async () => {
    const { node, received } = await tonApi({ body: {} })
    const { code } = await errorOf(node.accountState(account, { signal }))
    expect([code, received]).toEqual(['CHAIN_UNAVAILABLE', []])
  })
})

describe('the hosts', () => {
  const nothing = { exit_code: 0, stack: [['num', '0x5']] }

  async function nodesOf(change: Partial<TonCenterOptions>) {
    const { client: http } = testClient([])
    const ton = createTonCenter({
      http,
      baseUrl: 'https://one.test/api',
      apiKey: null,
      witnessUrl: 'https://two.test/public',
      tonapi: { baseUrl: 'https://three.test', apiKey: null },
      ...change,
    })
    const { own, list } = await ton.nodes()
    return { own, hosts: list.map(({ host }) => host) }
  }

  test.each<[string, Partial<TonCenterOptions>, boolean, string[]]>([
    ['all', {}, false, ['one.test', 'two.test', 'three.test']],
    ['without others', { witnessUrl: null, tonapi: null }, false, ['one.test']],
    ['of the user alone', { own: true }, true, ['one.test']],
  ])('%s', async (_name, change, own, hosts) => {
    expect(await nodesOf(change)).toEqual({ own, hosts })
  })

  test('the second speaks the same JSON-RPC, at its own address and without the key', async () => {
    const [first, second] = await Promise.all([server(result(nothing)), server(result(nothing))])
    const { client: http } = testClient([first.url, second.url])
    const witnessUrl = `${second.url}/public`
    const ton = createTonCenter({ http, baseUrl: first.url, apiKey: 'secret', witnessUrl })
    const ask = (node: TonNode) => node.runGetMethod(account, 'get_wallet_data', [], { signal })
    const { answers, by } = await tonWitnesses(ton, ask, { signal })
    const five = [{ type: 'num', value: 5n }]
    expect([by, answers.map((one) => one?.answer)]).toEqual(['two_nodes', [five, five]])
    expect(first.received).toMatchObject([{ path: '/v2/jsonRPC' }])
    expect(second.received).toMatchObject([{ path: '/public' }])
    expect(first.received[0]?.headers['x-api-key']).toBe('secret')
    expect(second.received[0]?.headers['x-api-key']).toBeUndefined()
  })
})
