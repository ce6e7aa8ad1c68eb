import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createNativeProvider } from '../../src/providers/native_router.ts'
import { because, type CallCase, type CallSwap, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, nowMs, requestOf, tokenOf } from './depositSupport.ts'

// Answers by the vendor's documents of indicative and firm quotes. The call has the form and the
// constant words of the recorded one, which is read in recordedCalls.test.ts.

const [usdc, usdt, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'USDT'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const router = '0x4777A6B3A9A889ABfd4C7666Bdd2a7AB633293be'
const signature =
  'function tradeRFQT((address pool, address signer, address recipient, address sellerToken, address buyerToken, uint256 sellerTokenAmount, uint256 buyerTokenAmount, uint256 amountOutMinimum, uint256 deadlineTimestamp, uint256 nonce, uint256 confidenceT, uint256 confidenceN, uint256 confidenceE, uint256 confidenceM, address unknownA, address unknownB, uint256 unknownC, uint256 unknownD, uint256 unknownE, uint256 unknownF, bytes16 quoteId, bool multiHop, bool unknownG, bytes signature, (address feeRecipient, uint256 feeRate) widgetFee, bytes widgetFeeSignature) quote, uint256 actualSellerAmount, uint256 actualMinOutputAmount) payable'
const nowSeconds = BigInt(Math.floor(nowMs / 1_000))

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const named = ({ native, address }: Token): string => (native ? coin : address)
  const minimum = (out * 9_950n) / 10_000n
  const asked = `from_address=${alice}&src_chain=ethereum&dst_chain=ethereum&token_in=${named(src)}&token_out=${named(dst)}&amount_wei=${amount}`
  const quote: Exchange = {
    path: `/indicative-quote?${asked}`,
    body: [
      {
        success: true,
        buyerToken: dst.address,
        sellerToken: src.address,
        buyerTokenAmountWei: String(out),
        sellerTokenAmountWei: String(amount),
        price: 1.00184,
      },
    ],
  }
  const order = {
    pool: '0xEF435b99C2108D0309211d0Cc05B70D202C0b5dF',
    signer: evm('maker'),
    recipient: bob,
    sellerToken: src.address,
    buyerToken: dst.address,
    sellerTokenAmount: amount,
    buyerTokenAmount: out,
    amountOutMinimum: minimum,
    deadlineTimestamp: nowSeconds + 120n,
    nonce: 3_865_181_541_906_669_107n,
    confidenceT: nowSeconds + 1n,
    confidenceN: nowSeconds + 41n,
    confidenceE: 1n,
    confidenceM: 0n,
    unknownA: zeroAddress,
    unknownB: zeroAddress,
    unknownC: 0n,
    unknownD: 0n,
    unknownE: 0n,
    unknownF: 0n,
    quoteId: '0xec6e372d2326451e8711e06e0d8b78f9',
    multiHop: false,
    unknownG: true,
    signature: `0x${'11'.repeat(65)}`,
    widgetFee: { feeRecipient: evm('vendor'), feeRate: 0n },
    widgetFeeSignature: `0x${'22'.repeat(65)}`,
  }
  const build: Exchange = {
    path: `/firm-quote?${asked}&to_address=${bob}&beneficiary_address=${alice}&slippage=0.5&expiry_time=120&version=6&allow_multihop=false`,
    body: {
      success: true,
      orders: [
        {
          pool: order.pool,
          signer: order.signer,
          recipient: bob,
          sellerToken: order.sellerToken,
          buyerToken: order.buyerToken,
          effectiveSellerTokenAmount: String(amount),
          sellerTokenAmount: String(amount),
          buyerTokenAmount: String(out),
          deadlineTimestamp: Number(order.deadlineTimestamp),
          quoteId: 'ec6e372d-2326-451e-8711-e06e0d8b78f9',
          multiHop: false,
          signature: '',
          amountOutMinimum: String(minimum),
          widgetFeeSignature: '',
        },
      ],
      recipient: bob,
      amountIn: String(amount),
      amountOut: String(out),
      amountOutBeforeFee: String(out),
      txRequest: {
        target: router,
        calldata: encodeCall(signature, [order, 0n, 0n]),
        value: String(src.native ? amount : 0n),
      },
      source: [1],
      errorMessage: '',
      toWrap: false,
      toUnwrap: false,
      amountInOffset: 36,
      amountOutMinimumOffset: 68,
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [quote, quote, build],
  }
}

const signed = (name: string, change: Body): HostileCall => {
  return [name, 'E8', ({ args }) => Object.assign(args[0], change)]
}
const hostile: readonly HostileCall[] = [
  signed('a pool that is not known', { pool: mallory }),
  signed('several hops', { multiHop: true }),
  signed('an account in a word that is not known', { unknownA: mallory }),
  signed('an amount in a word that is not known', { unknownF: 1n }),
  signed('no mark', { unknownG: false }),
  signed('a fee to an account', { widgetFee: { feeRecipient: mallory, feeRate: 1n } }),
  signed('no time', { deadlineTimestamp: nowSeconds + 59n }),
  signed('a deadline of years', { deadlineTimestamp: nowSeconds + 100_000_000n }),
  signed('another name of native coins', { buyerToken: coin }),
  ['another amount than the signed one', 'E8', ({ args }) => (args[1] = 99_000_000n)],
  ['another minimum than the signed one', 'E8', ({ args }) => (args[2] = 1n)],
  [
    // V4 of the same name, whose routers ended in October 2026.
    'an older call',
    'E8',
    ({ body }) => {
      const { calldata } = body.txRequest
      body.txRequest.calldata = calldata.replace('7083527c', '0947c2d9')
    },
  ],
]

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'https://docs.native.org, Get Indicative Quote and Get Firm Quote; the call by propeller-heads/tycho crates/tycho-execution/contracts/test/protocols/Native.t.sol',
    date: '2026-11, the call of 2026-09',
  },
  create: (baseUrl) => createNativeProvider({ baseUrl, apiKey: 'key' }),
  ...swapOf(usdc, usdt, 100_000_000n, 100_184_000n),
  wire: {
    quotedOut: ['0.buyerTokenAmountWei'],
    builtOut: ['amountOut'],
    srcAmount: '0.sellerTokenAmountWei',
    srcToken: '0.sellerToken',
    dstToken: '0.buyerToken',
    to: 'txRequest.target',
    data: 'txRequest.calldata',
    value: 'txRequest.value',
    spender: null,
    fee: null,
  },
  call: {
    signature,
    payer: [],
    receiver: ['0.recipient'],
    srcToken: ['0.sellerToken'],
    dstToken: ['0.buyerToken'],
    srcAmount: ['0.sellerTokenAmount'],
    minimum: '0.amountOutMinimum',
    floors: ['0.buyerTokenAmount'],
    dstChain: null,
    free: because(
      'the maker signs it, and the router pays out the signed minimum or reverts',
      '0.signer',
      '0.nonce',
      '0.confidenceT',
      '0.confidenceN',
      '0.confidenceE',
      '0.confidenceM',
      '0.quoteId',
      '0.signature',
      '0.widgetFee.feeRecipient',
      '0.widgetFeeSignature',
    ),
    within: ['0.deadlineTimestamp'],
  },
  hostile,
  refusals: [
    [200, { success: false, errorMessage: 'Pair not supported' }, 'NO_ROUTE'],
    [200, { code: 171_037, message: 'no liquidity' }, 'NO_ROUTE'],
    [400, { code: 101_010, message: 'token not supported' }, 'NO_ROUTE'],
    [200, { code: 171_055, message: 'amount too small' }, 'AMOUNT_TOO_LOW'],
    [200, { code: 301_016, message: 'try again later' }, 'UPSTREAM_REFUSED'],
    [401, { code: 201_001, message: 'invalid api key' }, 'UPSTREAM_REFUSED'],
    [429, { code: 201_005, message: 'too many requests' }, 'RATE_LIMITED'],
    [500, { statusCode: 500, message: 'Internal server error' }, 'UPSTREAM_FAILED'],
    [200, { success: true }, 'UPSTREAM_FAILED'],
  ],
  more: { 'native coins': { ...swapOf(ether, usdt, 10n ** 17n, 299_000_000n), hostile: [] } },
}
