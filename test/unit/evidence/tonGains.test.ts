/** Money received on TON, as a trace and the accounts' own cells show it (S2). */
import { describe, expect, test } from 'vitest'
import { buildCell } from '../../../sandbox/src/ton/builder.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import {
  allCoins,
  balanceChange,
  type Gain,
  gainsIn,
  gainsOf,
  happened,
  proved,
  sumOf,
  tonHashIn,
} from '../../../src/evidence/ton.ts'
import {
  excesses,
  friend,
  jettonsCome,
  mallory,
  payer,
  raw,
  toncoin,
  tonComes,
  transaction,
  usdt,
  walletOf,
} from '../../providers/tonSupport.ts'

const owner = raw(payer)
const wallet = walletOf(usdt.address, payer)
const coins = { owner, jettonWallet: null }
const jettons = { owner, jettonWallet: wallet }
const came = (value: bigint, more: Partial<TonChainTransaction> = {}) =>
  transaction(payer, { from: mallory, value }, more)
const message = came(5n).inMessage
if (message === null) throw new Error('no message')
const bounce = { ...message, bounced: true }
const news = (from: string) =>
  transaction(payer, { from, value: 9n, cell: buildCell().uint(0x7362d09c, 32).uint(0, 64).cell() })
const amounts = (gains: readonly Gain[]): bigint[] => gains.map(({ amount }) => amount)
const in1 = jettonsCome(usdt.address, payer, 3n)

describe('coins', () => {
  test.each<[string, TonChainTransaction[], bigint[], bigint[]]>([
    ['plainly sent', [came(5n)], [5n], [5n]],
    ['twice', [came(5n), came(2n)], [5n, 2n], [5n, 2n]],
    ['none', [came(0n)], [], []],
    ['of one unit', [came(1n)], [1n], [1n]],
    ['the amount that a proxy reports', [tonComes(payer, 5n, 8n)], [5n], [8n]],
    ['a proxy that reports all of it', [tonComes(payer, 8n, 8n)], [8n], [8n]],
    ['a proxy that reports more than it brings', [tonComes(payer, 9n, 8n)], [8n], [8n]],
    ['excess fees', [excesses(payer, 5n)], [], [5n]],
    ['what came back', [transaction(payer, { from: mallory, value: 5n, bounced: true })], [], [5n]],
    ['the news of jettons that came', [in1, news(wallet)], [], [9n]],
    ['like news, of no jetton wallet', [in1, news(mallory)], [9n], [9n]],
    ['from outside', [transaction(payer, { from: null, value: 5n })], [], []],
    ['without a message', [came(5n, { inMessage: null })], [], []],
    ['of another', [transaction(friend, { from: mallory, value: 5n })], [], []],
    ['bounced at once', [came(5n, { aborted: true, outMessages: [bounce] })], [], []],
    ['not bounced, of an account without code', [came(5n, { aborted: true })], [5n], [5n]],
    [
      'aborted, with some other message besides the bounce',
      [came(5n, { aborted: true, outMessages: [message, bounce] })],
      [],
      [],
    ],
    [
      'retained, while a bounce of another goes out',
      [came(5n, { outMessages: [bounce] })],
      [5n],
      [5n],
    ],
  ])('%s', (_, transactions, paid, all) => {
    expect(amounts(gainsIn({ transactions }, coins))).toEqual(paid)
    expect(amounts(allCoins({ transactions }, owner))).toEqual(all)
  })
})

describe('jettons', () => {
  test.each<[string, TonChainTransaction[], bigint[]]>([
    ['come', [in1], [3n]],
    ['of nothing', [jettonsCome(usdt.address, payer, 0n)], []],
    ['of another owner', [jettonsCome(usdt.address, friend, 3n)], []],
    ['the wallet refuses', [{ ...in1, compute: { success: false, exitCode: 9 } }], []],
    ['the wallet has no code for', [{ ...in1, compute: null }], []],
    ['of an aborted transaction', [{ ...in1, aborted: true }], []],
    ['that bounced', [{ ...in1, inMessage: { ...message, ...in1.inMessage, bounced: true } }], []],
    ['without a message', [{ ...in1, inMessage: null }], []],
    ['with a body cut short', [{ ...in1, inMessage: { ...message, opcode: 0x178d4519 } }], []],
    ['of another word', [transaction(wallet, { from: mallory, value: 5n })], []],
  ])('%s', (_, transactions, paid) => {
    expect(amounts(gainsIn({ transactions }, jettons))).toEqual(paid)
  })
})

