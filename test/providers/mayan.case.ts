import { createMayanProvider } from '../../src/providers/mayan/mayan.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import {
  type CallCase,
  type CallSwap,
  encodeCall,
  type HostileCall,
  wordOf,
  because,
} from './callCase.ts'
import { put } from '../support/bodies.ts'
import { bent, type Body, evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'

// Quotes by the types and the requests of the vendor's kit, orders as its explorer returned them
// (gemwalletcom/core, crates/swapper/src/proxy/test/swift_refunded.json, 2025-03-31).

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const [polygonUsdc, usdt] = [tokenOf('POLYGON', 'USDC'), tokenOf('ETH', 'USDT')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const forwarder = '0x337685fdaB40D39bd02028545a4FfA7D287cC3E2'
const swift = evm('swift')
const aggregator = evm('aggregator')
const zeros = `0x${'0'.repeat(64)}`
const quoteId = '0x0c7744e8ed48d8c1f415c0db47a8e2aa'
/** Two hours after the moment of the tests. */
const deadline = BigInt(Date.UTC(2026, 10, 20, 11) / 1000)
const permit = '(uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s) permitParams'
const forwardERC20 = `function forwardERC20(address tokenIn,uint256 amountIn,${permit},address mayanProtocol,bytes protocolData) payable`
const swapAndForwardEth =
  'function swapAndForwardEth(uint256 amountIn,address swapProtocol,bytes swapData,address middleToken,uint256 minMiddleAmount,address mayanProtocol,bytes mayanData) payable'
const swapAndForwardERC20 = `function swapAndForwardERC20(address tokenIn,uint256 amountIn,${permit},address swapProtocol,bytes swapData,address middleToken,uint256 minMiddleAmount,address mayanProtocol,bytes mayanData) payable`
const forwardEth = 'function forwardEth(address mayanProtocol,bytes protocolData) payable'
/** By the version of Swift; the first takes native coins too. */
const createOrder =
  'function createOrderWithToken(address tokenIn,uint256 amountIn,(uint8 payloadType,bytes32 trader,bytes32 destAddr,uint16 destChainId,bytes32 referrerAddr,bytes32 tokenOut,uint64 minAmountOut,uint64 gasDrop,uint64 cancelFee,uint64 refundFee,uint64 deadline,uint8 referrerBps,uint8 auctionMode,bytes32 random) params,bytes customPayload)'
const paramsV1 =
  '(bytes32 trader,bytes32 tokenOut,uint64 minAmountOut,uint64 gasDrop,uint64 cancelFee,uint64 refundFee,uint64 deadline,bytes32 destAddr,uint16 destChainId,bytes32 referrerAddr,uint8 referrerBps,uint8 auctionMode,bytes32 random) params'
const createOrderV1 = `function createOrderWithToken(address tokenIn,uint256 amountIn,${paramsV1})`
const createOrderEth = `function createOrderWithEth(${paramsV1}) payable`
const noPermit = { value: 0n, deadline: 0n, v: 0, r: zeros, s: zeros }

function requests(src: Token, amount: bigint, out: bigint): readonly [Exchange, Exchange] {
  const query = `amountIn64=${amount}&fromToken=${src.address}&fromChain=ethereum&toToken=${polygonUsdc.address}&toChain=polygon`
  const common = `forwarderAddress=${forwarder}&sdkVersion=15_2_0`
  const body = {
    quotes: [
      { type: 'SHUTTLE', expectedAmountOutBaseUnits: null },
      {
        type: 'SWIFT',
        swiftVersion: 'V2',
        gasless: false,
        quoteId,
        effectiveAmountIn64: String(amount),
        expectedAmountOut: Number(out) / 1e6,
        expectedAmountOutBaseUnits: String(out),
        minAmountOut: Number(out) / 1.01e6,
        minReceivedBaseUnits: String((out * 99n) / 100n),
        priceImpact: null,
        etaSeconds: 12,
        slippageBps: 100,
        bridgeFee: 0,
        referrerBps: 0,
        protocolBps: 3,
        gasDrop: 0,
        deadline64: String(deadline),
        swiftMayanContract: swift,
        swiftInputContract: usdc.address,
        swiftInputDecimals: 6,
        swiftAuctionMode: 2,
        swiftWrapAndLock: false,
        cancelRelayerFee64: '5',
        refundRelayerFee64: '20',
        minMiddleAmount: src === usdc ? null : 1.5,
        fromToken: { contract: src.address, wChainId: 2, chainId: 1, decimals: src.decimals },
        toToken: { contract: polygonUsdc.address, wChainId: 5, chainId: 137, decimals: 6 },
        signature: '0x12',
      },
    ],
    minimumSdkVersion: [7, 0, 0],
  }
  const flags =
    'wormhole=false&swift=true&mctp=true&fastMctp=true&shuttle=false&gasless=false&monoChain=false'
  const quote: Exchange = { path: `/quote?${flags}&${query}&slippageBps=100&${common}`, body }
  const swap: Exchange = {
    path: `/get-swap/evm?slippageBps=100&fromToken=${src.address}&middleToken=${usdc.address}&chainName=ethereum&amountIn64=${amount}&${common}`,
    body: { swapRouterAddress: aggregator, swapRouterCalldata: '0x1234' },
  }
  return [quote, swap]
}

/** An order of Swift, by its signature; native coins are the value of the call. */
function orderOf(signature: string, sold: string, amount: bigint, out: bigint) {
  const params = {
    payloadType: 1,
    trader: wordOf(alice),
    destAddr: wordOf(bob),
    destChainId: 5,
    referrerAddr: zeros,
    tokenOut: wordOf(polygonUsdc.address),
    minAmountOut: (out * 99n) / 100n,
    gasDrop: 0n,
    cancelFee: 5n,
    refundFee: 20n,
    deadline,
    referrerBps: 0,
    auctionMode: 2,
    random: `${quoteId}${alice.slice(-32).toLowerCase()}`,
  }
  // Without fees, so that an order of any amount is fair.
  if (signature === createOrderEth) return [{ ...params, cancelFee: 0n, refundFee: 0n }]
  return [sold, amount, params, ...(signature === createOrder ? ['0x'] : [])]
}

const listed = 'the forwarder calls only protocols and routers on lists of its own'

/** Of a swap before the order. */
function swapFree(router: string, data: string, protocol: string, order: string) {
  return {
    ...because(listed, router, protocol),
    [data]: 'the forwarder reverts where the swap yields less than its minimum, which is bound',
    [`${order}.1`]: 'the forwarder puts in what the swap yields',
    [`${order}.2.random`]: 'a salt, which only tells orders apart',
  }
}

/** Terms of the order at a place of the forwarder's arguments. */
function paths(
  at: string,
  signature: string,
  amounts: readonly string[],
): Omit<CallSwap['call'], 'signature'> {
  const params = `${at}.${signature === createOrderEth ? 0 : 2}`
  return {
    inner: [[at, signature]],
    payer: [`${params}.trader`],
    receiver: [`${params}.destAddr`],
    srcToken: [],
    dstToken: [`${params}.tokenOut`],
    srcAmount: amounts,
    minimum: `${params}.minAmountOut`,
    dstChain: `${params}.destChainId`,
    free: {
      [String(Number(at) - 1)]: listed,
      [`${params}.random`]: 'a salt, which only tells orders apart',
    },
    alike: { [`${params}.auctionMode`]: [1, 2] },
    within: [`${params}.cancelFee`, `${params}.refundFee`, `${params}.deadline`],
  }
}

type Form = NonNullable<CallSwap['forms']>[number]

/** Of a token that the order takes. */
function direct(order: string, { address }: Token): Form {
  const args = [address, amount, noPermit, swift, orderOf(order, address, amount, out)]
  return {
    made: { to: forwarder, data: encodeCall(forwardERC20, args, [['4', order]]), value: '0' },
    call: {
      ...paths('4', order, ['1', '4.1']),
      signature: forwardERC20,
      srcToken: ['0', '4.0'],
    },
  }
}

/** Of native coins that the order takes. */
function directCoins(): Form {
  const args = [swift, orderOf(createOrderEth, zeroAddress, wei, coinsOut)]
  return {
    made: {
      to: forwarder,
      data: encodeCall(forwardEth, args, [['1', createOrderEth]]),
      value: String(wei),
    },
    call: { ...paths('1', createOrderEth, []), signature: forwardEth },
  }
}

/** Of native coins that are swapped to the token of the order. */
function swappedCoins(order: string): Form {
  const args = [
    wei,
    aggregator,
    '0x1234',
    usdc.address,
    296_010_000n,
    swift,
    orderOf(order, usdc.address, wei, coinsOut),
  ]
  return {
    made: {
      to: forwarder,
      data: encodeCall(swapAndForwardEth, args, [['6', order]]),
      value: String(wei),
    },
    call: {
      ...paths('6', order, ['0']),
      signature: swapAndForwardEth,
      floors: ['4'],
      free: swapFree('1', '2', '5', '6'),
    },
  }
}

/** Of a token that is swapped to the token of the order. */
function swappedToken(order: string): Form {
  const args = [
    usdt.address,
    amount,
    noPermit,
    aggregator,
    '0x1234',
    usdc.address,
    98_505_000n,
    swift,
    orderOf(order, usdc.address, amount, out),
  ]
  return {
    made: {
      to: forwarder,
      data: encodeCall(swapAndForwardERC20, args, [['8', order]]),
      value: '0',
    },
    call: {
      ...paths('8', order, ['1']),
      signature: swapAndForwardERC20,
      srcToken: ['0'],
      floors: ['6'],
      free: swapFree('3', '4', '7', '8'),
    },
  }
}

/** @param place of the order's parameters */
const inParams = (place: string, name: string, path: string, value: unknown): HostileCall => [
  name,
  'E8',
  ({ args }) => put(args, `${place}.${path}`, value),
]
const hostileParams = (place: string): readonly HostileCall[] => [
  inParams(place, 'a fee of a referrer', 'referrerBps', 50),
  inParams(place, 'a referrer', 'referrerAddr', wordOf(mallory)),
  inParams(place, 'an auction that no bidder can win', 'auctionMode', 0),
  inParams(place, 'an auction of an unknown kind', 'auctionMode', 3),
  inParams(place, 'coins for gas', 'gasDrop', 1n),
  inParams(place, 'a refund that is eaten by fees', 'refundFee', 50_000_000n),
  inParams(place, 'a deadline that is over', 'deadline', 1_700_000_000n),
  inParams(place, 'a deadline of next year', 'deadline', deadline + 31_536_000n),
]
const hostileAt = (at: string): readonly HostileCall[] => [
  ['bytes that run on arrival', 'E8', ({ args }) => put(args, `${at}.3`, '0x12')],
  inParams(`${at}.2`, 'a payload of another kind', 'payloadType', 2),
  ...hostileParams(`${at}.2`),
]
const permits: readonly HostileCall[] = [
  ['a permit', 'E8', ({ args }) => (args[2] = { ...args[2], value: 1n })],
  ['a signed permit', 'E8', ({ args }) => (args[2] = { ...args[2], r: hash('permit') })],
]

const amount = 100_000_000n
const out = 99_500_000n
const [quote] = requests(usdc, amount, out)
const wei = 10n ** 17n
const coinsOut = 299_000_000n
const [coinQuote, coinSwap] = requests(ether, wei, coinsOut)
const [tokenQuote, tokenSwap] = requests(usdt, amount, out)

/** The quote of an order in the first version. */
function inFirst({ path, body }: Exchange, changes: Body): Exchange {
  const change = { swiftVersion: 'V1', ...changes }
  return { path, body: bent(body, (copy) => Object.assign(copy.quotes[1], change)) }
}
const firstQuote = inFirst(quote, {})
const firstCoinQuote = inFirst(coinQuote, {
  swiftInputContract: zeroAddress,
  cancelRelayerFee64: '0',
  refundRelayerFee64: '0',
})

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'https://github.com/mayan-finance/swap-sdk, src/types.ts and src/evm (15.2.0); orders: gemwalletcom/core',
    date: '2026-08-03',
  },
  create: (baseUrl) => createMayanProvider({ baseUrl, explorerUrl: `${baseUrl}/explorer` }),
  request: { ...requestOf(usdc, polygonUsdc, amount), fromAddress: alice, receiver: bob },
  honest: [quote, quote],
  ...direct(createOrder, usdc),
  forms: [direct(createOrderV1, usdc)],
  wire: {
    quotedOut: ['quotes.1.expectedAmountOutBaseUnits'],
    builtOut: [],
    srcAmount: 'quotes.1.effectiveAmountIn64',
    srcToken: 'quotes.1.fromToken.contract',
    dstToken: 'quotes.1.toToken.contract',
    to: 'to',
    data: 'data',
    value: 'value',
    spender: null,
    fee: null,
  },
  hostile: [...permits, ...hostileAt('4')],
  refusals: [
    [406, { code: 'QUOTE_NOT_FOUND', msg: 'Route not found' }, 'NO_ROUTE'],
    [200, { quotes: [], minimumSdkVersion: [7, 0, 0] }, 'NO_ROUTE'],
    [400, { code: 'AMOUNT_TOO_SMALL', msg: 'Amount too small' }, 'AMOUNT_TOO_LOW'],
    [400, { code: 'AMOUNT_TOO_LARGE', msg: 'Amount too large' }, 'AMOUNT_TOO_HIGH'],
    [429, { code: 429, msg: 'too many requests' }, 'RATE_LIMITED'],
    [200, { quotes: 'none' }, 'UPSTREAM_FAILED'],
    [500, { message: 'down' }, 'UPSTREAM_FAILED'],
  ],
  orders: {
    told: (clientStatus, { paid, payout, refund } = {}) => [
      {
        path: `/explorer/swap/trx/${hash('payment')}`,
        body: {
          id: 'aa5dea3b-747f-40ed-a319-a3bd27b9f468',
          orderId: `SWIFT_${hash('order')}`,
          sourceTxHash: paid ?? hash('payment'),
          status: 'ORDER_CREATED',
          sourceChain: '2',
          destChain: '5',
          toAmount: '99.5',
          fulfillTxHash: payout ?? null,
          redeemTxHash: null,
          refundTxHash: refund ?? null,
          clientStatus,
        },
      },
    ],
    words: [['INPROGRESS', 'PENDING']],
    done: 'COMPLETED',
    refunded: 'REFUNDED',
    foreign: [['another payment', (body) => (body.sourceTxHash = hash('other'))]],
  },
  more: {
    'the first version': {
      honest: [firstQuote, firstQuote],
      ...direct(createOrderV1, usdc),
      forms: [direct(createOrder, usdc)],
      hostile: [...permits, ...hostileParams('4.2')],
    },
    'native coins': {
      request: { ...requestOf(ether, polygonUsdc, wei), fromAddress: alice, receiver: bob },
      honest: [firstCoinQuote, firstCoinQuote],
      ...directCoins(),
      forms: [],
      hostile: hostileParams('1.0'),
    },
    'native coins, swapped before': {
      request: { ...requestOf(ether, polygonUsdc, wei), fromAddress: alice, receiver: bob },
      honest: [coinQuote, coinQuote, coinSwap],
      ...swappedCoins(createOrder),
      forms: [swappedCoins(createOrderV1), directCoins()],
      hostile: [
        ['another token between', 'E8', ({ args }) => (args[3] = usdt.address)],
        ['an order with another token', 'E8', ({ args }) => (args[6][0] = usdt.address)],
        ['a swap that loses all', 'E9', ({ args }) => (args[4] = 1n)],
        ...hostileAt('6'),
      ],
    },
    'a token, swapped before': {
      request: { ...requestOf(usdt, polygonUsdc, amount), fromAddress: alice, receiver: bob },
      honest: [tokenQuote, tokenQuote, tokenSwap],
      ...swappedToken(createOrder),
      // The token may also be what the order takes, without a swap.
      forms: [swappedToken(createOrderV1), direct(createOrder, usdt), direct(createOrderV1, usdt)],
      hostile: [
        ['a permit', 'E8', ({ args }) => (args[2] = { ...args[2], value: 1n })],
        ['a payment in coins', 'E8', ({ args }) => (args[5] = zeroAddress)],
        ['the receiver in its place', 'E8', ({ args }) => (args[8][2].trader = wordOf(mallory))],
        ...hostileAt('8'),
      ],
    },
  },
}
