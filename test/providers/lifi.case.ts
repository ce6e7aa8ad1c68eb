import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createLifiProvider } from '../../src/providers/lifi/lifi.ts'
import {
  type CallCase,
  type CallSwap,
  encodeCall,
  type HostileCall,
  wordOf,
  because,
} from './callCase.ts'
import {
  acrossData,
  bridgeData,
  deBridgeData,
  feeOf,
  feeShape,
  stepOf,
  swapsType,
  swapOf,
} from './lifi/shapes.ts'
import { type Body, evm, hash, nowMs, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, arbUsdc, bscUsdc] = [
  tokenOf('ETH', 'USDC'),
  tokenOf('ARBITRUM', 'USDC'),
  tokenOf('BSC', 'USDC'),
]
const [ether, arbEther, dai] = [
  tokenOf('ETH', 'ETH'),
  tokenOf('ARBITRUM', 'ETH'),
  tokenOf('ETH', 'DAI'),
]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const arbWeth = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
const paid = hash('payment')

const swapAcross = `function swapAndStartBridgeTokensViaAcrossV4(${bridgeData}, ${swapsType}, ${acrossData}) payable`
const startAcross = `function startBridgeTokensViaAcrossV4(${bridgeData}, ${acrossData}) payable`
const startDeBridge = `function startBridgeTokensViaDeBridgeDln(${bridgeData}, ${deBridgeData}) payable`

/** LI.FI's fee of 25 units: as small a share of every amount that the suites put in its place. */
const amount = 100_000_000n
const bridged = amount - feeShape.amount

function bridgeOf(tool: string, token: string, least: bigint, to: bigint, swaps: boolean): Body {
  return {
    transactionId: hash('transaction'),
    bridge: tool,
    integrator: 'swaproute',
    referrer: zeroAddress,
    sendingAssetId: token,
    receiver: bob,
    minAmount: least,
    destinationChainId: to,
    hasSourceSwaps: swaps,
    hasDestinationCall: false,
  }
}

function acrossOf(input: string, output: string, outputAmount: bigint): Body {
  return {
    receiverAddress: wordOf(bob),
    refundAddress: wordOf(alice),
    sendingAssetId: wordOf(input),
    receivingAssetId: wordOf(output),
    outputAmount,
    outputAmountMultiplier: 10n ** 18n,
    exclusiveRelayer: wordOf(zeroAddress),
    quoteTimestamp: nowMs / 1000 - 60,
    fillDeadline: nowMs / 1000 + 7_200,
    exclusivityParameter: 0,
    message: '0x',
  }
}

/** Quote, new price, and call; the call is asked for with the slippage that is left. */
function swapBetween(
  src: Token,
  dst: Token,
  { signature, args, out, ...more }: Body,
): Pick<CallSwap, 'request' | 'honest'> {
  const given = { src, dst, amount, out, query: { allowBridges: 'across,debridge' }, ...more }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [
      swapOf({ ...given, slippage: '0.01' }),
      swapOf({ ...given, slippage: '0.01' }),
      swapOf({ ...given, slippage: '0.0099', data: encodeCall(signature, args) }),
    ],
  }
}

const bendAt =
  (index: number, change: Body): HostileCall[2] =>
  ({ args }) =>
    Object.assign(args[index], change)
const onDelivery: HostileCall[] = [
  ['a call on delivery', 'E8', bendAt(0, { hasDestinationCall: true })],
  ['another receiver for LI.FI', 'E8', bendAt(0, { receiver: mallory })],
]

const acrossFree = because(
  'the diamond only emits it',
  '0.transactionId',
  '0.bridge',
  '0.integrator',
  '0.referrer',
)
const quoteTimestamp =
  'the pool refuses one that is not recent, and takes its fee from the relayer by it'
const common: CallSwap['call'] = {
  signature: swapAcross,
  payer: ['2.refundAddress'],
  receiver: ['0.receiver', '2.receiverAddress'],
  srcToken: ['0.sendingAssetId', '1.0.sendingAssetId', '1.0.callData.0', '2.sendingAssetId'],
  dstToken: ['2.receivingAssetId'],
  srcAmount: ['1.0.fromAmount'],
  minimum: '0.minAmount',
  dstChain: '0.destinationChainId',
  inner: [['1.0.callData', feeShape.signature]],
  free: {
    ...acrossFree,
    '2.outputAmount': 'the diamond computes it from what the swap yields',
    '2.quoteTimestamp': quoteTimestamp,
  },
  within: [
    '2.sendingAssetId',
    '2.exclusiveRelayer',
    '2.fillDeadline',
    '2.exclusivityParameter',
    '1.0.callData.1.0.amount',
  ],
}

