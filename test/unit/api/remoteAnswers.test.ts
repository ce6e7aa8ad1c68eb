/** What is made of the answers of a service that is not this program's own. */
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/api/contract.ts'
import { createHttpContract } from '../../../src/api/httpClient.ts'
import type { QuoteAllBody } from '../../../src/api/schemas.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { usdc } from '../../support/routing.ts'

const zero = '0x0000000000000000000000000000000000000000'

const asked = {
  srcTokenAddress: zero,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
} as const satisfies QuoteAllBody

const estimate = {
  destinationTokenAmount: '2990',
  destinationTokenMinAmount: '2975.05',
  destinationWeiAmount: '2990000000',
  destinationWeiMinAmount: '2975050000',
  destinationUsdAmount: 2990,
  destinationUsdMinAmount: 2975,
  durationInMinutes: 1,
  priceImpact: 0.1,
  slippage: 0.005,
}
const ether = { address: zero, blockchain: 'ETH', decimals: 18, symbol: 'ETH', price: 3000 }
const none = { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: 0 }
const route = {
  id: '2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604',
  swapType: 'on-chain',
  providerType: 'UNI_SWAP_V3',
  tokens: {
    from: { ...ether, amount: '1' },
    to: { address: usdc.address, blockchain: 'ETH', decimals: 6, symbol: 'USDC' },
  },
  estimate,
  fees: {
    gasTokenFees: { nativeToken: ether, gas: null, protocol: none, provider: { ...none } },
    percentFees: { percent: 0, token: null },
  },
  routing: [],
  transaction: { approvalAddress: '' },
  warnings: [],
}

/** A client of a service that answers every call with this, and its answer to an invalid one. */
function client(body: unknown, status = 200, sandbox = false): { api: Contract; odd: string[] } {
  const odd: string[] = []
  const http = {
    send: async () => ({ status, retryAfterSeconds: null, body }),
    close: async () => {},
  }
  const api = createHttpContract({
    http,
    baseUrl: 'https://service.example',
    apiKey: null,
    sandbox,
    findToken: (_blockchain, address) => (address === usdc.address ? usdc : null),
    onInvalid: (text) => odd.push(text),
  })
  return { api, odd }
}

async function failure(promise: Promise<unknown>): Promise<SwaprouteError> {
  const thrown: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (thrown instanceof SwaprouteError) return thrown
  throw new Error(`no failure: ${String(thrown)}`)
}

/** A copy with one member, named by its path, replaced or (undefined) removed. */
function bent(path: string, value: unknown): unknown {
  const copy = structuredClone(route)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce<object>((inner, name) => Reflect.get(inner, name), copy)
  Reflect.set(holder, last, value)
  return JSON.parse(JSON.stringify(copy))
}

describe('how a route is paid, where the service does not say', () => {
  const kind = async (
    providerType: string,
    transaction: object,
    body: QuoteAllBody = asked,
  ): Promise<string | null | undefined> => {
    const { api } = client({ routes: [{ ...route, providerType, transaction }] })
    return (await api.quoteAll(body)).routes[0]?.executionKind
  }
  const token = { ...asked, srcTokenAddress: usdc.address, dstTokenAddress: zero }
  const from = (srcTokenBlockchain: QuoteAllBody['srcTokenBlockchain']): QuoteAllBody => ({
    ...asked,
    srcTokenBlockchain,
  })
  const open = { approvalAddress: '' }
  const approved = { approvalAddress: usdc.address }

  test.each<[string, object, QuoteAllBody, string | null]>([
    ['across', open, asked, 'evm'],
    ['across', approved, token, 'evm'],
    ['across', {}, asked, null],
    ['exolix', open, token, 'deposit'],
    ['chainflip', {}, from('BITCOIN'), 'deposit'],
    // Of a coin either way is possible; a token that needs no approval is not taken by a call.
    ['relay', approved, token, 'evm'],
    ['relay', open, token, 'deposit'],
    ['relay', open, asked, null],
    ['relay', open, { ...asked, depositTradeParams: 'onlyDeposits' }, 'deposit'],
    ['relay', {}, from('TON'), 'deposit'],
    ['STONFI', {}, from('TON'), 'ton'],
    ['JUPITER', {}, from('SOLANA'), 'solana'],
    ['across', { depositAddress: '0x12' }, asked, 'deposit'],
  ])('%s with %j', async (provider, transaction, body, expected) => {
    expect(await kind(provider, transaction, body)).toBe(expected)
  })

  test('what it does say counts, and its list of deposits has nothing else', async () => {
    const { api } = client({ routes: [{ ...route, executionKind: 'ton' }] })
    expect((await api.quoteAll(asked)).routes[0]?.executionKind).toBe('ton')
    const { api: lists } = client({ routes: [route] })
    expect((await lists.quoteDepositTrades(asked)).routes[0]?.executionKind).toBe('deposit')
  })
})

