import type { Hex } from 'viem'

import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createParaSwapProvider } from '../../src/providers/para_swap.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, ether, wbtc] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH'), tokenOf('ETH', 'WBTC')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const executor = '0x000010036C0190E009a000d0fc3541100A07380A'
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const augustus = '0x6A000F20005980200259B80c5102003040001068'
const generic =
  'function swapExactAmountIn(address executor, (address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable'
const uniswapV3 =
  'function swapExactAmountInOnUniswapV3((address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary, bytes pools) uniData, uint256 partnerAndFee, bytes permit) payable'
const uniswapV2 = uniswapV3.replace('UniswapV3', 'UniswapV2')
const curveV1 =
  'function swapExactAmountInOnCurveV1((uint256 curveData, uint256 curveAssets, address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) curveV1Data, uint256 partnerAndFee, bytes permit) payable'
const curveV2 =
  'function swapExactAmountInOnCurveV2((uint256 curveData, uint256 i, uint256 j, address poolAddress, address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) curveV2Data, uint256 partnerAndFee, bytes permit) payable'
/** As in every call to an anonymous client: the surplus that the service takes has a cap. */
const capped = 1n << 92n

const middle = evm('middle')
/** A route on Uniswap V3 of two pools; the first one decides which token is taken. */
const route = (sold: string, bought: string): Hex =>
  `0x${poolOf(sold, middle)}${poolOf(middle, bought)}`
const wrapped = ({ native, address }: Token): string =>
  native ? tokenOf('ETH', 'WETH').address : address
/** Both tokens in their order, with the top bit where the lower one is sold, and the fee. */
function poolOf(sold: string, bought: string): string {
  const [lower = '', higher = ''] = [sold, bought]
    .map((token) => token.slice(2).toLowerCase())
    .toSorted()
  const direction = sold.slice(2).toLowerCase() === lower ? '8' : '0'
  return [
    direction + lower.padStart(63, '0'),
    ...[higher, 'bb8'].map((word) => word.padStart(64, '0')),
  ].join('')
}

type Sale = { src: Token; dst: Token; amount: bigint; out: bigint; signature?: string }

