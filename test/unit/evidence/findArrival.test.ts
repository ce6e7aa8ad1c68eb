import { Address, beginCell } from '@ton/core'
import { describe, expect, test } from 'vitest'

import { parseTonAddress } from '../../../src/chains/addresses/ton.ts'
import type { TonChainTransaction, TonTrace } from '../../../src/core/tonChain.ts'
import { findArrival, readPayment } from '../../../src/evidence/arrival.ts'
import type { ExpectedArrival } from '../../../src/evidence/expected.ts'
import { toOrderToken } from '../../../src/providers/kits/deposit/state.ts'
import {
  evm,
  evmPayment,
  hash,
  nowMs,
  type Payment,
  plainHash,
  play,
  rpcKey,
  ton,
  tonWith,
  tokenOf,
} from '../../providers/depositSupport.ts'

// Whether money really arrived: what a chain shows, against what a provider reports (docs/safety.md S2, S5).

const ether = tokenOf('ETH', 'ETH')
const usdc = tokenOf('ETH', 'USDC')
const bob = evm('bob')
const paid = hash('paid')

describe('on an EVM chain', () => {
  const look = async (
    change: Partial<Payment>,
    more: Partial<ExpectedArrival> = {},
  ): Promise<unknown> => {
    const payment = { token: usdc, to: bob, amount: 7n, hash: paid, ...change }
    const token = toOrderToken(change.token ?? usdc)
    const { context } = play('', [], { rpc: evmPayment(payment), nodes: ['ETH'] })
    return findArrival(paid, { token, to: bob, notBeforeMs: nowMs, ...more }, context)
  }

  test.each<[string, Partial<Payment>]>([
    ['a token', {}],
    ['a coin, plainly sent', { token: ether }],
    ['a coin out of a contract', { token: ether, inside: true }],
    ['a payment minutes before the order by its clock', { atMs: nowMs - 5 * 60_000 }],
  ])('%s came', async (_name, change) => {
    await expect(look(change)).resolves.toEqual({ kind: 'paid', amount: 7n })
  })

  test.each<[string, Partial<Payment>, Partial<ExpectedArrival>]>([
    ['a failed payment', { reverted: true }, {}],
    ['one of long ago', { atMs: nowMs - 11 * 60_000 }, {}],
    ['a token for another account', {}, { to: evm('mallory') }],
    ['nothing', { amount: 0n }, {}],
    ['another token', {}, { token: toOrderToken(tokenOf('ETH', 'DAI')) }],
  ])('ignores %s', async (_name, change, more) => {
    await expect(look(change, more)).resolves.toMatchObject({ kind: 'unseen' })
  })

  test('is unknown without a node and on chains that are not read here', async () => {
    const arrival = { token: toOrderToken(usdc), to: bob, notBeforeMs: null }
    const { context } = play('', [])
    await expect(findArrival(paid, arrival, context)).resolves.toMatchObject({ kind: 'unseen' })
    const bitcoin = { ...arrival, token: toOrderToken(tokenOf('BITCOIN', 'BTC')) }
    await expect(findArrival(paid, bitcoin, context)).resolves.toEqual({ kind: 'unreadable' })
  })

  test('what became of our own payment', async () => {
    const receipt = rpcKey('ETH', 'eth_getTransactionReceipt', [paid])
    const rpcs = {
      confirmed: evmPayment({ token: usdc, to: bob, amount: 1n, hash: paid }),
      failed: evmPayment({ token: usdc, to: bob, amount: 1n, hash: paid, reverted: true }),
      missing: { [receipt]: null },
    }
    for (const [expected, rpc] of Object.entries(rpcs)) {
      const { context } = play('', [], { rpc, nodes: ['ETH'] })
      expect(await readPayment('ETH', paid, context)).toBe(expected)
    }
    expect(await readPayment('BITCOIN', paid, play('', []).context)).toBe('unreadable')
  })
})

