import { beginCell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { showTonAddress } from '../../../../src/chains/ton/address.ts'
import { walletId } from '../../../../src/chains/ton/wallets.ts'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { Token } from '../../../../src/core/token.ts'
import type {
  TonChainMessage,
  TonChainTransaction,
  TonTrace,
} from '../../../../src/core/tonChain.ts'
import type { TonSimulation } from '../../../../src/core/review.ts'
import type { SwapOrder } from '../../../../src/execution/planned.ts'
import type { Payer } from '../../../../src/execution/ton/payer.ts'
import { type SimulatedTon, simulateTon } from '../../../../src/execution/ton/simulate.ts'
import type { TonPlan, TonWalletState } from '../../../../src/wallet/types.ts'
import { toncoin } from '../../../support/tonExecution.ts'
import { thrownBy } from '../../wallet/support/errors.ts'
import { requestFor } from '../../../support/requests.ts'

const raw = (byte: string): string => `0:${byte.repeat(32)}`
const [wallet, ownJettons, exchange, theirJettons, stranger] = ['0a', '0b', '0c', '0d', '0e'].map(
  raw,
) as [string, string, string, string, string]
const internalTransfer = 0x178d4519
const sold = 5_000_000n
const [least, quoted] = [14_000_000n, 15_000_000n]
/** E10: a fifth above the expectation is the most that may arrive. */
const most = 18_000_000n

const jetton = (symbol: string, master: string): Token => ({
  ...toncoin,
  address: showTonAddress(raw(master), 'contract'),
  symbol,
  decimals: 6,
  native: false,
})
const usdt = jetton('USDT', '01')
const other = jetton('STON', '02')

function message(source: string, destination: string, change: Partial<TonChainMessage> = {}) {
  const none = { hash: 'aa'.repeat(32), normalizedHash: null, forwardFee: 0n, bounced: false }
  return { ...none, source, destination, value: 100n, opcode: null, body: null, ...change }
}

function transaction(
  account: string,
  inMessage: TonChainMessage | null,
  outMessages: TonChainMessage[],
): TonChainTransaction {
  return {
    account,
    inMessage,
    outMessages,
    hash: account.slice(2),
    lt: 1n,
    atSeconds: 1,
    blockSeqno: null,
    traceId: null,
    aborted: false,
    totalFees: 7n,
    emulated: true,
    compute: { success: true, exitCode: 0 },
    action: { success: true, resultCode: 0, skippedActions: 0 },
  }
}

const jettonBody = (amount: bigint): string =>
  beginCell()
    .storeUint(internalTransfer, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeUint(0, 2)
    .storeUint(0, 2)
    .storeCoins(0)
    .storeBit(false)
    .endCell()
    .toBoc()
    .toString('base64')

const jettons = (source: string, destination: string, amount: bigint): TonChainMessage =>
  message(source, destination, { opcode: internalTransfer, body: jettonBody(amount) })

/** Jettons go to the exchange, other jettons come back; parts of it can be replaced. */
function honest(bought = 15_000_000n, left = sold): TonTrace {
  const order = message(wallet, ownJettons, { value: 300n, forwardFee: 3n })
  const transfer = jettons(ownJettons, exchange, left)
  const payout = jettons(exchange, theirJettons, bought)
  return {
    id: 'bb'.repeat(32),
    complete: true,
    transactions: [
      transaction(wallet, { ...message('', wallet), source: null }, [order]),
      transaction(ownJettons, order, [transfer]),
      transaction(exchange, transfer, [payout]),
      transaction(theirJettons, payout, [message(theirJettons, wallet, { value: 20n })]),
      transaction(wallet, message(theirJettons, wallet, { value: 20n }), []),
    ],
  }
}

const networkId = -239
const active: TonWalletState = {
  balance: 10n ** 12n,
  status: 'active',
  seqno: 4,
  walletVersion: 'v4r2',
  walletId: walletId('v4r2', networkId),
  takesSignatures: true,
  atSeconds: 1_800_000_000,
}

const missing: TonWalletState = {
  ...active,
  status: 'uninitialized',
  seqno: 0,
  walletVersion: null,
  walletId: null,
}

type Told = TonTrace | null | SwaprouteError | (TonTrace | null)[]

/** As the only host returns it, or as two of them do. */
async function simulateAt(
  told: Told,
  {
    state = active,
    owner = null,
    dstToken = other,
    plans = [],
  }: {
    state?: TonWalletState
    owner?: Payer['owner']
    dstToken?: Token
    plans?: [TonPlan, string | null][]
  } = {},
): Promise<SimulatedTon> {
  const access = {
    simulate: async (plan: TonPlan, publicKey: string | null) => {
      plans.push([plan, publicKey])
      if (told instanceof SwaprouteError) throw told
      return Array.isArray(told)
        ? { traces: told, oneNode: false }
        : { traces: [told], oneNode: true }
    },
    agreedJettonWallet: async () => ({ address: theirJettons, oneNode: false }),
  }
  const wish = { srcToken: usdt, dstToken, srcAmount: sold }
  const order = { request: requestFor(wish), receiver: wallet }
  const terms = { dstAmount: quoted, dstMinAmount: least }
  const ton = { networkId, access } as never
  const walletVersion = owner?.walletVersion ?? state.walletVersion
  const payer = {
    ton,
    raw: wallet,
    wallet: state,
    owner,
    walletVersion,
    ownJettonWallet: ownJettons,
    oneNode: false,
  }
  const messages = [
    {
      address: showTonAddress(ownJettons, 'contract'),
      amount: 300n,
      payload: null,
      stateInit: null,
    },
  ]
  return await simulateTon(messages, order as SwapOrder, terms, payer)
}

async function simulate(...given: Parameters<typeof simulateAt>): Promise<TonSimulation> {
  return (await simulateAt(...given)).simulation
}

describe('a simulated payment', () => {
  test('reports what leaves, what comes back and what arrives', async () => {
    const plans: [TonPlan, string | null][] = []
    expect(await simulate(honest(), { plans })).toEqual({
      foreseen: { coins: 20n - 300n - 3n - 2n * 7n, jettons: -sold, received: 15_000_000n },
    })
    const own = { walletVersion: 'v4r2', deploys: false, sendMode: 3 }
    expect(plans).toMatchObject([
      [{ ...own, from: wallet, seqno: 4, validUntilSeconds: 1_800_000_360 }, null],
    ])
  })

  test('that is the first of its wallet brings the contract along', async () => {
    const plans: [TonPlan, string | null][] = []
    const owner = { walletVersion: 'v5r1', publicKey: 'ab'.repeat(32) } as const
    const told = await simulate(honest(), { state: missing, owner, plans })
    expect(told).toMatchObject({ foreseen: { jettons: -sold } })
    expect(plans).toMatchObject([
      [{ walletVersion: 'v5r1', seqno: 0, deploys: true }, owner.publicKey],
    ])
  })

  test('that pays elsewhere than on TON reports no arrival', async () => {
    const dstToken = { ...other, blockchain: 'ETH' as const }
    expect(await simulate(honest(), { dstToken })).toMatchObject({ foreseen: { received: null } })
  })

  test.each([
    ['the first payment of a wallet whose public key is unknown', missing],
    ['a frozen wallet', { ...active, status: 'frozen' }],
    ['a wallet of another kind', { ...active, walletVersion: null }],
    ['a wallet of another network', { ...active, walletId: 1 }],
  ] as [string, TonWalletState][])('is skipped for %s', async (_name, state) => {
    const plans: [TonPlan, string | null][] = []
    expect(await simulate(honest(), { state, plans })).toMatchObject({ foreseen: null })
    expect(plans).toEqual([])
  })

  test('is skipped when no host responds or none completes it', async () => {
    const silent = new SwaprouteError('CHAIN_UNAVAILABLE', 'silent')
    expect(await simulate(silent)).toMatchObject({ foreseen: null })
    expect(await simulate({ ...honest(), complete: false })).toMatchObject({ foreseen: null })
  })
})

const bend = (change: (trace: TonTrace) => void): TonTrace => {
  const trace = honest()
  change(trace)
  return trace
}

describe('of two hosts (N1)', () => {
  test.each<[string, (TonTrace | null)[]]>([
    ['one does not take it', [honest(), null]],
    ['one shows that nothing is sold', [honest(), honest(15_000_000n, 0n)]],
    ['one shows an arrival below the minimum', [honest(), honest(least - 1n)]],
  ])('it is refused where %s', async (_name, traces) => {
    for (const told of [traces, traces.toReversed()]) {
      expect(await thrownBy(() => simulate(told))).toMatchObject({ code: 'SIMULATION_FAILED' })
    }
  })

  test('it is refused where one shows that more is sold', async () => {
    for (const told of [
      [honest(), honest(least, sold + 1n)],
      [honest(least, sold + 1n), honest()],
    ]) {
      const refusal = { code: 'UNSAFE_ROUTE', context: { check: 'T3' } }
      expect(await thrownBy(() => simulate(told))).toMatchObject(refusal)
    }
  })

  test('the smaller arrival is shown', async () => {
    for (const told of [
      [honest(), honest(least)],
      [honest(least), honest()],
    ]) {
      expect(await simulateAt(told)).toMatchObject({
        simulation: { foreseen: { received: least } },
        oneNode: false,
      })
    }
  })

  test('one that does not go on to the end vouches for nothing', async () => {
    const cut = { ...honest(), complete: false }
    for (const told of [
      [honest(), cut],
      [cut, honest()],
    ]) {
      expect(await simulateAt(told)).toMatchObject({ oneNode: true })
    }
    expect(await simulateAt(honest())).toMatchObject({ oneNode: true })
  })
})

describe('is refused after its simulation', () => {
  test.each([
    ['the wallet does not take it', null],
    ['the wallet does nothing', bend(({ transactions }) => transactions.splice(0, 1))],
    ['the wallet fails', bend(({ transactions: [first] }) => (first!.compute!.success = false))],
    [
      'a message is skipped',
      bend(({ transactions: [first] }) => (first!.action!.skippedActions = 1)),
    ],
    ['nothing is sold', honest(15_000_000n, 0n)],
    ['less than the least arrives', honest(least - 1n)],
    ['nothing arrives', bend(({ transactions }) => transactions.splice(3, 2))],
  ])('%s', async (_name, trace) => {
    expect(await thrownBy(() => simulate(trace))).toMatchObject({ code: 'SIMULATION_FAILED' })
  })

  test.each([
    [
      'T1',
      'the wallet sends more',
      bend(({ transactions: [first] }) => first!.outMessages.push(message(wallet, stranger))),
    ],
    [
      'T1',
      'the wallet is made to send later',
      bend(({ transactions }) => transactions.at(-1)!.outMessages.push(message(wallet, stranger))),
    ],
    ['T3', 'more is sold than was accepted', honest(15_000_000n, sold + 1n)],
    ['E10', 'far more arrives than was expected', honest(most + 1n)],
    [
      'T3',
      'jettons leave a second time',
      bend(({ transactions }) =>
        transactions.push(transaction(ownJettons, null, [jettons(ownJettons, stranger, 1n)])),
      ),
    ],
  ])('%s: %s', async (check, _name, trace) => {
    expect(await thrownBy(() => simulate(trace))).toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check },
    })
  })

  test('accepts exactly the most, of coins with what is left of those sent along', async () => {
    expect(await simulate(honest(most))).toMatchObject({ foreseen: { received: most } })
    const paid = (value: bigint): TonTrace =>
      bend(({ transactions }) => {
        const payout = message(exchange, wallet, { value })
        transactions[2]!.outMessages = [payout]
        transactions.splice(3, 2, { ...transaction(wallet, payout, []), totalFees: 0n })
      })
    const [atMost, above] = [paid(most + 360n), paid(most + 361n)]
    expect(await simulate(atMost, { dstToken: toncoin })).toMatchObject({
      foreseen: { received: most + 360n },
    })
    expect(await thrownBy(() => simulate(above, { dstToken: toncoin }))).toMatchObject({
      context: { check: 'E10' },
    })
  })

  test('accepts exactly the least, and does not count money that bounces as sent', async () => {
    const trace = honest(least)
    const back = message(wallet, stranger, { bounced: true })
    trace.transactions.at(-1)?.outMessages.push(back)
    expect(await simulate(trace)).toMatchObject({ foreseen: { received: least } })
  })
})