describe('gains of an owner', () => {
  const asked: string[] = []
  const reader = {
    readJettonWallet: async (master: string, of: string) => {
      asked.push(`${master} ${of}`)
      return wallet
    },
  }
  const trace = { transactions: [in1, came(5n)] }

  test('are in coins, or at the wallet its master derives', async () => {
    expect(amounts(await gainsOf(reader, trace, toncoin, payer))).toEqual([5n])
    expect(asked).toEqual([])
    expect(amounts(await gainsOf(reader, trace, usdt, payer))).toEqual([3n])
    expect(asked).toEqual([`${usdt.address} ${owner}`])
  })

  test('of an account outside TON are empty', async () => {
    expect(await gainsOf(reader, trace, toncoin, 'alice')).toEqual([])
  })
})

describe('proved by the cells', () => {
  const proof = async (
    seen: TonChainTransaction[],
    stored: readonly (TonChainTransaction | null)[],
    token = toncoin,
  ) => {
    const asked: unknown[][] = []
    const gains = gainsIn({ transactions: seen }, token.native ? coins : jettons)
    const left = [...stored]
    const findStored = async (...given: unknown[]) => {
      asked.push(given)
      return left.shift() ?? null
    }
    return { asked, arrival: await proved({ findStored }, gains, token) }
  }
  const [first, last] = [came(5n), came(2n)]

  test('the sum, at the last transaction', async () => {
    const { asked, arrival } = await proof([first, last], [first, last])
    expect(arrival).toEqual({
      source: 'receipt',
      blockchain: 'TON',
      hash: last.hash,
      blockNumber: null,
      token: toncoin,
      amount: 7n,
    })
    const since = first.atSeconds - 600
    expect(asked).toEqual([
      [owner, first.hash, since],
      [owner, last.hash, since],
    ])
  })

  test('jettons at their wallet', async () => {
    expect((await proof([in1], [in1], usdt)).arrival).toMatchObject({ amount: 3n, hash: in1.hash })
  })

  test.each<[string, TonChainTransaction[], (TonChainTransaction | null)[]]>([
    ['no gain', [], []],
    ['a transaction the node does not show', [first, last], [first, null]],
    ['cells that say less', [first], [came(4n)]],
    ['cells that say more', [first], [came(6n)]],
    ['cells that say nothing', [first], [came(5n, { inMessage: null })]],
  ])('not: %s', async (_, seen, stored) => {
    expect((await proof(seen, stored)).arrival).toBeNull()
  })
})

test('what is only foreseen did not happen', () => {
  const foreseen = came(2n, { emulated: true })
  expect(happened({ transactions: [foreseen, in1] })).toEqual({ transactions: [in1] })
})

test('the change of a balance: what came, without fees and what was sent', () => {
  const out = { ...message, value: 4n, forwardFee: 1n }
  const started = transaction(
    payer,
    { from: null, value: 99n },
    { totalFees: 2n, outMessages: [out, out] },
  )
  const others = transaction(friend, { from: mallory, value: 50n }, { totalFees: 7n })
  const alone = came(5n, { inMessage: null, totalFees: 3n })
  expect(balanceChange({ transactions: [started] }, owner)).toBe(-12n)
  expect(balanceChange({ transactions: [came(5n, { totalFees: 1n })] }, owner)).toBe(4n)
  expect(balanceChange({ transactions: [alone] }, owner)).toBe(-3n)
  expect(balanceChange({ transactions: [started, others, came(20n)] }, owner)).toBe(8n)
})

test('gains add up', () => {
  expect(sumOf([])).toBe(0n)
  expect(sumOf(gainsIn({ transactions: [came(5n), came(2n)] }, coins))).toBe(7n)
})

describe('a hash of TON', () => {
  const digits = 'a1'.repeat(32)
  const base64 = Buffer.from(digits, 'hex').toString('base64')

  test.each([digits, digits.toUpperCase(), `0x${digits}`, `0X${digits.toUpperCase()}`, base64])(
    '%s',
    (text) => {
      expect(tonHashIn(text)).toBe(digits)
    },
  )

  test.each(['', 'order 7', `0x${digits}0`, `0x${base64}`, digits.slice(1)])('not %s', (text) => {
    expect(tonHashIn(text)).toBeNull()
  })
})
