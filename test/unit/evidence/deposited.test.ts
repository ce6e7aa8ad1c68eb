/** Whether the address of an order was paid, as its chain shows it. */
import { expect, test } from 'vitest'

import { nativeToken } from '../../../src/chains/tokens.ts'
import { commentBody } from '../../../src/chains/ton/build/bodies.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import { type DepositPlace, readDeposited } from '../../../src/evidence/deposited.ts'
import { btc, evm, nowMs, play, rpcKey, tokenOf } from '../../providers/depositSupport.ts'
import { fakeTon, mallory, payer, raw, transaction, usdt } from '../../providers/tonSupport.ts'

const toncoin = nativeToken('TON')
const place = (more: Partial<DepositPlace>): DepositPlace => ({
  token: toncoin,
  address: payer,
  memo: null,
  sinceMs: nowMs,
  before: null,
  ...more,
})
const seconds = nowMs / 1000
const coins = (
  value: bigint,
  comment: string | null,
  atSeconds = seconds,
): TonChainTransaction => ({
  ...transaction(payer, {
    from: mallory,
    value,
    ...(comment === null ? {} : { cell: readBoc(commentBody(comment)) }),
  }),
  atSeconds,
})

test.each<[string, Partial<DepositPlace>, TonChainTransaction[], object]>([
  ['paid', {}, [coins(7n, null)], { kind: 'paid', amount: 7n }],
  ['paid twice', {}, [coins(7n, null), coins(5n, null)], { kind: 'paid', amount: 12n }],
  ['paid before the order', {}, [coins(7n, null, seconds - 601)], { kind: 'empty' }],
  ['never paid', {}, [], { kind: 'empty' }],
  ['paid with its memo', { memo: '42' }, [coins(7n, '42')], { kind: 'paid', amount: 7n }],
  ['paid with another memo', { memo: '42' }, [coins(7n, '43')], { kind: 'empty' }],
  ['paid without the memo', { memo: '42' }, [coins(7n, null)], { kind: 'empty' }],
  [
    'too busy to answer',
    { memo: '42' },
    Array.from({ length: 100 }, () => coins(7n, '43')),
    { kind: 'unread' },
  ],
  ['emulated only', {}, [{ ...coins(7n, null), emulated: true }], { kind: 'empty' }],
])('an address on TON: %s', async (_, more, transactions, expected) => {
  const asked: string[] = []
  const ton = {
    has: () => true,
    transactions: async (account: string) => {
      asked.push(account)
      return transactions
    },
  }
  const { context } = play('', [], { ton })
  expect(await readDeposited(place(more), context)).toMatchObject(expected)
  expect(asked).toEqual([raw(payer)])
})

test('jettons are looked for at the wallet of the address', async () => {
  const asked: string[] = []
  const { ton } = fakeTon()
  const { context } = play('', [], {
    ton: {
      ...ton,
      has: () => true,
      transactions: async (account) => {
        asked.push(account)
        return []
      },
    },
  })
  const token = { blockchain: 'TON', address: usdt.address, native: false } as const
  expect(await readDeposited(place({ token }), context)).toEqual({ kind: 'empty' })
  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toBe(raw(payer))
  // The memo of a jetton is elsewhere.
  expect(await readDeposited(place({ token, memo: '42' }), context)).toMatchObject({
    kind: 'unread',
  })
})

const usdc = tokenOf('ETH', 'USDC')
const address = evm('deposit')
const states = (held: bigint, sent: number) => {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  return {
    [rpcKey('ETH', 'eth_call', [
      { to: usdc.address, data },
      'latest',
    ])]: `0x${held.toString(16).padStart(64, '0')}`,
    [rpcKey('ETH', 'eth_getTransactionCount', [address, 'latest'])]: `0x${sent.toString(16)}`,
  }
}

test.each<[string, bigint, number, DepositPlace['before'], object]>([
  ['more than before', 9n, 2, { balance: 4n, sent: 2n }, { kind: 'paid', amount: 5n }],
  ['what was there before', 4n, 2, { balance: 4n, sent: 2n }, { kind: 'empty' }],
  ['less, sent on', 0n, 3, { balance: 4n, sent: 2n }, { kind: 'paid', amount: null }],
  ['money, of an unknown past', 9n, 2, null, { kind: 'paid', amount: 9n }],
  ['nothing, never used', 0n, 0, null, { kind: 'empty' }],
  ['nothing, used before', 0n, 3, null, { kind: 'unread' }],
])('an address of tokens on ETH: %s', async (_, held, sent, before, expected) => {
  const { context } = play('', [], { rpc: states(held, sent), nodes: ['ETH'] })
  const read = await readDeposited(place({ token: usdc, address, before }), context)
  expect(read).toMatchObject(expected)
})

test.each<[string, Partial<DepositPlace>]>([
  ['a chain without a reader', { token: nativeToken('BITCOIN'), address: btc('deposit') }],
  ['a chain without a node', { token: nativeToken('ETH'), address }],
  ['TON without an address', {}],
])('%s is not looked at', async (_, more) => {
  const read = await readDeposited(place(more), play('', []).context)
  expect(read).toMatchObject({ kind: 'unread', why: expect.stringContaining('cannot read') })
})