const call: CallSwap['call'] = {
  ...common,
  factor: '2.outputAmountMultiplier',
  // The swap before may yield coins: what is then named as deposited proves nothing.
  alike: { '0.sendingAssetId': [zeroAddress], '1.0.receivingAssetId': [zeroAddress] },
}

const wire: CallSwap['wire'] = {
  quotedOut: ['estimate.toAmount'],
  builtOut: ['estimate.toAmount', 'estimate.toAmountMin'],
  srcAmount: 'action.fromAmount',
  srcToken: 'action.fromToken.address',
  dstToken: 'action.toToken.address',
  to: 'transactionRequest.to',
  data: 'transactionRequest.data',
  value: 'transactionRequest.value',
  spender: 'estimate.approvalAddress',
  fee: null,
}

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'npm @lifi/types 18.4.0; amounts and fee step as in an answer of li.quest of 2026-10-04',
    date: '2026-11-23',
  },
  create: (baseUrl) => createLifiProvider({ baseUrl }),
  ...swapBetween(usdc, arbUsdc, {
    signature: swapAcross,
    args: [
      bridgeOf('across', usdc.address, bridged, 42161n, true),
      [feeOf(usdc, amount)],
      acrossOf(usdc.address, arbUsdc.address, bridged),
    ],
    out: bridged,
    tool: 'across',
  }),
  wire,
  call,
  hostile: [
    ...onDelivery,
    ['a message', 'E8', bendAt(2, { message: '0x12' })],
    ['another token', 'E8', bendAt(2, { sendingAssetId: wordOf(weth) })],
    ['half the output', 'E9', bendAt(2, { outputAmountMultiplier: 5n * 10n ** 17n })],
    ['a larger fee', 'E8', ({ args }) => (args[1][0].callData[1][0].amount = 250_001n)],
    [
      'a fee for a third party',
      'E8',
      ({ args }) => (args[1][0].callData[1][0].recipient = mallory),
    ],
    ['two fees', 'E8', ({ args }) => args[1][0].callData[1].push({ recipient: mallory, amount })],
    ['a fee elsewhere', 'E8', ({ args }) => (args[1][0].callTo = mallory)],
    ['tokens besides', 'E8', ({ args }) => args[1].push({ ...args[1][0], callData: '0x' })],
    ['a deadline of days', 'E8', bendAt(2, { fillDeadline: nowMs / 1000 + 172_800 })],
    ['an exclusive hour', 'E8', bendAt(2, { exclusivityParameter: 3_600 })],
    ['another chain', 'E1', ({ body }) => (body.transactionRequest.chainId = 10)],
  ],
  refusals: [
    [404, { message: 'No available quotes for the requested transfer', code: 1002 }, 'NO_ROUTE'],
    [
      404,
      {
        message: 'No available quotes',
        code: 1002,
        errors: [{ errorType: 'NO_QUOTE', code: 'AMOUNT_TOO_LOW', tool: 'across', message: 'low' }],
      },
      'AMOUNT_TOO_LOW',
    ],
    [
      404,
      {
        message: 'No available quotes',
        code: 1002,
        errors: {
          filteredOut: [],
          failed: [
            {
              overallPath: '1:USDC-across-42161:USDC',
              subpaths: { '1:USDC-across-42161:USDC': [{ code: 'AMOUNT_TOO_HIGH' }] },
            },
          ],
        },
      },
      'AMOUNT_TOO_HIGH',
    ],
    [400, { message: '/fromAddress must not be a placeholder', code: 1011 }, 'UPSTREAM_REFUSED'],
    [500, { message: 'Internal server error', code: 1006 }, 'UPSTREAM_FAILED'],
  ],
  orders: {
    told: (word, { paid: source = paid, payout, refund } = {}) => {
      const [status = '', substatus] = word.split(' ')
      return [
        {
          path: `/status?txHash=${paid}`,
          body: {
            status,
            substatus,
            tool: 'across',
            sending: { txHash: source, chainId: 1 },
            receiving: { chainId: 42161, txHash: payout ?? refund },
          },
        },
      ]
    },
    words: [
      ['PENDING WAIT_DESTINATION_TRANSACTION', 'PENDING'],
      ['PENDING REFUND_IN_PROGRESS', 'LONG_PENDING'],
      ['PENDING BRIDGE_NOT_AVAILABLE', 'LONG_PENDING'],
      ['PENDING UNKNOWN_ERROR', 'LONG_PENDING'],
      ['FAILED UNKNOWN_FAILED_ERROR', 'LONG_PENDING'],
      ['FAILED NOT_PROCESSABLE_REFUND_NEEDED', 'REVERT'],
    ],
    done: 'DONE COMPLETED',
    refunded: 'DONE REFUNDED',
    foreign: [['another payment', (body) => (body.sending.txHash = hash('other'))]],
  },
  more: {
    'native coins, without a fee': {
      ...swapBetween(ether, arbEther, {
        signature: startAcross,
        args: [
          bridgeOf('across', zeroAddress, amount, 42161n, false),
          acrossOf(weth, arbWeth, bridged),
        ],
        out: bridged,
        tool: 'across',
      }),
      call: {
        ...common,
        signature: startAcross,
        payer: ['1.refundAddress'],
        receiver: ['0.receiver', '1.receiverAddress'],
        srcToken: ['0.sendingAssetId'],
        dstToken: ['1.receivingAssetId'],
        srcAmount: ['0.minAmount'],
        minimum: '1.outputAmount',
        inner: [],
        free: {
          ...acrossFree,
          '1.quoteTimestamp': quoteTimestamp,
          '1.outputAmountMultiplier': 'only a deposit after a swap is multiplied by it',
          '1.sendingAssetId': 'a native coin is deposited as the wrapped one, whatever is named',
        },
        within: ['1.exclusiveRelayer', '1.fillDeadline', '1.exclusivityParameter'],
      },
      wire: { ...wire, spender: null },
      hostile: [...onDelivery, ['a message', 'E8', bendAt(1, { message: '0x12' })]],
    },
    'a swap before': {
      ...swapBetween(dai, arbUsdc, {
        signature: swapAcross,
        args: [
          bridgeOf('across', usdc.address, bridged, 42161n, true),
          [feeOf(dai, amount), stepOf(dai, usdc, amount - feeShape.amount)],
          acrossOf(usdc.address, arbUsdc.address, bridged),
        ],
        out: bridged,
        tool: 'across',
      }),
      call: {
        ...call,
        srcToken: ['1.0.sendingAssetId', '1.0.callData.0', '1.1.sendingAssetId'],
        free: {
          ...call.free,
          ...because(
            'the diamond calls listed exchanges only, and reverts where they yield less than the amount of the bridge',
            '1.1.callTo',
            '1.1.approveTo',
            '1.1.fromAmount',
            '1.1.callData',
          ),
        },
      },
      hostile: [
        ...onDelivery,
        [
          'a token of its own in between',
          'E8',
          ({ args }) => {
            args[0].sendingAssetId = mallory
            args[1][1].receivingAssetId = mallory
            args[2].sendingAssetId = wordOf(mallory)
          },
        ],
        [
          'a promise above what its swap guarantees',
          'E8',
          ({ args }) => {
            args[0].minAmount = 1n
            args[2].outputAmountMultiplier = 10n ** 30n
          },
        ],
        ['a swap for another token', 'E8', ({ args }) => (args[1][1].receivingAssetId = mallory)],
        ['a second deposit', 'E8', ({ args }) => (args[1][1].requiresDeposit = true)],
        ['no fee first', 'E8', ({ args }) => (args[1][0].receivingAssetId = usdc.address)],
        ['no swaps', 'E8', ({ body }) => (body.transactionRequest.data = noSwaps())],
      ],
    },
    deBridge: {
      ...swapBetween(usdc, bscUsdc, {
        signature: startDeBridge,
        args: [
          bridgeOf('debridge', usdc.address, amount, 56n, false),
          {
            receivingAssetId: bscUsdc.address,
            receiver: bob,
            orderAuthorityDst: bob,
            minAmountOut: 99n * 10n ** 18n,
          },
        ],
        out: 99n * 10n ** 18n,
        tool: 'debridge',
        fixedFee: 10n ** 15n,
      }),
      wire: { ...wire, fee: 'estimate.feeCosts.1.amount' },
      call: {
        signature: startDeBridge,
        payer: [],
        receiver: ['0.receiver', '1.receiver', '1.orderAuthorityDst'],
        srcToken: ['0.sendingAssetId'],
        dstToken: ['1.receivingAssetId'],
        srcAmount: ['0.minAmount'],
        minimum: '1.minAmountOut',
        dstChain: '0.destinationChainId',
        free: acrossFree,
      },
      hostile: onDelivery,
    },
  },
}

/** A call that declares a swap before it, without a swap. */
function noSwaps(): string {
  return encodeCall(swapAcross, [
    bridgeOf('across', usdc.address, bridged, 42161n, true),
    [],
    acrossOf(usdc.address, arbUsdc.address, bridged),
  ])
}