function swapOf({
  src,
  dst,
  amount,
  out,
  signature = generic,
}: Sale): Pick<CallSwap, 'request' | 'honest'> {
  const [srcToken = '', destToken = ''] = [src, dst].map(({ native, address }) =>
    native ? coin : address,
  )
  const contractMethod = /function (\w+)/.exec(signature)?.[1] ?? ''
  const priceRoute = {
    blockNumber: 19_462_957,
    network: 1,
    srcToken: srcToken.toLowerCase(),
    srcDecimals: src.decimals,
    srcAmount: String(amount),
    destToken: destToken.toLowerCase(),
    destDecimals: dst.decimals,
    destAmount: String(out),
    bestRoute: [{ percent: 100, swaps: [] }],
    gasCostUSD: '14.656605',
    gasCost: '118200',
    side: 'SELL',
    version: '6.2',
    contractAddress: augustus.toLowerCase(),
    tokenTransferProxy: augustus.toLowerCase(),
    contractMethod,
    partnerFee: 0,
    srcUSD: '999.4370000000',
    destUSD: '1003.8267642998',
    partner: 'anon',
    maxImpactReached: false,
    hmac: '7975cda2fd343cb90f1a15d1ec11302c467a8d7d',
  }
  const prices: Exchange = {
    path: `/prices?srcToken=${srcToken}&srcDecimals=${src.decimals}&destToken=${destToken}&destDecimals=${dst.decimals}&amount=${amount}&side=SELL&network=1&version=6.2&includeContractMethods=swapExactAmountIn%2CswapExactAmountInOnUniswapV2%2CswapExactAmountInOnUniswapV3%2CswapExactAmountInOnCurveV1%2CswapExactAmountInOnCurveV2&excludeDEXS=ParaSwapPool%2CParaSwapLimitOrders&maxImpact=100&ignoreBadUsdPrice=true&userAddress=${alice}`,
    body: { priceRoute },
  }
  const swapData = {
    srcToken,
    destToken,
    fromAmount: amount,
    toAmount: (out * 9_951n) / 10_000n,
    quotedAmount: out,
    metadata: `0x${'a8104c26c244959a1d46f205acc49520'.padEnd(64, '0')}`,
    beneficiary: bob,
    // Only in the calls of their own methods.
    pools: signature === uniswapV3 ? route(wrapped(src), wrapped(dst)) : '0x12',
    curveData: 3n,
    curveAssets: 4n,
    i: 0n,
    j: 1n,
    poolAddress: evm('pool'),
  }
  const args =
    signature === generic ? [executor, swapData, capped, '0x', '0x16'] : [swapData, capped, '0x']
  const transactions: Exchange = {
    method: 'POST',
    path: '/transactions/1?ignoreChecks=true',
    request: {
      srcToken,
      srcDecimals: src.decimals,
      destToken,
      destDecimals: dst.decimals,
      srcAmount: String(amount),
      slippage: 49,
      userAddress: alice,
      receiver: bob,
      priceRoute,
    },
    body: {
      from: alice,
      to: augustus.toLowerCase(),
      value: src.native ? String(amount) : '0',
      data: encodeCall(signature, args),
      gasPrice: '20137342450',
      chainId: 1,
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [prices, prices, transactions],
  }
}

/** The paths of a call whose amounts are in the argument `at`. */
function callOf(signature: string, at: number, pools: readonly string[]): CallSwap['call'] {
  return {
    signature,
    payer: [],
    receiver: [`${at}.beneficiary`],
    srcToken: [`${at}.srcToken`],
    dstToken: [`${at}.destToken`],
    srcAmount: [`${at}.fromAmount`],
    minimum: `${at}.toAmount`,
    floors: [`${at}.quotedAmount`],
    kept: 1n,
    dstChain: null,
    free: {
      ...because(
        'the router holds its own balance against the minimum and pays it out, whichever pools or executor swap',
        ...pools,
      ),
      [`${at}.metadata`]: 'a number of the route, which the router only emits',
    },
    payerWord: zeroAddress,
    alike: { [at + 1]: [0n] },
  }
}

/** What may not be in the last arguments, which follow the argument `at`. */
const hostileOf = (at: number): HostileCall[] => {
  const put = (name: string, offset: number, value: Body): HostileCall => [
    name,
    'E8',
    ({ args }) => (args[at + offset] = value),
  ]
  return [
    put('a permit', 2, '0x12'),
    put('a fee to a partner', 1, (BigInt(mallory) << 96n) | capped | 100n),
    put('a partner', 1, BigInt(mallory) << 96n),
    put('a fee', 1, capped | 1n),
    ...[90n, 91n, 93n, 94n, 95n].map((bit) => put(`the flag ${bit}`, 1, capped | (1n << bit))),
  ]
}

/** A sale by one method alone. */
function direct(
  signature: string,
  pools: readonly string[],
  sale: Sale = { src: usdc, dst: wbtc, amount: 10n ** 9n, out: 1_100_000n },
): Partial<CallSwap> {
  return {
    ...swapOf({ ...sale, signature }),
    call: callOf(signature, 0, pools),
    hostile: hostileOf(0),
  }
}

function onUniswapV3(sale: Sale, hostile: readonly HostileCall[] = []): Partial<CallSwap> {
  const { call, hostile: usual = [], ...rest } = direct(uniswapV3, [], sale)
  return {
    ...rest,
    ...(call === undefined ? {} : { call: { ...call, within: ['0.pools'] } }),
    hostile: [...usual, ...hostile],
  }
}

const pools = (name: string, change: (honest: string) => string): HostileCall => [
  name,
  'E8',
  ({ args }) => (args[0].pools = change(args[0].pools)),
]
const otherPools = [
  pools('another token, of an old approval', () => route(evm('approved of old'), wbtc.address)),
  pools('the wrong direction in the first pool', (honest) => reversed(honest)),
  pools('no pool', () => '0x'),
  pools('half a pool', (honest) => honest.slice(0, 66)),
]
const reversed = (pools: string): string => `0x${pools[2] === '8' ? '0' : '8'}${pools.slice(3)}`

const feeRoute = {
  srcToken: usdc.address,
  srcAmount: '1000000000',
  destToken: coin,
  destAmount: '283341969876959340',
  tokenTransferProxy: augustus,
}

export const callCase: CallCase = {
  // The vendor's page of GET /prices and POST /transactions, with their recorded answers.
  source: {
    kind: 'shaped',
    from: 'https://developers.velora.xyz/api/velora-api/velora-market-api/get-rate-for-a-token-pair',
    date: '2026-06-14',
  },
  create: (baseUrl) => createParaSwapProvider({ baseUrl }),
  ...swapOf({ src: usdc, dst: ether, amount: 10n ** 9n, out: 283_341_969_876_959_340n }),
  wire: {
    quotedOut: ['priceRoute.destAmount'],
    builtOut: [],
    srcAmount: 'priceRoute.srcAmount',
    srcToken: 'priceRoute.srcToken',
    dstToken: 'priceRoute.destToken',
    to: 'to',
    data: 'data',
    value: 'value',
    spender: null,
    fee: null,
  },
  call: callOf(generic, 1, ['0', '4']),
  hostile: hostileOf(1),
  refusals: [
    [400, { error: 'No routes found with enough liquidity' }, 'NO_ROUTE'],
    [400, { error: 'Invalid tokens' }, 'NO_ROUTE'],
    [400, { error: 'Validation failed with error' }, 'UPSTREAM_REFUSED'],
    [400, { error: 'It seems like the rate has changed, please re-query' }, 'PRICE_MOVED'],
    [200, { error: 'Internal Error while computing the price' }, 'UPSTREAM_REFUSED'],
    // A fee whose receiver is not named.
    [200, { priceRoute: { ...feeRoute, partnerFee: 0.01 } }, 'NO_ROUTE'],
    [429, { error: 'Too many requests' }, 'RATE_LIMITED'],
  ],
  more: {
    'native coins': {
      ...swapOf({ src: ether, dst: usdc, amount: 10n ** 17n, out: 299_000_000n }),
      hostile: [],
    },
    'Uniswap V2': direct(uniswapV2, ['0.pools']),
    'Uniswap V3': onUniswapV3(
      { src: usdc, dst: wbtc, amount: 10n ** 9n, out: 1_100_000n },
      otherPools,
    ),
    'Uniswap V3, back': onUniswapV3(
      { src: wbtc, dst: usdc, amount: 10n ** 6n, out: 900_000_000n },
      otherPools,
    ),
    // Coins are wrapped before, and are the contract's own.
    'Uniswap V3, of coins': onUniswapV3({
      src: ether,
      dst: usdc,
      amount: 10n ** 17n,
      out: 299_000_000n,
    }),
    'Curve V1': direct(curveV1, ['0.curveData', '0.curveAssets']),
    'Curve V2': direct(curveV2, ['0.curveData', '0.i', '0.j', '0.poolAddress']),
  },
}
