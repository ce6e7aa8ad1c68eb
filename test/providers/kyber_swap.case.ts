import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createKyberSwapProvider } from '../../src/providers/kyber_swap.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

// Shapes: https://github.com/Vex-Foundation/Vex, src/__tests__/kyberswap/fixtures/route-build/
// (answers of 2026-07-25, which pay a fee of their recorder), and references/api-reference.md of
// https://github.com/KyberNetwork/kyberswap-skills (2026-03-25).

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const executor = evm('executor')
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const router = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const signature =
  'function swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution) payable returns (uint256 returnAmount, uint256 gasUsed)'

/** The calls of a swap that is worth `out`; a call is worth one unit less than its route. */
function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const [srcToken = '', dstToken = ''] = [src, dst].map(({ native, address }) =>
    native ? coin : address,
  )
  const routeSummary = {
    tokenIn: srcToken.toLowerCase(),
    amountIn: String(amount),
    tokenOut: dstToken.toLowerCase(),
    amountOut: String(out),
    gas: '672343',
    gasPrice: '86475062',
    extraFee: { feeAmount: '', chargeFeeBy: '', isInBps: false, feeReceiver: '' },
    route: [[{ pool: '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc', extra: null }]],
    checksum: '14919680168917041085',
    timestamp: 1785006462,
  }
  const desc = {
    srcToken,
    dstToken,
    srcReceivers: src.native ? [] : [executor],
    srcAmounts: src.native ? [] : [amount],
    feeReceivers: [],
    feeAmounts: [],
    dstReceiver: bob,
    amount,
    minReturnAmount: ((out - 1n) * 9_951n) / 10_000n,
    flags: 0x200n,
    permit: '0x',
  }
  const execution = { callTarget: executor, approveTarget: zeroAddress, targetData: '0x16', desc }
  const route: Exchange = {
    path: `/ethereum/api/v1/routes?tokenIn=${srcToken}&tokenOut=${dstToken}&amountIn=${amount}&origin=${alice}`,
    body: { code: 0, message: 'successfully', data: { routeSummary, routerAddress: router } },
  }
  const accounts = { sender: alice, recipient: bob }
  const build: Exchange = {
    method: 'POST',
    path: '/ethereum/api/v1/route/build',
    request: { routeSummary, ...accounts, slippageTolerance: 49, source: 'swaproute' },
    body: {
      code: 0,
      message: 'successfully',
      data: {
        amountIn: String(amount),
        amountOut: String(out - 1n),
        outputChange: { amount: '0', percent: 0, level: 0 },
        data: encodeCall(signature, [{ ...execution, clientData: '0x7b7d' }]),
        routerAddress: router,
        transactionValue: src.native ? String(amount) : '0',
      },
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [route, route, build],
  }
}

const described = (name: string, change: Body): HostileCall => {
  return [name, 'E8', ({ args }) => Object.assign(args[0].desc, change)]
}
const call: CallSwap['call'] = {
  signature,
  payer: [],
  receiver: ['0.desc.dstReceiver'],
  srcToken: ['0.desc.srcToken'],
  dstToken: ['0.desc.dstToken'],
  srcAmount: ['0.desc.amount', '0.desc.srcAmounts.0'],
  minimum: '0.desc.minReturnAmount',
  dstChain: null,
  free: {
    ...because(
      'only the growth of the receiver is measured, so that it is typed whichever contract swaps (E15)',
      '0.callTarget',
      '0.targetData',
      '0.desc.srcReceivers',
    ),
    '0.clientData': 'bytes that the router only emits',
  },
  alike: { '0.desc.flags': [0n, 0x20n, 0x220n] },
}

export const callCase: CallCase = {
  source: {
    kind: 'recorded',
    from: 'Vex-Foundation/Vex, src/__tests__/kyberswap/fixtures/route-build',
    date: '2026-07-25',
  },
  create: (baseUrl) => createKyberSwapProvider({ baseUrl }),
  ...swapOf(usdc, ether, 100_000_000n, 33_333_333_333_333_333n),
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
  call,
  hostile: [
    ['an approval', 'E8', ({ args }) => (args[0].approveTarget = mallory)],
    described('a permit', { permit: '0x12' }),
    described('a fee', { feeReceivers: [mallory], feeAmounts: [1n] }),
    described('a receiver of a fee', { feeReceivers: [mallory] }),
    described('a fee without a receiver', { feeAmounts: [1n] }),
    described('more', { srcReceivers: [executor, mallory], srcAmounts: [100_000_000n, 1n] }),
    described('less', { srcAmounts: [99_999_999n] }),
    described('a receiver of no amount', { srcReceivers: [executor, mallory] }),
    ...[0x01n, 0x02n, 0x04n, 0x08n, 0x10n, 0x40n, 0x80n, 0x100n].map((flag) =>
      described(`the flag ${flag}`, { flags: flag | 0x200n }),
    ),
  ],
  refusals: [
    [400, { code: 4008, message: 'route not found', details: null }, 'NO_ROUTE'],
    [400, { code: 4010, message: 'no eligible pool' }, 'NO_ROUTE'],
    [400, { code: 4221, message: 'weth not found' }, 'NO_ROUTE'],
    [400, { code: 4009, message: 'amountIn is greater than max allowed' }, 'AMOUNT_TOO_HIGH'],
    [400, { code: 4002, message: 'unable to bind request body' }, 'UPSTREAM_REFUSED'],
    [200, { code: 4222, message: 'quoted amount is smaller than estimated' }, 'PRICE_MOVED'],
  ],
  more: {
    'native coins': {
      ...swapOf(ether, usdc, 10n ** 17n, 299_000_000n),
      call: { ...call, srcAmount: ['0.desc.amount'] },
      hostile: [described('tokens besides', { srcReceivers: [executor], srcAmounts: [1n] })],
    },
  },
}