describe('on TON', () => {
  const alice = ton('alice')
  const raw = (text: string): string => {
    const address = parseTonAddress(text)
    if (address === null) throw new Error('no address')
    return `0:${Buffer.from(address.hash).toString('hex')}`
  }
  const wallet = raw(ton('wallet of alice'))
  const walletItem = {
    type: 'slice' as const,
    boc: beginCell().storeAddress(Address.parse(wallet)).endCell().toBoc().toString('base64'),
  }
  const transaction = (
    account: string,
    change: Partial<TonChainTransaction> = {},
    message: Partial<NonNullable<TonChainTransaction['inMessage']>> = {},
  ): TonChainTransaction => ({
    account,
    hash: plainHash(account),
    lt: 1n,
    atSeconds: nowMs / 1000 + 60,
    blockSeqno: 1,
    traceId: null,
    inMessage: {
      hash: plainHash('message'),
      normalizedHash: null,
      source: raw(ton('exchange')),
      destination: account,
      value: 7n,
      forwardFee: 0n,
      bounced: false,
      opcode: null,
      body: null,
      ...message,
    },
    outMessages: [],
    aborted: false,
    compute: { success: true, exitCode: 0 },
    action: null,
    totalFees: 0n,
    emulated: false,
    ...change,
  })
  const look = (
    one: TonChainTransaction,
    symbol: string,
    text = paid.slice(2),
  ): Promise<unknown> => {
    const trace: TonTrace = { id: 't', complete: true, transactions: [one] }
    const { context } = play('', [], { ton: tonWith(paid.slice(2), trace, walletItem) })
    const token = toOrderToken(tokenOf('TON', symbol))
    return findArrival(text, { token, to: alice, notBeforeMs: nowMs }, context)
  }
  const told = (word: number): string =>
    beginCell()
      .storeUint(word, 32)
      .storeUint(0, 64)
      .storeCoins(7n)
      .storeAddress(Address.parse(raw(ton('exchange'))))
      .storeAddress(null)
      .storeCoins(0n)
      .storeBit(false)
      .endCell()
      .toBoc()
      .toString('base64')
  const jetton = { opcode: 0x178d4519, body: told(0x178d4519), value: 1n }
  const bounce = transaction(raw(alice)).inMessage
  if (bounce === null) throw new Error('no message')

  test.each<[string, TonChainTransaction, string]>([
    ['coins', transaction(raw(alice)), 'TON'],
    [
      'coins to an account without code',
      transaction(raw(alice), { aborted: true, compute: null }),
      'TON',
    ],
    ['jettons', transaction(wallet, {}, jetton), 'USDT'],
  ])('%s came', async (_name, one, symbol) => {
    await expect(look(one, symbol)).resolves.toEqual({ kind: 'paid', amount: 7n })
    const base64 = Buffer.from(paid.slice(2), 'hex').toString('base64url')
    await expect(look(one, symbol, base64)).resolves.toMatchObject({ kind: 'paid' })
  })

  test.each<[string, TonChainTransaction, string]>([
    ['coins for another account', transaction(raw(ton('mallory'))), 'TON'],
    [
      'coins that bounce',
      transaction(raw(alice), { aborted: true, outMessages: [{ ...bounce, bounced: true }] }),
      'TON',
    ],
    ['coins that came back', transaction(raw(alice), {}, { bounced: true }), 'TON'],
    ['coins from outside', transaction(raw(alice), {}, { source: null }), 'TON'],
    ['coins that are only foreseen', transaction(raw(alice), { emulated: true }), 'TON'],
    ['coins of long ago', transaction(raw(alice), { atSeconds: nowMs / 1000 - 700 }), 'TON'],
    ['jettons at another wallet', transaction(raw(ton('fake wallet')), {}, jetton), 'USDT'],
    [
      'jettons with another word',
      transaction(wallet, {}, { ...jetton, opcode: 1, body: told(1) }),
      'USDT',
    ],
    [
      'jettons the wallet refuses',
      transaction(wallet, { compute: { success: false, exitCode: 9 } }, jetton),
      'USDT',
    ],
    ['jettons that were taken back', transaction(wallet, { aborted: true }, jetton), 'USDT'],
    ['coins in place of jettons', transaction(raw(alice)), 'USDT'],
  ])('ignores %s', async (_name, one, symbol) => {
    await expect(look(one, symbol)).resolves.toMatchObject({ kind: 'unseen' })
  })

  test('an unknown transaction, and a missing one', async () => {
    const one = transaction(raw(alice))
    await expect(look(one, 'TON', plainHash('other'))).resolves.toMatchObject({ kind: 'unseen' })
    await expect(look(one, 'TON', 'soon')).resolves.toMatchObject({ kind: 'unseen' })
  })
})
