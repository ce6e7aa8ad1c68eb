import { nativeToken } from '../../src/chains/tokens.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createPiteasProvider } from '../../src/providers/piteas.ts'
import { type CallCase, type CallSwap, encodeCall } from './callCase.ts'
import { evm, type Exchange, requestOf } from './depositSupport.ts'

const pls = nativeToken('PULSECHAIN')
const dai: Token = {
  ...pls,
  address: '0xefD766cCb38EaF1dfd701853BFCe31359239F305',
  symbol: 'DAI',
  name: 'Dai Stablecoin from Ethereum',
  native: false,
}
const wrapped = '0xA1077a294dDE1B09bB078844df40758a5D0f9a27'
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const [alice, bob] = [evm('alice'), evm('bob')]
const router = '0x6BF228eb7F8ad948d37deD07E595EfddfaAF88A6'
const signature =
  'function swap((address srcToken, address destToken, address destAccount, uint256 srcAmount, uint256 destMinAmount) detail, bytes data) payable returns (uint256 returnAmount)'

const hex = (amount: bigint): string => `0x${amount.toString(16)}`

/** One endpoint; its answer names wrapped PLS for native PLS. */
function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const [asked, told, called] = [
    [src, dst].map(({ native, address }) => (native ? 'PLS' : address)),
    [src, dst].map(({ native, address }) => (native ? wrapped : address)),
    [src, dst].map(({ native, address }) => (native ? zeroAddress : address)),
  ]
  const path = `/quote?tokenInAddress=${asked[0]}&tokenInChainId=369&tokenOutAddress=${asked[1]}&tokenOutChainId=369&amount=${amount}&allowedSlippage=0.5`
  const detail = {
    srcToken: called[0],
    destToken: called[1],
    destAccount: bob,
    srcAmount: amount,
    destMinAmount: (out * 9_950n) / 10_000n,
  }
  const answer = {
    srcToken: { address: told[0], symbol: 'WPLS', decimals: 18, chainId: 369 },
    destToken: { address: told[1], symbol: 'DAI', decimals: 18, chainId: 369 },
    srcAmount: hex(amount),
    destAmount: hex(out),
    gasUseEstimate: 760_000,
    gasUseEstimateUSD: 0.005,
    route: { paths: [] },
    methodParameters: {
      calldata: encodeCall(signature, [detail, '0x16']),
      value: src.native ? hex(amount) : '0x0',
    },
  }
  const quote: Exchange = { path, body: answer }
  const build: Exchange = { path: `${path}&account=${bob}`, body: answer }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [quote, quote, build],
  }
}

const call: CallSwap['call'] = {
  signature,
  payer: [],
  receiver: ['0.destAccount'],
  srcToken: ['0.srcToken'],
  dstToken: ['0.destToken'],
  srcAmount: ['0.srcAmount'],
  minimum: '0.destMinAmount',
  dstChain: null,
  free: {
    1: 'only the growth of the receiver is measured, so that it is typed whichever contract swaps (E15)',
  },
}

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'https://docs.piteas.io/piteas-sdk-api, and the fixtures of two wallets of 2026',
    date: '2026-08-03',
  },
  create: (baseUrl) => createPiteasProvider({ baseUrl }),
  ...swapOf(dai, pls, 10n ** 18n, 66_273_333_333_333_333_333_333n),
  wire: {
    quotedOut: ['destAmount'],
    builtOut: ['destAmount'],
    srcAmount: 'srcAmount',
    srcToken: 'srcToken.address',
    dstToken: 'destToken.address',
    to: { contract: router },
    data: 'methodParameters.calldata',
    value: 'methodParameters.value',
    spender: null,
    fee: null,
  },
  call: { ...call, alike: { '0.destToken': [coin.toLowerCase()] } },
  hostile: [],
  refusals: [
    [400, { statusCode: 400, message: 'Route not found' }, 'NO_ROUTE'],
    [404, { statusCode: 404, message: 'Token not found' }, 'NO_ROUTE'],
    [429, { statusCode: 429, message: 'Too Many Requests' }, 'RATE_LIMITED'],
    [403, '<html>blocked</html>', 'UPSTREAM_REFUSED'],
  ],
  more: {
    'native coins': {
      ...swapOf(pls, dai, 10n ** 18n, 15_087_777_777_777n),
      call: { ...call, alike: { '0.srcToken': [coin.toLowerCase()] } },
    },
  },
}
