import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createSquidProvider } from '../../src/providers/squidrouter/squidrouter.ts'
import { because, type CallCase, type CallSwap, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'
import { laneBody, leafPaths, paidTo, routeOf, squidSteps, stepOf } from './squidrouter/shapes.ts'

// The answer of the first swap has the form of the recorded one, without its hook; what the calls are is
// in squidrouter/calls.test.ts, by the recorded calls themselves.

const [opUsdc, opEther] = [tokenOf('OPTIMISM', 'USDC'), tokenOf('OPTIMISM', 'ETH')]
const arbUsdc = tokenOf('ARBITRUM', 'USDC')
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const router = '0xce16F69375520ab01377ce7B88f5BA8C48F8D666'
const opAxlUsdc: Token = {
  ...opUsdc,
  address: '0xEB466342C4d449BC9f53A865D5Cb90586f405215',
  symbol: 'axlUSDC',
  name: 'Axelar Wrapped USDC',
  listed: false,
}
const arbAxlUsdc: Token = { ...opAxlUsdc, blockchain: 'ARBITRUM' }
const fee = 75_245_247_616_791n
const paid = hash('payment')

const steps = `${squidSteps} calls`
const callBridgeCall = `function callBridgeCall(address token, uint256 amount, ${steps}, string bridgedTokenSymbol, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress) payable`
const bridgeCall =
  'function bridgeCall(string bridgedTokenSymbol, uint256 amount, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress) payable'
const fundAndRunMulticall = `function fundAndRunMulticall(address token, uint256 amount, ${steps}) payable`

const salted = `${steps}, address refundRecipient, bytes32 salt`
const unsalted = `${steps}, address refundRecipient`
const direct = 'address recipient, bytes32 salt'

/** Whatever it is, the payment goes to Squid, and Squid alone answers for what arrives. */
const trusted = 'the provider is trusted by name with the whole amount, by E17'

const delivery = paidTo(bob)
const sold = stepOf('0x04e45aaf')

const withoutCalls = encodeCall(fundAndRunMulticall, [coin, 10n ** 17n, []])

type Sale = {
  src?: Token
  dst?: Token
  amount?: bigint
  out?: bigint
  data: `0x${string}`
}

function swapOf({
  src = opUsdc,
  dst = arbUsdc,
  amount = 100_000_000n,
  out = 99_954_000n,
  data,
}: Sale) {
  const wanted = laneBody(src, dst, amount)
  const quote: Exchange = {
    method: 'POST',
    path: '/route',
    request: { ...wanted, slippage: 0.5, quoteOnly: true },
    body: routeOf({ src, dst, amount, out, fee }),
  }
  const accounts = { fromAddress: alice, toAddress: bob }
  const build: Exchange = {
    ...quote,
    request: { ...wanted, slippage: 0.5, ...accounts, quoteOnly: false },
    body: routeOf({
      src,
      dst,
      amount,
      out,
      fee,
      call: {
        params: { ...wanted, ...accounts, slippage: 0.5 },
        transactionRequest: {
          type: 'ON_CHAIN_EXECUTION',
          routeType: 'CALL_BRIDGE_CALL',
          target: router,
          data,
          value: String(fee + (src.native ? amount : 0n)),
          gasLimit: '985837',
        },
      },
    }),
  }
  const request = { ...requestOf(src, dst, amount), slippageBps: 50 }
  return {
    request: { ...request, fromAddress: alice, receiver: bob },
    honest: [quote, quote, build],
  }
}

const wire: CallSwap['wire'] = {
  quotedOut: ['route.estimate.toAmount', 'route.estimate.toAmountMin'],
  builtOut: ['route.estimate.toAmount', 'route.estimate.toAmountMin'],
  srcAmount: 'route.estimate.fromAmount',
  srcToken: 'route.estimate.fromToken.address',
  dstToken: 'route.estimate.toToken.address',
  to: 'route.transactionRequest.target',
  data: 'route.transactionRequest.data',
  value: 'route.transactionRequest.value',
  spender: null,
  fee: 'route.estimate.feeCosts.0.amount',
}

const ofPayload = (at: number): readonly HostileCall[] => [
  [
    'calls on arrival that pay another account',
    'E8',
    ({ args }) => (args[at][0] = [paidTo(mallory)]),
  ],
  ['no calls on arrival', 'E8', ({ args }) => (args[at][0] = [])],
]
const ofChain = (at: number): readonly HostileCall[] => [
  ['a chain that is not known', 'E8', ({ args }) => (args[at] = 'osmosis')],
  ['another contract on arrival', 'E8', ({ args }) => (args[at + 1] = mallory)],
  ['a text for a contract on arrival', 'E8', ({ args }) => (args[at + 1] = `${router} `)],
]

const bridgedArgs = (payload: Body): Body => [
  opUsdc.address,
  100_000_000n,
  [sold],
  'axlUSDC',
  'Arbitrum',
  router,
  payload,
  alice,
  true,
]
const bridged = (form: string, payload: Body): Pick<CallSwap, 'call'> & { data: `0x${string}` } => {
  const inner = [['6', form]] as const
  const args = bridgedArgs(payload)
  return {
    data: encodeCall(callBridgeCall, args, inner),
    call: {
      signature: callBridgeCall,
      inner,
      payer: ['7'],
      receiver: form === direct ? ['6.0'] : ['6.1', '6.0.0.target'],
      srcToken: ['0'],
      dstToken: [],
      srcAmount: ['1'],
      minimum: '',
      dstChain: '4',
      otherChain: 'base',
      free: because(
        trusted,
        '2',
        '8',
        // The bridged token that is paid out itself, or what the calls on arrival sell.
        ...(form === direct ? ['6.1'] : ['3']),
        ...(form === salted ? ['6.2'] : []),
      ),
      harmless: form === direct ? [] : leafPaths(payload[0], '6.0'),
      alike: { '4': ['arbitrum'] },
    },
  }
}
const salt = hash('salt') as `0x${string}`
const first = bridged(salted, [[delivery], bob, salt])
const older = bridged(unsalted, [[delivery], bob])
const plain = bridged(direct, [bob, salt])

export const callCase: CallCase = {
  source: {
    kind: 'recorded',
    from: 'SpreaDeFi-io/spreadefi-services compass/src/core/resources/quote/dto/prepare-transaction.dto.ts (an answer of v2, there with a hook); 0xsquid/squid-types src/status and src/routes',
    date: '2024, types of 2026-07-31',
  },
  create: (baseUrl) => createSquidProvider({ baseUrl, apiKey: 'key' }),
  ...swapOf({ data: first.data }),
  wire,
  call: first.call,
  hostile: [...ofPayload(6), ...ofChain(4)],
  refusals: [
    // As a public client met it on 2026-07-22.
    [500, { message: 'Low liquidity, please reduce swap amount and try again' }, 'NO_ROUTE'],
    [400, { message: 'No route found', type: 'PATH_FINDER_ERROR', statusCode: 400 }, 'NO_ROUTE'],
    [
      400,
      { errors: [{ message: 'Token is not supported', errorType: 'BAD_REQUEST' }] },
      'NO_ROUTE',
    ],
    [400, { message: 'Amount is too low', type: 'BAD_REQUEST', statusCode: 400 }, 'AMOUNT_TOO_LOW'],
    [400, { message: 'Amount too high', type: 'BAD_REQUEST', statusCode: 400 }, 'AMOUNT_TOO_HIGH'],
    [
      400,
      { message: 'x-integrator-id header is missing', type: 'UNAUTHORIZED' },
      'UPSTREAM_REFUSED',
    ],
    [401, { message: 'Integrator ID is invalid', type: 'UNAUTHORIZED' }, 'UPSTREAM_REFUSED'],
    [403, { message: 'Apologies, swaps are currently unavailable.' }, 'UPSTREAM_REFUSED'],
    [429, { message: 'Too many requests', type: 'RATE_LIMITED' }, 'RATE_LIMITED'],
    [200, { route: { estimate: {} } }, 'UPSTREAM_FAILED'],
  ],
  orders: {
    told: (status, { paid: source = paid, payout, refund } = {}) => {
      const numbers = 'fromChainId=10&toChainId=42161&quoteId=f00dcafe'
      return [
        {
          path: `/status?transactionId=${paid}&${numbers}`,
          body: {
            id: source,
            status: '',
            gasStatus: '',
            isGMPTransaction: true,
            squidTransactionStatus: status,
            axelarTransactionUrl: `https://axelarscan.io/gmp/${source}`,
            fromChain: { transactionId: source, chainData: { chainId: '10' } },
            ...(payout === undefined
              ? {}
              : { toChain: { transactionId: payout, chainData: { chainId: '42161' } } }),
            timeSpent: { total: 40 },
            routeStatus: [
              { chainId: '10', txHash: source, status: 'success', action: 'call' },
              ...(refund === undefined
                ? []
                : [{ chainId: '10', txHash: refund, status: 'refunded', action: 'send' }]),
            ],
          },
        },
      ]
    },
    byPayment: (told, payment) =>
      told.map((one) => ({ ...one, path: `/status?transactionId=${payment}` })),
    words: [
      ['ongoing', 'PENDING'],
      ['needs_gas', 'LONG_PENDING'],
      ['partial_success', 'LONG_PENDING'],
      ['failed_on_destination', 'LONG_PENDING'],
      ['error', 'LONG_PENDING'],
    ],
    isUnread: true,
    done: 'success',
    refunded: 'refunded',
    foreign: [['another payment', (body) => (body.fromChain.transactionId = hash('other'))]],
  },
  more: {
    'a payload without a salt': { ...swapOf({ data: older.data }), call: older.call },
    'the bridged token itself': {
      ...swapOf({ dst: arbAxlUsdc, data: plain.data }),
      call: plain.call,
      hostile: ofChain(4),
    },
    'a bridge alone': {
      ...swapOf({
        src: opAxlUsdc,
        data: encodeCall(
          bridgeCall,
          ['axlUSDC', 100_000_000n, 'Arbitrum', router, [[delivery], bob, salt], alice, false],
          [['4', salted]],
        ),
      }),
      call: {
        signature: bridgeCall,
        inner: [['4', salted]],
        payer: ['5'],
        receiver: ['4.1', '4.0.0.target'],
        srcToken: [],
        dstToken: [],
        srcAmount: ['1'],
        minimum: '',
        dstChain: '2',
        otherChain: 'base',
        free: because(trusted, '4.2', '6'),
        harmless: leafPaths([delivery], '4.0'),
      },
      hostile: [
        ...ofPayload(4),
        ...ofChain(2),
        ['another token sold', 'E8', ({ args }) => (args[0] = 'USDC')],
      ],
    },
    'another bridge, paid with coins': {
      ...swapOf({
        src: opEther,
        amount: 10n ** 17n,
        out: 299_954_000n,
        data: encodeCall(fundAndRunMulticall, [coin, 10n ** 17n, [delivery]]),
      }),
      call: {
        signature: fundAndRunMulticall,
        payer: [],
        // Among the calls, wherever it is.
        receiver: ['2.0.target'],
        srcToken: ['0'],
        dstToken: [],
        srcAmount: ['1'],
        minimum: '',
        dstChain: null,
        free: {},
        harmless: leafPaths([delivery], '2'),
      },
      hostile: [
        ['calls without the receiver', 'E8', ({ args }) => (args[2][0].target = mallory)],
        ['no calls', 'E8', ({ body }) => (body.route.transactionRequest.data = withoutCalls)],
        ['the coin by another name', 'E8', ({ args }) => (args[0] = zeroAddress)],
      ],
    },
  },
}