describe('routes', () => {
  test.each([
    ['warnings', null],
    ['warnings', undefined],
    ['routing', null],
    ['routing', undefined],
    ['transaction', null],
    ['transaction', undefined],
    ['swapType', undefined],
    ['fees', null],
    ['fees', undefined],
    ['fees.percentFees', null],
    ['fees.percentFees', undefined],
    ['fees.gasTokenFees.protocol', null],
    ['fees.gasTokenFees.gas', { gasLimit: 400000, totalUsdAmount: '1.2' }],
    ['tokens', undefined],
    ['tokens.to.decimals', '6'],
    ['tokens.from.blockchainId', '42161'],
    ['estimate.destinationUsdAmount', '2990'],
    ['estimate.destinationUsdAmount', null],
    ['estimate.priceImpact', null],
    ['estimate.slippage', '0.005'],
    ['estimate.slippage', undefined],
    ['estimate.destinationTokenMinAmount', undefined],
    ['estimate.destinationWeiAmount', 2990000000],
    ['id', null],
    ['more', { of: ['anything'] }],
  ])('with %s %j are read as they are meant', async (path, value) => {
    const { api, odd } = client({ quote: asked, routes: [bent(path, value), route], failed: null })
    const { routes } = await api.quoteAll(asked)
    expect([routes.length, odd]).toEqual([2, []])
    const [read] = routes
    expect(read).toMatchObject({
      providerType: 'UNI_SWAP_V3',
      swapType: 'on-chain',
      estimate: {
        destinationWeiAmount: '2990000000',
        destinationWeiMinAmount: '2975050000',
        destinationTokenMinAmount: '2975.05',
        slippage: 0.005,
      },
      tokens: { to: { symbol: 'USDC', decimals: 6 } },
      fees: { gasTokenFees: { protocol: { fixedWeiAmount: '0' } } },
    })
  })

  test.each([
    ['estimate.destinationWeiAmount', 'many', 'estimate.destinationWeiAmount is malformed: "many"'],
    ['estimate.destinationWeiAmount', '29.9', 'estimate.destinationWeiAmount is malformed: "29.9"'],
    ['estimate.destinationWeiAmount', 2.99e21, 'estimate.destinationWeiAmount must be a string'],
    ['estimate.destinationWeiMinAmount', undefined, 'estimate.destinationWeiMinAmount is missing'],
    ['estimate.durationInMinutes', 'soon', 'estimate.durationInMinutes must be a number'],
    ['estimate', null, 'estimate must be an object, not null'],
    ['estimate', undefined, 'estimate is missing'],
    ['fees.gasTokenFees.provider.fixedWeiAmount', [], 'fees.gasTokenFees.provider.fixedWeiAmount'],
    ['warnings', [{ code: 'x' }], 'warnings.0.code must be'],
  ])('with %s %j are left out, with the field named; others stay', async (path, value, why) => {
    const { api, odd } = client({ quote: asked, routes: [bent(path, value), route] })
    const { routes, failed } = await api.quoteAll({ ...asked, showFailedRoutes: true })
    expect(routes).toMatchObject([{ id: route.id }])
    expect(odd).toEqual([
      expect.stringContaining(`A route of UNI_SWAP_V3 is left out: routes.0.${why}`),
    ])
    expect(failed).toMatchObject([
      { providerType: 'UNI_SWAP_V3', data: { reason: expect.stringContaining(why) } },
    ])
  })

  test('of which none can be used are reported as a failure, not as an empty list', async () => {
    const { api } = client({ quote: asked, routes: [bent('estimate.destinationWeiAmount', 'x')] })
    const error = await failure(api.quoteAll(asked))
    expect([error.code, error.message]).toEqual([
      'UPSTREAM_FAILED',
      'The answer of service.example cannot be used: routes.0.estimate.destinationWeiAmount is malformed: "x".',
    ])
  })

  test('an empty list of routes is not a failure; an answer without the list is', async () => {
    expect(await client({ routes: [] }).api.quoteAll(asked)).toMatchObject({
      quote: asked,
      routes: [],
    })
    const error = await failure(client({ paths: [] }).api.quoteAll(asked))
    expect(error.message).toContain('routes must be an array')
  })
})

