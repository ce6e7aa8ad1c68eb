import { describe, expect, test } from 'vitest'

import type { TonCenter, TonForeseen } from '../../../src/http/toncenterTypes.ts'
import { account, answering, errorOf, hashBase64, hashHex, signal } from './toncenterServer.ts'

async function emulateAt(ton: TonCenter): Promise<TonForeseen | null | undefined> {
  const { list } = await ton.nodes()
  return await list[0]?.emulate('te6c', { signal })
}

describe('version 3', () => {
  const message = {
    hash: hashBase64,
    hash_norm: hashBase64,
    source: null,
    destination: account.toUpperCase(),
    value: null,
    fwd_fee: null,
    bounced: null,
    opcode: '0x7369676e',
    message_content: { hash: hashBase64, body: 'te6c', decoded: null },
  }
  const transaction = {
    account: account.toUpperCase(),
    hash: hashBase64,
    lt: '77',
    now: 1_800_000_001,
    mc_block_seqno: 12,
    trace_id: hashBase64,
    in_msg: message,
    out_msgs: [
      {
        ...message,
        source: account,
        value: '5',
        fwd_fee: '3',
        hash_norm: undefined,
        bounced: true,
      },
    ],
    description: {
      type: 'ord',
      aborted: false,
      compute_ph: { skipped: false, success: true, exit_code: 0 },
      action: { success: true, result_code: 0, skipped_actions: 0 },
    },
    total_fees: '42',
    emulated: false,
  }
  const expected = {
    account,
    hash: hashHex,
    lt: 77n,
    atSeconds: 1_800_000_001,
    blockSeqno: 12,
    traceId: hashHex,
    inMessage: {
      hash: hashHex,
      normalizedHash: hashHex,
      source: null,
      destination: account,
      value: 0n,
      forwardFee: 0n,
      bounced: false,
      opcode: 0x7369676e,
      body: 'te6c',
    },
    outMessages: [
      {
        hash: hashHex,
        normalizedHash: null,
        source: account,
        destination: account,
        value: 5n,
        forwardFee: 3n,
        bounced: true,
        opcode: 0x7369676e,
        body: 'te6c',
      },
    ],
    aborted: false,
    compute: { success: true, exitCode: 0 },
    action: { success: true, resultCode: 0, skippedActions: 0 },
    totalFees: 42n,
    emulated: false,
  }

  test('finds transactions by message, by hash and by account', async () => {
    const { ton, received } = await answering({ body: { transactions: [transaction] } })
    const upper = hashHex.toUpperCase()
    expect(await ton.transactionsByMessage(upper, { signal })).toEqual([expected])
    expect(await ton.transactionByHash(upper, { signal })).toEqual(expected)
    expect(await ton.transactions(account, 3, { signal })).toEqual([expected])
    expect(received.map(({ path }) => path)).toEqual([
      `/api/v3/transactionsByMessage?msg_hash=${hashHex}&direction=in`,
      `/api/v3/transactions?hash=${hashHex}`,
      `/api/v3/transactions?account=0%3A${'ab'.repeat(32)}&limit=3&sort=desc`,
    ])
  })

  test('a transaction under another hash is not the one that was asked for', async () => {
    const { ton } = await answering({ body: { transactions: [transaction] } })
    expect(await ton.transactionByHash('00'.repeat(32), { signal })).toBeNull()
  })

  test('a transaction that is not reported as successful failed', async () => {
    const bare = { ...transaction, description: { compute_ph: {}, action: {} } }
    const { ton } = await answering({ body: { transactions: [bare] } })
    expect(await ton.transactionByHash(hashHex, { signal })).toMatchObject({
      aborted: true,
      compute: { success: false },
      action: { success: false },
    })
    const skipped = { ...transaction, description: { compute_ph: { skipped: true } } }
    const { ton: other } = await answering({ body: { transactions: [skipped] } })
    expect(await other.transactionByHash(hashHex, { signal })).toMatchObject({
      compute: null,
      action: null,
    })
  })

  test.each([
    [{ trace_info: { trace_state: 'complete' }, is_incomplete: false }, true],
    [{ trace_info: { trace_state: 'pending' }, is_incomplete: false }, false],
    [{ trace_info: { trace_state: 'broken' } }, false],
    [{ trace_info: { trace_state: 'complete' }, is_incomplete: true }, false],
    [{}, false],
  ])('a trace with %j is complete: %s', async (facts, complete) => {
    const later = { ...transaction, hash: 'ff'.repeat(32), lt: '99' }
    const trace = {
      trace_id: hashBase64,
      ...facts,
      transactions_order: [hashBase64, 'ff'.repeat(32)],
      transactions: { second: later, first: transaction },
    }
    const { ton, received } = await answering({ body: { traces: [trace] } })
    expect(await ton.trace({ messageHash: hashHex }, { signal })).toEqual({
      id: hashHex,
      complete,
      transactions: [expected, { ...expected, hash: 'ff'.repeat(32), lt: 99n }],
    })
    await ton.trace({ transactionHash: hashHex }, { signal })
    expect(received.map(({ path }) => path)).toEqual([
      `/api/v3/traces?msg_hash=${hashHex}`,
      `/api/v3/traces?tx_hash=${hashHex}`,
    ])
  })

  test.each([
    ['its message', { messageHash: hashHex }, true],
    ['its transaction', { transactionHash: hashHex }, true],
    ['another message', { messageHash: '12'.repeat(32) }, false],
    ['another transaction', { transactionHash: '12'.repeat(32) }, false],
  ])('a trace has to contain what was asked for: %s', async (_what, of, isTold) => {
    const trace = { trace_id: hashBase64, transactions: { first: transaction } }
    const { ton } = await answering({ body: { traces: [trace] } })
    expect((await ton.trace(of, { signal })) !== null).toBe(isTold)
  })

  test('a transaction that took another message is not what was asked for', async () => {
    const { ton } = await answering({ body: { transactions: [transaction] } })
    expect(await ton.transactionsByMessage(hashHex, { signal })).toHaveLength(1)
    expect(await ton.transactionsByMessage('12'.repeat(32), { signal })).toEqual([])
  })

  test('nothing is known of a trace', async () => {
    const { ton } = await answering({ body: { traces: [] } })
    expect(await ton.trace({ messageHash: hashHex }, { signal })).toBeNull()
  })

  test('runs a message in advance, without its signature', async () => {
    const later = { ...transaction, hash: 'ff'.repeat(32), lt: '99' }
    const foreseen = {
      mc_block_seqno: 12,
      trace: { tx_hash: hashBase64, in_msg_hash: hashBase64, children: [] },
      transactions: { second: later, first: transaction },
      rand_seed: '00',
      is_incomplete: false,
    }
    const { ton, received } = await answering({ body: foreseen })
    expect(await emulateAt(ton)).toEqual({
      form: 'read',
      trace: {
        id: hashHex,
        complete: true,
        transactions: [expected, { ...expected, hash: 'ff'.repeat(32), lt: 99n }],
      },
    })
    expect(received).toMatchObject([{ method: 'POST', path: '/api/emulate/v1/emulateTrace' }])
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ boc: 'te6c', ignore_chksig: true })
    const { ton: long } = await answering({ body: { ...foreseen, is_incomplete: true } })
    expect(await emulateAt(long)).toMatchObject({ trace: { complete: false } })
  })

  test('distinguishes a message that its contract rejects from a failing service', async () => {
    const error = 'External message not accepted by smart contract'
    const { ton } = await answering({ status: 500, body: { error } })
    expect(await emulateAt(ton)).toBeNull()
    const { ton: broken } = await answering({ status: 500, body: { error: 'no emulator' } })
    expect((await errorOf(emulateAt(broken))).code).toBe('CHAIN_UNAVAILABLE')
  })

  test('reads the jettons of an owner', async () => {
    const wallet = {
      address: account.toUpperCase(),
      jetton: `0:${'CD'.repeat(32)}`,
      owner: account,
      balance: '1000',
    }
    const { ton, received } = await answering({ body: { jetton_wallets: [wallet] } })
    expect(await ton.jettonBalances(account, { signal })).toEqual([
      { master: `0:${'cd'.repeat(32)}`, wallet: account, amount: 1000n },
    ])
    expect(received[0]?.path).toContain('/api/v3/jetton/wallets?owner_address=')
  })

  test.each([
    ['an amount that is no number', { ...transaction, total_fees: '1.5' }],
    ['an account in another form', { ...transaction, account: 'EQ' }],
    ['a hash of another length', { ...transaction, hash: 'aa' }],
    ['a negative fee', { ...transaction, total_fees: '-1' }],
  ])('%s is the outage of the chain', async (_, wire) => {
    const { ton } = await answering({ body: { transactions: [wire] } })
    const error = await errorOf(ton.transactions(account, 1, { signal }))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
  })

  test('an error of the index', async () => {
    const { ton } = await answering({ status: 422, body: { code: 422, error: 'bad hash' } })
    const error = await errorOf(ton.transactionByHash(hashHex, { signal }))
    expect(error.message).toBe('toncenter returned an error: bad hash (transactions).')
  })
})
