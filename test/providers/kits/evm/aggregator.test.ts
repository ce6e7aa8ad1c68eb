/** The kit of aggregators, on an aggregator that only these tests have. */
import { describe, expect, test } from 'vitest'

import {
  type Body,
  evm,
  hash,
  play,
  quoteOf,
  refOf,
  refusal,
  requestOf,
  tokenOf,
} from '../../depositSupport.ts'
import {
  buildOf,
  coin,
  createTestAggregator,
  executor,
  type SwapArguments,
  type AggregatorSwap,
  aggregatorUrl,
  routeOf,
  router,
  testAggregatorId,
} from './testAggregator.ts'
import { buildFrom, type Mined, withNode } from '../support.ts'

const alice = evm('alice')
const bob = evm('bob')
const mallory = evm('mallory')
const usdc = tokenOf('ETH', 'USDC')
const ether = tokenOf('ETH', 'ETH')
const dai = tokenOf('ETH', 'DAI')
const provider = createTestAggregator()

const toEther: AggregatorSwap = {
  srcToken: usdc.address,
  dstToken: coin,
  srcAmount: 100_000_000n,
  dstAmount: 33_333_333_333_333_333n,
  sender: alice,
  recipient: bob,
  slippageBps: 49,
}
const fromEther: AggregatorSwap = {
  ...toEther,
  srcToken: coin,
  dstToken: dai.address,
  srcAmount: 10n ** 18n,
  dstAmount: 3_000n * 10n ** 18n,
}
const request = requestOf(usdc, ether, toEther.srcAmount, { fromAddress: alice, receiver: bob })
const nativeRequest = requestOf(ether, dai, 10n ** 18n, { fromAddress: alice, receiver: bob })

async function build(swap: AggregatorSwap, asked = request, rebuilt: Partial<AggregatorSwap> = {}) {
  const again = { ...swap, ...rebuilt }
  const tape = play(aggregatorUrl, [routeOf(swap), routeOf(again), buildOf(again)])
  const quote = await quoteOf(provider, asked, tape.context)
  return { quote, tape, built: await buildFrom(provider, quote, tape.context) }
}

