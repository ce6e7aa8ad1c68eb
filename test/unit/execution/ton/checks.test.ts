import { Address, beginCell, type Cell, contractAddress, storeStateInit } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { showTonAddress } from '../../../../src/chains/ton/address.ts'
import { type Token, zeroAddress } from '../../../../src/core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../../../src/core/transaction.ts'
import {
  checkClock,
  checkTonMessages,
  maxAttachedInAll,
  maxAttachedPerMessage,
  type TonMessageFacts,
} from '../../../../src/execution/ton/checks.ts'
import { requireTonFunds, whyNotSignable } from '../../../../src/execution/ton/payer.ts'
import type { TonWalletState } from '../../../../src/wallet/types.ts'
import { nano, toncoin } from '../../../support/tonExecution.ts'
import { thrownBy } from '../../wallet/support/errors.ts'

const raw = (byte: string): string => `0:${byte.repeat(32)}`
const [from, exchange, vault, stranger] = [raw('0a'), raw('0b'), raw('0c'), raw('0d')]
const chainSeconds = 1_800_000_000

const code = beginCell().storeUint(7, 8).endCell()
const data = beginCell().storeAddress(Address.parse(from)).endCell()
const jettonInit = { code, data }
const ownJettonWallet = contractAddress(0, jettonInit).toRawString()
const stateBoc = (init: { code: Cell; data: Cell }): string =>
  beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64')

const usdt: Token = {
  ...toncoin,
  address: showTonAddress(raw('0e'), 'contract'),
  symbol: 'USDT',
  decimals: 6,
  native: false,
}

const decoded: DecodedTonMessage = {
  method: 'swap',
  target: exchange,
  trusted: false,
  srcAmount: 5n * nano,
  recipient: from,
  refundTo: null,
  dstToken: usdt.address,
  minOut: 14_900_000n,
  deadlineSeconds: null,
}

const coinMessage: TonMessage = {
  address: showTonAddress(exchange, 'contract'),
  amount: 5_300_000_000n,
  payload: null,
  stateInit: null,
}

type TransferChange = {
  amount?: bigint
  destination?: string
  response?: string | null
  custom?: boolean
  forward?: bigint
  op?: number
}

function transfer(change: TransferChange = {}): string {
  const { amount = 12_000_000n, destination = vault, response = from, forward = 200n } = change
  return beginCell()
    .storeUint(change.op ?? 0x0f8a7ea5, 32)
    .storeUint(1, 64)
    .storeCoins(amount)
    .storeAddress(Address.parse(destination))
    .storeAddress(response === null ? null : Address.parse(response))
    .storeMaybeRef(change.custom === true ? beginCell().endCell() : null)
    .storeCoins(forward)
    .storeBit(true)
    .storeRef(beginCell().endCell())
    .endCell()
    .toBoc()
    .toString('base64')
}

function coins(change: Partial<TonMessageFacts> = {}): TonMessageFacts {
  return {
    messages: [coinMessage],
    decoded: [decoded],
    from,
    srcToken: toncoin,
    dstToken: usdt,
    srcAmount: 5n * nano,
    receiver: showTonAddress(from, 'wallet'),
    refundAddress: null,
    pinned: [showTonAddress(exchange, 'contract')],
    ownJettonWallet: null,
    walletVersion: 'v5r1',
    chainSeconds,
    ...change,
  }
}

function jettons(change: Partial<TonMessageFacts> = {}, message = {}): TonMessageFacts {
  const address = showTonAddress(ownJettonWallet, 'contract')
  const own = { address, amount: 300_000_000n, payload: transfer(), stateInit: null }
  const instruction = {
    ...decoded,
    target: vault,
    trusted: true,
    srcAmount: 12_000_000n,
    dstToken: zeroAddress,
  }
  return {
    ...coins(),
    messages: [{ ...own, ...message }],
    decoded: [instruction],
    srcToken: usdt,
    dstToken: toncoin,
    srcAmount: 12_000_000n,
    ownJettonWallet,
    ...change,
  }
}

const withDecoded = (change: Partial<DecodedTonMessage>): TonMessageFacts =>
  coins({ decoded: [{ ...decoded, ...change }] })
const many = (count: number, change: Partial<TonMessageFacts> = {}): TonMessageFacts =>
  coins({
    messages: Array.from({ length: count }, () => ({ ...coinMessage, amount: nano })),
    decoded: Array.from({ length: count }, () => ({ ...decoded, srcAmount: nano })),
    srcAmount: nano * BigInt(count),
    ...change,
  })
const attach = (extra: bigint): TonMessageFacts =>
  coins({ messages: [{ ...coinMessage, amount: 5n * nano + extra }] })
const attachToMany = (extra: bigint): TonMessageFacts => ({
  ...many(8),
  messages: many(8).messages.map((message) => ({ ...message, amount: nano + extra })),
})
const state = (init: { code: Cell; data: Cell }, message = {}): TonMessageFacts =>
  jettons({}, { stateInit: stateBoc(init), ...message })
