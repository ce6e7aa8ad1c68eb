import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createRangoProvider } from '../../src/providers/rango/rango.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, hash, nowMs, requestOf, tokenOf } from './depositSupport.ts'
import { diamond, requestId, routeOf } from './rango/shapes.ts'

const [usdc, arbUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('ARBITRUM', 'USDC')]
const [ether, arbEther] = [tokenOf('ETH', 'ETH'), tokenOf('ARBITRUM', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const arbWeth = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
const paid = hash('payment')
const signature =
  'function acrossBridge((address spokePoolAddress, address depositor, address exclusiveRelayer, address outputToken, uint32 fillDeadline, uint32 exclusivityDeadline, address recipient, uint256 destinationChainId, uint256 decimalsAdjustedTotalRelayFeePct, uint32 quoteTimestamp, bytes message) request, (address requestId, address token, uint256 amount, (address affiliatorAddress, uint256 amount, uint8 feeType)[] affiliateFees, uint256 totalAffiliateFee, uint16 dAppTag, string dAppName) bridgeRequest) payable'
const amount = 100_000_000n
const out = 99_900_000n

function swapBetween(
  src: Token,
  dst: Token,
  outputToken: string,
): Pick<CallSwap, 'request' | 'honest'> {
  const across = {
    spokePoolAddress: evm('pool'),
    depositor: alice,
    exclusiveRelayer: zeroAddress,
    outputToken,
    fillDeadline: nowMs / 1000 + 7_200,
    exclusivityDeadline: 0,
    recipient: bob,
    destinationChainId: 42161n,
    // 0.1% for the relayer.
    decimalsAdjustedTotalRelayFeePct: 999n * 10n ** 15n,
    quoteTimestamp: nowMs / 1000 - 60,
    message: '0x',
  }
  const payment = {
    requestId: evm('request'),
    token: src.address,
    amount,
    affiliateFees: [],
    totalAffiliateFee: 0n,
    dAppTag: 0,
    dAppName: '',
  }
  const given = { src, dst, amount, out, swapper: 'Across', query: { swapperGroups: 'Across' } }
  const priced = routeOf({ ...given, slippage: '1', least: 98_901_000n })
  const data = encodeCall(signature, [across, payment])
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [priced, priced, routeOf({ ...given, slippage: '0.99', least: 98_910_990n, data })],
  }
}

const bendAt =
  (index: number, change: Body): HostileCall[2] =>
  ({ args }) =>
    Object.assign(args[index], change)

const call: CallSwap['call'] = {
  signature,
  payer: ['0.depositor'],
  receiver: ['0.recipient'],
  srcToken: ['1.token'],
  dstToken: ['0.outputToken'],
  srcAmount: ['1.amount'],
  minimum: '0.decimalsAdjustedTotalRelayFeePct',
  share: 10n ** 18n,
  dstChain: '0.destinationChainId',
  free: {
    '0.spokePoolAddress': 'the diamond pays only pools on a list of its own',
    '0.quoteTimestamp':
      'the pool refuses one that is not recent, and takes its fee from the relayer by it',
    ...because('the diamond only emits it', '1.requestId', '1.dAppTag', '1.dAppName'),
  },
  within: ['0.exclusiveRelayer', '0.fillDeadline', '0.exclusivityDeadline'],
  // Zero is the sender.
  alike: { '0.depositor': [zeroAddress] },
}

export const callCase: CallCase = {
  source: { kind: 'shaped', from: 'npm rango-types 0.1.100', date: '2026-11-23' },
  create: (baseUrl) => createRangoProvider({ baseUrl, apiKey: 'key' }),
  ...swapBetween(usdc, arbUsdc, arbUsdc.address),
  wire: {
    quotedOut: ['route.outputAmount', 'route.outputAmountMin'],
    builtOut: ['route.outputAmount', 'route.outputAmountMin'],
    srcAmount: null,
    srcToken: 'route.from.address',
    dstToken: 'route.to.address',
    to: 'tx.txTo',
    data: 'tx.txData',
    value: 'tx.value',
    spender: null,
    fee: null,
  },
  call,
  hostile: [
    ['a call on delivery', 'E8', bendAt(0, { message: '0x12' })],
    ['no token', 'E8', bendAt(0, { outputToken: zeroAddress })],
    ['a deadline of days', 'E8', bendAt(0, { fillDeadline: nowMs / 1000 + 172_800 })],
    [
      'an exclusive hour',
      'E8',
      bendAt(0, { exclusiveRelayer: mallory, exclusivityDeadline: nowMs / 1000 + 3_600 }),
    ],
    [
      'an exclusive hour, as a period',
      'E8',
      bendAt(0, { exclusiveRelayer: mallory, exclusivityDeadline: 3_600 }),
    ],
    [
      'a fee for a third party',
      'E8',
      ({ args }) => {
        args[1].affiliateFees = [{ affiliatorAddress: mallory, amount: 1n, feeType: 1 }]
        args[1].totalAffiliateFee = 1n
      },
    ],
    [
      'a fee besides, as if for Rango',
      'E8',
      ({ args }) => {
        args[1].affiliateFees = [{ affiliatorAddress: diamond, amount: 1n, feeType: 0 }]
        args[1].totalAffiliateFee = 1n
      },
    ],
    ['a fee that is not taken', 'E8', bendAt(1, { totalAffiliateFee: 1n })],
  ],
  refusals: [
    [200, { requestId, resultType: 'NO_ROUTE', route: null, error: null }, 'NO_ROUTE'],
    [
      200,
      {
        requestId,
        resultType: 'INPUT_LIMIT_ISSUE',
        route: { amountRestriction: { min: '200.5', max: null, type: 'INCLUSIVE' } },
        error: null,
      },
      'AMOUNT_TOO_LOW',
    ],
    [
      200,
      {
        requestId,
        resultType: 'INPUT_LIMIT_ISSUE',
        route: { amountRestriction: { min: '0', max: '0.00000000005', type: 'INCLUSIVE' } },
        error: null,
      },
      'AMOUNT_TOO_HIGH',
    ],
    [400, { error: 'Invalid asset', errorCode: 1201, traceId: 1 }, 'UPSTREAM_REFUSED'],
    [200, { resultType: 'HIGH_IMPACT_FOR_CREATE_TX', error: 'impact' }, 'UPSTREAM_REFUSED'],
  ],
  orders: {
    told: (word, { paid: source = paid, payout, refund } = {}) => {
      const [status = null, type] = word.split(' ')
      const refunds = refund === undefined ? [] : [{ url: `https://etherscan.io/tx/${refund}` }]
      return [
        {
          path: `/status?requestId=${requestId}&txId=${paid}&apiKey=key`,
          body: {
            status,
            error: null,
            output: type === undefined ? null : { amount: String(out), type },
            explorerUrl: refunds,
            diagnosisUrl: null,
            bridgeData: {
              srcChainId: 1,
              srcTxHash: source,
              destChainId: 42161,
              destTxHash: payout,
            },
          },
        },
      ]
    },
    byPayment: (told, source) =>
      told.map((one) => ({ ...one, path: `/status?txId=${source}&apiKey=key` })),
    words: [
      ['running', 'PENDING'],
      ['failed', 'LONG_PENDING'],
      ['success MIDDLE_ASSET_IN_DEST', 'LONG_PENDING'],
    ],
    done: 'success DESIRED_OUTPUT',
    refunded: 'failed REVERTED_TO_INPUT',
    foreign: [['another payment', (body) => (body.bridgeData.srcTxHash = hash('other'))]],
  },
  more: {
    'native coins': {
      ...swapBetween(ether, arbEther, arbWeth),
      hostile: [],
    },
  },
}
