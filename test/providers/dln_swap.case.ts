import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createDlnSwapProvider } from '../../src/providers/dln_swap.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

// The recording swaps 5 USDC to ETH; its calldata is cut off, so the calls here are written by the
// signature of the verified contract.

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const forwarder = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'
const signature =
  'function swap(address tokenIn, uint256 amountIn, bytes tokenInPermitEnvelope, (address allowanceAggregator, address swapRouter, bytes swapCalldata, address tokenOut, uint256 tokenOutMinAmount, uint16 surplusShareBps, bytes affiliateFeeEnvelope, address recipient) swapDetails, uint32 referralCode) payable returns (uint256 actualAmountOut)'

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const tokenIn = { address: src.address.toLowerCase(), amount: String(amount), symbol: src.symbol }
  const minAmount = String((out * 9_950n) / 10_000n)
  const tokenOut = { address: dst.address, minAmount, amount: String(out), symbol: dst.symbol }
  const both = {
    tokenIn,
    tokenOut,
    slippage: 0.5,
    recommendedSlippage: 0.3,
    protocolFee: '1600578632623',
    estimatedTransactionFee: {
      total: '439326826112330',
      details: { gasLimit: '383410', baseFee: '145840813' },
      approximateUsdValue: 1.096087,
    },
    costsDetails: [{ chain: '1', type: 'SingleChainSwapProtocolFee' }],
  }
  const query = `chainId=1&tokenIn=${src.address}&tokenInAmount=${amount}&slippage=0.50&tokenOut=${dst.address}`
  const estimate: Exchange = { path: `/chain/estimation?${query}`, body: { estimation: both } }
  const details = {
    allowanceAggregator: zeroAddress,
    swapRouter: evm('aggregator'),
    swapCalldata: '0x12',
    tokenOut: dst.address,
    tokenOutMinAmount: BigInt(minAmount),
    surplusShareBps: 10_000,
    affiliateFeeEnvelope: '0x',
    recipient: bob,
  }
  const data = encodeCall(signature, [src.address, amount, '0x', details, 0])
  const tx = { to: forwarder, data, value: src.native ? String(amount) : '0' }
  const build: Exchange = {
    path: `/chain/transaction?${query}&tokenOutRecipient=${bob}&senderAddress=${alice}`,
    body: { ...both, tx },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [estimate, estimate, build],
  }
}

const described = (name: string, change: Body): HostileCall => {
  return [name, 'E8', ({ args }) => Object.assign(args[3], change)]
}

export const callCase: CallCase = {
  source: {
    kind: 'recorded',
    from: 'answers of dln.debridge.finance kept as fixtures of a public Python test suite (DLN_SWAP_ESTIMATION, DLN_SWAP_TX)',
    date: '2026-09-09',
  },
  create: (baseUrl) => createDlnSwapProvider({ baseUrl }),
  ...swapOf(usdc, ether, 5_000_000n, 1_999_122_712_146_377n),
  wire: {
    quotedOut: ['estimation.tokenOut.amount'],
    builtOut: ['tokenOut.amount'],
    srcAmount: 'estimation.tokenIn.amount',
    srcToken: 'estimation.tokenIn.address',
    dstToken: 'estimation.tokenOut.address',
    to: 'tx.to',
    data: 'tx.data',
    value: 'tx.value',
    spender: null,
    fee: null,
  },
  call: {
    signature,
    payer: [],
    receiver: ['3.recipient'],
    srcToken: ['0'],
    dstToken: ['3.tokenOut'],
    srcAmount: ['1'],
    minimum: '3.tokenOutMinAmount',
    dstChain: null,
    payerWord: zeroAddress,
    free: {
      ...because(
        'the forwarder calls listed routers only, and holds what is left after all fees against the minimum',
        '3.allowanceAggregator',
        '3.swapRouter',
        '3.swapCalldata',
      ),
      '3.surplusShareBps':
        "the receiver's share of what is above the minimum; all the rest goes to deBridge's own treasury",
      4: 'a code that deBridge counts referrals by; nothing is paid for it',
    },
  },
  hostile: [
    ['a permit', 'E8', ({ args }) => (args[2] = '0x12')],
    described('a fee of an affiliate', { affiliateFeeEnvelope: `0x0064${mallory.slice(2)}` }),
    described('the payer as receiver', { recipient: zeroAddress }),
  ],
  refusals: [
    [
      400,
      { errorCode: 12, errorId: 'ERROR_LOW_GIVE_AMOUNT', errorMessage: 'low' },
      'AMOUNT_TOO_LOW',
    ],
    [400, { errorCode: 7, errorId: 'ESTIMATION_FAILED', errorMessage: 'no' }, 'NO_ROUTE'],
    [400, { errorId: 'UNSUPPORTED_CHAIN' }, 'NO_ROUTE'],
    [400, { errorId: 'COMPLIANCE_ADDRESS_BLOCKED' }, 'UPSTREAM_REFUSED'],
    [429, { statusCode: 429, message: 'Too Many Requests' }, 'RATE_LIMITED'],
    [200, { estimation: null }, 'UPSTREAM_FAILED'],
  ],
  more: {
    'native coins': swapOf(ether, usdc, 10n ** 17n, 299_000_000n),
  },
}
