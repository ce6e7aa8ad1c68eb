/** What the servers refuse, and how: statuses and bodies of the providers' own documentation. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createExchange, type Exchange } from '../../../../sandbox/src/deposit/exchange.ts'
import { createScriptedLedger } from '../../../../sandbox/src/deposit/scripted.ts'
import { createFaultBoard, describeFaults } from '../../../../sandbox/src/faults.ts'
import { depositProviders } from '../../../../sandbox/src/deposit/types.ts'
import { depositServers } from '../../../../sandbox/src/deposit/depositWorld.ts'
import { listen, type LoopbackServer } from '../../../../sandbox/src/servers/server.ts'

const faults = createFaultBoard()
const servers: LoopbackServer[] = []
const urls: Record<string, string> = {}
let exchange: Exchange
let nowMs = Date.UTC(2026, 10, 21)

beforeAll(async () => {
  const nothing = (): void => undefined
  const store = { load: () => [], save: nothing, remove: nothing, clear: nothing }
  const ledger = createScriptedLedger
  exchange = createExchange({ store, ledger, faults, log: nothing, now: () => nowMs })
  for (const { id, app, path } of depositServers({ exchange, faults })) {
    const server = await listen(app)
    servers.push(server)
    urls[id] = server.url + path
  }
})
afterEach(() => {
  faults.clear()
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

type Answer = { status: number; body: unknown }

async function ask(id: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(urls[id] + path, {
    headers: {
      'content-type': 'application/json',
      ...(id === 'changenow' ? { 'x-changenow-api-key': 'any' } : {}),
      ...(id === 'stealthex' ? { authorization: 'Bearer any' } : {}),
      ...(id === 'simple_swap' || id === 'baltex' ? { 'x-api-key': 'any' } : {}),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const receiver = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const exolixPair = { coinFrom: 'BTC', networkFrom: 'BTC', coinTo: 'USDC', networkTo: 'ETH' }
const exolixOrder = {
  ...exolixPair,
  amount: 0.01,
  withdrawalAddress: receiver,
  rateType: 'float',
}
const exolixRate = (more: Record<string, string>) =>
  `/rate?${String(new URLSearchParams({ ...exolixPair, amount: '0.01', rateType: 'float', ...more }))}`
const nowPair = 'fromCurrency=btc&fromNetwork=btc&toCurrency=usdc&toNetwork=eth'
const nowOrder = {
  fromCurrency: 'btc',
  fromNetwork: 'btc',
  toCurrency: 'usdc',
  toNetwork: 'eth',
  fromAmount: '0.01',
  address: receiver,
  flow: 'standard',
  type: 'direct',
}
const quickexPair =
  'instrumentFromCurrencyTitle=BTC&instrumentFromNetworkTitle=BTC' +
  '&instrumentToCurrencyTitle=USDC&instrumentToNetworkTitle=ERC20'
const quickexOrder = {
  instrumentFrom: { currencyTitle: 'BTC', networkTitle: 'BTC' },
  instrumentTo: { currencyTitle: 'USDC', networkTitle: 'ERC20' },
  destinationAddress: receiver,
  claimedDepositAmount: '0.01',
}
const baltexCoins = {
  fromCurrency: 'btc',
  fromNetwork: 'btc',
  toCurrency: 'usdc',
  toNetwork: 'eth',
}
const baltexPair = new URLSearchParams(baltexCoins).toString()
const baltexOrder = { ...baltexCoins, fromAmount: '0.01', address: receiver }
const stealthexPair = {
  route: {
    from: { symbol: 'btc', network: 'mainnet' },
    to: { symbol: 'usdc', network: 'eth' },
  },
  estimation: 'direct',
  rate: 'floating',
}
const simplePair = 'tickerFrom=btc&networkFrom=btc&tickerTo=usdc&networkTo=eth&fixed=false'
const thorQuote = 'from_asset=BTC.BTC&to_asset=ETH.ETH'

describe('a refusal', () => {
  test.each<[string, string, unknown, number, unknown]>([
    [
      'exolix',
      exolixRate({ amount: '0.00001' }),
      undefined,
      422,
      { toAmount: 0, message: expect.stringContaining('minimum') },
    ],
    [
      'exolix',
      exolixRate({ amount: '100' }),
      undefined,
      422,
      { toAmount: 0, message: expect.stringContaining('maximum') },
    ],
    ['exolix', exolixRate({ coinTo: 'NONE' }), undefined, 422, { error: expect.any(String) }],
    [
      'exolix',
      '/transactions',
      { ...exolixOrder, withdrawalAddress: 'nobody' },
      400,
      { errors: { withdrawalAddress: expect.any(String) } },
    ],
    [
      'exolix',
      '/transactions',
      { ...exolixOrder, surprise: 1 },
      400,
      { errors: { surprise: expect.any(String) } },
    ],
    [
      'exolix',
      '/transactions',
      { ...exolixOrder, amount: '0.01' },
      400,
      { errors: { amount: expect.any(String) } },
    ],
    [
      'exolix',
      '/transactions',
      { ...exolixOrder, rateId: 'old' },
      422,
      { message: expect.stringContaining('expired') },
    ],
    ['exolix', '/transactions/none', undefined, 404, {}],
    [
      'baltex',
      `/v1/cross-chain/rate?${baltexPair}&amount=0.00001&flow=standard`,
      undefined,
      400,
      { message: 'Amount is below minimum' },
    ],
    [
      'baltex',
      `/v1/cross-chain/rate?${baltexPair.replace('btc', 'none')}&amount=0.01&flow=standard`,
      undefined,
      400,
      { message: 'Pair is not available' },
    ],
    [
      'baltex',
      '/v1/cross-chain/exchange',
      { ...baltexOrder, flow: 'fixed-rate', rateId: 'old' },
      400,
      { message: 'Rate is not valid or has expired' },
    ],
    ['baltex', '/v1/cross-chain/exchange/status?id=none', undefined, 404, { statusCode: 404 }],
    [
      'stealthex',
      '/rates/estimated-amount',
      { ...stealthexPair, amount: '0.01' },
      400,
      { err: { kind: 'InvalidData' } },
    ],
    [
      'stealthex',
      '/rates/estimated-amount',
      { ...stealthexPair, amount: 0.00001 },
      400,
      { err: { kind: 'InvalidAmount' } },
    ],
    [
      'stealthex',
      '/exchanges',
      { ...stealthexPair, rate: 'fixed', rate_id: 'old', amount: 0.01, address: receiver },
      400,
      { err: { kind: 'RateId' } },
    ],
    ['stealthex', '/currencies/none/mainnet', undefined, 404, { err: { kind: 'NotFound' } }],
    ['stealthex', '/exchanges/none', undefined, 404, { err: { kind: 'NotFound' } }],
    ['simple_swap', `/estimates?${simplePair}&amount=0.00001`, undefined, 422, { code: 422 }],
    ['simple_swap', `/ranges?${simplePair}`.replace('usdc', 'none'), undefined, 404, { code: 404 }],
    [
      'simple_swap',
      '/exchanges',
      {
        ...Object.fromEntries(new URLSearchParams(simplePair)),
        fixed: true,
        rateId: null,
        amount: '0.01',
        reverse: false,
        addressTo: receiver,
      },
      400,
      { message: expect.stringContaining('expired') },
    ],
    ['simple_swap', '/exchanges/none', undefined, 404, { code: 404 }],
    [
      'changenow',
      `/exchange/estimated-amount?${nowPair}&fromAmount=0.00001`,
      undefined,
      400,
      { error: 'deposit_too_small', payload: { range: { minAmount: expect.any(Number) } } },
    ],
    [
      'changenow',
      `/exchange/estimated-amount?${nowPair}&fromAmount=100`,
      undefined,
      400,
      { error: 'deposit_too_big', payload: { range: { maxAmount: expect.any(Number) } } },
    ],
    [
      'changenow',
      '/exchange',
      { ...nowOrder, flow: 'fixed-rate' },
      400,
      { error: 'not_valid_params' },
    ],
    ['changenow', '/exchange/by-id?id=00000000000000', undefined, 404, {}],
    ['changenow', '/exchange/by-id?id=?', undefined, 400, { error: 'not_valid_params' }],
    [
      'quickex',
      `/v1/rates/public/one?${quickexPair}&claimedDepositAmount=0.00001`,
      undefined,
      406,
      {
        message: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL',
        data: { details: { field: 'claimedDepositAmount', expected: expect.any(String) } },
      },
    ],
    [
      'quickex',
      `/v1/rates/public/one?${quickexPair.replace('ERC20', 'NONE')}&claimedDepositAmount=1`,
      undefined,
      422,
      { status: 422 },
    ],
    [
      'quickex',
      '/v1/orders/public/create',
      { ...quickexOrder, rateMode: 'FIXED' },
      400,
      { message: 'ERR_VALIDATION' },
    ],
    [
      'relay',
      '/quote/v2',
      { user: receiver },
      400,
      { errorCode: expect.any(String), requestId: expect.any(String) },
    ],
    ['chainflip', '/v2/quote?srcChain=Bitcoin', undefined, 400, { message: 'invalid request' }],
    ['chainflip', '/v2/swaps/1-Bitcoin-1', undefined, 404, { message: expect.any(String) }],
    [
      'thorchain',
      `/thorchain/quote/swap?${thorQuote}&amount=1`,
      undefined,
      400,
      { code: 3, message: expect.any(String) },
    ],
    [
      'thorchain',
      `/thorchain/quote/swap?${thorQuote}&amount=1000000&destination=nobody`,
      undefined,
      400,
      { message: 'bad destination address' },
    ],
  ])('of %s %s %j', async (id, path, body, status, shape) => {
    const answer = await ask(id, path, body)
    expect(answer).toMatchObject({ status, body: shape })
  })

  test('ChangeNOW answers nothing without a key, except its currencies', async () => {
    const bare = async (path: string) => (await fetch(urls['changenow'] + path)).status
    expect(await bare('/exchange/currencies')).toBe(200)
    expect(await bare(`/exchange/range?${nowPair}`)).toBe(401)
  })

  test('Quickex returns an order only to a client that knows its payment address', async () => {
    const { body } = await ask('quickex', '/v1/orders/public/create', quickexOrder)
    const { orderId } = z.object({ orderId: z.number() }).parse(body)
    const info = (address: string) =>
      ask('quickex', `/v1/orders/public-info?orderId=${orderId}&destinationAddress=${address}`)
    expect((await info(receiver)).status).toBe(200)
    expect((await info(`0x${'1'.repeat(40)}`)).status).toBe(404)
  })

  test('Chainflip blocks who asks for unknown swaps over and over', async () => {
    for (let count = 0; count < 11; count += 1) await ask('chainflip', '/v2/swaps/none')
    expect((await ask('chainflip', '/v2/swaps/none')).status).toBe(429)
    nowMs += 11 * 60_000
    expect((await ask('chainflip', '/v2/swaps/none')).status).toBe(404)
  })

  test('Relay lets fifty quotes a minute through without a key', async () => {
    nowMs += 60_001
    const statuses = new Set<number>()
    for (let count = 0; count < 50; count += 1) {
      statuses.add((await ask('relay', '/quote/v2', {})).status)
    }
    expect([...statuses]).toEqual([400])
    expect((await ask('relay', '/quote/v2', {})).status).toBe(429)
  })
})

describe('a fault', () => {
  const paths: Readonly<Record<string, string>> = {
    exolix: exolixRate({}),
    near_intents: '/v0/tokens',
    relay: '/chains',
    changenow: `/exchange/range?${nowPair}`,
    quickex: `/v1/rates/public/one?${quickexPair}&claimedDepositAmount=0.01`,
    thorchain: `/thorchain/quote/swap?${thorQuote}&amount=1000000`,
    chainflip: '/api/networkInfo',
    stealthex: '/currencies/btc/mainnet',
    simple_swap: '/currencies',
    baltex: '/v1/cross-chain/available-currencies',
  }

  test.each(depositProviders)('of %s: 401, 429, 500, and well again', async (id) => {
    const path = paths[id] ?? ''
    for (const [fault, status] of [
      ['unauthorized', 401],
      ['rate-limit', 429],
      ['error', 500],
    ] as const) {
      faults.set(id, fault, null)
      expect((await ask(id, path)).status).toBe(status)
      faults.clear()
    }
    expect((await ask(id, path)).status).toBe(200)
  })

  test.each(depositProviders)('of %s that is silent lasts as long as it is on', async (id) => {
    faults.set(id, 'silent', null)
    const asked = ask(id, paths[id] ?? '')
    const first = await Promise.race([asked, new Promise((done) => setImmediate(done, 'silence'))])
    expect(first).toBe('silence')
    faults.clear()
    expect((await asked).status).toBe(200)
  })

  test('limits-200 refuses inside an answer of 200', async () => {
    faults.set('exolix', 'limits-200', null)
    const { status, body } = await ask('exolix', exolixRate({ amount: '0.00001' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ toAmount: 0, message: expect.any(String) })
  })

  test('reply-lost opens the order and answers nothing', async () => {
    faults.set('exolix', 'reply-lost', null)
    const before = exchange.orders().length
    await expect(ask('exolix', '/transactions', exolixOrder)).rejects.toThrow('fetch failed')
    expect(exchange.orders()).toHaveLength(before + 1)
  })

  test('every changed field differs from the honest answer, and the opening one is honest', async () => {
    const opened = await ask('exolix', '/transactions', exolixOrder)
    const { id } = z.object({ id: z.string() }).parse(opened.body)
    const path = `/transactions/${id}`
    expect((await ask('exolix', path)).body).toEqual(opened.body)
    const fields = describeFaults().filter(
      ({ fault, targets }) => fault.startsWith('alter-') && targets.includes('exolix'),
    )
    expect(fields.length).toBeGreaterThan(9)
    for (const { fault } of fields) {
      faults.set('exolix', fault, null)
      expect((await ask('exolix', path)).body, fault).not.toEqual(opened.body)
      faults.clear()
    }
  })
})