describe('quote', () => {
  test('asks in the words of the service and computes the minimum itself', async () => {
    const tape = play(aggregatorUrl, [routeOf(toEther)])
    const quote = await quoteOf(provider, request, tape.context)
    expect(tape.unused()).toEqual([])
    expect(tape.asked).toMatchObject([
      { method: 'GET', effect: 'read', headers: { 'x-client-id': 'swaproute' } },
    ])
    expect(quote).toMatchObject({
      provider: testAggregatorId,
      swapType: 'on-chain',
      executionKind: 'evm',
      dstAmount: toEther.dstAmount,
      dstMinAmount: (toEther.dstAmount * 9_950n) / 10_000n,
      slippageBps: 50,
      spender: router,
      fees: { gas: { limit: 250_000n, price: 10n ** 9n }, protocolFixed: 0n, providerFixed: 0n },
      expiresAtMs: null,
    })
  })

  test('a native coin needs no spender', async () => {
    const tape = play(aggregatorUrl, [routeOf(fromEther)])
    await expect(quoteOf(provider, nativeRequest, tape.context)).resolves.toMatchObject({
      spender: null,
    })
  })

  test.each([
    ['another token in', (told: Body) => (told.tokenIn = dai.address)],
    ['another token out', (told: Body) => (told.tokenOut = dai.address)],
    ['the zero address for the coin', (told: Body) => (told.tokenOut = `0x${'0'.repeat(40)}`)],
    ['another amount', (told: Body) => (told.amountIn = '100000001')],
    ['nothing at all', (told: Body) => (told.amountOut = '0')],
    ['an invalid amount', (told: Body) => (told.amountOut = '-1')],
  ])('refuses an echo of %s', async (_name, bend) => {
    const exchange = routeOf(toEther)
    bend(exchange.body.data.routeSummary)
    const error = await refusal(quoteOf(provider, request, play(aggregatorUrl, [exchange]).context))
    expect(error.code).toBe('UPSTREAM_FAILED')
  })

  const page = '<!DOCTYPE html><html><title>Bad gateway</title></html>'
  test.each([
    ['no route', 400, { code: 4008, message: 'route not found' }, 'NO_ROUTE'],
    ['no route in a 200', 200, { code: 4010, message: 'no pool' }, 'NO_ROUTE'],
    ['too much', 400, { code: 4009, message: 'too large' }, 'AMOUNT_TOO_HIGH'],
    ['a price that moved', 400, { code: 4222, message: 're-quote' }, 'PRICE_MOVED'],
    ['an undocumented number', 400, { code: 4999, message: 'x' }, 'UPSTREAM_REFUSED'],
    ['such a number in a 200', 200, { code: 4999, message: 'x' }, 'UPSTREAM_REFUSED'],
    ['a 404', 404, null, 'NO_ROUTE'],
    ['a firewall', 403, page, 'UPSTREAM_REFUSED'],
    ['too many requests', 429, null, 'RATE_LIMITED'],
    ['an outage', 500, { message: 'oops' }, 'UPSTREAM_FAILED'],
    ['a page of a gateway', 502, page, 'UPSTREAM_FAILED'],
    ['a page with 200', 200, page, 'UPSTREAM_FAILED'],
    ['an error envelope in a 200', 200, { error: { message: 'down' } }, 'UPSTREAM_FAILED'],
    ['nothing', 200, null, 'UPSTREAM_FAILED'],
  ])('%s', async (_name, status, body, code) => {
    const exchange = { ...routeOf(toEther), status, body }
    const error = await refusal(quoteOf(provider, request, play(aggregatorUrl, [exchange]).context))
    expect(error.code).toBe(code)
    expect(error.message).not.toContain('<')
  })

  test('ignores an offer beside an error (H9)', async () => {
    const exchange = routeOf(toEther)
    exchange.body.error = 'half of it failed'
    const error = await refusal(quoteOf(provider, request, play(aggregatorUrl, [exchange]).context))
    expect(error.code).toBe('UPSTREAM_FAILED')
  })

  test('an adapter that stumbles over an answer is an outage of its service', async () => {
    const broken = createTestAggregator({
      quote: () => ({
        url: routeOf(toEther).path,
        read: () => {
          throw new TypeError('undefined is not an object')
        },
      }),
    })
    const error = await refusal(
      quoteOf(broken, request, play(aggregatorUrl, [routeOf(toEther)]).context),
    )
    expect(error.code).toBe('UPSTREAM_FAILED')
  })

  test('a word that is a member of every object means nothing', async () => {
    const odd = createTestAggregator({ refusal: () => ({ code: 'constructor', reason: null }) })
    const exchange = { ...routeOf(toEther), status: 400, body: {} }
    const error = await refusal(quoteOf(odd, request, play(aggregatorUrl, [exchange]).context))
    expect(error.code).toBe('UPSTREAM_REFUSED')
  })
})

describe('supports', () => {
  test.each([
    ['a pair on one chain', request, 1],
    ['its greatest slippage', { ...request, slippageBps: 2000 }, 1],
    ['more slippage', { ...request, slippageBps: 2001 }, 0],
    ['two chains', requestOf(usdc, tokenOf('ARBITRUM', 'USDC'), 1n), 0],
    [
      'a chain it does not serve',
      requestOf(tokenOf('BASE', 'USDC'), tokenOf('BASE', 'ETH'), 1n),
      0,
    ],
  ] as const)('%s', (_name, asked, count) => {
    expect(provider.supports(asked)).toHaveLength(count)
  })

  test('contracts are those of the table, on chains of the table', () => {
    expect(provider.pinned(testAggregatorId, 'ETH')).toEqual({
      targets: [router],
      spenders: [router],
    })
    expect(provider.pinned(testAggregatorId, 'BASE')).toEqual({ targets: [], spenders: [] })
  })
})