const eighth = maxAttachedInAll / 8n

type Case = [rule: string, refused: TonMessageFacts, accepted: TonMessageFacts]

/** Each refusal with the nearest thing that is accepted. */
const cases: [code: string, ...Case][] = [
  ['T1', 'no message', coins({ messages: [], decoded: [], srcAmount: 0n }), coins()],
  ['T1', 'five messages of v4r2', many(5, { walletVersion: 'v4r2' }), many(5)],
  ['T1', 'five messages of no wallet yet', many(5, { walletVersion: null }), many(4)],
  ['T1', '256 messages', many(256), many(255)],
  ['T1', 'another sum', many(2, { srcAmount: nano }), many(2)],
  ['T1', 'too much along', attach(maxAttachedPerMessage + 1n), attach(maxAttachedPerMessage)],
  ['T1', 'too much along with all', attachToMany(eighth + 1n), attachToMany(eighth)],
  ['T1', 'less than is sold', attach(-1n), attach(0n)],
  [
    'T2',
    'another exchange',
    withDecoded({ target: stranger }),
    coins({
      decoded: [{ ...decoded, target: stranger, trusted: true }],
      messages: [{ ...coinMessage, address: stranger }],
    }),
  ],
  [
    'T2',
    'a message to another account',
    coins({ messages: [{ ...coinMessage, address: showTonAddress(stranger, 'contract') }] }),
    coins({ messages: [{ ...coinMessage, address: showTonAddress(exchange, 'wallet') }] }),
  ],
  ['T2', 'a test-network address', coins({ messages: [testOnly()] }), coins()],
  [
    'T2',
    'the jetton wallet of another account',
    jettons({}, { address: showTonAddress(stranger, 'contract') }),
    jettons({}, { address: ownJettonWallet }),
  ],
  [
    'T2',
    'jettons to another contract than the instruction',
    jettons({}, { payload: transfer({ destination: exchange }) }),
    jettons(),
  ],
  ['T3', 'an unknown instruction', coins({ decoded: [null] }), coins()],
  ['T3', 'no transfer', jettons({}, { payload: transfer({ op: 1 }) }), jettons()],
  ['T3', 'no body', jettons({}, { payload: null }), jettons()],
  ['T3', 'nonsense', jettons({}, { payload: 'te6cckEBAQEAAgAAAEysuc0=' }), jettons()],
  ['T3', 'another amount', jettons({}, { payload: transfer({ amount: 12_000_001n }) }), jettons()],
  [
    'T3',
    'fees back to no account',
    jettons({}, { payload: transfer({ response: null }) }),
    jettons(),
  ],
  [
    'T3',
    'fees back to others',
    jettons({}, { payload: transfer({ response: exchange }) }),
    jettons(),
  ],
  ['T3', 'a custom payload', jettons({}, { payload: transfer({ custom: true }) }), jettons()],
  [
    'T3',
    'more handed on than goes along',
    jettons({}, { payload: transfer({ forward: 300_000_001n }) }),
    jettons({}, { payload: transfer({ forward: 300_000_000n }) }),
  ],
  ['T4', 'the state of another contract', state({ code, data: code }), state(jettonInit)],
  ['T4', 'a state to an exchange', coins({ messages: [withState()] }), state(jettonInit)],
  ['T4', 'a broken state', jettons({}, { stateInit: transfer() }), state(jettonInit)],
  [
    'T6',
    'an exchange that refuses by now',
    withDecoded({ deadlineSeconds: chainSeconds }),
    withDecoded({ deadlineSeconds: chainSeconds + 1 }),
  ],
  [
    'T6',
    'a price that would hold for days',
    withDecoded({ deadlineSeconds: chainSeconds + 6 * 3_600 + 1 }),
    withDecoded({ deadlineSeconds: chainSeconds + 6 * 3_600 }),
  ],
  [
    'T7',
    'another receiver',
    withDecoded({ recipient: stranger }),
    withDecoded({ recipient: null }),
  ],
  [
    'T7',
    'the sender instead of the receiver',
    coins({ receiver: stranger, decoded: [{ ...decoded, recipient: null }] }),
    coins({ receiver: stranger, decoded: [{ ...decoded, recipient: stranger }] }),
  ],
  [
    'T7',
    'a refund to others',
    withDecoded({ refundTo: stranger }),
    coins({ refundAddress: stranger, decoded: [{ ...decoded, refundTo: stranger }] }),
  ],
  ['T7', 'an unsaid token', withDecoded({ dstToken: null }), coins()],
  ['T7', 'another token', withDecoded({ dstToken: stranger }), coins()],
  [
    'T7',
    'a jetton instead of TON',
    jettons({ decoded: [{ ...decoded, target: vault, trusted: true, srcAmount: 12_000_000n }] }),
    jettons(),
  ],
  ['T7', 'TON instead of a jetton', withDecoded({ dstToken: zeroAddress }), coins()],
]

