import { createSymbiosisProvider } from '../../src/providers/symbiosis/symbiosis.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import { because, type CallCase, type CallSwap, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'

// The answer in the shape of one of 2026-06-11 (a Go client's golden test of `POST /v1/swap`, ETH USDC
// to BASE USDC); the call as js-sdk 3.11.60 writes it.

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const baseEther = tokenOf('BASE', 'ETH')
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const gateway = '0xB4769e9c5bE31199a25ecD1B0C6609183fa72521'
const portal = '0xb8f275fBf7A959F4BCE59999A2EF122A099e81A8'
const signature =
  'function metaRoute((bytes firstSwapCalldata, bytes secondSwapCalldata, address[] approvedTokens, address firstDexRouter, address secondDexRouter, uint256 amount, bool nativeIn, address relayRecipient, bytes otherSideCalldata) transaction) payable'
const synthesize =
  'function metaSynthesize((uint256 stableBridgingFee, uint256 amount, address rtoken, address chain2address, address receiveSide, address oppositeBridge, address syntCaller, uint256 chainID, address[] swapTokens, address secondDexRouter, bytes secondSwapCalldata, address finalReceiveSide, bytes finalCalldata, uint256 finalOffset, address revertableAddress, bytes32 clientID) transaction)'
const burn =
  'function metaBurnSyntheticToken((uint256 stableBridgingFee, uint256 amount, bytes32 crossChainID, address syntCaller, address finalReceiveSide, address sToken, bytes finalCallData, uint256 finalOffset, address chain2address, address receiveSide, address oppositeBridge, address revertableAddress, uint256 chainID, bytes32 clientID) transaction)'
const burnSelector = 'e66bb550'
const [synthesizePath, burnPath] = ['0.otherSideCalldata', '0.otherSideCalldata.0.finalCalldata']
const inner = [
  [synthesizePath, synthesize],
  [burnPath, burn],
] as const
const bytes32 = hash('client')

/** By the hub, whose pool carries it on to the chain of the receiver. */
function sentOf(src: Token, amount: bigint): Body {
  const onward = {
    stableBridgingFee: 300_000n,
    amount: 99_000_000n,
    crossChainID: bytes32,
    syntCaller: evm('hub router'),
    finalReceiveSide: evm('exchange'),
    sToken: evm('sUSDC'),
    finalCallData: `0x12345678${bob.slice(2).padStart(64, '0').toLowerCase()}`,
    finalOffset: 68n,
    chain2address: bob,
    receiveSide: evm('portal of BASE'),
    oppositeBridge: evm('bridge of BASE'),
    revertableAddress: alice,
    chainID: 8453n,
    clientID: bytes32,
  }
  const across = {
    stableBridgingFee: 0n,
    amount: 100_000_000n,
    rtoken: usdc.address,
    chain2address: bob,
    receiveSide: evm('synthesis'),
    oppositeBridge: evm('bridge'),
    syntCaller: alice,
    chainID: 13_863_860n,
    swapTokens: [evm('sUSDC'), evm('sUSDC of BASE')],
    secondDexRouter: evm('multicall'),
    secondSwapCalldata: '0xabcd',
    finalReceiveSide: evm('synthesis'),
    finalCalldata: [onward],
    finalOffset: 100n,
    revertableAddress: alice,
    clientID: bytes32,
  }
  return {
    firstSwapCalldata: src.native ? '0x8899' : '0x',
    secondSwapCalldata: '0x',
    approvedTokens: [src.address, usdc.address],
    firstDexRouter: src.native ? evm('dex') : zeroAddress,
    secondDexRouter: evm('multicall'),
    amount,
    nativeIn: src.native,
    relayRecipient: portal,
    otherSideCalldata: [across],
  }
}

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const minimum = (out * 99n) / 100n
  const address = (token: Token): string => (token.native ? '' : token.address)
  const answer = {
    kind: 'crosschain-swap',
    type: 'evm',
    labels: [],
    tokenAmountOut: {
      chainId: 8453,
      address: address(dst),
      symbol: dst.symbol,
      decimals: dst.decimals,
      amount: String(out),
      priceUsd: 0.999778,
    },
    tokenAmountOutMin: { chainId: 8453, address: address(dst), amount: String(minimum) },
    priceImpact: '-0.13',
    fees: [{ provider: 'symbiosis', value: { amount: '250000' }, description: 'Cross-chain fee' }],
    amountInUsd: { amount: '1000000', decimals: 6, priceUsd: 1 },
    inTradeType: 'symbiosis',
    outTradeType: 'symbiosis',
    approveTo: src.native ? '' : gateway,
    estimatedTime: 18,
    tx: {
      chainId: 1,
      to: gateway,
      data: encodeCall(signature, [sentOf(src, amount)], inner),
      value: src.native ? String(amount) : '0',
    },
  }
  const asked = (to: string): Exchange => ({
    method: 'POST',
    path: '/v2/swap',
    request: {
      tokenAmountIn: {
        chainId: 1,
        address: address(src),
        decimals: src.decimals,
        amount: String(amount),
      },
      tokenOut: { chainId: 8453, address: address(dst), decimals: dst.decimals },
      from: alice,
      to,
      slippage: 100,
      revertableAddress: alice,
      fallbackReceiver: to,
    },
    body: answer,
  })
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [asked(alice), asked(alice), asked(bob)],
  }
}

