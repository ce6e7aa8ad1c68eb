import type { Token } from '../../src/core/token.ts'
import { createRangoSwapProvider } from '../../src/providers/rango/rango.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, requestOf, tokenOf } from './depositSupport.ts'
import { requestId, routeOf } from './rango/shapes.ts'

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const exchange = evm('exchange')
const steps =
  '(address spender, address target, address swapFromToken, address swapToToken, bool needsTransferFromUser, uint256 amount, bytes callData)[] calls'
const fees =
  '(address affiliatorAddress, uint256 amount, uint8 feeType)[] affiliateFees, uint256 totalAffiliateFee'
const rest =
  'uint256 minimumAmountExpected, bool feeFromInputToken, uint16 dAppTag, string dAppName'
const first = `function onChainSwaps((address requestId, address fromToken, address toToken, uint256 amountIn, uint256 platformFee, uint256 destinationExecutorFee, uint256 affiliateFee, address affiliatorAddress, ${rest}) request, ${steps}, address receiver) payable returns (bytes[])`
const second = `function onChainSwaps((address requestId, address fromToken, address toToken, uint256 amountIn, ${fees}, ${rest}) request, ${steps}, address receiver) payable returns (bytes[])`

function swapOn(
  src: Token,
  dst: Token,
  amount: bigint,
  { signature, out, ...more }: Body,
): Pick<CallSwap, 'request' | 'honest'> {
  const least = (out * 9_950n) / 10_000n
  const request = {
    requestId: evm('request'),
    fromToken: src.address,
    toToken: dst.address,
    amountIn: amount,
    ...more,
    minimumAmountExpected: least,
    feeFromInputToken: false,
    dAppTag: 0,
    dAppName: '',
  }
  const step = {
    spender: exchange,
    target: exchange,
    swapFromToken: src.address,
    swapToToken: dst.address,
    needsTransferFromUser: false,
    amount,
    callData: '0x12345678',
  }
  const query = { swapperGroups: 'Curve', swappersGroupsExclude: 'true' }
  const given = { src, dst, amount, out, least, slippage: '0.5', swapper: 'OpenOcean', query }
  const foreignExclusions = { lifi: ['OpenOcean'], rango: ['Curve'], zerox: [], dflow: [] }
  return {
    request: {
      ...requestOf(src, dst, amount),
      fromAddress: alice,
      receiver: bob,
      foreignExclusions,
    },
    honest: [
      routeOf(given),
      routeOf(given),
      routeOf({ ...given, data: encodeCall(signature, [request, [step], bob]) }),
    ],
  }
}

const asked = (change: Body): HostileCall[2] => {
  return ({ args }) => Object.assign(args[0], change)
}
const taking: HostileCall = [
  'tokens besides',
  'E8',
  ({ args }) => (args[1][0].needsTransferFromUser = true),
]
const call: CallSwap['call'] = {
  signature: second,
  payer: [],
  receiver: ['2'],
  srcToken: ['0.fromToken'],
  dstToken: ['0.toToken'],
  srcAmount: ['0.amountIn'],
  minimum: '0.minimumAmountExpected',
  dstChain: null,
  free: {
    ...because('the diamond only emits it', '0.requestId', '0.dAppTag', '0.dAppName'),
    ...because(
      'the diamond calls listed exchanges only, and holds what it has gained against the minimum',
      '1.0.spender',
      '1.0.target',
      '1.0.swapFromToken',
      '1.0.swapToToken',
      '1.0.amount',
      '1.0.callData',
    ),
  },
  // It names the source of a fee, and there is no fee.
  within: ['0.feeFromInputToken'],
}

export const callCase: CallCase = {
  source: { kind: 'shaped', from: 'npm rango-types 0.1.100', date: '2026-11-23' },
  create: (baseUrl) => createRangoSwapProvider({ baseUrl, apiKey: 'key' }),
  ...swapOn(usdc, ether, 100_000_000n, {
    signature: second,
    out: 33_333_333_333_333_333n,
    affiliateFees: [],
    totalAffiliateFee: 0n,
  }),
  wire: {
    quotedOut: ['route.outputAmount'],
    builtOut: ['route.outputAmount'],
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
    taking,
    ['no swaps', 'E8', ({ args }) => (args[1] = [])],
    [
      'a fee for a third party',
      'E8',
      asked({
        affiliateFees: [{ affiliatorAddress: mallory, amount: 1n, feeType: 1 }],
        totalAffiliateFee: 1n,
      }),
    ],
    ['a fee that is not taken', 'E8', asked({ totalAffiliateFee: 1n })],
    [
      'a fee besides, as if for Rango',
      'E8',
      asked({
        affiliateFees: [{ affiliatorAddress: mallory, amount: 1n, feeType: 0 }],
        totalAffiliateFee: 1n,
        feeFromInputToken: true,
      }),
    ],
  ],
  refusals: [
    [200, { requestId, resultType: 'NO_ROUTE', route: null, error: null }, 'NO_ROUTE'],
    [
      200,
      {
        requestId,
        resultType: 'INPUT_LIMIT_ISSUE',
        route: { amountRestriction: { min: '200.5', max: null, type: 'EXCLUSIVE' } },
      },
      'AMOUNT_TOO_LOW',
    ],
    [
      200,
      {
        requestId,
        resultType: 'INPUT_LIMIT_ISSUE',
        route: { amountRestriction: { min: null, max: '0.00000000005', type: 'EXCLUSIVE' } },
      },
      'AMOUNT_TOO_HIGH',
    ],
    [429, { error: 'Too many requests' }, 'RATE_LIMITED'],
  ],
  more: {
    'native coins, by the older form': {
      ...swapOn(ether, usdc, 10n ** 17n, {
        signature: first,
        out: 299_000_000n,
        platformFee: 0n,
        destinationExecutorFee: 0n,
        affiliateFee: 0n,
        affiliatorAddress: mallory,
      }),
      call: {
        ...call,
        signature: first,
        // A fee from the output is taken before it is compared with the minimum.
        free: { ...call.free, '0.affiliatorAddress': 'the fee of an affiliate has to be zero' },
        within: ['0.feeFromInputToken', '0.platformFee'],
        besides: '0.platformFee',
      },
      hostile: [
        taking,
        ['a fee for a third party', 'E8', asked({ affiliateFee: 1n })],
        ['a call on another chain', 'E8', asked({ destinationExecutorFee: 1n })],
      ],
    },
  },
}
