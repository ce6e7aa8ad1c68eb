import { beginCell, type Cell } from '@ton/core'
import { WalletContractV4 } from '@ton/ton'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressSlice } from '../../src/chains/ton/jettons.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { createAgreedTon } from '../../src/evidence/tonAgreed.ts'
import type { TonTrace } from '../../src/core/tonChain.ts'
import type {
  TonAccountState,
  TonCenter,
  TonRawTransaction,
  TonStackItem,
} from '../../src/http/toncenterTypes.ts'
import { createTonAccess } from '../../src/wallet/ton.ts'
import { tonPublicKey } from '../../src/wallet/tonKey.ts'
import type { TonAccess } from '../../src/wallet/types.ts'
import { noTon } from '../support/noTon.ts'
import { createTonWorld } from '../support/tonWorld.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { tonSeed } from '../unit/wallet/support/tonPlans.ts'

const { signal } = new AbortController()
const owner = `0:${'2b'.repeat(32)}`
const master = `0:${'3c'.repeat(32)}`
const jettonWallet = `0:${'4d'.repeat(32)}`
const since = 1_800_000_000
const bocOf = (cell: Cell): string => cell.toBoc().toString('base64')
const empty = bocOf(beginCell().endCell())

function access(center: Partial<TonCenter>): TonAccess {
  const ton = { ...noTon, ...center }
  return createTonAccess({ ton, agreed: createAgreedTon(ton), signal, now: () => 0 })
}

function refused(context: Record<string, unknown> = {}): SwaprouteError {
  return new SwaprouteError('UPSTREAM_REFUSED', 'The node refuses.', { context })
}

const silent = new SwaprouteError('CHAIN_UNAVAILABLE', 'The node is silent.', {})

function account(change: Partial<TonAccountState> = {}): TonAccountState {
  const nothing = { code: null, data: null, lastTransaction: null }
  return { balance: 5n, status: 'active', ...nothing, atSeconds: since, ...change }
}

describe('the balance of a jetton', () => {
  const walletItem: TonStackItem = { type: 'cell', boc: addressSlice(jettonWallet) }
  const num = (value: bigint): TonStackItem => ({ type: 'num', value })
  const balanceOf = (data: TonStackItem[] | Error, status: TonAccountState['status'] = 'active') =>
    access({
      runGetMethod: async (_, method) => {
        if (method === 'get_wallet_address') return [walletItem]
        if (data instanceof Error) throw data
        return data
      },
      accountState: async (of) => account({ status: of === jettonWallet ? status : 'active' }),
    }).readBalance(owner, master)

  test.each<[string, TonStackItem[] | Error, TonAccountState['status'], bigint]>([
    ['of its wallet', [num(7n)], 'active', 7n],
    ['spent', [num(0n)], 'active', 0n],
    ['of an account without a wallet', refused(), 'uninitialized', 0n],
  ])('%s', async (_, data, status, expected) => {
    await expect(balanceOf(data, status)).resolves.toBe(expected)
  })

  test.each<[string, TonStackItem[] | Error]>([
    ['below zero', [num(-1n)]],
    ['that is no number', [{ type: 'null' }]],
    ['that is missing', []],
    ['that a wallet refuses which is there', refused()],
    ['that no host answers', silent],
  ])('%s is not taken for nothing', async (_, data) => {
    const status = data === silent ? 'uninitialized' : 'active'
    expect((await thrownBy(() => balanceOf(data, status))).code).toBe('CHAIN_UNAVAILABLE')
  })
})

describe('the wallet of a jetton', () => {
  test.each(['cell', 'slice'] as const)('comes as a %s', async (type) => {
    const asked: unknown[] = []
    const ton = access({
      runGetMethod: async (...given) => {
        asked.push(given.slice(0, 3))
        return [{ type, boc: addressSlice(jettonWallet) }]
      },
    })
    await expect(ton.readJettonWallet(master, owner)).resolves.toBe(jettonWallet)
    const stack = [{ type: 'slice', boc: addressSlice(owner) }]
    expect(asked).toEqual([[master, 'get_wallet_address', stack]])
  })

  test.each<[string, TonStackItem[]]>([
    ['nothing', []],
    ['a number', [{ type: 'num', value: 1n }]],
    ['no address', [{ type: 'cell', boc: empty }]],
  ])('is not %s', async (_, stack) => {
    const ton = access({ runGetMethod: async () => stack })
    const error = await thrownBy(() => ton.readJettonWallet(master, owner))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
  })

  test('of an owner that is not an address is not asked for', async () => {
    const error = await thrownBy(() => access({}).readJettonWallet(master, 'alice'))
    expect(error.code).toBe('INVALID_ADDRESS')
  })
})

