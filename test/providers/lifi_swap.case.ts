import type { Token } from '../../src/core/token.ts'
import { createLifiSwapProvider } from '../../src/providers/lifi/lifi.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { feeOf, feeShape, stepOf, swapOf, swapsType, swapType } from './lifi/shapes.ts'
import { type Body, evm, hash, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, dai, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'DAI'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const head =
  'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut'
const toNative = `function swapTokensMultipleV3ERC20ToNative(${head}, ${swapsType})`
const fromNative = `function swapTokensMultipleV3NativeToERC20(${head}, ${swapsType}) payable`
const single = `function swapTokensSingleV3ERC20ToERC20(${head}, ${swapType})`

/** The service rounds the minimum up. */
function leastOf(out: bigint): bigint {
  return (out * 9_950n + 9_999n) / 10_000n
}

/** Twice the price, and the call; nothing moves between them. */
function swapOn(
  src: Token,
  dst: Token,
  amount: bigint,
  { signature, swapData, out, denied }: Body,
): Pick<CallSwap, 'request' | 'honest'> {
  const least = leastOf(out)
  const data = encodeCall(signature, [hash('transaction'), 'swaproute', '', bob, least, swapData])
  const query: Record<string, string> = denied === undefined ? {} : { denyExchanges: denied }
  const given = { src, dst, amount, out, least, tool: 'kyberswap', slippage: '0.005', query }
  const excluded = denied === undefined ? [] : [denied]
  const foreignExclusions = { lifi: excluded, rango: ['kyberswap'], zerox: [], dflow: [] }
  return {
    request: {
      ...requestOf(src, dst, amount),
      fromAddress: alice,
      receiver: bob,
      foreignExclusions,
    },
    honest: [swapOf(given), swapOf(given), swapOf({ ...given, data })],
  }
}

const free = because('the diamond only emits it', '0', '1', '2')
const anyExchange =
  'the diamond calls listed exchanges only, and holds its balance against the minimum'
const amount = 100_000_000n
const call: CallSwap['call'] = {
  signature: toNative,
  payer: [],
  receiver: ['3'],
  srcToken: ['5.0.sendingAssetId', '5.0.callData.0', '5.1.sendingAssetId'],
  dstToken: ['5.1.receivingAssetId'],
  srcAmount: ['5.0.fromAmount'],
  minimum: '4',
  dstChain: null,
  inner: [['5.0.callData', feeShape.signature]],
  free: {
    ...free,
    ...because(anyExchange, '5.1.callTo', '5.1.approveTo', '5.1.fromAmount', '5.1.callData'),
  },
  within: ['5.0.callData.1.0.amount'],
}
const hostile: HostileCall[] = [
  ['a larger fee', 'E8', ({ args }) => (args[5][0].callData[1][0].amount = 250_001n)],
  ['a fee for a third party', 'E8', ({ args }) => (args[5][0].callData[1][0].recipient = mallory)],
  ['a fee elsewhere', 'E8', ({ args }) => (args[5][0].callTo = mallory)],
  ['no fee first', 'E8', ({ args }) => (args[5][0].receivingAssetId = dai.address)],
  ['a second deposit', 'E8', ({ args }) => (args[5][1].requiresDeposit = true)],
  ['no swaps', 'E8', ({ body }) => (body.transactionRequest.data = noSwaps())],
  [
    'a facet that is not read',
    'E8',
    ({ body }) =>
      (body.transactionRequest.data = `0x4f3b0759${body.transactionRequest.data.slice(10)}`),
  ],
]

const wire: CallSwap['wire'] = {
  quotedOut: ['estimate.toAmount'],
  builtOut: ['estimate.toAmount'],
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
  create: (baseUrl) => createLifiSwapProvider({ baseUrl }),
  ...swapOn(usdc, ether, amount, {
    signature: toNative,
    swapData: [feeOf(usdc, amount), stepOf(usdc, ether, amount - feeShape.amount)],
    out: 33_333_333_333_333_333n,
  }),
  wire,
  call,
  hostile,
  refusals: [
    [404, { message: 'No available quotes for the requested transfer', code: 1002 }, 'NO_ROUTE'],
    [
      404,
      { message: 'No quotes', code: 1002, errors: [{ code: 'FEES_HIGHER_THAN_AMOUNT' }] },
      'AMOUNT_TOO_LOW',
    ],
    [
      404,
      { message: 'No quotes', code: 1002, errors: [{ code: 'AMOUNT_TOO_HIGH' }] },
      'AMOUNT_TOO_HIGH',
    ],
    [429, { message: 'Rate limit exceeded', code: 1005 }, 'RATE_LIMITED'],
  ],
  more: {
    'native coins': {
      ...swapOn(ether, usdc, 10n ** 17n, {
        signature: fromNative,
        swapData: [feeOf(ether, 10n ** 17n), stepOf(ether, usdc, 10n ** 17n - feeShape.amount)],
        out: 299_000_000n,
      }),
      call: {
        ...call,
        signature: fromNative,
        srcToken: ['5.0.sendingAssetId', '5.1.sendingAssetId'],
        inner: [['5.0.callData', feeShape.native]],
        within: ['5.0.callData.0.0.amount'],
      },
      wire: { ...wire, spender: null },
      hostile: [
        ['a larger fee', 'E8', ({ args }) => (args[5][0].callData[0][0].amount = 10n ** 15n)],
        [
          'a fee for a third party',
          'E8',
          ({ args }) => (args[5][0].callData[0][0].recipient = mallory),
        ],
      ],
    },
    'one swap, with an exchange excluded': {
      ...swapOn(usdc, dai, amount, {
        signature: single,
        swapData: stepOf(usdc, dai, amount, true),
        out: 99n * 10n ** 18n,
        denied: 'bitget',
      }),
      call: {
        ...call,
        signature: single,
        srcToken: ['5.sendingAssetId'],
        dstToken: ['5.receivingAssetId'],
        srcAmount: ['5.fromAmount'],
        inner: [],
        within: [],
        free: {
          ...free,
          ...because(anyExchange, '5.callTo', '5.approveTo', '5.callData'),
          '5.requiresDeposit': 'the form with one swap takes the deposit by itself',
        },
      },
      hostile: [['native coins', 'E8', ({ args }) => (args[5].receivingAssetId = ether.address)]],
    },
  },
}

function noSwaps(): string {
  return encodeCall(toNative, [hash('transaction'), 'swaproute', '', bob, 1n, []])
}