describe('messages', () => {
  test.each(cases)('%s: %s', async (check, _rule, refused, accepted) => {
    const error = await thrownBy(() => checkTonMessages(refused))
    expect(error.code).toBe('UNSAFE_ROUTE')
    expect(error.context['check']).toBe(check)
    expect(() => checkTonMessages(accepted)).not.toThrow()
  })

  test('are summed up', () => {
    expect(checkTonMessages(coins())).toEqual({
      value: 5_300_000_000n,
      attached: 300_000_000n,
      minOut: 14_900_000n,
      targets: [showTonAddress(exchange, 'contract')],
    })
    expect(checkTonMessages(jettons())).toMatchObject({
      value: 300_000_000n,
      attached: 300_000_000n,
      targets: [showTonAddress(vault, 'contract')],
    })
    const two = many(2)
    expect(checkTonMessages(two)).toMatchObject({ minOut: 29_800_000n })
    const [first, second] = two.decoded
    const mute = { ...two, decoded: [first ?? null, { ...decoded, ...second, minOut: null }] }
    expect(checkTonMessages(mute)).toMatchObject({ minOut: null })
  })

  test('of an order on another chain name its parties as they are', () => {
    const other = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
    const dstToken: Token = { ...usdt, blockchain: 'ETH', address: other }
    const order = { ...decoded, trusted: true, dstToken: other, recipient: other, minOut: null }
    const facts = coins({ dstToken, receiver: other, decoded: [order] })
    expect(() => checkTonMessages(facts)).not.toThrow()
    expect(() => checkTonMessages({ ...facts, receiver: zeroAddress })).toThrow(/T7/)
  })
})

describe('T5', () => {
  const held = (balance: bigint, jettonBalance: bigint | null = null) => ({
    srcToken: jettonBalance === null ? toncoin : usdt,
    srcAmount: jettonBalance === null ? 5n * nano : 12_000_000n,
    nativeToken: toncoin,
    balance,
    jettonBalance,
    value: 5_300_000_000n,
  })

  test.each([
    ['NOT_ENOUGH_BALANCE', held(4n * nano), held(5_350_000_000n)],
    ['NOT_ENOUGH_NATIVE', held(5_349_999_999n), held(5_350_000_000n)],
    ['NOT_ENOUGH_BALANCE', held(9n * nano, 11_999_999n), held(9n * nano, 12_000_000n)],
    ['NOT_ENOUGH_NATIVE', held(5n * nano, 12_000_000n), held(5_350_000_000n, 12_000_000n)],
  ])('%s', async (expected, short, enough) => {
    const error = await thrownBy(() => requireTonFunds(short))
    expect(error.code).toBe(expected)
    expect(error.context).toMatchObject({ check: 'T5' })
    expect(error.message).toContain('is missing')
    expect(() => requireTonFunds(enough)).not.toThrow()
  })
})

test('T6: clocks that differ by more than 30 seconds', async () => {
  for (const skew of [31, -31]) {
    const error = await thrownBy(() => checkClock(chainSeconds, (chainSeconds + skew) * 1000))
    expect(error.context).toMatchObject({ check: 'T6', skewSeconds: skew })
  }
  for (const skew of [30, -30]) checkClock(chainSeconds, (chainSeconds + skew) * 1000)
})

describe('a wallet', () => {
  const wallet: TonWalletState = {
    balance: nano,
    status: 'active',
    seqno: 3,
    walletVersion: 'v5r1',
    walletId: 2147483409,
    takesSignatures: true,
    atSeconds: chainSeconds,
  }

  test('of a known version, number and network is signed for, also before it exists', () => {
    const isMissing: TonWalletState = {
      ...wallet,
      status: 'uninitialized',
      walletVersion: null,
      walletId: null,
    }
    const older: TonWalletState = { ...wallet, walletVersion: 'v4r2', walletId: 698983191 }
    for (const good of [wallet, isMissing, older]) expect(whyNotSignable(good, -239)).toBeNull()
  })

  test.each<[string, Partial<TonWalletState>, number]>([
    ['frozen', { status: 'frozen', walletVersion: null }, -239],
    ['not a V4R2 or V5R1 wallet', { walletVersion: null, walletId: null }, -239],
    ['extensions only', { takesSignatures: false }, -239],
    ['a different wallet', { walletId: 2147483410 }, -239],
    ['on another network', {}, -3],
    ['a different wallet', { walletVersion: 'v4r2', walletId: 698983192 }, -239],
  ])('%s: not', (words, change, networkId) => {
    expect(whyNotSignable({ ...wallet, ...change }, networkId)).toContain(words)
  })
})

function testOnly(): TonMessage {
  const address = Address.parse(exchange).toString({ testOnly: true })
  return { ...coinMessage, address }
}

function withState(): TonMessage {
  return { ...coinMessage, stateInit: stateBoc(jettonInit) }
}