describe('answers exactly as the specification has them', () => {
  test('quoteBest: estimate, transaction, id', async () => {
    const { api, odd } = client({
      estimate,
      transaction: { approvalAddress: usdc.address },
      id: 'a',
    })
    expect(await api.quoteBest(asked)).toMatchObject({
      id: 'a',
      providerType: 'unknown',
      swapType: 'on-chain',
      quote: asked,
      tokens: { from: { amount: '1' }, to: { symbol: 'USDC', decimals: 6 } },
      fees: { gasTokenFees: { gas: null } },
      warnings: [],
    })
    expect(odd).toEqual([])
  })

  test('quoteBest of a token on no list: its decimals follow from the amounts', async () => {
    const unlisted = { ...asked, dstTokenAddress: `0x${'12'.repeat(20)}` }
    const { api } = client({ estimate, transaction: {}, id: 'a' })
    const { tokens } = await api.quoteBest(unlisted)
    expect(tokens.to).toMatchObject({ symbol: 'UNKNOWN', decimals: 6 })
  })

  test('swap: the transaction alone', async () => {
    const transaction = { to: usdc.address, data: '0x01', value: '0' }
    const { api } = client({ transaction })
    expect(await api.swap({ ...asked, id: 'a' })).toEqual({ transaction })
  })

  test('status: its word alone', async () => {
    const { api } = client({ status: 'PENDING' })
    expect(await api.status({ srcTxHash: '0x12' })).toEqual({
      status: 'PENDING',
      destinationTxHash: null,
    })
  })

  test('chains and providers: the names, whatever else there is', async () => {
    const chains = client([{ name: 'ETH', id: 1, type: 'EVM', providers: null }, { id: 2 }])
    expect(await chains.api.chains({ includeTestnets: false })).toMatchObject([
      { name: 'ETH', id: 1 },
    ])
    expect(chains.odd).toEqual([
      'Entry 2 of the list of service.example is left out: name is missing.',
    ])
    const { api } = client({ crossChain: [{ name: 'across' }], onChain: [] })
    const lists = await api.providers({ includeTestnets: false })
    expect(lists.crossChain).toMatchObject([{ name: 'across', state: 'ready' }])
  })
})