const trusted =
  'what its swaps and its hub do with the payment is the word of Symbiosis, which is trusted (E17)'
const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '))
const across = `${synthesizePath}.0`
const onward = `${burnPath}.0`
const call: CallSwap['call'] = {
  signature,
  inner,
  payer: [`${across}.syntCaller`],
  receiver: [`${across}.chain2address`, `${onward}.chain2address`],
  srcToken: ['0.approvedTokens.0'],
  dstToken: [],
  srcAmount: ['0.amount'],
  minimum: '',
  dstChain: `${onward}.chainID`,
  free: because(
    trusted,
    '0.firstSwapCalldata',
    '0.secondSwapCalldata',
    '0.approvedTokens.1',
    '0.firstDexRouter',
    '0.secondDexRouter',
    ...words(
      'stableBridgingFee amount rtoken receiveSide oppositeBridge swapTokens secondDexRouter',
      'secondSwapCalldata finalReceiveSide finalOffset revertableAddress clientID',
    ).map((name) => `${across}.${name}`),
    ...words(
      'stableBridgingFee amount crossChainID syntCaller finalReceiveSide sToken finalCallData',
      'finalOffset receiveSide oppositeBridge revertableAddress clientID',
    ).map((name) => `${onward}.${name}`),
  ),
}
const hostile: readonly HostileCall[] = [
  ['another portal', 'E8', ({ args }) => (args[0].relayRecipient = mallory)],
  ['coins that are tokens', 'E8', ({ args }) => (args[0].nativeIn = !args[0].nativeIn)],
  ['a second swap', 'E8', ({ args }) => args[0].approvedTokens.push(usdc.address)],
  ['no token', 'E8', ({ args }) => (args[0].approvedTokens = [])],
  [
    'two receivers',
    'E8',
    ({ args }) => (args[0].otherSideCalldata[0].finalCalldata[0].chain2address = alice),
  ],
  [
    'a call on its hub that is not read',
    'E8',
    ({ body }) => (body.tx.data = String(body.tx.data).replace(burnSelector, '12345678')),
  ],
  [
    'a chain that is not known',
    'E8',
    ({ args }) => (args[0].otherSideCalldata[0].finalCalldata[0].chainID = 13_863_861n),
  ],
  [
    'a refund to a stranger',
    'E8',
    ({ args }) => (args[0].otherSideCalldata[0].syntCaller = mallory),
  ],
  ['a transaction of another chain', 'E1', ({ body }) => (body.tx.chainId = 10)],
]

const wire: CallSwap['wire'] = {
  quotedOut: ['tokenAmountOut.amount', 'tokenAmountOutMin.amount'],
  builtOut: ['tokenAmountOut.amount', 'tokenAmountOutMin.amount'],
  srcAmount: null,
  srcToken: null,
  dstToken: 'tokenAmountOut.address',
  to: 'tx.to',
  data: 'tx.data',
  value: 'tx.value',
  spender: 'approveTo',
  fee: null,
}

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'symbiosis-finance/js-sdk 3.11.60, baseSwapping.ts, and an answer of 2026-06-11',
    date: '2026-06-17',
  },
  create: (baseUrl) => createSymbiosisProvider({ baseUrl }),
  ...swapOf(usdc, baseEther, 100_000_000n, 28_000_000_000_000_000n),
  wire,
  call,
  hostile,
  refusals: [
    [400, { code: 400, message: 'Amount $0.80 too low. Min amount: $5.00' }, 'AMOUNT_TOO_LOW'],
    [400, { code: 400, message: 'Amount is less than fee' }, 'AMOUNT_TOO_LOW'],
    [400, { code: 400, message: 'Amount too high' }, 'AMOUNT_TOO_HIGH'],
    [400, { code: 400, message: 'No route' }, 'NO_ROUTE'],
    [500, { code: 500, message: 'Symb: reserve floor' }, 'UPSTREAM_FAILED'],
    [429, { message: 'too many requests' }, 'RATE_LIMITED'],
    [200, { kind: 'crosschain-swap' }, 'UPSTREAM_FAILED'],
  ],
  orders: {
    told: (text, { payout, refund } = {}) => [
      {
        path: `/v2/tx/1/${hash('payment')}`,
        body: {
          status: { code: 0, text },
          tx:
            payout || refund
              ? {
                  hash: payout ?? refund,
                  chainId: refund ? 1 : 8453,
                  tokenAmount: refund ? { address: usdc.address } : { address: '' },
                }
              : null,
          txIn: null,
          transitTokenSent: null,
        },
      },
    ],
    words: [
      ['Pending', 'PENDING'],
      ['Stucked', 'REVERT'],
    ],
    done: 'Success',
    refunded: 'Reverted',
    foreign: [],
  },
  more: {
    'native coins': {
      ...swapOf(ether, baseEther, 10n ** 17n, 99_000_000_000_000_000n),
      wire: { ...wire, spender: null },
    },
  },
}
