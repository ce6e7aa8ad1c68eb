import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createZrxProvider } from '../../src/providers/zrx.ts'
import { registeredKeeper } from '../support/registry.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const settler = registeredKeeper
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
const signature =
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes result)'
const execute =
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zidAndAffiliate) payable returns (bool)'
const inner = [['4', execute]] as const

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const [sellToken = '', buyToken = ''] = [src, dst].map(({ native, address }) =>
    native ? coin : address,
  )
  const asked = `chainId=1&sellToken=${sellToken}&buyToken=${buyToken}&sellAmount=${amount}&slippageBps=50`
  const offer = {
    liquidityAvailable: true,
    allowanceTarget: src.native ? null : holder.toLowerCase(),
    blockNumber: '22000000',
    buyAmount: String(out),
    buyToken: buyToken.toLowerCase(),
    fees: { integratorFee: null, zeroExFee: null, gasFee: null },
    gas: '288079',
    gasPrice: '7062490000',
    issues: { allowance: { actual: '0', spender: holder }, balance: null },
    minBuyAmount: String((out * 9_950n) / 10_000n),
    route: { fills: [{ source: 'Uniswap_V3', proportionBps: '10000' }], tokens: [] },
    sellAmount: String(amount),
    sellToken: sellToken.toLowerCase(),
    zid: '0x111111111111111111111111',
  }
  const price: Exchange = {
    path: `/swap/allowance-holder/price?${asked}&taker=${alice}`,
    body: offer,
  }
  const slippage = {
    recipient: bob,
    buyToken,
    minAmountOut: (out * 9_950n) / 10_000n,
  }
  const args = [
    settler,
    src.native ? zeroAddress : sellToken,
    amount,
    settler,
    [slippage, ['0xc1fb425e'], `0x${'11'.repeat(32)}`],
  ]
  const quote: Exchange = {
    path: `/swap/allowance-holder/quote?${asked}&taker=${alice}&recipient=${bob}`,
    body: {
      ...offer,
      transaction: {
        to: holder.toLowerCase(),
        data: encodeCall(signature, args, inner),
        value: src.native ? String(amount) : '0',
        gas: '288079',
        gasPrice: '7062490000',
      },
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [price, price, quote],
  }
}

const put = (name: string, rule: string, change: (args: Body) => unknown): HostileCall => {
  return [name, rule, ({ args }) => change(args)]
}

export const callCase: CallCase = {
  // The vendor's examples of GET /swap/allowance-holder/price and /quote.
  source: { kind: 'shaped', from: 'https://0x.org/docs/api', date: '2026-11-22' },
  create: (baseUrl) => createZrxProvider({ baseUrl, apiKey: 'key' }),
  ...swapOf(usdc, ether, 100_000_000n, 33_333_333_333_333_333n),
  wire: {
    quotedOut: ['buyAmount'],
    builtOut: ['buyAmount'],
    srcAmount: 'sellAmount',
    srcToken: 'sellToken',
    dstToken: 'buyToken',
    to: 'transaction.to',
    data: 'transaction.data',
    value: 'transaction.value',
    spender: 'allowanceTarget',
    fee: null,
  },
  call: {
    signature,
    inner,
    payer: [],
    receiver: ['4.0.recipient'],
    srcToken: ['1'],
    dstToken: ['4.0.buyToken'],
    srcAmount: ['2'],
    minimum: '4.0.minAmountOut',
    dstChain: null,
    free: {
      '4.1':
        'a genuine Settler pays out itself what its actions bring, and not less than the minimum',
      '4.2': 'a number of the caller and its partner, which the Settler does not read',
    },
  },
  hostile: [
    put('a Settler that is not registered', 'E2', (args) => {
      args[0] = mallory
      args[3] = mallory
    }),
    put('another operator', 'E8', (args) => (args[0] = mallory)),
    put('another target', 'E8', (args) => (args[3] = mallory)),
    put('a check without a token', 'E8', (args) => (args[4][0].buyToken = zeroAddress)),
  ],
  refusals: [
    [200, { liquidityAvailable: false, zid: '0x111111111111111111111111' }, 'NO_ROUTE'],
    [400, { name: 'TOKEN_NOT_SUPPORTED', message: 'Token is not supported' }, 'NO_ROUTE'],
    [400, { name: 'SELL_AMOUNT_TOO_SMALL', message: 'too small' }, 'AMOUNT_TOO_LOW'],
    [400, { name: 'INPUT_INVALID', message: 'The input is invalid' }, 'UPSTREAM_REFUSED'],
    [401, { message: 'No API key found in request' }, 'UPSTREAM_REFUSED'],
    [429, { message: 'Rate limit exceeded' }, 'RATE_LIMITED'],
  ],
  more: {
    'native coins': {
      ...swapOf(ether, usdc, 10n ** 17n, 299_000_000n),
      wire: {
        quotedOut: ['buyAmount'],
        builtOut: ['buyAmount'],
        srcAmount: 'sellAmount',
        srcToken: 'sellToken',
        dstToken: 'buyToken',
        to: 'transaction.to',
        data: 'transaction.data',
        value: 'transaction.value',
        spender: null,
        fee: null,
      },
    },
  },
}
