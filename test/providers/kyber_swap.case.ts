import { zeroAddress } from '../../src/core/token.ts'
import { createKyberProvider } from '../../src/providers/kyber_swap.ts'
import { type CallCase, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, nowMs, requestOf, tokenOf } from './depositSupport.ts'

// Shapes: https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator (read 2026-11).

const usdc = tokenOf('ETH', 'USDC')
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const router = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const [alice, bob, mallory, executor] = [evm('alice'), evm('bob'), evm('mallory'), evm('executor')]
const signature =
  'function swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution) payable returns (uint256 returnAmount, uint256 gasUsed)'

const routeSummary = {
  tokenIn: usdc.address.toLowerCase(),
  amountIn: '100000000',
  tokenOut: coin.toLowerCase(),
  amountOut: '33333333333333333',
  gas: '250000',
  gasPrice: '1000000000',
  checksum: '123',
  timestamp: String(nowMs / 1000),
}
const route: Exchange = {
  path: `/ethereum/api/v1/routes?tokenIn=${usdc.address}&tokenOut=${coin}&amountIn=100000000&origin=${alice}`,
  body: { code: 0, message: 'successfully', data: { routeSummary } },
}
const desc = {
  srcToken: usdc.address,
  dstToken: coin,
  srcReceivers: [executor],
  srcAmounts: [100_000_000n],
  feeReceivers: [],
  feeAmounts: [],
  dstReceiver: bob,
  amount: 100_000_000n,
  // Of one unit below the route, rounded down, as measured.
  minReturnAmount: (33_333_333_333_333_332n * 9_951n) / 10_000n,
  flags: 0x200n,
  permit: '0x',
}
const execution = { callTarget: executor, approveTarget: zeroAddress, targetData: '0xabcdef' }
const build: Exchange = {
  method: 'POST',
  path: '/ethereum/api/v1/route/build',
  request: {
    routeSummary,
    sender: alice,
    recipient: bob,
    slippageTolerance: 49,
    enableGasEstimation: false,
    source: 'swaproute',
  },
  body: {
    code: 0,
    message: 'successfully',
    data: {
      amountOut: '33333333333333332',
      data: encodeCall(signature, [{ ...execution, desc, clientData: '0x7b7d' }]),
      routerAddress: router,
      transactionValue: '0',
    },
  },
}
const ordered = (bend: (order: Body) => unknown): HostileCall[2] => {
  return ({ args }) => bend(args[0].desc)
}

export const callCase: CallCase = {
  create: (baseUrl) => createKyberProvider({ baseUrl }),
  request: {
    ...requestOf(usdc, tokenOf('ETH', 'ETH'), 100_000_000n),
    fromAddress: alice,
    receiver: bob,
  },
  honest: [route, route, build],
  wire: {
    quotedOut: ['data.routeSummary.amountOut'],
    builtOut: ['data.amountOut'],
    srcAmount: 'data.routeSummary.amountIn',
    srcToken: 'data.routeSummary.tokenIn',
    dstToken: 'data.routeSummary.tokenOut',
    to: 'data.routerAddress',
    data: 'data.data',
    value: 'data.transactionValue',
    spender: null,
    fee: null,
  },
  call: {
    signature,
    payer: [],
    receiver: ['0.desc.dstReceiver'],
    srcToken: ['0.desc.srcToken'],
    dstToken: ['0.desc.dstToken'],
    srcAmount: ['0.desc.amount', '0.desc.srcAmounts.0'],
    minimum: '0.desc.minReturnAmount',
    dstChain: null,
    // The router itself compares what reached the receiver with the minimum.
    free: ['0.callTarget', '0.targetData', '0.clientData', '0.desc.srcReceivers'],
    payerWord: zeroAddress,
    alike: { '0.desc.flags': [0n, 0x20n, 0x200n, 0x220n] },
  },
  hostile: [
    ['a partial fill', 'E8', ordered((order) => (order.flags |= 1n))],
    ['a flag that approves', 'E8', ordered((order) => (order.flags |= 0x100n))],
    ['a permit', 'E8', ordered((order) => (order.permit = '0x12'))],
    ['an approval', 'E8', ({ args }) => (args[0].approveTarget = mallory)],
    ['a fee', 'E8', ordered((order) => (order.feeReceivers = [mallory]))],
    ['more taken', 'E8', ordered((order) => (order.srcAmounts = [order.amount + 1n]))],
  ],
  refusals: [
    [400, { code: 4008, message: 'route not found' }, 'NO_ROUTE'],
    [200, { code: 4010, message: 'no eligible pool' }, 'NO_ROUTE'],
    [400, { code: 4009, message: 'too large' }, 'AMOUNT_TOO_HIGH'],
    [400, { code: 4222, message: 're-quote' }, 'PRICE_MOVED'],
    [400, { code: 4002, message: 'unable to bind request body' }, 'UPSTREAM_REFUSED'],
  ],
}
