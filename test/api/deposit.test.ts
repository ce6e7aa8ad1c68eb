/** Deposit routes through every call of the contract, embedded and again through HTTP. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import type { QuoteDepositBody, SwapBody } from '../../src/api/schemas.ts'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import { createStoredQuotes, type StoredQuotes } from '../../src/backend/storedQuotes.ts'
import { createTokenList, nativeToken } from '../../src/chains/tokens.ts'
import { readAddress, readUint } from '../../src/chains/evm/hex.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { createLocalQuotes } from '../../src/store/localQuotes.ts'
import { btc, evm, hash, tokenOf } from '../providers/depositSupport.ts'
import { type Clock, embedded, fakeServices, type Served } from '../support/backend.ts'
import { kinds, serveWay } from '../support/bothWays.ts'
import { createExchange, type FakeExchange, priceBook } from '../support/depositExchange.ts'
import { memoryQuotes } from '../support/memoryQuotes.ts'
import { temporaryFolder } from '../unit/store/support/folder.ts'

const zero = '0x0000000000000000000000000000000000000000'
const receiver = evm('receiver')
const usdc = tokenOf('ETH', 'USDC')
const tokens = createTokenList()

const fromBitcoin = {
  srcTokenAddress: zero,
  srcTokenBlockchain: 'BITCOIN',
  srcTokenAmount: '0.01',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
  receiver,
  referrer: 'test',
} as const satisfies QuoteDepositBody

const fromUsdc = {
  ...fromBitcoin,
  srcTokenAddress: usdc.address,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '250',
  dstTokenAddress: zero,
  dstTokenBlockchain: 'BITCOIN',
  receiver: btc('receiver'),
} as const satisfies QuoteDepositBody

const noon = Date.UTC(2026, 10, 21, 12)
const clock: Clock = { now: noon }
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  clock.now = noon
})

function servicesOf(
  exchange: FakeExchange,
  quotes: StoredQuotes = memoryQuotes(),
): BackendServices {
  return fakeServices([exchange.provider], clock, {
    quotes: async () => quotes,
    findToken: (blockchain, address) => tokens.byAddress(blockchain, address),
    nativeToken,
    loadPrices: async () => priceBook,
    pause: turn,
  })
}

function backendOf(exchange: FakeExchange, quotes?: StoredQuotes): Contract {
  return embedded(servicesOf(exchange, quotes))
}

async function routeOf(
  api: Contract,
  body: QuoteDepositBody,
): Promise<{ route: RouteItem; swap: SwapBody }> {
  const { routes } = await api.quoteDepositTrades(body)
  const [route] = routes
  if (route?.id == null) throw new Error('no route')
  return { route, swap: { ...body, id: route.id } }
}

const failure = async (promise: Promise<unknown>): Promise<SwaprouteError> => {
  const thrown: unknown = await promise.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  if (thrown instanceof SwaprouteError) return thrown
  throw thrown
}

describe.each(kinds)('%s', (kind) => {
  let served: Served | null = null
  const hasOurs = kind !== 'five paths'

  async function open(): Promise<{ api: Contract; exchange: FakeExchange }> {
    const exchange = createExchange('exolix', () => clock.now)
    const api = backendOf(exchange)
    served = await serveWay(kind, api)
    return { api: served?.api ?? api, exchange }
  }

  afterEach(async () => {
    await served?.stop()
    served = null
  })

  test('a route names its payment by deposit, its rate and its limits', async () => {
    const { api } = await open()
    const { route } = await routeOf(api, fromBitcoin)
    expect(route).toMatchObject({
      providerType: 'exolix',
      executionKind: 'deposit',
      ...(hasOurs && { rateType: 'float', limits: { min: '0.00000001' } }),
    })
  })

  test.each(['swap', 'swapDepositTrade'] as const)(
    '%s from BITCOIN gives the order, and a repeat the same one',
    async (call) => {
      const { api, exchange } = await open()
      const { swap } = await routeOf(api, fromBitcoin)
      const first = await api[call](swap)
      expect(first.transaction).toEqual({
        depositAddress: exchange.orders[0]?.transaction.depositAddress,
        amountToSend: '0.01',
        exchangeId: 'ex0000000001',
        extraFields: null,
        ...(hasOurs && { expiresAt: '2026-11-21T13:00:00.000Z' }),
      })
      expect(await api[call](swap)).toEqual(first)
      expect(exchange.orders).toHaveLength(1)
    },
  )

  test('the order outlives the quote it was opened from', async () => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromBitcoin)
    const first = await api.swap(swap)
    clock.now += 30 * 60_000
    expect(await api.swap(swap)).toEqual(first)
    expect(exchange.orders).toHaveLength(1)
  })

  test('swap of an EVM source gives the transfer, swapDepositTrade the order it pays', async () => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromUsdc)
    const { transaction } = await api.swap(swap)
    const order = await api.swapDepositTrade(swap)
    expect(order.transaction).toMatchObject({ amountToSend: '250', exchangeId: 'ex0000000001' })
    expect(transaction).toMatchObject({ to: usdc.address, value: '0', approvalAddress: '' })
    // Clients that show an order to be paid by hand find all of it as well.
    expect(transaction).toMatchObject(order.transaction)
    if (hasOurs) expect(order.transaction).not.toHaveProperty('to')
    const data = transaction.data ?? ''
    expect(data.slice(0, 10)).toBe('0xa9059cbb')
    expect(readAddress(data, 4)).toBe(order.transaction.depositAddress?.toLowerCase())
    expect(readUint(data, 36)).toBe(250_000_000n)
    expect(exchange.orders).toHaveLength(1)
  })

  test('a native coin is sent to the deposit address itself', async () => {
    const { api } = await open()
    const { swap } = await routeOf(api, { ...fromUsdc, srcTokenAddress: zero, srcTokenAmount: '2' })
    const { transaction } = await api.swap(swap)
    const order = (await api.swapDepositTrade(swap)).transaction
    expect(transaction).toEqual({
      ...order,
      to: order.depositAddress,
      data: '0x',
      value: '2000000000000000000',
      approvalAddress: '',
    })
  })

  test('an order with a memo is never given as a transfer, which could not carry it', async () => {
    const { api, exchange } = await open()
    exchange.shape = (transaction) => (transaction.extraFields = { name: 'memo', value: '77' })
    const { swap } = await routeOf(api, fromUsdc)
    expect((await api.swap(swap)).transaction).toMatchObject({
      depositAddress: exchange.orders[0]?.transaction.depositAddress,
      extraFields: { name: 'memo', value: '77' },
    })
  })

  test('a receiver is needed where the sender has no address for it (1001)', async () => {
    const { api, exchange } = await open()
    const { receiver: _receiver, ...nameless } = fromBitcoin
    const { swap } = await routeOf(api, nameless)
    const error = await failure(api.swap(swap))
    expect([error.serviceCode, exchange.orders.length]).toEqual([1001, 0])
  })

  test('an order of another amount is refused and never shown', async () => {
    const { api, exchange } = await open()
    exchange.shape = (transaction) => (transaction.amountToSend = '0.02')
    const { swap } = await routeOf(api, fromBitcoin)
    const error = await failure(api.swap(swap))
    expect(error.context).toMatchObject({ check: 'D8' })
    expect(JSON.stringify(error)).not.toContain(exchange.orders[0]?.transaction.depositAddress)
    // It exists at the exchange all the same: no second one is opened under the same id.
    exchange.shape = () => {}
    const again = await failure(api.swap(swap))
    // The server adds words of its own, so that only the sentence itself is compared.
    expect([again.serviceCode, again.message]).toEqual([
      3999,
      expect.stringContaining('asks for a different amount'),
    ])
    expect(again.context).toMatchObject({ check: 'D8' })
    expect(exchange.orders).toHaveLength(1)
  })

  test.each([
    ['the store fails', 'STORE_DAMAGED', 'saveSwap'],
    ['the price sources fail', 'UPSTREAM_FAILED', 'loadPrices'],
  ] as const)('an order after which %s is not opened again', async (_, code, call) => {
    const exchange = createExchange('exolix', () => clock.now)
    const quotes = memoryQuotes()
    let isWorking = true
    const failing = async (): Promise<never> => {
      throw new SwaprouteError(code, 'It fails.')
    }
    const services = servicesOf(exchange, {
      ...quotes,
      saveSwap: (built) => (isWorking || call !== 'saveSwap' ? quotes.saveSwap(built) : failing()),
    })
    const { loadPrices } = services
    const api = embedded({
      ...services,
      loadPrices: (...given) =>
        isWorking || call !== 'loadPrices' ? loadPrices(...given) : failing(),
    })
    served = await serveWay(kind, api)
    const { swap } = await routeOf(served?.api ?? api, fromBitcoin)
    isWorking = false
    await failure((served?.api ?? api).swap(swap))
    isWorking = true
    const again = await failure((served?.api ?? api).swap(swap))
    expect([again.serviceCode, again.message]).toEqual([
      3999,
      expect.stringContaining('its answer was lost'),
    ])
    expect(exchange.orders).toHaveLength(1)
  })

  test('an order waits for a store that is away, and is opened once', async () => {
    const exchange = createExchange('exolix', () => clock.now)
    const quotes = memoryQuotes()
    let missing = 3
    const saveSwap: StoredQuotes['saveSwap'] = async (built) => {
      if (missing-- > 0) throw new SwaprouteError('TIMED_OUT', 'The store does not answer.')
      return await quotes.saveSwap(built)
    }
    const api = backendOf(exchange, { ...quotes, saveSwap })
    served = await serveWay(kind, api)
    const { swap } = await routeOf(served?.api ?? api, fromBitcoin)
    const { transaction } = await (served?.api ?? api).swap(swap)
    expect(transaction).toMatchObject({
      depositAddress: exchange.orders[0]?.transaction.depositAddress,
    })
    expect([missing, exchange.orders.length]).toEqual([-1, 1])
  })

  test.each([
    ['another refund address', { refundAddress: btc('another') }, 'refundAddress'],
    ['no refund address', { refundAddress: undefined }, 'refundAddress'],
    ['no receiver', { receiver: undefined }, 'receiver'],
  ])('a stored order is not given to a request with %s', async (_, change, field) => {
    const { api, exchange } = await open()
    const { receiver: named, ...nameless } = fromBitcoin
    const { swap } = await routeOf(api, nameless)
    const asked = { ...swap, receiver: named, refundAddress: btc('refund') }
    const first = await api.swapDepositTrade(asked)
    const others = Object.entries({ ...asked, ...change }).filter(
      ([, value]) => value !== undefined,
    )
    const other: SwapBody = { ...swap, ...Object.fromEntries(others) }
    const error = await failure(api.swapDepositTrade(other))
    // A service without the member returns to the payer what cannot be paid out.
    const member = field === 'refundAddress' && !hasOurs ? 'fromAddress' : field
    expect([error.serviceCode, error.message]).toEqual([1003, expect.stringContaining(member)])
    expect(await api.swapDepositTrade(asked)).toEqual(first)
    expect(exchange.orders).toHaveLength(1)
  })

  test('of calls at the same time, another refund address gets no order', async () => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromBitcoin)
    const bodies = ['refund', 'another'].map((name) => ({ ...swap, refundAddress: btc(name) }))
    const answers = await Promise.allSettled(bodies.map((one) => api.swapDepositTrade(one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(exchange.orders).toHaveLength(1)
  })

  test('calls at the same time open one order', async () => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromBitcoin)
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.swapDepositTrade(swap)))
    expect(new Set(answers.map(({ transaction }) => transaction.depositAddress)).size).toBe(1)
    expect(exchange.orders).toHaveLength(1)
  })

  test('a lost reply opens no second order, however often it is asked', async () => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromBitcoin)
    exchange.fault = 'reply_lost'
    for (let round = 0; round < 3; round += 1) {
      expect((await failure(api.swap(swap))).serviceCode).toBe(3999)
      exchange.fault = 'none'
    }
    expect(exchange.orders).toHaveLength(1)
    if (!hasOurs) return
    expect(await api.statusExtended({ id: swap.id ?? '' })).toMatchObject({ status: 'NOT_FOUND' })
  })

  test.each(['unreachable', 'refused'] as const)('%s: the next try may open it', async (fault) => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromBitcoin)
    exchange.fault = fault
    await failure(api.swap(swap))
    exchange.fault = 'none'
    expect((await api.swap(swap)).transaction.exchangeId).toBe('ex0000000001')
    expect(exchange.orders).toHaveLength(1)
  })

  test('finds the status by route id, order number, deposit address and, once it is paid, hash', async () => {
    const { api, exchange } = await open()
    const { swap } = await routeOf(api, fromBitcoin)
    const { transaction } = await api.swap(swap)
    const waiting = { status: 'PENDING', ...(hasOurs && { subStatus: 'AWAITING_DEPOSIT' }) }
    // A service does not return the id of a route for public facts (V6); this machine does.
    const told = kind === 'embedded' ? swap.id : undefined
    const byId = api.statusExtended({ id: swap.id ?? '' })
    if (hasOurs) expect(await byId).toMatchObject({ ...waiting, id: swap.id })
    else expect((await failure(byId)).context).toMatchObject({ missingCall: expect.anything() })
    expect(await api.status({ srcTxHash: 'EX0000000001' })).toMatchObject(waiting)
    const address = transaction.depositAddress ?? ''
    const byAddress = await api.status({ srcTxHash: address })
    expect(byAddress).toMatchObject(waiting)
    expect(byAddress.srcTxHash).toBeUndefined()
    expect(byAddress.id).toBe(told)
    expect((await api.statusExtended({ id: 'guess', srcTxHash: address })).id).toBe(told)

    const paid = hash('payment').slice(2)
    exchange.say({ subStatus: 'CONFIRMING', sourceTxHash: paid })
    if (!hasOurs) return
    expect(await api.statusExtended({ id: swap.id ?? '' })).toMatchObject({
      subStatus: 'CONFIRMING',
      srcTxHash: paid,
    })
    const byHash = await api.status({ srcTxHash: paid })
    expect([byHash.id, byHash.srcTxHash]).toEqual([told, paid])
  })
})

test('two processes with the same id open one order', async () => {
  const folder = temporaryFolder()
  const exchange = createExchange('exolix', () => clock.now)
  const stores = [1, 2].map(() => createLocalQuotes(folder, { now: () => clock.now }))
  const [one, two] = stores.map((store) => backendOf(exchange, createStoredQuotes(store)))
  if (one === undefined || two === undefined) throw new Error('two backends')
  const { swap } = await routeOf(one, fromBitcoin)
  let inside = 0
  let most = 0
  exchange.whileOpening = async () => {
    most = Math.max(most, (inside += 1))
    await turn()
    inside -= 1
  }
  const answers = await Promise.all([one.swap(swap), two.swap(swap), one.swap(swap)])
  expect(new Set(answers.map(({ transaction }) => transaction.exchangeId))).toEqual(
    new Set(['ex0000000001']),
  )
  expect([exchange.orders.length, most]).toEqual([1, 1])
  for (const store of stores) store.close()
})