describe('build', () => {
  test('asks again, builds with the slippage that is left, and hands over the call', async () => {
    const { built, quote, tape } = await build(toEther)
    expect(tape.unused()).toEqual([])
    expect(built.transaction).toMatchObject({ to: router, value: 0n, approvalAddress: router })
    expect(built).toMatchObject({
      dstAmount: toEther.dstAmount - 1n,
      dstMinAmount: quote.dstMinAmount,
      orderId: null,
      uniqueInfo: {},
    })
  })

  test('a native coin is the value', async () => {
    const { built } = await build(fromEther, nativeRequest)
    expect(built.transaction).toMatchObject({ value: 10n ** 18n, approvalAddress: null })
  })

  test('the minimum stays where the price has moved', async () => {
    const moved = (toEther.dstAmount * 9_980n) / 10_000n
    const { built, quote } = await build(toEther, request, { dstAmount: moved, slippageBps: 30 })
    expect(built.dstMinAmount).toBe(quote.dstMinAmount)
  })

  test('the call may pay its sender where the payer receives', async () => {
    const own = requestOf(usdc, ether, toEther.srcAmount, { fromAddress: alice })
    const bendCall = ({ desc }: SwapArguments) => (desc.dstReceiver = `0x${'0'.repeat(40)}`)
    await expect(build({ ...toEther, recipient: alice, bendCall }, own)).resolves.toBeDefined()
  })

  test.each([
    ['its new price is below the minimum', { dstAmount: toEther.dstAmount / 2n }],
    [
      'the price of the call is below the minimum',
      { bendBody: ({ data }: Body) => (data.amountOut = '1') },
    ],
  ])('PRICE_MOVED where %s', async (_name, rebuilt) => {
    const error = await refusal(build(toEther, request, rebuilt))
    expect(error.code).toBe('PRICE_MOVED')
  })

  test('refuses to build without a payer', async () => {
    const nobody = { ...request, fromAddress: null }
    const quote = await quoteOf(provider, request, play(aggregatorUrl, [routeOf(toEther)]).context)
    const error = await refusal(
      provider.build({ ...quote, request: nobody }, play(aggregatorUrl, []).context),
    )
    expect(error.code).toBe('MISSING_FIELD')
  })

  const bendCall = (bend: (args: SwapArguments) => void): Partial<AggregatorSwap> => ({
    bendCall: bend,
  })
  const bendBody = (bend: (data: Body) => void): Partial<AggregatorSwap> => ({
    bendBody: ({ data }) => bend(data),
  })
  const zero = `0x${'0'.repeat(40)}`
  const hostile: [string, string, Partial<AggregatorSwap>][] = [
    ['another router', 'E2', bendBody((data) => (data.routerAddress = mallory))],
    ['another chain', 'E1', bendBody((data) => (data.chainId = 42161))],
    ['extra value', 'E5', bendBody((data) => (data.transactionValue = '1'))],
    ['another receiver', 'E8', bendCall(({ desc }) => (desc.dstReceiver = mallory))],
    ['the sender as receiver', 'E8', bendCall(({ desc }) => (desc.dstReceiver = zero))],
    ['another token in', 'E8', bendCall(({ desc }) => (desc.srcToken = dai.address))],
    ['another token out', 'E8', bendCall(({ desc }) => (desc.dstToken = dai.address))],
    ['the zero address for the coin', 'E8', bendCall(({ desc }) => (desc.dstToken = zero))],
    [
      'the wrapped coin for the coin',
      'E8',
      bendCall(({ desc }) => (desc.dstToken = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')),
    ],
    [
      'a larger amount',
      'E5',
      bendCall(({ desc }) => {
        desc.amount += 1n
        desc.srcAmounts = [desc.amount]
      }),
    ],
    [
      'more taken than swapped',
      'E8',
      bendCall(({ desc }) => {
        desc.srcReceivers = [executor, mallory]
        desc.srcAmounts = [desc.amount, 1n]
      }),
    ],
    ['a smaller minimum', 'E9', bendCall(({ desc }) => (desc.minReturnAmount -= 10n ** 15n))],
    ['no minimum', 'E9', bendCall(({ desc }) => (desc.minReturnAmount = 0n))],
    ['a partial fill', 'E8', bendCall(({ desc }) => (desc.flags |= 1n))],
    ['a flag that approves', 'E8', bendCall(({ desc }) => (desc.flags |= 0x100n))],
    ['an approval', 'E8', bendCall((args) => (args.approveTarget = mallory))],
    ['a permit', 'E8', bendCall(({ desc }) => (desc.permit = '0x12'))],
    [
      'a fee for a third party',
      'E8',
      bendCall(({ desc }) => {
        desc.feeReceivers = [mallory]
        desc.feeAmounts = [1n]
      }),
    ],
    ['bytes behind the arguments', 'E8', { bendData: (data) => `${data}00` }],
    [
      'a word behind the arguments',
      'E8',
      { bendData: (data) => data + alice.slice(2).padStart(64, '0') },
    ],
    ['a call cut short', 'E8', { bendData: (data) => data.slice(0, -64) }],
    ['an unknown method', 'E8', { bendData: (data) => `0x59e50fed${data.slice(10)}` }],
    ['an approval as the call', 'E8', { bendData: (data) => `0x095ea7b3${data.slice(10)}` }],
    ['no call at all', 'E8', { bendData: () => '0x' }],
  ]
  test.each(hostile)('refuses %s (%s)', async (_name, check, bend) => {
    const error = await refusal(build(toEther, request, bend))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test.each([
    ['a value that is short', 'E5', bendBody((data) => (data.transactionValue = '1'))],
    [
      'a token in place of the coin',
      'E8',
      bendCall(({ desc }) => {
        desc.srcToken = usdc.address
        desc.srcReceivers = [executor]
        desc.srcAmounts = [desc.amount]
      }),
    ],
  ])('of a native coin refuses %s', async (_name, check, bend) => {
    const error = await refusal(build(fromEther, nativeRequest, bend))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test('a fixed fee is at most what the table allows', async () => {
    const fee = 1_000n
    const charging = (mostFixedFee: bigint) =>
      createTestAggregator({
        mostFixedFee: { ETH: mostFixedFee },
        quote: () => ({
          url: aggregatorUrl + routeOf(toEther).path,
          read: ({ data: { routeSummary: told } }: Body) => ({
            srcToken: told.tokenIn,
            dstToken: told.tokenOut,
            srcAmount: BigInt(told.amountIn),
            dstAmount: BigInt(told.amountOut),
            fixedFee: fee,
            gas: null,
            carry: told,
          }),
        }),
      })
    const bend = bendBody((data) => (data.transactionValue = String(fee)))
    const paid = { ...toEther, ...bend }
    const tape = play(aggregatorUrl, [routeOf(paid), routeOf(paid), buildOf(paid)])
    const quote = await quoteOf(charging(fee), request, tape.context)
    expect(quote.fees.providerFixed).toBe(fee)
    await expect(buildFrom(charging(fee), quote, tape.context)).resolves.toMatchObject({
      transaction: { value: fee },
    })
    const greedy = play(aggregatorUrl, [routeOf(paid)])
    const error = await refusal(quoteOf(charging(fee - 1n), request, greedy.context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E5' } })
  })
})

describe('status', () => {
  const paid = hash('payment')
  const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

  async function statusOf(bend: Partial<Mined>, known = true) {
    const { quote, built, tape } = await build(fromEther, nativeRequest)
    const mined: Mined = {
      hash: paid,
      from: alice,
      to: built.transaction.to,
      input: built.transaction.data,
      status: '0x1',
      ...bend,
    }
    const context = withNode(tape.context, 'ETH', known ? [mined] : [])
    return provider.status(testAggregatorId, refOf(quote, built, { srcTxHash: paid }), context)
  }

  test('reads the received amount from the receipt', async () => {
    const logs = [
      { address: dai.address, topics: [transfer, topic(router), topic(bob)], data: topic('0x2a') },
      {
        address: dai.address,
        topics: [transfer, topic(router), topic(mallory)],
        data: topic('0x99'),
      },
    ]
    const { facts, ...status } = await statusOf({ logs })
    expect(facts).toMatchObject({ dstToken: { address: dai.address.toLowerCase() } })
    expect(facts?.receiver?.toLowerCase()).toBe(bob.toLowerCase())
    expect(status).toEqual({
      status: 'SUCCESS',
      destinationTxHash: paid,
      providerStatus: '0x1',
      receivedAmount: 42n,
    })
  })

  test.each([
    ['a revert', { status: '0x0' }, 'FAIL'],
    ['a payment that is not mined', { status: null }, 'PENDING'],
    ['a call of another account', { to: mallory }, 'NOT_FOUND'],
    ['a call that would not be signed', { input: '0x12345678' }, 'SUCCESS'],
  ] as const)('%s', async (_name, bend, status) => {
    await expect(statusOf(bend)).resolves.toMatchObject({ status })
  })

  test('a hash no node knows', async () => {
    await expect(statusOf({}, false)).resolves.toMatchObject({ status: 'NOT_FOUND' })
  })
})
