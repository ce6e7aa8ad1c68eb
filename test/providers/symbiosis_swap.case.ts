import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createSymbiosisSwapProvider } from '../../src/providers/symbiosis/symbiosis_swap.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

// Answers by the documentation of the API, and by shapeshift/web, its swapper of Symbiosis; the call
// as described for ETH to DAI and USDT to DAI on 2026-09-25, by 1inch's verified contract.

const [usdt, dai, ether] = [tokenOf('ETH', 'USDT'), tokenOf('ETH', 'DAI'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const executor = evm('executor')
const gateway = '0xE7e68D336F90f98D22A479253eafA5f2424aCaD8'
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const fee = 150_000_000_000_000n
const signature =
  'function onswap(address token, uint256 amount, address dex, address dexgateway, bytes data) payable'
const innerSwap =
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)'
const inner = [['4', innerSwap]] as const

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const minimum = (out * 9_950n) / 10_000n
  const desc = {
    srcToken: src.native ? coin : src.address,
    dstToken: dst.native ? coin : dst.address,
    srcReceiver: executor,
    dstReceiver: bob,
    amount,
    minReturnAmount: minimum,
    flags: 0n,
  }
  const dexGateway = src.native ? zeroAddress : oneInch
  const args = [src.address, amount, oneInch, dexGateway, [executor, desc, '0x1234']]
  const answer = {
    kind: 'onchain-swap',
    type: 'evm',
    labels: [],
    tokenAmountOut: {
      chainId: 1,
      address: dst.native ? '' : dst.address,
      decimals: dst.decimals,
      symbol: dst.symbol,
      amount: String(out),
      priceUsd: 1,
    },
    tokenAmountOutMin: { chainId: 1, address: dst.address, amount: String(minimum) },
    priceImpact: '-0.13',
    fees: [],
    approveTo: src.native ? '' : gateway,
    inTradeType: '1inch',
    outTradeType: '1inch',
    estimatedTime: 12,
    tx: {
      chainId: 1,
      to: gateway,
      data: encodeCall(signature, args, inner),
      value: String(fee + (src.native ? amount : 0n)),
    },
  }
  const asked = (to: string): Exchange => ({
    method: 'POST',
    path: '/v2/swap',
    request: {
      tokenAmountIn: {
        chainId: 1,
        address: src.native ? '' : src.address,
        decimals: src.decimals,
        amount: String(amount),
      },
      tokenOut: { chainId: 1, address: dst.native ? '' : dst.address, decimals: dst.decimals },
      from: alice,
      to,
      slippage: 50,
      disabledProviders: 'open-ocean,kyber-swap,0x,bitget,uni-v4,uni-v2,uni-v3,izumi',
    },
    body: answer,
  })
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [asked(alice), asked(alice), asked(bob)],
  }
}

const described = (name: string, change: Body): HostileCall => {
  return [name, 'E8', ({ args }) => Object.assign(args[4][1], change)]
}
const call: CallSwap['call'] = {
  signature,
  inner,
  payer: [],
  receiver: ['4.1.dstReceiver'],
  srcToken: ['0', '4.1.srcToken'],
  dstToken: ['4.1.dstToken'],
  srcAmount: ['1', '4.1.amount'],
  minimum: '4.1.minReturnAmount',
  dstChain: null,
  free: because(
    'the router of 1inch pays out itself what any executor brings it, and not less than the minimum',
    '4.0',
    '4.1.srcReceiver',
    '4.2',
  ),
}

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'https://api.symbiosis.finance/crosschain/docs and shapeshift/web, packages/swapper (SymbiosisSwapper)',
    date: '2026-09-25',
  },
  create: (baseUrl) => createSymbiosisSwapProvider({ baseUrl }),
  ...swapOf(usdt, dai, 100_000_000n, 99_900_000_000_000_000_000n),
  wire: {
    quotedOut: ['tokenAmountOut.amount'],
    builtOut: ['tokenAmountOut.amount'],
    srcAmount: null,
    srcToken: null,
    dstToken: 'tokenAmountOut.address',
    to: 'tx.to',
    data: 'tx.data',
    value: 'tx.value',
    spender: 'approveTo',
    fee: null,
  },
  call: { ...call, alike: { '3': [zeroAddress] } },
  hostile: [
    ['another aggregator', 'E8', ({ args }) => (args[2] = mallory)],
    ['another holder of the allowance', 'E8', ({ args }) => (args[3] = mallory)],
    [
      'another call of the aggregator',
      'E8',
      ({ body }) => (body.tx.data = otherCall(body.tx.data)),
    ],
    described('partial fills', { flags: 1n }),
    described('no receiver', { dstReceiver: zeroAddress }),
    described('another token sold', { srcToken: dai.address }),
    described('less sold', { amount: 1n }),
    ['a transaction of another chain', 'E1', ({ body }) => (body.tx.chainId = 10)],
  ],
  refusals: [
    [400, { code: 400, message: 'Amount $0.80 too low. Min amount: $5.00' }, 'AMOUNT_TOO_LOW'],
    [400, { code: 400, message: 'Amount is less than fee' }, 'AMOUNT_TOO_LOW'],
    [400, { code: 400, message: 'Amount too high' }, 'AMOUNT_TOO_HIGH'],
    [400, { code: 400, message: 'No route' }, 'NO_ROUTE'],
    [200, { code: 400, message: 'Unsupported pair' }, 'NO_ROUTE'],
    [422, { code: 422, message: 'validation failed' }, 'UPSTREAM_REFUSED'],
    [429, { message: 'Too Many Requests' }, 'RATE_LIMITED'],
    [200, { tokenAmountOut: null }, 'UPSTREAM_FAILED'],
  ],
  more: {
    'native coins': {
      ...swapOf(ether, dai, 10n ** 17n, 299_000_000_000_000_000_000n),
      call: { ...call, alike: { '3': [oneInch.toLowerCase()] } },
      wire: {
        quotedOut: ['tokenAmountOut.amount'],
        builtOut: ['tokenAmountOut.amount'],
        srcAmount: null,
        srcToken: null,
        dstToken: 'tokenAmountOut.address',
        to: 'tx.to',
        data: 'tx.data',
        value: 'tx.value',
        spender: null,
        fee: null,
      },
      hostile: [
        described('partial fills', { flags: 1n }),
        described('another name of native coins', { srcToken: zeroAddress }),
      ],
    },
  },
}

/** The selector of another method in the place of the aggregator's. */
function otherCall(data: string): string {
  return data.replace('07ed2379', '12345678')
}