describe('an account', () => {
  const { init } = WalletContractV4.create({ workchain: 0, publicKey: tonPublicKey(tonSeed) })
  const code = bocOf(init.code)
  const read = (change: Partial<TonAccountState>) =>
    access({ accountState: async () => account(change) }).readWallet(owner)

  test.each<[string, Partial<TonAccountState>, object]>([
    [
      'of a wallet',
      { code, data: bocOf(init.data) },
      { walletVersion: 'v4r2', walletId: 698_983_191, seqno: 0, takesSignatures: true },
    ],
    [
      'of another contract takes no signatures',
      { code: empty, data: empty },
      { walletVersion: null, walletId: null, seqno: 0, takesSignatures: false },
    ],
    [
      'without data is no wallet',
      { code },
      { walletVersion: null, walletId: null, takesSignatures: false },
    ],
    ['without code is no wallet', { data: empty }, { walletVersion: null, takesSignatures: false }],
    [
      'that is not there yet will take them',
      { status: 'uninitialized' },
      { walletVersion: null, takesSignatures: true },
    ],
  ])('%s', async (_, change, expected) => {
    await expect(read(change)).resolves.toMatchObject({
      balance: 5n,
      atSeconds: since,
      ...expected,
    })
  })

  test('of a wallet whose data is not a wallet’s is not believed', async () => {
    expect((await thrownBy(() => read({ code, data: empty }))).code).toBe('CHAIN_UNAVAILABLE')
  })

  test('has the balance that the node reports', async () => {
    const ton = access({ accountState: async () => account() })
    await expect(ton.readBalance(owner, null)).resolves.toBe(5n)
  })
})

describe('a broadcast', () => {
  const broadcast = (thrown: Error) =>
    access({ sendBoc: () => Promise.reject(thrown) }).broadcast('te6c')

  test.each([
    ['the node’s reason', { reason: 'exitcode=33' }, 'exitcode=33'],
    ['what is thrown, without one', {}, 'The node refuses.'],
    ['what is thrown, where the reason is no text', { reason: 33 }, 'The node refuses.'],
  ])('that is refused reports %s', async (_, context, refusal) => {
    await expect(broadcast(refused(context))).resolves.toEqual({ refusal })
  })

  test.each<{ hint?: string }>([{ hint: 'Wait.' }, {}])(
    'that is not answered may have arrived: %j',
    async (more) => {
      const context = { blockchain: 'TON' }
      const lost = new SwaprouteError('TIMED_OUT', 'No answer.', { ...more, context })
      const error = await thrownBy(() => broadcast(lost))
      expect(error).toMatchObject({ code: 'TIMED_OUT', funds: 'unknown', context })
      expect(error.hint).toBe(more.hint)
    },
  )
})

describe('looking for a transaction', { timeout: 60_000 }, () => {
  let older: TonRawTransaction
  let newer: TonRawTransaction
  beforeAll(async () => {
    const world = await createTonWorld(since)
    await world.fund(owner, 1n)
    await world.fund(owner, 2n)
    const [second, first] = await world.ton.rawTransactions(owner, 2, null, { signal })
    if (first === undefined || second === undefined) throw new Error('two are wanted')
    older = first
    newer = second
  }, 60_000)

  test('reads all transactions of the first second, and no older one', async () => {
    const ton = access({
      rawTransactions: async (_, _limit, before) => (before === null ? [newer, older] : []),
    })
    await expect(ton.findStored(owner, older.hash, since)).resolves.toMatchObject({
      hash: older.hash,
      atSeconds: since,
    })
    await expect(ton.findStored(owner, older.hash, since + 1)).resolves.toBeNull()
    await expect(ton.findStored(owner, 'ff'.repeat(32), since)).resolves.toBeNull()
  })

  /** A node with this many transactions in pages of one, each of them the same but for its place. */
  const long = (count: number) => {
    const asked: [number, bigint | undefined][] = []
    const ton = access({
      rawTransactions: async (_, limit, before) => {
        asked.push([limit, before?.lt])
        const lt = (before?.lt ?? BigInt(count + 1)) - 1n
        const here = before === null ? [] : [{ ...older, lt: before.lt }]
        return lt > 0n ? [...here, { ...older, lt }] : here
      },
    })
    return { ton, asked }
  }

  test('the end of a list proves that it is not there', async () => {
    const { ton, asked } = long(9)
    await expect(ton.findStored(owner, newer.hash, 0)).resolves.toBeNull()
    expect(asked.slice(0, 2)).toEqual([
      [20, undefined],
      [100, 9n],
    ])
    expect(asked).toHaveLength(10)
  })

  test('after ten pages nothing is proved', async () => {
    const { ton, asked } = long(10)
    const error = await thrownBy(() => ton.findStored(owner, newer.hash, 0))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
    expect(asked).toHaveLength(10)
  })

  test('finds nothing for a text that is not an address', async () => {
    const ton = access({ rawTransactions: async () => [older] })
    const error = await thrownBy(() => ton.findStored('alice', older.hash, 0))
    expect(error.code).toBe('INVALID_ADDRESS')
  })

  test('rejects an answer that is not a transaction', async () => {
    const ton = access({ rawTransactions: async () => [{ ...older, boc: empty }] })
    const error = await thrownBy(() => ton.findStored(owner, older.hash, 0))
    expect(error.code).toBe('CHAIN_UNAVAILABLE')
  })
})

test('traces and transactions are the index’s, under the name that was asked for', async () => {
  const trace: TonTrace = { id: 't', complete: true, transactions: [] }
  const asked: unknown[] = []
  const ton = access({
    trace: async (of) => {
      asked.push(of)
      return trace
    },
    transactionByHash: async (hash) => {
      asked.push(hash)
      return null
    },
  })
  expect(await ton.readTrace('aa')).toBe(trace)
  expect(await ton.readTraceOf('bb')).toBe(trace)
  expect(await ton.readTransaction('cc')).toBeNull()
  expect(asked).toEqual([{ messageHash: 'aa' }, { transactionHash: 'bb' }, 'cc'])
})
