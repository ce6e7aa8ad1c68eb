/** The kit of bridges, on a bridge that only these tests have. */
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'

import { type CallTerms, mapped } from '../../../../src/chains/evm/calls.ts'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import { zeroAddress } from '../../../../src/core/token.ts'
import {
  type Body,
  type Exchange,
  hash,
  nowMs,
  play,
  quoteOf,
  refusal,
  requestOf,
  tokenOf,
} from '../../depositSupport.ts'
import {
  alice,
  bob,
  bscUsdc,
  build,
  mallory,
  provider,
  request,
  toBsc,
  usdc,
} from './testBridgeSwaps.ts'
import {
  bytesOf,
  createTestBridge,
  type OrderArguments,
  orderCalls,
  type BridgeSwap,
  bridgeUrl,
  fixFee,
  orderExchange,
  orderId,
  quoteExchange,
  source,
  systemProgram,
  testBridgeId,
} from './testBridge.ts'
import { buildFrom } from '../support.ts'

const carol = base58.encode(Buffer.from(hash('carol').slice(2), 'hex'))
const ether = tokenOf('ETH', 'ETH')
const sol = tokenOf('SOLANA', 'SOL')

const toSolana: BridgeSwap = {
  ...toBsc,
  dstChain: '7565164',
  dstToken: systemProgram,
  dstAmount: 600_000_000n,
  recipient: carol,
}
const fromEther: BridgeSwap = { ...toBsc, srcToken: zeroAddress, srcAmount: 10n ** 18n }
const solRequest = requestOf(usdc, sol, toBsc.srcAmount, { fromAddress: alice, receiver: carol })
const nativeRequest = requestOf(ether, bscUsdc, 10n ** 18n, { fromAddress: alice, receiver: bob })