describe('failures', () => {
  const nest = (statusCode: number, message: unknown): object => ({
    statusCode,
    message,
    error: 'Bad Request',
  })

  test.each([
    [400, nest(400, ['srcTokenAmount must be a string', 'slippage is odd']), 'INVALID_ARGUMENT', 2],
    [422, nest(422, 'no such token'), 'INVALID_ARGUMENT', 2],
    [400, 'nothing to read', 'INVALID_ARGUMENT', 2],
    [403, nest(403, 'Forbidden'), 'CONFIG_INVALID', 3],
    [404, nest(404, 'Cannot POST /api/routes/quoteAll'), 'UPSTREAM_FAILED', 5],
    [500, nest(500, 'Internal server error'), 'UPSTREAM_FAILED', 5],
  ])('HTTP %d with %j is %s', async (status, body, code, exit) => {
    const error = await failure(client(body, status).api.quoteAll(asked))
    expect([error.code, error.exit]).toEqual([code, exit])
    const words = typeof body === 'string' ? '' : [Reflect.get(body, 'message')].flat().join('; ')
    expect(error.message).toContain(
      words === '' ? '(HTTP 400).' : `The service returned: "${words}"`,
    )
  })

  test('their words are quoted as the foreign text they are', async () => {
    const body = nest(400, ['\u001b[2Jsee https://evil.example "now"'])
    const { message } = await failure(client(body, 400).api.quoteAll(asked))
    expect(message).toContain(`The service returned: "[2Jsee [link removed] 'now'"`)
  })

  test.each([
    [{ errors: [{ code: 1001, reason: 'receiver is required' }] }],
    [{ errors: [{ code: 1005, reason: 'receiver is missing' }] }],
    [nest(400, ['receiver should not be empty', 'receiver must be a string'])],
  ])('%j: the flag that helps is named', async (body) => {
    const error = await failure(client(body, 400).api.quoteAll(asked))
    expect([error.code, error.exit, error.hint]).toEqual([
      'RECEIVER_REQUIRED',
      2,
      'This service needs a receiver for this swap: add --receiver with its address.',
    ])
  })

  test('a receiver that was given is not asked for', async () => {
    const body = { errors: [{ code: 1006, reason: 'receiver is not an address' }] }
    const error = await failure(client(body, 400).api.quoteAll({ ...asked, receiver: zero }))
    expect([error.code, error.hint]).toEqual(['INVALID_ADDRESS', undefined])
  })
})

describe('play money and real money', () => {
  test('a service in the sandbox is refused by a run with real money', async () => {
    const { api } = client({ quote: asked, routes: [route], sandbox: true })
    const error = await failure(api.quoteAll(asked))
    expect([error.code, error.hint]).toEqual([
      'CONFIG_INVALID',
      expect.stringContaining('--sandbox'),
    ])
  })

  test('and taken by one in the sandbox', async () => {
    const { api } = client({ quote: asked, routes: [route], sandbox: true }, 200, true)
    const answer = await api.quoteAll(asked)
    expect([answer.routes.length, 'sandbox' in answer]).toEqual([1, false])
  })
})

describe("the receiver's memo", () => {
  const memo = { ...asked, receiver: zero, receiverMemo: '12345' }

  test.each([
    ['no echo', undefined],
    ['an echo without it', asked],
    ['an echo of another', { ...memo, receiverMemo: '12346' }],
  ])('with %s the service is refused', async (_, quote) => {
    const { api } = client({ quote, routes: [route] })
    const { code, hint } = await failure(api.quoteAll(memo))
    expect([code, hint]).toEqual([
      'UNSUPPORTED_RECEIVER',
      'Use --backend embedded, or a receiver that needs no memo.',
    ])
    const best = await failure(client({ ...route, quote }).api.quoteBest(memo))
    expect(best.code).toBe('UNSUPPORTED_RECEIVER')
  })

  test('that is repeated is accepted, and none is required', async () => {
    const { api } = client({ quote: memo, routes: [route] })
    expect((await api.quoteAll(memo)).routes).toHaveLength(1)
    expect((await client({ routes: [route] }).api.quoteAll(asked)).routes).toHaveLength(1)
  })

  test('an order may be answered without an echo, never with another', async () => {
    const swap = { ...memo, id: route.id }
    const answer = { estimate, transaction: {} }
    await expect(client(answer).api.swapDepositTrade(swap)).resolves.toBeDefined()
    const other = client({ ...answer, quote: asked }).api.swapDepositTrade(swap)
    expect((await failure(other)).code).toBe('UNSUPPORTED_RECEIVER')
  })
})
