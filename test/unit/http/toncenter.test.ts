import { describe, expect, test } from 'vitest'

import { createTonCenter, toncenterRate } from '../../../src/http/toncenter.ts'
import { json, serve, testClient } from './loopback.ts'
import {
  account,
  answering,
  errorOf,
  hashBase64,
  hashHex,
  result,
  signal,
} from './toncenterServer.ts'

describe('version 2', () => {
  test('asks by JSON-RPC, with the key in its header', async () => {
    const { ton, received } = await answering(
      result({ exit_code: 0, gas_used: 1, stack: [['num', '0x1']] }),
      'secret',
    )
    await ton.runGetMethod(
      account,
      'get_wallet_address',
      [
        { type: 'slice', boc: 'te6c' },
        { type: 'num', value: -10n },
        { type: 'cell', boc: 'te6d' },
      ],
      { signal },
    )
    const [request] = received
    expect(request).toMatchObject({ method: 'POST', path: '/api/v2/jsonRPC' })
    expect(request?.headers['x-api-key']).toBe('secret')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      id: '1',
      jsonrpc: '2.0',
      method: 'runGetMethod',
      params: {
        address: account,
        method: 'get_wallet_address',
        stack: [
          ['tvm.Slice', 'te6c'],
          ['num', '-10'],
          ['tvm.Cell', 'te6d'],
        ],
      },
    })
  })

  test('reads every kind of stack item', async () => {
    const { ton } = await answering(
      result({
        exit_code: 1,
        stack: [
          ['num', '-0xff'],
          ['cell', { bytes: 'te6c', object: {} }],
          ['slice', { bytes: 'te6d' }],
          ['null'],
          ['list', { elements: [] }],
          [
            'tuple',
            {
              elements: [
                { '@type': 'tvm.stackEntryNumber', number: { number: '-7' } },
                { '@type': 'tvm.stackEntryCell', cell: { bytes: 'te6e' } },
                {
                  '@type': 'tvm.stackEntryTuple',
                  tuple: {
                    elements: [{ '@type': 'tvm.stackEntrySlice', slice: { bytes: 'te6f' } }],
                  },
                },
                { '@type': 'tvm.stackEntryList', list: { elements: [] } },
              ],
            },
          ],
        ],
      }),
    )
    expect(await ton.runGetMethod(account, 'any', [], { signal })).toEqual([
      { type: 'num', value: -255n },
      { type: 'cell', boc: 'te6c' },
      { type: 'slice', boc: 'te6d' },
      { type: 'null' },
      { type: 'null' },
      {
        type: 'tuple',
        items: [
          { type: 'num', value: -7n },
          { type: 'cell', boc: 'te6e' },
          { type: 'tuple', items: [{ type: 'slice', boc: 'te6f' }] },
          { type: 'null' },
        ],
      },
    ])
  })

  test('a failed get-method reports its exit code', async () => {
    const { ton } = await answering(result({ exit_code: 11, stack: [] }))
    const error = await errorOf(ton.runGetMethod(account, 'none', [], { signal }))
    expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', context: { exitCode: 11 } })
  })

  test.each([
    ['an unknown stack item', { exit_code: 0, stack: [['cont', {}]] }],
    ['a number with text', { exit_code: 0, stack: [['num', '0xzz']] }],
    ['a tuple of something else', { exit_code: 0, stack: [['tuple', { elements: ['1'] }]] }],
    ['no exit code', { stack: [] }],
  ])('%s is the outage of the chain', async (_, value) => {
    const { ton } = await answering(result(value))
    const error = await errorOf(ton.runGetMethod(account, 'any', [], { signal }))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
  })

  const state = {
    '@type': 'raw.fullAccountState',
    balance: '1234567890123',
    code: 'te6c',
    data: 'te6d',
    state: 'active',
    last_transaction_id: { '@type': 'internal.transactionId', lt: '55', hash: hashBase64 },
    block_id: {},
    sync_utime: 1_800_000_000,
  }

  test.each([
    [
      'an active account',
      {},
      { code: 'te6c', data: 'te6d', lastTransaction: { lt: 55n, hash: hashHex } },
    ],
    [
      'a new account',
      {
        state: 'uninitialized',
        code: '',
        data: '',
        last_transaction_id: { lt: '0', hash: 'AAAA' },
      },
      { status: 'uninitialized', code: null, data: null, lastTransaction: null },
    ],
    ['a balance as a number', { balance: 5 }, { balance: 5n }],
  ])('reads %s', async (_, change, expected) => {
    const { ton } = await answering(result({ ...state, ...change }))
    expect(await ton.accountState(account, { signal })).toEqual({
      balance: 1234567890123n,
      status: 'active',
      code: 'te6c',
      data: 'te6d',
      lastTransaction: { lt: 55n, hash: hashHex },
      atSeconds: 1_800_000_000,
      ...expected,
    })
  })

  test('reads the time of the chain from an account that always exists', async () => {
    const { ton, received } = await answering(result(state))
    expect(await ton.chainTime({ signal })).toBe(1_800_000_000)
    expect(received[0]?.body).toContain(`-1:${'5'.repeat(64)}`)
  })

  test('hands a message over exactly once, whatever comes back', async () => {
    const reason = 'cannot apply external message to current state : exitcode=33'
    const { ton, received } = await answering({
      status: 500,
      body: { ok: false, error: reason, code: 500 },
    })
    const error = await errorOf(ton.sendBoc('te6c', { signal }))
    expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', context: { reason } })
    expect(received).toHaveLength(1)
  })

  test.each([
    [{ '@type': 'raw.extMessageInfo', hash: hashBase64, hash_norm: hashBase64 }, hashHex],
    [{ '@type': 'ok' }, null],
    ['taken', null],
  ])('a message that was taken: %j', async (value, normalizedHash) => {
    const { ton, received } = await answering(result(value))
    expect(await ton.sendBoc('te6c', { signal })).toEqual({ normalizedHash })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      method: 'sendBocReturnHash',
      params: { boc: 'te6c' },
    })
  })

  test('reads transactions as they are stored, from a place on', async () => {
    const stored = [{ data: 'te6c', transaction_id: { lt: '9', hash: hashBase64 } }]
    const { ton, received } = await answering(result(stored))
    const before = { lt: 9n, hash: hashHex }
    expect(await ton.rawTransactions(account, 5, before, { signal })).toEqual([
      { boc: 'te6c', lt: 9n, hash: hashHex },
    ])
    expect(JSON.parse(received[0]?.body ?? '').params).toEqual({
      address: account,
      limit: 5,
      lt: '9',
      hash: hashHex,
      archival: true,
    })
  })

  test('an error in a 200 and a busy server are outages', async () => {
    const { ton } = await answering({ body: { ok: false, error: 'LITE_SERVER_NOTREADY' } })
    const error = await errorOf(ton.accountState(account, { signal }))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
    expect(error.message).toContain('LITE_SERVER_NOTREADY')

    const busy = await answering({ status: 429, body: { ok: false, result: 'Ratelimit exceed' } })
    expect((await errorOf(busy.ton.chainTime({ signal }))).code).toBe('RATE_LIMITED')
  })
})

test('without an address nothing is asked', async () => {
  const { client } = testClient([])
  const ton = createTonCenter({ http: client, baseUrl: null, apiKey: null })
  expect(ton.has()).toBe(false)
  expect((await errorOf(ton.chainTime({ signal }))).code).toBe('CHAIN_UNAVAILABLE')
})

test('one request a second without a key', async () => {
  const { url } = await serve((response) => json(response, { transactions: [] }))
  const { client, slept } = testClient([url], { rates: { [url]: toncenterRate(false) } })
  const ton = createTonCenter({ http: client, baseUrl: url, apiKey: null })
  for (let i = 0; i < 3; i += 1) await ton.transactions(account, 1, { signal })
  expect(slept).toEqual([1000, 1000])
})