describe('quote', () => {
  test('asks in the words of the service', async () => {
    const tape = play(bridgeUrl, [quoteExchange(toBsc)])
    const quote = await quoteOf(provider, request, tape.context)
    expect(tape.unused()).toEqual([])
    expect(quote).toMatchObject({
      provider: testBridgeId,
      swapType: 'cross-chain',
      executionKind: 'evm',
      dstAmount: toBsc.dstAmount,
      dstMinAmount: toBsc.dstAmount,
      slippageBps: 0,
      durationSeconds: 3,
      spender: source,
      fees: { protocolFixed: 0n, providerFixed: fixFee },
    })
  })

  test('chains and coins have names of the service', async () => {
    const tape = play(bridgeUrl, [quoteExchange(toSolana)])
    await expect(quoteOf(provider, solRequest, tape.context)).resolves.toBeDefined()
    expect(tape.asked[0]?.url).toContain('dstChainId=7565164')
    expect(tape.asked[0]?.url).toContain(`dstChainTokenOut=${systemProgram}`)
  })

  const estimate = (bend: (src: Body, dst: Body) => void) => (body: Body) =>
    bend(body.estimation.srcChainTokenIn, body.estimation.dstChainTokenOut)
  test.each([
    ['another token in', estimate((src) => (src.address = mallory))],
    ['another token out', estimate((_src, dst) => (dst.address = mallory))],
    ['another amount', estimate((src) => (src.amount = '1'))],
    ['another source chain', estimate((src) => (src.chainId = 10))],
    ['another destination', estimate((_src, dst) => (dst.chainId = 10))],
    ['nothing at all', estimate((_src, dst) => (dst.recommendedAmount = '0'))],
  ])('refuses an echo of %s', async (_name, bend) => {
    const exchange = quoteExchange(toBsc)
    bend(exchange.body)
    const error = await refusal(quoteOf(provider, request, play(bridgeUrl, [exchange]).context))
    expect(error.code).toBe('UPSTREAM_FAILED')
  })

  test('letter case counts on the chains where it matters', async () => {
    const other = requestOf(usdc, tokenOf('SOLANA', 'USDC'), toBsc.srcAmount, {
      fromAddress: alice,
      receiver: carol,
    })
    const swap = { ...toSolana, dstToken: other.dstToken.address }
    const exchange = quoteExchange(swap)
    exchange.body.estimation.dstChainTokenOut.address = swap.dstToken.toLowerCase()
    const error = await refusal(quoteOf(provider, other, play(bridgeUrl, [exchange]).context))
    expect(error.code).toBe('UPSTREAM_FAILED')
  })

  test('a fee above the one of the table is refused at once', async () => {
    const exchange = quoteExchange(toBsc)
    exchange.body.fixFee = String(fixFee + 1n)
    const error = await refusal(quoteOf(provider, request, play(bridgeUrl, [exchange]).context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E5' } })
  })

  test.each([
    ['no guarantee', 0n],
    ['more guaranteed than expected', 1_001n],
  ])('refuses %s', async (_name, dstMinAmount) => {
    const odd = createTestBridge({
      quote: (asked) => ({
        url: bridgeUrl + quoteExchange(toBsc).path,
        read: () => ({
          ...asked,
          srcAmount: toBsc.srcAmount,
          dstAmount: 1_000n,
          dstMinAmount,
          gas: null,
          durationSeconds: 1,
        }),
      }),
    })
    const { context } = play(bridgeUrl, [quoteExchange(toBsc)])
    expect((await refusal(quoteOf(odd, request, context))).code).toBe('UPSTREAM_FAILED')
  })

  test('refuses a guarantee below the slippage', async () => {
    const loose = createTestBridge({
      quote: (asked) => ({
        url: bridgeUrl + quoteExchange(toBsc).path,
        read: () => ({
          ...asked,
          srcAmount: toBsc.srcAmount,
          dstAmount: 1_000n,
          dstMinAmount: 989n,
          gas: null,
          durationSeconds: 1,
        }),
      }),
    })
    const error = await refusal(
      quoteOf(loose, request, play(bridgeUrl, [quoteExchange(toBsc)]).context),
    )
    expect(error.code).toBe('NO_ROUTE')
  })

  const page = '<html><title>Bad gateway</title></html>'
  test.each([
    ['too little', 400, { errorId: 'ERROR_LOW_GIVE_AMOUNT' }, 'AMOUNT_TOO_LOW'],
    ['no such chain', 400, { errorId: 'UNSUPPORTED_CHAIN', errorMessage: 'x' }, 'NO_ROUTE'],
    ['an undocumented word', 400, { errorId: 'COMPLIANCE' }, 'UPSTREAM_REFUSED'],
    ['a 404', 404, page, 'NO_ROUTE'],
    ['too many requests', 429, page, 'RATE_LIMITED'],
    ['an outage', 503, page, 'UPSTREAM_FAILED'],
    ['a page', 200, page, 'UPSTREAM_FAILED'],
  ])('%s', async (_name, status, body, code) => {
    const exchange = { ...quoteExchange(toBsc), status, body }
    const error = await refusal(quoteOf(provider, request, play(bridgeUrl, [exchange]).context))
    expect(error.code).toBe(code)
    expect(error.message).not.toContain('<')
  })
})

test.each([
  ['two chains', request, 1],
  ['to another kind of chain', solRequest, 1],
  ['one chain', requestOf(usdc, ether, 1n), 0],
  ['from a chain that is not signed for', requestOf(sol, usdc, 1n), 0],
  ['to a chain it does not serve', requestOf(usdc, tokenOf('BASE', 'USDC'), 1n), 0],
] as const)('supports: %s', (_name, asked, count) => {
  expect(provider.supports(asked)).toHaveLength(count)
})

describe('build', () => {
  test('asks with all accounts and hands over the call', async () => {
    const { built, tape } = await build(toBsc)
    expect(tape.unused()).toEqual([])
    expect(built.transaction).toMatchObject({ to: source, value: fixFee, approvalAddress: source })
    expect(built).toMatchObject({
      dstAmount: toBsc.dstAmount,
      dstMinAmount: toBsc.dstAmount,
      orderId,
      uniqueInfo: { test_bridgeId: orderId },
      fees: { providerFixed: fixFee },
    })
  })

  test('a native coin is sent along with the fee', async () => {
    const { built } = await build(fromEther, nativeRequest)
    expect(built.transaction).toMatchObject({
      value: 10n ** 18n + fixFee,
      approvalAddress: null,
    })
  })

  test('an order to another kind of chain', async () => {
    await expect(build(toSolana, solRequest)).resolves.toBeDefined()
  })

  test('a better price is taken, a worse one is not', async () => {
    const better = await build(toBsc, request, { dstAmount: toBsc.dstAmount + 1n })
    expect(better.built.dstMinAmount).toBe(toBsc.dstAmount + 1n)
    const error = await refusal(build(toBsc, request, { dstAmount: toBsc.dstAmount - 1n }))
    expect(error.code).toBe('PRICE_MOVED')
  })

  test('a receiver is needed where the payer has no account', async () => {
    const quote = await quoteOf(
      provider,
      solRequest,
      play(bridgeUrl, [quoteExchange(toSolana)]).context,
    )
    const nobody = { ...quote, request: { ...solRequest, receiver: null } }
    const error = await refusal(provider.build(nobody, play(bridgeUrl, []).context))
    expect(error.code).toBe('RECEIVER_REQUIRED')
  })

  const bendOrder = (bend: (order: OrderArguments['order']) => void): Partial<BridgeSwap> => ({
    bendCall: ({ order }) => bend(order),
  })
  const bendTx = (bend: (tx: Body) => void): Partial<BridgeSwap> => ({
    bendBody: ({ tx }) => bend(tx),
  })
  const hostile: [string, string, Partial<BridgeSwap>][] = [
    ['another contract', 'E2', bendTx((tx) => (tx.to = mallory))],
    ['another spender', 'E3', bendTx((tx) => (tx.allowanceTarget = mallory))],
    ['extra value', 'E5', bendTx((tx) => (tx.value = String(fixFee + 1n)))],
    ['no fee', 'E5', bendTx((tx) => (tx.value = '0'))],
    ['another receiver', 'E8', bendOrder((order) => (order.receiverDst = mallory))],
    ['a receiver of another kind', 'E8', bendOrder((order) => (order.receiverDst = hash('x')))],
    ['another token in', 'E8', bendOrder((order) => (order.giveTokenAddress = mallory))],
    [
      'the coin in place of the token',
      'E8',
      bendOrder((order) => (order.giveTokenAddress = zeroAddress)),
    ],
    ['another token out', 'E8', bendOrder((order) => (order.takeTokenAddress = mallory))],
    ['another chain', 'E8', bendOrder((order) => (order.takeChainId = 10n))],
    ['an unknown chain', 'E8', bendOrder((order) => (order.takeChainId = 9_999_999n))],
    [
      'a chain by a number the service does not use',
      'E8',
      bendOrder((order) => (order.takeChainId = 100n)),
    ],
    ['a larger amount', 'E5', bendOrder((order) => (order.giveAmount += 1n))],
    ['a smaller minimum', 'E9', bendOrder((order) => (order.takeAmount -= 1n))],
    [
      'a refund to a stranger',
      'E8',
      bendOrder((order) => (order.allowedCancelBeneficiarySrc = mallory)),
    ],
    [
      'a stranger who may cancel',
      'E8',
      bendOrder((order) => (order.orderAuthorityAddressDst = mallory)),
    ],
    [
      'a stranger who may patch',
      'E8',
      bendOrder((order) => (order.givePatchAuthoritySrc = mallory)),
    ],
    ['a call on delivery', 'E8', bendOrder((order) => (order.externalCall = '0x12'))],
    ['a permit', 'E8', { bendCall: (args) => (args.permitEnvelope = '0x12') }],
    ['a fee for a third party', 'E8', { bendCall: (args) => (args.affiliateFee = mallory) }],
    ['hidden bytes', 'E8', { bendData: (data) => `${data}ff` }],
    ['an unknown method', 'E8', { bendData: (data) => `0x6391c75b${data.slice(10)}` }],
  ]
  test.each(hostile)('refuses %s (%s)', async (_name, check, bend) => {
    const error = await refusal(build(toBsc, request, bend))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test('on another kind of chain it refuses other receivers and powers', async () => {
    const stranger = bytesOf(base58.encode(Buffer.from(hash('x').slice(2), 'hex')))
    for (const bend of [
      bendOrder((order) => (order.receiverDst = stranger)),
      bendOrder((order) => (order.orderAuthorityAddressDst = stranger)),
      bendOrder((order) => (order.takeTokenAddress = stranger)),
    ]) {
      const error = await refusal(build(toSolana, solRequest, bend))
      expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } })
    }
  })

  test('no beneficiary leaves the refund to who may cancel, the receiver', async () => {
    const bend = bendOrder((order) => (order.allowedCancelBeneficiarySrc = '0x'))
    await expect(build(toBsc, request, bend)).resolves.toBeDefined()
  })

  test('a fee that grows after the quote is refused, below the most of the table too', async () => {
    const [quoted, built] = [quoteExchange(toBsc), orderExchange(toBsc)]
    quoted.body.fixFee = '1000'
    for (const [fee, fits] of [
      [1_020n, true],
      [1_021n, false],
    ] as const) {
      built.body.fixFee = String(fee)
      built.body.tx.value = String(fee)
      const { context } = play(bridgeUrl, [quoted, built])
      const quote = await quoteOf(provider, request, context)
      const outcome = buildFrom(provider, quote, context)
      if (fits) await expect(outcome).resolves.toBeDefined()
      else expect(await refusal(outcome)).toMatchObject({ context: { check: 'E5' } })
    }
  })

  test.each([
    ['another token', (body: Body) => (body.estimation.dstChainTokenOut.address = mallory)],
    ['another amount', (body: Body) => (body.estimation.srcChainTokenIn.amount = '1')],
    ['an order id that is a path', (body: Body) => (body.orderId = '../../x')],
  ])('refuses an echo of %s', async (_name, bendBody) => {
    const error = await refusal(build(toBsc, request, { bendBody }))
    expect(error.code).toBe('UPSTREAM_FAILED')
  })

  test('deadline and exclusivity are near', async () => {
    const now = BigInt(nowMs / 1000)
    const timed = (terms: object) =>
      createTestBridge({
        calls: (site) =>
          orderCalls(site).map((each) =>
            mapped(each, (said): CallTerms => ({ ...said, ...terms })),
          ),
      })
    const outcome = async (terms: object): Promise<unknown> => {
      const { context } = play(bridgeUrl, [quoteExchange(toBsc), orderExchange(toBsc)])
      const bridge = timed(terms)
      const quote = await quoteOf(bridge, request, context)
      return buildFrom(bridge, quote, context).then(
        () => 'built',
        (thrown: unknown) => (thrown instanceof SwaprouteError ? thrown.context['check'] : thrown),
      )
    }
    const relayer = mallory
    const cases: [object, string][] = [
      [{ deadlineSeconds: now + 60n }, 'built'],
      [{ deadlineSeconds: now + 59n }, 'E8'],
      [{ deadlineSeconds: now + 6n * 3_600n }, 'built'],
      [{ deadlineSeconds: now + 6n * 3_600n + 1n }, 'E8'],
      [{ exclusive: { relayer, until: 60n, isPeriod: true } }, 'built'],
      [{ exclusive: { relayer, until: 61n, isPeriod: true } }, 'E8'],
      [{ exclusive: { relayer, until: now + 61n, isPeriod: false } }, 'E8'],
    ]
    for (const [terms, expected] of cases) expect(await outcome(terms)).toBe(expected)
  })
})

test('a bridge that builds from a price asks for a new one, and for the slippage that is left', async () => {
  const asked: (number | null)[] = []
  const priceOf = (amount: bigint) => ({
    srcToken: usdc.address,
    dstToken: bscUsdc.address,
    srcAmount: toBsc.srcAmount,
    dstAmount: amount,
    dstMinAmount: (amount * 9_900n) / 10_000n,
    gas: null,
    durationSeconds: 1,
    carry: { id: String(amount) },
  })
  const prices = [toBsc.dstAmount, (toBsc.dstAmount * 995n) / 1_000n]
  const { path, body } = orderExchange(toBsc)
  const bridge = createTestBridge({
    pricesFirst: true,
    quote: () => ({ url: `${bridgeUrl}/price`, read: () => priceOf(prices.shift() ?? 0n) }),
    build: ({ slippageBps }, price) => {
      asked.push(slippageBps)
      expect(price?.carry).toEqual({ id: String((toBsc.dstAmount * 995n) / 1_000n) })
      const { to, data } = body.tx
      const dstMinAmount = ((price?.dstAmount ?? 0n) * BigInt(10_000 - slippageBps)) / 10_000n
      const offer = { ...priceOf(price?.dstAmount ?? 0n), dstMinAmount }
      const read = () => ({ to, data, value: 0n, spender: to, offer, orderId: null })
      return { url: bridgeUrl + path, read }
    },
  })
  const price: Exchange = { path: '/price', body: {} }
  const { context } = play(bridgeUrl, [price, price, { path, body }])
  const quote = await quoteOf(bridge, request, context)
  const built = await buildFrom(bridge, quote, context)
  expect(asked).toEqual([50])
  expect(built.dstMinAmount).toBeGreaterThanOrEqual(quote.dstMinAmount)
  expect(built).toMatchObject({ orderId: null, uniqueInfo: {} })
})
